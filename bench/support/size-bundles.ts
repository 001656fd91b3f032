/** How many bytes a bundler takes of a module: esbuild, minified, and what gzip makes of it. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Size {
  readonly minified: number;
  readonly gzip: number;
}

/** What somebody writes to have it, such as `export { z } from "zod"`, from the root of this project. */
export async function sizeOf(source: string): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    // Peers: who imports them has them anyway.
    external: ["kysely", "fast-check"],
    logLevel: "silent",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

/** The entry points by name, and parts of one that are imported alone. */
export const ours: Readonly<Record<string, string>> = {
  index: 'export * from "./dist/index.js"',
  "json-file": 'export * from "./dist/json-file.js"',
  providers: 'export * from "./dist/providers.js"',
  sql: 'export * from "./dist/sql.js"',
  testing: 'export * from "./dist/testing.js"',
  "only parseAccount": 'export { parseAccount } from "./dist/index.js"',
  "only parseAddress": 'export { parseAddress } from "./dist/index.js"',
  "only createThresholdEngine": 'export { createThresholdEngine } from "./dist/index.js"',
};

/** What checks an account by the same rules, with no more of each than that needs: parseAccount alone, and the peers' schemas. */
export const checkers: Readonly<Record<string, string>> = {
  "vaspkit: only parseAccount": ours["only parseAccount"] ?? "",
  "zod: only what its schema needs": 'export { zodValidator } from "./bench/support/validate-zod.ts"',
  "ajv: with its schema": 'export { ajvValidator } from "./bench/support/validate-ajv.ts"',
  "valibot: only what its schema needs": 'export { valibotValidator } from "./bench/support/validate-valibot.ts"',
};

/** All of a package, for scale. */
export const others: Readonly<Record<string, string>> = {
  zod: 'export { z } from "zod"',
  ajv: 'export { Ajv } from "ajv"',
  valibot: 'export * from "valibot"',
  "decimal.js": 'export { Decimal } from "decimal.js"',
  "json-rules-engine": 'export { Engine } from "json-rules-engine"',
};
