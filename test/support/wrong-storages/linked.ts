/** Wrong storages of linked transactions. */
import { compareLinked, type LinkedEvaluation, type LinkedTransaction } from "../../../src/domain/thresholds/linked.js";
import { altered, answers, asks, elsewhere, over, pausing, sorted, type WrongStorages } from "./altered.js";

const DAY_END = "2026-02-03T23:59:59.999Z";

/** Returns the query of every transaction of a link key. */
function allOf(link_key: string) {
  return { link_key, from: "", to: DAY_END, limit: 1000 };
}

function addOf({ amount, ...place }: LinkedEvaluation): LinkedTransaction {
  return { ...place, amounts: [amount] };
}

export const wrongLinked: WrongStorages = {
  "any sequence of linked transaction calls agrees with the reference model": {
    "only the last amount": answers("linked.add", (stored, { amount }) => ({ ...stored, amounts: [amount] })),
    "the time of the last call": answers("linked.add", (stored, { time }) => ({ ...stored, time })),
    "one amount for a currency and an asset": asks(
      "linked.add",
      ({ amount: { amount, currency, asset }, ...evaluation }) => [
        { ...evaluation, amount: { amount, currency: currency ?? asset ?? "" } },
      ],
    ),
    "a time that stays where it moves": asks("linked.add", (evaluation) => [evaluation]),
    "a time that moves where it stays": asks("linked.add", (evaluation) => [evaluation, true]),
    "a time that moves back": over("linked.add", (add, { linked }) => async (given, movesTime) => {
      const evaluation = structuredClone(given);
      const stored = await add(evaluation, movesTime);
      if (movesTime !== true || stored.time === evaluation.time) return stored;
      const others = await linked.within(allOf(evaluation.link_key));
      await linked.remove(evaluation.link_key);
      const moved = others.map((each) =>
        each.transaction_id === stored.transaction_id ? { ...each, time: evaluation.time } : each,
      );
      for (const { amounts, ...place } of moved) for (const amount of amounts) await add({ ...place, amount });
      return { ...stored, time: evaluation.time };
    }),
    "link keys without case": altered(({ linked }) => ({
      "linked.add": (evaluation) => linked.add({ ...evaluation, link_key: evaluation.link_key.toLowerCase() }),
      "linked.within": (query) => linked.within({ ...query, link_key: query.link_key.toLowerCase() }),
    })),
    "both texts in one key": over("linked.add", (add) => {
      const kept = new Set<string>();
      return async (evaluation) => {
        const before = kept.size;
        kept.add(`${evaluation.link_key} ${evaluation.transaction_id}`);
        return kept.size > before ? add(evaluation) : addOf(evaluation);
      };
    }),
    "an ignored from": asks("linked.within", (query) => [{ ...query, from: "" }]),
    "an ignored to": asks("linked.within", (query) => [{ ...query, to: DAY_END }]),
    "an ignored link_key": altered(({ linked }) => {
      const keys = new Set<string>();
      return {
        "linked.add": (evaluation) => {
          keys.add(evaluation.link_key);
          return linked.add(evaluation);
        },
        "linked.within": async (query) =>
          (await Promise.all([...keys].map((link_key) => linked.within({ ...query, link_key })))).flat(),
      };
    }),
    "a period without its last time": answers("linked.within", (found, { to }) =>
      found.filter(({ time }) => time < to),
    ),
    "the newest first": answers("linked.within", (found) => [...found].reverse()),
    "ties in the order of a locale": answers("linked.within", (found) =>
      sorted(
        found,
        (a, b) =>
          a.time.localeCompare(b.time) || a.transaction_id.localeCompare(b.transaction_id) || compareLinked(a, b),
      ),
    ),
    "an ignored limit": asks("linked.within", (query) => [{ ...query, limit: 1000 }]),
    "the first of a limit in another order": answers("linked.within", (found, { limit }) =>
      found.length === limit && limit < 150 ? [...found].reverse() : found,
    ),
    "transactions that are found later than they are stored": over("linked.add", (add) => async (evaluation) => {
      // The storage may be closed by then.
      void elsewhere().then(() => add(evaluation).catch(() => undefined));
      return structuredClone(addOf(evaluation));
    }),
    "a count without removal": over(
      "linked.remove",
      (_, { linked }) =>
        async (link_key) =>
          (await linked.within(allOf(link_key))).length,
    ),
    "removal of a link key in upper case too": over("linked.remove", (remove) => async (link_key) => {
      await remove(link_key.toUpperCase());
      return remove(link_key);
    }),
    "removal of transactions of exactly that time": asks("linked.prune", (before) => [
      before.replace(".000Z", ".001Z"),
    ]),
    "an evaluation that is copied later": pausing("linked.add"),
    "an answer that is the stored object": altered(({ linked }) => {
      const kept = new Map<string, LinkedTransaction>();
      return {
        "linked.add": async (evaluation) => {
          const stored = await linked.add(evaluation);
          kept.set(stored.transaction_id, stored);
          return stored;
        },
        "linked.within": async (query) =>
          (await linked.within(query)).map((found) => kept.get(found.transaction_id) ?? found),
      };
    }),
  },
  "every linked transaction of a long period is found and removed": {
    "at most a hundred": answers("linked.within", (found) => found.slice(0, 100)),
    "removal of a hundred transactions": over("linked.remove", (remove, { linked }) => async (link_key) => {
      const found = await linked.within(allOf(link_key));
      await remove(link_key);
      for (const { amounts, ...place } of found.slice(100)) {
        for (const amount of amounts) await linked.add({ ...place, amount });
      }
      return found.length;
    }),
  },
  "of two concurrent transactions, one finds both": {
    "a read and then a write": over("linked.add", (add, { linked }) => async (evaluation) => {
      const copy = structuredClone(evaluation);
      const [before] = await linked.within(allOf(copy.link_key));
      await elsewhere();
      await linked.remove(copy.link_key);
      for (const amount of before?.amounts ?? []) await add({ ...copy, amount });
      return add(copy);
    }),
  },
};
