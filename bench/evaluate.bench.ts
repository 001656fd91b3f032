/** How long does it take to evaluate a transaction: checked and decided, and as the whole operation with its alert? */
import type { Question } from "./support/question.js";

export const question: Question = {
  name: "evaluate",
  asks: "How long does it take to evaluate a transaction, and who decides rightly?",
  needs: ["build"],
  packages: ["zod", "decimal.js", "big.js", "json-rules-engine", "lowdb"],
  targets: [
    { ratio: "validated decision: times as fast as zod + decimal.js", atLeast: 10 },
    { ratio: "validated decision: times as fast as zod + json-rules-engine", atLeast: 50, isOpen: true },
  ],
  // It imports dist, which may not be there yet.
  measure: async (run) => (await import("./support/evaluate.js")).measure(run),
};
