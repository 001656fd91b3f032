/** Wrong storages of the audit trail. */
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { Change } from "../../../src/ports/storage-engine.js";
import { altered, answers, asks, type WrongStorages } from "./altered.js";

/** Commits other changes of the trail. */
function committing(isKept: (change: Change) => boolean): () => ComplianceStorage {
  return () => {
    const engine = memoryEngine();
    return storageOf({
      ...engine,
      commit: (token, changes, removals) => engine.commit(token, changes.filter(isKept), removals),
    });
  };
}

function isOf(change: Change, member: "line" | "salt"): boolean {
  // The cast: a row of the trail.
  return change.collection === "audit" && Object.hasOwn((change.put?.record ?? {}) as object, member);
}

export const wrongAudit: WrongStorages = {
  "any sequence of audit calls agrees with the reference model": {
    "changes without their records": altered(({ accounts }) => ({
      "accounts.insert": (account) => accounts.insert(account),
    })),
    "records of calls that change nothing": altered(({ accounts, audit }) => ({
      "accounts.remove": async (reference_id, today, recording) => {
        const isRemoved = await accounts.remove(reference_id, today);
        if (recording !== undefined) await audit.append(recording);
        return isRemoved;
      },
    })),
    "records that are lost": committing((change) => !isOf(change, "line")),
    "entries that are lost": committing((change) => !isOf(change, "salt")),
    "entries that stay after an erasure": () => {
      const engine = memoryEngine();
      return storageOf({
        ...engine,
        commit: (token, changes, removals) =>
          engine.commit(
            token,
            changes,
            removals.filter(({ collection }) => collection !== "audit"),
          ),
      });
    },
    "a list that begins with the oldest record": asks("audit.list", (query) => [{ ...query, ascending: true }]),
    "a list of all chains": asks("audit.list", ({ chain: _, ...query }) => [query]),
    "a list that includes its end": asks("audit.list", ({ to, ...query }) => [
      to === undefined ? query : { ...query, to: to.replace("789", "790") },
    ]),
    "entries without their salts": answers(
      "audit.list",
      (page) => page && { ...page, items: page.items.map(({ line }) => ({ line })) },
    ),
  },
};
