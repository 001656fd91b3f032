/** Reference data for forms: lists of codes with their meaning. */
import { officialCurrencies } from "../../reference/countries.js";
import { currencyGroups } from "../../reference/currencies.js";
import { currencyNames } from "../../reference/currency-names.js";
import { registrationAuthorityCountries } from "../../reference/registration-authority-countries.js";
import type { AccountType, EntityNationalIdType, IndividualNationalIdType } from "../accounts/account.js";
import type { CountryCode, CurrencyCode } from "./codes.js";

/** A country of ISO 3166-1. */
export interface Country {
  /** Officially assigned alpha-2 code: `"SG"`. */
  readonly code: CountryCode;
  /** Official currency; null if there is no single one (AQ, GS, PS). */
  readonly currency: CurrencyCode | null;
}

/** A currency of ISO 4217. */
export interface Currency {
  /** Alphabetic code: `"EUR"`. */
  readonly code: CurrencyCode;
  /** English name. */
  readonly name: string;
  /** Decimal digits of the smallest unit: 2 for EUR, 0 for JPY; null if the standard defines none. */
  readonly minorUnits: number | null;
  /** Money, a unit of account or fund (such as XDR), or a metal. */
  readonly kind: "money" | "fund" | "metal";
}

/** A registration authority of the GLEIF list. */
export interface RegistrationAuthority {
  /** Code: `"RA000548"`. */
  readonly code: string;
  /** Countries that it registers entities of; also EU, UN and XK. Empty for RA777777, RA888888 and RA999999. */
  readonly countries: readonly CountryCode[];
}

/** A kind of national id (§2.6). */
export interface NationalIdType {
  /** Code: `"CCPT"`. */
  readonly code: IndividualNationalIdType | EntityNationalIdType;
  /** English meaning. */
  readonly name: string;
  /** Types of account that can have it. */
  readonly accountTypes: readonly AccountType[];
}

/**
 * Returns the countries of ISO 3166-1, sorted by code. `Intl.DisplayNames` has their names in every language.
 *
 * @returns a new list
 * @example
 * const names = new Intl.DisplayNames("en", { type: "region" });
 * const options = listCountries().map(({ code }) => ({ value: code, label: names.of(code) }));
 */
export function listCountries(): readonly Country[] {
  // `SG:SGD` and `AQ:-`.
  return words(officialCurrencies).map((pair) => {
    const [code = "", currency = ""] = pair.split(":");
    return { code, currency: currency === "-" ? null : currency };
  });
}

/**
 * Returns the active currencies of ISO 4217, sorted by code: money, funds and metals.
 *
 * @returns a new list
 * @example
 * const options = listCurrencies().filter(({ kind }) => kind === "money");
 */
export function listCurrencies(): readonly Currency[] {
  const details = new Map(
    currencyGroups.flatMap(({ kind, minorUnits, codes }) => words(codes).map((code) => [code, { minorUnits, kind }])),
  );
  return currencyNames.split(";").map((entry) => {
    const [code = "", ...name] = words(entry);
    // Both tables are generated from the same codes.
    const { minorUnits, kind } = details.get(code) as Pick<Currency, "minorUnits" | "kind">;
    return { code, name: name.join(" "), minorUnits, kind };
  });
}

/**
 * Returns the registration authorities of the GLEIF list, sorted by code.
 *
 * @returns a new list
 * @example
 * // RA000548 and others
 * const swiss = listRegistrationAuthorities().filter(({ countries }) => countries.includes("CH"));
 */
export function listRegistrationAuthorities(): readonly RegistrationAuthority[] {
  // `48-51:BR` and `192:BL+FR`.
  return words(registrationAuthorityCountries).flatMap((group) => {
    const [range = "", list = ""] = group.split(":");
    const [first = 0, last = first] = range.split("-").map(Number);
    const countries = list === "" ? [] : list.split("+");
    const codes = Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(6, "0"));
    return codes.map((code) => ({ code: `RA${code}`, countries }));
  });
}

/**
 * Kinds of national ids (§2.6).
 *
 * @example
 * const ofPersons = nationalIdTypes.filter(({ accountTypes }) => accountTypes.includes("individual"));
 */
export const nationalIdTypes: readonly NationalIdType[] = [
  { code: "ARNU", name: "Alien registration number", accountTypes: ["individual"] },
  { code: "CCPT", name: "Passport number", accountTypes: ["individual"] },
  { code: "DRLC", name: "Driver licence number", accountTypes: ["individual"] },
  { code: "FIIN", name: "Foreign investment identity number", accountTypes: ["individual"] },
  { code: "SOCS", name: "Social security number", accountTypes: ["individual"] },
  { code: "IDCD", name: "Identity card number", accountTypes: ["individual"] },
  { code: "RAID", name: "Registration authority identifier", accountTypes: ["entity"] },
  { code: "TXID", name: "Tax identification number", accountTypes: ["entity"] },
  { code: "LEIX", name: "Legal entity identifier", accountTypes: ["entity"] },
  { code: "MISC", name: "Unspecified", accountTypes: ["individual", "entity"] },
];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
