/** The imports between the rooms of src/. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { architectureRules, bundledPackages, peerPackages, runtimePackages } from "./support/architecture.js";
import { type ImportGraph, importsOf, readImportGraph } from "./support/import-graph.js";

const graph = readImportGraph(new URL("../src/", import.meta.url));

describe("the architecture", () => {
  it.each(architectureRules)("$name", ({ violations }) => {
    expect(violations(graph)).toEqual([]);
  });

  it("uses at run time exactly the dependencies and peers of package.json and the bundled packages", () => {
    const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(text);
    expect(Object.keys(peerDependencies).sort()).toEqual(peerPackages);
    for (const peer of peerPackages) expect(peerDependenciesMeta[peer]).toEqual({ optional: true });
    expect(runtimePackages(graph)).toEqual([...Object.keys(dependencies), ...peerPackages, ...bundledPackages].sort());
  });

  it("has packs of jurisdictions in their entry point only, so that other bundles contain none", () => {
    const folder = "reference/jurisdictions/";
    const importers = graph.imports.filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder));
    expect(new Set(importers.map(({ from }) => from))).toEqual(new Set(["jurisdictions.ts"]));
  });

  it("is read from the whole source: imports of all rooms", () => {
    expect(graph.imports.length).toBeGreaterThan(100);
    expect(new Set(graph.modules.map((path) => path.split("/")[0]))).toEqual(
      new Set([
        "adapters",
        "audit.ts",
        "chains.ts",
        "compliance.ts",
        "domain",
        "generated",
        "http",
        "http.ts",
        "index.ts",
        "ivms101",
        "ivms101.ts",
        "json-file.ts",
        "jurisdictions.ts",
        "openapi.ts",
        "operations",
        "ownership",
        "ownership.ts",
        "ports",
        "providers.ts",
        "recovery-phrases.ts",
        "reference",
        "runtime",
        "sql.ts",
        "storage.ts",
        "testing",
        "testing.ts",
        "trp",
        "trp.ts",
      ]),
    );
  });
});

/** Invented sources, each with one fault, and the rule that must report it. */
const planted: readonly { readonly rule: string; readonly fault: string; readonly sources: Record<string, string> }[] =
  [
    {
      rule: "every module belongs to a room",
      fault: "a folder of no room",
      sources: { "helpers/misc.ts": "" },
    },
    {
      rule: "every relative import leads to a module of src/",
      fault: "an import that leaves src/",
      sources: { "domain/a.ts": `import "../../test/b.js";` },
    },
    {
      rule: "a room imports only from the rooms of its list",
      fault: "the domain importing a type of a port",
      sources: { "domain/a.ts": `import type { B } from "../ports/b.js";`, "ports/b.ts": "" },
    },
    {
      rule: "a room imports only from the rooms of its list",
      fault: "an operation re-exporting an adapter",
      sources: { "operations/a.ts": `export * from "../adapters/b.js";`, "adapters/b.ts": "" },
    },
    {
      rule: "a room imports only from the rooms of its list",
      fault: "a port naming an operation in an import type",
      sources: { "ports/a.ts": `export type A = import("../operations/b.js").B;`, "operations/b.ts": "" },
    },
    {
      rule: "a room imports only from the rooms of its list",
      fault: "the composition root importing an adapter on demand",
      sources: { "compliance.ts": `await import("./adapters/b.js");`, "adapters/b.ts": "" },
    },
    {
      rule: "a room imports only the packages of its list",
      fault: "a port using decimal.js",
      sources: { "ports/a.ts": `import { Decimal } from "decimal.js";` },
    },
    {
      rule: "a room imports only the packages of its list",
      fault: "a computed specifier",
      sources: { "adapters/a.ts": `const name = "fs"; await import(name);` },
    },
    {
      rule: "a room imports only the packages of its list",
      fault: "typia at run time",
      sources: { "domain/a.rules.ts": `import typia from "typia";` },
    },
    {
      rule: "lowdb and kysely are imported by the storage of that name only, Node by these and by encryption",
      fault: "a rate source reading a file",
      sources: { "adapters/rates/a.ts": `import { readFile } from "node:fs/promises";` },
    },
    {
      rule: "the entry points that run anywhere import nothing of Node, not even a type",
      fault: "the core reaching Node through two modules",
      sources: {
        "index.ts": `export { a } from "./adapters/storage/a.js";`,
        "adapters/storage/a.ts": `import type { B } from "./json-file/b.js";`,
        "adapters/storage/json-file/b.ts": `import type { Stats } from "node:fs";`,
      },
    },
    {
      rule: "modules have no circular imports, type imports included",
      fault: "two modules that import each other",
      sources: { "domain/a.ts": `import "./b.js";`, "domain/b.ts": `export { a } from "./a.js";` },
    },
    {
      rule: "modules have no circular imports, type imports included",
      fault: "two modules that import each other's types",
      sources: { "domain/a.ts": `import type { B } from "./b.js";`, "domain/b.ts": `import { a } from "./a.js";` },
    },
  ];

describe("a rule of the architecture", () => {
  it.each(planted)("is violated by $fault: $rule", ({ rule, sources }) => {
    const violated = architectureRules.filter(({ violations }) => violations(graphOf(sources)).length > 0);
    expect(violated.map(({ name }) => name)).toContain(rule);
  });

  it("has a planted fault", () => {
    expect(new Set(planted.map(({ rule }) => rule))).toEqual(new Set(architectureRules.map(({ name }) => name)));
  });
});

function graphOf(sources: Record<string, string>): ImportGraph {
  const modules = Object.keys(sources);
  return { modules, imports: Object.entries(sources).flatMap(([path, text]) => importsOf(path, text)) };
}
