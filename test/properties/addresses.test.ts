/** Properties of every address of every chain and format, and of other texts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Chain, parseAddress } from "../../src/index.js";
import {
  type AddressSample,
  addressFormats,
  allAddressFormats,
  chainNames,
} from "../../src/testing/arbitraries/address.js";
import { invalidAddressTexts } from "../../src/testing/arbitraries/invalid-address-text.js";
import { wallets } from "../support/address-samples.js";
import { canonicalOf, messageOf, read } from "../support/addresses.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { anything } from "../support/hostile.js";
import { runs } from "../support/runs.js";

describe.each(allAddressFormats)("$chain: $format", ({ chain, format, addresses }) => {
  it("is parsed, and its canonical form is parsed as itself", () => {
    const property = fc.property(addresses, ({ text, ...parsed }) => {
      expect(read(chain, text)).toEqual({ ...parsed, format });
      expect(read(chain, parsed.canonical)).toMatchObject({ canonical: parsed.canonical });
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("two spellings of one destination", () => {
  it.each(chainNames)("%s: share their canonical form exactly when they are one destination", (chain) => {
    const formats: readonly fc.Arbitrary<AddressSample>[] = Object.values(addressFormats[chain]);
    const property = fc.property(fc.oneof(...formats), fc.oneof(...formats), (a, b) => {
      const isSame = canonicalOf(chain, a.text) === canonicalOf(chain, b.text);
      expect(isSame).toBe(a.canonical === b.canonical);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe.each(Object.entries(invalidAddressTexts))("%s", (code, broken) => {
  it("is the issue, and the message repeats no part of the text", () => {
    const property = fc.property(broken, ({ chain, text }) => {
      expect(read(chain, text)).toBe(code);
      const message = messageOf(chain, text);
      for (let index = 0; index + 8 <= text.length; index += 1) {
        expect(message).not.toContain(text.slice(index, index + 8));
      }
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Beginnings of addresses, and characters outside every alphabet. */
const alphabets = [
  ...["1", "z", "q", "A", "0x", "f", "a.", "bc1q", "bitcoincash:q", "xdc", "\u212a", " "],
  ...["\u{1f600}", "\ud800"],
];

describe("any text", () => {
  it.each(chainNames)("%s: is too long with 100,000 characters, and is not decoded", (chain) => {
    for (const letters of alphabets) {
      const text = letters.repeat(100_000);
      expect(canonicalOf(chain, text)).toBe("address_length");
      for (const length of [160, 1_000, 100_000])
        expect(canonicalOf(chain, text.slice(0, length))).toBe("address_length");
    }
  });

  it("is an address or has one issue, and never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 200 }),
      fc.string({ unit: "grapheme", maxLength: 100 }),
      fc.string({ unit: fc.constantFrom(...charset, ..."1:bioBIO", "x"), maxLength: 130 }),
      fc.string({
        unit: fc.constantFrom(..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"),
        maxLength: 120,
      }),
      fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), minLength: 50, maxLength: 75 }),
    );
    const property = fc.property(fc.constantFrom(...chainNames), text, (chain, given) => {
      const parsed = parseAddress(chain, given);
      if (parsed.ok) expect(canonicalOf(chain, parsed.value.canonical)).toBe(parsed.value.canonical);
      else expect(parsed.issues).toMatchObject([{ path: "", clause: "4.1" }]);
    });
    fc.assert(property, { numRuns: runs(2_000) });
  });

  it("that differs from an address in one of the first or last characters throws on no chain", () => {
    const printable = Array.from({ length: runs(95) }, (_, index) =>
      String.fromCharCode(32 + Math.floor((index * 95) / runs(95))),
    );
    const kusama = "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F";
    const outcomes = new Set<boolean>();
    for (const text of [...Object.values(wallets).flatMap(({ given, canonical }) => [given, canonical]), kusama]) {
      for (const index of [0, 1, 2, text.length - 1]) {
        for (const letter of printable) {
          const changed = text.slice(0, index) + letter + text.slice(index + 1);
          for (const chain of chainNames) outcomes.add(parseAddress(chain, changed).ok);
        }
      }
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });

  it("may be any value, and so may the chain", () => {
    const property = fc.property(anything(), anything(), (chain, text) => {
      // Callers without types may pass any value.
      const parsed = parseAddress(chain as Chain, text as string);
      expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).not.toContain(undefined);
      expect(typeof parsed.ok).toBe("boolean");
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});
