/** Pages that list names of the source: no name is missing, and none is invented. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMPATIBLE_AT_REST } from "../src/domain/exchanges/exchange.js";
import { VASP_FIELDS } from "../src/domain/vasps/list.js";
import { errorStatus, titles } from "../src/http/problem.js";
import { jsonSchemas } from "../src/openapi.js";
import { singleFaultInputs } from "./support/single-fault.js";

/** Returns the first column of the table below a text, row by row. */
function firstColumn(page: string, below: string): readonly string[] {
  const [, text = ""] = readFileSync(new URL(`../docs/${page}`, import.meta.url), "utf8").split(below);
  const [table = ""] = /(?:^\|.*\n)+/m.exec(text) ?? [];
  return Array.from(table.matchAll(/^\| (.*?) *\|/gm), ([, cell = ""]) => cell).slice(2);
}

function namesIn(cells: readonly string[]): readonly string[] {
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = ""]) => name)).toSorted();
}

describe("the tables of docs", () => {
  it("vasps.md has every property of a VASP", () => {
    expect(namesIn(firstColumn("vasps.md", "## Properties"))).toEqual(VASP_FIELDS.toSorted());
  });

  it("accounts.md has every kind of national id", () => {
    const listed = namesIn(firstColumn("accounts.md", "Texts are not blank"));
    const schema = JSON.stringify(jsonSchemas().AccountDraft);
    const kinds = Array.from(schema.matchAll(/"national_id_type":\{[^}]*?"enum":(\[[^\]]*\])/g), ([, list = "[]"]) =>
      JSON.parse(list),
    );
    expect(listed).toEqual([...new Set(kinds.flat())].toSorted());
  });

  it("chains.md has every code of an invalid address", () => {
    const others = ["address_incomplete", "address_linked_elsewhere"];
    const codes = Object.keys(singleFaultInputs).filter(
      (code) => code.startsWith("address_") && !others.includes(code),
    );
    expect(namesIn(firstColumn("chains.md", "## Invalid addresses"))).toEqual(codes.toSorted());
  });

  it("providers.md has every error of a service", () => {
    const [, text = ""] = readFileSync(new URL("../docs/providers.md", import.meta.url), "utf8").split("## Errors");
    const [table = ""] = /(?:^\|.*\n)+/m.exec(text) ?? [];
    const listed = new Set(Array.from(table.matchAll(/`(provider_\w+)`/g), ([, code]) => code));
    expect(listed).toEqual(new Set(Object.keys(errorStatus).filter((code) => code.startsWith("provider_"))));
  });

  it("http.md has every status", () => {
    const listed = firstColumn("http.md", "## Statuses")
      .flatMap((cell) => cell.split(", ").map(Number))
      .toSorted((a, b) => a - b);
    expect(listed).toEqual([200, 204, ...titles.keys()].toSorted((a, b) => a - b));
  });

  it("trp.md has the states that go together at rest", () => {
    const page = readFileSync(new URL("../docs/trp.md", import.meta.url), "utf8");
    const [, text = ""] = page.split("these states go together:");
    const [table = ""] = /(?:^\|.*\n)+/m.exec(text) ?? [];
    const rows = Array.from(table.matchAll(/^\| `(\w+)` +\|([^|]+)\|/gm), ([, state = "", others = ""]) => [
      state,
      namesIn([others]),
    ]);
    const known = Object.entries(COMPATIBLE_AT_REST).filter(([, others]) => others.length > 0);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(known.map(([state, others]) => [state, others.toSorted()])),
    );
  });
});
