/** Arbitraries of VASP records, transactions and transfers. */
import * as fc from "fast-check";
import type { PartyDraft } from "../../domain/accounts/account.js";
import { tagIn } from "../../domain/addresses/address.rules.js";
import type { RegisteredChains } from "../../domain/chains/chain.js";
import type { AssetTransaction, RuleCode, Transaction } from "../../domain/thresholds/types.js";
import type { TransferKind } from "../../domain/transfers/kind.js";
import { isSameAddress } from "../../domain/transfers/same-address.js";
import type { BeneficiaryParty, OriginatorParty, TransferDraft } from "../../domain/transfers/transfer.js";
import type { Vasp, VaspDraft } from "../../domain/vasps/vasp.js";
import { type OptionalProperties, party, recordOf } from "./account.js";
import { type DrawnChains, specified, tagOn } from "./chains.js";
import { country, currency, lei, registrationAuthority } from "./codes.js";
import { companyName } from "./names.js";
import { text } from "./text.js";

/** Draws VASP records as a register has them (§2.7): optional properties are absent, null or present. */
export function vasp(which: OptionalProperties = "any"): fc.Arbitrary<VaspDraft> {
  return which === "all"
    ? complete()
    : fc.tuple(partial(), nulls()).map(([record, absent]) => withNulls(record, absent));
}

function complete(): fc.Arbitrary<Vasp> {
  return recordOf<Vasp>(model(), [], "all").chain(withFittingId);
}

function partial(): fc.Arbitrary<Vasp> {
  return recordOf<Vasp>(model(), ["vasp_id", "name_legal"], "any").chain(withFittingId);
}

const optional = [
  "name_business",
  "address_city",
  "website",
  "supported_protocols",
  "national_id_issue_country",
] as const;

function nulls(): fc.Arbitrary<readonly (typeof optional)[number][]> {
  return fc.subarray([...optional]);
}

function withNulls(record: Vasp, absent: readonly (typeof optional)[number][]): VaspDraft {
  return { ...record, ...Object.fromEntries(absent.map((member) => [member, null])) };
}

/** Replaces an id of type LEIX by an LEI. */
function withFittingId(record: Vasp): fc.Arbitrary<Vasp> {
  if (record.national_id_type_code !== "LEIX" || record.national_id === undefined) return fc.constant(record);
  return lei().map((national_id) => ({ ...record, national_id }));
}

function model(): { readonly [K in keyof Vasp]-?: fc.Arbitrary<NonNullable<Vasp[K]>> } {
  return {
    vasp_id: text(),
    name_legal: companyName(),
    name_business: companyName(),
    address_country_code: country(),
    address_street_no: text(),
    address_street_name: text(),
    address_city: text(),
    address_region: text(),
    address_postcode: text(),
    website: text(),
    summary: text(),
    supported_protocols: fc.array(text(), { maxLength: 3 }),
    national_id_type_code: fc.constantFrom("RAID", "TXID", "LEIX", "MISC"),
    national_id: text(),
    national_id_issue_country: country(),
    national_id_registration_authority: registrationAuthority(),
  };
}

/** Draws decimal text of at most 100 digits. */
export function decimalText(): fc.Arbitrary<string> {
  const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
  const units = digits(1, 50).map((text) => text.replace(/^0+(?=\d)/, ""));
  return fc.oneof(
    units,
    fc.tuple(units, digits(1, 50)).map(([units, fraction]) => `${units}.${fraction}`),
    fc.constantFrom("0", "0.0", "3000.00", "9".repeat(100), `0.${"1".repeat(99)}`),
  );
}

/** Draws finite numbers of 0 or more. -0 counts as 0. */
function amountNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, 0.1, 2999.99),
  );
}

export function transaction(): fc.Arbitrary<Transaction> {
  return fc.record({
    transaction_id: text(),
    amount: fc.oneof({ withCrossShrink: true }, amountNumber(), decimalText()),
    currency: currency(),
    country: country(),
  });
}

