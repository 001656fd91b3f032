/** What the laws of a storage have in common. */
import * as fc from "fast-check";
import type { Storage } from "../../../src/ports/storage.js";

/** A new, empty storage. */
export type MakeStorage = () => Promise<Storage> | Storage;

/** A new, empty storage that closes when the test has finished. */
export type Opened = () => Promise<Storage>;

export const ALL = { page: 1, size: 1000 };

/** Writes over every property of a record that a caller holds, however deep. */
export function spoil(value: object): void {
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === "object" && inner !== null) spoil(inner);
    Reflect.set(value, key, "spoilt");
  }
  if (Array.isArray(value)) value.push("spoilt");
  Reflect.set(value, "more", "spoilt");
}

/** A property on a new storage for every case. */
export async function forAll<A, B>(
  opened: Opened,
  runs: number,
  a: fc.Arbitrary<A>,
  b: fc.Arbitrary<B>,
  holds: (storage: Storage, a: A, b: B) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(a, b, async (first, second) => {
    const storage = await opened();
    await holds(storage, first, second);
    await storage.close();
  });
  await fc.assert(property, { numRuns: runs });
}
