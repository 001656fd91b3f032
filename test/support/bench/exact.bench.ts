/** A question whose ratio is the same each time, and misses its target; another one has no budget. */
import type { Question } from "../../../bench/support/question.js";

export const question: Question = {
  name: "exact",
  asks: "How many bytes?",
  packages: [],
  targets: [{ ratio: "bytes against their budget", atMost: 1 }],
  measure: () => ({
    tables: [],
    ratios: {
      "bytes against their budget": { value: 2, better: "lower", hasNoBudget: true, isExact: true },
      "times as fast": { value: 3, better: "higher" },
    },
    wrong: [],
  }),
};
