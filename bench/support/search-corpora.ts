/**
 * A directory of accounts and one of VASPs for the search bench, with names of many scripts, the same in every run, and
 * terms drawn from those names.
 */
import { allFakers, type Faker } from "@faker-js/faker";
import type { Account, EntityName, IndividualName } from "../../src/domain/accounts/account.js";
import { foldText, squeezeText } from "../../src/domain/text.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import { seededRandom } from "./random.js";

const SEED = 20261121;
const POOL = 2000;
const STAMP = "2026-02-03T04:05:06.789+00:00";
const DOMAINS = ["example.org", "example.com", "example.net", "mail.example", "post.example"] as const;
/** Not languages of people, or without names of their own. */
const LEFT_OUT: ReadonlySet<string> = new Set(["base", "en_BORK", "en_AU_ocker", "en_CA", "en_GB", "en_HK", "en_IE"]);

interface Names {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly company: readonly string[];
}

/** The names of each locale that has some. Fakers are slow: a few thousand names are drawn, and combined then. */
function namePools(): readonly Names[] {
  return Object.entries(allFakers)
    .filter(([locale]) => !LEFT_OUT.has(locale))
    .map(([, faker]) => poolOf(faker))
    .filter(({ first, last, company }) => first.length > 0 && last.length > 0 && company.length > 0);
}

function poolOf(faker: Faker): Names {
  faker.seed(SEED);
  return {
    first: drawn(() => faker.person.firstName()),
    last: drawn(() => faker.person.lastName()),
    company: drawn(() => faker.company.name()),
  };
}

/** A locale that lacks what is asked for throws: then there is none. */
function drawn(draw: () => string): readonly string[] {
  try {
    return [...new Set(Array.from({ length: POOL }, draw))];
  } catch {
    return [];
  }
}

type Pick = <T>(all: readonly T[]) => T;

function pickWith(random: () => number): Pick {
  return <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
}

/** That many accounts, one after another: five individuals to an entity, two in three with an e-mail address. */
export function* accounts(count: number): Generator<Account> {
  const pools = namePools();
  const random = seededRandom(SEED);
  const pick = pickWith(random);
  for (let index = 0; index < count; index += 1) {
    const names = pick(pools);
    const email = random() < 2 / 3 ? { email: `${mailbox(pick(names.last))}${index}@${pick(DOMAINS)}` } : {};
    const more = { reference_id: id(random), account_category: category(random), created: STAMP, last_modified: STAMP };
    yield random() < 5 / 6
      ? { account_type: "individual", individual: { individual_name: person(names, random) }, ...email, ...more }
      : { account_type: "entity", entity: { entity_name: organization(names, random) }, ...email, ...more };
  }
}

function category(random: () => number): Account["account_category"] {
  return random() < 0.8 ? "customer" : "non-customer";
}

function person({ first, last }: Names, random: () => number): IndividualName {
  const pick = pickWith(random);
  const middle = random() < 0.2 ? { name_middle: pick(first) } : {};
  return { name_type: "LEGL", name_first: pick(first), ...middle, name_last: pick(last) };
}

function organization({ company }: Names, random: () => number): EntityName {
  const pick = pickWith(random);
  const business = random() < 0.3 ? { name_business: pick(company) } : {};
  return { name_type: "LEGL", name_legal: pick(company), ...business };
}

/** What a mail system takes of a name. */
function mailbox(name: string): string {
  const taken = foldText(name).replace(/[^a-z0-9]/g, "");
  return taken === "" ? "user" : taken;
}

/** Sixteen hexadecimal digits. */
function id(random: () => number): string {
  return Array.from({ length: 2 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
}

/** That many VASPs, one after another. */
export function* vasps(count: number): Generator<Vasp> {
  const pools = namePools();
  const random = seededRandom(SEED + 1);
  const pick = pickWith(random);
  for (let index = 0; index < count; index += 1) {
    const { company, last } = pick(pools);
    yield {
      vasp_id: id(random),
      name_legal: `${pick(company)} ${pick(company)}`,
      ...(random() < 0.5 ? { name_business: pick(company) } : {}),
      address_country_code: pick(["SG", "CH", "US", "DE", "JP", "GB", "KR"]),
      address_city: pick(last),
      website: `https://${index}.example`,
    };
  }
}

/** Terms of one length. */
export interface TermClass {
  readonly name: string;
  readonly terms: readonly string[];
}

const LENGTHS = [
  ["1", 1, 1],
  ["2", 2, 2],
  ["3", 3, 3],
  ["4-6", 4, 6],
  ["7+", 7, 14],
] as const;

/** `count` parts of the names per class of length, in code units, folded. */
export function termClasses(all: readonly Account[], count: number): readonly TermClass[] {
  const random = seededRandom(SEED + 2);
  return LENGTHS.map(([name, least, most]) => {
    const terms = new Set<string>();
    while (terms.size < count) {
      const text = nameText(pickWith(random)(all));
      const length = least + Math.floor(random() * (most - least + 1));
      const term = partOf(text, length, random);
      if (term !== undefined) terms.add(term);
    }
    return { name, terms: [...terms] };
  });
}

function nameText(account: Account): string {
  if (account.account_type === "entity") return squeezeText(foldText(account.entity.entity_name.name_legal));
  const { name_first, name_last } = account.individual.individual_name;
  return squeezeText(foldText(`${name_first} ${name_last}`));
}

/** A part of the text that could be typed: no white space around it, no half of a character. */
function partOf(text: string, length: number, random: () => number): string | undefined {
  if (text.length < length) return undefined;
  const start = Math.floor(random() * (text.length - length + 1));
  const part = text.slice(start, start + length);
  return part.length === part.trim().length && !/\p{Surrogate}/u.test(part) ? part : undefined;
}

/** Parts of e-mail addresses that most accounts have: no index can select by them. */
export const commonTerms: TermClass = { name: "common", terms: ["example", "@example.org", ".com", "@", "mple.", "e"] };
