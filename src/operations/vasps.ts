/** Operations on the directory of VASPs (§4.6–4.8). */
import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import type { Page } from "../domain/page.js";
import { parseVaspList, parseVaspSearch } from "../domain/query.js";
import type { VaspListRequest, VaspSearchRequest } from "../domain/requests.js";
import { type Result, succeeded } from "../domain/result.js";
import { parseVasp } from "../domain/vasps/parse.js";
import type { Vasp, VaspDraft } from "../domain/vasps/vasp.js";
import type { VaspRepository } from "../ports/storage.js";
import { type Abort, invalidArgument, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** One page of VASPs (§4.8). */
export type VaspPage = Page<Vasp>;

/** Progress of `vasps.load`. */
export interface LoadProgress {
  /** Records read so far. */
  readonly read: number;
  /** Records rejected so far. */
  readonly rejected: number;
}

/** Options of `vasps.load`. */
export interface LoadOptions extends OperationOptions {
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

/** Result of `vasps.load`. A rejected record does not stop the load. */
export interface LoadReport {
  /** Number of records with a new `vasp_id`. */
  readonly loaded: number;
  /** Number of records that replaced one with the same `vasp_id`. */
  readonly replaced: number;
  /** Number of invalid records, also of those beyond `maxRejected`. */
  readonly rejectedCount: number;
  /** The first invalid records, up to `maxRejected`: position from 0, and every issue (§2.7). */
  readonly rejected: readonly { readonly index: number; readonly issues: readonly Issue[] }[];
}

/** Operations on the directory of VASPs. */
export interface VaspOperations {
  /**
   * Loads records into the directory, replacing by `vasp_id` (§2.7). All valid records are stored when it resolves, and
   * none when it rejects. Only with `storage_outcome_unknown` all or none may be stored: load the same records again.
   *
   * @param records - an array, another iterable, or an async iterable such as a stream
   * @param options - progress callback and signal; after an abort nothing is stored
   * @returns How many records are new, how many replaced one, and the invalid ones with their issues.
   * @throws ComplianceError `load_interrupted` when the source fails, `aborted`, `storage_…`.
   */
  load(records: Iterable<VaspDraft> | AsyncIterable<VaspDraft>, options?: LoadOptions): Promise<LoadReport>;
  /** Loads records, or a source, of type `unknown` or `any`, such as parsed JSON (§2.7). */
  load<T>(
    ...args: unknown extends T ? [records: T | Iterable<T> | AsyncIterable<T>, options?: LoadOptions] : []
  ): Promise<LoadReport>;
  /**
   * Searches legal and trade names (§4.6).
   *
   * @param query - the text to find
   * @returns The matches, best first; empty when nothing matches. Or every issue of the query.
   */
  search(query: VaspSearchRequest): Promise<Result<readonly Vasp[]>>;
  /** Searches with a query of type `unknown` or `any`, such as parsed URL parameters (§4.6). */
  search<T>(...args: UncheckedArgs<T>): Promise<Result<readonly Vasp[]>>;
  /**
   * Finds a VASP (§4.7).
   *
   * @param vasp_id - its identifier
   * @returns The VASP, or undefined when none has this id.
   */
  retrieve(vasp_id: string): Promise<Vasp | undefined>;
  /**
   * Lists VASPs page by page (§4.8).
   *
   * @param query - page, size and order
   * @returns The page, empty when it is past the end; or every issue of the query.
   */
  list(query?: VaspListRequest): Promise<Result<VaspPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters (§4.8). */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<VaspPage>>;
}

type Records = Iterable<unknown> | AsyncIterable<unknown>;

interface Deps {
  readonly vasps: VaspRepository;
  readonly countries: readonly string[];
}

/** Creates the operations on VASPs. */
export function vaspOperations({ vasps, countries }: Deps): VaspOperations {
  return {
    load: async (records: unknown, options?: LoadOptions) => {
      const kinds = { signal: "signal", onProgress: "function", maxRejected: "count" } as const;
      const { abort, given } = readOptions("vasps.load", options, kinds, "Nothing was stored.");
      if (!isSource(records)) {
        throw invalidArgument("vasps.load takes records: an array, another iterable or an async iterable.");
      }
      throwIfAborted(abort);
      const rejections = { count: 0, issues: 0, kept: [] };
      const { onProgress, maxRejected = MAX_REJECTED } = given;
      const valid = validRecords(records, { countries, rejections, maxRejected, onProgress, abort });
      const { loaded, replaced } = await vasps.load(valid);
      return { loaded, replaced, rejectedCount: rejections.count, rejected: rejections.kept };
    },
    search: async (query: unknown) => {
      const parsed = parseVaspSearch(query);
      return parsed.ok ? succeeded(await vasps.search(parsed.value)) : parsed;
    },
    retrieve: (vasp_id) => vasps.find(vasp_id),
    list: async (query: unknown = {}) => {
      const parsed = parseVaspList(query);
      return parsed.ok ? succeeded(await vasps.list(parsed.value)) : parsed;
    },
  };
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

/** Longest time for which a load blocks the event loop. */
const MAX_BUSY_MS = 10;

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

/** Yields the valid records and collects the issues of the others. */
async function* validRecords(records: Records, load: Load): AsyncGenerator<Vasp> {
  const { countries, rejections, onProgress, abort } = load;
  let read = 0;
  let busySince = Date.now();
  for await (const { record } of recordsOf(records, () => read, abort)) {
    throwIfAborted(abort);
    const parsed = parseVasp(record, { countries });
    if (parsed.ok) yield parsed.value;
    else addRejection({ index: read, issues: parsed.issues }, load);
    read += 1;
    if (read % PROGRESS_EVERY === 0) onProgress?.({ read, rejected: rejections.count });
    if (Date.now() - busySince < MAX_BUSY_MS) continue;
    await nextTurn();
    busySince = Date.now();
  }
  onProgress?.({ read, rejected: rejections.count });
  throwIfAborted(abort);
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

/** Lets timers and I/O of the process run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
