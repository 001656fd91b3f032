/** The engine of tables in memory. A host makes changes durable. */
import { own } from "../../domain/own.js";
import { holds, isSameData, nextVersion } from "../../ports/rows.js";
import type {
  Draft,
  RangeRead,
  Read,
  ReplaceCounts,
  ReplaceOptions,
  StorageEngine,
  Taking,
} from "../../ports/storage-engine.js";
import { BUSY_MS, nextTurn, pacer } from "../../runtime/turns.js";
import type { TableRow } from "./table.js";
import { findIn, type Lookup, type Planned, planCommit, rowOf, type Tables, withColumns } from "./tables.js";

/** Keeps tables and makes changes durable. */
export interface TableHost {
  /** Returns the visible tables. Read them before the next await. */
  tables(): Promise<Tables>;
  /**
   * Runs `plan` on the rows that all earlier changes leave, makes its rows durable, then visible, and returns its result.
   * Runs `plan` again if the earlier changes fail. So `plan` must have no side effects.
   */
  change<R>(plan: (rows: Lookup) => Planned<R>): Promise<R>;
  /** Runs `plan` on the visible tables while no change is under way. Its rows become visible, and may be lost. */
  touch<R>(plan: (tables: Tables) => Planned<R>): Promise<R>;
  /** Erases what rows that were removed before the call left on the disk. */
  compact(): Promise<void>;
  /** Releases all resources. Called once, after the last operation has ended. */
  release(): Promise<void>;
}

/** Returns the engine of the tables of `host`. It lets timers and I/O run between calls that wait for nothing. */
export function tableEngine(host: TableHost): StorageEngine {
  const turn = newTurns();
  return {
    read: async (reads) => {
      const tables = await sortedTables(host, reads);
      const found = reads.map((read) => findIn(tables, read));
      await turn();
      return found;
    },
    commit: async (token, changes, removals) => {
      const committed = await host.change((rows) => planCommit(rows, token, changes, removals));
      await turn();
      return committed;
    },
    take: async (token, taking) => {
      await sortedTables(host, [taking.range]);
      return host.touch((tables) => planTake(tables, token, taking));
    },
    search: async ({ collection, term, where, limit }) => {
      const { search } = (await host.tables()).of(collection);
      const found = search.search(term, { limit, accepts: (row) => holds(row, where) });
      await turn();
      return found;
    },
    replaceAll: async (token, collection, rows, options) => {
      const prepared = await prepare((await host.tables()).of(collection).rows, rows, options);
      return host.change((lookup) => planReplacement(lookup, collection, prepared, token));
    },
    compact: () => host.compact(),
    close: () => host.release(),
  };
}

/** Returns the tables with what the reads need sorted. */
async function sortedTables(host: TableHost, reads: readonly Read[]): Promise<Tables> {
  // A file may be read again while a list is sorted.
  for (;;) {
    const tables = await host.tables();
    let isSorted = true;
    for (const read of reads) {
      const list = Object.hasOwn(read, "key") ? undefined : tables.of(read.collection).unsorted(read as RangeRead);
      if (list === undefined) continue;
      await list.sort();
      isSorted = false;
    }
    if (isSorted) return tables;
  }
}

function planTake(tables: Tables, token: string, { range, set, ...taking }: Taking): Planned<readonly TableRow[]> {
  const table = tables.of(range.collection);
  const next = own(taking, "next");
  const highest = next === undefined ? undefined : highestIn(tables, range, next);
  const values = next === undefined ? set : { ...set, [next]: Number(highest ?? 0) + 1 };
  const taken = table.find(range).map((row) => withColumns(row, values, token));
  return { result: taken, rows: new Map([[range.collection, new Map(taken.map((row) => [row.key, row]))]]) };
}

