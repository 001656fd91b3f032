/** Wrong storages of exchanges. */
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import type { ExchangeRepository } from "../../../src/ports/exchanges.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { Change, Read, Removal } from "../../../src/ports/storage-engine.js";
import { altered, answers, asks, elsewhere, over, pageByOffset, sorted, type WrongStorages } from "./altered.js";

const NEVER = "9999-12-31T00:00:00.000+00:00";

/** Commits without what is not made. */
function committing(isMade: (change: Change | Removal) => boolean): () => ComplianceStorage {
  return () => {
    const engine = memoryEngine();
    return storageOf({
      ...engine,
      commit: (token, changes, removals) => engine.commit(token, changes.filter(isMade), removals.filter(isMade)),
    });
  };
}

function isOfExchanges({ collection }: { readonly collection: string }): boolean {
  return collection === "exchanges";
}

/** Reads no further rows of exchanges after a first page. */
function onePage(): ComplianceStorage {
  const engine = memoryEngine();
  const isFurther = (read: Read): boolean => isOfExchanges(read) && "after" in read && read.after !== undefined;
  return storageOf({
    ...engine,
    read: async (reads) => {
      const found = await engine.read(reads);
      return found.map((each, index) =>
        reads.slice(index).slice(0, 1).some(isFurther) ? { rows: [], count: 0 } : each,
      );
    },
  });
}

/** Stores the exchange whatever the stored revision is, if `isRefused` is false for it. */
function saving(
  isRefused: (exchanges: ExchangeRepository, revision: number, transfer_id: string) => Promise<boolean>,
): () => ComplianceStorage {
  return altered(({ exchanges }) => ({
    "exchanges.save": async (given, recording) => {
      const exchange = structuredClone(given);
      const { revision, transfer_id } = exchange;
      if (await isRefused(exchanges, revision, transfer_id)) return "changed_meanwhile";
      for (;;) {
        const stored = await exchanges.find(transfer_id);
        const next = { ...exchange, revision: (stored?.revision ?? 0) + 1 };
        if ((await exchanges.save(next, recording)) === "saved") return "saved";
      }
    },
  }));
}

/** Compares the revision, and stores later. */
const inTwoSteps = saving(async (exchanges, revision, transfer_id) => {
  const stored = await exchanges.find(transfer_id);
  await elsewhere();
  return (stored?.revision ?? 0) !== revision - 1;
});

/** Ends the last lease of an exchange by `save`. */
const leasesThatSaveEnds = altered(({ exchanges }) => {
  const last = new Map<string, string>();
  return {
    "exchanges.lease": async (query) => {
      const leased = await exchanges.lease(query);
      for (const { exchange, lease } of leased) last.set(exchange.transfer_id, lease);
      return leased;
    },
    "exchanges.save": async (exchange, recording) => {
      const { transfer_id } = exchange;
      const outcome = await exchanges.save(exchange, recording);
      if (outcome === "saved") await exchanges.release(transfer_id, last.get(transfer_id) ?? "");
      return outcome;
    },
  };
});

function later(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString().replace("Z", "+00:00");
}

export const wrongExchanges: WrongStorages = {
  "any sequence of exchange calls agrees with the reference model": {
    "a revision that is ignored": saving(async () => false),
    "an exchange that is not stored": committing((change) => !("put" in change && isOfExchanges(change))),
    "exchanges without their reasons": answers(
      "exchanges.find",
      (found) => found && { ...found, events: found.events.map((event) => ({ ...event, reason: null })) },
    ),
    "the latest due first": answers("exchanges.lease", (leased) => [...leased].reverse()),
    "leases of what is due later": asks("exchanges.lease", ({ due, ...query }) => [
      { ...query, due: later(due, 60_000) },
    ]),
    "leases of what is due a moment before": asks("exchanges.lease", ({ due, ...query }) => [
      { ...query, due: later(due, -1) },
    ]),
    "leases that end a moment early": asks("exchanges.lease", ({ now, ...query }) => [
      { ...query, now: later(now, 1) },
    ]),
    "leases that end a moment late": asks("exchanges.lease", ({ now, ...query }) => [
      { ...query, now: later(now, -1) },
    ]),
    "leases that never end too late": asks("exchanges.lease", (query) => [{ ...query, latest: NEVER }]),
    "one exchange in two leases": asks("exchanges.lease", (query) => [{ ...query, until: query.now }]),
    "an ignored limit": asks("exchanges.lease", (query) => [{ ...query, limit: 1_000 }]),
    "one text for all leases": answers("exchanges.lease", (leased) =>
      leased.map((each) => ({ ...each, lease: "own" })),
    ),
    "a lease that stays after its release": over("exchanges.release", () => async () => undefined),
    "leases that save ends": leasesThatSaveEnds,
    "a removal that keeps exchanges": committing((change) => !isOfExchanges(change) || "put" in change),
    "an erasure that keeps exchanges without a transfer": committing(
      (change) => !(isOfExchanges(change) && "remove" in change),
    ),
    "an erasure that keeps the account in exchanges": committing(
      (change) => !("put" in change && isOfExchanges(change) && isVersion(change)),
    ),
    "facts without the exchange": answers("transfers.facts", (facts) => ({ ...facts, exchange: undefined })),
    "a list from any time": asks("exchanges.list", (query) => [{ ...query, from: "" }]),
    "the oldest exchange first": answers(
      "exchanges.list",
      (page) => page && { ...page, items: sorted(page.items, (a, b) => (a.started_at < b.started_at ? -1 : 1)) },
    ),
    "a cursor that counts": over("exchanges.list", (list) => async ({ size, cursor, ...query }) => {
      const all = await list({ ...query, size: 1_000 });
      return all && pageByOffset(all.items, size, cursor);
    }),
  },
  "one of several concurrent calls wins": { "an exchange that two calls change": inTwoSteps },
  "of concurrent leases of an alert or an exchange, one gets it": {
    "an exchange in two leases": asks("exchanges.lease", (query) => [{ ...query, until: query.now }]),
  },
  "every exchange is removed with its transfer": {
    "a removal that keeps exchanges": committing((change) => !isOfExchanges(change) || "put" in change),
    "a removal of the first exchanges without a transfer": onePage,
  },
};

/** Whether it is a change by an erasure, because `save` compares the revision. */
function isVersion({ expect }: Change): boolean {
  return typeof expect !== "string" && expect.some(([column]) => column === "version");
}
