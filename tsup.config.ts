import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { mergeChunks } from "./scripts/merge-chunks.mjs";

const publicEntries = {
  index: "src/index.ts",
  chains: "src/chains.ts",
  http: "src/http.ts",
  ivms101: "src/ivms101.ts",
  "json-file": "src/json-file.ts",
  jurisdictions: "src/jurisdictions.ts",
  openapi: "src/openapi.ts",
  audit: "src/audit.ts",
  ownership: "src/ownership.ts",
  providers: "src/providers.ts",
  "recovery-phrases": "src/recovery-phrases.ts",
  sql: "src/sql.ts",
  storage: "src/storage.ts",
  testing: "src/testing.ts",
  trp: "src/trp.ts",
};

/** ESM-only dependencies: imported by the ESM build, copied into the CommonJS build. */
const bundledForRequire = [
  "@noble/curves",
  "@noble/hashes",
  "@scure/base",
  "@scure/bip39",
  "@scure/btc-signer",
  "@scure/sr25519",
  "micro-packed",
];

export default defineConfig({
  // A file without decimal.js, and one with it: bundles cannot leave decimal.js out of a file that imports it.
  entry: { ...publicEntries, own: "src/domain/own.ts", decimal: "src/domain/decimal.ts" },
  format: ["esm", "cjs"],
  dts: { entry: publicEntries },
  clean: true,
  silent: true,
  // Other runtimes and bundlers recognize Node's modules by the `node:` prefix.
  removeNodeProtocol: false,
  target: "node20",
  // Shared chunks in both formats, so that all entry points export the same ComplianceError class.
  splitting: true,
  treeshake: true,
  // lowdb is bundled into both formats. The other ESM-only packages are bundled into the CommonJS
  // build. `require` of an ESM package throws ERR_REQUIRE_ESM before Node 20.19 and 22.12, and in Jest's default mode.
  // THIRD-PARTY-NOTICES.md has the notice of each bundled package.
  noExternal: ["lowdb", ...bundledForRequire],
  onSuccess: () => mergeChunks(fileURLToPath(new URL("dist", import.meta.url)), Object.keys(publicEntries)),
  esbuildOptions: (options, { format }) => {
    if (format === "esm") options.external = [...(options.external ?? []), ...bundledForRequire];
  },
});
