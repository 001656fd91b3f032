import UnpluginTypia from "@typia/unplugin/esbuild";
import { defineConfig } from "tsup";

const publicEntries = {
  index: "src/index.ts",
  "json-file": "src/json-file.ts",
  providers: "src/providers.ts",
  sql: "src/sql.ts",
  testing: "src/testing.ts",
};

export default defineConfig({
  entry: {
    ...publicEntries,
    // No entry points of the package: with files of their own, who only imports one of them bundles nothing else.
    accounts: "src/domain/accounts/parse.ts",
    addresses: "src/domain/chains/parse.ts",
    thresholds: "src/domain/thresholds/engine.ts",
    compliance: "src/compliance.ts",
  },
  format: ["esm", "cjs"],
  dts: { entry: publicEntries },
  clean: true,
  silent: true,
  // `node:fs` stays `node:fs`: other runtimes and bundlers know by the prefix what is Node's.
  removeNodeProtocol: false,
  target: "node20",
  // Shared chunks in both formats: a ComplianceError is the same class from whichever entry point it comes.
  splitting: true,
  treeshake: true,
  // Whatever helper a shape may need of typia is bundled, so that dist imports no typia; lowdb is ESM only, and
  // `require` of it works from Node 20.19 on at the earliest, so it is bundled too. THIRD-PARTY-NOTICES.md names both.
  noExternal: [/typia/, /standard-schema/, "lowdb"],
  esbuildPlugins: [UnpluginTypia({ include: [/\.shape\.ts$/], log: false })],
});
