/** `vasps.load`: reads a source of records, and loads or synchronizes the directory (§2.7). */
import { ComplianceError } from "../domain/compliance-error.js";
import { valueAt } from "../domain/input/json-pointer.js";
import { isSafeText } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { bare } from "../domain/own.js";
import { parseVasp } from "../domain/vasps/parse.js";
import type { VaspSyncCounts, VaspSyncEntry } from "../domain/vasps/sync.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { VaspRepository } from "../ports/storage.js";
import { type Abort, invalidArgument, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import { pacer } from "./turns.js";
import type { OperationOptions } from "./types.js";

/** Progress of `vasps.load`. */
export interface LoadProgress {
  /** Records read so far. */
  readonly read: number;
  /** Records rejected so far. */
  readonly rejected: number;
}

/** Options of `vasps.load` in every mode. */
interface AnyLoadOptions extends OperationOptions {
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
  readonly maxRejected?: number | undefined;
}

/** Options of `vasps.load`. */
export interface LoadOptions extends AnyLoadOptions {
  /**
   * `"add"` adds and replaces records, and removes none.
   *
   * @default "add"
   */
  readonly mode?: "add" | undefined;
}

/** Options of `vasps.load` that follows a register. */
export interface SyncOptions extends AnyLoadOptions {
  /** `"sync"` also removes the records that the register does not contain. */
  readonly mode: "sync";
  /**
   * Highest number of records to remove. If the register lacks more, the load throws `load_refused`.
   *
   * @default 20 % of the stored records
   */
  readonly maxRemoved?: number | undefined;
}

/** Mode of `vasps.load`. */
export type LoadMode = "add" | "sync";

/** Options of `vasps.load` with a mode. One type for both modes, so that editors offer both. */
export interface LoadOptionsOf<Mode extends LoadMode> extends AnyLoadOptions {
  /**
   * `"add"` adds and replaces records, and removes none. `"sync"` also removes the records that the register does not
   * contain.
   */
  readonly mode: Mode;
  /**
   * Highest number of records to remove, only with `mode: "sync"`. If the register lacks more, the load throws
   * `load_refused`.
   *
   * @default 20 % of the stored records
   */
  readonly maxRemoved?: (Mode extends "sync" ? number : never) | undefined;
}

/** Result of `vasps.load` with a mode. */
export type LoadReportOf<Mode extends LoadMode> = Mode extends "sync" ? SyncReport : LoadReport;

/** Invalid records of a load. */
interface RejectedRecords {
  /** Number of invalid records, also of those beyond `maxRejected`. */
  readonly rejectedCount: number;
  /** The first invalid records, up to `maxRejected`: position from 0, and every issue (§2.7). */
  readonly rejected: readonly { readonly index: number; readonly issues: readonly Issue[] }[];
}

/** Result of `vasps.load`. A rejected record does not stop the load. */
export interface LoadReport extends RejectedRecords {
  /** Number of records with a new `vasp_id`. */
  readonly loaded: number;
  /** Number of records that replaced one with the same `vasp_id`. */
  readonly replaced: number;
}

/** Result of `vasps.load` with `mode: "sync"`. `added`, `replaced` and `unchanged` together are all stored records. */
export interface SyncReport extends RejectedRecords {
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
}

/** Loads or synchronizes the directory. */
export async function loadVasps(
  { vasps, countries }: VaspDeps,
  records: unknown,
  options: LoadOptions | SyncOptions | undefined,
): Promise<LoadReport | SyncReport> {
  const { abort, given } = readOptions("vasps.load", options, loadKinds, "Nothing was stored.");
  const { onProgress, maxRejected = MAX_REJECTED, mode = "add", maxRemoved } = bare<AllLoadOptions>(given);
  if (mode !== "add" && mode !== "sync") throw invalidArgument('The option mode of vasps.load is "add" or "sync".');
  if (mode === "add" && maxRemoved !== undefined) {
    throw invalidArgument('The option maxRemoved of vasps.load needs mode: "sync". Otherwise no record is removed.');
  }
  if (!isSource(records)) {
    throw invalidArgument("vasps.load takes records: an array, another iterable or an async iterable.");
  }
  throwIfAborted(abort);
  const rejections = { count: 0, issues: 0, kept: [] };
  const entries = entriesOf(records, { countries, rejections, maxRejected, onProgress, abort });
  const counts = mode === "sync" ? await syncEntries(vasps, entries, maxRemoved) : await vasps.load(recordsIn(entries));
  return { ...counts, rejectedCount: rejections.count, rejected: rejections.kept };
}

type Records = Iterable<unknown> | AsyncIterable<unknown>;

type AllLoadOptions = Omit<LoadOptions, "mode"> & {
  readonly mode?: LoadMode | undefined;
  readonly maxRemoved?: number | undefined;
};

const loadKinds = {
  signal: "signal",
  onProgress: "function",
  maxRejected: "count",
  mode: "text",
  maxRemoved: "count",
} as const;

/** Share of the stored records that a register may lack without `maxRemoved`. */
const MAX_REMOVED_SHARE = 0.2;

/** @throws ComplianceError `load_refused`. */
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
    `Check that the register is complete. If it is, load it with maxRemoved: ${removed}.`;
  throw new ComplianceError("load_refused", message);
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

const MAX_REJECTED = 10_000;

/** An invalid record can have thousands of issues. */
const ISSUES_PER_REJECTED = 10;

const PROGRESS_EVERY = 1_000;

interface Rejections {
  count: number;
  /** Number of issues of those kept. */
  issues: number;
  readonly kept: LoadReport["rejected"][number][];
}

interface Load {
  readonly countries: readonly string[];
  readonly rejections: Rejections;
  readonly maxRejected: number;
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

function addRejection(rejection: Rejections["kept"][number], { rejections, maxRejected }: Load): void {
  rejections.count += 1;
  const { kept, issues } = rejections;
  if (kept.length >= maxRejected || issues >= ISSUES_PER_REJECTED * maxRejected) return;
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
