/** Makes what was drawn: a compliance with its directories, and the call. */
import { auditTrail } from "../../../src/audit.js";
import type { AuditEntry } from "../../../src/domain/audit/record.js";
import {
  type Actor,
  ComplianceError,
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type Result,
  type RiskProvider,
  type TransferDecision,
  unwrap,
} from "../../../src/index.js";
import { eu, gb, sg, us } from "../../../src/jurisdictions.js";
import { untyped } from "../untyped.js";
import {
  ACCOUNTS,
  type Drawn,
  type DrawnAnswer,
  type DrawnCounsel,
  type DrawnParty,
  type DrawnPlace,
  entryOf,
  OTHER,
  OWN,
  ownSideOf,
  SIDES,
  type SourceState,
} from "./drawn.js";

export const NOW = new Date("2026-12-01T12:00:00Z");
const TODAY = "2026-12-01";

export const PACKS = [eu, us, gb, sg];

/** In the official currency of each country. Brazil has none. */
export const THRESHOLDS = { DE: "1000", FR: "1000", US: "3000", GB: "800", SG: "1500" };

export const RATES = { base: "EUR", date: TODAY, source: "test", rates: { USD: "1.25", GBP: "0.8", SGD: "1.5" } };

export const PRICES = { currency: "EUR", time: NOW.toISOString(), source: "test", prices: { BTC: "60000" } };

