/** A compliance that decides transfers, and transfers that it executes. */
import {
  type Actor,
  type Compliance,
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  type DecideOptions,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type Policy,
  type RiskEntry,
  type TransferDecision,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import { eu, us } from "../../src/jurisdictions.js";
import { individual } from "./samples.js";

/** A transfer to an address, not to a travel address. */
export type AddressedTransfer = Extract<TransferToDecide, { readonly beneficiary_address: string }>;
export const NOW = new Date("2026-12-01T12:00:00.000Z");

export const OFFICER: Actor = { id: "u-17", role: "compliance officer", kind: "person" };
export const PROGRAM: Actor = { id: "svc-1", role: "withdrawals", kind: "program" };

export const DAY = 86_400_000;

export const POLICY: Policy = {
  ownVasp: "V-OWN",
  screenWith: ["P"],
  rejectRisk: 90,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "suspend",
  decisionMaxAgeMs: 900_000,
  retentionMs: 30 * DAY,
};

/** A provider found nothing. */
export const CLEAN: RiskEntry = {
  provider_name: "P",
  risk_ratio: 0,
  risk_descriptors: ["nothing found"],
  vasp_name_legal: "",
  vasp_name_business: "",
  vasp_website: null,
  vasp_category: "",
};

export const RATES = { base: "EUR", date: "2026-12-01", source: "test", rates: { USD: "1.25" } };
export const PRICES = { currency: "EUR", time: NOW.toISOString(), source: "desk", prices: { BTC: "60000" } };

export const HOT_WALLET = "0x1000000000000000000000000000000000000001";
export const WALLET = "0x2000000000000000000000000000000000000002";
export const THIRD_WALLET = "0x3000000000000000000000000000000000000003";

/** From the account A-1 to a wallet of the customer: 10 EUR in the European Union. Executed with {@link MEASURE}. */
export const WITHDRAWAL = {
  transfer_id: "W-1",
  chain: "ethereum",
  amount: "10",
  currency: "EUR",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-OWN",
  originator_address: HOT_WALLET,
  beneficiary_account_reference_id: "A-1",
  beneficiary_vasp_id: "V-OWN",
  beneficiary_address: WALLET,
  beneficiary_address_is_self_hosted: true,
} as const satisfies TransferToDecide;

const { currency: _, amount: _amount, ...uncounted } = WITHDRAWAL;

/** Everything is needed: a price, a rate, thresholds, a linked sum. It is executed if nothing fails. */
export const PRICED: AddressedTransfer = {
  ...uncounted,
  amount: "0.0001",
  asset: "BTC",
  link_key: "A-1",
  originator_country: "DE",
};

/** The price is in another currency than the threshold, so that a rate is needed. */
export const USD_PRICES = { ...PRICES, currency: "USD" };

export const PRICED_PARTS: Partial<ComplianceOptions> = {
  rates: { current: async () => RATES },
  prices: { current: async () => USD_PRICES },
  thresholds: { current: async () => ({ DE: "1000" }) },
};

/** To a customer of another VASP. */
export const OUTGOING = {
  transfer_id: "O-1",
  chain: "ethereum",
  amount: "10",
  currency: "EUR",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-OWN",
  originator_address: HOT_WALLET,
  beneficiary_account: {
    account_type: "individual",
    individual: { individual_name: { name_type: "LEGL", name_last: "Okafor" } },
  },
  beneficiary_vasp_id: "V-2",
  beneficiary_address: WALLET,
} as const satisfies TransferToDecide;

/** What the packs of the European Union require of the VASP for a self-hosted wallet. */
export const MEASURE = [
  { duty: "mitigating_measure", side: "originator", note: "The risk was assessed", at: "2026-12-01" },
] as const satisfies DecideOptions["evidence"];

/** From a wallet of the customer. */
export const DEPOSIT = {
  ...WITHDRAWAL,
  transfer_id: "D-1",
  originator_address: WALLET,
  originator_address_is_self_hosted: true,
  beneficiary_address: HOT_WALLET,
  beneficiary_address_is_self_hosted: false,
} as const satisfies TransferToDecide;

export const INCOMING = {
  transfer_id: "I-1",
  chain: "ethereum",
  amount: "10",
  currency: "EUR",
  originator_account: {
    account_type: "individual",
    customer_id: "C-9",
    individual: { individual_name: { name_type: "LEGL", name_last: "Okafor" } },
    address: individual.address,
    national_id: individual.national_id,
  },
  originator_vasp_id: "V-2",
  originator_address: WALLET,
  beneficiary_account_reference_id: "A-1",
  beneficiary_vasp_id: "V-OWN",
  beneficiary_address: HOT_WALLET,
} as const satisfies TransferToDecide;

export const INTERNAL = {
  ...WITHDRAWAL,
  transfer_id: "N-1",
  beneficiary_account_reference_id: "A-2",
  originator_address_is_self_hosted: false,
  beneficiary_address_is_self_hosted: false,
} as const satisfies TransferToDecide;

export const OWN_ADDRESSES = [
  { chain: "ethereum", address: HOT_WALLET },
  { chain: "ethereum", address: WALLET },
] as const;

/** Evidence for the duties of the own VASP on either side. */
export const BOTH = [MEASURE[0], { ...MEASURE[0], side: "beneficiary" }] as const satisfies DecideOptions["evidence"];

export interface Deciding extends Compliance {
  readonly storage: ComplianceStorage;
  /** Moves the clock. */
  readonly wait: (ms: number) => void;
  /** Sets what the risk provider does. */
  readonly screenWith: (answer: () => Promise<readonly RiskEntry[]>) => void;
}

/** Creates a compliance with the accounts and four VASPs. The clock stands until it is moved. */
export async function deciding(
  options: Partial<ComplianceOptions> = {},
  policy: Partial<Policy> = {},
): Promise<Deciding> {
  let now = NOW.getTime();
  let answer: () => Promise<readonly RiskEntry[]> = async () => [CLEAN];
  const storage = options.storage ?? memoryStorage();
  const compliance = createCompliance({
    clock: () => new Date(now),
    thresholds: { DE: "1000", FR: "1000", US: "3000" },
    jurisdictions: [eu, us],
    rates: fixedRates(RATES),
    prices: fixedPrices(PRICES),
    riskProviders: { P: { screen: () => answer() } },
    policy: { ...POLICY, ...policy },
    ...options,
    storage,
  });
  await compliance.vasps.load([
    { vasp_id: "V-OWN", name_legal: "Own", address_country_code: "DE" },
    { vasp_id: "V-2", name_legal: "Second", address_country_code: "FR" },
    { vasp_id: "V-3", name_legal: "Third", address_country_code: "FR" },
    { vasp_id: "V-US", name_legal: "Of the United States", address_country_code: "US" },
  ]);
  // A storage of the caller may have them.
  for (const reference_id of ["A-1", "A-2"]) await compliance.accounts.create({ ...individual, reference_id });
  return {
    ...compliance,
    storage,
    wait: (ms) => {
      now += ms;
    },
    screenWith: (next) => {
      answer = next;
    },
  };
}

/** Returns the value of a decision. */
export async function decided(
  { transfers }: Pick<Compliance, "transfers">,
  transfer: TransferToDecide,
  options: DecideOptions = { evidence: MEASURE },
): Promise<TransferDecision> {
  return unwrap(await transfers.decide(transfer, options));
}

/** Returns the codes of the reasons, worst first. */
export function codesOf({ reasons }: Pick<TransferDecision, "reasons">): readonly string[] {
  return reasons.map(({ code }) => code);
}

/** What leads to a reason. */
export interface DecisionCase {
  readonly transfer?: TransferToDecide;
  readonly entries?: readonly Partial<RiskEntry>[];
  readonly policy?: Partial<Policy>;
  readonly options?: Partial<ComplianceOptions>;
  readonly evidence?: DecideOptions["evidence"];
  readonly before?: (compliance: Deciding) => Promise<unknown>;
}

/** Decides in a compliance of its own. */
export async function decidedIn({
  transfer = WITHDRAWAL,
  entries,
  policy,
  options,
  evidence = BOTH,
  before,
}: DecisionCase): Promise<TransferDecision> {
  const compliance = await deciding(options, policy);
  if (entries !== undefined) compliance.screenWith(async () => entries.map((entry) => ({ ...CLEAN, ...entry })));
  await before?.(compliance);
  return decided(compliance, transfer, { evidence });
}

/** Labels or links an address. */
export const labelled =
  (given: object, address: string = WALLET) =>
  ({ addresses }: Deciding) =>
    addresses.create({ chain: "ethereum", address, ...given });

/** To a VASP that the provider confirms. */
export const confirmedOutgoing: DecisionCase = { transfer: OUTGOING, entries: [{ vasp_id: "V-2" }] };
