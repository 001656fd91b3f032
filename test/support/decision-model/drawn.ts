/** Draws a transfer to decide, with everything that its decision depends on. */
import fc from "fast-check";
import type { ComplianceErrorCode, RiskEntry, TransferKind } from "../../../src/index.js";
import type { TierDuty } from "../../../src/jurisdictions.js";

export const OWN = "V-OWN";
export const OTHER = "V-OTHER";
const THIRD = "V-THIRD";

/** Accounts of the directory. */
export const ACCOUNTS = ["A-1", "A-2"] as const;
type Account = (typeof ACCOUNTS)[number];

type Side = "originator" | "beneficiary";
export const SIDES = ["originator", "beneficiary"] as const;

/** What identifies a party. */
export interface DrawnParty {
  /** The reference of a stored account; otherwise the party is described. */
  readonly reference: Account | null;
  readonly customer_id: boolean;
  readonly address: boolean;
  readonly national_id: boolean;
  readonly birth: boolean;
}

/** What the operator stored about the address of a side. */
export interface DrawnPlace {
  readonly label: "none" | "self-hosted" | "hosted" | "own VASP" | "other VASP";
  /** The account that is linked without a tag, with the tag 7, and with the tag 9. */
  readonly untagged: Account | null;
  readonly with7: Account | null;
  readonly with9: Account | null;
  /** Whether it is an own address: under any tag, under the tag 7 only, on another chain with the same addresses, or not. */
  readonly own: "any" | "7" | "elsewhere" | null;
  /** Whether the transfer has the tag 7 on this side. */
  readonly hasTag: boolean;
}

/** What a risk provider does: entries, or a failure with the hits of others. */
export interface DrawnAnswer {
  readonly entries: readonly DrawnEntry[];
  readonly failure: ComplianceErrorCode | null;
}

interface DrawnEntry {
  readonly ratio: number;
  readonly vasp_id: string | null;
  readonly hasName: boolean;
  readonly isUnscreened: boolean;
}

/** How a source of rates, prices or thresholds does. */
export type SourceState = "fine" | "none" | "failing" | "stale";

export interface Drawn {
  readonly flow: "withdrawal" | "deposit" | "outgoing" | "incoming" | "internal";
  readonly chain: "ripple" | "ethereum" | null;
  readonly countries: { readonly own: string | null; readonly other: string | null };
  readonly parties: Readonly<Record<Side, DrawnParty>>;
  readonly places: Readonly<Record<Side, DrawnPlace>>;
  /** The first is always asked; the second if there is one. */
  readonly answers: readonly DrawnAnswer[];
  readonly money: { readonly amount: string; readonly unit: "EUR" | "USD" | "GBP" | "SGD" | "BTC" };
  readonly rates: SourceState;
  readonly prices: SourceState;
  readonly thresholds: "fine" | "none" | "failing";
  readonly limits: { readonly rejectRisk: number; readonly suspendRisk: number };
  readonly suspendOnBreach: boolean;
  readonly otherAccounts: "suspend" | "reject";
  readonly claimedVasp: "suspend" | "accept";
  readonly counsel: readonly DrawnCounsel[];
  readonly evidence: readonly { readonly duty: TierDuty; readonly side: Side }[];
  /** The amount of an earlier transaction with the same link key; null: the transfer has no link key. */
  readonly linked: string | null;
}

/** An answer of counsel, whose days may not have come or be over. */
export interface DrawnCounsel {
  readonly jurisdiction: "EU" | "US" | "GB" | "SG";
  readonly kind: TransferKind;
  readonly duties: readonly TierDuty[];
  readonly days: "now" | "later" | "over" | "today only";
}

const duty = fc.constantFrom<TierDuty>("verification", "ownership_check", "mitigating_measure");

/** Mostly the first. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 3 * others.length, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  );
}

const party: fc.Arbitrary<DrawnParty> = fc.record({
  reference: mostly<Account | null>("A-1", "A-2", null),
  customer_id: mostly(true, false),
  address: mostly(true, false),
  national_id: mostly(true, false),
  birth: mostly(true, false),
});

const account = mostly<Account | null>(null, ...ACCOUNTS);

const place: fc.Arbitrary<DrawnPlace> = fc.record({
  label: mostly<DrawnPlace["label"]>("none", "self-hosted", "hosted", "own VASP", "other VASP"),
  untagged: account,
  with7: account,
  with9: account,
  own: mostly<DrawnPlace["own"]>(null, "any", "7", "elsewhere"),
  hasTag: fc.boolean(),
});

const entry: fc.Arbitrary<DrawnEntry> = fc.record({
  ratio: mostly(0, 1, 49, 50, 51, 89, 90, 91, 100),
  vasp_id: mostly<string | null>(null, OWN, OTHER, THIRD),
  hasName: mostly(false, true),
  isUnscreened: mostly(false, false, false, true),
});

const answer: fc.Arbitrary<DrawnAnswer> = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 2 }),
  failure: mostly<ComplianceErrorCode | null>(
    null,
    "provider_unavailable",
    "provider_timeout",
    "list_stale",
    "not_configured",
  ),
});

const country = fc.constantFrom("DE", "FR", "US", "GB", "SG", "BR", null);

/** Around the thresholds of the packs and of the rules in each unit. A bitcoin costs 60,000 EUR. */
const money = fc.oneof(
  fc.record({
    unit: fc.constantFrom("EUR" as const, "USD" as const, "GBP" as const, "SGD" as const),
    amount: fc.constantFrom(
      ...["0", "5", "799.99", "800", "999.99", "1000", "1000.01", "1250", "1499.99", "1500", "1500.01"],
      ...["2999.99", "3000", "3000.01", "100000"],
    ),
  }),
  fc.record({
    unit: fc.constant("BTC" as const),
    amount: fc.constantFrom("0", "0.0001", "0.016666666666666666", "0.0166667", "0.04", "0.05", "1"),
  }),
);

