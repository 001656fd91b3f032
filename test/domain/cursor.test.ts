import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorRule, cursorsOf, plainCursors } from "../../src/domain/cursor.js";
import { runs } from "../support/runs.js";

const reversed = cursorsOf(
  (bytes) => bytes.toReversed(),
  (bytes) => bytes.toReversed(),
);

const anyText = fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

describe("a cursor", () => {
  it("holds any texts, and is accepted as a cursor", () => {
    const { format } = cursorRule("4.8");
    const property = fc.property(anyText, fc.array(anyText, { maxLength: 3 }), (listing, position) => {
      for (const cursors of [plainCursors, reversed]) {
        const cursor = cursors.write(listing, position);
        expect(cursors.read(listing, cursor, position.length)).toEqual(position);
        // No rule about a text depends on this context.
        const context = { isCountry: () => false, today: undefined, emptyIsAbsent: false };
        expect(format.matches(cursor, { ...context, chains: undefined, parsed: undefined })).toBe(true);
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("is not read by another listing, or as another number of values", () => {
    const cursor = plainCursors.write("accounts created", ["1", "2"]);
    expect(plainCursors.read("accounts -created", cursor, 2)).toBeUndefined();
    expect(plainCursors.read("accounts created", cursor, 1)).toBeUndefined();
    expect(plainCursors.read("accounts created", cursor, 3)).toBeUndefined();
    expect(reversed.read("accounts created", cursor, 2)).toBeUndefined();
  });

  it("may be any text without an error", () => {
    const property = fc.property(fc.oneof(fc.string(), fc.base64String(), anyText), (text) => {
      expect(plainCursors.read("accounts created", text, 2)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("has texts only", () => {
    const cursors = [["l", 1], ["l", null], { 0: "l", 1: "a", length: 2 }, null, "l"].map((value) =>
      btoa(JSON.stringify(value)),
    );
    for (const cursor of cursors) expect(plainCursors.read("l", cursor, 1)).toBeUndefined();
    expect(plainCursors.read("l", btoa(JSON.stringify(["l", "a"])), 1)).toEqual(["a"]);
  });
});
