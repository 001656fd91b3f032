/** `exportAudit` and `importAudit`: move a whole audit trail to another storage, by way of a file of JSON Lines. */
import { type AuditPlace, entryLine, type RecordEntry } from "../domain/audit/record.js";
import {
  type AuditFault,
  type AuditVerification,
  checkedHeads,
  readTrail,
  type TrailLine,
  type VerifiedTrail,
} from "../domain/audit/verify.js";
import { hasMethod } from "../domain/options.js";
import { own } from "../domain/own.js";
import type { AuditRepository } from "../ports/audit.js";
import type { AuditRow } from "../ports/collections.js";
import type { ComplianceStorage } from "../ports/storage.js";
import { pacer } from "../runtime/turns.js";
import { type Abort, invalidArgument, readOptions, throwIfAborted } from "./abort.js";
import { eachRecord } from "./all-records.js";
import type { OperationOptions } from "./types.js";

/** Progress of {@link exportAudit} and {@link importAudit}. */
export interface AuditProgress {
  /** An import verifies the whole trail before it stores the first record. */
  readonly step: "export" | "verify" | "store";
  /** Lines that this step has read. */
  readonly lines: number;
}

/** Options of {@link exportAudit}. */
export interface AuditExportOptions extends OperationOptions {
  /**
   * Called after each thousand lines.
   *
   * @default no callback
   */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
}

/** Options of {@link importAudit}. */
export interface AuditImportOptions extends AuditExportOptions {
  /**
   * Published heads, as `verifyAudit` takes them. Without them, a file that was rewritten or shortened is stored.
   *
   * @default only the heads that records name
   */
  readonly heads?: readonly AuditPlace[] | undefined;
}

/** A trail that was imported. */
export interface ImportedTrail extends VerifiedTrail {
  /** Number of records that were not stored before. */
  readonly added: number;
}

/** What an import did, or the first fault. */
export type AuditImport = ImportedTrail | Exclude<AuditVerification, VerifiedTrail>;

/** Source of the lines: called once to verify them, and once more to store them. */
export type OpenLines = () => Iterable<string> | AsyncIterable<string>;

/** A storage with an audit trail. */
type TrailStorage = Pick<ComplianceStorage, "audit">;

/** Lines, between two calls of `onProgress`. */
const PROGRESS_EVERY = 1_000;

/** Rows that are read at once. */
const PAGE = 1_000;

/** Rows of a commit, so that none blocks others for long. */
const BATCH = 500;

/**
 * Returns the whole trail of a storage as lines: the records, oldest first, and after each record its entries. Entries find
 * the records of a customer, with the key of the trail. `verifyAudit` verifies the lines, and `importAudit` stores them.
 *
 * @param storage - it needs no key of the trail
 * @param options - see {@link AuditExportOptions}
 * @returns The lines, without line breaks. Each iteration begins again.
 * @throws ComplianceError while iterating: `invalid_input`, `aborted`, `storage_…`.
 * @example
 * await pipeline(exportAudit(storage), lineBreaks, createWriteStream("trail.jsonl"));
 */
export function exportAudit(storage: TrailStorage, options?: AuditExportOptions): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => exportedLines(storage, options) };
}

async function* exportedLines(storage: TrailStorage, options?: AuditExportOptions): AsyncGenerator<string, void> {
  const audit = trailOf("exportAudit", storage);
  const kinds = { signal: "signal", onProgress: "function" } as const;
  const { abort, given } = readOptions("exportAudit", options, kinds, "The lines are incomplete.");
  const onProgress = own(given, "onProgress");
  const page = (cursor: string | undefined) => audit.rows({ size: PAGE, ...(cursor !== undefined && { cursor }) });
  let lines = 0;
  for await (const row of byRecord(eachRecord(() => ({ abort, page })))) {
    yield lineOf(row);
    lines += 1;
    if (lines % PROGRESS_EVERY === 0) onProgress?.({ step: "export", lines });
  }
}

/** Yields the rows in the same order, but each record with its entries: records of several chains may have one moment. */
async function* byRecord(rows: AsyncIterable<AuditRow>): AsyncGenerator<AuditRow> {
  let moment: AuditRow[] = [];
  for await (const row of rows) {
    const [first = row] = moment;
    if (row.at !== first.at || row.seq !== first.seq) {
      yield* chainByChain(moment);
      moment = [];
    }
    moment.push(row);
  }
  yield* chainByChain(moment);
}

function chainByChain(moment: readonly AuditRow[]): readonly AuditRow[] {
  const chains = new Map<string, AuditRow[]>();
  for (const row of moment) {
    const found = chains.get(row.chain);
    if (found === undefined) chains.set(row.chain, [row]);
    else found.push(row);
  }
  return [...chains.values()].flat();
}

