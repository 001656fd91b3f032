/** What the laws of a storage take for the same data. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSame, same, textOf } from "../../src/testing/storage/same.js";

describe("the data of a storage", () => {
  it.each([
    [{ a: 1, b: undefined }, { a: 1 }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [[{ a: [] }], [{ a: [] }]],
    [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [undefined, undefined],
  ])("%j is the same as %j", (a, b) => expect([isSame(a, b), isSame(b, a)]).toEqual([true, true]));

  it.each([
    [undefined, null],
    [{ a: null }, {}],
    [{ a: 1 }, { a: "1" }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [[undefined], []],
    [new Map([["a", 1]]), {}],
    [new Date(0), {}],
    [JSON.parse('{"__proto__":1}'), {}],
    [{}, { constructor: 1 }],
    ["\ud83d", "\ufffd"],
  ])("%j is not the same as %j", (a, b) => expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]));

  it("is the same as itself through JSON, and only then", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        // JSON has no -0.
        const [x, y]: unknown[] = JSON.parse(JSON.stringify([a, b]));
        expect(isSame(x, JSON.parse(JSON.stringify(a)))).toBe(true);
        if (JSON.stringify(x) === JSON.stringify(y)) expect(isSame(x, y)).toBe(true);
        if (isSame(x, y)) expect(x).toEqual(y);
      }),
    );
  });

  it("is told whole when it is short, cut when it is long, and always in one line", () => {
    expect(textOf({ a: "\ud83d\n" })).toBe('{"a":"\\ud83d\\n"}');
    expect(textOf(undefined)).toBe("undefined");
    expect(textOf(1n)).toBe("[object BigInt]");
    expect(textOf("x".repeat(5000))).toMatch(/^"x{1499} … \(5002 characters\)$/);
    expect(() => same("the answer", [1], [2])).toThrow("the answer is [1] where [2] is right");
  });
});