/** Returns the highest value of a column among the rows of the group of a range. */
function highestIn(tables: Tables, { collection, index, where = [] }: RangeRead, column: string) {
  const table = tables.of(collection);
  const group = index === undefined ? [] : (table.collection.indexes[index]?.group ?? []);
  const ofGroup = { collection, index, where: where.filter(([name]) => group.includes(name)) };
  const count = table.count(ofGroup);
  return table.find({ ...ofGroup, offset: Math.max(0, count - 1), limit: 1 }).at(0)?.columns[column];
}

/** Rows to store, and what the atomic step looks up instead of comparing. */
interface Prepared {
  readonly rows: ReadonlyMap<string, Draft | undefined>;
  readonly options: ReplaceOptions;
  /** Whether a stored row has the content of the new one. Stored rows are never changed, only replaced. */
  readonly same: ReadonlyMap<TableRow, boolean>;
  /** New rows and those with another content, by key. */
  readonly changed: ReadonlyMap<string, TableRow>;
}

/** Compares row by row, so that timers and I/O run in between. Writers may come meanwhile. */
async function prepare(
  stored: ReadonlyMap<string, TableRow>,
  rows: Prepared["rows"],
  options: ReplaceOptions,
): Promise<Prepared> {
  const same = new Map<TableRow, boolean>();
  const changed = new Map<string, TableRow>();
  const pace = pacer();
  for (const [key, draft] of rows) {
    if (draft === undefined) continue;
    const before = stored.get(key);
    const isSame = options.others === "remove" && before !== undefined && isSameData(before.record, draft.record);
    if (before !== undefined) same.set(before, isSame);
    if (!isSame) changed.set(key, rowOf(draft, ""));
    await pace();
  }
  return { rows, options, same, changed };
}

function planReplacement(
  lookup: Lookup,
  collection: string,
  prepared: Prepared,
  token: string,
): Planned<ReplaceCounts | "refused"> {
  const { rows, options } = prepared;
  const put = new Map<string, TableRow | undefined>();
  const counts = { added: 0, changed: 0, same: 0 };
  for (const [key, draft] of rows) {
    const before = lookup.get(collection, key);
    const kind = kindOf(before, draft, prepared);
    if (kind !== undefined) counts[kind] += 1;
    if (draft === undefined || kind === "same") continue;
    // A new object, because the plan may run again.
    const version = nextVersion(token, before?.version ?? "");
    put.set(key, { ...(prepared.changed.get(key) ?? rowOf(draft, version)), version });
  }
  const stored = options.others === "remove" ? [...lookup.keys(collection)] : [];
  const removed = stored.filter((key) => !rows.has(key));
  for (const key of removed) put.set(key, undefined);
  const all = { ...counts, stored: stored.length, removed: removed.length };
  if (!options.isAllowed(all)) return { result: "refused" };
  return put.size === 0 ? { result: all } : { result: all, rows: new Map([[collection, put]]) };
}

/** Returns what becomes of a row; undefined if there is none before and after. */
function kindOf(
  before: TableRow | undefined,
  draft: Draft | undefined,
  { same }: Prepared,
): "added" | "changed" | "same" | undefined {
  if (before === undefined) return draft && "added";
  // A row that another writer stored meanwhile was not compared yet.
  const isSame = draft === undefined || (same.get(before) ?? isSameData(before.record, draft.record));
  return isSame ? "same" : "changed";
}

/** The clock is read once for so many operations, because that takes a tenth of a short operation. */
const UNTIMED = 16;

/** Returns a function that returns the next turn of the event loop if it returned the last one long ago. */
function newTurns(): () => Promise<void> | undefined {
  let lastTurn = performance.now();
  let lastTime = lastTurn;
  let untimed = 0;
  return () => {
    untimed -= 1;
    if (untimed > 0) return undefined;
    const now = performance.now();
    // Long operations, such as searches, are timed one by one.
    untimed = now - lastTime < 1 ? UNTIMED : 0;
    lastTime = now;
    if (now - lastTurn < BUSY_MS) return undefined;
    lastTurn = now;
    return nextTurn();
  };
}
