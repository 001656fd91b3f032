import { describe, expect, it } from "vitest";
import { checkedChoice, checkedOptions, checkOptionNames, hasMethod, membersOf } from "../../src/domain/options.js";
import { thrownBy } from "../support/outcomes.js";

const kinds = { name: "text", isOn: "boolean", onDone: "function", size: "checked" } as const;

/** Options of callers without types. */
function check(given: unknown): object {
  return checkedOptions("create", given as Record<keyof typeof kinds, unknown>, kinds);
}

describe("checkedOptions", () => {
  it("returns a copy without the options that are undefined, which inherits nothing", () => {
    const given = { name: "a", isOn: false, onDone: undefined, size: 5 };
    expect({ ...check(given) }).toStrictEqual({ name: "a", isOn: false, size: 5 });
    expect({ ...check({}) }).toStrictEqual({});
    expect("toString" in check(given)).toBe(false);
  });

  it.each([
    [{ nam: "a" }, 'create has no option "nam"; its options are name, isOn, onDone, size.'],
    [{ nam: undefined }, 'create has no option "nam"; its options are name, isOn, onDone, size.'],
    [{ "Jane Doe 1234": 1 }, "create has no option of that name; its options are name, isOn, onDone, size."],
    [{ name: 5 }, "The option name of create must be a text."],
    [{ isOn: "yes" }, "The option isOn of create must be true or false."],
    [{ onDone: {} }, "The option onDone of create must be a function."],
  ])("rejects %j", (given, message) => {
    expect(thrownBy(() => check(given), "configuration_invalid").message).toBe(message);
  });

  it.each([undefined, null, 5, "a", [], new Map(), Promise.resolve()])("rejects %o, which has no options", (given) => {
    expect(thrownBy(() => check(given), "configuration_invalid").message).toContain("takes an object of options");
  });

  it("rejects an object that throws when it is read, without its error", () => {
    const throwing = {
      get name(): string {
        throw new Error("secret");
      },
    };
    expect(membersOf(throwing)).toBeUndefined();
    expect(thrownBy(() => check(throwing), "configuration_invalid").cause).toBeUndefined();
  });
});

describe("checkOptionNames", () => {
  it("uses the noun and the error of the caller", () => {
    const settings = { noun: "property", fail: (message: string) => new RangeError(message) } as const;
    const given: object = { b: 1 };
    expect(() => checkOptionNames<Record<string, unknown>>("rows[0]", { ...given }, { a: true }, settings)).toThrow(
      new RangeError('rows[0] has no property "b"; its properties are a.'),
    );
    expect(() => checkOptionNames<Record<string, unknown>>("rows[0]", { a: 1 }, { a: true }, settings)).not.toThrow();
  });
});

describe("checkedChoice", () => {
  it("returns the value, or names the choices", () => {
    expect(checkedChoice("block", "latest", ["latest", "final"])).toBe("latest");
    const failure = thrownBy(
      () => checkedChoice<string>("block", "newest", ["latest", "final"]),
      "configuration_invalid",
    );
    expect(failure.message).toBe("block must be one of latest, final.");
  });
});

describe("hasMethod", () => {
  it("finds methods of objects and instances, but none that all objects have", () => {
    class Provider {
      screen(): readonly [] {
        return [];
      }
    }
    Object.assign(Object.prototype, { screen: () => [] });
    try {
      expect(hasMethod({ onFailure: "report" }, "screen")).toBe(false);
      expect(hasMethod({ screen: () => [] }, "screen")).toBe(true);
      expect(hasMethod(new Provider(), "screen")).toBe(true);
    } finally {
      Reflect.deleteProperty(Object.prototype, "screen");
    }
  });
});