const kind = fc.constantFrom<TransferKind>("vasp_to_vasp", "withdrawal_to_self_hosted", "deposit_from_self_hosted");

const counsel: fc.Arbitrary<DrawnCounsel> = fc.record({
  jurisdiction: fc.constantFrom("EU" as const, "US" as const, "GB" as const, "SG" as const),
  kind,
  duties: fc.uniqueArray(duty, { maxLength: 2 }),
  days: mostly<DrawnCounsel["days"]>("now", "later", "over", "today only"),
});

/** Two answers about the same transfers on one day are no valid policy. */
function haveOneDay(one: DrawnCounsel, other: DrawnCounsel): boolean {
  const areAlike = one.jurisdiction === other.jurisdiction && one.kind === other.kind;
  return areAlike && (one.days === other.days || one.days === "now" || other.days === "now");
}

const side = fc.constantFrom(...SIDES);

/** Everything at once. Most of these transfers are suspended for several reasons. */
const wild: fc.Arbitrary<Drawn> = fc.record({
  flow: fc.constantFrom("withdrawal", "deposit", "outgoing", "incoming", "internal"),
  chain: mostly<Drawn["chain"]>("ripple", "ethereum", null),
  countries: fc.record({ own: country, other: country }),
  parties: fc.record({ originator: party, beneficiary: party }),
  places: fc.record({ originator: place, beneficiary: place }),
  answers: fc.array(answer, { minLength: 1, maxLength: 2 }),
  money,
  rates: mostly<SourceState>("fine", "none", "failing", "stale"),
  prices: mostly<SourceState>("fine", "none", "failing", "stale"),
  thresholds: mostly<Drawn["thresholds"]>("fine", "none", "failing"),
  limits: mostly(
    { rejectRisk: 90, suspendRisk: 50 },
    { rejectRisk: 50, suspendRisk: 50 },
    { rejectRisk: 100, suspendRisk: 1 },
  ),
  suspendOnBreach: fc.boolean(),
  otherAccounts: fc.constantFrom("suspend", "reject"),
  claimedVasp: fc.constantFrom("suspend", "accept"),
  counsel: fc.uniqueArray(counsel, { maxLength: 4, comparator: haveOneDay }),
  evidence: fc.uniqueArray(fc.record({ duty, side }), {
    maxLength: 6,
    selector: (each) => `${each.duty} ${each.side}`,
  }),
  linked: fc.option(fc.constantFrom("0", "500", "1000", "2999.99"), { nil: null }),
});

const COMPLETE: DrawnParty = { reference: "A-1", customer_id: true, address: true, national_id: true, birth: true };
const PLAIN: DrawnPlace = { label: "none", untagged: null, with7: null, with9: null, own: null, hasTag: false };

/** A transfer that is executed: in the European Union, with what its packs require. */
function calm(flow: Drawn["flow"]): Drawn {
  const isInternal = flow === "internal";
  const vasp_id = flow === "outgoing" || flow === "incoming" ? OTHER : null;
  const place: DrawnPlace = { ...PLAIN, own: isInternal ? "any" : null };
  return {
    flow,
    chain: "ripple",
    countries: { own: "DE", other: "FR" },
    parties: { originator: COMPLETE, beneficiary: COMPLETE },
    places: { originator: place, beneficiary: place },
    answers: [{ entries: [{ ratio: 0, vasp_id, hasName: false, isUnscreened: false }], failure: null }],
    money: { amount: "5", unit: "EUR" },
    ...{ rates: "fine", prices: "fine", thresholds: "fine" },
    limits: { rejectRisk: 90, suspendRisk: 50 },
    ...{ suspendOnBreach: true, otherAccounts: "suspend", claimedVasp: "suspend" },
    counsel: [],
    evidence: SIDES.map((side) => ({ duty: "mitigating_measure", side })),
    linked: null,
  };
}

const parts = Object.keys(calm("internal")).filter((part) => part !== "flow") as readonly (keyof Drawn)[];

/** Draws what is decided: a calm transfer with some parts of a wild one, or a wild one. */
export const drawn: fc.Arbitrary<Drawn> = fc.oneof(
  { weight: 1, arbitrary: wild },
  {
    weight: 3,
    arbitrary: fc.tuple(wild, fc.subarray([...parts], { maxLength: 4 })).map(([given, changed]) => ({
      ...calm(given.flow),
      ...Object.fromEntries(changed.map((part) => [part, given[part]])),
    })),
  },
);

/** The risk entry of a provider. */
export function entryOf(provider_name: string, { ratio, vasp_id, hasName, isUnscreened }: DrawnEntry): RiskEntry {
  return {
    provider_name,
    risk_ratio: ratio,
    risk_descriptors: [isUnscreened ? "not-screened" : "screened"],
    vasp_name_legal: hasName ? "Some Exchange Ltd" : "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
    ...(vasp_id !== null && { vasp_id }),
  };
}

/** The side of the own VASP, or of the customer who sends within it. */
export function ownSideOf(flow: Drawn["flow"]): Side {
  return flow === "deposit" || flow === "incoming" ? "beneficiary" : "originator";
}

export function kindOf(flow: Drawn["flow"]): TransferKind {
  if (flow === "withdrawal") return "withdrawal_to_self_hosted";
  return flow === "deposit" ? "deposit_from_self_hosted" : "vasp_to_vasp";
}
