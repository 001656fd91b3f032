import { webcrypto } from "node:crypto";
/** What the build gives: entry points that need only what package.json names, and a core that runs without Node. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { type BuildResult, build } from "esbuild";
import { describe, expect, it } from "vitest";
import { packageOf, peerPackages } from "../support/architecture.js";
import { importsOf } from "../support/import-graph.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { dependencies, exports } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
const entryPoints = Object.keys(exports)
  .filter((name) => name !== "./package.json")
  .map((name) => name.replace(".", "vaspkit"));
const declarations = readdirSync(`${root}/dist`).filter((name) => /\.d\.c?ts$/.test(name));

describe.each([
  ["audit.js", []],
  ["audit.cjs", []],
  ["chains.js", []],
  ["chains.cjs", []],
  ["ivms101.js", []],
  ["ivms101.cjs", []],
  ["jurisdictions.js", []],
  ["jurisdictions.cjs", []],
  ["index.js", []],
  ["index.cjs", []],
  ["http.js", []],
  ["http.cjs", []],
  ["openapi.js", []],
  ["openapi.cjs", []],
  ["ownership.js", []],
  ["ownership.cjs", []],
  ["providers.js", []],
  ["providers.cjs", []],
  ["recovery-phrases.js", []],
  ["recovery-phrases.cjs", []],
  ["testing.js", ["fast-check"]],
  ["testing.cjs", ["fast-check"]],
  ["trp.js", []],
  ["trp.cjs", []],
  ["sql.js", ["kysely", "node:"]],
  ["sql.cjs", ["kysely", "node:"]],
  ["json-file.js", ["node:"]],
  ["json-file.cjs", ["node:"]],
])("dist/%s", (file, allowed) => {
  it("imports only dependencies, and peers and Node only where it says so", async () => {
    const outside = await importedFromOutside(`dist/${file}`);
    const unexpected = outside.filter(
      (name) => !(packageOf(name) in dependencies || allowed.some((start) => name.startsWith(start))),
    );
    expect(unexpected).toEqual([]);
  });
});

describe("the built entry points", () => {
  it.each(entryPoints)("%s has the same names as ESM and CJS", async (name) => {
    const { resolve } = createRequire(import.meta.url);
    const required: object = createRequire(import.meta.url)(resolve(name));
    const imported: object = await import(name);
    expect(Object.keys(imported).sort()).toEqual(Object.keys(required).sort());
    expect(Object.keys(imported)).not.toContain("default");
  });

  it("together need every dependency and peer of package.json", async () => {
    const outside = await Promise.all(
      entryPoints.map((name) => importedFromOutside(`dist/${name.split("/")[1] ?? "index"}.js`)),
    );
    const packages = outside
      .flat()
      .filter((name) => !name.startsWith("node:"))
      .map(packageOf);
    expect([...new Set(packages)].sort()).toEqual([...Object.keys(dependencies), ...peerPackages].sort());
  });

  it("contain of other packages only what THIRD-PARTY-NOTICES.md names", () => {
    const code = readdirSync(`${root}/dist`).map((name) => readFileSync(`${root}/dist/${name}`, "utf8"));
    // esbuild heads each module that it writes into a bundle with the path where it found it.
    const packages = code.flatMap((text) => [...text.matchAll(/^\/\/ node_modules\/((?:@[\w-]+\/)?[\w.-]+)/gm)]);
    const notices = readFileSync(`${root}/THIRD-PARTY-NOTICES.md`, "utf8").match(/^## .+$/gm);
    expect(packages.length).toBeGreaterThan(0);
    expect(notices).toEqual(expect.arrayContaining(packages.map(([, name]) => `## ${name}`)));
  });

  it("declare their types without types of other packages, save that peers are taken and given", () => {
    expect(declarations.length).toBeGreaterThanOrEqual(6);
    const imports = declarations.flatMap((name) => importsOf(name, readFileSync(`${root}/dist/${name}`, "utf8")));
    const others = imports.filter(({ own }) => !own).map(({ from, to }) => `${from}: ${to}`);
    expect(others.sort()).toEqual([
      "sql.d.cts: kysely",
      "sql.d.ts: kysely",
      "testing.d.cts: fast-check",
      "testing.d.ts: fast-check",
    ]);
  });
});

describe("the ESM build", () => {
  it("loads at most ten files of its own for an entry point", async () => {
    for (const file of readdirSync(`${root}/dist`).filter((name) => name.endsWith(".js"))) {
      const { metafile } = await bundled(`dist/${file}`);
      expect(Object.keys(metafile.inputs).length, file).toBeLessThanOrEqual(10);
    }
  });
});

describe("the declarations", () => {
  it("contain no internal constants", async () => {
    const modules: readonly object[] = await Promise.all(entryPoints.map((name) => import(name)));
    const exported = modules.flatMap(Object.keys);
    const declared = declarations.flatMap((name) =>
      [...readFileSync(`${root}/dist/${name}`, "utf8").matchAll(/^declare const (\w+)/gm)].map(
        ([, constant = ""]) => constant,
      ),
    );
    expect(declared.filter((name) => !exported.includes(name))).toEqual([]);
  });
});

describe("the core in a browser", () => {
  it("runs the consumer's story in a bare context: no process, no Buffer, no require", async () => {
    const code = await bundledForBrowser(`
      import * as vaspkit from "vaspkit";
      import { ecbRates } from "vaspkit/providers";
      import { story } from "./test/package/consumer/story.cjs";
      globalThis.finished = story(vaspkit, vaspkit.memoryStorage()).then(() => typeof ecbRates);
    `);
    // Only what every browser and edge runtime has beyond the language, and the core needs.
    const context = createContext({ crypto: webcrypto, performance, setTimeout, clearTimeout, TextEncoder });
    runInContext(code, context);
    expect(runInContext("[typeof process, typeof Buffer, typeof require].join()", context)).toBe(
      "undefined,undefined,undefined",
    );
    await expect(runInContext("finished", context)).resolves.toBe("function");
  });
});

describe("who only reads addresses", () => {
  it("bundles less than 25 kB of minified and gzipped code, nothing of typia or decimal.js among it", async () => {
    const code = await bundledForBrowser(
      `import { parseAddress } from "vaspkit"; globalThis.parse = parseAddress;`,
      true,
    );
    expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(25_000);
    expect(code).not.toMatch(/typia|DecimalError/);
    const context = createContext({});
    runInContext(code, context);
    expect(
      runInContext(`parse("bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4").value.canonical`, context),
    ).toBe("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
  });
});

/** The specifiers that the file and its chunks import from elsewhere, each once. */
async function importedFromOutside(entry: string): Promise<readonly string[]> {
  const { metafile } = await bundled(entry);
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))];
}

/** Bundles a file with its chunks, without packages. */
function bundled(entry: string): Promise<BuildResult<{ metafile: true; write: false }>> {
  return build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: "external",
    external: ["node:*"],
    platform: "neutral",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
}

async function bundledForBrowser(contents: string, minify = false): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, sourcefile: "browser.js" },
    bundle: true,
    platform: "browser",
    format: "iife",
    minify,
    write: false,
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}
