// What needs a peer, from ECMAScript modules: fast-check for the checks, kysely and a driver for SQL.
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import * as kysely from "kysely";
import * as vaspkit from "vaspkit";
import { ofacList } from "vaspkit/providers";
import { migrate, sqlStorage } from "vaspkit/sql";
import { riskProviderConformance, storageConformance } from "vaspkit/testing";
import { story } from "./story.cjs";

/** From kysely itself as of 0.29, from a package of its own before. */
async function dialectOf(pglite) {
  if ("PGliteDialect" in kysely) return new kysely.PGliteDialect({ pglite });
  const { PGliteDialect } = await import("kysely-pglite-dialect");
  return new PGliteDialect(pglite);
}

/** The checks of a provider that needs no network, and those of the storage in memory. */
async function keepLaws() {
  const address = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
  const clock = () => new Date("2024-09-28T00:00:00Z");
  const provider = () => ofacList({ entries: [{ code: "XBT", address }], asOf: "2024-09-27", clock });
  const checks = riskProviderConformance({ provider, known: [{ chain: "bitcoin", address }] });
  for (const check of [...checks, ...storageConformance(vaspkit.memoryStorage)]) await check.run();
}

const database = new kysely.Kysely({ dialect: await dialectOf(new PGlite()) });
await migrate(database);
await story(vaspkit, sqlStorage(database));
await database.destroy();
await keepLaws();
const { version } = JSON.parse(readFileSync("node_modules/kysely/package.json", "utf8"));
console.log(`ESM on Node ${process.versions.node}: SQL over kysely ${version}, and the checks`);
