import UnpluginTypia from "@typia/unplugin/vite";
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from "vitest/config";

type Transform = (this: unknown, code: string, id: string) => Promise<unknown>;

/** Each project loads this file again. The outputs are shared, because typia takes about 7 s of CPU for all shapes. */
const outputs: Map<string, Promise<unknown>> = (Reflect.get(globalThis, "typiaOutputs") as never) ?? new Map();
Reflect.set(globalThis, "typiaOutputs", outputs);

function typia(): Plugin {
  const plugin = UnpluginTypia({ include: [/\.shape\.ts$/], log: false }) as Plugin & { transform: Transform };
  const { transform } = plugin;
  plugin.transform = function (this: unknown, code: string, id: string) {
    if (!id.endsWith(".shape.ts")) return Promise.resolve(undefined);
    const key = `${id}\n${code}`;
    const output = outputs.get(key) ?? transform.call(this, code, id);
    outputs.set(key, output);
    return output;
  };
  return plugin;
}

/** The only file that replaces a module for others, so it runs alone. */
const mocking = "test/properties/reading.slow.test.ts";

/**
 * `npm test` runs every project without the files named `*.slow.test.ts` and with small samples. `npm run test:all` runs
 * everything: it sets the mode `all`.
 */
export default defineConfig(({ mode }) => {
  const runsAll = mode === "all";

  const excluded = ["**/node_modules/**", ...(runsAll ? [] : ["**/*.slow.test.ts"])];

  // A pattern with `!` in `include` would take all of src from the coverage.
  function project(
    name: string,
    include: readonly string[],
    isolate = true,
    without: readonly string[] = [],
  ): TestProjectInlineConfiguration {
    return { extends: true, test: { name, include: [...include], exclude: [...without, ...excluded], isolate } };
  }

  return {
    plugins: [typia()],
    test: {
      reporters: ["default"],
      env: runsAll ? { VASPKIT_TEST_ALL: "1" } : {},
      setupFiles: process.env["FC_SEED"] === undefined ? [] : ["test/support/seed.ts"],
      // The default leaves one core free, which on two cores doubles the time.
      maxWorkers: "100%",
      testTimeout: 60_000,
      hookTimeout: 60_000,
      projects: [
        // These files share one module registry a worker. Each further project compiles and imports src again, so
        // they are one project: docs/decisions/0274-one-project-of-tests.md. Folders say what they cover.
        project(
          "source",
          [
            "test/{adapters,domain,http,ivms101,operations,ownership,properties,site,spec,testing,trp}/**/*.test.ts",
            "test/*.test.ts",
          ],
          false,
          [mocking],
        ),
        project("readers", [mocking]),
        project("bench", ["test/bench/**/*.test.ts"]),
        project("package", ["test/package/*.test.ts"]),
        {
          extends: true,
          test: {
            name: "types",
            include: ["test/types/**/*.test.ts"],
            exclude: excluded,
            // `npm run typecheck` finds the same errors. It is a step of .ci/run.
            typecheck: {
              enabled: runsAll,
              include: ["test/types/**/*.test-d.ts"],
              tsconfig: "test/types/tsconfig.json",
            },
          },
        },
      ],
      coverage: {
        provider: "v8",
        include: ["src/**/*.ts"],
        // Readers are generated. test/properties/reading.slow.test.ts compares them with the schemas over 100,000 inputs.
        exclude: ["src/generated/**", "src/reference/**"],
        reporter: [["text", { skipFull: true }]],
        thresholds: {
          "src/domain/**": { lines: 100, branches: 100, functions: 100, statements: 100 },
          "src/operations/**": { lines: 100, branches: 100, functions: 100, statements: 100 },
        },
      },
    },
  };
});
