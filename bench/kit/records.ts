/**
 * Accounts, VASPs, alerts and screenings. Record n is the same in every run and process. Names have many scripts, because
 * the cost of a search depends on them. No record describes a real person.
 */
import type { Faker } from "@faker-js/faker";
import type { Account, Alert, EntityParty, Individual, PostalAddress, Vasp } from "vaspkit";
import type { AddressUpdate } from "vaspkit/storage";
import { seededRandom } from "./numbers.js";

const SEED = 20261121;
const STAMP = "2026-11-21T09:30:00.000+00:00";
const COUNTRIES = ["SG", "CH", "US", "DE", "FR", "JP", "BR", "KR", "AE", "PL"] as const;

type Pool = (typeof pools)[number];

const LOCALES = "en en en de fr es pt_BR pl tr vi ru el ar he ja zh_CN ko".split(" ");
// One by one: all locales together take three times as long to load in each process.
const load = (locale: string): Promise<{ readonly faker: Faker }> => import(`@faker-js/faker/locale/${locale}`);

const pools = (await Promise.all(LOCALES.map(load))).map(({ faker }, index) => {
  faker.seed(SEED + index);
  return {
    firsts: distinct(600, () => faker.person.firstName()),
    lasts: distinct(900, () => faker.person.lastName()),
    cities: distinct(150, () => faker.location.city()),
    streets: distinct(200, () => faker.location.street()),
  };
});

function distinct(tries: number, make: () => string): readonly string[] {
  return [...new Set(Array.from({ length: tries }, make))];
}

/** Each record has a generator of its own, so that any record can be made alone. */
function randomOf(index: number): () => number {
  return seededRandom(SEED + Math.imul(index + 1, 0x9e3779b1));
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Returns the reference_id of account n, in the format of a UUID. Consecutive accounts have distant ids. */
export function referenceOf(index: number): string {
  const random = randomOf(index);
  const hex = (value: number, length: number): string => Math.floor(value).toString(16).padStart(length, "0");
  const digits = (length: number): string => hex(random() * 16 ** length, length);
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${hex(index, 12)}`;
}

/** Returns account n. Seven of ten accounts are individuals. */
export function accountAt(index: number): Account {
  const random = randomOf(~index);
  const pool = pick(random, pools);
  const common = {
    reference_id: referenceOf(index),
    account_category: random() < 0.8 ? ("customer" as const) : ("non-customer" as const),
    customer_id: `C-${index}`,
    ...(random() < 0.7 && { email: `contact.${index}@mail${index % 97}.example` }),
    address: postalAddress(random, pool),
    created: STAMP,
    last_modified: STAMP,
  };
  return index % 10 < 7
    ? { ...common, account_type: "individual", individual: individualOf(random, pool) }
    : { ...common, account_type: "entity", ...entityOf(random, pool, index) };
}

function postalAddress(random: () => number, pool: Pool): PostalAddress {
  return {
    address_type: "HOME",
    address_street_no: String(1 + Math.floor(random() * 200)),
    address_street_name: pick(random, pool.streets),
    address_city: pick(random, pool.cities),
    address_postcode: String(10_000 + Math.floor(random() * 89_999)),
    address_country_code: pick(random, COUNTRIES),
  };
}

function individualOf(random: () => number, pool: Pool): Individual {
  return {
    individual_name: {
      name_type: "LEGL",
      name_first: pick(random, pool.firsts),
      ...(random() < 0.3 && { name_middle: pick(random, pool.firsts) }),
      name_last: pick(random, pool.lasts),
    },
    date_of_birth: `${1940 + Math.floor(random() * 65)}-0${1 + Math.floor(random() * 9)}-${10 + Math.floor(random() * 18)}`,
    place_of_birth: pick(random, pool.cities),
    nationality_country: pick(random, COUNTRIES),
  };
}

function entityOf(
  random: () => number,
  pool: Pool,
  index: number,
): Pick<Account & EntityParty, "entity" | "national_id"> {
  const name = `${pick(random, pool.lasts)} & ${pick(random, pool.lasts)}`;
  const kind = pick(random, ["Trading", "Capital", "Logistics", "Digital", "Holding", "Exchange"]);
  return {
    entity: {
      entity_name: { name_type: "LEGL", name_legal: `${name} ${kind} Ltd`, name_business: `${name} ${kind}` },
      registration_country: pick(random, COUNTRIES),
    },
    national_id: { national_id_type: "RAID", national_id: `R${index}`, registration_authority: "RA000001" },
  };
}

/** Returns account n as a request, without the times of its record. */
export function draftAt(index: number): Omit<Account, "created" | "last_modified"> {
  const { created: _, last_modified: __, ...draft } = accountAt(index);
  return draft;
}

/** Returns a search term for account n: first and last name, or the trade name. */
export function termOf(index: number): string {
  const account = accountAt(index);
  if (account.account_type === "entity") return account.entity.entity_name.name_business ?? "";
  const { name_first, name_last } = account.individual.individual_name;
  return `${name_first} ${name_last}`;
}

/** Returns VASP n, with the name of an entity account. */
export function vaspAt(index: number): Vasp {
  const name_legal = termOf(index * 10 + 7);
  return { vasp_id: referenceOf(index), name_legal, address_country_code: "SG", address_city: "Singapore" };
}

/** Returns alert n. */
export function alertAt(index: number): Alert {
  return {
    alert_id: `THRESHOLD_BY_COUNTRY:SG:SGD:1500:${referenceOf(index)}`,
    rule_code: "THRESHOLD_BY_COUNTRY",
    transaction_id: referenceOf(index),
    country: "SG",
    raised_at: STAMP,
    decision: {
      status: "breach",
      comparison: "equal",
      amount: "1500",
      amount_currency: "SGD",
      country: "SG",
      currency: "SGD",
      threshold: "1500",
      converted: "1500.00",
      rate: null,
      message: "The amount reaches the threshold of 1500 SGD for SG.",
    },
  };
}

/** Returns screening n: of a new address, linked to account n. */
export function screeningAt(index: number): AddressUpdate {
  return {
    chain: "ethereum",
    address: `0x${referenceOf(index).replaceAll("-", "").padStart(40, "0")}`,
    account_ref_id: referenceOf(index),
    created: STAMP,
    screening: [
      {
        provider_name: "OFAC",
        risk_ratio: 0,
        risk_descriptors: ["not listed"],
        vasp_name_legal: "",
        vasp_name_business: "",
        vasp_website: null,
        vasp_category: "",
        created: STAMP,
      },
    ],
  };
}
