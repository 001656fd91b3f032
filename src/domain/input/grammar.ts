/** How an input becomes a value: plain copy, shape, texts, rules; every issue at once, in document order. */
import { isCountry } from "../identifiers/country.js";
import type { Issue } from "../issue.js";
import { failed, type Result, succeeded } from "../result.js";
import { type PlainOptions, toPlain } from "./plain.js";
import { escapeToken, inDocumentOrder } from "./pointer.js";
import type { RuleContext, RuleGroup } from "./rule.js";
import { type Shape, shapeFaults } from "./shape.js";
import { areTextsSound, findBrokenTextRule } from "./text-rules.js";

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
  const plain = toPlain(input, grammar);
  const ruleAt = (path: string): string => clauseAt(grammar, path);
  if (!plain.ok) return failed([unreadable(plain.path, ruleAt(plain.path))]);
  const issues = issuesOf(grammar, plain.value, ruleAt, contextOf(options));
  // Without an issue of its shape the value fits it: `fits` has said so.
  return issues.length === 0 ? succeeded(plain.value as T) : failed(inDocumentOrder(plain.value, issues));
}

function issuesOf(
  grammar: Grammar<unknown>,
  document: unknown,
  ruleAt: (path: string) => string,
  context: RuleContext,
): readonly Issue[] {
  const faults = shapeFaults(grammar.shape, document, ruleAt);
  const faulty = new Set(faults.map(({ place }) => place));
  const issues = eachOnce(faults.map(({ issue }) => issue));
  const { mayBeEmpty = [] } = grammar;
  const texts = areTextsSound(document) ? [] : textIssues(document, "", "The input", { faulty, mayBeEmpty, ruleAt });
  for (const issue of texts) {
    issues.push(issue);
    faulty.add(issue.path);
  }
  for (const group of grammar.rules) issues.push(...group.issuesOf(document, faulty, context));
  return issues;
}

/** Several unknown properties whose names may not be told are one issue: they would all read the same. */
function eachOnce(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.code} ${issue.path}`, issue])).values()];
}

interface TextWalk {
  /** Nothing at or below these places is looked at: their names may be unknown, and so untellable. */
  readonly faulty: ReadonlySet<string>;
  readonly mayBeEmpty: readonly string[];
  readonly ruleAt: (path: string) => string;
}

function textIssues(value: unknown, path: string, name: string, walk: TextWalk): readonly Issue[] {
  if (walk.faulty.has(path)) return [];
  if (typeof value === "string") {
    if (value === "" && walk.mayBeEmpty.includes(name)) return [];
    const broken = findBrokenTextRule(value);
    if (broken === undefined) return [];
    return [{ code: broken.code, path, rule: walk.ruleAt(path), message: `${name} ${broken.message}` }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => textIssues(item, `${path}/${index}`, `Each of ${name}`, walk));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textIssues(member, `${path}/${escapeToken(key)}`, key, walk));
}

function clauseAt(grammar: Grammar<unknown>, path: string): string {
  let found = "";
  for (const [prefix, clause] of grammar.clauses) {
    if (path === prefix || path.startsWith(`${prefix}/`)) found = clause;
  }
  return found;
}

function contextOf({ countries = [], today }: ParseContext): RuleContext {
  const known = (text: string): boolean => isCountry(text) || countries.includes(text);
  return today === undefined ? { isCountry: known } : { isCountry: known, today };
}

function unreadable(path: string, rule: string): Issue {
  const message =
    "The input could not be read here: a getter or proxy threw, it contains itself, or it is far too large; pass plain data.";
  return { code: "unreadable", path, rule, message };
}
