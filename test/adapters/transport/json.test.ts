/** Reading responses: exact numbers, own properties, and errors that name the place and nothing else. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonNode, readJson } from "../../../src/adapters/transport/json.js";
import { thrownBy } from "../../support/outcomes.js";
import { runs } from "../../support/runs.js";

const read = (text: string): JsonNode => readJson(text, "node.example");

function refusalOf(reading: () => unknown): string {
  const error = thrownBy(reading, "provider_unreadable");
  expect(error.cause).toBeUndefined();
  return error.message;
}

describe("a number", () => {
  it("keeps every digit: 9007199254740993 lamports are not …992", () => {
    expect(read('{"value": 9007199254740993}').at("value").integer()).toBe(9007199254740993n);
    expect(read("0.1000000000000000055511151231257827").decimal()).toBe("0.1000000000000000055511151231257827");
  });

  it("is the same number in plain digits, without the sign of zero", () => {
    const plain = { "1.2e-05": "0.000012", "-1E+3": "-1000", "-0.00": "0", "-0.010": "-0.01" };
    for (const [literal, text] of Object.entries(plain)) expect(read(literal).decimal()).toBe(text);
  });

  it("is not a text, and a text is not a number", () => {
    const node = read('{"n1": "n1", "s": "s1", "1": 1}');
    expect(node.names()).toEqual(["1", "n1", "s"]);
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
      expect(refusalOf(() => read(text))).toContain("a number of more than 1000 digits");
    }
    expect(
      read(`{"text": "${long}", "other": ${"7".repeat(1_000)}, "score": 1}`)
        .at("score")
        .integer(),
    ).toBe(1n);
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

describe("a text that cannot be read is rejected without being repeated", () => {
  it.each<readonly [problem: string, text: string]>([
    ["that is not JSON", ""],
    ["that is not JSON", "<html>canary</html>"],
    ["that is not JSON", '{"canary": 1'],
    ["that is not JSON", '"canary\u0001"'],
    ["with an object that has two properties of one name", '[{"deep": {"canary": 1, "canary": 1}}]'],
    ["of more than 32 levels", "[".repeat(19_000)],
    ["with a number of more than 1000 digits", `{"canary": ${"7".repeat(1_001)}}`],
    ["with more than 20000 values", `[${"1,".repeat(20_000)}1]`],
    ["with more than 20000 values", `[${"{},".repeat(300_000)}{}]`],
  ])("%s: %#", (problem, text) => {
    const message = refusalOf(() => read(text));
    expect(message).toBe(`node.example returned a response ${problem}. Check the URL.`);
  });

  it("unless it is within the limits", () => expect(read(`[${"1,".repeat(19_999)}1]`).items()).toHaveLength(20_000));
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
  it("that is JSON reads as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, stringUnit: "binary" }), (text) => {
        expect(plain(read(text))).toEqual(JSON.parse(text, (_, each) => (Object.is(each, -0) ? 0 : each)));
      }),
      { numRuns: runs(500) },
    );
  });
});
