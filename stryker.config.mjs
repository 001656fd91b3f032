/**
 * Mutation tests: `npm run mutation` for all of `src/domain`, `MUTATION_SCOPE=decisions npm run mutation` for the code
 * that decides about thresholds, as in CI. Limit it with `-- --mutate 'src/domain/page.ts'`.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";

const scopes = {
  domain: ["src/domain/**/*.ts"],
  decisions: ["src/domain/{decimal,timestamp}.ts", "src/domain/identifiers/**/*.ts", "src/domain/thresholds/**/*.ts"],
};

// biome-ignore lint/style/noDefaultExport: Stryker requires a default export.
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  coverageAnalysis: "perTest",
  // Mutants that run only while a module loads would need every test each.
  ignoreStatic: true,
  mutate: scopes[process.env.MUTATION_SCOPE ?? "domain"],
  ignorePatterns: ["/bench", "/coverage", "/dist", "/docs"],
  tempDirName: join(tmpdir(), "vaspkit-mutation"),
  cleanTempDir: "always",
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
};