function lineOf(row: AuditRow): string {
  // The cast: a row without a line is an entry.
  return own(row, "line") ?? entryLine(row as RecordEntry);
}

/**
 * Stores a whole trail that `exportAudit` returned. First it verifies all lines as `verifyAudit` does, and stores nothing if
 * there is a fault. Then it reads them again and stores them in commits of some hundred records. What is stored already
 * stays, so an import that was interrupted is repeated. A record that is stored with other content is a fault.
 *
 * Entries of a record that is stored already are left out: they may have been erased. Into a storage without the record,
 * an old export brings back what an erasure has removed since. So delete earlier exports after an erasure.
 *
 * @param storage - it may have other chains, and processes may write to it
 * @param open - opens the lines, each without its line break; called twice
 * @param options - see {@link AuditImportOptions}
 * @returns How many records and entries were read and how many records were added, or the first fault.
 * @throws ComplianceError `invalid_input`, `load_interrupted` if the source fails, `aborted`, `storage_…`. Records may be stored
 *   by then: import again.
 * @example
 * const imported = await importAudit(storage, () => createInterface({ input: createReadStream(path) }), { heads });
 * if (!imported.ok) throw new Error(`line ${imported.fault.line}: ${imported.fault.reason}`);
 */
export async function importAudit(
  storage: TrailStorage,
  open: OpenLines,
  options?: AuditImportOptions,
): Promise<AuditImport> {
  const audit = trailOf("importAudit", storage);
  if (typeof open !== "function") {
    throw invalidArgument("importAudit takes a function that opens the lines, because it reads them twice.");
  }
  const kinds = { signal: "signal", onProgress: "function", heads: "checked" } as const;
  const { abort, given } = readOptions("importAudit", options, kinds, "Records may be stored. Import again.");
  const heads = checkedHeads("importAudit", own(given, "heads"));
  const onProgress = own(given, "onProgress");
  const verified = await readTrail(opened(open), heads, steps("verify", { abort, onProgress }));
  if (!verified.ok) return verified;
  const batch = batchOf(audit);
  const store = steps("store", { abort, onProgress });
  const stored = await readTrail(opened(open), heads, async (line) => (await store(line)) ?? batch.add(line));
  if (!stored.ok) return stored;
  const fault = await batch.flush();
  return fault === undefined ? { ...stored, added: batch.added() } : { ok: false, fault };
}

/** Yields the lines. A failure to open them is one of their source. */
async function* opened(open: OpenLines): AsyncGenerator<string> {
  yield* open();
}

/** Returns what is called with each line of a step: reports its progress, and ends it after an abort. */
function steps(
  step: AuditProgress["step"],
  { abort, onProgress }: Pick<AuditExportOptions, "onProgress"> & { readonly abort: Abort },
): (line: TrailLine) => Promise<undefined> {
  const pace = pacer();
  return async ({ number }) => {
    throwIfAborted(abort);
    if (number % PROGRESS_EVERY === 0) onProgress?.({ step, lines: number });
    await pace();
  };
}

/** Collects records, and stores them once there are enough. */
interface Batch {
  add(line: TrailLine): Promise<AuditFault | undefined>;
  flush(): Promise<AuditFault | undefined>;
  added(): number;
}

function batchOf(audit: AuditRepository): Batch {
  let waiting: { readonly fault: AuditFault; readonly rows: AuditRow[] }[] = [];
  let [size, added] = [0, 0];
  const flush = async (): Promise<AuditFault | undefined> => {
    const batch = waiting;
    [waiting, size] = [[], 0];
    if (batch.length === 0) return undefined;
    const imported = await audit.import(batch.map(({ rows }) => rows));
    if (imported.outcome === "different") return batch[imported.index]?.fault;
    added += imported.added;
    return undefined;
  };
  return {
    add: async ({ line, number, record: { chain, seq, at }, entry }) => {
      size += 1;
      if (entry !== undefined) {
        waiting.at(-1)?.rows.push(entry);
        return undefined;
      }
      // Before the next record, so that a record and its entries are in one commit.
      const fault = size > BATCH ? await flush() : undefined;
      waiting.push({ fault: { reason: "rewritten", line: number, chain, seq }, rows: [{ chain, seq, at, line }] });
      return fault;
    },
    flush,
    added: () => added,
  };
}

function trailOf(operation: string, storage: TrailStorage): AuditRepository {
  const audit: unknown = readAudit(storage);
  // The cast: a repository of this version has both methods.
  if (hasMethod(audit, "rows") && hasMethod(audit, "import")) return audit as AuditRepository;
  throw invalidArgument(`${operation} takes a storage whose audit has the methods rows and import.`);
}

/** Callers without types may pass anything. */
function readAudit(storage: unknown): unknown {
  try {
    return Reflect.get(Object(storage), "audit");
  } catch {
    return undefined;
  }
}
