/** Parses an input: returns a plain copy, or every issue in the order of the input. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { isCountry } from "../identifiers/country.js";
import { checkOptionNames } from "../options.js";
import { own } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import { issuesOf, unreadable } from "./faults.js";
import { type Reader, ReadState } from "./read-state.js";
import { isSafeText } from "./text-rules.js";
import type { ParseContext, ParseOptions, RuleContext } from "./types.js";

/** Returns a plain copy of the input, or all its issues. */
export function parseInput<T>(reader: Reader<T>, input: unknown, options?: ParseContext): Result<T> {
  const state = new ReadState(reader, options === undefined ? DEFAULT_CONTEXT : readContext(options));
  let copy: object | null;
  try {
    copy = reader.read(input, 0, state);
  } catch (error) {
    // The registered module of a chain is faulty, not the input.
    if (state.context.chains !== undefined && error instanceof ComplianceError) throw error;
    // The error is dropped on purpose: it may contain personal data.
    return failed([state.unreadable ?? unreadable(0, undefined, state)]);
  }
  // The reader is generated from T.
  return state.isValid ? succeeded(copy as T) : failed(issuesOf(state));
}

const NAMES: Readonly<Record<keyof ParseOptions, true>> = { countries: true, emptyIsAbsent: true };

/**
 * Refuses unknown options of a parser: a misspelt one would be ignored.
 *
 * @param parser - its name, for the message
 * @throws ComplianceError `invalid_input`
 */
export function checkParseOptions(parser: string, options: ParseOptions | undefined): void {
  if (options === undefined) return;
  try {
    // A loop, because Object.keys costs a tenth of a small input. It also finds names in a polluted Object.prototype.
    for (const name in options) {
      if (!Object.hasOwn(NAMES, name)) checkOptionNames(parser, options, NAMES, { fail: invalidOptions });
    }
  } catch (error) {
    throw error instanceof ComplianceError ? error : unreadableOptions();
  }
}

const DEFAULT_CONTEXT: RuleContext = { isCountry, today: undefined, emptyIsAbsent: false, chains: undefined };

function readContext(options: ParseContext): RuleContext {
  return readSafely(() => contextOf(options), unreadableOptions);
}

function unreadableOptions(): ComplianceError {
  return invalidOptions('Options of a parser must be readable: { countries: ["XK"] }.');
}

function contextOf(options: ParseContext): RuleContext {
  const countries = own(options, "countries") ?? [];
  const today = own(options, "today");
  const chains = own(options, "chains");
  const emptyIsAbsent = own(options, "emptyIsAbsent") ?? false;
  // Callers without types often pass the text of a form or of an environment variable.
  if (typeof emptyIsAbsent !== "boolean") throw invalidOptions("The option emptyIsAbsent must be true or false.");
  if (countries.length === 0) return { isCountry, today, emptyIsAbsent, chains };
  const added = new Set(countries);
  // The reader skips the text rules for countries, so an added code has to meet them here.
  const isKnown = (text: string): boolean => isCountry(text) || (added.has(text) && isSafeText(text));
  return { isCountry: isKnown, today, emptyIsAbsent, chains };
}

function invalidOptions(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}
