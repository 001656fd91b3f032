/** The caller's input as plain data: what is copied, what is not, and where it ends. */
import { describe, expect, it } from "vitest";
import { toPlain } from "../../../src/domain/input/plain.js";

const options = { arrays: ["list"], nullIsAbsent: false };

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { inner: value };
  return value;
}

function withValues(count: number): object {
  return Object.fromEntries(Array.from({ length: count - 1 }, (_, index) => [`k${index}`.split("").join("_"), index]));
}

describe("a plain copy", () => {
  it("has own enumerable members only, and no undefined ones", () => {
    const source = Object.create({ inherited: 1 });
    source.own = 2;
    source.absent = undefined;
    source[Symbol("symbol")] = 3;
    Object.defineProperty(source, "hidden", { value: 4, enumerable: false });
    expect(toPlain(source, options)).toStrictEqual({ ok: true, value: { own: 2 } });
  });

  it("drops null only where null counts as absent, and never in a list", () => {
    const source = { a: null, list: [null] };
    expect(toPlain(source, options)).toStrictEqual({ ok: true, value: { a: null, list: [null] } });
    expect(toPlain(source, { ...options, nullIsAbsent: true })).toStrictEqual({ ok: true, value: { list: [null] } });
  });

  it("keeps lists where they may be, and makes of others what no shape accepts", () => {
    const copy = toPlain({ list: [1, [2]], other: [3] }, options);
    expect(copy).toMatchObject({ ok: true, value: { list: [1, expect.any(Symbol)], other: expect.any(Symbol) } });
    expect(toPlain([], options)).toMatchObject({ value: expect.any(Symbol) });
  });

  it("has __proto__ as a member like any other", () => {
    const copy = toPlain(JSON.parse('{"__proto__":{"a":1}}'), options);
    expect(copy.ok && Object.keys(Object(copy.value))).toEqual(["__proto__"]);
    expect(copy.ok && Reflect.get(Object(copy.value), "a")).toBeUndefined();
  });
});

describe("an input that is too large", () => {
  it("is unreadable from the seventeenth level on, told to the sixteenth", () => {
    expect(toPlain(nested(16), options).ok).toBe(true);
    expect(toPlain(nested(17), options)).toEqual({ ok: false, path: "/inner".repeat(16) });
  });

  it("is unreadable from the value after the ten thousandth on", () => {
    expect(toPlain(withValues(10_000), options).ok).toBe(true);
    expect(toPlain(withValues(10_001), options)).toEqual({ ok: false, path: "/k_9_9_9_9" });
  });

  it("is told no further than its names may be", () => {
    const cycle: Record<string, unknown> = {};
    cycle["a"] = { "Jane Doe": cycle };
    expect(toPlain(cycle, options)).toEqual({ ok: false, path: "/a" });
  });
});
