/** The benchmark harness on the questions of test/support/bench: `bench-child.ts FOLDER ARGUMENT…`, which writes into FOLDER. */
import { pathToFileURL } from "node:url";
import { bench } from "../../bench/support/harness/bench.js";

const [folder = "", ...args] = process.argv.slice(2);
const base = pathToFileURL(`${folder}/`);

process.exitCode = await bench(args, {
  questions: new URL("bench/", import.meta.url),
  scripts: new URL("bench-scripts/", base),
  budget: new URL("budget.json", base),
  results: new URL("results/latest.json", base),
  charts: new URL("charts/", base),
  print: (text) => console.log(text),
  terminal: process.stderr,
});
