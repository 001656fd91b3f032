/** `npm run bench`: the questions of this folder. What it can do stands in support/harness/options.ts. */
import { styleText } from "node:util";
import { bench } from "./support/harness/bench.js";

const hasColours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;

process.exitCode = await bench(process.argv.slice(2), {
  questions: new URL("./", import.meta.url),
  scripts: new URL("../scripts/", import.meta.url),
  budget: new URL("budget.json", import.meta.url),
  results: new URL("results/latest.json", import.meta.url),
  charts: new URL("../docs/charts/", import.meta.url),
  print: (text) => console.log(text),
  terminal: process.stderr,
  ...(hasColours && { mark: (text) => styleText(["red", "bold"], text) }),
});
