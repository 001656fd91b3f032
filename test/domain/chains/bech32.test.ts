/** What the decoder of bech32 has to know that no address shows (BIP-173). */
import { bech32 } from "@scure/base";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteCount, decodeBech32, fromDigits, toDigits } from "../../../src/domain/chains/encodings/bech32.js";

describe("bech32", () => {
  it("may have nothing between its separator and its checksum: a test vector of BIP-173", () => {
    const text = "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs";
    const decoded = decodeBech32(text);
    expect(decoded).toMatchObject({ hrp: text.slice(0, text.lastIndexOf("1")), variant: "bech32" });
    expect("digits" in decoded && decoded.digits).toHaveLength(0);
  });

  it("has a whole checksum: five digits that make its sum come out right are none", () => {
    expect(decodeBech32("hpznzvloxr1cfnjc")).toMatchObject({ code: "address_checksum" });
  });

  it("has no digit beyond ASCII", () => {
    expect(toDigits("q\u0080", 0)).toBeUndefined();
    expect(toDigits("qb", 0)).toBeUndefined();
    expect(toDigits("bq", 1)).toEqual(Uint8Array.of(0));
  });
});

describe("the bytes in digits of five bits", () => {
  it("are as many as went in", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), (bytes) => {
        const digits = Uint8Array.from(bech32.toWords(bytes));
        expect(byteCount(digits)).toBe(bytes.length);
        expect(toDigits(fromDigits(digits), 0)).toEqual(digits);
      }),
    );
  });

  it("are none where a digit more than is needed stands, even a zero", () => {
    const counts = Array.from({ length: 10 }, (_, length) => byteCount(new Uint8Array(length)));
    expect(counts).toEqual([undefined, undefined, 1, undefined, 2, 3, undefined, 4, 5, undefined]);
  });

  it("are none where the bits that are left over are not zero", () => {
    expect(byteCount(Uint8Array.of(31, 28))).toBe(1);
    for (const last of [29, 30, 31]) expect(byteCount(Uint8Array.of(31, last))).toBeUndefined();
  });
});
