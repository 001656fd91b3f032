/** Parses an input: returns a plain copy, or every issue in the order of the input. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { isCountry } from "../identifiers/country.js";
import { checkOptionNames } from "../options.js";
import { own } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import { issuesOf, unreadable } from "./faults.js";
import { type Reader, ReadState } from "./read-state.js";
import { isSafeText } from "./text-rules.js";
import type { ParseContext, ParsedAddresses, ParseOptions, RuleContext } from "./types.js";

/**
 * Returns a plain copy of the input, or all its issues.
 *
 * @param parsed - a map to which the addresses of the input are added
 */
export function parseInput<T>(
  reader: Reader<T>,
  input: unknown,
  options?: ParseContext,
  parsed?: ParsedAddresses,
): Result<T> {
  const state = new ReadState(reader, readContext(options, parsed));
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

/** The options of every parser. */
export const PARSE_OPTIONS: Readonly<Record<keyof ParseOptions, true>> = { countries: true, emptyIsAbsent: true };

/**
 * Refuses unknown options of a parser: a misspelt one would be ignored.
 *
 * @param parser - its name, which the message contains
 * @param names - those of its options
 * @throws ComplianceError `invalid_input`
 */
export function checkParseOptions<T extends object = ParseOptions>(
  parser: string,
  options: T | undefined,
  names: Readonly<Record<string, true>> = PARSE_OPTIONS,
): void {
  if (options === undefined) return;
  try {
    // A loop, because Object.keys costs a tenth of a small input. It also finds names in a polluted Object.prototype.
    for (const name in options) {
      if (!Object.hasOwn(names, name)) checkOptionNames<object>(parser, options, names, { fail: invalidOptions });
    }
  } catch (error) {
    throw error instanceof ComplianceError ? error : unreadableOptions();
  }
}

/** A new object for each input, because it keeps what was parsed. */
function readContext(options: ParseContext | undefined, parsed: ParsedAddresses | undefined): RuleContext {
  if (options === undefined) return { isCountry, today: undefined, emptyIsAbsent: false, chains: undefined, parsed };
  return readSafely(() => contextOf(options, parsed), unreadableOptions);
}

/** Returns the error of options that throw when they are read. */
export function unreadableOptions(): ComplianceError {
  return invalidOptions('Options of a parser must be readable: { countries: ["XK"] }.');
}

function contextOf(options: ParseContext, parsed: ParsedAddresses | undefined): RuleContext {
  const countries = own(options, "countries") ?? [];
  const today = own(options, "today");
  const chains = own(options, "chains");
  const emptyIsAbsent = own(options, "emptyIsAbsent") ?? false;
  // Callers without types often pass the text of a form or of an environment variable.
  if (typeof emptyIsAbsent !== "boolean") throw invalidOptions("The option emptyIsAbsent must be true or false.");
  const rest = { today, emptyIsAbsent, chains, parsed };
  if (countries.length === 0) return { isCountry, ...rest };
  const added = new Set(countries);
  // The reader skips the text rules for countries, so an added code has to meet them here.
  const isKnown = (text: string): boolean => isCountry(text) || (added.has(text) && isSafeText(text));
  return { isCountry: isKnown, ...rest };
}

function invalidOptions(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}
