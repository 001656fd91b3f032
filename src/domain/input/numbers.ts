/** Whole numbers within bounds, for pages and limits. */
import type { Rule } from "./rule.js";

/** A row that says: this member, when there, is a whole number from `least` to `most`. */
export function wholeNumber<T, K extends keyof T & string>(
  member: K,
  clause: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): Rule<T> {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  return {
    code: "out_of_range",
    clause,
    path: `/${member}`,
    dependsOn: [member],
    isViolated: (value) => {
      const number = value[member];
      return typeof number === "number" && !(Number.isSafeInteger(number) && number >= least && number <= most);
    },
    message: `${member} must be a whole number, ${bounds}.`,
  };
}
