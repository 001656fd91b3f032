/** The reader of JSON text: values, faults with their place, limits, and numbers that keep their digits. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type JsonText, type JsonTextOptions, readJsonText } from "../../src/domain/json-text.js";
import { parseTransaction } from "../../src/index.js";
import { runs } from "../support/runs.js";

const read = (text: string, options: Partial<JsonTextOptions> = {}): JsonText =>
  readJsonText(text, { maxValues: 10_000, exact: undefined, ...options });

const refused = (fault: string, path = ""): object => ({ ok: false, fault, path });

describe("a text", () => {
  it("that is JSON has the value of JSON.parse", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: "binary" }), (text) => {
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ...["", " ", "{", "{]", "]", "],,", "}:{", "{}{}", "{'a':1}", "{1:1}", '{"a":1,}', "[1,]", "NaN"],
    ...["01", "1.", ".5", "+1", "1 2", '"\\x"', '{"\\x":1}', '"\t"', '"', '"\\', "undefined", "/**/1"],
    ...['{"transaction":{"amount":--1}}', '{"transaction":{"amount":1e}}', '{"\\x":{"amount":1}}'],
    ...["\uFEFF{}"],
  ])("is not JSON: %s", (text) => {
    expect(read(text)).toEqual(refused("not_json"));
    expect(read(text, { exact: { at: "everywhere", read: String } })).toEqual(refused("not_json"));
    expect(read(text, { exact: { at: ["/transaction/amount"], read: String } })).toEqual(refused("not_json"));
  });

  it("is rejected exactly if JSON.parse rejects it", () => {
    const sign = fc.constantFrom(...'{}[],:"\\u00nst-+.eE019 \n', "true", "null", '"a"', '"b":', "1e5");
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const text = signs.join("");
        const result = read(text, { exact: { at: "everywhere", read: Number } });
        let expected: unknown = refused("not_json");
        try {
          expected = { ok: true, value: JSON.parse(text) };
        } catch {
          // Not JSON.
        }
        if (result.ok || result.fault !== "duplicate_name") expect(result).toEqual(expected);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("keeps __proto__ and constructor as properties of the object itself, which parsers reject", () => {
    const text = '{"__proto__":{"isAdmin":1.0},"constructor":{"prototype":{"isAdmin":true}}}';
    const body = read(text, { exact: { at: "everywhere", read: (literal) => `number ${literal}` } });
    const value = body.ok ? body.value : undefined;
    expect(Object.keys(Object(value))).toEqual(["__proto__", "constructor"]);
    expect(Object.getOwnPropertyDescriptor(Object(value), "__proto__")?.value).toEqual({ isAdmin: "number 1.0" });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
    const parsed = parseTransaction(value);
    const unknown = parsed.ok ? [] : parsed.issues.filter(({ code }) => code === "unknown_property");
    expect(unknown.map(({ path }) => path).sort()).toEqual(["/__proto__", "/constructor"]);
  });

  it("may have half of a surrogate pair, which the reader of a record reports with its path", () => {
    const body = read('{"transaction_id":"\\ud800","amount":1,"currency":"EUR","country":"CH"}');
    const parsed = parseTransaction(body.ok && body.value);
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(["/transaction_id"]);
  });
});

