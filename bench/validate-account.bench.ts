/**
 * How long does it take to check an account, and who checks it rightly? On two levels: by the same rules for everyone, which
 * is what the targets are about; and by the bare shape, which we do not have, for we always check everything.
 */
import type { Question } from "./support/question.js";

export const question: Question = {
  name: "validate-account",
  asks: "How long does it take to check an account, and who checks it rightly?",
  needs: ["build"],
  packages: ["zod", "ajv", "valibot"],
  targets: [
    { ratio: "valid: times as fast as ajv", atLeast: 1.5, isOpen: true },
    { ratio: "valid: times as fast as zod", atLeast: 4, isOpen: true },
    { ratio: "invalid, all issues: times as fast as zod", atLeast: 3, isOpen: true },
  ],
  // It imports dist, which may not be there yet.
  measure: async (run) => (await import("./support/validate-account.js")).measure(run),
};
