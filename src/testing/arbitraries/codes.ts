/** Arbitraries of identifiers: countries, currencies, LEIs, registration authorities, dates and e-mail addresses. */
import * as fc from "fast-check";
import { isCountry } from "../../domain/identifiers/country.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { isRegistrationAuthority } from "../../domain/identifiers/registration-authority.js";
import { word } from "./text.js";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);
// From our own list, because that of Intl differs between versions of Node, and a seed must draw the same values.
const currencies = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c))).filter(isCurrency);
const registrationAuthorities = Array.from({ length: 1_200 }, (_, n) => `RA${String(n).padStart(6, "0")}`)
  .filter(isRegistrationAuthority)
  .concat("RA777777", "RA888888", "RA999999");

export function country(): fc.Arbitrary<string> {
  return fc.constantFrom(...countries);
}

export function currency(): fc.Arbitrary<string> {
  return fc.constantFrom(...currencies);
}

export function registrationAuthority(): fc.Arbitrary<string> {
  return fc.constantFrom(...registrationAuthorities);
}

/** ISO 17442: the check digits are 98 minus the remainder of the number with "00" at its end. */
export function lei(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return fc.string({ unit, minLength: 18, maxLength: 18 }).map((body) => body + checkDigitsOf(body));
}

function checkDigitsOf(body: string): string {
  const digits = Array.from(`${body}00`, (character) => String(Number.parseInt(character, 36))).join("");
  return String(98n - (BigInt(digits) % 97n)).padStart(2, "0");
}

/** Before the time of any clock, also of one set by a test. */
const LAST_BIRTH = "2024-12-31";

/** Draws calendar days from the year 1 to the end of 2024, with leap days. */
export function pastDay(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: dayBetween("1900-01-01", LAST_BIRTH) },
    { weight: 1, arbitrary: dayBetween("0001-01-01", LAST_BIRTH) },
    { weight: 1, arbitrary: fc.constantFrom("2000-02-29", "2024-02-29", "1904-02-29", "0004-02-29", LAST_BIRTH) },
  );
}

export function dayBetween(first: string, last: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((time) => time.toISOString().slice(0, 10));
}

export function email(): fc.Arbitrary<string> {
  return fc.tuple(word("@"), word("@")).map(([local, domain]) => `${local}@${domain}`);
}

/** Texts that look like the identifier and are invalid. */
export const invalidCodes = {
  not_a_country: fc.oneof(
    fc.constantFrom("XK", "UK", "EU", "AN", "ZZ", "gb", "Us", "GBR", "G", "GB ", "826", "Germany"),
    country().map((code) => code.toLowerCase()),
  ),
  not_a_currency: fc.oneof(
    fc.constantFrom("BTC", "XXX", "XTS", "DEM", "EURO", "E", "978", "€"),
    currency().map((code) => code.toLowerCase()),
  ),
  not_a_date: fc.oneof(
    fc.constantFrom("2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-00-10", "2024-13-01", "2024-01-00"),
    fc.constantFrom(
      "0000-01-01",
      "2024-1-1",
      "28/06/2024",
      "20240628",
      "2024-06-28T00:00:00Z",
      " 2024-06-28",
      "٢٠٢٤-٠٦-٢٨",
    ),
  ),
  not_an_email: fc.oneof(
    fc.constantFrom("@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@\u00a0b", "a@b\u2003"),
    word("@"),
  ),
  not_an_lei: fc.oneof(
    fc.tuple(lei(), fc.integer({ min: 1, max: 96 })).map(([right, step]) => withOtherCheckDigits(right, step)),
    lei().map((right) => right.slice(1)),
    lei().map((right) => `${right}0`),
    lei()
      .filter((right) => /[A-Z]/.test(right))
      .map((right) => right.toLowerCase()),
  ),
  not_a_registration_authority: fc.constantFrom("RA000000", "RA1", "ra000001", "RA0000011", "RA999998", "HRB 12345"),
} as const satisfies Record<string, fc.Arbitrary<string>>;

/** Adds 1 to 96 modulo 97, so the remainder always differs from the correct one. */
function withOtherCheckDigits(right: string, step: number): string {
  return right.slice(0, 18) + String((Number(right.slice(18)) + step) % 97).padStart(2, "0");
}
