/** What crosses the port of a storage is copied as its text would be. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyIfAny, copyOf, keptCopyOf } from "../../src/adapters/storage/copy.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { isFullRun } from "../support/runs.js";

/** Anything that JSON.stringify takes: what it leaves out and what it turns into something else as well. */
function anyValue(): fc.Arbitrary<unknown> {
  return fc.anything({
    key: fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toJSON", "length", "1", "0")),
    values: [
      fc.string({ unit: codePoint }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom<unknown>(null, undefined, -0, Number.NaN, Number.POSITIVE_INFINITY, Symbol("text"), String),
    ],
    maxDepth: 4,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  });
}

/** Names in their order, of the value and of all in it. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}

describe("a copy to be given out", () => {
  it("is equal to the copy that is parsed from its JSON text", () => {
    const property = fc.property(fc.oneof(fc.jsonValue(), anyValue()), (value) => {
      const copied = copyOf({ value });
      // Not toStrictEqual: it takes a member named constructor for the object's own.
      expect(isDeepStrictEqual(copied, keptCopyOf({ value }))).toBe(true);
      expect(namesIn(copied)).toEqual(namesIn(keptCopyOf({ value })));
    });
    fc.assert(property, { numRuns: isFullRun ? 1_000 : 50 });
  });

  it("shares nothing with the value", () => {
    const value = { list: [{ name: "a" }], inner: { deep: {} } };
    const copied = copyOf(value);
    expect(copied).toStrictEqual(value);
    expect(copied).not.toBe(value);
    expect(copied.list).not.toBe(value.list);
    expect(copied.list[0]).not.toBe(value.list[0]);
    expect(copied.inner.deep).not.toBe(value.inner.deep);
  });

  it.each([
    ["an own __proto__", JSON.parse('{"a":1,"__proto__":{"b":2}}')],
    ["an object of a class", { at: new Date(0) }],
    ["an item that is undefined", { list: [undefined, 1] }],
    ["a member that is a function", { act: String, a: 1 }],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
    ["-0", { zero: -0, list: [-0] }],
    ["no number", { none: Number.NaN, list: [Number.POSITIVE_INFINITY] }],
    ["a member that is undefined", { none: undefined, a: 1 }],
  ])("is as parsed from its JSON text: %s", (_, value) => {
    expect(copyOf(value)).toStrictEqual(keptCopyOf(value));
    expect(Object.entries(copyOf(value))).toEqual(Object.entries(keptCopyOf(value) as object));
  });

  it("of undefined is undefined", () => {
    expect(copyIfAny(undefined)).toBeUndefined();
    expect(copyIfAny({ a: 1 })).toEqual({ a: 1 });
  });
});
