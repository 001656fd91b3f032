/** Which laws a subject breaks. */
import type { ConformanceCheck } from "../../src/testing.js";

/** The error of each law that is broken, by its name. */
export async function brokenOf(laws: readonly ConformanceCheck[]): Promise<ReadonlyMap<string, Error>> {
  const broken = new Map<string, Error>();
  for (const { name, run } of laws) await run().catch((error: Error) => broken.set(name, error));
  return broken;
}
