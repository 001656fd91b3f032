/** What arbitraries are asked for, checked: a misspelt option would draw something else in silence. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { quotedName } from "../../domain/input/pointer.js";

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
  const unknown = Object.keys(given).find((name) => !texts.has(name));
  if (unknown !== undefined) {
    throw invalid(`${of} has no option${quotedName(unknown)}; its options are ${[...texts.keys()].join(", ")}`);
  }
  // In the order of what is allowed: what one option may be can depend on those before it.
  for (const [name, fitting] of texts) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined && !fitting.some((text) => text === value)) {
      throw invalid(`The option ${name} of ${of} must be one of ${fitting.join(", ")}`);
    }
  }
  return given;
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `${what}.`);
}
