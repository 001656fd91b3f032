/** How an input becomes a value, or every issue, in document order. */
import { isCountry } from "../identifiers/country.js";
import type { Issue } from "../issue.js";
import { failed, type Result, succeeded } from "../result.js";
import { clauseAt, compileSchema } from "./place.js";
import { inDocumentOrder, tokensOf } from "./pointer.js";
import { type Reading, read } from "./read.js";
import type { RuleContext, RuleGroup } from "./rule.js";
import type { Shape } from "./shape.js";
import { isSoundText } from "./text-rules.js";

/** What a kind of input must be. */
export interface InputSchema<T> {
  /** Types, required and unknown members: typia's work. */
  readonly shape: Shape<T>;
  /** Names of the properties whose text may be empty, where a clause says so (§2.8). */
  readonly mayBeEmpty?: readonly string[];
  /** Whether a null member counts as absent (§2.7). */
  readonly nullIsAbsent: boolean;
  /** The clause of each place: the longest matching prefix counts. "" comes first. */
  readonly clauses: readonly (readonly [prefix: string, clause: string])[];
  readonly rules: readonly RuleGroup[];
}

/** Options of every `parse…` function. */
export interface ParseOptions {
  /** Country codes to accept besides the officially assigned ones, for example `["XK"]`. */
  readonly countries?: readonly string[];
}

/** Adds `today` for the operations, which have a clock. */
export interface ParseContext extends ParseOptions {
  readonly today?: string;
}

/** The input as a plain copy that obeys the grammar, or all its issues. */
export function parseInput<T>(grammar: InputSchema<T>, input: unknown, options: ParseContext = {}): Result<T> {
  const places = compileSchema(grammar);
  const context = contextOf(options);
  const found = read(input, places.root, context, grammar.nullIsAbsent);
  if (!found.isReadable) return failed([unreadable(found.path, clauseAt(grammar, found.path))]);
  const { value, reading } = found;
  // What obeys is what `T` says, for the schema says the same.
  if (reading.isValid && obeys(value, places.otherRules, context)) return succeeded(value as T);
  const broken = brokenRules(grammar, value, reading);
  // No rule says again what it said on the way: somebody has changed what all objects inherit. It fails closed.
  if (reading.issues.length + broken.length === 0) return failed([unreadable("", places.root.clause)]);
  // As they were found, but for an issue that stands in for a name that may not be told.
  if (broken.length === 0 && reading.redactedParents === undefined) return failed(reading.issues);
  const tokens = (pointer: string): readonly string[] => places.tokens.get(pointer) ?? tokensOf(pointer);
  return failed(inDocumentOrder(value, [...reading.issues, ...broken], tokens));
}

function obeys(document: unknown, rules: readonly RuleGroup[], context: RuleContext): boolean {
  return rules.every((group) => group.issuesOf(document, new Set(), context).length === 0);
}

/** All rules once more, in the order of the specification; of each fault one tells. */
function brokenRules({ rules }: InputSchema<unknown>, document: unknown, reading: Reading): readonly Issue[] {
  const faulty = new Set<string>();
  for (const { code, path } of reading.issues) {
    // No rule reads an unknown property.
    if (code !== "unknown_property") faulty.add(path);
  }
  const issues: Issue[] = [];
  for (const group of rules) issues.push(...group.issuesOf(document, faulty, reading.context));
  return issues;
}

const ASSIGNED: RuleContext = { isCountry };

/** What rules may know, by the options. */
function contextOf({ countries = [], today }: ParseContext): RuleContext {
  if (countries.length === 0) return today === undefined ? ASSIGNED : { isCountry, today };
  const added = new Set(countries);
  // Sound, for a country is never asked whether its text is.
  const known = (text: string): boolean => isCountry(text) || (added.has(text) && isSoundText(text));
  return today === undefined ? { isCountry: known } : { isCountry: known, today };
}

function unreadable(path: string, clause: string): Issue {
  const message = "The input could not be read here: a getter or proxy threw, or it is far too large; pass plain data.";
  return { code: "unreadable", path, clause, message };
}
