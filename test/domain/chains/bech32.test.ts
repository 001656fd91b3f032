/** Cases of bech32 that no address shows (BIP-173, BIP-350). */
import { bech32 } from "@scure/base";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBech32, witnessIssue } from "../../../src/domain/chains/encodings/bech32.js";

describe("decodeBech32", () => {
  it("accepts an empty data part: a test vector of BIP-173", () => {
    const text = "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs";
    expect(decodeBech32(text)).toEqual({
      lower: text,
      prefix: text.slice(0, text.lastIndexOf("1")),
      words: [],
      variant: "bech32",
    });
  });

  it("rejects a checksum of five characters", () => {
    expect(decodeBech32("hpznzvloxr1cfnjc")).toMatchObject({ code: "address_checksum" });
  });

  it("rejects characters outside the alphabet after the separator", () => {
    for (const character of ["\u0080", "b", "i", "o"]) {
      expect(decodeBech32(`qqqqqqqqqq1${character}qqqqqqqq`)).toMatchObject({ code: "address_characters" });
    }
    expect(decodeBech32("bbbbbbbbbb1qqqqqqqqq")).toMatchObject({ code: "address_checksum" });
  });
});

describe("witnessIssue", () => {
  const issueOf = (...program: readonly number[]) =>
    witnessIssue({ lower: "", prefix: "bc", words: [1, ...program], variant: "bech32m" })?.code;

  it("accepts the words of 2 to 40 bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 40 }), (bytes) => {
        expect(issueOf(...bech32.toWords(bytes))).toBeUndefined();
      }),
    );
  });

  it("rejects a word more than the bytes need, even a zero", () => {
    const accepted = Array.from({ length: 10 }, (_, length) => issueOf(...new Array<number>(length).fill(0)));
    const rejected = "address_format";
    expect(accepted).toEqual([
      rejected,
      rejected,
      rejected, // 1 byte
      rejected,
      undefined, // 2 bytes
      undefined, // 3 bytes
      rejected,
      undefined, // 4 bytes
      undefined, // 5 bytes
      rejected,
    ]);
  });

  it("rejects unused bits that are not zero", () => {
    expect(issueOf(31, 31, 31, 16)).toBeUndefined();
    for (const last of [17, 18, 20, 24, 31]) expect(issueOf(31, 31, 31, last)).toBe("address_format");
  });

  it("rejects data without a version", () => {
    expect(witnessIssue({ lower: "", prefix: "bc", words: [], variant: "bech32m" })?.code).toBe("address_format");
  });
});
