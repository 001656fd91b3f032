/** Verification of a whole audit trail, from its lines alone. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { ComplianceError, readSafely } from "../compliance-error.js";
import { checkedOptions } from "../options.js";
import { bare } from "../own.js";
import {
  type AuditPlace,
  type AuditRecord,
  entryDigest,
  entryOfLine,
  isPlace,
  type RecordEntry,
  recordOfLine,
  type SealedRecord,
} from "./record.js";

/** What is wrong with a trail. */
export type AuditFaultReason =
  | "changed" // the line is no line of a trail, its hash is not that of its record, or its record has another hash of the entry.
  | "missing" // the record before it in the chain, or one that a head or an entry names, was removed or moved behind it.
  | "repeated" // its place in the chain is taken: it was inserted or moved.
  | "unlinked" // it names another record before it than the one that is there: one of both was replaced.
  | "rewritten"; // a head names another record at its place, or the storage of an import has another one.

/** The first fault of a trail. */
export interface AuditFault {
  readonly reason: AuditFaultReason;
  /** Number of the line, from 1; null for a record that only a head names. */
  readonly line: number | null;
  /** The chain of the record, and its place; null if the line does not show them. */
  readonly chain: string | null;
  readonly seq: number | null;
}

/** A trail without a fault. */
export interface VerifiedTrail {
  readonly ok: true;
  readonly records: number;
  /** Of a file of `exportAudit`: lines that find records. Some may have been erased. */
  readonly entries: number;
  /**
   * Records behind the last published head of their chain, or in a chain without one. Who can write to the storage can
   * append or rewrite these without the key.
   */
  readonly unpublished: number;
  /** The newest record of each chain. */
  readonly heads: readonly AuditPlace[];
}

/** What a verification found. */
export type AuditVerification = VerifiedTrail | { readonly ok: false; readonly fault: AuditFault };

/** Options of {@link verifyAudit}. */
export interface AuditVerificationOptions {
  /**
   * Published heads: `chain`, `seq` and `hash` of each count, and `root` does not. They show a removed or rewritten end of a chain.
   *
   * @default only the heads that records name
   */
  readonly heads?: readonly AuditPlace[] | undefined;
}

/**
 * Verifies a whole trail: the hash of each record, the order of each chain, the heads that records name, and published
 * heads. Lines of one chain are in its order; those of different chains may be mixed in any order.
 *
 * @param lines - of `audit.lines` or `exportAudit`, each without its line break
 * @param options - see {@link AuditVerificationOptions}
 * @returns the newest record of each chain, or the first fault
 * @throws ComplianceError `invalid_input` for wrong options; `load_interrupted` if the source of the lines fails or is none
 * @example
 * const verified = await verifyAudit(lines, { heads: published });
 * if (!verified.ok) report(verified.fault);
 */
export async function verifyAudit(
  lines: Iterable<string> | AsyncIterable<string>,
  options: AuditVerificationOptions = {},
): Promise<AuditVerification> {
  const refusal = () =>
    new ComplianceError("invalid_input", "verifyAudit has one option: heads, an array of published heads.");
  const { heads } = readSafely(() => checkedOptions("verifyAudit", options, { heads: "checked" }, refusal), refusal);
  return readTrail(lines, checkedHeads("verifyAudit", heads));
}

/** A line without a fault. */
export interface TrailLine {
  readonly line: string;
  /** From 1. */
  readonly number: number;
  /** The record of the line, or the one that its entry is about. */
  readonly record: AuditRecord;
  /** Absent in the line of a record. */
  readonly entry: RecordEntry | undefined;
}

/** Of one of the lines that are read. */
type LineFault = Omit<AuditFault, "line">;

/**
 * Reads and verifies a whole trail: see {@link verifyAudit}.
 *
 * @param heads - from {@link checkedHeads}
 * @param onLine - called with each line before the next one is read. It may return a fault of its own.
 * @throws ComplianceError `load_interrupted`, or what the source or `onLine` throws
 */
export async function readTrail(
  lines: Iterable<string> | AsyncIterable<string>,
  heads: readonly AuditPlace[],
  onLine?: (line: TrailLine) => Promise<AuditFault | undefined>,
): Promise<AuditVerification> {
  const reading: Reading = { named: [...heads], chains: new Map(), found: new Set(), last: undefined, entries: 0 };
  let number = 0;
  for await (const line of linesOf(lines)) {
    number += 1;
    const { fault, record, entry } = readLine(reading, line);
    if (fault !== undefined) return { ok: false, fault: { ...fault, line: number } };
    const refusal = record && (await onLine?.({ line, number, record, entry }));
    if (refusal !== undefined) return { ok: false, fault: refusal };
  }
  const { chains, named, entries } = reading;
  const fault = faultOfHeads(chains, named);
  if (fault !== undefined) return { ok: false, fault };
  const ends = [...chains].map(([chain, { last }]) => ({ chain, seq: last.record.seq, hash: last.hash }));
  return { ok: true, records: number - entries, entries, unpublished: unpublishedOf(ends, heads), heads: ends };
}

