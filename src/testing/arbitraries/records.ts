import * as fc from "fast-check";
import type { PartyDraft } from "../../domain/accounts/account.js";
import type { RuleCode, Transaction } from "../../domain/thresholds/types.js";
import type {
  BeneficiaryParty,
  OriginatorParty,
  TransferDraft,
  TransferKind,
} from "../../domain/transfers/transfer.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type OptionalProperties, party, recordOf } from "./account.js";
import { chainNames, validAddress } from "./address.js";
import { country, currency, lei, registrationAuthority } from "./codes.js";
import { companyName } from "./names.js";
import { text } from "./text.js";

/** VASP records as a register gives them (§2.7): optional members absent, null or there. */

/** As given by the caller: null means absent. */
export type GivenVasp = Pick<Vasp, "vasp_id" | "name_legal"> & { readonly [K in keyof Vasp]: Vasp[K] | null };

/** Every member there and none null, when `which` is `all`. */
export function vasp(which: OptionalProperties = "any"): fc.Arbitrary<GivenVasp> {
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

function withNulls(record: Vasp, absent: readonly (typeof optional)[number][]): GivenVasp {
  return { ...record, ...Object.fromEntries(absent.map((member) => [member, null])) };
}

/** An id of type LEIX is an LEI. */
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

/** Transactions and requests to evaluate them (§4.9). */

/** Decimal text of at most 100 digits. */
export function decimalText(): fc.Arbitrary<string> {
  const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
  const whole = digits(1, 50).map((text) => text.replace(/^0+(?=\d)/, ""));
  return fc.oneof(
    whole,
    fc.tuple(whole, digits(1, 50)).map(([units, fraction]) => `${units}.${fraction}`),
    fc.constantFrom("0", "0.0", "3000.00", "9".repeat(100), `0.${"1".repeat(99)}`),
  );
}

/** Finite and not negative; -0 is 0. */
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

export interface GivenEvaluation {
  readonly transaction: Transaction;
  /** A rule may be named more than once. */
  readonly rule_codes: readonly RuleCode[];
}

export function evaluation(): fc.Arbitrary<GivenEvaluation> {
  return fc.record({
    transaction: transaction(),
    rule_codes: fc.array(fc.constant("THRESHOLD_BY_COUNTRY" as const), { minLength: 1, maxLength: 3 }),
  });
}

/** Transfers as a caller may describe them (§2.9): three kinds, each side directly or by reference. */

export const transferKinds: readonly TransferKind[] = [
  "vasp_to_vasp",
  "withdrawal_to_self_hosted",
  "deposit_from_self_hosted",
];

interface Wanted {
  readonly which?: OptionalProperties;
  readonly kinds?: readonly TransferKind[];
}

export function transfer({ which = "any", kinds = transferKinds }: Wanted = {}): fc.Arbitrary<TransferDraft> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      originator: originator(which),
      beneficiary: beneficiary(which),
      addresses: addresses(which),
      vasps: fc.record({ originator_vasp_id: text(), beneficiary_vasp_id: text() }),
      tellsFalse: which === "all" ? fc.constant(true) : fc.boolean(),
    })
    .map(({ kind, originator, beneficiary, addresses, vasps, tellsFalse }) => {
      const route = kind === "vasp_to_vasp" ? vasps : { ...vasps, beneficiary_vasp_id: vasps.originator_vasp_id };
      // The spreads lose to the compiler that at most one side is self-hosted.
      return { ...originator, ...beneficiary, ...addresses, ...flagsOf(kind, tellsFalse), ...route } as TransferDraft;
    });
}

// By reference first: that is what transfers shrink to.
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
  );
}

type Addresses = Pick<TransferDraft, "originator_address" | "beneficiary_address" | "chain">;

/** Two addresses of a chain, or any two texts where none is given. */
function addresses(which: OptionalProperties): fc.Arbitrary<Addresses> {
  const ofChain = fc.constantFrom(...chainNames).chain((chain) =>
    fc.record({
      chain: fc.constant(chain),
      originator_address: validAddress(chain),
      beneficiary_address: validAddress(chain),
    }),
  );
  if (which === "all") return ofChain;
  const anyTexts = fc.record({ originator_address: text(), beneficiary_address: text() });
  return fc.oneof({ withCrossShrink: true }, anyTexts, ofChain);
}

/** False is the default of both flags, so it may be told or left out. */
function flagsOf(kind: TransferKind, tellsFalse: boolean): object {
  const originatorIs = kind === "deposit_from_self_hosted";
  const beneficiaryIs = kind === "withdrawal_to_self_hosted";
  return {
    ...((originatorIs || tellsFalse) && { originator_address_is_self_hosted: originatorIs }),
    ...((beneficiaryIs || tellsFalse) && { beneficiary_address_is_self_hosted: beneficiaryIs }),
  };
}
