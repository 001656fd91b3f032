import { describe, expect, it } from "vitest";
import { isCurrency, minorUnitsOf } from "../../../src/domain/identifiers/currency.js";
import { currencyGroups } from "../../../src/reference/currencies.js";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const triples = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
const currencies = triples.filter(isCurrency);

describe("currencies, ISO 4217", () => {
  it("accepts 176 codes: 155 of money, 17 of funds, 4 of metals", () => {
    expect(currencies).toHaveLength(176);
    const count = { money: 0, fund: 0, metal: 0 };
    for (const { kind, codes } of currencyGroups) count[kind] += codes.trim().split(/\s+/).length;
    expect(count).toEqual({ money: 155, fund: 17, metal: 4 });
  });
});

describe("minor units", () => {
  it.each([
    ["EUR", 2],
    ["USD", 2],
    ["JPY", 0],
    ["KRW", 0],
    ["BHD", 3],
    ["CLF", 4],
    ["UYW", 4],
    // CLDR displays 0 digits for these; the standard has 2, and 3 for the dinar.
    ["ALL", 2],
    ["LBP", 2],
    ["IRR", 2],
    ["IQD", 3],
  ])("of %s are %i", (code, units) => {
    expect(minorUnitsOf(code)).toBe(units);
  });

  it.each(["XAU", "XAG", "XDR", "XSU"])("of %s are not applicable", (code) => {
    expect(isCurrency(code)).toBe(true);
    expect(minorUnitsOf(code)).toBeNull();
  });

  it("are 0, 2, 3 or 4 wherever the standard gives them", () => {
    expect(new Set(currencies.map(minorUnitsOf))).toEqual(new Set([0, 2, 3, 4, null]));
  });
});
