/** Runs conformance checks and collects those that fail. */
import type { ConformanceCheck } from "../../src/testing.js";

/** Returns the error of each failed check by its name. */
export async function failuresOf(checks: readonly ConformanceCheck[]): Promise<ReadonlyMap<string, Error>> {
  const failures = new Map<string, Error>();
  for (const { name, run } of checks) await run().catch((error: Error) => failures.set(name, error));
  return failures;
}
