/** The directions of imports that the design asks for, on the real import graph of src/. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { architectureLaws, bundledPackages, peerPackages, runtimePackages } from "./support/architecture.js";
import { type ImportGraph, importsOf, readImportGraph } from "./support/import-graph.js";

const graph = readImportGraph(new URL("../src/", import.meta.url));

describe("the architecture", () => {
  it.each(architectureLaws)("$name", ({ brokenBy }) => {
    expect(brokenBy(graph)).toEqual([]);
  });

  it("uses at run time exactly the dependencies and peers of package.json and the bundled packages", () => {
    const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(text);
    expect(Object.keys(peerDependencies).sort()).toEqual(peerPackages);
    for (const peer of peerPackages) expect(peerDependenciesMeta[peer]).toEqual({ optional: true });
    expect(runtimePackages(graph)).toEqual([...Object.keys(dependencies), ...peerPackages, ...bundledPackages].sort());
  });

  it("is read from the whole source: hundreds of imports of all rooms", () => {
    expect(graph.imports.length).toBeGreaterThan(100);
    expect(new Set(graph.modules.map((path) => path.split("/")[0]))).toEqual(
      new Set([
        "adapters",
        "compliance.ts",
        "domain",
        "index.ts",
        "json-file.ts",
        "operations",
        "ports",
        "providers.ts",
        "reference",
        "sql.ts",
        "storage.ts",
        "testing",
        "testing.ts",
      ]),
    );
  });
});

/** Small made-up sources, each with one fault, and the one law that has to notice it. */
const planted: readonly { readonly law: string; readonly fault: string; readonly sources: Record<string, string> }[] = [
  {
    law: "every module belongs to a room",
    fault: "a folder that no room holds",
    sources: { "helpers/misc.ts": "" },
  },
  {
    law: "every relative import leads to a module of src/",
    fault: "an import that leaves src/",
    sources: { "domain/a.ts": `import "../../test/b.js";` },
  },
  {
    law: "a room imports only from the rooms that it may know",
    fault: "the domain knowing a port, by type",
    sources: { "domain/a.ts": `import type { B } from "../ports/b.js";`, "ports/b.ts": "" },
  },
  {
    law: "a room imports only from the rooms that it may know",
    fault: "an operation re-exporting an adapter",
    sources: { "operations/a.ts": `export * from "../adapters/b.js";`, "adapters/b.ts": "" },
  },
  {
    law: "a room imports only from the rooms that it may know",
    fault: "a port naming an operation in an import type",
    sources: { "ports/a.ts": `export type A = import("../operations/b.js").B;`, "operations/b.ts": "" },
  },
  {
    law: "a room imports only from the rooms that it may know",
    fault: "the composition root importing an adapter on demand",
    sources: { "compliance.ts": `await import("./adapters/b.js");`, "adapters/b.ts": "" },
  },
  {
    law: "a room imports only the packages that it may use",
    fault: "a port using decimal.js",
    sources: { "ports/a.ts": `import { Decimal } from "decimal.js";` },
  },
  {
    law: "a room imports only the packages that it may use",
    fault: "a specifier that nobody can read beforehand",
    sources: { "adapters/a.ts": `const name = "fs"; await import(name);` },
  },
  {
    law: "typia appears in shape files only",
    fault: "typia beside a rule",
    sources: { "domain/a.rules.ts": `import typia from "typia";` },
  },
  {
    law: "lowdb and kysely appear in the storage of that name only, Node in these and in encryption",
    fault: "a rate source reading a file",
    sources: { "adapters/rates/a.ts": `import { readFile } from "node:fs/promises";` },
  },
  {
    law: "the core, the providers and the laws reach nothing of Node, not even in a type",
    fault: "the core reaching Node through two modules",
    sources: {
      "index.ts": `export { a } from "./adapters/storage/a.js";`,
      "adapters/storage/a.ts": `import type { B } from "./json-file/b.js";`,
      "adapters/storage/json-file/b.ts": `import type { Stats } from "node:fs";`,
    },
  },
  {
    law: "modules do not import each other in a circle at run time",
    fault: "two modules that need each other",
    sources: { "domain/a.ts": `import "./b.js";`, "domain/b.ts": `export { a } from "./a.js";` },
  },
];

describe("a law of the architecture", () => {
  it.each(planted)("is broken by $fault: $law", ({ law, sources }) => {
    const broken = architectureLaws.filter(({ brokenBy }) => brokenBy(graphOf(sources)).length > 0);
    expect(broken.map(({ name }) => name)).toContain(law);
  });

  it("has a planted fault each", () => {
    expect(new Set(planted.map(({ law }) => law))).toEqual(new Set(architectureLaws.map(({ name }) => name)));
  });

  it("lets two modules name each other's types", () => {
    const sources = { "domain/a.ts": `import type { B } from "./b.js";`, "domain/b.ts": `import { a } from "./a.js";` };
    expect(architectureLaws.flatMap(({ brokenBy }) => brokenBy(graphOf(sources)))).toEqual([]);
  });
});

function graphOf(sources: Record<string, string>): ImportGraph {
  const modules = Object.keys(sources);
  return { modules, imports: Object.entries(sources).flatMap(([path, text]) => importsOf(path, text)) };
}
