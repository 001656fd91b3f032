/** Wrong storages of linked transactions. */
import { compareLinked, type LinkedTransaction } from "../../../src/domain/thresholds/linked.js";
import type { LinkedTransactionRepository } from "../../../src/ports/storage.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

function changed(
  change: (linked: LinkedTransactionRepository) => Partial<LinkedTransactionRepository>,
): WrongStorage["subject"] {
  return altered(({ linked }) => ({ linked: change(linked) }));
}

/** Changes what `within` returns. */
function finding(
  change: (found: readonly LinkedTransaction[]) => readonly LinkedTransaction[],
): WrongStorage["subject"] {
  return changed((linked) => ({ within: async (query) => change(await linked.within(query)) }));
}

const addCheck = "a linked transaction is stored once, with each amount once";
const textCheck = "link keys and transaction ids are compared by code units";
const periodCheck = "linked transactions are found from the first to the last time of a period";
const orderCheck = "linked transactions are oldest first, ties by transaction_id";
const pruneCheck = "expired linked transactions are removed";
const DAY_END = "2026-02-03T23:59:59.999Z";

export const wrongLinked: readonly WrongStorage[] = [
  {
    check: addCheck,
    fault: "only the last amount",
    subject: changed((linked) => ({
      add: async (evaluation) => ({ ...(await linked.add(evaluation)), amounts: [evaluation.amount] }),
    })),
  },
  {
    check: addCheck,
    fault: "the time of the last call",
    subject: changed((linked) => ({
      add: async (evaluation) => ({ ...(await linked.add(evaluation)), time: evaluation.time }),
    })),
  },
  {
    check: addCheck,
    fault: "one amount for a currency and an asset",
    subject: changed((linked) => ({
      add: ({ amount: { amount, currency, asset }, ...evaluation }) =>
        linked.add({ ...evaluation, amount: { amount, currency: currency ?? asset ?? "" } }),
    })),
  },
  {
    check: textCheck,
    fault: "link keys without case",
    subject: changed((linked) => ({
      add: (evaluation) => linked.add({ ...evaluation, link_key: evaluation.link_key.toLowerCase() }),
      within: (query) => linked.within({ ...query, link_key: query.link_key.toLowerCase() }),
    })),
  },
  {
    check: textCheck,
    fault: "both texts in one key",
    subject: changed((linked) => {
      const kept = new Set<string>();
      return {
        add: async (evaluation) => {
          const key = `${evaluation.link_key} ${evaluation.transaction_id}`;
          if (kept.has(key)) return addOf(evaluation);
          kept.add(key);
          return linked.add(evaluation);
        },
      };
    }),
  },
  ...(["from", "to", "link_key"] as const).map(
    (name): WrongStorage => ({
      check: periodCheck,
      fault: `an ignored ${name}`,
      subject: changed((linked) => {
        const keys = new Set<string>();
        return {
          add: (evaluation) => {
            keys.add(evaluation.link_key);
            return linked.add(evaluation);
          },
          within: async (query) => {
            if (name === "from") return linked.within({ ...query, from: "" });
            if (name === "to") return linked.within({ ...query, to: DAY_END });
            const found = await Promise.all([...keys].map((link_key) => linked.within({ ...query, link_key })));
            return found.flat();
          },
        };
      }),
    }),
  ),
  {
    check: periodCheck,
    fault: "a period without its last time",
    subject: changed((linked) => ({
      within: async (query) => (await linked.within(query)).filter(({ time }) => time < query.to),
    })),
  },
  { check: orderCheck, fault: "the newest first", subject: finding((found) => [...found].reverse()) },
  {
    check: orderCheck,
    fault: "ties in the order of a locale",
    subject: finding((found) =>
      [...found].sort(
        (a, b) =>
          a.time.localeCompare(b.time) || a.transaction_id.localeCompare(b.transaction_id) || compareLinked(a, b),
      ),
    ),
  },
  {
    check: "every linked transaction of a long period is found",
    fault: "at most a hundred",
    subject: finding((found) => found.slice(0, 100)),
  },
  {
    check: "no concurrent amount of a linked transaction is lost",
    fault: "a read and then a write",
    subject: changed((linked) => {
      const kept = new Map<string, LinkedTransaction>();
      return {
        add: async (evaluation) => {
          const key = JSON.stringify([evaluation.link_key, evaluation.transaction_id]);
          const before = kept.get(key) ?? addOf(evaluation);
          await elsewhere();
          const isThere = before.amounts.some(({ amount }) => amount === evaluation.amount.amount);
          const after = isThere ? before : { ...before, amounts: [...before.amounts, evaluation.amount] };
          kept.set(key, after);
          await linked.add(evaluation);
          return structuredClone(after);
        },
      };
    }),
  },
  {
    check: "of two concurrent transactions, one finds both",
    fault: "transactions that are found later than they are stored",
    subject: changed((linked) => ({
      add: async (evaluation) => {
        // The storage may be closed by then.
        void elsewhere().then(() => linked.add(evaluation).catch(() => undefined));
        return structuredClone(addOf(evaluation));
      },
    })),
  },
  {
    check: pruneCheck,
    fault: "removal of transactions of exactly that time",
    subject: changed((linked) => ({ prune: (before) => linked.prune(before.replace(".000Z", ".001Z")) })),
  },
  {
    check: pruneCheck,
    fault: "a count without removal",
    subject: changed((linked) => ({ prune: async () => (await linked.prune("")) + 2 })),
  },
  {
    check: "changing a linked transaction does not change the stored one",
    fault: "an evaluation that is copied later",
    subject: changed((linked) => ({
      add: async (evaluation) => {
        await elsewhere();
        return linked.add(evaluation);
      },
    })),
  },
  {
    check: "changing a linked transaction does not change the stored one",
    fault: "an answer that is the stored object",
    subject: changed((linked) => {
      const kept = new Map<string, LinkedTransaction>();
      return {
        add: async (evaluation) => {
          const stored = await linked.add(evaluation);
          kept.set(stored.transaction_id, stored);
          return stored;
        },
        within: async (query) => (await linked.within(query)).map((found) => kept.get(found.transaction_id) ?? found),
      };
    }),
  },
];

function addOf({ amount, ...place }: Parameters<LinkedTransactionRepository["add"]>[0]): LinkedTransaction {
  return { ...place, amounts: [amount] };
}
