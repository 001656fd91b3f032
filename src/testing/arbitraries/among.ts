/** A choice that shrinks step by step. */
import * as fc from "fast-check";

/** One of the values. It shrinks to those before it, and not only to the first as that of fast-check does. */
export function among<T>(...values: readonly T[]): fc.Arbitrary<T> {
  const groups = values.map((value) => ({ num: 1, build: () => value }));
  return fc.mapToConstant(...groups);
}
