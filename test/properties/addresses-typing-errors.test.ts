/** Typing errors in texts with a checksum are noticed, as far as the checksum promises. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chain } from "../../src/index.js";
import { addressFormats, allAddressFormats, validAddress } from "../../src/testing/arbitraries/address.js";
import { ss58Account, toSs58 } from "../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, read } from "../support/addresses.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { runs } from "../support/runs.js";

/** Kinds of typing errors. */
const typingErrors: readonly { readonly error: string; readonly of: (text: string) => fc.Arbitrary<string> }[] = [
  {
    error: "changed",
    of: (text) => at(text.length, (index) => other.map((letter) => spliced(text, index, 1, letter))),
  },
  { error: "lost", of: (text) => at(text.length, (index) => fc.constant(spliced(text, index, 1, ""))) },
  {
    error: "added",
    of: (text) => at(text.length + 1, (index) => other.map((letter) => spliced(text, index, 0, letter))),
  },
  {
    error: "exchanged with the next one",
    of: (text) =>
      at(text.length - 1, (index) => fc.constant(spliced(text, index, 2, text.charAt(index + 1) + text.charAt(index)))),
  },
];

/** Mostly characters that some alphabet has. */
const other = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, minLength: 1, maxLength: 1 }) },
);

function at(count: number, change: (index: number) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: count - 1 }).chain(change);
}

function spliced(text: string, index: number, count: number, letters: string): string {
  return text.slice(0, index) + letters + text.slice(index + count);
}

/** Formats with a strong checksum: at most one in four thousand million errors passes. SS58 and EIP-55 follow below. */
const checked = allAddressFormats.filter(
  ({ chain }) => !["ethereum", "polygon", "xdc", "solana", "near", "polkadot"].includes(chain),
);

describe.each(checked)("$chain: $format with one mistyped character", ({ chain, addresses }) => {
  it.each(typingErrors)("$error is rejected, and not taken for another network", ({ of }) => {
    const property = fc.property(
      addresses.chain(({ text }) => fc.tuple(fc.constant(text), of(text))),
      ([text, mistyped]) => {
        fc.pre(mistyped !== text && !isSpelling(chain, text, mistyped));
        expect(canonicalOf(chain, mistyped)).toMatch(/^address_(checksum|characters|length|format)$/);
      },
    );
    fc.assert(property, { numRuns: runs(150) });
  });
});

/** A CashAddr in another case is not a typing error. */
function isSpelling(chain: Chain, text: string, mistyped: string): boolean {
  return chain === "bitcoin-cash" && text.toLowerCase() === mistyped.toLowerCase();
}

describe.each(checked)(
  "$chain: $format with one character replaced by another of its alphabet",
  ({ chain, addresses }) => {
    it("has a wrong checksum, or another form", () => {
      const property = fc.property(addresses, fc.nat(), fc.nat(), ({ text }, where, which) => {
        const index = where % text.length;
        const letters = [...new Set(text)].filter((letter) => letter !== text.charAt(index));
        fc.pre(letters.length > 0);
        const changed = spliced(text, index, 1, letters[which % letters.length] ?? "");
        expect(canonicalOf(chain, changed)).toMatch(/^address_(checksum|characters|length|format)$/);
        // After every prefix the text still looks like an address: only the checksum shows the error.
        if (index > 12 && !changed.slice(12).includes(":")) {
          expect(canonicalOf(chain, changed)).toMatch(/^address_(checksum|characters)$/);
        }
      });
      fc.assert(property, { numRuns: runs(150) });
    });
  },
);

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

describe.each([
  { name: "bech32 and bech32m: up to four (BIP-173)", chain: "bitcoin", most: 4, texts: addressFormats.bitcoin.segwit },
  { name: "CashAddr: up to five", chain: "bitcoin-cash", most: 5, texts: addressFormats["bitcoin-cash"].cashaddr },
] as const)("$name characters changed within the data", ({ chain, most, texts }) => {
  it("are noticed", () => {
    const changes = fc.uniqueArray(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 31 })), {
      minLength: 1,
      maxLength: most,
    });
    const property = fc.property(texts, changes, ({ canonical }, errors) => {
      const from = canonical.search(/[1:]/) + 1;
      const letters = [...canonical];
      for (const [where, step] of errors) {
        const index = from + (where % (letters.length - from));
        letters[index] = charset.charAt((charset.indexOf(canonical.charAt(index)) + step) % 32);
      }
      const changed = letters.join("");
      fc.pre(changed !== canonical);
      expect(canonicalOf(chain, changed)).toBe("address_checksum");
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});

describe("the case of hex", () => {
  it.each(["ethereum", "polygon", "xdc"] as const)("%s: is one case, or matches EIP-55", (chain) => {
    const property = fc.property(addressFormats[chain].hex, fc.infiniteStream(fc.boolean()), ({ canonical }, upper) => {
      const digits = [...canonical.slice(2)];
      const text = `0x${digits.map((digit) => (upper.next().value ? digit.toUpperCase() : digit.toLowerCase())).join("")}`;
      const isBare = text === text.toLowerCase() || text.slice(2) === text.slice(2).toUpperCase();
      expect(canonicalOf(chain, text)).toBe(isBare || text === canonical ? canonical : "address_checksum");
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("is the same checksum on all three chains", () => {
    const property = fc.property(validAddress("ethereum"), (text) => {
      const canonical = canonicalOf("ethereum", text);
      expect([canonicalOf("polygon", text), canonicalOf("xdc", text)]).toEqual([canonical, canonical]);
      expect(canonicalOf("xdc", text.replace("0x", "xdc"))).toBe(canonical);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("polkadot with one mistyped character", () => {
  it.each(typingErrors)("$error is rejected unless its two bytes of checksum agree", ({ of }) => {
    const property = fc.property(validAddress("polkadot").chain(of), (text) => {
      const account = ss58Account(text);
      const isRight = account !== undefined && toSs58(0, account) === text;
      expect(typeof read("polkadot", text) === "object").toBe(isRight);
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});
