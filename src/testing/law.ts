/** A law: a sentence that an implementation of ours or yours must keep, checked under whatever test runner. */

/**
 * One law.
 *
 * @example
 * for (const { name, rule, run } of riskProviderLaws(subject)) it(`${name}: ${rule}`, run); // vitest, jest, mocha,
 * node:test
 */
export interface Law {
  /** For the name of a test. */
  readonly name: string;
  /** The sentence that is checked. */
  readonly rule: string;
  /**
   * Resolves when the law is kept; rejects with an error that says which law is broken by what, and nothing personal.
   */
  readonly run: () => Promise<void>;
}

/** What is seen against a law, in words without a value of a question or an answer; undefined: it is kept. */
export type Check = () => Promise<string | undefined>;

/** The law that the check checks. */
export function lawOf(name: string, rule: string, check: Check): Law {
  const run = async (): Promise<void> => {
    const seen = await check();
    if (seen !== undefined) throw new Error(`The law "${name}" is broken: ${seen}. It says that ${rule}.`);
  };
  return { name, rule, run };
}
