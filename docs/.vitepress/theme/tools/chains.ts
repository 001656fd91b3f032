/** All chains of the package, by name. */
import { type ChainModule, chains } from "vaspkit";
import * as further from "vaspkit/chains";

const exported: readonly unknown[] = Object.values(further);

export const allChains: readonly ChainModule[] = [...Object.values(chains), ...exported.filter(isModule)].sort(
  (a, b) => (a.name < b.name ? -1 : 1),
);

/** Some exports are functions and lists. */
function isModule(value: unknown): value is ChainModule {
  return typeof value === "object" && value !== null && "parse" in value;
}
