/** Which laws a subject breaks. */
import type { Law } from "../../src/testing.js";

/** The error of each law that is broken, by its name. */
export async function brokenOf(laws: readonly Law[]): Promise<ReadonlyMap<string, Error>> {
  const broken = new Map<string, Error>();
  for (const { name, run } of laws) await run().catch((error: Error) => broken.set(name, error));
  return broken;
}
