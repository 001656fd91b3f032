import UnpluginTypia from "@typia/unplugin/vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/**
 * `npm test` runs every project without the files named `*.slow.test.ts` and with small samples. `npm run test:all` runs
 * everything: it sets the mode `all`.
 */
export default defineConfig(({ mode }) => {
  const runsAll = mode === "all";

  function project(name: string, include: readonly string[], isolate = true): TestProjectInlineConfiguration {
    const exclude = ["**/node_modules/**", ...(runsAll ? [] : ["**/*.slow.test.ts"])];
    return { extends: true, test: { name, include: [...include], exclude, isolate } };
  }

  return {
    plugins: [UnpluginTypia({ include: [/\.shape\.ts$/], log: false })],
    test: {
      reporters: ["default"],
      env: runsAll ? { VASPKIT_TEST_ALL: "1" } : {},
      testTimeout: runsAll ? 60_000 : 10_000,
      projects: [
        // These files share one module registry a worker, which saves most of their time. They mock no module.
        project("unit", ["test/{domain,operations,spec}/**/*.test.ts", "test/*.test.ts"], false),
        project("properties", ["test/properties/**/*.test.ts"]),
        project("adapters", [
          "test/adapters/{balances,rates,risk,transport}/**/*.test.ts",
          "test/adapters/options.test.ts",
        ]),
        project("storage", ["test/adapters/*.test.ts", "!test/adapters/options.test.ts"]),
        project("testing", ["test/testing/**/*.test.ts"], false),
        project("bench", ["test/bench/**/*.test.ts"]),
        project("package", ["test/package/**/*.test.ts"]),
        {
          extends: true,
          test: {
            name: "types",
            include: ["test/types/**/*.test.ts"],
            typecheck: {
              enabled: true,
              include: ["test/types/**/*.test-d.ts"],
              tsconfig: "test/types/tsconfig.json",
            },
          },
        },
      ],
      coverage: {
        provider: "v8",
        include: ["src/**/*.ts"],
        // typia generates the code of the shape files, so their branches are not ours.
        exclude: ["src/**/*.shape.ts", "src/reference/**"],
        reporter: [["text", { skipFull: true }]],
        thresholds: {
          "src/domain/**": { lines: 100, branches: 100, functions: 100, statements: 100 },
          "src/operations/**": { lines: 100, branches: 100, functions: 100, statements: 100 },
        },
      },
    },
  };
});
