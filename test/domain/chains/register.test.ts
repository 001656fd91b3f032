/** The option `chains`: modules are checked and copied. */
import { describe, expect, it } from "vitest";
import { defaultChains, tron } from "../../../src/chains.js";
import { parseAddressIn } from "../../../src/domain/chains/parse.js";
import { registerChains } from "../../../src/domain/chains/register.js";
import { type ChainModule, ComplianceError, chains } from "../../../src/index.js";

const own = {
  name: "house",
  symbol: "HSE",
  decimals: 2,
  coinType: 1,
  formats: ["plain"],
  parse: (text: string) => ({ canonical: text, format: "plain" }),
} satisfies ChainModule;

/** Returns the message of the error. */
function messageOf(given: unknown): string {
  try {
    // A caller without types passes it.
    registerChains(given as never);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(ComplianceError);
    expect(error).toHaveProperty("code", "configuration_invalid");
    return (error as Error).message;
  }
}

describe("registerChains", () => {
  it("registers modules in their order, those of §4.1 as they are", () => {
    const registered = registerChains([...defaultChains, tron]);
    expect([...registered.keys()]).toEqual([...Object.keys(chains), "tron"]);
    expect(registered.get("bitcoin")).toBe(chains.bitcoin);
    expect(registered.get("tron")).toMatchObject({ symbol: "TRX", decimals: 6 });
    expect(registered.has("bsc")).toBe(false);
  });

  it("copies and freezes a module: a later change has no effect", () => {
    const given = {
      ...own,
      checksum: "luhn",
      tag: { kind: "text", name: "memo", maxBytes: 9 } as { kind: "text"; name: string; maxBytes: number },
    };
    const module = registerChains([given]).get("house");
    given.symbol = "XXX";
    given.formats.push("other");
    given.tag.maxBytes = 1;
    given.parse = () => ({ canonical: "changed", format: "plain" });
    expect(module).toMatchObject({ symbol: "HSE", formats: ["plain"], checksum: "luhn", tag: { maxBytes: 9 } });
    expect([module, module?.formats, module?.tag].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(module?.parse("a")).toEqual({ canonical: "a", format: "plain" });
  });

  it("accepts the instance of a class", () => {
    class House implements ChainModule<"house"> {
      readonly name = "house";
      readonly symbol = "HSE";
      readonly decimals = 0;
      readonly coinType = 0;
      readonly formats = ["plain"];
      readonly #prefix = "h-";
      parse(text: string) {
        return { canonical: text.startsWith(this.#prefix) ? text : this.#prefix + text, format: "plain" };
      }
    }
    expect(registerChains([new House()]).get("house")?.parse("1")).toEqual({ canonical: "h-1", format: "plain" });
  });

  it.each([
    ["another canonical form", (text: string) => ({ canonical: `${text}x`, format: "plain" })],
    [
      "none",
      (text: string) =>
        text === "1" ? { canonical: "2", format: "plain" } : { code: "address_format" as const, message: "No." },
    ],
  ])("refuses an address whose canonical form has %s: configuration_invalid", (_, parse) => {
    const registered = registerChains([{ ...own, parse }]);
    expect(() => parseAddressIn(registered, "house", "1")).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining("canonical form") }),
    );
  });

  it("rejects two modules of one name, and a name of §4.1", () => {
    expect(messageOf([tron, tron])).toContain("two modules with the name tron");
    expect(messageOf([chains.bitcoin, chains.bitcoin])).toContain("bitcoin");
    expect(messageOf([{ ...own, name: "bitcoin" }])).toContain("two modules with the name bitcoin");
    expect(messageOf([{ ...chains.bitcoin }])).toContain("two modules with the name bitcoin");
  });

  it.each([
    ["chains must be a list", undefined],
    ["chains must be a list", null],
    ["chains must be a list", {}],
    ["chains must be a list", tron],
    ["chains must be a list", []],
    ["chains[0] is no chain module: correct its name and parse", ["bitcoin"]],
    ["correct its name and parse", [{ ...own, name: "House" }]],
    ["correct its name and parse", [{ ...own, name: "a".repeat(41) }]],
    ["correct its name and parse", [{ ...own, parse: undefined }]],
    ["chains[1] is no chain module: correct its symbol", [tron, { ...own, symbol: "A B" }]],
    ["correct its symbol", [{ ...own, symbol: 5 }]],
    ["correct its decimals", [{ ...own, decimals: -1 }]],
    ["correct its decimals", [{ ...own, decimals: 39 }]],
    ["correct its decimals", [{ ...own, decimals: 1.5 }]],
    ["correct its decimals", [{ ...own, decimals: "2" }]],
    ["correct its coinType", [{ ...own, coinType: 2 ** 31 }]],
    ["correct its formats", [{ ...own, formats: [] }]],
    ["correct its formats", [{ ...own, formats: "plain" }]],
    ["correct its formats", [{ ...own, formats: [1] }]],
    ["correct its checksum", [{ ...own, checksum: true }]],
    ["correct its tag", [{ ...own, tag: { kind: "text" } }]],
    ["correct its tag", [{ ...own, tag: { kind: "word", name: "memo" } }]],
    ["correct its tag", [{ ...own, tag: { kind: "integer", name: "memo", bits: 31 } }]],
    ["correct its tag", [{ ...own, tag: { kind: "hex", name: "memo" } }]],
    ["correct its tag", [{ ...own, tag: { kind: "hex", name: "memo", digits: 0 } }]],
    ["correct its tag", [{ ...own, tag: { kind: "text", name: "memo", maxBytes: 0 } }]],
    ["correct its tag", [{ ...own, tag: { kind: "text", name: "memo", maxBytes: 1_001 } }]],
  ])("says: %s", (message, given) => {
    expect(messageOf(given)).toContain(message);
  });

  it("rejects a module whose messages repeat the text", () => {
    const parse = (text: string) => ({ code: "address_format" as const, message: `${text} is no address.` });
    expect(messageOf([{ ...own, parse }])).toBe(
      "parse of the chain module house returned an issue whose message repeats the text. Remove the text from its messages.",
    );
  });

  it("accepts constant messages, and faults that only some texts show", () => {
    const parse = () => ({ code: "address_format" as const, message: "The wallet address has no house." });
    const registered = registerChains([{ ...own, parse }]);
    expect(parseAddressIn(registered, "house", "wallet address")).toMatchObject({
      issues: [{ code: "address_format" }],
    });
    const thrower = () => {
      throw new Error("private");
    };
    expect(messageOf([{ ...own, parse: thrower }])).toBe("");
  });

  it.each([
    { kind: "integer", name: "memo", bits: 32 },
    { kind: "integer", name: "memo", bits: 64 },
    { kind: "hex", name: "memo", digits: 16 },
    { kind: "text", name: "memo" },
    { kind: "text", name: "memo", maxBytes: 1_000 },
  ] as const)("accepts the tag %j", (tag) => {
    expect(registerChains([{ ...own, tag }]).get("house")?.tag).toEqual(tag);
  });
});
