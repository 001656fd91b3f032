/** Wrong storages of the audit trail. */
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import type { AuditRow } from "../../../src/ports/collections.js";
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

/** Stores the entries of a record that are not stored, as an append of them does. */
async function addMissing({ audit }: ComplianceStorage, [, ...entries]: readonly AuditRow[]): Promise<void> {
  for (const row of entries) {
    const { items } = (await audit.list({ subject: row.subject, size: 1_000 })) ?? { items: [] };
    const found = items.some(({ line }) => line.includes(`"chain":"${row.chain}","seq":${row.seq}}`));
    if (!found) await audit.append({ isStored: () => false, begin: () => ({ rows: [row], end: () => undefined }) });
  }
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
    "entries that stay after pruning": asks("transfers.prune", (before, today) => [before, today]),
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
    "an import that stores nothing": altered(() => ({
      "audit.import": async (records) => ({ outcome: "stored", added: records.length }),
    })),
    "an import of lines without their entries": asks("audit.import", (records) => [
      records.map((rows) => rows.slice(0, 1)),
    ]),
    "an import that fails at what is stored already": altered(({ audit }) => ({
      "audit.import": async (records) => {
        const imported = await audit.import(records);
        const isNew = imported.outcome === "different" || imported.added === records.length;
        return isNew ? imported : { outcome: "different", index: 0 };
      },
    })),
    "an import that brings erased entries back": altered((storage) => ({
      "audit.import": async (records) => {
        const imported = await storage.audit.import(records);
        if (imported.outcome === "different") return imported;
        for (const rows of records) await addMissing(storage, rows);
        return imported;
      },
    })),
    "an import that stores a part": altered(({ audit }) => ({
      "audit.import": async (records) => {
        let added = 0;
        for (const [index, record] of records.entries()) {
          const imported = await audit.import([record]);
          if (imported.outcome === "different") return { ...imported, index };
          added += imported.added;
        }
        return { outcome: "stored", added };
      },
    })),
    "an import that takes another line for the same": answers("audit.import", (imported) =>
      imported.outcome === "different" ? { outcome: "stored", added: 0 } : imported,
    ),
    "rows without entries": answers(
      "audit.rows",
      (page) => page && { ...page, items: page.items.filter((row) => Object.hasOwn(row, "line")) },
    ),
    "rows with the newest first": answers("audit.rows", (page) => page && { ...page, items: page.items.toReversed() }),
    "entries without their salts": answers(
      "audit.list",
      (page) => page && { ...page, items: page.items.map(({ line }) => ({ line })) },
    ),
  },
};
