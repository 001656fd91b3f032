/** `npm run bench`: see `npm run bench -- --help`. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bench } from "./kit/harness.js";

// Benchmarks measure the package as published.
execFileSync(process.execPath, [fileURLToPath(new URL("../scripts/build-if-stale.mjs", import.meta.url))]);

process.exitCode = await bench(process.argv.slice(2), {
  benchmarks: new URL("./", import.meta.url),
  budget: new URL("budget.json", import.meta.url),
  results: new URL("results/latest.json", import.meta.url),
  charts: new URL("../docs/charts/", import.meta.url),
  print: (text) => console.log(text),
});
