/** Checks of LinkedTransactionRepository. */
import type { LinkedAmount } from "../../domain/thresholds/linked.js";
import type { LinkedTransactionRepository } from "../../ports/storage.js";
import type { ConformanceCheck } from "../check.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, RIVALS, SIMILAR_TEXTS, UNKNOWN_TEXTS } from "./compare.js";
import { linkedEvaluation, minute } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function linkedChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...addChecks(suite),
    ...periodChecks(suite),
    ...concurrentChecks(suite),
    removeCheck(suite),
    pruneCheck(suite),
  ];
}

/** Returns the transaction ids of a link key, of the whole day. */
async function idsOf(
  linked: LinkedTransactionRepository,
  link_key: string,
  { from = minute(0), to = minute(1439), limit = 1000 } = {},
): Promise<readonly string[]> {
  const found = await linked.within({ link_key, from, to, limit });
  return found.map(({ transaction_id }) => transaction_id);
}

function addChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a linked transaction is stored once, with each amount once",
      "add keeps one transaction for a link key and a transaction id, with the time of the first call and every amount.",
      async ({ storage: { linked } }) => {
        const amounts: readonly LinkedAmount[] = [
          { amount: "500", currency: "EUR" },
          { amount: "0.1", currency: "EUR" },
          { amount: "500", currency: "USD" },
          { amount: "500", asset: "USD" },
        ];
        const { amount: _, ...place } = linkedEvaluation("k", "t");
        for (const [index, amount] of amounts.entries()) {
          const expected = { ...place, amounts: amounts.slice(0, index + 1) };
          const time = minute(700 - index);
          const given = linkedEvaluation("k", "t", index === 0 ? { amount } : { amount, time });
          for (const what of ["the answer", "the answer to a repeated call"]) {
            expectSame(`${what} with amount ${index + 1}`, await linked.add(given), expected);
          }
        }
        const found = await linked.within({ link_key: "k", from: place.time, to: place.time, limit: 2 });
        expectSame("the stored transactions", found, [{ ...place, amounts }]);
      },
    ),
    caseCheck(
      suite,
      "link keys and transaction ids are compared by code units",
      "Two of them are the same only if all their code units are, and the two texts of a transaction are never confused.",
      async ({ storage: { linked } }) => {
        for (const text of SIMILAR_TEXTS) await linked.add(linkedEvaluation(text, `of ${text}`));
        for (const text of SIMILAR_TEXTS) await linked.add(linkedEvaluation("k", text));
        for (const [key, id] of [["a b", "c"] as const, ["a", "b c"] as const, ["1 a", "c"] as const]) {
          await linked.add(linkedEvaluation(key, id));
        }
        const quoted = (text: string): string => `the transactions of ${JSON.stringify(text)}`;
        for (const text of SIMILAR_TEXTS) expectSame(quoted(text), await idsOf(linked, text), [`of ${text}`]);
        for (const text of UNKNOWN_TEXTS) expectSame(quoted(text), await idsOf(linked, text), []);
        expectSame("the number of those of k", (await idsOf(linked, "k")).length, SIMILAR_TEXTS.length);
        expectSame(quoted("a b"), await idsOf(linked, "a b"), ["c"]);
        expectSame(quoted("a"), await idsOf(linked, "a"), ["b c"]);
      },
    ),
  ];
}

function periodChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "linked transactions are found from the first to the last time of a period",
      "within finds the transactions of its link key from `from` to `to`, both included, and no others.",
      async ({ storage: { linked } }) => {
        for (const count of [1, 2, 3, 4]) await linked.add(linkedEvaluation("k", `${count}`, { time: minute(count) }));
        await linked.add(linkedEvaluation("other", "2", { time: minute(2) }));
        const period = (from: number, to: number) => ({ from: minute(from), to: minute(to) });
        expectSame("those of the second and third minute", await idsOf(linked, "k", period(2, 3)), ["2", "3"]);
        expectSame("those of the second minute", await idsOf(linked, "k", period(2, 2)), ["2"]);
        expectSame("those of a period that ends before it begins", await idsOf(linked, "k", period(3, 2)), []);
        expectSame("those of the day", await idsOf(linked, "k"), ["1", "2", "3", "4"]);
        const last = { from: minute(4).replace(".000Z", ".001Z"), to: minute(1439) };
        expectSame("those a millisecond after the last", await idsOf(linked, "k", last), []);
      },
    ),
    caseCheck(
      suite,
      "linked transactions are oldest first, ties by transaction_id",
      "within has the oldest time first. Ties are in the order of UTF-16 code units.",
      async ({ storage: { linked } }) => {
        await linked.add(linkedEvaluation("k", "a new", { time: minute(900) }));
        for (const id of OUT_OF_ORDER) await linked.add(linkedEvaluation("k", id));
        await linked.add(linkedEvaluation("k", "old", { time: minute(1) }));
        expectSame("the order", await idsOf(linked, "k"), ["old", ...IN_ORDER, "a new"]);
      },
    ),
    caseCheck(
      suite,
      "every linked transaction of a long period is found",
      "within finds all transactions of the period up to its limit, so that no sum lacks one. Of more it finds `limit`.",
      async ({ storage: { linked } }) => {
        const count = 150;
        const ids = Array.from({ length: count }, (_, index) => `t${index}`);
        await Promise.all(ids.map((id, index) => linked.add(linkedEvaluation("k", id, { time: minute(index) }))));
        expectSame("the transactions", await idsOf(linked, "k", { limit: count }), ids);
        for (const limit of [1, 64, count - 1]) {
          const found = await idsOf(linked, "k", { limit });
          expectSame(`the number of them with the limit ${limit}`, found.length, limit);
          expectSame(
            "their order",
            found,
            ids.filter((id) => found.includes(id)),
          );
        }
      },
    ),
  ];
}

function concurrentChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "no concurrent amount of a linked transaction is lost",
      "add is atomic: of concurrent calls for one transaction, every amount is stored once.",
      async ({ storage: { linked } }) => {
        const amounts = RIVALS.map((index): LinkedAmount => ({ amount: `${100 + index}`, currency: "EUR" }));
        const twice = [...amounts, ...amounts];
        await Promise.all(twice.map((amount) => linked.add(linkedEvaluation("k", "t", { amount }))));
        const { amounts: stored } = await linked.add(
          linkedEvaluation("k", "t", { amount: { amount: "100", currency: "EUR" } }),
        );
        expectSame(
          "the stored amounts",
          stored.map(({ amount }) => amount).sort(),
          amounts.map(({ amount }) => amount),
        );
      },
    ),
    caseCheck(
      suite,
      "of two concurrent transactions, one finds both",
      "Once add has resolved, every later within finds the transaction. So no sum of concurrent evaluations is missed.",
      async ({ storage: { linked } }) => {
        const seen = await Promise.all(
          RIVALS.map(async (index) => {
            await linked.add(linkedEvaluation("k", `t${index}`));
            return idsOf(linked, "k");
          }),
        );
        for (const [index, ids] of seen.entries()) {
          expectSame(`whether transaction ${index} found itself`, ids.includes(`t${index}`), true);
          const missed = seen.findIndex((others, other) => !ids.includes(`t${other}`) && !others.includes(`t${index}`));
          expectSame(`a transaction that missed transaction ${index}, and was missed by it`, missed, -1);
        }
      },
    ),
  ];
}

function removeCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "the transactions of a link key are removed",
    "remove removes all transactions of exactly that link key, and returns how many.",
    async ({ storage: { linked } }) => {
      for (const text of SIMILAR_TEXTS) await linked.add(linkedEvaluation(text, text));
      const ids = Array.from({ length: 150 }, (_, index) => `t${index}`);
      await Promise.all(ids.map((id, index) => linked.add(linkedEvaluation("k", id, { time: minute(index) }))));
      for (const text of UNKNOWN_TEXTS) expectSame(`those of ${JSON.stringify(text)}`, await linked.remove(text), 0);
      expectSame("the transactions of k", await linked.remove("k"), ids.length);
      expectSame("the remaining ones of k", await idsOf(linked, "k"), []);
      expectSame("those of a second call", await linked.remove("k"), 0);
      const [first = "", ...others] = SIMILAR_TEXTS;
      expectSame(`those of ${JSON.stringify(first)}`, await linked.remove(first), 1);
      for (const text of others) {
        expectSame(`the transactions of ${JSON.stringify(text)}`, await idsOf(linked, text), [text]);
      }
      const { amount, ...again } = linkedEvaluation("k", "t0", { time: minute(9) });
      const stored = { ...again, amounts: [amount] };
      expectSame("a removed transaction that is added again", await linked.add({ ...again, amount }), stored);
    },
  );
}

function pruneCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "expired linked transactions are removed",
    "prune removes the transactions of all link keys that were first evaluated before that time, and returns how many.",
    async ({ storage: { linked } }) => {
      for (const count of [1, 2, 3]) {
        for (const key of ["a", "b"]) await linked.add(linkedEvaluation(key, `${count}`, { time: minute(count) }));
      }
      await linked.add(linkedEvaluation("a", "1", { time: minute(5), amount: { amount: "900", currency: "EUR" } }));
      expectSame("those before the first", await linked.prune(minute(1)), 0);
      expectSame("those before the second", await linked.prune(minute(2)), 2);
      for (const key of ["a", "b"]) expectSame(`the remaining ones of ${key}`, await idsOf(linked, key), ["2", "3"]);
      const { amount, ...again } = linkedEvaluation("a", "1", { time: minute(9) });
      const stored = { ...again, amounts: [amount] };
      expectSame("a removed transaction that is added again", await linked.add({ ...again, amount }), stored);
      expectSame("those of the day", await linked.prune(minute(1439)), 5);
      expectSame("the remaining ones of a", await idsOf(linked, "a"), []);
    },
  );
}
