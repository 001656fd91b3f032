/**
 * Which storage holds how much, and what does it cost? `npx tsx bench/storage.bench.ts`, a quarter of an hour; `--quick`
 * a minute. `--only memory,sqlite` measures some only, `--json FILE` keeps the results, and `--charts --json FILE
 * --search FILE` draws the charts of the docs from results that were kept (those of search.bench.ts are the second).
 * It exits with 2 when a storage gave a wrong answer or lost something. With `--check` it exits with 1 when a target is
 * missed: a write to a JSON file of 100,000 accounts takes at most 1.5 times what one to 1,000 takes, and is 50 times as
 * fast as plain lowdb's; 200,000 accounts are read in 6 s and 800 MB.
 */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { drawCharts } from "./support/chart-files.js";
import { machine } from "./support/sample.js";
import { faultsOf, missesOf, report } from "./support/storage-report.js";
import type { Results } from "./support/storage-results.js";
import { type Plan, run } from "./support/storage-run.js";
import { subjects } from "./support/storage-subjects.js";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    only: { type: "string" },
    json: { type: "string" },
    charts: { type: "boolean", default: false },
    search: { type: "string" },
  },
});

function planned(): Plan {
  const names = options.only?.split(",") ?? subjects.map(({ group }) => group);
  const unknown = names.filter((name) => subjects.every(({ group }) => group !== name));
  if (unknown.length > 0) throw new Error(`there is no storage ${unknown.join(", ")}`);
  const chosen = subjects.filter(({ group }) => names.includes(group));
  if (options.quick) {
    return {
      subjects: chosen,
      sizesOf: ({ name }) => (name === "json-file" || name === "lowdb" ? [1_000, 10_000, 100_000] : [1_000, 10_000]),
      loaded: [],
      bound: { milliseconds: 150, samples: 300 },
      turns: { milliseconds: 1_000, samples: 1_000 },
      fillSeconds: 20,
    };
  }
  return {
    subjects: chosen,
    sizesOf: ({ largest }) => [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest),
    loaded: [200_000, 1_000_000],
    bound: { milliseconds: 2_000, samples: 3_000 },
    turns: { milliseconds: 4_000, samples: 3_000 },
    fillSeconds: 400,
  };
}

function versions(): Readonly<Record<string, string>> {
  // Read as files: not every package lets its package.json be imported.
  const versionOf = (name: string): string => {
    const text = readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8");
    return (JSON.parse(text) as { version: string }).version;
  };
  const names = ["better-sqlite3", "@electric-sql/pglite", "pg", "kysely", "lowdb"];
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

async function measureAll(): Promise<void> {
  const { broken, ...outcome } = await run(planned());
  const results: Results = { machine: machine(), versions: versions(), isQuick: options.quick, ...outcome };
  console.log(report(results));
  for (const line of broken) console.log(`\nBROKEN: ${line}`);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  const misses = missesOf(results);
  for (const miss of misses) console.log(`\ntarget missed: ${miss}`);
  if (options.check && misses.length > 0) process.exitCode = 1;
  if (broken.length > 0 || faultsOf(results).length > 0) process.exitCode = 2;
}

if (options.charts) await drawCharts(options.json, options.search);
else await measureAll();
