/** A law: a sentence that an implementation of ours or yours must keep, checked under whatever test runner. */
import { type CheckOptions, checkOptionsOf } from "./law-options.js";

/**
 * One law.
 *
 * @example
 * for (const law of riskProviderConformance(subject)) it(`${law.name}: ${law.rule}`, () => law.run()); // vitest, jest, mocha, node:test
 */
export interface ConformanceCheck {
  /** For the name of a test. No two laws of a list have the same. */
  readonly name: string;
  /** The sentence that is checked. */
  readonly rule: string;
  /**
   * Resolves when the law is kept; rejects with an error that says which law is broken by what, and nothing personal.
   * Its `cause`, where it has one, is what your own part threw, just as it was: nobody has looked at what that tells.
   * It waits for no callback and takes nothing from what a runner hands to a test (a context, `done`), so `it(name, run)`
   * works too.
   */
  readonly run: RunCheck;
}

/** Two signatures, for a runner's `it(name, run)` must compile although what it hands over are no options. */
export type RunCheck = (() => Promise<void>) & ((options: CheckOptions) => Promise<void>);

/** What is seen against a law, in words without a value of a question or an answer. */
export type Seen = string | SeenWithCause;

interface SeenWithCause {
  readonly words: string;
  /** What whoever is on trial threw, where no word may be told of it. */
  readonly cause: unknown;
}

/** undefined: the law is kept. */
export type Check = () => Promise<Seen | undefined>;

/** The same, with where it was seen before it. */
export function seenAt(place: string, seen: Seen): Seen {
  return typeof seen === "string" ? `${place} ${seen}` : { ...seen, words: `${place} ${seen.words}` };
}

/** The law that the check checks. */
export function checkOf(name: string, rule: string, check: Check): ConformanceCheck {
  return checkThat(name, rule, async () => {
    const seen = await check();
    if (seen === undefined) return;
    if (typeof seen === "string") throw new Error(brokenText(name, rule, seen));
    throw new Error(brokenText(name, rule, seen.words), { cause: seen.cause });
  });
}

/** The law that `keep` checks, which throws an error that says everything. */
export function checkThat(
  name: string,
  rule: string,
  keep: (options: CheckOptions) => Promise<void>,
): ConformanceCheck {
  // Of length 0: mocha and jest hand `done` only to a function that names an argument, and would wait for it.
  const run = async (...given: readonly unknown[]): Promise<void> => keep(checkOptionsOf(given[0]));
  return { name, rule, run };
}

/** What the error of a broken law says first. */
export function brokenText(name: string, rule: string, seen: string): string {
  return `The law "${name}" is broken: ${seen.replace(/\.$/, "")}. It says that ${rule}.`;
}
