/**
 * How long does a search take, and does it find what a look at every account finds? A million accounts, some minutes and
 * 3 GB of memory; quick: a hundred thousand, half a minute.
 */
import { termsChart } from "./support/chart-search.js";
import type { Findings, Question, Run } from "./support/question.js";
import {
  BYTES,
  classRatios,
  classTable,
  LONG_NAMES,
  SLOWEST,
  searched,
  wrongClasses,
} from "./support/search-classes.js";
import { comparedTables } from "./support/search-compared.js";
import { listingTable } from "./support/search-listings.js";

function measure({ isQuick, progress }: Run): Findings {
  const [count, compared, terms] = isQuick ? [100_000, 20_000, 40] : [1_000_000, 50_000, 60];
  const found = searched(count, terms, (done) => progress("index and scan", done * 0.7));
  progress("MiniSearch", 0.7);
  const comparedTo = comparedTables(compared, terms);
  progress("listings", 0.9);
  return {
    tables: [classTable(found), ...comparedTo, listingTable(count / 10)],
    ratios: classRatios(found),
    wrong: wrongClasses(found),
    charts: { "search-terms": termsChart(found) },
  };
}

export const question: Question = {
  name: "search",
  asks: "How long does a search take, and does it find what a look at every account finds?",
  nodeOptions: ["--expose-gc"],
  packages: ["minisearch"],
  targets: [
    ...LONG_NAMES.flatMap((ratio) => [
      { ratio, atLeast: 100, of: "full" as const },
      // The scan is ten times shorter there.
      { ratio, atLeast: 20, of: "quick" as const },
    ]),
    { ratio: SLOWEST, atMost: 2 },
    { ratio: BYTES, atMost: 1536 },
  ],
  measure,
};
