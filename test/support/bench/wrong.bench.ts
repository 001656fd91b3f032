/** A question on which ours is wrong, and fast. */
import type { Question } from "../../../bench/support/question.js";

export const question: Question = {
  name: "wrong",
  asks: "Who is right?",
  packages: [],
  targets: [],
  measure: () => ({
    tables: [{ title: "Answers", columns: ["", "wrong answers"], rows: [["ours", "1 of 2 WRONG"]] }],
    ratios: { "times as fast": { value: 1000, better: "higher" } },
    wrong: ["one answer of two"],
  }),
};
