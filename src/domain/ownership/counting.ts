/** Which proofs count for the duty `ownership_check` of a transfer. */
import { PARTY_SIDES, type PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
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

/**
 * Returns the newest proof that the account gave for an address, if it is not too old. One from a clock that is far ahead
 * would never be too old, so it does not count.
 *
 * @param found - the records of the address that have a proof, newest first
 */
export function countingProofs(
  found: readonly OwnershipRecord[],
  account_ref_id: string,
  { now, maxAgeMs }: { readonly now: string; readonly maxAgeMs: number },
): readonly Proof[] {
  const counting = found
    .map(proofOf)
    .filter(
      (proof) =>
        proof.account_ref_id === account_ref_id &&
        now <= timeAfter(proof.proved_at, maxAgeMs) &&
        proof.proved_at <= timeAfter(now, maxAgeMs),
    );
  return counting.slice(0, 1);
}
