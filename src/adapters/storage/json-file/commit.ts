/** Changes of an open file: planned in batches, written to the journal and synced, then visible; or rejected as a whole. */
import { basename } from "node:path";
import type { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { own } from "../../../domain/own.js";
import type { TableRow } from "../table.js";
import { isRemoved, type Lookup, type Planned, putRows, type Rows, type Tables } from "../tables.js";
import { asFailure, type FileSystem, fingerprintAt } from "./file-system.js";
import { createJournal, type JournalWriter, type Recovery } from "./journal.js";
import { type Access, type JournalRef, payloadOf } from "./journal-format.js";
import type { LockedFile } from "./lock.js";
import type { NewSnapshot, SnapshotAdapter } from "./snapshot.js";

/** Options of a storage that writes. */
export interface WriterOptions extends Access {
  readonly onRecovered: (recovery: Recovery) => void;
  /** The journal is merged into the file when it has more bytes than this, and than the file. */
  readonly compactAt: number;
}

/** A locked file and its journals, with their content in memory. */
export interface OpenFile extends LockedFile {
  readonly adapter: SnapshotAdapter;
  readonly database: Low<NewSnapshot>;
  readonly tables: Tables;
  readonly fs: FileSystem;
  readonly options: WriterOptions;
  /** The last journal whose changes are in the file. */
  mergedJournal: JournalRef;
  /** The journal that changes are written to; undefined: the next change creates one. */
  journal: JournalWriter | undefined;
  /** The journals before it, the oldest first. They are removed once the file contains their changes. */
  obsoleteJournals: JournalRef[];
  /** Whether the next change must write a snapshot first, because the journal cannot be used. */
  needsSnapshot: boolean;
  /** The journal is merged into the file when it has more bytes than this, and than the file. */
  compactAt: number;
  /** Counts the snapshots of changes. A compaction gives up if one was written since it began. */
  epoch: number;
  /** The compaction in the background. It never rejects. */
  compaction: Promise<void> | undefined;
}

/** The changes were rejected, and the file may differ from memory: it must be read again. */
export class MustReopen extends Error {
  readonly failure: ComplianceError;
  /** Whether the lock is still held. */
  readonly keepsLock: boolean;

  constructor(failure: ComplianceError, keepsLock: boolean) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.keepsLock = keepsLock;
  }
}

/**
 * Checks that nothing outside this storage changed the lock, the file or the journal. Changes between this check and the
 * end of the write are not noticed.
 *
 * @throws MustReopen
 */
export async function checkExternalChange(file: OpenFile): Promise<void> {
  const { path, adapter, journal, needsSnapshot, lock, fs } = file;
  const expected: (readonly [path: string, fingerprint: string | undefined])[] = [[path, adapter.fingerprint()]];
  // A journal after a failed write has an unknown fingerprint, and is not appended to.
  if (journal !== undefined && !needsSnapshot) expected.push([journal.path, journal.fingerprint()]);
  try {
    // Concurrently, because this check is a part of each write.
    const checks = expected.map(async ([each, fingerprint]) => (await fingerprintAt(each, fs)) === fingerprint);
    const [isHeld, ...areSame] = await Promise.all([lock.isHeld(), ...checks]);
    if (!isHeld) throw lockRemoved(basename(path));
    const changed = expected.find((_, index) => areSame[index] === false);
    if (changed !== undefined) throw externallyChanged(basename(changed[0]));
  } catch (error) {
    throw new MustReopen(asFailure(basename(path), error), false);
  }
}

function lockRemoved(name: string): ComplianceError {
  return new ComplianceError(
    "storage_locked",
    `The lock of the file "${name}" was removed from outside, so another storage may have written to it. This change was ` +
      "rejected, and nothing was overwritten. Do not remove lock files of running processes. Try again: the next call " +
      "locks the file and reads it again.",
  );
}

