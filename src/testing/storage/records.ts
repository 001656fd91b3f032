/** Records for storage checks: valid, small and easy to distinguish. And names in many scripts with terms to search. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { AddressUpdate, Screening, StoredAddress } from "../../domain/addresses/address.js";
import type { Alert, AlertReview, AlertState, StoredAlert } from "../../domain/alerts/alert.js";
import { foldText, squeezeText } from "../../domain/text.js";
import type { LinkedEvaluation } from "../../domain/thresholds/linked.js";
import type { ConversionRate } from "../../domain/thresholds/types.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type {
  AccountRepository,
  AlertLeaseQuery,
  AlertRepository,
  LinkedTransactionRepository,
} from "../../ports/storage.js";

/**
 * Pieces of names that are hard to search. Letters that fold to several or decompose, non-ASCII case pairs, and letters
 * outside the basic plane. White space, and pattern, quote and escape characters.
 */
const namePieces = [
  ["a", "b", "A", "ab", "B", "aa", "7", " ", "  ", "-", "'", "."],
  ["é", "e\u0301", "ß", "SS", "ẞ", "Ł", "ø", "Æ", "þ", "ſ", "İ", "ı", "ŉ", "ﬁ", "Ⅳ", "ａ"],
  ["Σ", "ς", "σ", "ΐ", "й", "Ё", "Ꙋ", "և", "Ա", "ა", "Ა", "Ꭰ", "ꭰ", "𐐀", "𐐨", "𝒜"],
  ["א", "שׁ", "ب", "ﻻ", "क", "क़", "ก", "ำ", "한", "각", "が", "ｶﾞ", "東", "㍿", "𠮷", "😀"],
  ["\u00a0", "\u3000", "\u2003", "%", "_", "\\", "*", '"', "?", "[", "(", "^", "$", ":"],
] as const;

/** Draws short names that often contain one another. */
export const nameText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...namePieces[0]) }, fc.constantFrom(...namePieces.flat())), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

/** A search term, or how to cut one out of the stored texts. */
type TermDraw =
  | { readonly kind: "text"; readonly term: string }
  | { readonly kind: "cut"; readonly of: number; readonly from: number; readonly length: number };

const written: fc.Arbitrary<TermDraw> = nameText.map((text) => ({ kind: "text", term: termOf(text) }));
const cut: fc.Arbitrary<TermDraw> = fc
  .record({ of: fc.nat({ max: 63 }), from: fc.nat({ max: 7 }), length: fc.integer({ min: 1, max: 6 }) })
  .map((draw) => ({ kind: "cut", ...draw }));

/** Draws terms, most of them cut out of stored texts, so that searches find something. */
export const anyTerm: fc.Arbitrary<TermDraw> = fc.oneof(written, cut, cut);

/** Returns the drawn term for a search among these texts. */
export function drawnTerm(draw: TermDraw, texts: readonly string[]): string {
  if (draw.kind === "text") return draw.term;
  // Cut between characters, not between code units.
  const characters = [...foldText(texts[draw.of % texts.length] ?? "")];
  const start = draw.from % Math.max(1, characters.length);
  return termOf(characters.slice(start, start + draw.length).join(""));
}

/** Returns the text folded and squeezed, as the port requires of a term. */
export function termOf(text: string): string {
  return squeezeText(foldText(text));
}

/** The page that has all records. */
export const ALL = { page: 1, size: 1000 };

/** The time of all records, unless a test sets another. */
export const STAMP = "2026-02-03T04:05:06.789+00:00";

type IndividualAccount = Extract<Account, { account_type: "individual" }>;

export function individual(
  reference_id: string,
  names: Partial<Record<NamePart, string>> = {},
  more = {},
): IndividualAccount {
  return {
    reference_id,
    account_type: "individual",
    account_category: "customer",
    customer_id: `customer of ${reference_id}`,
    individual: { individual_name: { name_type: "LEGL", name_last: "Zzz", ...names } },
    created: STAMP,
    last_modified: STAMP,
    ...more,
  };
}
type NamePart = "name_first" | "name_middle" | "name_last";

