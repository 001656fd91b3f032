/** Which storage holds how much, and what does it cost? A quarter of an hour; quick: a minute or two. */
import { bytesChart, searchChart, writesChart } from "./support/chart-storage.js";
import type { Findings, Question, Run } from "./support/question.js";
import { faultsOf, ratiosOf, storageTargets, tablesOf } from "./support/storage-report.js";
import { type Plan, run } from "./support/storage-run.js";
import { subjects } from "./support/storage-subjects.js";

const quick: Plan = {
  subjects,
  sizesOf: () => [1_000, 10_000],
  loaded: [],
  bound: { milliseconds: 150, samples: 300 },
  turns: { milliseconds: 1_000, samples: 1_000 },
  fillSeconds: 20,
};

const full: Plan = {
  subjects,
  sizesOf: ({ largest }) => [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest),
  loaded: [200_000, 1_000_000],
  bound: { milliseconds: 2_000, samples: 3_000 },
  turns: { milliseconds: 4_000, samples: 3_000 },
  fillSeconds: 400,
};

async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const { broken, ...results } = await run(isQuick ? quick : full, progress);
  return {
    tables: tablesOf(results),
    ratios: ratiosOf(results),
    wrong: [...broken, ...faultsOf(results)],
    charts: { writes: writesChart(results), search: searchChart(results), bytes: bytesChart(results) },
  };
}

export const question: Question = {
  name: "storage",
  asks: "Which storage holds how much, and what does it cost?",
  nodeOptions: ["--expose-gc"],
  needs: ["sqlite"],
  packages: ["better-sqlite3", "@electric-sql/pglite", "pg", "kysely", "lowdb"],
  targets: storageTargets,
  measure,
};
