/** Reading responses: exact numbers, own properties, and errors that name the place and nothing else. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonNode, readJson } from "../../../src/adapters/transport/json.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { ExactDecimal } from "../../../src/domain/decimal.js";
import { runs } from "../../support/runs.js";

const read = (text: string): JsonNode => readJson(text, "node.example");

function refusalOf(reading: () => unknown): string {
  try {
    reading();
  } catch (error) {
    if (error instanceof ComplianceError && error.code === "provider_unreadable") {
      expect(error.cause).toBeUndefined();
      return error.message;
    }
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a number", () => {
  it("keeps every digit: 9007199254740993 lamports are not …992", () => {
    expect(read('{"value": 9007199254740993}').at("value").integer()).toBe(9007199254740993n);
    expect(read("0.1000000000000000055511151231257827").decimal()).toBe("0.1000000000000000055511151231257827");
  });

  it("in exponent form is the same number in digits", () => {
    expect(read("1.2e-05").decimal()).toBe("0.000012");
    expect(read("-1E+3").decimal()).toBe("-1000");
  });

  it("without an exponent loses zeros at its end, and the sign of zero", () => {
    const shortest = {
      "1.50": "1.5",
      "-1.00": "-1",
      "0.0": "0",
      "-0": "0",
      "-0.00": "0",
      "-0.010": "-0.01",
      "100": "100",
    };
    for (const [literal, text] of Object.entries(shortest)) expect(read(literal).decimal()).toBe(text);
  });

  it("is the decimal that an independent library reads", () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/);
    fc.assert(
      fc.property(digits, (literal) => {
        expect(read(literal).decimal()).toBe(new ExactDecimal(literal).toFixed());
      }),
      { numRuns: runs(1000) },
    );
  });

  it("is not a text, and a text is not a number", () => {
    const node = read('{"n1": "n1", "s": "s1", "1": 1}');
    expect(node.names()).toEqual(["n1", "s", "1"]);
    expect([node.at("n1").text(), node.at("s").text()]).toEqual(["n1", "s1"]);
    expect(refusalOf(() => node.at("n1").integer())).toContain("expected a number");
    expect(refusalOf(() => node.at("1").text())).toContain("expected a string");
    expect([node.at("s").isText(), node.at("1").isText()]).toEqual([true, false]);
  });

  it("is whole for integer()", () => {
    for (const text of ["1.0", "1e3", '"1"', "null", "true", "[]"])
      expect(refusalOf(() => read(text).integer())).toContain("number");
  });

  it("with too many digits is rejected before it takes memory", () => {
    expect(refusalOf(() => read("1e999999999").decimal())).toContain("at most 100 digits");
    expect(refusalOf(() => read("1".repeat(200)).decimal())).toContain("at most 100 digits");
    expect(refusalOf(() => read("1".repeat(200)).integer())).toContain("whole number");
  });

  it("of more than 1,000 digits is rejected before it is converted, wherever it stands", () => {
    const long = "7".repeat(1_000_000);
    for (const text of [long, `-0.${long}`, `1e${long}`, `{"other": [${long}], "score": 1}`]) {
      expect(refusalOf(() => read(text))).toContain("more than 1000 digits");
    }
    expect(
      read(`{"text": "${long}", "other": ${"7".repeat(1_000)}, "score": 1}`)
        .at("score")
        .integer(),
    ).toBe(1n);
  });

  it("any of JSON's reads as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e90, max: 1e90 }), (value) => {
        expect(Number(read(JSON.stringify(value)).decimal())).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("a member", () => {
  it("is absent, null or present", () => {
    const node = read('{"a": null, "b": 1}');
    expect([node.at("a").isMissing(), node.at("a").isAbsent()]).toEqual([true, false]);
    expect([node.at("b").isMissing(), node.at("b").isAbsent()]).toEqual([false, false]);
    expect([node.at("c").isMissing(), node.at("c").isAbsent()]).toEqual([true, true]);
    expect(node.at("a").textOrNull()).toBeNull();
    expect(refusalOf(() => node.at("c").textOrNull())).toBe(
      "node.example returned an invalid response: expected a string at /c. Check the URL and the service.",
    );
  });

  it("is never inherited, not even from __proto__", () => {
    expect(read("{}").at("constructor").isAbsent()).toBe(true);
    expect(read('{"__proto__": {"risk": 0}}').at("risk").isAbsent()).toBe(true);
    expect(Reflect.get({}, "risk")).toBeUndefined();
  });

  it("of anything but an object is absent", () => {
    for (const text of ["null", "1", '"text"', "[]", "true"]) expect(read(text).at("length").isAbsent()).toBe(true);
  });

  it("is reported by its place only", () => {
    const node = read('{"items": [{"score": "canary"}]}');
    const [item] = node.at("items").items();
    const message = refusalOf(() => item?.at("score").integer());
    expect(message).toBe(
      "node.example returned an invalid response: expected a number at /items/0/score. Check the URL and the service.",
    );
    expect(refusalOf(() => item?.at("score").boolean())).toContain("expected true or false");
    expect(refusalOf(() => item?.at("score").items())).toContain("expected an array");
    expect(refusalOf(() => item?.at("score").names())).toContain("expected an object");
    expect(node.names()).toEqual(["items"]);
  });
});

describe("a text that is not JSON, or ambiguous, is rejected without being repeated", () => {
  it.each<readonly [string, string]>([
    ["nothing", ""],
    ["HTML", "<html>canary</html>"],
    ["a cut one", '{"canary": 1'],
    ["two values", "{} {}"],
    ["one name with two values", '{"risk": "canary", "risk": "Low"}'],
    ["one name twice", '[{"deep": {"canary": 1, "canary": 1}}]'],
    ["one name in two spellings", '{"risk": 1, "\\u0072isk": 1}'],
    ["two numbers", "1 2"],
    ["a number as a name", "{1: 1}"],
    ["a control character", '"canary\u0001"'],
    ...["01", "1.", ".5", "+1", "1e", "1e+", "--1", "-", "1.2.3", "1-2", "0x1", "1n"].map(
      (text) => ["a number", text] as const,
    ),
    ["a bare word", "canary"],
    ["NaN", '{"canary": NaN}'],
    ["nesting without end", "[".repeat(19_000)],
  ])("%s", (_, text) => {
    const message = refusalOf(() => read(text));
    expect(message).toBe("node.example returned a response that is not JSON. Check the URL.");
  });
});

/** What the library reads, as `JSON.parse` would return it. */
function plain(node: JsonNode): unknown {
  if (node.isObject()) return Object.fromEntries(node.names().map((name) => [name, plain(node.at(name))]));
  if (node.isText()) return node.text();
  if (node.isMissing()) return null;
  for (const read of [() => node.items().map(plain), () => node.boolean(), () => Number(node.decimal())]) {
    try {
      return read();
    } catch {
      // Of another type.
    }
  }
  throw new Error("no type");
}

