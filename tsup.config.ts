import { defineConfig } from "tsup";

const publicEntries = {
  index: "src/index.ts",
  http: "src/http.ts",
  "json-file": "src/json-file.ts",
  providers: "src/providers.ts",
  sql: "src/sql.ts",
  storage: "src/storage.ts",
  testing: "src/testing.ts",
};

/** ESM-only dependencies: imported by the ESM build, copied into the CommonJS build. */
const bundledForRequire = ["@noble/hashes", "@scure/base"];

export default defineConfig({
  entry: {
    ...publicEntries,
    // Not entry points of the package. Files of their own let a bundle that imports one function leave out the rest.
    accounts: "src/domain/accounts/parse.ts",
    addresses: "src/domain/chains/parse.ts",
    thresholds: "src/domain/thresholds/engine.ts",
    compliance: "src/compliance.ts",
    money: "src/operations/in-money.ts",
    query: "src/domain/search-params.ts",
  },
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
  esbuildOptions: (options, { format }) => {
    if (format === "esm") options.external = [...(options.external ?? []), ...bundledForRequire];
  },
});
