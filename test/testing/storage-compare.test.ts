/** The comparison of stored data. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText } from "../../src/testing/outcome.js";
import { expectSame, isSame } from "../../src/testing/storage/compare.js";

describe("isSame", () => {
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

  it("agrees with a comparison as JSON", () => {
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

  it("prints short values completely, cuts long ones, and stays on one line", () => {
    expect(jsonText({ a: "\ud83d\n" })).toBe('{"a":"\\ud83d\\n"}');
    expect(jsonText(undefined)).toBe("undefined");
    expect(jsonText(1n)).toBe("[object BigInt]");
    expect(jsonText("x".repeat(5000))).toMatch(/^"x{1499} … \(5002 characters\)$/);
    expect(() => expectSame("the answer", [1], [2])).toThrow("the answer is [1], expected [2]");
  });
});
