/** Compares an observed transfer with its challenge. */
import type { RefusalCode } from "./method.js";
import type { OwnershipRecord, OwnershipRefusalCode } from "./proof.js";
import type { ObservedTransaction } from "./requests.js";

/** Why a transfer is no proof. */
export type TransactionRefusalCode = Exclude<OwnershipRefusalCode, RefusalCode>;

/** What is wrong, by its code. */
export const observationMessages: Readonly<Record<TransactionRefusalCode, string>> = {
  transaction_chain: "The transaction is on another chain than the address.",
  transaction_sender: "Another address sent the transaction.",
  transaction_recipient: "The transaction went to another address than deposit_address.",
  transaction_amount: "The amount is not exactly that of the challenge. Fees must not be deducted from it.",
  transaction_time: "The transaction is not between issued and expires of the challenge. Make a new challenge.",
  transaction_used: "The transaction has been a proof before. One transaction proves once.",
  sender_not_self_hosted:
    "A provider, a label or policy.ownAddresses names who has the sending address, such as a service. It is no proof.",
};

/** Returns why a transfer is not the one of the challenge; undefined if it is. Addresses are in canonical form. */
export function mismatchOf(
  record: OwnershipRecord,
  { chain, sender, recipient, amount, at }: ObservedTransaction,
): TransactionRefusalCode | undefined {
  if (chain !== record.chain) return "transaction_chain";
  if (sender !== record.address) return "transaction_sender";
  if (recipient !== record.deposit_address) return "transaction_recipient";
  if (amount !== record.amount) return "transaction_amount";
  // All times have one form, so their texts order by time.
  return record.issued <= at && at <= record.expires ? undefined : "transaction_time";
}