/** Symbols of crypto-assets: there is no closed list. */
export function asset(): fc.Arbitrary<string> {
  const known = fc.constantFrom("BTC", "ETH", "USDT", "USDC", "SOL", "XRP", "DOGE", "POL", "1INCH", "stETH");
  return fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: known }, { weight: 1, arbitrary: text() });
}

export function assetTransaction(): fc.Arbitrary<AssetTransaction> {
  return fc.record({
    transaction_id: text(),
    amount: fc.oneof({ withCrossShrink: true }, amountNumber(), decimalText()),
    asset: asset(),
    country: country(),
  });
}

/** A request to evaluate a transaction. */
export interface GivenEvaluation {
  readonly transaction: Transaction;
  /** A rule may be listed more than once. */
  readonly rule_codes: readonly RuleCode[];
}

export function evaluation(): fc.Arbitrary<GivenEvaluation> {
  const rules = (...codes: readonly RuleCode[]): fc.Arbitrary<readonly RuleCode[]> =>
    fc.array(fc.constantFrom(...codes), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ transaction: transaction(), rule_codes: rules("THRESHOLD_BY_COUNTRY") }),
    fc.record({
      transaction: fc.tuple(transaction(), text()).map(([given, link_key]): Transaction => ({ ...given, link_key })),
      rule_codes: rules("THRESHOLD_BY_COUNTRY", "LINKED_TRANSACTIONS_BY_COUNTRY"),
    }),
  );
}

export const transferKinds: readonly TransferKind[] = [
  "vasp_to_vasp",
  "withdrawal_to_self_hosted",
  "deposit_from_self_hosted",
];

interface TransferChoice {
  readonly which?: OptionalProperties;
  readonly kinds?: readonly TransferKind[];
}

/** Draws transfers (§2.9) of three kinds, with each party directly or by reference. A beneficiary may have a name only. */
export function transfer(
  { which = "any", kinds = transferKinds }: TransferChoice = {},
  chains: DrawnChains = specified,
): fc.Arbitrary<TransferDraft> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      originator: originator(which),
      beneficiary: beneficiary(which),
      addresses: addresses(which, chains),
      vasps: fc.record({ originator_vasp_id: text(), beneficiary_vasp_id: text() }),
      rest: fc.tuple(money(which), countries(which)),
      writesFalse: which === "all" ? fc.constant(true) : fc.boolean(),
    })
    .map(({ kind, originator, beneficiary, addresses, vasps, rest: [money, countries], writesFalse }) => {
      const route = kind === "vasp_to_vasp" ? vasps : { ...vasps, beneficiary_vasp_id: vasps.originator_vasp_id };
      // The compiler cannot infer from the spreads that at most one side is self-hosted.
      const flags = flagsOf(kind, writesFalse);
      return {
        ...originator,
        ...beneficiary,
        ...addresses,
        ...flags,
        ...route,
        ...money,
        ...countries,
      } as TransferDraft;
    });
}

// References first, because transfers shrink to the first choice.
function originator(which: OptionalProperties): fc.Arbitrary<OriginatorParty<PartyDraft>> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ originator_account_reference_id: text() }),
    fc.record({ originator_account: party(which) }),
  );
}

function beneficiary(which: OptionalProperties): fc.Arbitrary<BeneficiaryParty<PartyDraft>> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ beneficiary_account_reference_id: text() }),
    fc.record({ beneficiary_account: party(which) }),
    ...(which === "all" ? [] : [fc.record({ beneficiary_account: party(which).map(withNameOnly) })]),
  );
}

/** Removes what identifies a party besides its name. */
function withNameOnly({ customer_id: _, address: _address, national_id: _id, ...party }: PartyDraft): PartyDraft {
  return party;
}