describe("any text", () => {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return "no JSON";
    }
  };

  it("that is JSON reads as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, stringUnit: "binary" }), (text) => {
        expect(plain(read(text))).toEqual(JSON.parse(text, (_, each) => (Object.is(each, -0) ? 0 : each)));
      }),
      { numRuns: runs(500) },
    );
  });

  it("is rejected exactly if JSON.parse rejects it", () => {
    const sign = fc.constantFrom(...'{}[],:"\\u00nst-+.eE019 \n', "true", "null", '"a"', '"b":', "1e5");
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const text = signs.join("");
        fc.pre(!/"([ab])".*"\1"/.test(text) && !/^[^"]*""/.test(text));
        const isJson = parse(text) !== "no JSON";
        if (isJson) expect(() => read(text)).not.toThrow();
        else expect(refusalOf(() => read(text))).toContain("not JSON");
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe("a response of more than 20,000 values is rejected before it is converted", () => {
  it.each([
    ["items", `[${"1,".repeat(500_000)}1]`],
    ["levels", "[".repeat(200_000)],
    ["objects", `[${"{},".repeat(300_000)}{}]`],
    ["members", `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":1`).join(",")}}`],
    ["items beside a text that ends in a backslash", `["\\\\",${"1,".repeat(500_000)}1]`],
  ])("%s", (_, text) => {
    expect(refusalOf(() => read(text))).toContain("more than 20000 values");
  });

  it("and signs within strings are no values", () => {
    const text = `${'[{,\\"'.repeat(10_000)}`;
    expect(read(`["${text}"]`).items()).toHaveLength(1);
    expect(read(`[${"1,".repeat(19_997)}1]`).items()).toHaveLength(19_998);
  });
});
