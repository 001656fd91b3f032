/** Which proofs count for the duty `ownership_check` of a transfer. */
import type { Party } from "../accounts/account.js";
import { PARTY_SIDES, type PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
import { toTerm } from "../query.rules.js";
import { timeAfter } from "../timestamp.js";
import { type OwnershipRecord, type Proof, proofOf } from "./proof.js";

/** What the count needs of a transfer. */
interface SelfHostedTransfer {
  readonly originator_address_is_self_hosted?: boolean | undefined;
  readonly beneficiary_address_is_self_hosted?: boolean | undefined;
  readonly originator_account_reference_id?: string | undefined;
  readonly beneficiary_account_reference_id?: string | undefined;
}

/** A self-hosted address, and the account of the customer on the other side. */
interface SelfHosted {
  readonly side: PartySide;
  readonly account_ref_id: string;
}

/** Returns the side whose address is self-hosted; undefined if none is, or if the customer has no stored account. */
export function selfHostedSide(transfer: SelfHostedTransfer): SelfHosted | undefined {
  const side = PARTY_SIDES.find((each) => own(transfer, `${each}_address_is_self_hosted`) === true);
  const other = side === "originator" ? "beneficiary" : "originator";
  const account_ref_id = side && own(transfer, `${other}_account_reference_id`);
  return side === undefined || account_ref_id === undefined ? undefined : { side, account_ref_id };
}

/** Both parties of a transfer, in full. */
interface BothParties {
  readonly originator_account: Party;
  readonly beneficiary_account: Party;
}

/** The proofs of the customer's account that are not too old. */
export interface CountedProofs {
  /** The newest one if it counts, otherwise none. */
  readonly proofs: readonly Proof[];
  /** Where the transfer names somebody else as the holder of the wallet, so that the proof does not count: a JSON Pointer. */
  readonly otherParty?: string;
}

/**
 * Returns the newest proof that the account gave for an address, if it is not too old. One from a clock that is far ahead
 * would never be too old, so it does not count. None counts if the party on the side of the wallet is not the customer.
 *
 * @param found - the records of the address that have a proof, newest first
 */
export function countProofs(
  found: readonly OwnershipRecord[],
  transfer: SelfHostedTransfer & BothParties,
  { now, maxAgeMs }: { readonly now: string; readonly maxAgeMs: number },
): CountedProofs {
  const selfHosted = selfHostedSide(transfer);
  const newest = found
    .map(proofOf)
    .find(
      (proof) =>
        proof.account_ref_id === selfHosted?.account_ref_id &&
        now <= timeAfter(proof.proved_at, maxAgeMs) &&
        proof.proved_at <= timeAfter(now, maxAgeMs),
    );
  if (selfHosted === undefined || newest === undefined) return { proofs: [] };
  const { side, account_ref_id } = selfHosted;
  const named = own(transfer, `${side}_account_reference_id`);
  if (named !== undefined) {
    return named === account_ref_id
      ? { proofs: [newest] }
      : { proofs: [], otherParty: `/${side}_account_reference_id` };
  }
  const { originator_account, beneficiary_account } = transfer;
  return isSamePerson(originator_account, beneficiary_account)
    ? { proofs: [newest] }
    : { proofs: [], otherParty: `/${side}_account` };
}

/** Returns whether the names of two parties are the same, and nothing that both state contradicts that. */
function isSamePerson(party: Party, other: Party): boolean {
  const stated = statedOf(other);
  const isContradicted = [...statedOf(party)].some(([name, value]) => (stated.get(name) ?? value) !== value);
  return identityOf(party) === identityOf(other) && !isContradicted;
}

/** Returns what identifies a party besides its names. National ids of two types are two numbers. */
function statedOf(party: Party): ReadonlyMap<string, string> {
  const id = own(party, "national_id");
  const stated: readonly (readonly [name: string, value: string | undefined])[] = [
    ["date_of_birth", party.account_type === "entity" ? undefined : own(party.individual, "date_of_birth")],
    ["customer_id", own(party, "customer_id")],
    [`national_id ${id?.national_id_type}`, id?.national_id],
  ];
  return new Map(stated.flatMap(([name, value]) => (value === undefined ? [] : [[name, toTerm(value)] as const])));
}

/** Returns the account type and all names of a party, folded as searches compare them. */
function identityOf(party: Party): string {
  const names: readonly (string | undefined)[] =
    party.account_type === "entity"
      ? [party.entity.entity_name, own(party.entity, "entity_localname")].flatMap((name) => [
          name?.name_legal,
          name && own(name, "name_business"),
        ])
      : [party.individual.individual_name, own(party.individual, "individual_localname")].flatMap((name) => [
          name && own(name, "name_first"),
          name && own(name, "name_middle"),
          name?.name_last,
        ]);
  return JSON.stringify([party.account_type, ...names.map((name) => name && toTerm(name))]);
}
