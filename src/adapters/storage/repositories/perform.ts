/** Runs plans: the one place for conflicts, retries and lost commits. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import { own } from "../../../domain/own.js";
import { newToken, WRITER, WRITERS } from "../../../ports/rows.js";
import {
  type Change,
  type Committed,
  EngineFault,
  type KeyRead,
  type Removal,
  type Row,
  type StorageEngine,
} from "../../../ports/storage-engine.js";
import { alwaysConflicting, beginAttempts, finalFailure } from "./attempts.js";

/** What a plan decides on the rows that it read. */
interface Decision<R> {
  readonly result: R;
  readonly changes?: readonly Change[];
  readonly removals?: readonly Removal[];
  /** Returns the result from what was committed. Without it, or after a lost commit, the result is `result`. */
  readonly counted?: (committed: Committed) => R;
  /** The result if an expectation does not hold. Without it, the plan runs again. */
  readonly otherwise?: R;
}

/** A pure rule: the rows that it needs, and what it decides on them. It may run several times. */
export interface Plan<R> {
  readonly reads: readonly KeyRead[];
  readonly run: (rows: readonly (Row | undefined)[]) => Decision<R>;
  /** Rows that its commit adds, whatever the plan decides. If one is stored, the commit can never happen. */
  readonly places?: readonly KeyRead[];
  /** Whether it runs first as if none of its rows were stored, without reading them: for what is mostly new. */
  readonly assumesAbsent?: true;
}

/** A place of the plan is taken. */
export class PlaceTakenError extends Error {}

/** Returns the plan that needs no read: it makes the changes if all their expectations hold. Its result says whether it did. */
export function ifExpected(changes: readonly Change[], removals: readonly Removal[] = []): Plan<boolean> {
  return { reads: [], run: () => ({ result: true, otherwise: false, changes, removals }) };
}

/** A commit whose outcome is unknown. */
interface Lost<R> {
  readonly token: string;
  readonly changes: readonly Change[];
  readonly result: R;
}

type Rows = ReadonlyMap<string, Row | undefined>;
const NO_ROWS: Rows = new Map();

/** Identifies a row among those of all collections. Names of collections contain no space. */
export function rowId({ collection, key }: KeyRead): string {
  return `${collection} ${key}`;
}

/**
 * Runs a plan until its decision is committed, and returns its result.
 *
 * @throws ComplianceError `storage_outcome_unknown` if a commit was lost, and nothing shows whether it happened.
 * @throws PlaceTakenError
 */
export async function perform<R>(engine: StorageEngine, plan: Plan<R>): Promise<R> {
  const next = beginAttempts();
  const lost: Lost<R>[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const done = await attempt(engine, plan, lost, isFirst).catch((thrown: unknown) => {
      if (thrown instanceof EngineFault && thrown.facts.isTransient) return thrown;
      throw finalFailure(thrown, lost.length > 0);
    });
    if (done !== "conflict" && !(done instanceof EngineFault)) return done.result;
    if (await next(done === "conflict")) continue;
    throw finalFailure(done === "conflict" ? alwaysConflicting() : done, lost.length > 0);
  }
}

async function attempt<R>(
  engine: StorageEngine,
  plan: Plan<R>,
  lost: Lost<R>[],
  isFirst: boolean,
): Promise<{ readonly result: R } | "conflict"> {
  const rows = await rowsOf(engine, plan, lost, isFirst);
  const done = settled(lost, rows);
  if (done !== undefined) return done;
  const decision = plan.run(plan.reads.map((read) => rows.get(rowId(read))));
  const { result } = decision;
  const [changes, removals] = [own(decision, "changes") ?? [], own(decision, "removals") ?? []];
  if (changes.length + removals.length === 0) return { result };
  const token = newToken();
  try {
    const committed = await engine.commit(token, changes, removals);
    const counted = lost.length === 0 ? own(decision, "counted") : undefined;
    if (committed !== "conflict") return { result: counted === undefined ? result : counted(committed) };
  } catch (thrown) {
    if (thrown instanceof EngineFault && thrown.facts.isUnknown) lost.push({ token, changes, result });
    throw thrown;
  }
  await checkPlaces(engine, plan, lost);
  if (!Object.hasOwn(decision, "otherwise")) return "conflict";
  // The cast: the property may be present and undefined.
  const otherwise = decision.otherwise as R;
  // A lost commit may be why the expectation does not hold.
  return lost.length === 0 || otherwise === result ? { result: otherwise } : "conflict";
}

/** @throws PlaceTakenError */
async function checkPlaces<R>(engine: StorageEngine, plan: Plan<R>, lost: readonly Lost<R>[]): Promise<void> {
  const places = own(plan, "places") ?? [];
  // A lost commit of its own may have taken them.
  if (places.length === 0 || lost.length > 0) return;
  const found = await engine.read(places.map(({ collection, key }) => ({ collection, key })));
  if (found.some(({ rows }) => rows.length > 0)) throw new PlaceTakenError();
}

/** Reads the rows of the plan and, at the same moment, those that a lost commit wrote. */
async function rowsOf<R>(
  engine: StorageEngine,
  plan: Plan<R>,
  lost: readonly Lost<R>[],
  isFirst: boolean,
): Promise<Rows> {
  const { reads } = plan;
  const all = lost.length === 0 ? reads : [...reads, ...lost.flatMap(({ changes }) => changes)];
  if (all.length === 0 || (isFirst && own(plan, "assumesAbsent"))) return NO_ROWS;
  const found = await engine.read(all.map(({ collection, key }) => ({ collection, key })));
  return new Map(all.map((each, index) => [rowId(each), found.at(index)?.rows.at(0)]));
}

/**
 * Returns the result of a lost commit that happened. Forgets those that did not, and cannot any more.
 *
 * @throws ComplianceError `storage_outcome_unknown`
 */
function settled<R>(lost: Lost<R>[], rows: Rows): { readonly result: R } | undefined {
  for (const each of [...lost]) {
    const signs = new Set(each.changes.map((change) => signOf(each.token, change, rows)));
    if (signs.has("done")) return { result: each.result };
    if (signs.has("impossible")) lost.splice(lost.indexOf(each), 1);
    else if (signs.has("unknown")) throw replacedSince();
  }
  return undefined;
}

/** What a row says about a lost commit, which is one for all its rows. */
type Sign = "done" | "impossible" | "unknown" | "open";

function signOf(token: string, change: Change, rows: Rows): Sign {
  const id = rowId(change);
  const isWrite = own(change, "put") ?? own(change, "set") ?? own(change, "remove");
  if (isWrite === undefined || !rows.has(id)) return "open";
  const row = rows.get(id);
  if (row === undefined) return own(change, "remove") ? "done" : "open";
  return row.version.includes(token) ? "done" : signOfVersion(row.version, change.expect);
}

/** The sign of a row that does not name the writer. If it names fewer than four, it names all. */
function signOfVersion(version: string, expect: Change["expect"]): Sign {
  if (expect === "present") return "open";
  const isFull = version.length === WRITERS * WRITER;
  if (expect === "absent") return isFull ? "unknown" : "impossible";
  const expected = expect.find(([column]) => column === "version")?.[2];
  // Other conditions decide again whether the change may happen.
  if (typeof expected !== "string") return "open";
  if (version === expected) return "open";
  return isFull && !version.includes(expected.slice(0, WRITER)) ? "unknown" : "impossible";
}

function replacedSince(): ComplianceError {
  return new ComplianceError(
    "storage_outcome_unknown",
    "The connection broke, and other writers have changed the same record since. Read it before you repeat the call.",
  );
}
