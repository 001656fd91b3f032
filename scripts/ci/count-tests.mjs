/**
 * Prints how many tests passed and failed, `12 0`, from vitest's JSON report, and then the name of each failed test:
 * `node scripts/ci/count-tests.mjs <file>`.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(numPassedTests, numFailedTests);
for (const { name, assertionResults } of testResults) {
  for (const { status, fullName } of assertionResults) {
    if (status === "failed") console.log(`${relative(process.cwd(), name)}: ${fullName}`);
  }
}
