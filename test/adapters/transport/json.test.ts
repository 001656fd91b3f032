/** Reading answers: exact numbers, own members, and a refusal that tells the place and nothing else. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonNode, readJson } from "../../../src/adapters/transport/json.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
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
  it.each([
    ["nothing", ""],
    ["HTML", "<html>canary</html>"],
    ["a cut one", '{"canary": 1'],
    ["two values", "{} {}"],
    ["one name with two values", '{"risk": "canary", "risk": "Low"}'],
    ["a bare word", "canary"],
    ["NaN", '{"canary": NaN}'],
    ["nesting without end", "[".repeat(19_000)],
  ])("%s", (_, text) => {
    const message = refusalOf(() => read(text));
    expect(message).toBe("node.example returned a response that is not JSON. Check the URL.");
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
