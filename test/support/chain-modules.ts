/** Short forms of parsing with a chain module, and the checks of its test vectors. */
import { describe, expect, it } from "vitest";
import {
  type Chain,
  type ChainModule,
  isChain,
  type ParsedAddress,
  parseAddress,
  type Result,
} from "../../src/index.js";

/** Returns the address without its chain, or the code of the issue. */
export function readWith(chain: Chain | ChainModule, text: string): Omit<ParsedAddress, "chain"> | string {
  const parsed = parse(chain, text);
  if (!parsed.ok) return parsed.issues.map(({ code }) => code).join(" ");
  const { chain: _, ...address } = parsed.value;
  return address;
}

/** Returns the message of the issue, or an empty text for an address. */
export function messageWith(chain: Chain | ChainModule, text: string): string {
  const parsed = parse(chain, text);
  return parsed.ok ? "" : parsed.issues.map(({ message }) => message).join("\n");
}

function parse(chain: Chain | ChainModule, text: string): Result<ParsedAddress<string>> {
  return typeof chain === "string" ? parseAddress(chain, text) : parseAddress(chain, text);
}

/** Texts that are built, and no address: why, text, code of the issue. */
type Rejected = readonly (readonly [why: string, text: string, code: string])[];

/**
 * Checks addresses of a chain, one a line. The first word is a format or the code of an issue:
 *
 *     format text [canonical form, if not the text] [tag=number | id=text]
 *     code text why it is rejected
 *
 * @returns The formats of the accepted ones.
 */
export function addressVectors(chain: Chain | ChainModule, table: string, built: Rejected = []): Set<string> {
  const rows = table.trim().split(/\n\s*/);
  const accepted: (readonly [text: string, format: string, rest: readonly string[]])[] = [];
  const rejected = [...built];
  for (const row of rows.filter((each) => each !== "")) {
    const [first = "", text = "", ...rest] = row.split(" ");
    if (first.startsWith("address_")) rejected.push([rest.join(" "), text, first]);
    else accepted.push([text, first, rest]);
  }
  it.each(accepted)("accepts %s: %s", (text, format, rest) => {
    const canonical = rest.find((word) => !word.includes("=")) ?? text;
    const tag = rest.find((word) => word.startsWith("tag="))?.slice(4);
    const id = rest.find((word) => word.startsWith("id="))?.slice(3);
    const more = { ...(tag !== undefined && { tag }), ...(id !== undefined && { id }) };
    expect(readWith(chain, text)).toEqual({ canonical, format, ...more });
    expect(readWith(chain, canonical)).toMatchObject({ canonical });
  });
  it.each(rejected)("rejects %s: %s", (_, text, code) => {
    expect(readWith(chain, text)).toBe(code);
    if (text.length > 20) expect(messageWith(chain, text)).not.toContain(text.slice(0, 12));
  });
  return new Set(accepted.map(([, format]) => format));
}

/** Checks the data of a module, and its addresses as {@link addressVectors} does. Every format needs an accepted one. */
export function chainModuleSuite(module: ChainModule, table: string, built?: Rejected): void {
  describe(module.name, () => {
    const formats = addressVectors(module, table, built);

    it("is frozen, and its name is not one of §4.1", () => {
      const { name } = module;
      expect([Object.isFrozen(module), Object.isFrozen(module.formats), isChain(name)]).toEqual([true, true, false]);
      expect(formats).toEqual(new Set(module.formats));
    });

    it("rejects texts of any length without decoding them", () => {
      for (const start of ["", "0x", "T", "1"]) {
        expect(typeof readWith(module, start + "a".repeat(100_000))).toBe("string");
        expect(typeof readWith(module, `${start}${" ".repeat(1_000)}`)).toBe("string");
      }
    });
  });
}
