import { hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { cborReader, readCborItem, toCborBytes } from "../../../src/domain/chains/encodings/cbor.js";
import { cborBytes } from "../../support/further-addresses/encoders.js";

function read(hex: string): unknown {
  const cbor = cborReader(hexToBytes(hex));
  const item = readCborItem(cbor);
  cbor.end();
  return item;
}

describe("readCborItem", () => {
  it.each([
    ["00", 0],
    ["17", 23],
    ["1818", 24],
    ["1903e8", 1000],
    ["1a000f4240", 1_000_000],
    ["20", -1],
    ["27", -8],
    ["3863", -100],
    ["40", new Uint8Array()],
    ["4401020304", Uint8Array.of(1, 2, 3, 4)],
    ["60", ""],
    ["63efbbbf", "\ufeff"],
    ["64f0908591", "\u{10151}"],
    ["83010203", [1, 2, 3]],
    ["8301820203820405", [1, [2, 3], [4, 5]]],
    ["a26161016162820203", new Map<string, unknown>(Object.entries({ a: 1, b: [2, 3] }))],
    ["a12027", new Map([[-1, -8]])],
    ["f4", false],
    ["f5", true],
    ["f6", null],
  ])("reads %s (RFC 8949, appendix A)", (hex, item) => {
    expect(read(hex)).toEqual(item);
  });

  it.each([
    ["nothing", ""],
    ["a longer form of a number", "1817"],
    ["a number of eight bytes", "1b000000e8d4a51000"],
    ["a reserved form", "1c"],
    ["an indefinite length", "9f01ff"],
    ["an indefinite text", "7f657374726561646d696e67ff"],
    ["a byte string that is cut off", "4401"],
    ["an array that is cut off", "8301"],
    ["a text that is not UTF-8", "61ff"],
    ["a text with half of a surrogate pair", "63eda080"],
    ["a map that repeats a key", "a201000101"],
    ["a map whose key is a byte string", "a1410100"],
    ["a tag", "c11a514b67b0"],
    ["a float of two bytes", "f93c00"],
    ["a float of four bytes", "fa47c35000"],
    ["undefined", "f7"],
    ["another simple value", "f0"],
    ["a simple value of two bytes", "f814"],
    ["arrays deeper than eight", `${"81".repeat(9)}00`],
    ["a byte behind the item", "0000"],
  ])("throws for %s", (_, hex) => {
    expect(() => read(hex)).toThrow();
  });

  it("reads arrays that are eight deep", () => {
    expect(JSON.stringify(read(`${"81".repeat(8)}00`))).toBe("[[[[[[[[0]]]]]]]]");
  });
});

describe("toCborBytes", () => {
  it.each([0, 23, 24, 255, 256, 65_535])("encodes %i bytes in the shortest form", (length) => {
    const bytes = new Uint8Array(length).fill(7);
    expect(toCborBytes(bytes)).toEqual(cborBytes(bytes));
    expect(cborReader(toCborBytes(bytes)).bytes()).toEqual(bytes);
  });

  it("throws for more", () => {
    expect(() => toCborBytes(new Uint8Array(65_536))).toThrow(RangeError);
  });
});
