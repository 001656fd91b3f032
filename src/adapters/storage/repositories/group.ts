/** Plans of one process that begin with the same row wait for each other, and those that waited share a read and a commit. */
import { own } from "../../../domain/own.js";
import { newToken } from "../../../ports/rows.js";
import type { Change, Removal, Row, StorageEngine } from "../../../ports/storage-engine.js";
import { PlaceTakenError, type Plan, perform, rowId } from "./perform.js";

/** Runs plans. */
export type RunPlan = <R>(plan: Plan<R>) => Promise<R>;

interface Waiting {
  readonly plan: Plan<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The most plans that share a commit. */
const LARGEST = 64;

/** Returns a function that performs plans in groups. */
export function grouping(engine: StorageEngine): RunPlan {
  const queues = new Map<string, Waiting[]>();
  const drain = async (id: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await performAll(engine, queue.splice(0, LARGEST));
    queues.delete(id);
  };
  return <R>(plan: Plan<R>) => {
    const [first] = plan.reads;
    if (first === undefined) return perform(engine, plan);
    return new Promise<R>((resolve, reject) => {
      const id = rowId(first);
      // The cast: the result is that of this plan.
      const waiting: Waiting = { plan, resolve: (result) => resolve(result as R), reject };
      const queue = queues.get(id);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const own = [waiting];
      queues.set(id, own);
      void drain(id, own);
    });
  };
}

/** Never rejects: the plans are settled instead. */
async function performAll(engine: StorageEngine, group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  try {
    if (first !== undefined && group.length === 1) {
      first.resolve(await perform(engine, first.plan));
      return;
    }
    settle(group, await perform(engine, together(group.map(({ plan }) => plan))));
  } catch (thrown) {
    // One of them has a taken place, which is no failure of the others.
    const isOfOne = thrown instanceof PlaceTakenError && group.length > 1;
    if (!isOfOne) for (const { reject } of group) reject(thrown);
    else for (const each of group) await performAll(engine, [each]);
  }
}

function settle(group: readonly Waiting[], outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    const waiting = group.at(index);
    if ("result" in outcome) waiting?.resolve(outcome.result);
    else waiting?.reject(outcome.reason);
  }
}

/** What a plan decided, or what it threw, which is no failure of the others. */
type Outcome = { readonly result: unknown } | { readonly reason: unknown };

/** Returns the plan that runs plans one after the other, each on the rows that the ones before leave. */
function together(plans: readonly Plan<unknown>[]): Plan<readonly Outcome[]> {
  const reads = [...new Map(plans.flatMap((plan) => plan.reads).map((read) => [rowId(read), read])).values()];
  return {
    reads,
    places: plans.flatMap((plan) => own(plan, "places") ?? []),
    run: (found) => {
      const rows = new Map<string, Row | undefined>(reads.map((read, index) => [rowId(read), found[index]]));
      const merged = new Map<string, Change>();
      const removals: Removal[] = [];
      const outcomes = plans.map((plan): Outcome => {
        try {
          const decision = plan.run(plan.reads.map((read) => rows.get(rowId(read))));
          for (const change of own(decision, "changes") ?? []) {
            const id = rowId(change);
            merged.set(id, mergedChange(merged.get(id), change));
            rows.set(id, rowAfter(change, rows.get(id)));
          }
          removals.push(...(own(decision, "removals") ?? []));
          return { result: decision.result };
        } catch (reason) {
          return { reason };
        }
      });
      return { result: outcomes, changes: [...merged.values()], removals };
    },
  };
}

/** Returns the row as a later plan finds it. */
function rowAfter(change: Change, before: Row | undefined): Row | undefined {
  const put = own(change, "put");
  if (put !== undefined) return { ...put, version: newToken() };
  return own(change, "remove") ? undefined : before;
}

/** What the row must be like is what the first plan that writes it found. What becomes of it, the last one says. */
function mergedChange(before: Change | undefined, change: Change): Change {
  if (before === undefined || !isWrite(before)) return change;
  return isWrite(change) ? { ...change, expect: before.expect } : before;
}

function isWrite(change: Change): boolean {
  return (own(change, "put") ?? own(change, "set") ?? own(change, "remove")) !== undefined;
}
