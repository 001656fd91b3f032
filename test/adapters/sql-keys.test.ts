import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, orderedBytes, textOfBytes } from "../../src/adapters/storage/sql/keys.js";
import { compareText } from "../../src/domain/text.js";
import { codePoint } from "../support/arbitraries/code-point.js";

const surrogates = ["\ud800", "\udbff", "\udc00", "\udfff"];

/** Any UTF-16 at all, often from around the places where UTF-8 and UTF-16 order differently. */
const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc
    .array(fc.constantFrom("", ..."a\0\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{1f600}", ...surrogates))
    .map((parts) => parts.join("")),
);

describe("the key of a text", () => {
  it("compares like the code units of the text", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Buffer.compare(keyOf(a), keyOf(b))).toBe(compareText(a, b));
      }),
      { numRuns: 2_000 },
    );
  });

  it("can be read again", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(textOfBytes(orderedBytes(given))).toBe(given);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is ASCII for ASCII, and UTF-8 for texts without surrogates", () => {
    expect(keyOf("c0ffee-1").toString("latin1")).toBe("c0ffee-1");
    expect(keyOf("Łódź 東京").toString("utf8")).toBe("Łódź 東京");
    expect(keyOf("\u{1f600}").toString("hex")).toBe("eda0bdedb880");
  });

  it("fits an index for every valid text, and stays unique beyond", () => {
    const long = "東".repeat(1_000);
    const [one, other] = [keyOf(`${long}a`), keyOf(`${long}b`)];
    expect(keyOf(long).length).toBeLessThanOrEqual(1_200);
    expect(one.length).toBeLessThanOrEqual(1_200);
    expect(one.equals(other)).toBe(false);
    expect(keyOf("a".repeat(1_200)).length).toBe(1_200);
    expect(keyOf("a".repeat(1_201)).length).toBe(1_200);
    // Where the difference comes early, the order is kept.
    expect(Buffer.compare(keyOf(`a${long}`), keyOf(`b${long}`))).toBe(-1);
    expect(Buffer.compare(keyOf("a".repeat(1_200)), keyOf("b"))).toBe(-1);
  });
});
