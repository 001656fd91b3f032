/** Does the cost of an operation grow with what is kept? In memory, from a thousand records of each kind to a million. */
import type { Question } from "./support/question.js";

export const question: Question = {
  name: "growth",
  asks: "Does the cost of an operation grow with what is kept?",
  // A million accounts, VASPs and their indexes, beside a hundred thousand.
  nodeOptions: ["--max-old-space-size=6000"],
  needs: ["build"],
  packages: [],
  targets: [],
  // It imports dist, which may not be there yet.
  measure: async (run) => (await import("./support/growth.js")).measure(run),
};
