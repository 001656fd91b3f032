/** Wrong storages of holds. */
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { Change, Removal } from "../../../src/ports/storage-engine.js";
import { altered, answers, asks, over, pageByOffset, sorted, type WrongStorages } from "./altered.js";

const BEFORE = "0000-00-00";
const AFTER = "9999-99-99";

/** Commits without what is not kept. */
function committing(
  isKept: (change: Change) => boolean,
  isMade: (removal: Removal) => boolean = () => true,
): () => ComplianceStorage {
  return () => {
    const engine = memoryEngine();
    return storageOf({
      ...engine,
      commit: (token, changes, removals) => engine.commit(token, changes.filter(isKept), removals.filter(isMade)),
    });
  };
}

export const wrongHolds: WrongStorages = {
  "any sequence of hold calls agrees with the reference model": {
    "a hold on what is not stored": answers("holds.add", () => "held"),
    "a hold that is not stored": committing(({ collection }) => collection !== "holds"),
    "a hold that refuses nothing": committing((change) => change.set?.["held"] === undefined),
    "a hold without its last day": asks("holds.add", ({ until: _, ...hold }, recording) => [hold, recording]),
    "a hold that is released, and still refuses": committing((change) => change.set?.["held"] !== ""),
    "a release that ends all holds of the subject": over("holds.release", (release, { holds }) => async (hold_id) => {
      const found = await holds.find(hold_id);
      const all = (await holds.list({ size: 1_000 }))?.items ?? [];
      const isRemoved = await release(hold_id);
      for (const each of all) {
        if (JSON.stringify(each.subject) === JSON.stringify(found?.subject)) await release(each.hold_id);
      }
      return isRemoved;
    }),
    "a release of anything": answers("holds.release", () => true),
    "a removed account whose holds stay": committing(
      () => true,
      ({ collection }) => collection !== "holds",
    ),
    "a removal in spite of holds": asks("accounts.remove", (id, _today, recording) => [id, AFTER, recording]),
    "a removal that expired holds refuse": asks("accounts.remove", (id, _today, recording) => [id, BEFORE, recording]),
    "a removal that sees only holds on the account": over(
      "accounts.remove",
      (remove, { holds }) =>
        async (id, today) => {
          const all = (await holds.list({ size: 1_000 }))?.items ?? [];
          const own = all.filter(({ subject }) => subject.kind === "account" && subject.id === id);
          return remove(id, own.some(({ until = AFTER }) => until >= today) ? today : AFTER);
        },
    ),
    "an erasure that sees no holds": over(
      "transfers.erase",
      (erase) => (id, choose) => erase(id, (found) => choose(found, "")),
    ),
    "an erasure in spite of the holds on other accounts": over(
      "transfers.erase",
      (erase, { holds }) =>
        async (id, choose, recording) => {
          const all = (await holds.list({ size: 1_000 }))?.items ?? [];
          return erase(
            id,
            (found) => {
              const own = all.filter(({ subject }) =>
                subject.kind === "account" ? subject.id === id : found.some((each) => each.transfer_id === subject.id),
              );
              return choose(
                found,
                own
                  .map(({ until = "9999-12-31" }) => until)
                  .sort()
                  .at(-1) ?? "",
              );
            },
            recording,
          );
        },
    ),
    "pruning in spite of holds": asks("transfers.prune", (before, _today, subjectOf) => [before, AFTER, subjectOf]),
    "pruning that does not count what is held": answers("transfers.prune", ({ removed }) => ({ removed, held: 0 })),
    "pruning in spite of the holds on accounts": over(
      "transfers.prune",
      (prune, { holds }) =>
        async (before, today) => {
          const all = (await holds.list({ size: 1_000 }))?.items ?? [];
          for (const { hold_id, subject } of all) if (subject.kind === "account") await holds.release(hold_id);
          const answer = await prune(before, today);
          for (const hold of all) if (hold.subject.kind === "account") await holds.add(hold);
          return answer;
        },
    ),
    "the newest hold first": answers(
      "holds.list",
      (page) => page && { ...page, items: sorted(page.items, (a, b) => (a.created < b.created ? 1 : -1)) },
    ),
    "a cursor that counts": over("holds.list", (list) => async ({ size, cursor }) => {
      const all = await list({ size: 1_000 });
      return all && pageByOffset(all.items, size, cursor);
    }),
    "a hold that is not found": altered(() => ({ "holds.find": async () => undefined })),
  },
};
