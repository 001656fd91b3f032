import UnpluginTypia from "@typia/unplugin/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [UnpluginTypia({ include: [/\.shape\.ts$/], log: false })],
  test: {
    include: ["test/**/*.test.ts"],
    typecheck: { enabled: true, include: ["test/types/**/*.test-d.ts"] },
    reporters: ["default"],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // The shape files are typia's generated code: their branches are its own, not ours.
      exclude: ["src/**/*.shape.ts", "src/reference/**"],
      reporter: [["text", { skipFull: true }]],
      thresholds: {
        "src/domain/**": { lines: 100, branches: 100, functions: 100, statements: 100 },
        "src/operations/**": { lines: 100, branches: 100, functions: 100, statements: 100 },
      },
    },
  },
});
