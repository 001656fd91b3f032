/** Chain modules of a caller: a faulty one gives a typed error, never an address. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AddressIssue,
  type ChainModule,
  ComplianceError,
  chains,
  type DecodedAddress,
  parseAddress,
} from "../../../src/index.js";
import { anything } from "../../support/hostile.js";
import { runs } from "../../support/runs.js";

type Parsed = DecodedAddress | AddressIssue;

function house(parse: (text: string) => Parsed): ChainModule<"house"> {
  return { name: "house", symbol: "HSE", decimals: 2, coinType: 1, formats: ["plain"], parse };
}

const text = "house-address-1";
const message = "The wallet address has no house.";

describe("parseAddress with a module", () => {
  it("returns a copy of its address", () => {
    const decoded = { canonical: "h-1", format: "plain", tag: "7", id: "9", more: "x" };
    const parsed = parseAddress(
      house(() => decoded),
      text,
    );
    expect(parsed).toEqual({
      ok: true,
      value: { chain: "house", canonical: "h-1", format: "plain", tag: "7", id: "9" },
    });
  });

  it("returns its issue, with path and clause", () => {
    const issue = { code: "address_format", message } as const;
    const parsed = parseAddress(
      house(() => issue),
      text,
    );
    expect(parsed).toEqual({ ok: false, issues: [{ ...issue, path: "", clause: "4.1" }] });
  });

  it("names another chain of a text that the module rejects", () => {
    const module = house(() => ({ code: "address_format", message }));
    const parsed = parseAddress(module, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa");
    expect(parsed).toMatchObject({ issues: [{ code: "address_other_network" }] });
  });

  it("replaces a message that repeats a part of the text only for some texts", () => {
    const parts = [(given: string) => given.slice(0, 12), (given: string) => given.toUpperCase().slice(-9)];
    for (const part of parts) {
      const parse = (given: string) => ({
        code: "address_format" as const,
        message: given.startsWith("my") ? `Bad ${part(given)}` : "It is wrong.",
      });
      const parsed = parseAddress(house(parse), "my_invented_customer");
      expect(parsed).toMatchObject({ issues: [{ code: "address_format" }] });
      expect(JSON.stringify(parsed)).not.toMatch(/my_|custo/i);
    }
  });

  const faulty: readonly (readonly [string, (given: string) => unknown])[] = [
    ["nothing", () => undefined],
    ["null", () => null],
    ["a text", () => text],
    ["no canonical form", () => ({ format: "plain" })],
    ["an empty canonical form", () => ({ canonical: "", format: "plain" })],
    ["white space", () => ({ canonical: "a b", format: "plain" })],
    ["a long canonical form", () => ({ canonical: "a".repeat(601), format: "plain" })],
    ["a canonical form that has another one", (given) => ({ canonical: `${given}x`, format: "plain" })],
    ["no format", () => ({ canonical: "a" })],
    ["a negative tag", () => ({ canonical: "a", format: "plain", tag: "-1" })],
    ["a tag with a leading zero", () => ({ canonical: "a", format: "plain", tag: "07" })],
    ["a tag that is no number", () => ({ canonical: "a", format: "plain", tag: "memo" })],
    ["an empty tag", () => ({ canonical: "a", format: "plain", tag: "" })],
    ["a number as tag", () => ({ canonical: "a", format: "plain", tag: 1 })],
    ["a number as id", () => ({ canonical: "a", format: "plain", id: 1 })],
    ["an unknown code", () => ({ code: "address_linked_elsewhere", message })],
    ["no message", () => ({ code: "address_format" })],
    ["an empty message", () => ({ code: "address_format", message: "" })],
    ["a message with the text", (given) => ({ code: "address_format", message: `${given} is wrong` })],
    ["a message with the text in capitals", (given) => ({ code: "address_format", message: given.toUpperCase() })],
    ["a message with a part of it", (given) => ({ code: "address_format", message: `Not ${given.slice(3, 9)}…` })],
    ["a promise", async () => ({ canonical: "a", format: "plain" })],
  ];

  it.each(faulty)("throws configuration_invalid for %s", (_, parse) => {
    // A caller without types passes it.
    expect(faultOf(() => parseAddress(house(parse as never), text))).toBe("configuration_invalid");
  });

  it.each(["wallet address", "The wallet address has no house.", "house", "a", ""])(
    "returns the issue of the text %j, whatever words its message has",
    (given) => {
      const issue = { code: "address_format", message } as const;
      const parsed = parseAddress(
        house(() => issue),
        given,
      );
      expect(parsed).toMatchObject({ ok: false, issues: [{ code: "address_format" }] });
    },
  );

  it("replaces a message that contains the text", () => {
    // Only what follows a prefix is repeated, so that the check of modules does not see it.
    const leaky = house((given) => ({
      code: "address_format",
      message: given.startsWith("house:") ? `${given} is wrong.` : message,
    }));
    expect(parseAddress(leaky, "house:of-jane-doe")).toMatchObject({
      issues: [
        {
          code: "address_format",
          message: "The text is no wallet address of the chain house; copy the address again from its source.",
        },
      ],
    });
    expect(parseAddress(leaky, text)).toMatchObject({ issues: [{ message }] });
  });

  it("drops what the module throws, which may contain the address", () => {
    const module = house((given) => {
      throw new Error(given);
    });
    expect(() => parseAddress(module, text)).toThrow(/^parse of the chain module house /);
    try {
      parseAddress(module, text);
    } catch (error) {
      expect(error).not.toHaveProperty("cause");
      expect(String(error)).not.toContain(text);
    }
  });

  it("accepts no value other than a module", () => {
    const { name: _, ...unnamed } = house(() => ({ canonical: "a", format: "plain" }));
    const thrower = new Proxy(
      {},
      {
        get: () => {
          throw new Error("private");
        },
      },
    );
    const others = [unnamed, { ...unnamed, name: "a b" }, { ...unnamed, name: "" }, { ...unnamed, name: "A" }];
    for (const wrong of [...others, { ...unnamed, name: ["a"] }, { name: "a" }, null, thrower]) {
      expect(parseAddress(wrong as never, text)).toMatchObject({ ok: false, issues: [{ code: "not_allowed" }] });
    }
  });

  it("rejects a module with the name of another chain: configuration_invalid", () => {
    const module = { ...house(() => ({ canonical: "a", format: "plain" })), name: "bitcoin" as const };
    expect(() => parseAddress(module, text)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(parseAddress(chains.bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toMatchObject({ ok: true });
  });

  it("rejects a long text before the module sees it", () => {
    const lengths: number[] = [];
    const module = house((given) => {
      lengths.push(given.length);
      return { canonical: "a", format: "plain" };
    });
    // Before its first text, the messages of a module are checked.
    parseAddress(module, "");
    lengths.length = 0;
    expect(parseAddress(module, "a".repeat(1_000)).ok).toBe(true);
    expect(parseAddress(module, "a".repeat(1_001))).toMatchObject({ issues: [{ code: "address_length" }] });
    // Then its canonical form.
    expect(lengths).toEqual([1_000, 1]);
  });

  it("rejects other values than text before the module sees them", () => {
    const module = house(() => ({ canonical: "a", format: "plain" }));
    const property = fc.property(anything(), (value) => {
      const parsed = parseAddress(module, value as never);
      expect(parsed.ok).toBe(typeof value === "string");
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

function faultOf(call: () => unknown): string {
  try {
    return JSON.stringify(call());
  } catch (error) {
    return error instanceof ComplianceError ? error.code : "another error";
  }
}