describe("a name that an object has twice", () => {
  it.each([
    ['{"a":1,"a":2}', "/a"],
    ['{"a":1,"a":1}', "/a"],
    ['{"a":{},"a":{}}', "/a"],
    [String.raw`{"a":1,"\u0061":1}`, "/a"],
    [String.raw`{"\u005f_proto__":1,"__proto__":1}`, "/__proto__"],
    ['{"__proto__":1,"__proto__":1}', "/__proto__"],
    ['{"constructor":1,"constructor":2}', "/constructor"],
    ['[[{"b":[{"a":1},{"a":1,"c":2,"a":3}]}]]', "/0/0/b/1/a"],
    // The path ends before a name that may be personal.
    ['{"":1,"":2}', ""],
    ['{"x":{"Jane Doe":{"a":1,"a":2}}}', "/x"],
    ['{"a:":1,"a:":2}', ""],
    ['{"1":1,"1":1}', ""],
    ['{"a/b":{"c~":1,"c~":2}}', "/a~1b/c~0"],
  ])("is a fault with its place: %s", (text, path) => expect(read(text)).toEqual(refused("duplicate_name", path)));

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    String.raw`{"a":"{\"a\":1,\"a\":2}","\"a\":":":","\\":"\\\"{[:"}`,
    '{"a":1,"A":1,"ａ":1}',
    '{"toString":1,"hasOwnProperty":2,"length":3}',
  ])("is not in %s", (text) => expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) }));

  it("is found in any object with a member repeated, and in no other", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
        fc.nat(),
        (object, nth) => {
          const text = JSON.stringify(object);
          expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
          const names = Object.keys(object);
          const name = JSON.stringify(names[nth % names.length]);
          const repeated = `[${text.slice(0, -1)},${name}:1}]`;
          expect(read(repeated)).toMatchObject({ ok: false, fault: "duplicate_name" });
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe("a limit", () => {
  const named = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join()}}`;

  it("of 10,000 values: with more, no value is made of the text", () => {
    for (const text of [named(10_000), `[${"1,".repeat(9_999)}1]`, `[${"{},".repeat(4_999)}[]]`]) {
      expect(read(text).ok).toBe(true);
    }
    const parse = vi.spyOn(JSON, "parse");
    try {
      for (const text of [
        named(10_001),
        `[${named(9_000)},${named(1_001)}]`,
        `[${"1,".repeat(10_000)}1]`,
        `[${"{},".repeat(5_000)}[]]`,
        `[${"[],".repeat(300_000)}[]]`,
        `[1,${"[],".repeat(300_000)}[]]`,
      ]) {
        expect(read(text)).toEqual(refused("too_many_values"));
      }
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it("of values does not count the signs in texts", () => {
    expect(read(`["${'[{,\\"'.repeat(10_000)}"]`).ok).toBe(true);
    expect(read(`["\\\\",${"1,".repeat(10_000)}1]`)).toEqual(refused("too_many_values"));
  });

  it("of 32 levels: deeper it ends without a stack overflow", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(read(nested(32)).ok).toBe(true);
    for (const depth of [33, 1000, 500_000]) {
      expect(read(nested(depth))).toEqual(refused("too_deep"));
      expect(read('{"a":'.repeat(depth))).toEqual(refused("too_deep"));
    }
    expect(read(JSON.stringify("[".repeat(100))).ok).toBe(true);
  });

  it("of 1,000 digits of a number, wherever it is", () => {
    expect(read(`[${"7".repeat(1_000)}]`).ok).toBe(true);
    const long = "7".repeat(1_000_000);
    for (const [text, path] of [
      [long, ""],
      [`{"score":-0.${long}}`, "/score"],
      [`[1,{"other":[1e${long}],"score":1}]`, "/1/other/0"],
      [`{"Jane Doe":${long}}`, ""],
    ] as const) {
      expect(read(text)).toEqual(refused("number_too_long", path));
    }
    expect(read(JSON.stringify(long)).ok).toBe(true);
  });

  it("is found in time in proportion to the length", () => {
    const million = 1_000_000;
    const texts = [
      `"${"\\\\".repeat(million / 2)}"`,
      `{"a":${" ".repeat(million)}1}`,
      `[${"{},".repeat(million / 3)}1]`,
      '"'.padEnd(million, " "),
      // A long name above many numbers.
      `{"${"\\n".repeat(million / 2)}":[${"1.0,".repeat(9_000)}1]}`,
      `{"${"n".repeat(million)}":{${named(9_000).slice(1, -1)},"1":2}}`,
      `${'{"a":'.repeat(31)}[${"1.0,".repeat(9_000)}1]${"}".repeat(31)}`,
    ];
    const startedAt = performance.now();
    for (const text of texts) {
      read(text, { exact: { at: "everywhere", read: String } });
      read(text, { exact: { at: ["/transaction/amount", "/n/0"], read: String } });
    }
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe("an exact number", () => {
  const at = ["/transaction/amount"];
  const exactly = (text: string, exact: JsonTextOptions["exact"]): unknown => {
    const result = read(text, { exact });
    return result.ok ? result.value : result;
  };

  it("is what its literal is read as", () => {
    const literals = ["0", "-0", "1.50", "9007199254740993", "1e3", "-1E+3", "1e400"];
    for (const literal of literals) {
      expect(exactly(literal, { at: "everywhere", read: String })).toBe(literal);
      expect(exactly(`{"transaction":{"amount" :\n${literal} }}`, { at, read: String })).toEqual({
        transaction: { amount: literal },
      });
    }
    expect(exactly('[0,-1,[2.0,{}],{"a":3}]', { at: "everywhere", read: (literal) => `n${literal}` })).toEqual([
      "n0",
      "n-1",
      ["n2.0", {}],
      { a: "n3" },
    ]);
  });

  it.each([
    String.raw`{"\u0074ransaction":{"\u0061mount" : 9007199254740993}}`,
    '{"amount":1,"transaction":{"x":{"amount":1},"y":[1,{"amount":2}],"amount":\n\t 9007199254740993 ,"z":1}}',
    '[{"other":{"amount":1}},{"transaction":{"amount":2}}]',
    '{"transaction":{"1":5,"amount":9007199254740993,"0":5}}',
  ])("is found where it is, and nowhere else: %s", (text) => {
    expect(exactly(text, { at, read: String })).toEqual(
      JSON.parse(text, (_, value) => (value === 9007199254740992 ? "9007199254740993" : value)),
    );
  });

  it.each(['"9007199254740993"', "null", "{}", "[9007199254740993]", "true"])(
    "of another type stays: %s",
    (literal) => {
      const text = `{"transaction":{"amount":${literal}}}`;
      expect(exactly(text, { at, read: String })).toEqual(JSON.parse(text));
    },
  );

  it.each([
    ...['{"amount":9007199254740993}', '{"Transaction":{"amount":9007199254740993}}'],
    ...['{"transaction":{"fee":9007199254740993}}', '{"transaction":[9007199254740993]}'],
    ...['[{"transaction":{"amount":9007199254740993}}]'],
    ...['{"a":{"transaction":{"amount":9007199254740993}}}'],
    ...['{"transaction":1,"b":{"amount":9007199254740993}}', "9007199254740993"],
  ])("elsewhere is that of JSON.parse: %s", (text) => {
    expect(exactly(text, { at, read: String })).toEqual(JSON.parse(text));
  });

  it("can be at several places, items of arrays among them", () => {
    const exact = { at: ["/a", "/b/1", "/b/1/c"], read: String };
    expect(exactly('{"a":1.0,"b":[1.0,2.0,3.0]}', exact)).toEqual({ a: "1.0", b: [1, "2.0", 3] });
    expect(exactly('{"b":[{},{"c":1.0}]}', exact)).toEqual({ b: [{}, { c: "1.0" }] });
  });
});
