/** How an input becomes a value: at once where it is wholly valid, else with every issue, in document order. */
import { isCountry } from "../identifiers/country.js";
import type { Issue } from "../issue.js";
import { failed, type Result, succeeded } from "../result.js";
import { faultsOf } from "./faults.js";
import { clauseAt, type Place, placesOf } from "./place.js";
import { type PlainOptions, toPlain } from "./plain.js";
import { inDocumentOrder } from "./pointer.js";
import type { RuleContext, RuleGroup } from "./rule.js";
import type { Shape } from "./shape.js";
import { isSoundText } from "./text-rules.js";
import { readWhole } from "./whole.js";

/** What a kind of input must be. */
export interface Grammar<T> extends PlainOptions {
  /** Types, required and unknown members: typia's work. */
  readonly shape: Shape<T>;
  /** Names of the properties whose text may be empty, where a clause says so (§2.8). */
  readonly mayBeEmpty?: readonly string[];
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
export function parseBy<T>(grammar: Grammar<T>, input: unknown, options: ParseContext = {}): Result<T> {
  const places = placesOf(grammar);
  const context = contextOf(options);
  const whole = readWhole(places, input, context, grammar.nullIsAbsent);
  // It is wholly valid: what `T` says of it, the shape says too.
  return whole === undefined ? parseThoroughly(grammar, input, context) : succeeded(whole as T);
}

/** The thorough path, which alone decides what is wrong: plain copy, shape and texts, rules, document order. */
export function parseThoroughly<T>(grammar: Grammar<T>, input: unknown, context: RuleContext): Result<T> {
  const plain = toPlain(input, grammar);
  if (!plain.ok) return failed([unreadable(plain.path, clauseAt(grammar, plain.path))]);
  const issues = issuesOf(grammar, plain.value, context);
  // Without an issue of its shape the value fits it: `fits` has said so.
  return issues.length === 0 ? succeeded(plain.value as T) : failed(inDocumentOrder(plain.value, issues));
}

function issuesOf(grammar: Grammar<unknown>, document: unknown, context: RuleContext): readonly Issue[] {
  const { root } = placesOf(grammar);
  const { issues, faulty } = faultsOf(document, root);
  // It fails closed, should the schema ever find no fault in what does not fit.
  if (issues.length === 0 && !grammar.shape.fits(document)) return [notOfShape(root)];
  for (const group of grammar.rules) issues.push(...group.issuesOf(document, faulty, context));
  return issues;
}

function notOfShape({ name, noun, clause }: Place): Issue {
  return { code: "wrong_type", path: "", rule: clause, message: `${name} must be ${noun}.` };
}

const ASSIGNED: RuleContext = { isCountry };

/** What rules may know, by the options. */
export function contextOf({ countries = [], today }: ParseContext): RuleContext {
  if (countries.length === 0) return today === undefined ? ASSIGNED : { isCountry, today };
  // Sound, for a country is never asked whether its text is.
  const known = (text: string): boolean => isCountry(text) || (countries.includes(text) && isSoundText(text));
  return today === undefined ? { isCountry: known } : { isCountry: known, today };
}

function unreadable(path: string, rule: string): Issue {
  const message =
    "The input could not be read here: a getter or proxy threw, it contains itself, or it is far too large; pass plain data.";
  return { code: "unreadable", path, rule, message };
}
