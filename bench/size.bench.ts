/**
 * Measures the bytes that an import adds to a bundle. `size-budget.json` has the limits in bytes after gzip; they are
 * changed by hand. The limits of `added` are targets and never change.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { digits } from "./kit/numbers.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_OF_BUDGET = 1.05;

const ENTRIES = [
  "audit",
  "index",
  "json-file",
  "openapi",
  "ownership",
  "providers",
  "recovery-phrases",
  "sql",
  "storage",
  "testing",
  "trp",
];

type Sources = Readonly<Record<string, string>>;

/** `parseAddress` with one more chain. Each budget is that of `only parseAddress`, and what the chain may add. */
function parseOn(chain: string): string {
  return `export { parseAddress } from "./dist/index.js"; export { ${chain} } from "./dist/chains.js"`;
}

/** Entry points, and parts that may be imported alone. */
export const ours: Sources = {
  ...Object.fromEntries(ENTRIES.map((name) => [name, entry(name)])),
  "only parseAccount": 'export { parseAccount } from "./dist/index.js"',
  "only parseAddress": 'export { parseAddress } from "./dist/index.js"',
  "only parseAddress and tron": parseOn("tron"),
  "only parseAddress and bsc": parseOn("bsc"),
  "only createThresholdEngine": 'export { createThresholdEngine } from "./dist/index.js"',
  "only requirementsFor and eu": 'export { eu, requirementsFor } from "./dist/jurisdictions.js"',
  "only verifySignature and solanaMessages": 'export { solanaMessages, verifySignature } from "./dist/ownership.js"',
  "only createHandler": 'export { createHandler } from "./dist/http.js"',
};

/** Entry points in a bundle that has `vaspkit`: the most bytes after gzip that each adds. */
const added: Readonly<Record<string, number>> = { http: 12_000 };

/** Packages, and validators of accounts with only the parts of a package that they use. */
const peers: Sources = {
  zod: 'export { z } from "zod"',
  "zod, account schema": 'export { zodAccounts } from "./bench/peers/account-zod.ts"',
  ajv: 'export { Ajv } from "ajv"',
  "ajv, account schema": 'export { ajvAccounts } from "./bench/peers/account-ajv.ts"',
  "decimal.js": 'export { Decimal } from "decimal.js"',
  "json-rules-engine": 'export { Engine } from "json-rules-engine"',
};

function entry(name: string): string {
  return `export * from "./dist/${name}.js"`;
}

export interface Size {
  readonly minified: number;
  readonly gzip: number;
}

/** Bundles a module with esbuild. Imports are resolved from the root of this repository. */
export async function sizeOf(source: string): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    // Peer dependencies.
    external: ["kysely", "fast-check"],
    logLevel: "silent",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

async function measure({ progress }: Run): Promise<Findings> {
  const text = await readFile(new URL("size-budget.json", import.meta.url), "utf8");
  const budget = JSON.parse(text) as Readonly<Record<string, number>>;
  const rows: (string | number)[][] = [];
  const ratios: Record<string, Ratio> = {};
  for (const [name, source] of Object.entries({ ...ours, ...peers })) {
    progress(name);
    const { minified, gzip } = await sizeOf(source);
    const allowed = budget[name] ?? 0;
    const isOurs = Object.hasOwn(ours, name);
    rows.push([isOurs ? `vaspkit: ${name}` : name, minified, gzip, isOurs ? digits(allowed) : ""]);
    const ratio = { value: gzip / allowed, better: "lower", atMost: MAX_OF_BUDGET, hasNoBudget: true } as const;
    if (isOurs) ratios[`${name}: bytes against their budget`] = ratio;
  }
  const core = await sizeOf(entry("index"));
  for (const [name, target] of Object.entries(added)) {
    const { minified, gzip } = await sizeOf(`${entry("index")}; ${entry(name)}`);
    const bytes = gzip - core.gzip;
    rows.push([`vaspkit: ${name} without the core`, minified - core.minified, bytes, digits(target)]);
    const ratio = { value: bytes / target, better: "lower", atMost: 1, hasNoBudget: true } as const;
    ratios[`${name} without the core: bytes against their target`] = ratio;
  }
  const title = "Bytes that an import adds to a bundle (without the peer dependencies kysely and fast-check)";
  const unknown = Object.keys(budget).filter((name) => !(name in ours));
  return {
    tables: [{ title, columns: ["", "minified", "gzip", "budget"], rows }],
    ratios,
    wrong: unknown.map((name) => `size-budget.json contains ${name}, which is not measured`),
  };
}

export const benchmark: Benchmark = {
  measures: "The bytes that an import adds to a bundle.",
  packages: ["esbuild", "zod", "ajv", "decimal.js", "json-rules-engine"],
  measure,
};
