/** The rules of texts, and the shortcut that finds most texts valid. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBrokenTextRule, isSafeText } from "../../../src/domain/input/text-rules.js";
import { codePoint } from "../../support/arbitraries/code-point.js";
import { runs } from "../../support/runs.js";

/** The rules once more, without a shortcut. */
function codeOf(text: string): string | undefined {
  if (/^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(text)) return "text_blank";
  if (text.length > 1_000) return "text_too_long";
  if (/\p{Surrogate}/u.test(text)) return "text_malformed";
  return /\p{Cc}/u.test(text) ? "text_control_character" : undefined;
}

function expectRight(text: string): void {
  const code = codeOf(text);
  expect(findBrokenTextRule(text)?.code).toBe(code);
  expect(isSafeText(text)).toBe(code === undefined);
}

const units = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit));

describe("the rules of texts", () => {
  it("are kept by the shortcut for each code unit: alone, first and last", () => {
    const wrong = units.filter((unit) =>
      [unit, `${unit}a`, `a${unit}`].some((text) => findBrokenTextRule(text)?.code !== codeOf(text)),
    );
    expect(wrong).toEqual([]);
  });

  it("are kept by the shortcut for any text", () => {
    const unit = fc.constantFrom(" ", "a", "é", "株", "\u200b", "\u00a0", "\ud83d", "\ude00", "\n", "\u0085", "\u1eb8");
    const property = fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: codePoint })), expectRight);
    fc.assert(property, { numRuns: runs(500) });
  });

  it("allow a thousand code units", () => {
    for (const unit of ["a", "é", "株"]) {
      expectRight(unit.repeat(1_000));
      expectRight(unit.repeat(1_001));
    }
  });
});
