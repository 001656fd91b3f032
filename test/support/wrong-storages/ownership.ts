/** Wrong storages of challenges and proofs of ownership. */
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import type { OwnershipRecord } from "../../../src/domain/ownership/proof.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { Change, Removal } from "../../../src/ports/storage-engine.js";
import { altered, answers, asks, elsewhere, type WrongStorages } from "./altered.js";

/** Commits other changes of challenges, and without some removals. */
function committing(
  changed: (change: Change) => readonly Change[],
  isRemoved: (removal: Removal) => boolean = () => true,
): () => ComplianceStorage {
  return () => {
    const engine = memoryEngine();
    return storageOf({
      ...engine,
      commit: (token, changes, removals) => {
        const isOfChallenge = changes.some(({ collection }) => collection === "challenges");
        return engine.commit(token, isOfChallenge ? changes.flatMap(changed) : changes, removals.filter(isRemoved));
      },
    });
  };
}

function expiring(expires: string, change: Change): Change {
  return change.put ? { ...change, put: { ...change.put, columns: { ...change.put.columns, expires } } } : change;
}

function proofs(change: (found: readonly OwnershipRecord[]) => readonly OwnershipRecord[]): () => ComplianceStorage {
  return answers("ownership.proofs", change);
}

const isOfChallenges = ({ collection }: { readonly collection: string }): boolean => collection === "challenges";
const isOfUsed = ({ collection }: { readonly collection: string }): boolean => collection === "used_transactions";

export const wrongOwnership: WrongStorages = {
  "any sequence of ownership calls agrees with the reference model": {
    "challenges that stay after their account": committing(
      (change) => [change],
      (removal) => !isOfChallenges(removal) || removal.where[0]?.[0] !== "account",
    ),
    "proofs, the oldest first": proofs((found) => [...found].reverse()),
    "proofs of any account": asks("ownership.proofs", (chain, address) => [chain, address]),
    "only the newest proof": proofs((found) => found.slice(0, 1)),
    "proofs without their signatures": proofs((found) =>
      found.map(({ proof, ...rest }) => ({ ...rest, proof: proof && { ...proof, signature: "" } }) as OwnershipRecord),
    ),
    "a challenge without its tries": answers("ownership.find", (found) => found && { ...found, tries: [] }),
    "challenges that expire one moment later": asks("ownership.prune", (before) => [before.replace("789", "790")]),
    "a removal of proved challenges, too": committing((change) => [
      isOfChallenges(change) ? expiring("", change) : change,
    ]),
    "a transaction that proves twice": committing((change) => (isOfUsed(change) ? [] : [change])),
    "used transactions that a removal of challenges forgets": committing((change) => [
      isOfUsed(change) ? expiring("", change) : change,
    ]),
    "used transactions that stay for ever": committing((change) => [isOfUsed(change) ? expiring("9", change) : change]),
  },
  "concurrent calls behave as if made in some order": {
    "a challenge that two answers change": altered(({ ownership }) => ({
      "ownership.save": async (record) => {
        const stored = await ownership.find(record.challenge_id);
        await elsewhere();
        if ((stored?.revision ?? 0) !== record.revision - 1) return "changed_meanwhile";
        const saved = await ownership.save(record);
        return saved === "changed_meanwhile" ? "saved" : saved;
      },
    })),
  },
};