function externallyChanged(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was removed or changed from outside while it was open. This change was rejected, and nothing was ` +
      "overwritten. If that was a mistake, restore the file. Then try again: the next call reads the file again.",
  );
}

/** A change that waits to be written, and the functions that settle its call. */
export interface WaitingChange {
  readonly plan: (rows: Lookup) => Planned<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The rows of one change, and their JSON text. */
export interface JournalWrite {
  readonly rows: Rows;
  readonly payload: string;
}

/** Changes that are written and synced together. */
export interface Batch {
  readonly writes: readonly JournalWrite[];
  /** Instead of `writes`: one change that is too large for a journal line. */
  readonly large: Rows | undefined;
  resolve(): void;
  reject(reason: unknown): void;
}

/** A larger change is written as a new snapshot. */
const MAX_LINE = { records: 4096, units: 8 * 1024 * 1024 };

/**
 * Takes changes from the front of `waiting` that fit into one batch. Each is planned on the rows that the ones before it
 * leave. Changes without rows are resolved at once.
 */
export function takeBatch(waiting: WaitingChange[], acknowledged: Lookup): Batch {
  const staging = stagingOver(acknowledged);
  const writes: JournalWrite[] = [];
  const taken: { readonly result: unknown; readonly change: WaitingChange }[] = [];
  let large: Rows | undefined;
  let unitsLeft = MAX_LINE.units;

  /** Returns false if the rows do not fit. Then the next batch plans them again. */
  const stage = (rows: Rows): boolean => {
    const payload = payloadOf(rows, MAX_LINE);
    unitsLeft -= payload?.length ?? MAX_LINE.units;
    if (unitsLeft < 0 && taken.length > 0) return false;
    if (payload === undefined) {
      large = rows;
      return true;
    }
    writes.push({ rows, payload });
    staging.put(rows);
    return true;
  };
  for (let [next] = waiting; next !== undefined && large === undefined; [next] = waiting) {
    const planned = planOf(next, staging.lookup);
    const rows = planned && own(planned, "rows");
    if (rows !== undefined && !stage(rows)) break;
    waiting.shift();
    if (planned === undefined) continue;
    // A result that depends on rows that are not durable yet must wait for them.
    if (large === undefined && writes.length === 0) next.resolve(planned.result);
    else taken.push({ result: planned.result, change: next });
  }
  return {
    writes,
    large,
    resolve: () => {
      for (const { result, change } of taken) change.resolve(result);
    },
    reject: (reason) => {
      for (const { change } of taken) change.reject(reason);
    },
  };
}

/** Returns undefined if the plan fails, which rejects only its own call. */
function planOf({ plan, reject }: WaitingChange, lookup: Lookup): Planned<unknown> | undefined {
  try {
    return plan(lookup);
  } catch (error) {
    reject(error);
    return undefined;
  }
}

/** Returns a lookup of the tables with the rows that are put over them. The tables must not change meanwhile. */
function stagingOver(tables: Lookup): { readonly lookup: Lookup; readonly put: (rows: Rows) => void } {
  const staged = new Map<string, Map<string, TableRow | undefined>>();
  const stagedIn = (collection: string): Map<string, TableRow | undefined> => {
    const rows = staged.get(collection) ?? new Map<string, TableRow | undefined>();
    staged.set(collection, rows);
    return rows;
  };
  return {
    lookup: {
      get: (collection, key) => {
        const rows = stagedIn(collection);
        return rows.has(key) ? rows.get(key) : tables.get(collection, key);
      },
      keys: (collection) => stagedKeys(tables.keys(collection), stagedIn(collection)),
      matching: (removal) => {
        const rows = stagedIn(removal.collection);
        return [...tables.matching(removal)]
          .filter(({ key }) => !rows.has(key))
          .concat([...rows.values()].filter((row): row is TableRow => isRemoved(row, removal)));
      },
    },
    put: (rows) => {
      for (const [collection, put] of rows) {
        const into = stagedIn(collection);
        for (const [key, row] of put) into.set(key, row);
      }
    },
  };
}

/** Yields the keys of a table with the staged rows over it. */
function* stagedKeys(
  keys: Iterable<string>,
  staged: ReadonlyMap<string, TableRow | undefined>,
): Generator<string, undefined> {
  for (const key of keys) if (!staged.has(key)) yield key;
  for (const [key, row] of staged) if (row !== undefined) yield key;
}

/**
 * Makes these changes durable by one write and one sync, then visible.
 *
 * @throws ComplianceError if nothing changed.
 */
export async function append(file: OpenFile, writes: readonly JournalWrite[]): Promise<void> {
  const journal = file.journal ?? (await beginJournal(file));
  const failed = await journal.append(writes.map(({ payload }) => payload));
  if (failed !== undefined) {
    if (!failed.isUsable) file.needsSnapshot = true;
    const failure = asFailure(basename(file.path), failed.cause);
    throw failed.isCutOff ? failure : notCutOff(failure);
  }
  for (const { rows } of writes) putRows(file.tables, rows);
}

function notCutOff({ message, cause }: ComplianceError): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `${message} The change was rejected, but a part of it may be in the journal. The next successful change removes it. ` +
      "If the process ends before that, the change may appear when the file is opened again.",
    { cause },
  );
}

/** Creates the next journal. Later changes go there. If this throws, nothing changed, or `needsSnapshot` is set. */
export async function beginJournal(file: OpenFile): Promise<JournalWriter> {
  const { path, journal: previous, adapter, fs, options, mergedJournal } = file;
  const continuation =
    previous === undefined
      ? { generation: mergedJournal.generation + 1, continues: adapter.file()?.id ?? "", after: 0 }
      : { generation: previous.generation + 1, continues: previous.id, after: previous.end().seq };
  const { journal, uncertain } = await createJournal(path, continuation, options.keys, fs);
  file.journal = journal;
  if (previous !== undefined) {
    file.obsoleteJournals.push(previous);
    await previous.close().catch(() => undefined);
  }
  if (uncertain !== undefined) {
    // The journal exists, but a loss of power could remove it with everything written to it.
    file.needsSnapshot = true;
    throw asFailure(basename(path), uncertain.cause);
  }
  return journal;
}
