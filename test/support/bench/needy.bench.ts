/** A question that needs something to be made first. */
import type { Question } from "../../../bench/support/question.js";

export const question: Question = {
  name: "needy",
  asks: "Is it there?",
  needs: ["build"],
  packages: [],
  targets: [],
  measure: () => ({ tables: [], ratios: {}, wrong: [] }),
};
