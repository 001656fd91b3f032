/** The codec of all encodings with a checksum at the end. */
import { base32nopad } from "@scure/base";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withChecksum } from "../../../src/domain/chains/encodings/checksum.js";

/** A checksum of two bytes: the length, and a constant. The third byte is ignored. */
const codec = withChecksum(base32nopad, 2, (payload) => Uint8Array.of(payload.length, 7, 9));

describe("withChecksum", () => {
  it("decodes what it encodes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (payload) => {
        const text = codec.encode(payload);
        expect(base32nopad.decode(text)).toEqual(Uint8Array.of(...payload, payload.length, 7));
        expect(codec.decode(text)).toEqual(payload);
      }),
    );
  });

  it.each([
    ["a wrong first byte of the checksum", [1, 2, 3, 7]],
    ["a wrong last byte of the checksum", [1, 2, 2, 8]],
    ["a checksum without a payload", [0, 7]],
    ["fewer bytes than the checksum", [7]],
    ["no bytes", []],
  ])("rejects %s", (_, bytes) => {
    expect(codec.decode(base32nopad.encode(Uint8Array.from(bytes)))).toBeUndefined();
  });

  it("rejects a text that is not canonical in the encoding", () => {
    const text = codec.encode(Uint8Array.of(1));
    expect(codec.decode(`${text.slice(0, -1)}P`)).toBeUndefined();
    expect(codec.decode("1")).toBeUndefined();
  });
});
