/** Short forms of parsing with a chain module, and the checks of its test vectors. */
import { describe, expect, it } from "vitest";
import { type ChainModule, isChain, type ParsedAddress, parseAddress } from "../../src/index.js";

/** Returns the address without its chain, or the code of the issue. */
export function readWith(module: ChainModule, text: string): Omit<ParsedAddress, "chain"> | string {
  const parsed = parseAddress(module, text);
  if (!parsed.ok) return parsed.issues.map(({ code }) => code).join(" ");
  const { chain: _, ...address } = parsed.value;
  return address;
}

/** Returns the message of the issue, or an empty text for an address. */
export function messageWith(module: ChainModule, text: string): string {
  const parsed = parseAddress(module, text);
  return parsed.ok ? "" : parsed.issues.map(({ message }) => message).join("\n");
}

/** Published test vectors of a chain. */
export interface ChainVectors {
  /** Text, canonical form (`"="`: the text itself), format. */
  readonly valid: readonly (readonly [text: string, canonical: string, format: string])[];
  /** Text, why it is invalid, code of the issue. */
  readonly invalid: readonly (readonly [text: string, why: string, code: string])[];
}

/** Checks the data of a module, and its test vectors. Every format needs a valid one. */
export function chainModuleSuite(module: ChainModule, { valid, invalid }: ChainVectors): void {
  describe(module.name, () => {
    it("is frozen, and its name is not one of §4.1", () => {
      expect([Object.isFrozen(module), Object.isFrozen(module.formats), isChain(module.name)]).toEqual([
        true,
        true,
        false,
      ]);
      expect(new Set(valid.map(([, , format]) => format))).toEqual(new Set(module.formats));
    });

    it.each(valid)("accepts %s", (text, canonical, format) => {
      const expected = canonical === "=" ? text : canonical;
      expect(readWith(module, text)).toMatchObject({ canonical: expected, format });
      expect(readWith(module, expected)).toMatchObject({ canonical: expected });
    });

    it.each(invalid)("rejects %s: %s", (text, _, code) => {
      expect(readWith(module, text)).toBe(code);
      if (text.length > 20) expect(messageWith(module, text)).not.toContain(text.slice(0, 12));
    });

    it("rejects texts of any length without decoding them", () => {
      for (const start of ["", "0x", "T", "1"]) {
        expect(typeof readWith(module, start + "a".repeat(100_000))).toBe("string");
        expect(typeof readWith(module, `${start}${" ".repeat(1_000)}`)).toBe("string");
      }
    });
  });
}
