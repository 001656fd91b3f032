/** Calls of LinkedTransactionRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type {
  LinkedAmount,
  LinkedEvaluation,
  LinkedPlace,
  LinkedTransaction,
  LinkedUpdate,
} from "../../domain/thresholds/linked.js";
import type { LinkedQuery } from "../../ports/storage.js";
import { isSame } from "./compare.js";
import { byCodeUnits, compareElements } from "./model.js";
import { linkedEvaluation, minute } from "./records.js";
import { anyId, IDS, type Model, type Step, type Steps, step } from "./step.js";

const AMOUNTS: readonly LinkedAmount[] = [
  { amount: "500", currency: "EUR" },
  { amount: "500", currency: "USD" },
  { amount: "500", asset: "EUR" },
  { amount: "0.1", currency: "EUR" },
];

const anyMinute = fc.constantFrom(1, 2, 3, 60).map(minute);

const anyEvaluation = fc
  .tuple(anyId, anyId, fc.record({ time: anyMinute, amount: fc.constantFrom(...AMOUNTS) }))
  .map(([key, id, more]) => linkedEvaluation(key, id, more));

export function addLinked(given: LinkedEvaluation, movesTime?: boolean): Step {
  return step("linked.add", [given, movesTime], {
    call: ({ linked }) => linked.add(given, movesTime),
    expected: (model) => expectedAdd(model, given, movesTime),
  });
}

/** Written apart from the code that is checked. */
function expectedAdd(model: Model, { amount, ...given }: LinkedEvaluation, movesTime = false): LinkedTransaction {
  const before = model.linked.get(placeOf(given));
  const time = movesTime ? given.time : (before?.time ?? given.time);
  return changeLinked(model, { ...given, time, amounts: [amount], removed: [] });
}

/** Written apart from the code that is checked. */
export function changeLinked({ linked }: Model, { amounts, removed, ...given }: LinkedUpdate): LinkedTransaction {
  const before = linked.get(placeOf(given)) ?? { ...given, amounts: [] };
  const all = new Map(before.amounts.map((amount) => [textOf(amount), amount]));
  for (const amount of removed) all.delete(textOf(amount));
  for (const amount of amounts) if (!all.has(textOf(amount))) all.set(textOf(amount), amount);
  const [, time = given.time] = [before.time, given.time].sort(byCodeUnits);
  const after = { ...given, time, amounts: [...all.values()] };
  linked.set(placeOf(given), after);
  return after;
}

function placeOf({ link_key, transaction_id }: LinkedPlace): string {
  return JSON.stringify([link_key, transaction_id]);
}

function textOf({ amount, currency, asset }: LinkedAmount): string {
  return JSON.stringify([amount, currency ?? null, asset ?? null]);
}

/** Of more than `limit` transactions, the port leaves open which ones are found. */
function withinPeriod(query: LinkedQuery): Step {
  return step("linked.within", [query], {
    call: ({ linked }) => linked.within(query),
    expected: ({ linked }, answer) => {
      const found = expectedWithin([...linked.values()], query);
      if (found.length <= query.limit || !Array.isArray(answer)) return found;
      const some = found.filter((each) => answer.some((other) => isSame(each, other)));
      return some.length === query.limit ? some : found.slice(0, query.limit);
    },
  });
}

/** Returns the transactions of a period in order. */
function expectedWithin(all: readonly LinkedTransaction[], { link_key, from, to }: LinkedQuery) {
  const found = all.filter((each) => each.link_key === link_key && each.time >= from && each.time <= to);
  return found.sort((a, b) => compareElements([a.time, a.transaction_id], [b.time, b.transaction_id]));
}

export function allOf(link_key: string): Step {
  return withinPeriod({ link_key, from: minute(0), to: minute(1439), limit: 1000 });
}

const anyPeriod = fc
  .tuple(anyId, anyMinute, anyMinute, fc.constantFrom(1, 2, 1000))
  .map(([link_key, from, to, limit]) => withinPeriod({ link_key, from, to, limit }));

const pruneLinked = anyMinute.map((before) =>
  step("linked.prune", [before], {
    call: ({ linked }) => linked.prune(before),
    expected: ({ linked }) => {
      const expired = [...linked].filter(([, { time }]) => byCodeUnits(time, before) < 0);
      for (const [id] of expired) linked.delete(id);
      return expired.length;
    },
  }),
);

const removeLinked = anyId.map((link_key) =>
  step("linked.remove", [link_key], {
    call: ({ linked }) => linked.remove(link_key),
    expected: ({ linked }) => {
      const ofKey = [...linked].filter(([, each]) => each.link_key === link_key);
      for (const [id] of ofKey) linked.delete(id);
      return ofKey.length;
    },
  }),
);

export const linkedSteps: Steps = {
  first: [],
  writes: [fc.tuple(anyEvaluation, fc.constantFrom(undefined, false, true)).map((given) => addLinked(...given))],
  reads: [anyId.map(allOf)],
  lists: [anyPeriod, fc.oneof(pruneLinked, removeLinked)],
  finalReads: IDS.map(allOf),
};