function money(which: OptionalProperties): fc.Arbitrary<object> {
  const amount = fc.oneof(amountNumber(), decimalText());
  const both = fc.record({ amount, currency: currency() });
  const ofAsset = fc.record({ amount, asset: asset() });
  return which === "all" ? both : fc.oneof({ withCrossShrink: true }, fc.constant({}), both, ofAsset);
}

function countries(which: OptionalProperties): fc.Arbitrary<object> {
  const both = { originator_country: country(), beneficiary_country: country() };
  return which === "all" ? fc.record(both) : fc.record(both, { requiredKeys: [] });
}

type Addresses = Pick<
  TransferDraft,
  "originator_address" | "beneficiary_address" | "chain" | "originator_tag" | "beneficiary_tag"
>;

/** Draws two addresses of a chain, or any two texts without a chain, with or without tags. */
function addresses(which: OptionalProperties, chains: DrawnChains): fc.Arbitrary<Addresses> {
  const isBetweenTwo = (drawn: Addresses): boolean => isOfTwo(drawn, chains.registered);
  const ofChain = fc.constantFrom(...chains.names).chain((chain) => {
    const address = chains.addressOf(chain).map((drawn) => drawn.address);
    return fc
      .record({
        chain: fc.constant(chain),
        originator_address: address,
        beneficiary_address: address,
        tags: tags(which, tagOn(chains, chain)),
      })
      .map(({ tags, ...given }) => ({ ...given, ...withTagsOf(given, tags, chains.registered) }));
  });
  if (which === "all") return ofChain.filter(isBetweenTwo);
  const anyTexts = fc
    .record({ originator_address: text(), beneficiary_address: text(), tags: tags(which, text()) })
    // Without tags, so that no tag is left when the texts shrink.
    .filter((given) => isBetweenTwo({ ...given, chain: undefined }))
    .map(({ tags, ...given }) => ({ ...given, ...tags }));
  return fc.oneof({ withCrossShrink: true }, anyTexts, ofChain.filter(isBetweenTwo));
}

function isOfTwo(drawn: Addresses, chains: RegisteredChains): boolean {
  const one = { text: drawn.originator_address, tag: drawn.originator_tag };
  const other = { text: drawn.beneficiary_address, tag: drawn.beneficiary_tag };
  return !isSameAddress(drawn.chain, one, other, { chains, parsed: undefined });
}

type Tags = Pick<Addresses, "originator_tag" | "beneficiary_tag">;

function tags(which: OptionalProperties, tag: fc.Arbitrary<string>): fc.Arbitrary<Tags> {
  const both = { originator_tag: tag, beneficiary_tag: tag };
  return which === "all" ? fc.record(both) : fc.record(both, { requiredKeys: [] });
}

/** An address that contains a tag allows no other one. */
function withTagsOf(
  { chain, originator_address, beneficiary_address }: Addresses,
  given: Tags,
  chains: RegisteredChains,
): Tags {
  const inAddress = (address: string, tag: string | undefined): string | undefined =>
    tag === undefined || chain === undefined ? tag : (tagIn(chains, chain, address) ?? tag);
  const originator_tag = inAddress(originator_address, given.originator_tag);
  const beneficiary_tag = inAddress(beneficiary_address, given.beneficiary_tag);
  return {
    ...(originator_tag !== undefined && { originator_tag }),
    ...(beneficiary_tag !== undefined && { beneficiary_tag }),
  };
}

/** Writes or omits false, because it is the default of both flags. */
function flagsOf(kind: TransferKind, writesFalse: boolean): object {
  const originatorIs = kind === "deposit_from_self_hosted";
  const beneficiaryIs = kind === "withdrawal_to_self_hosted";
  return {
    ...((originatorIs || writesFalse) && { originator_address_is_self_hosted: originatorIs }),
    ...((beneficiaryIs || writesFalse) && { beneficiary_address_is_self_hosted: beneficiaryIs }),
  };
}
