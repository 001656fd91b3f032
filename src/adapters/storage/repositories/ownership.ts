/** The repository of challenges and proofs of ownership. */
import { type OwnershipRecord, usedTransaction } from "../../../domain/ownership/proof.js";
import { accounts, challenges, tuple, usedTransactions } from "../../../ports/collections.js";
import type { OwnershipRepository } from "../../../ports/ownership.js";
import type { Condition, RangeRead } from "../../../ports/storage-engine.js";
import { copyOf, keptCopyOf } from "../copy.js";
import type { Plan } from "./perform.js";
import { findRecord, given, removeRange, type Session } from "./session.js";

/** Returns the repository. */
export function ownershipRepository(session: Session): OwnershipRepository {
  const { read, run, whileOpen } = session;
  return {
    save: (record, recording) => whileOpen(() => run(saving(keptCopyOf(record)), recording)),
    find: (challenge_id) => whileOpen(() => findRecord(session, challenges, challenges.at(challenge_id))),
    proofs: (chain, address, account_ref_id) =>
      whileOpen(async () => {
        const [found] = await read([proofsAt(chain, address, account_ref_id)]);
        return copyOf(challenges.recordsOf(found?.rows ?? []));
      }),
    prune: (expiredBefore) =>
      whileOpen(async () => {
        const range = { index: "expires", where: [["expires", "<", expiredBefore]] } as const;
        const removed = await removeRange(session, { collection: challenges.name, ...range });
        // Afterwards, so that no challenge is left for which the transaction would prove again.
        await removeRange(session, { collection: usedTransactions.name, ...range });
        return removed;
      }),
  };
}

/** More proofs of one address are of no use. */
const MAX_PROOFS = 100;

/** Returns the read of the newest proofs of an address, or of an account for it. */
export function proofsAt(chain: string, address: string, account?: string): RangeRead {
  const where: readonly Condition[] = [
    ["address", "=", tuple([chain, address])],
    ["is_proved", "=", 1],
    ...given([["account", "=", account]]),
  ];
  return { collection: challenges.name, index: "proofs", where, descending: true, limit: MAX_PROOFS };
}

type Saved = Awaited<ReturnType<OwnershipRepository["save"]>>;

/** A new record needs its account. A removal of the account waits for it, or is found. */
function saving(record: OwnershipRecord): Plan<Saved> {
  const account = accounts.at(record.account_ref_id);
  const used = usedTransaction(record);
  const marks = used === undefined ? [] : [usedTransactions.put(used, undefined)];
  return {
    reads: [challenges.at(record.challenge_id), account, ...(used ? [usedTransactions.at(used.chain, used.hash)] : [])],
    run: ([row, accountRow, usedRow]) => {
      const before = challenges.recordOf(row)?.revision ?? 0;
      if (before !== record.revision - 1) return { result: "changed_meanwhile" };
      if (accountRow === undefined) return { result: "unknown_account" };
      if (usedRow !== undefined) return { result: "transaction_used" };
      const changes = [challenges.put(record, row), { ...account, expect: "present" } as const, ...marks];
      return { result: "saved", changes };
    },
  };
}
