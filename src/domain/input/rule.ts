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

/** One rule about a `T`. */
export interface Rule<T> {
  readonly code: IssueCode;
  /** The clause. */
  readonly rule: string;
  /** Where the issue points, from the `T`. */
  readonly path: string;
  /**
   * The members whose values `broken` looks at. When one of them has an issue already, the rule is silent: one fault
   * gives one issue. Members that it only asks to be there or not need no mention. A member of a member: `a/b`.
   */
  readonly reads: readonly ((keyof T & string) | `${keyof T & string}/${string}`)[];
  readonly broken: (value: T, context: RuleContext) => boolean;
  readonly message: string;
}

/** Rules about the object at a place of the document. */
export interface RuleGroup {
  /** @param faulty places that have an issue already; those found here are added. */
  readonly issuesOf: (document: unknown, faulty: Set<string>, context: RuleContext) => readonly Issue[];
}

/** The rules of the object at `at`; "" is the whole document. Absent or no object: nothing to say here. */
export function rulesAt<T extends object>(at: string, rules: readonly Rule<T>[]): RuleGroup {
  const tokens = tokensOf(at);
  return {
    issuesOf: (document, faulty, context) => {
      const value = valueAt(document, tokens);
      if (typeof value !== "object" || value === null) return [];
      // The shape check said which members are not what T says; `reads` keeps each rule from looking at those.
      return brokenRules(value as T, at, rules, faulty, context);
    },
  };
}

function brokenRules<T extends object>(
  value: T,
  at: string,
  rules: readonly Rule<T>[],
  faulty: Set<string>,
  context: RuleContext,
): readonly Issue[] {
  const issues: Issue[] = [];
  for (const { code, rule, path, reads, broken, message } of rules) {
    const isSilent = faulty.size > 0 && reads.some((member) => faulty.has(`${at}/${member}`));
    if (isSilent || !broken(value, context)) continue;
    faulty.add(at + path);
    issues.push({ code, path: at + path, rule, message });
  }
  return issues;
}
