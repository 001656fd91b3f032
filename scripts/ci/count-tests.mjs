/** Prints how many tests passed and failed, `12 0`, from vitest's JSON report: `node scripts/ci/count-tests.mjs <file>`. */
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(numPassedTests, numFailedTests);
