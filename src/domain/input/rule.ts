/** A rule is a row: what is wrong, where, by which clause, and what would be right. */
import type { Issue, IssueCode } from "../issue.js";
import { tokensOf, valueAt } from "./pointer.js";

/** What rules may know besides the value itself. */
export interface RuleContext {
  /** Whether a text is a country that this caller knows: officially assigned, or added by the caller. */
  readonly isCountry: (text: string) => boolean;
  /** Today in UTC, `YYYY-MM-DD`; absent where the time plays no part. */
  readonly today?: string;
}

/** What the text of a member must be. */
export interface TextFormat {
  readonly member: string;
  readonly matches: (text: string, context: RuleContext) => boolean;
  /** Whether a right text breaks no rule of texts either, as a code of a list: then it need not be asked. */
  readonly skipsTextRules: boolean;
}

/** One rule about a `T`. */
export interface Rule<T> {
  readonly code: IssueCode;
  /** The clause. */
  readonly clause: string;
  /** Where the issue points, from the `T`. */
  readonly path: string;
  /**
   * The members whose values `broken` looks at. When one of them has an issue already, the rule is silent: one fault
   * gives one issue. Members that it only asks to be there or not need no mention. A member of a member: `a/b`.
   */
  readonly dependsOn: readonly ((keyof T & string) | `${keyof T & string}/${string}`)[];
  readonly isViolated: (value: T, context: RuleContext) => boolean;
  /** The same once more, where `broken` asks for nothing but the form of one text: the only member that it reads. */
  readonly form?: TextFormat;
  readonly message: string;
}

/** Rules about the object at a place of the document. */
export interface RuleGroup {
  /** @param faulty places that have an issue already; those found here are added. */
  readonly issuesOf: (document: unknown, faulty: Set<string>, context: RuleContext) => readonly Issue[];
  /** Where the group is a table: the place of its object, and its rows. */
  readonly table?: { readonly at: string; readonly rows: readonly Rule<never>[] };
}

/** The rules of the object at `at`; "" is the whole document. Absent or no object: nothing to say here. */
export function rulesAt<T extends object>(at: string, rules: readonly Rule<T>[]): RuleGroup {
  const tokens = tokensOf(at);
  let placed: readonly PlacedRule<T>[] | undefined;
  return {
    table: { at, rows: rules },
    issuesOf: (document, faulty, context) => {
      const value = valueAt(document, tokens);
      if (typeof value !== "object" || value === null) return [];
      // Put together by the first issue, so that importing this costs nothing.
      placed ??= rules.map((rule) => placedAt(at, rule));
      // The shape check said which members are not what T says; `reads` keeps each rule from looking at those.
      return brokenRules(value as T, placed, faulty, context);
    },
  };
}

/** A rule with the places that it names, from the whole document. */
interface PlacedRule<T> {
  readonly rule: Rule<T>;
  readonly path: string;
  readonly reads: readonly string[];
}

function placedAt<T>(at: string, rule: Rule<T>): PlacedRule<T> {
  return { rule, path: at + rule.path, reads: rule.dependsOn.map((member) => `${at}/${member}`) };
}

function brokenRules<T extends object>(
  value: T,
  rules: readonly PlacedRule<T>[],
  faulty: Set<string>,
  context: RuleContext,
): readonly Issue[] {
  const issues: Issue[] = [];
  for (const { rule, path, reads } of rules) {
    if (isSilent(reads, faulty) || !rule.isViolated(value, context)) continue;
    faulty.add(path);
    issues.push({ code: rule.code, path, clause: rule.clause, message: rule.message });
  }
  return issues;
}

function isSilent(reads: readonly string[], faulty: ReadonlySet<string>): boolean {
  if (faulty.size === 0) return false;
  for (const place of reads) {
    if (faulty.has(place)) return true;
  }
  return false;
}
