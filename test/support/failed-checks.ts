/** Runs conformance checks and collects those that fail. */
import type { CheckOptions, ConformanceCheck } from "../../src/testing.js";

/** Returns the error of each failed check by its name. A seed, so that the result is always the same. */
export async function failuresOf(checks: readonly ConformanceCheck[]): Promise<ReadonlyMap<string, Error>> {
  const failures = new Map<string, Error>();
  for (const { name, run } of checks) await run({ seed: 1 }).catch((error: Error) => failures.set(name, error));
  return failures;
}

export function checkNamed(name: string, checks: readonly ConformanceCheck[]): ConformanceCheck {
  const check = checks.find((each) => each.name === name);
  if (check === undefined) throw new Error(`There is no check named ${name}.`);
  return check;
}

/** Returns the error of a check, which must fail. */
export async function errorOf(check: ConformanceCheck, options?: CheckOptions): Promise<Error> {
  const error: unknown = await (options === undefined ? check.run() : check.run(options)).catch(
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error("the check passed");
}
