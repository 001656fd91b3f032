/** The tables of docs/chains.md: every chain with its asset, its formats, and which of them have no checksum. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as chainModules from "../../../src/chains.js";

const { defaultChains, cosmosChain: _, ...further } = chainModules;
const modules = [...defaultChains, ...Object.values(further)];

const page = readFileSync(new URL("../../../docs/chains.md", import.meta.url), "utf8");
const rows = new Map(
  Array.from(page.matchAll(/^\| `([\w-]+)` +\| (\w+) +\| (.+?) *\|/gm), ([, name, symbol, formats = ""]) => [
    name,
    { symbol, formats: Array.from(formats.matchAll(/`([\w-]+)`/g), ([, format]) => format).toSorted() },
  ]),
);

it("docs/chains.md lists every chain with its asset and formats", () => {
  const expected = modules.map(({ name, symbol, formats }) => [name, { symbol, formats: formats.toSorted() }] as const);
  expect(rows).toEqual(new Map(expected));
  expect(page).toContain(`of ${Object.keys(further).length} more`);
});