export function entity(reference_id: string, name_legal = "Zzz", more = {}): Account {
  return {
    reference_id,
    account_type: "entity",
    account_category: "customer",
    entity: { entity_name: { name_type: "LEGL", name_legal } },
    national_id: { national_id_type: "RAID", national_id: "12345", registration_authority: "RA000001" },
    created: STAMP,
    last_modified: STAMP,
    ...more,
  };
}

export function vasp(vasp_id: string, more: Partial<Vasp> = {}): Vasp {
  return { vasp_id, name_legal: `Legal ${vasp_id}`, ...more };
}

export function alert(alert_id: string, raised_at = "2026-02-03T04:05:06.789Z"): Alert {
  return {
    alert_id,
    rule_code: "THRESHOLD_BY_COUNTRY",
    transaction_id: `transaction of ${alert_id}`,
    country: "SG",
    raised_at,
    decision: {
      status: "breach",
      comparison: "equal",
      amount: "1100",
      amount_currency: "USD",
      country: "SG",
      currency: "EUR",
      threshold: "1000",
      operator: ">",
      citation: "section 2 é",
      note: "The regulation would let this amount pass.",
      official: { currency: "SGD", threshold: "1500.00", converted: "1500.00", rate: rateOf("1", "1.5") },
      converted: "1000.00",
      rate: rateOf("1.1", "1"),
      message: "The amount reaches the threshold of 1000 EUR for SG.",
    },
  };
}

function rateOf(from: string, to: string): ConversionRate {
  return { source: "conformance", date: "2026-02-03", base: "EUR", from, to };
}

/** Returns that alert as it is stored. */
export function storedAlert(alert_id: string, state: Partial<AlertState> = {}): StoredAlert {
  return { ...unreviewed(alert(alert_id)), ...state };
}

/** Returns a stored alert that is pending and has no review. */
export function unreviewed(stored: Alert): StoredAlert {
  return { alert: stored, delivered: false, reviews: [] };
}

export function review(by = "officer é"): AlertReview {
  const actor = { id: `id of ${by}`, role: "officer", kind: "person" } as const;
  return { outcome: "escalated", by, note: `note of ${by}`, reviewed_at: "2026-02-04T00:00:00.000+00:00", actor };
}

/** Returns a query for leases of any number of alerts. Its time is so many minutes after a fixed one; leases last five. */
export function leaseQuery(minutes = 0, more: Partial<AlertLeaseQuery> = {}): AlertLeaseQuery {
  const at = (later: number): string => leaseTime(minutes + later);
  return { limit: 1000, now: at(0), until: at(5), latest: at(10), ...more };
}

/** The text of no lease. */
export const NO_LEASE = "00";

/** Marks an alert as delivered under a new lease, which replaces any other. An unknown one is marked under no lease. */
export async function deliver(alerts: AlertRepository, alert_id: string): Promise<void> {
  const [leased] = await alerts.lease(leaseQuery(0, { limit: 1, alert_id, latest: leaseTime(0) }));
  await alerts.markDelivered(alert_id, leased?.lease ?? NO_LEASE);
}

/** Returns a time so many minutes after a fixed one. */
export function leaseTime(minutes: number): string {
  const time = new Date(Date.UTC(2026, 2, 1) + Math.round(minutes * 60_000));
  return time.toISOString().replace("Z", "+00:00");
}

/** Streams the records. With `failure`, the stream throws it after the last record. */
export async function* streamOf<T>(records: Iterable<T>, failure?: Error): AsyncGenerator<T> {
  for (const record of records) yield record;
  if (failure !== undefined) throw failure;
}

/** Few ids, so that they repeat. Their order by code units is that of no locale, and not that of UTF-8. */
const anyId: fc.Arbitrary<string> = fc.constantFrom("r1", "r2", "R1", "r10", "ä", "z", "\u{1f600}", "\uffff");

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const individualName = fc.record(
  { name_type: fc.constant("LEGL" as const), name_first: nameText, name_middle: nameText, name_last: nameText },
  { requiredKeys: ["name_type", "name_last"] },
);
const entityName = fc.record(
  { name_type: fc.constant("LEGL" as const), name_legal: nameText, name_business: nameText },
  { requiredKeys: ["name_type", "name_legal"] },
);