/** What was read so far. */
interface Reading {
  readonly named: AuditPlace[];
  readonly chains: Map<string, ChainState>;
  /** The newest record, and the hashes of its entries that were found. */
  last: SealedRecord | undefined;
  readonly found: Set<string>;
  entries: number;
}

/** A line, with its fault if it has one. */
interface ReadLine {
  readonly fault?: LineFault | undefined;
  readonly record?: AuditRecord | undefined;
  readonly entry?: RecordEntry | undefined;
}

function readLine(reading: Reading, line: string): ReadLine {
  const entry = entryOfLine(line);
  if (entry !== undefined) {
    reading.entries += 1;
    return { fault: faultOfEntry(entry, reading), record: reading.last?.record, entry };
  }
  const last = recordOfLine(line);
  const fault = addTo(reading.chains, last);
  if (fault !== undefined || last === undefined) return { fault };
  const { record } = last;
  for (const head of record.heads ?? []) reading.named.push(head);
  reading.last = last;
  reading.found.clear();
  return { record };
}

/** Returns how many records no published head covers. */
function unpublishedOf(ends: readonly AuditPlace[], heads: readonly AuditPlace[]): number {
  const published = new Map<string, number>();
  for (const { chain, seq } of heads) published.set(chain, Math.max(seq, published.get(chain) ?? -1));
  return ends.reduce((count, { chain, seq }) => count + seq - (published.get(chain) ?? -1), 0);
}

/**
 * Returns a copy of published heads.
 *
 * @param operation - the name in the message
 * @throws ComplianceError `invalid_input`
 */
export function checkedHeads(operation: string, heads: unknown = []): readonly AuditPlace[] {
  const refusal = () =>
    new ComplianceError("invalid_input", `heads of ${operation} must be an array of published heads.`);
  return readSafely(() => {
    const copies = Array.isArray(heads) ? Array.from(heads, (head) => bare(head)) : [undefined];
    if (!copies.every(isPlace)) throw refusal();
    return copies.map(({ chain, seq, hash }) => ({ chain, seq, hash }));
  }, refusal);
}

/** @throws ComplianceError `invalid_input`, `load_interrupted`, or that of the source */
async function* linesOf(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (thrown) {
    if (thrown instanceof ComplianceError) throw thrown;
    const message = "The source of the lines failed, or is no iterable of lines.";
    throw new ComplianceError("load_interrupted", message, { cause: thrown });
  }
}

const UNREADABLE = { reason: "changed", chain: null, seq: null } as const;

interface ChainState {
  readonly hashes: HashList;
  last: SealedRecord;
}

/** An entry follows its record, which has its hash. */
function faultOfEntry(entry: RecordEntry, { last, found }: Reading): LineFault | undefined {
  const { chain, seq } = entry;
  if (last?.record.chain !== chain || last.record.seq !== seq) return { reason: "missing", chain, seq };
  const hash = entryDigest(entry);
  if (!last.record.entries.includes(hash)) return { reason: "changed", chain, seq };
  if (found.has(hash)) return { reason: "repeated", chain, seq };
  found.add(hash);
  return undefined;
}

/** Adds a record to its chain, or returns its fault. */
function addTo(chains: Map<string, ChainState>, found: SealedRecord | undefined): LineFault | undefined {
  if (found === undefined) return UNREADABLE;
  const { hash, record } = found;
  const { chain, seq, prev } = record;
  const state = chains.get(chain);
  const next = state === undefined ? 0 : state.last.record.seq + 1;
  if (seq > next) return { reason: "missing", chain, seq: next };
  if (seq < next) return { reason: "repeated", chain, seq };
  if (prev !== (state?.last.hash ?? null)) return { reason: "unlinked", chain, seq };
  const { hashes } = state ?? { hashes: hashList() };
  hashes.add(hash);
  chains.set(chain, { hashes, last: found });
  return undefined;
}

function faultOfHeads(chains: ReadonlyMap<string, ChainState>, heads: readonly AuditPlace[]): AuditFault | undefined {
  for (const { chain, seq, hash } of heads) {
    const found = chains.get(chain)?.hashes.at(seq);
    if (found !== hash) return { reason: found === undefined ? "missing" : "rewritten", line: null, chain, seq };
  }
  return undefined;
}

/** Hashes in 32 bytes each, because a trail may have millions. */
interface HashList {
  add(hash: string): void;
  at(place: number): string | undefined;
}

const HASH_BYTES = 32;

function hashList(): HashList {
  let bytes = new Uint8Array(HASH_BYTES);
  let count = 0;
  return {
    add: (hash) => {
      const start = count * HASH_BYTES;
      if (start === bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(hexToBytes(hash), start);
      count += 1;
    },
    at: (place) =>
      place < count ? bytesToHex(bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)) : undefined,
  };
}