/** The addresses of both sides on each chain. */
const ADDRESSES = {
  ripple: { originator: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", beneficiary: "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH" },
  ethereum: {
    originator: "0x1000000000000000000000000000000000000001",
    beneficiary: "0x2000000000000000000000000000000000000002",
  },
} as const;

/** Names of the risk providers. */
export const PROVIDERS = ["P", "Q"] as const;

const name = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example" } };

function described({ customer_id, address, national_id, birth }: DrawnParty): object {
  return {
    account_type: "individual",
    individual: { ...name, ...(birth && { date_of_birth: "1984-02-29", place_of_birth: "Kano" }) },
    ...(customer_id && { customer_id: "C-1" }),
    ...(address && {
      address: {
        address_type: "HOME",
        address_line: "1 Raffles Place",
        address_city: "Singapore",
        address_country_code: "SG",
      },
    }),
    ...(national_id && {
      national_id: { national_id_type: "CCPT", national_id: "AB123456", issue_country: "CA" },
    }),
  };
}

/** What an originator and an account must have (§2.2.1). */
export function isIdentified({ customer_id, address, national_id, birth }: DrawnParty): boolean {
  return customer_id || address || national_id || birth;
}

function provider(answer: DrawnAnswer, provider_name: string): RiskProvider {
  const entries = answer.entries.map((entry) => entryOf(provider_name, entry));
  return {
    screen: async () => {
      if (answer.failure === null) return entries;
      throw new ComplianceError(answer.failure, "It failed.", { hits: entries });
    },
  };
}

function sourceOf<T>(state: SourceState, current: T, stale: T): { readonly current: () => Promise<T> } | undefined {
  if (state === "none") return undefined;
  return {
    current: async () => {
      if (state === "failing") throw new Error("It failed.");
      return state === "stale" ? stale : current;
    },
  };
}

function daysOf({ days }: DrawnCounsel): { readonly from: string; readonly until?: string } {
  // Around the world it is the day before, this day, or the day after.
  if (days === "later") return { from: "2026-12-03" };
  if (days === "over") return { from: "2020-01-01", until: "2026-11-29" };
  return days === "now" ? { from: "2020-01-01" } : { from: "2026-11-30", until: "2026-12-02" };
}

function optionsOf(given: Drawn): Omit<ComplianceOptions, "storage"> {
  const { answers, rates, prices, thresholds, limits, suspendOnBreach, otherAccounts, claimedVasp } = given;
  const hasThresholds = thresholds !== "none";
  const failing = { current: () => Promise.reject(new Error("It failed.")) };
  const rateSource = sourceOf(rates, RATES, { ...RATES, date: "2026-11-01" });
  const priceSource = sourceOf(prices, PRICES, { ...PRICES, time: "2026-12-01T11:00:00Z" });
  return {
    clock: () => NOW,
    jurisdictions: PACKS,
    riskProviders: Object.fromEntries(
      answers.map((each, index) => [PROVIDERS[index], provider(each, `${PROVIDERS[index]}`)]),
    ),
    ...(rateSource && { rates: rates === "fine" ? fixedRates(RATES) : rateSource }),
    ...(priceSource && { prices: prices === "fine" ? fixedPrices(PRICES) : priceSource }),
    ...(hasThresholds && { thresholds: thresholds === "failing" ? failing : THRESHOLDS }),
    policy: {
      ownVasp: OWN,
      screenWith: PROVIDERS.slice(0, answers.length),
      ...limits,
      suspendOnBreach: suspendOnBreach && hasThresholds,
      otherAccounts,
      claimedVasp,
      decisionMaxAgeMs: 900_000,
      retentionMs: 1000,
      ownAddresses: ownAddressesOf(given),
      answers: given.counsel.map((each) => {
        const { jurisdiction, kind, duties } = each;
        return { jurisdiction, kind, duties, by: "counsel", note: "They said so", ...daysOf(each) };
      }),
    },
  };
}

function ownAddressesOf({ chain, places }: Drawn) {
  if (chain === null) return [];
  return SIDES.flatMap((side) => {
    const { own } = places[side];
    if (own === null || (own === "elsewhere" && chain === "ripple")) return [];
    const address = { chain: own === "elsewhere" ? "polygon" : chain, address: ADDRESSES[chain][side] } as const;
    return [{ ...address, ...(own === "7" && { tag: "7" }) }];
  });
}

/** The operator stores labels and links. */
async function storePlace(
  { addresses }: ReturnType<typeof createCompliance>,
  where: { readonly chain: "ripple" | "ethereum"; readonly address: string },
  { label, untagged, with7, with9 }: DrawnPlace,
): Promise<void> {
  const labels = {
    none: {},
    "self-hosted": { is_self_hosted: true },
    hosted: { is_self_hosted: false },
    "own VASP": { vasp_id: OWN },
    "other VASP": { vasp_id: OTHER },
  };
  if (label !== "none") unwrap(await addresses.create({ ...where, ...labels[label] }));
  if (untagged !== null) unwrap(await addresses.create({ ...where, account_ref_id: untagged }));
  for (const [tag, account] of [
    ["7", with7],
    ["9", with9],
  ] as const) {
    if (account !== null) unwrap(await addresses.create({ ...where, account_ref_id: account, tag }));
  }
}

/** The transfer as a caller writes it. */
function draftOf(given: Drawn): object {
  const { flow, chain, parties, places, money, linked } = given;
  const own = ownSideOf(flow);
  const isToOther = flow === "outgoing" || flow === "incoming";
  const vaspOf = (side: "originator" | "beneficiary"): string => (isToOther && side !== own ? OTHER : OWN);
  const ofSides = SIDES.map((side) => {
    const { reference } = parties[side];
    return {
      ...(reference === null
        ? { [`${side}_account`]: described(parties[side]) }
        : { [`${side}_account_reference_id`]: reference }),
      [`${side}_vasp_id`]: vaspOf(side),
      [`${side}_address`]: chain === null ? `text of the ${side}` : ADDRESSES[chain][side],
      ...(places[side].hasTag && { [`${side}_tag`]: "7" }),
    };
  });
  const { amount, unit } = money;
  return {
    ...Object.assign({}, ...ofSides),
    transfer_id: "T-1",
    amount,
    ...(unit === "BTC" ? { asset: unit } : { currency: unit }),
    ...(chain !== null && { chain }),
    ...(linked !== null && { link_key: "K-1" }),
    ...(flow === "withdrawal" && { beneficiary_address_is_self_hosted: true }),
    ...(flow === "deposit" && { originator_address_is_self_hosted: true }),
    ...(flow === "internal" && {
      originator_address_is_self_hosted: false,
      beneficiary_address_is_self_hosted: false,
    }),
  };
}

/** Somebody performed the duties a day before. */
function evidenceOf({ evidence }: Drawn) {
  return evidence.map(({ duty, side }) => ({ duty, side, note: "seen", at: "2026-11-30" }));
}

const actor: Actor = { id: "svc", role: "withdrawals", kind: "program" };

/** A decision about a drawn transfer, and the records of the audit trail of its compliance. */
interface DecidedDrawn {
  readonly decided: Result<TransferDecision>;
  readonly records: readonly AuditEntry[];
}

/** Decides the drawn transfer on a new storage. */
export async function decideDrawn(given: Drawn): Promise<DecidedDrawn> {
  const storage = memoryStorage();
  const audit = auditTrail({ key: new Uint8Array(32) });
  const compliance = createCompliance({ ...optionsOf(given), storage, audit });
  const { countries, parties, places, chain, linked, money } = given;
  const vasps = [
    { vasp_id: OWN, name_legal: "Own", ...(countries.own !== null && { address_country_code: countries.own }) },
    { vasp_id: OTHER, name_legal: "Other", ...(countries.other !== null && { address_country_code: countries.other }) },
  ];
  await compliance.vasps.load(vasps);
  for (const reference_id of ACCOUNTS) {
    // Both sides may have the same account. It has the properties of the first.
    const party = SIDES.map((side) => parties[side]).find(({ reference }) => reference === reference_id);
    const account = party === undefined || !isIdentified(party) ? { ...NOBODY, customer_id: true } : party;
    unwrap(await compliance.accounts.create(untyped({ reference_id, ...described(account) })));
  }
  if (chain !== null) {
    for (const side of SIDES) await storePlace(compliance, { chain, address: ADDRESSES[chain][side] }, places[side]);
  }
  if (linked !== null) await linkEarlier(storage, linked, money.unit);
  const decided = await compliance.transfers.decide(draftOf(given) as unknown, { evidence: evidenceOf(given), actor });
  return { decided, records: unwrap(await compliance.audit.list({ size: 1_000 })).items };
}

export const NOBODY: DrawnParty = {
  reference: null,
  customer_id: false,
  address: false,
  national_id: false,
  birth: false,
};

/** Stores an earlier transaction with the same link key. Nothing fails there. */
async function linkEarlier(storage: ComplianceStorage, amount: string, unit: Drawn["money"]["unit"]): Promise<void> {
  const { rules } = createCompliance({
    storage,
    clock: () => NOW,
    thresholds: THRESHOLDS,
    rates: fixedRates(RATES),
    prices: fixedPrices(PRICES),
  });
  const value = unit === "BTC" ? { asset: unit, amount: inBitcoin(amount) } : { currency: unit, amount };
  const transaction = { transaction_id: "T-0", country: "DE", link_key: "K-1", ...value };
  unwrap(await rules.evaluate({ transaction, rule_codes: ["LINKED_TRANSACTIONS_BY_COUNTRY"] }));
}

/** The same number of euros, as far as a text of few digits has them. */
export function inBitcoin(amount: string): string {
  return (Number(amount) / 60_000).toFixed(6);
}
