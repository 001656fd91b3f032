/** `vasps.load` and `vasps.sync`: read a source of records, and fill the directory (§2.7). */

import { ComplianceError } from "../domain/compliance-error.js";
import { valueAt } from "../domain/input/json-pointer.js";
import { isSafeText } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { bare, own } from "../domain/own.js";
import { parseVasp } from "../domain/vasps/parse.js";
import type { VaspSyncCounts, VaspSyncEntry } from "../domain/vasps/sync.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { Auditor } from "../ports/audit.js";
import type { VaspRepository } from "../ports/storage.js";
import { pacer } from "../runtime/turns.js";
import { type Abort, invalidArgument, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import { recordCounts } from "./audit-events.js";
import type { ChangeOptions } from "./types.js";

/** Progress of `vasps.load` and `vasps.sync`. */
export interface LoadProgress {
  /** Records read so far. */
  readonly read: number;
  /** Records rejected so far. */
  readonly rejected: number;
}

/** Options of `vasps.load`. */
export interface LoadOptions extends ChangeOptions {
  /**
   * Called after every 1,000 records and once at the end. When it throws, the load fails and nothing is stored.
   *
   * @default no callback
   */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /**
   * Highest number of invalid records in the report, with ten issues each on average. Further ones are only counted.
   *
   * @default 10_000
   */
  readonly maxRejections?: number | undefined;
}

/** Options of `vasps.sync`. */
export interface SyncOptions extends LoadOptions {
  /**
   * Highest number of records to remove. If the register lacks more, the operation throws `sync_refused`.
   *
   * @default 20 % of the stored records
   */
  readonly maxRemoved?: number | undefined;
}

/** Invalid records. They do not stop the others. */
interface Rejected {
  /** Number of invalid records. */
  readonly rejected: number;
  /** The first invalid records, up to `maxRejections`: position from 0, and every issue (§2.7). */
  readonly rejections: readonly { readonly index: number; readonly issues: readonly Issue[] }[];
}

/** Result of `vasps.load`. */
export interface LoadReport extends Rejected {
  /** Number of records with a new `vasp_id`. */
  readonly loaded: number;
  /** Number of records that replaced one with the same `vasp_id`. */
  readonly replaced: number;
}

/** Result of `vasps.sync`. `added`, `replaced` and `unchanged` together are all stored records. */
export interface SyncReport extends Rejected {
  /** Number of records with a new `vasp_id`. */
  readonly added: number;
  /** Number of records whose content changed. */
  readonly replaced: number;
  /** Number of records that stayed as they were, also because the record of the register is invalid. */
  readonly unchanged: number;
  /** Number of records that the register does not contain. */
  readonly removed: number;
}

/** What the operations on VASPs need. */
export interface VaspDeps {
  readonly vasps: VaspRepository;
  readonly countries: readonly string[];
  readonly auditor: Auditor | undefined;
}

/** Loads records into the directory. */
export async function loadVasps(
  deps: VaspDeps,
  records: unknown,
  options: LoadOptions | undefined,
): Promise<LoadReport> {
  const { abort, given, actor } = readOptions("vasps.load", options, loadKinds, NOTHING_STORED);
  const { entries, rejected } = readRecords("vasps.load", records, { ...deps, abort, options: given });
  const counts = await recordCounts(deps.auditor, { event: "vasps.load", actor }, () =>
    deps.vasps.load(recordsIn(entries)),
  );
  return { ...counts, ...rejected() };
}

/** Makes the directory equal to a register. */
export async function syncVasps(
  deps: VaspDeps,
  records: unknown,
  options: SyncOptions | undefined,
): Promise<SyncReport> {
  const { abort, given, actor } = readOptions("vasps.sync", options, syncKinds, NOTHING_STORED);
  const { entries, rejected } = readRecords("vasps.sync", records, { ...deps, abort, options: given });
  const counts = await recordCounts(deps.auditor, { event: "vasps.sync", actor }, () =>
    syncEntries(deps.vasps, entries, own(given, "maxRemoved")),
  );
  return { ...counts, ...rejected() };
}

type Records = Iterable<unknown> | AsyncIterable<unknown>;

const loadKinds = { signal: "signal", actor: "checked", onProgress: "function", maxRejections: "count" } as const;
const syncKinds = { ...loadKinds, maxRemoved: "count" } as const;

const NOTHING_STORED = "Nothing was stored.";

/** Returns the entries of the source, and a function that returns the rejected ones once the source was read. */
function readRecords(
  operation: string,
  records: unknown,
  { countries, abort, options }: Pick<Load, "countries" | "abort"> & { readonly options: LoadOptions },
): { readonly entries: AsyncIterable<VaspSyncEntry>; readonly rejected: () => Rejected } {
  if (!isSource(records)) {
    throw invalidArgument(`${operation} takes records: an array, another iterable or an async iterable.`);
  }
  throwIfAborted(abort);
  const { onProgress, maxRejections = MAX_REJECTIONS } = bare(options);
  const rejections = { count: 0, issues: 0, kept: [] };
  return {
    entries: entriesOf(records, { countries, rejections, maxRejections, onProgress, abort }),
    rejected: () => ({ rejected: rejections.count, rejections: rejections.kept }),
  };
}

/** Share of the stored records that a register may lack without `maxRemoved`. */
const MAX_REMOVED_SHARE = 0.2;

/** @throws ComplianceError `sync_refused`. */
async function syncEntries(
  vasps: VaspRepository,
  entries: AsyncIterable<VaspSyncEntry>,
  maxRemoved: number | undefined,
): Promise<VaspSyncCounts> {
  let [stored, removed] = [0, 0];
  const counts = await vasps.sync(entries, (removal) => {
    ({ stored, removed } = removal);
    return removed <= (maxRemoved ?? stored * MAX_REMOVED_SHARE);
  });
  if (counts !== "refused") return counts;
  const most = maxRemoved === undefined ? "20 % are allowed" : `maxRemoved allows ${maxRemoved}`;
  const message =
    `The register lacks ${removed} of ${stored} stored VASP records, but ${most}. Nothing was stored. ` +
    `Check that the register is complete. If it is, pass maxRemoved: ${removed}.`;
  throw new ComplianceError("sync_refused", message);
}

/** Yields the valid records. */
async function* recordsIn(entries: AsyncIterable<VaspSyncEntry>): AsyncGenerator<Vasp> {
  for await (const { record } of entries) if (record !== undefined) yield record;
}

/** Callers without types often pass one record, or JSON text, instead of a list. */
function isSource(records: unknown): records is Records {
  try {
    return (
      typeof records === "object" && records !== null && (Symbol.asyncIterator in records || Symbol.iterator in records)
    );
  } catch {
    // A proxy that throws.
    return false;
  }
}

const MAX_REJECTIONS = 10_000;

/** An invalid record can have thousands of issues. */
const ISSUES_PER_REJECTED = 10;

const PROGRESS_EVERY = 1_000;

interface Rejections {
  count: number;
  /** Number of issues of those kept. */
  issues: number;
  readonly kept: LoadReport["rejections"][number][];
}

interface Load {
  readonly countries: readonly string[];
  readonly rejections: Rejections;
  readonly maxRejections: number;
  readonly onProgress: LoadOptions["onProgress"];
  readonly abort: Abort;
}

/** Yields the valid records, and the ids of invalid ones if they are valid. Collects the issues. */
async function* entriesOf(records: Records, load: Load): AsyncGenerator<VaspSyncEntry> {
  const { countries, rejections, onProgress, abort } = load;
  let read = 0;
  const pace = pacer();
  for await (const { record } of recordsOf(records, () => read, abort)) {
    throwIfAborted(abort);
    const parsed = parseVasp(record, { countries });
    if (parsed.ok) yield { vasp_id: parsed.value.vasp_id, record: parsed.value };
    else {
      addRejection({ index: read, issues: parsed.issues }, load);
      const vasp_id = idOf(record);
      if (vasp_id !== undefined) yield { vasp_id, record: undefined };
    }
    read += 1;
    if (read % PROGRESS_EVERY === 0) onProgress?.({ read, rejected: rejections.count });
    await pace();
  }
  onProgress?.({ read, rejected: rejections.count });
  throwIfAborted(abort);
}

/** Returns the id of an invalid record. */
function idOf(record: unknown): string | undefined {
  try {
    const id = valueAt(record, ["vasp_id"]);
    return typeof id === "string" && isSafeText(id) ? id : undefined;
  } catch {
    // A getter or a proxy that throws.
    return undefined;
  }
}

function addRejection(rejection: Rejections["kept"][number], { rejections, maxRejections }: Load): void {
  rejections.count += 1;
  const { kept, issues } = rejections;
  if (kept.length >= maxRejections || issues >= ISSUES_PER_REJECTED * maxRejections) return;
  kept.push(rejection);
  rejections.issues += rejection.issues.length;
}

/**
 * Yields the records of the source, and turns its failure into `load_interrupted`. Each record is wrapped, because a
 * generator awaits what it yields: a record with a method `then` would count as a promise.
 */
async function* recordsOf(
  records: Records,
  count: () => number,
  abort: Abort,
): AsyncGenerator<{ readonly record: unknown }> {
  try {
    if (Symbol.asyncIterator in records) {
      for await (const record of abortable(records, abort)) yield { record };
    } else for (const record of records) yield { record };
  } catch (cause) {
    throwIfAborted(abort);
    const message = `The source of the VASP records failed after ${count()} records. Nothing was stored. Fix the source and load again.`;
    throw new ComplianceError("load_interrupted", message, { cause });
  }
}

/** Iterates a source until the signal aborts. The source is then told to clean up, but not waited for. */
function abortable(records: AsyncIterable<unknown>, abort: Abort): AsyncIterable<unknown> {
  if (abort.signal === undefined) return records;
  const iterator = records[Symbol.asyncIterator]();
  const close = async (): Promise<IteratorResult<unknown>> =>
    (await iterator.return?.()) ?? { done: true, value: undefined };
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        unlessAborted(() => iterator.next(), abort).catch((error: unknown) => {
          if (abort.signal?.aborted) close().catch(() => undefined);
          throw error;
        }),
      return: close,
    }),
  };
}
