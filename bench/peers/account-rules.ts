/**
 * Rules of §2.2–2.6 for the peers: codes, and a fast check of each text format. Written independently of vaspkit, so that
 * peers share neither its errors nor its optimizations.
 */
import { listRegistrationAuthorities } from "../../src/domain/identifiers/reference-data.js";
import { officialCurrencies } from "../../src/reference/countries.js";

/** A validator of accounts. */
export interface AccountPeer {
  readonly name: string;
  /** Whether it returns a copy with `account_category`, or only a verdict. */
  readonly returns: "a copy" | "a verdict";
  /** Checks every rule, even after the first issue. */
  readonly accepts: (input: unknown) => boolean;
}

export const individualIdTypes = ["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"] as const;
/** Types that require a registration authority. */
export const registeredIdTypes = ["RAID", "TXID", "MISC"] as const;

export const categories = ["customer", "non-customer"] as const;
export const addressTypes = ["HOME", "BIZZ", "GEOG"] as const;

/** Optional texts of an address. */
export const addressTexts = [
  ...["address_line", "address_street_no", "address_street_name", "address_building_name", "address_floor"],
  ...["address_room", "address_department", "address_subdepartment", "address_postbox", "address_city_location"],
  ...["address_region", "address_district", "address_postcode"],
] as const;

export const messages = {
  text: "must be text of 1 to 1,000 units, not blank, well-formed, without control characters",
  country: "must be an ISO 3166-1 alpha-2 code",
  date: "must be a calendar date, YYYY-MM-DD",
  email: "must be an e-mail address",
  lei: "must be an LEI with right check digits",
  authority: "must be a code of the registration authorities list",
  identified: "needs customer_id, address, national_id, or (individuals) date and place of birth",
  located: "needs address_line, or address_street_name with address_street_no or address_building_name",
  street: "is needed by address_street_no and address_building_name",
} as const;

const PLAIN = /^ *[!-~][ -~]*$/;
const SOUND =
  /^(?=[\p{White_Space}\p{Default_Ignorable_Code_Point}]*[^\p{White_Space}\p{Default_Ignorable_Code_Point}])[^\p{Cc}\p{Cs}]*$/u;

export function isSoundText(text: string): boolean {
  return text.length <= 1_000 && (PLAIN.test(text) || SOUND.test(text));
}

const countries: ReadonlySet<string> = new Set(
  officialCurrencies
    .trim()
    .split(/\s+/)
    .map((pair) => pair.slice(0, 2)),
);

export function isCountryCode(text: string): boolean {
  return countries.has(text);
}

const authorities: ReadonlySet<string> = new Set(listRegistrationAuthorities().map(({ code }) => code));

export function isAuthorityCode(text: string): boolean {
  return authorities.has(text);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDay(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= days;
}

const EMAIL = /^[^@\s\u0085]+@[^@\s\u0085]+$/;

export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

const LEI = /^[A-Z0-9]{18}[0-9]{2}$/;

/** ISO 7064 MOD 97-10. */
export function isLeiCode(text: string): boolean {
  if (!LEI.test(text)) return false;
  let rest = 0;
  for (let index = 0; index < 20; index += 1) {
    const unit = text.charCodeAt(index);
    rest = (unit < 58 ? rest * 10 + unit - 48 : rest * 100 + unit - 55) % 97;
  }
  return rest === 1;
}
