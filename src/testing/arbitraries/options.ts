/** What arbitraries are asked for, checked: a misspelt option would draw something else in silence. */
import { ComplianceError } from "../../domain/compliance-error.js";

/** The texts that each option may have. */
export type OptionTexts<T extends object> = { readonly [K in keyof T & string]-?: readonly string[] };

/**
 * @param of the name of the function, for the error
 * @throws ComplianceError `configuration_invalid`, naming the option and what it may be.
 */
export function checkedOptions<T extends object>(of: string, given: T, allowed: OptionTexts<T>): T {
  // For callers without types.
  if (typeof given !== "object" || given === null) throw invalid(`The options of ${of} must be an object`);
  const texts = new Map<string, readonly string[]>(Object.entries(allowed));
  for (const [name, value] of Object.entries(given)) {
    const fitting = texts.get(name);
    if (fitting === undefined)
      throw invalid(`${of} has an option that is unknown; it has ${[...texts.keys()].join(", ")}`);
    if (value !== undefined && !fitting.includes(value)) {
      throw invalid(`The option ${name} of ${of} must be one of ${fitting.join(", ")}`);
    }
  }
  return given;
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `${what}.`);
}
