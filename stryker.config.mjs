/**
 * Mutation tests of the domain: `npm run mutation`, or a part of it, `npm run mutation -- --mutate 'src/domain/thresholds/**'`.
 * Stryker changes the code in thousands of places, one at a time, and sees whether a test notices.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";

// biome-ignore lint/style/noDefaultExport: Stryker asks for one.
export default {
  testRunner: "domain",
  plugins: ["./scripts/mutation-runner.mjs"],
  coverageAnalysis: "perTest",
  // The shape files are typia's types: there is nothing in them to change.
  mutate: ["src/domain/**/*.ts", "!src/domain/**/*.shape.ts"],
  ignorePatterns: ["/bench", "/coverage", "/dist", "/docs"],
  tempDirName: join(tmpdir(), "vaspkit-mutation"),
  cleanTempDir: "always",
  // A mutant that does not come to an end is ended by its test's own time; this is for what that cannot end.
  timeoutMS: 60_000,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  // Tables are half of the domain, and here they cost no more than other mutants.
  warnings: { slow: false },
};
