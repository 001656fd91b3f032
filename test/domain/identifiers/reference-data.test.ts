/** Reference data for forms agrees with the validators. */
import { describe, expect, it } from "vitest";
import { minorUnitsOf } from "../../../src/domain/identifiers/currency.js";
import {
  isCountry,
  isCurrency,
  isRegistrationAuthority,
  listCountries,
  listCurrencies,
  listRegistrationAuthorities,
  nationalIdTypes,
  parseAccount,
} from "../../../src/index.js";

const sorted = (codes: readonly string[]): readonly string[] => codes.toSorted();
const codesOf = (list: readonly { readonly code: string }[]): readonly string[] => list.map(({ code }) => code);

describe("reference data", () => {
  it("lists 249 countries with their official currencies", () => {
    const countries = listCountries();
    expect(countries).toHaveLength(249);
    expect(codesOf(countries)).toEqual(sorted(codesOf(countries)));
    expect(
      countries.every(({ code, currency }) => isCountry(code) && (currency === null || isCurrency(currency))),
    ).toBe(true);
    expect(countries).toContainEqual({ code: "SG", currency: "SGD" });
    expect(countries.filter(({ currency }) => currency === null).map(({ code }) => code)).toEqual(["AQ", "GS", "PS"]);
  });

  it("lists currencies with name, minor units and kind", () => {
    const currencies = listCurrencies();
    expect(currencies).toHaveLength(176);
    expect(codesOf(currencies)).toEqual(sorted(codesOf(currencies)));
    expect(currencies.every(({ code, minorUnits }) => isCurrency(code) && minorUnitsOf(code) === minorUnits)).toBe(
      true,
    );
    expect(currencies.every(({ name }) => name !== "" && name.trim() === name)).toBe(true);
    expect(currencies).toContainEqual({ code: "JPY", name: "Yen", minorUnits: 0, kind: "money" });
    expect(currencies).toContainEqual({ code: "XAU", name: "Gold", minorUnits: null, kind: "metal" });
  });

  it("lists registration authorities with their countries", () => {
    const registrationAuthorities = listRegistrationAuthorities();
    expect(registrationAuthorities).toHaveLength(1138);
    expect(codesOf(registrationAuthorities)).toEqual(sorted(codesOf(registrationAuthorities)));
    expect(registrationAuthorities.every(({ code }) => isRegistrationAuthority(code))).toBe(true);
    expect(registrationAuthorities).toContainEqual({ code: "RA000548", countries: ["CH", "LI"] });
    expect(registrationAuthorities).toContainEqual({ code: "RA999999", countries: [] });
  });

  it.each(["individual", "entity"] as const)("lists the national id types that an %s may have", (type) => {
    const parsed = parseAccount({
      account_type: type,
      national_id: { national_id_type: type === "entity" ? "CCPT" : "RAID" },
    });
    const found = parsed.ok ? [] : parsed.issues.filter(({ path }) => path === "/national_id/national_id_type");
    const codes = nationalIdTypes.filter(({ accountTypes }) => accountTypes.includes(type)).map(({ code }) => code);
    expect(found.map(({ params }) => params)).toEqual([{ allowed: codes }]);
  });
});
