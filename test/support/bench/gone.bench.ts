/** A question whose process ends without an answer. */
import type { Question } from "../../../bench/support/question.js";

export const question: Question = {
  name: "gone",
  asks: "Does it answer?",
  packages: [],
  targets: [],
  measure: () => process.exit(7),
};
