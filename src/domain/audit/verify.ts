/** Verification of a whole audit trail, from its lines alone. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { ComplianceError, readSafely } from "../compliance-error.js";
import { checkedOptions } from "../options.js";
import { bare } from "../own.js";
import { type AuditPlace, isPlace, recordOfLine, type SealedRecord } from "./record.js";

/** What is wrong with a trail. */
export type AuditFaultReason =
  | "changed" // the line is no line of a trail, or its hash is not that of its record.
  | "missing" // the record before it in the chain, or one that a head names, was removed or moved behind it.
  | "repeated" // its place in the chain is taken: it was inserted or moved.
  | "unlinked" // it names another record before it than the one that is there: one of both was replaced.
  | "rewritten"; // a head names another record at its place.

/** The first fault of a trail. */
export interface AuditFault {
  readonly reason: AuditFaultReason;
  /** Number of the line, from 1; null for a record that only a head names. */
  readonly line: number | null;
  /** The chain of the record, and its place; null if the line does not show them. */
  readonly chain: string | null;
  readonly seq: number | null;
}

/** What a verification found. */
export type AuditVerification =
  | { readonly ok: true; readonly records: number; readonly heads: readonly AuditPlace[] }
  | { readonly ok: false; readonly fault: AuditFault };

/** Options of {@link verifyAudit}. */
export interface AuditVerificationOptions {
  /**
   * Published heads: `chain`, `seq` and `hash` of each count. They show a removed or rewritten end of a chain.
   *
   * @default only the heads that records name
   */
  readonly heads?: readonly AuditPlace[] | undefined;
}

/**
 * Verifies a whole trail: the hash of each record, the order of each chain, the heads that records name, and published
 * heads. Lines of one chain are in its order; those of different chains may be mixed in any order.
 *
 * @param lines - of `exportAudit`, each without its line break
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
  const named = headsOf(options);
  const chains = new Map<string, ChainState>();
  let records = 0;
  for await (const line of linesOf(lines)) {
    records += 1;
    const found = recordOfLine(line);
    const fault = found === undefined ? UNREADABLE : addTo(chains, found);
    if (fault !== undefined) return { ok: false, fault: { ...fault, line: records } };
    named.push(...(found?.record.heads ?? []));
  }
  for (const head of named) {
    const reason = faultOfHead(head, chains.get(head.chain));
    if (reason !== undefined) return { ok: false, fault: { reason, line: null, chain: head.chain, seq: head.seq } };
  }
  const ends = [...chains].map(([chain, { last }]) => ({ chain, seq: last.record.seq, hash: last.hash }));
  return { ok: true, records, heads: ends };
}

function headsOf(options: AuditVerificationOptions): AuditPlace[] {
  const refusal = () =>
    new ComplianceError("invalid_input", "heads of verifyAudit must be an array of published heads.");
  return readSafely(() => {
    const { heads = [] } = checkedOptions("verifyAudit", options, { heads: "checked" }, () => refusal());
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
    const message = "The source of the lines failed, or verifyAudit was not given an iterable of lines.";
    throw new ComplianceError("load_interrupted", message, { cause: thrown });
  }
}

const UNREADABLE = { reason: "changed", chain: null, seq: null } as const;

interface ChainState {
  readonly hashes: HashList;
  last: SealedRecord;
}

/** Adds a record to its chain, or returns its fault. */
function addTo(chains: Map<string, ChainState>, found: SealedRecord): Omit<AuditFault, "line"> | undefined {
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

function faultOfHead({ seq, hash }: AuditPlace, state: ChainState | undefined): AuditFaultReason | undefined {
  const found = state?.hashes.at(seq);
  if (found === undefined) return "missing";
  return found === hash ? undefined : "rewritten";
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
