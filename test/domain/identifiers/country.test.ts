import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCountry, isUserAssignedCountry, officialCurrencyOf } from "../../../src/domain/identifiers/country.js";
import { isCurrency } from "../../../src/domain/identifiers/currency.js";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const countries = pairs.filter(isCountry);

describe("countries, ISO 3166-1 alpha-2", () => {
  it("accepts the 249 officially assigned codes and no other pair of letters", () => {
    expect(countries).toHaveLength(249);
  });

  it.each([undefined, null, 65, ["SG"]])("takes no value that is not a text: %j", (value) => {
    expect(isCountry(value as never)).toBe(false);
  });

  it("takes no other pair of code units", () => {
    const units = Array.from({ length: 0x180 }, (_, unit) => String.fromCharCode(unit));
    expect(units.flatMap((first) => units.map((second) => first + second)).filter(isCountry)).toEqual(countries);
  });

  it("takes nothing but two capital letters, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-ascii", maxLength: 3 }),
        (text) => isCountry(text) === countries.includes(text),
      ),
    );
  });
});

describe("user assigned codes", () => {
  it("are AA, QM to QZ, XA to XZ and ZZ: 42 pairs, none of them a country", () => {
    const assigned = pairs.filter(isUserAssignedCountry);
    expect(assigned).toHaveLength(1 + 14 + 26 + 1);
    expect(assigned.filter(isCountry)).toEqual([]);
    expect(["AA", "QM", "QZ", "XA", "XK", "XZ", "ZZ"].every(isUserAssignedCountry)).toBe(true);
    expect(["AB", "QL", "QA", "WZ", "YA", "ZY"].some(isUserAssignedCountry)).toBe(false);
  });

  it("are exactly two capital letters", () => {
    expect(["xk", "XKX", "X", "XK\n", " XK", "AAA", ""].some(isUserAssignedCountry)).toBe(false);
  });
});

describe("official currency of a country", () => {
  it.each([
    ["SG", "SGD"],
    ["US", "USD"],
    ["DE", "EUR"],
    ["BG", "EUR"], // the euro since 2026
    ["HR", "EUR"],
    ["CW", "XCG"],
    ["LI", "CHF"],
    ["LS", "LSL"],
    ["PA", "PAB"],
    ["VE", "VES"],
    ["ZW", "ZWG"],
  ])("of %s is %s", (country, currency) => {
    expect(officialCurrencyOf(country)).toBe(currency);
  });

  it("is null for the three countries without a single one: AQ, GS, PS", () => {
    expect(countries.filter((country) => officialCurrencyOf(country) === null)).toEqual(["AQ", "GS", "PS"]);
  });

  it("is an ISO 4217 currency for every other country", () => {
    const named = countries.map(officialCurrencyOf).filter((currency) => typeof currency === "string");
    expect(named).toHaveLength(246);
    expect(named.every(isCurrency)).toBe(true);
  });
});
