import UnpluginTypia from "@typia/unplugin/esbuild";
import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", "json-file": "src/json-file.ts", providers: "src/providers.ts" },
  format: ["esm", "cjs"],
  dts: true,
  clean: true,
  target: "node20",
  splitting: true,
  treeshake: true,
  // typia's small helpers are bundled, so that dist imports no typia; lowdb is ESM only, and `require` of it
  // works from Node 20.19 on at the earliest, so it is bundled too.
  noExternal: [/typia/, /standard-schema/, "lowdb"],
  esbuildPlugins: [UnpluginTypia()],
});