export const anyAccount: fc.Arbitrary<Account> = fc
  .record({
    reference_id: anyId,
    category: fc.constantFrom("customer" as const, "non-customer" as const),
    email: optional(nameText.map((text) => `${text}@example.org`)),
    parts: fc.oneof(
      fc.record({
        account_type: fc.constant("individual" as const),
        individual: fc.record(
          { individual_name: individualName, individual_localname: individualName },
          { requiredKeys: ["individual_name"] },
        ),
      }),
      fc.record({
        account_type: fc.constant("entity" as const),
        entity: fc.record({ entity_name: entityName, entity_localname: entityName }, { requiredKeys: ["entity_name"] }),
      }),
    ),
  })
  .map(({ reference_id, category, email, parts }) => ({
    reference_id,
    account_category: category,
    ...(email === undefined ? {} : { email }),
    ...parts,
    created: STAMP,
    last_modified: STAMP,
  }));

export const anyVasp: fc.Arbitrary<Vasp> = fc.record(
  {
    vasp_id: anyId,
    name_legal: nameText,
    name_business: nameText,
    address_country_code: fc.constantFrom("SG", "CH", "US"),
    address_street_no: nameText,
    address_street_name: nameText,
    address_city: nameText,
    address_region: nameText,
    address_postcode: nameText,
    website: nameText,
    summary: nameText,
    supported_protocols: fc.array(nameText, { maxLength: 3 }),
    national_id_type_code: fc.constantFrom("RAID" as const, "LEIX" as const),
    national_id: nameText,
    national_id_issue_country: fc.constantFrom("SG", "CH"),
    national_id_registration_authority: fc.constantFrom("RA000001", "RA000002"),
  },
  { requiredKeys: ["vasp_id", "name_legal"] },
);

export const anyTime: fc.Arbitrary<string> = fc.constantFrom(
  "2026-02-03T04:05:06.789Z",
  "2026-02-03T04:05:06.790Z",
  "2025-12-31T23:59:59.999Z",
);

export const anyAlert: fc.Arbitrary<Alert> = fc
  .tuple(anyId, anyTime)
  .map(([alert_id, raised_at]) => alert(alert_id, raised_at));

/** Draws a page of a short list, or one beyond its end. */
export const anyPage: fc.Arbitrary<{ readonly page: number; readonly size: number }> = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 5 }),
});

export const ACTOR = { id: "officer é", role: "compliance officer", kind: "person" } as const;

/** Returns an update that sets nothing but the address. */
export function addressUpdate(address: string, more: Partial<AddressUpdate> = {}): AddressUpdate {
  return { chain: "tezos", address, created: STAMP, ...more };
}

/** Returns an update that links an address, in place of any other account. */
export function linkUpdate(address: string, account_ref_id: string): AddressUpdate {
  return addressUpdate(address, { account_ref_id, relink: true });
}

/** Stores accounts with these ids, because a link needs its account. */
export async function insertAccounts(accounts: AccountRepository, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await accounts.insert(individual(id));
}

/** Returns the stored record after {@link addressUpdate} of a new address. */
export function bareAddress(address: string): StoredAddress {
  const { chain, created } = addressUpdate(address);
  return { chain, address, created };
}

/** Returns a screening with one entry. */
export function screening(risk_ratio: number, created = STAMP): Screening {
  return [
    {
      provider_name: "OFAC",
      risk_ratio,
      risk_descriptors: [`score ${risk_ratio}`, "é"],
      vasp_name_legal: "",
      vasp_name_business: "Zzz, Yyy",
      vasp_website: null,
      vasp_category: "exchange",
      created,
    },
  ];
}

/** Draws one of few times, so that they repeat. */
export const stamp = fc.constantFrom(STAMP, "2026-02-03T04:05:06.790+00:00", "2025-12-31T23:59:59.999+00:00");

