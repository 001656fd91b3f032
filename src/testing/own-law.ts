/** A consumer's own property as a law: run, told and run again as those of vaspkit are. */
import * as fc from "fast-check";
import { ComplianceError } from "../domain/compliance-error.js";
import type { ConformanceCheck } from "./law.js";
import { validatedCheckOptions } from "./law-options.js";
import { Finding, propertyLaw } from "./property-law.js";
import { failureText } from "./storage/watched.js";

/** A sentence about your own code, and how it is checked. */
export interface PropertyCheck<T> {
  readonly name: string;
  /** The sentence, so that "It says that …" goes before it. */
  readonly rule: string;
  /** What it says something about. */
  readonly drawn: fc.Arbitrary<T>;
  /** False, or an error that is thrown, breaks the law, as in a property of fast-check. */
  readonly holds: (drawn: T) => unknown;
  /** How many cases are tried; usually 100. */
  readonly runs?: number;
}

const USUAL_RUNS = 100;

/**
 * A law of your own. When it is broken, its error says the smallest case that was found, and the seed and path to run it
 * again; what `holds` threw is its cause. The case is printed: draw it from `arbitraries`, and not from real data.
 *
 * @throws ComplianceError `invalid_input` at once, when a part of it is missing; `configuration_invalid` for such `runs`.
 * @example
 * const keeps = propertyCheck({
 *   name: "our form keeps names",
 *   rule: "a customer's name is stored as it was typed",
 *   drawn: arbitraries.name(),
 *   holds: (name) => fromForm({ name }).name === name,
 * });
 * it(keeps.name, () => keeps.run());
 */
export function propertyCheck<T>(law: PropertyCheck<T>): ConformanceCheck {
  const { name, rule, drawn, holds, ...options } = Object(law) as PropertyCheck<T>;
  // For callers without types.
  if (![name, rule].every((text) => typeof text === "string" && text !== "")) throw missing("name and rule as texts");
  if (typeof holds !== "function") throw missing("holds, a function that is asked about each case");
  if (typeof Reflect.get(Object(drawn), "generate") !== "function") throw missing("drawn, an arbitrary of fast-check");
  const { runs = USUAL_RUNS } = validatedCheckOptions("propertyCheck", options, ["runs"]);
  return propertyLaw<T>(name, rule, { runs, heading: "The smallest that was found" }, async () => ({
    drawn: () => drawn,
    holds: async (each) => {
      // As it was drawn: what is on trial may write to it.
      const told = fc.stringify(each);
      const answer = await answerOf(() => holds(each), told);
      if (answer === false) throw new Finding("it does not hold", [told], undefined);
    },
  }));
}

async function answerOf(ask: () => unknown, told: string): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    // An assertion may show a whole comparison: it is in the cause.
    const [first = ""] = failureText(error).split("\n");
    throw new Finding(first, [told], error);
  }
}

function missing(what: string): ComplianceError {
  return new ComplianceError("invalid_input", `propertyCheck needs ${what}: { name, rule, drawn, holds }.`);
}
