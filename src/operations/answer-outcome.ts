/** What an event reports about the answer of an operation: codes and counts, and no other value. */
import { ComplianceError } from "../domain/compliance-error.js";
import { own } from "../domain/own.js";
import type { CursorPage, Page } from "../domain/page.js";
import type { Result } from "../domain/result.js";
import type { RuleResult } from "../domain/thresholds/types.js";
import type { TransferRecord } from "../domain/transfers/record.js";
import type { ErasureReport } from "./erase.js";
import type { CountName, EventCounts, OperationGroups, OperationName, OperationOutcome } from "./events.js";

/** What an operation returned. Of an async iterable: how many items it yielded. */
type Answer<Name extends OperationName> = Name extends `${infer Group extends keyof OperationGroups}.${infer Method}`
  ? Method extends keyof OperationGroups[Group]
    ? Returned<OperationGroups[Group][Method]>
    : never
  : unknown;

type Returned<Operation> = Operation extends (...args: never) => infer Answer
  ? Answer extends AsyncIterable<unknown>
    ? number
    : Awaited<Answer>
  : never;

/** Returns the outcome of each operation from its answer. The compiler compares the counts with the answer's type. */
const outcomes: { readonly [Name in OperationName]: (answer: Answer<Name>) => OperationOutcome } = {
  "accounts.create": checked(one),
  "accounts.put": checked(one),
  "accounts.remove": counted(removed),
  "accounts.erase": checked(erasure),
  "accounts.list": checked(page),
  "accounts.all": counted(yielded),
  "accounts.retrieve": counted(found),
  "accounts.search": checked(many),
  "vasps.load": counted(report("loaded", "replaced", "rejected")),
  "vasps.sync": counted(report("added", "replaced", "unchanged", "removed", "rejected")),
  "vasps.remove": counted(removed),
  "vasps.search": checked(many),
  "vasps.retrieve": counted(found),
  "vasps.standing": counted(nothing),
  "vasps.list": checked(numberedPage),
  "vasps.all": counted(yielded),
  "addresses.create": checked(one),
  "addresses.assign": checked(one),
  "addresses.retrieve": counted(found),
  "addresses.ofAccount": counted(many),
  "addresses.accountOf": counted(found),
  "addresses.history": counted(found),
  "addresses.list": checked(page),
  "addresses.all": counted(yielded),
  "addresses.remove": counted(removed),
  "addresses.rescreen": checked(
    report("screened", "skipped", "failed", "unsupported", "newlyListed", "noLongerListed"),
  ),
  "rules.evaluate": checked(evaluation),
  "rules.removeLinked": counted(removed),
  "transfers.check": checked(one),
  "transfers.decide": checked(one),
  "transfers.retrieve": counted(found),
  "transfers.list": checked(page),
  "transfers.all": counted(yielded),
  "transfers.review": checked(one),
  "transfers.confirm": checked(confirmation),
  "transfers.prune": counted(report("removed", "held")),
  "ownership.challenge": checked(one),
  "ownership.verify": checked(one),
  "ownership.observe": checked(one),
  "ownership.of": counted(many),
  "ownership.prune": counted(removed),
  "alerts.retrieve": counted(found),
  "exchanges.settings": counted(nothing),
  "exchanges.retrieve": counted(found),
  "exchanges.record": counted(nothing),
  "exchanges.raise": counted(nothing),
  "exchanges.lease": counted(many),
  "exchanges.progress": counted(nothing),
  "alerts.list": checked(page),
  "alerts.all": counted(yielded),
  "alerts.deliver": counted(report("delivered", "failed")),
  "alerts.review": checked(one),
  "alerts.prune": counted(removed),
  "audit.list": checked(page),
  "audit.all": counted(yielded),
  "audit.lines": counted(yielded),
  "audit.heads": counted(many),
  "audit.hold": checked(one),
  "audit.release": counted(removed),
  "audit.holds": counted(yielded),
  "audit.exportCase": checked(({ lines }) => many(lines)),
  compact: counted(nothing),
  close: counted(nothing),
};

/** Returns the codes of the issues, or counts. Never throws: a storage of the caller may return anything. */
export function answerOutcome(name: OperationName, answer: unknown): OperationOutcome {
  try {
    // The cast: the operation of this name returned it.
    return outcomes[name](answer as never);
  } catch {
    return { outcome: "ok", counts: {} };
  }
}

/** Returns the counts of the results that an error carries, if it does. Never throws. */
export function errorCounts(thrown: unknown): { readonly counts?: EventCounts } {
  try {
    const found = thrown instanceof ComplianceError ? own(thrown, "evaluation") : undefined;
    return found === undefined ? {} : { counts: integersOf(evaluation(found)) };
  } catch {
    return {};
  }
}

/** Makes the outcome of an answer from its counts. */
function counted<T>(countsOf: (answer: T) => EventCounts): (answer: T) => OperationOutcome {
  return (answer) => ({ outcome: "ok", counts: integersOf(countsOf(answer)) });
}

/** Makes the outcome of a result from its issues or the counts of its value. */
function checked<T>(countsOf: (value: T) => EventCounts): (result: Result<T>) => OperationOutcome {
  const valued = counted(countsOf);
  return (result) =>
    result.ok
      ? valued(result.value)
      : { outcome: "issues", issues: [...new Set(result.issues.map(({ code }) => code))] };
}

/** Omits what is no count, which only a storage of the caller can return. */
function integersOf(counts: EventCounts): EventCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count)));
}

function one(): EventCounts {
  return { results: 1 };
}

function found(record: unknown): EventCounts {
  return { results: record === undefined || record === null ? 0 : 1 };
}

function many({ length }: readonly unknown[]): EventCounts {
  return { results: length };
}

function yielded(count: number): EventCounts {
  return { results: count };
}

function page({ items }: CursorPage<unknown>): EventCounts {
  return many(items);
}

function numberedPage({ items, pagination: { total } }: Page<unknown>): EventCounts {
  return { results: items.length, total };
}

/** Whether a record was removed, or how many were. */
function removed(count: boolean | number): EventCounts {
  return { removed: Number(count) };
}

/** Whether the confirmed transfer was executed without a permission. */
function confirmation({ executed_without_permission }: TransferRecord): EventCounts {
  return { results: 1, executedWithoutPermission: Number(executed_without_permission) };
}

/** How many records of all kinds were removed. */
function erasure({ account, kept_transfers: _, ...counts }: ErasureReport): EventCounts {
  return { removed: Object.values(counts).reduce((sum, count) => sum + count, Number(account)) };
}

function evaluation({ results }: { readonly results: readonly Pick<RuleResult, "status">[] }): EventCounts {
  return { results: results.length, breaches: results.filter(({ status }) => status === "breach").length };
}

function report<Name extends CountName>(...names: readonly Name[]): (report: Record<Name, number>) => EventCounts {
  return (given) => Object.fromEntries(names.map((name) => [name, given[name]]));
}

function nothing(): EventCounts {
  return {};
}