/** The addresses that histories change: few, so that they repeat. */
export const ADDRESSES = [
  { chain: "tezos", address: "a" },
  { chain: "near", address: "a" },
  { chain: "tezos", address: "near a" },
  { chain: "tezos", address: "\u{1f600}" },
  { chain: "tezos", address: "\uffff" },
] as const;

/** The accounts that histories link addresses to. */
export const REFERENCES = ["r1", "r2", "__proto__"] as const;
export const anyReference = fc.constantFrom(...REFERENCES);

/** The transfers that histories change. The first one has the id of the transaction of an alert. */
export const TRANSFER_IDS = ["transaction of r1", "r1", "R1", "__proto__"] as const;

/** The tags of links in histories. */
export const TAGS = ["1", "1 ", "__proto__"] as const;

/** A change of an address: of a new or stored one, or of a stored one only. */
export interface AddressChange {
  readonly kind: "save" | "update";
  readonly update: AddressUpdate;
}

/** Returns what a record has while it is linked without a tag. */
export function linkedTo(
  account_ref_id: string,
  linked = STAMP,
): Required<Pick<StoredAddress, "account_ref_id" | "linked">> {
  return { account_ref_id, linked };
}

/** What happened to an address: an accepted update, or the removal of an account with its links. */
export type AddressEvent = AddressUpdate | { readonly removedAccount: string };

const balance = fc.record({
  balance: fc.constantFrom("0", "1.50"),
  balance_usd: fc.constantFrom(null, "2.00"),
  created: stamp,
});
const anyScreening = fc.tuple(fc.constantFrom(0, 1, 100), stamp).map(([ratio, created]) => screening(ratio, created));

type SomeAddress = (typeof ADDRESSES)[number];
type SomeReference = (typeof REFERENCES)[number];

/** Draws changes of the given addresses and accounts. */
export function anyAddressChange(
  addresses: readonly SomeAddress[],
  references: readonly SomeReference[],
): fc.Arbitrary<AddressChange> {
  const address = fc.constantFrom(...addresses);
  const account_ref_id = fc.constantFrom(...references);
  const label = fc.constantFrom(
    ...[{}, {}, { is_self_hosted: true }, { is_self_hosted: false }],
    ...[{ vasp_id: "r1" }, { vasp_id: "r2", is_self_hosted: false }],
  );
  const set = { created: stamp, balance, screening: anyScreening, actor: fc.constant(ACTOR) };
  const link = { account_ref_id, tag: fc.constantFrom(...TAGS), relink: fc.boolean() };
  const anyLink = fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.record(link, { requiredKeys: ["account_ref_id"] }) },
  );
  return fc
    .tuple(
      address,
      fc.record(set, { requiredKeys: ["created"] }),
      label,
      anyLink,
      fc.constantFrom("save" as const, "save" as const, "update" as const),
    )
    .map(([of, values, labels, linked, kind]): AddressChange => {
      return { kind, update: { ...of, ...values, ...labels, ...linked } };
    });
}

/** The minute of a linked transaction, unless a test sets another. */
const NOON = 12 * 60;

/** Returns a time of one day, as linked transactions have it. */
export function minute(count: number): string {
  const [hours, minutes] = [Math.floor(count / 60), count % 60].map((part) => String(part).padStart(2, "0"));
  return `2026-02-03T${hours}:${minutes}:00.000Z`;
}

export function linkedEvaluation(
  link_key: string,
  transaction_id: string,
  more: Partial<LinkedEvaluation> = {},
): LinkedEvaluation {
  return { link_key, transaction_id, time: minute(NOON), amount: { amount: "500", currency: "EUR" }, ...more };
}

/** Returns the ids of the transactions of a link key, of the whole day. */
export async function transactionsOf(
  linked: LinkedTransactionRepository,
  link_key: string,
): Promise<readonly string[]> {
  const found = await linked.within({ link_key, from: minute(0), to: minute(1439), limit: 1_000 });
  return found.map(({ transaction_id }) => transaction_id);
}
