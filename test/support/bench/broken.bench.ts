/** A question that breaks. */
import type { Question } from "../../../bench/support/question.js";

export const question: Question = {
  name: "broken",
  asks: "Does it end?",
  packages: [],
  targets: [],
  measure: () => Promise.reject(new Error("the corpus cannot be made")),
};
