/** Records of the audit trail: their form, their lines and their hashes. */
import type { Actor } from "../actor.js";
import { bare } from "../own.js";
import { isWellFormed } from "../text.js";
import { canonicalJson, textDigest } from "./canonical.js";

/** What a record is about. The transaction of a rule is a transfer. The id of an address is its chain, a space and itself. */
export interface AuditSubject {
  readonly kind: "account" | "transfer" | "address";
  readonly id: string;
}

/** JSON data without a personal value. */
export type AuditContent = Readonly<Record<string, unknown>>;

/** Makes digests of personal values. Equal values have equal digests in one record, and in no other. */
export interface AuditDigests {
  /** Returns the digest of a value, under the key of the first subject. */
  of(value: string): string;
  /**
   * Returns the digest of an account: that in `subjects`. Of an account that is no subject it is under a key that is not
   * kept, so that the account cannot be found later.
   */
  account(reference_id: string): string;
}

/** A record of the trail. Texts named digest are 32 hex digits: an HMAC-SHA-256, cut to 128 bits. */
export interface AuditRecord {
  /** Version of the format: 1. */
  readonly v: 1;
  /** Id of the chain: 32 hex digits. A process writes one chain or several. */
  readonly chain: string;
  /** Place in the chain, from 0. */
  readonly seq: number;
  /** Hash of the record before it in the chain; null for the first one. */
  readonly prev: string | null;
  /** In the first record of a chain: the newest records of up to 100 chains that its process had read or written. */
  readonly heads?: readonly AuditPlace[];
  /** ISO 8601, UTC, milliseconds. In one chain it never decreases. */
  readonly at: string;
  /** Name of the operation: `"transfers.decide"`. */
  readonly event: string;
  /** Who acted; `id` is a digest. */
  readonly actor: { readonly id: string; readonly role: string; readonly kind: Actor["kind"] };
  /** Digests of the accounts, transfers and addresses. */
  readonly subjects: readonly string[];
  /** SHA-256 over the line of the entry of each subject, in the order of `subjects`. */
  readonly entries: readonly string[];
  readonly content: AuditContent;
  /** An encrypted text: AES-256-GCM, base64 of nonce and ciphertext. */
  readonly note?: string;
  /** Version of vaspkit. */
  readonly library: string;
  /** Digest of the options that decide. */
  readonly configuration: string;
}

/** A record by its place, with its hash. */
export interface AuditPlace {
  readonly chain: string;
  readonly seq: number;
  /** 64 hex digits. */
  readonly hash: string;
}

/** The newest record of a chain. Published, it proves what the chain was. */
export interface AuditHead extends AuditPlace {
  /** Root of the Merkle tree over the hashes of all records of the chain (RFC 9162): 64 hex digits. */
  readonly root: string;
  /** Time of the newest record. */
  readonly at: string;
}

/** Finds a record under one of its subjects, with the key of the trail. The record has its hash, so it cannot be changed. */
export interface RecordEntry extends Pick<AuditRecord, "chain" | "seq" | "at"> {
  /** The subject as a digest under the key of the trail. */
  readonly subject: string;
  /** Makes the key of the subject in the record. */
  readonly salt: string;
}

/** A line is `{"hash":"…","record":{…}}` in canonical JSON, so the record begins at this character. */
const RECORD_START = '{"hash":"","record":'.length + 64;

/** Returns the line of a record, and its hash: SHA-256 over the canonical JSON. */
export function sealed(record: AuditRecord): { readonly line: string; readonly hash: string } {
  const text = canonicalJson(record);
  const hash = textDigest(text);
  return { line: `{"hash":"${hash}","record":${text}}`, hash };
}

/** A line that was read. */
export interface SealedRecord {
  readonly hash: string;
  readonly record: AuditRecord;
}

/** A record of the trail, with the line that its hash is of. */
export interface AuditEntry extends SealedRecord {
  /** The line as `lines` has it: JSON of hash and record. */
  readonly line: string;
  /** The note, in a list by the subject whose key encrypted it: the transfer of a review. */
  readonly note?: string;
}

/**
 * Reads one line of a trail.
 *
 * @param line - of `audit.lines`, without its line break
 * @returns the record with its hash; undefined unless the hash is that of the record's text
 * @example
 * const event = recordOfLine(line)?.record.event;
 */
export function recordOfLine(line: string): SealedRecord | undefined {
  // Callers without types may pass anything.
  if (typeof line !== "string" || !isWellFormed(line)) return undefined;
  const text = line.slice(RECORD_START, -1);
  const hash = textDigest(text);
  if (line !== `{"hash":"${hash}","record":${text}}`) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    return isRecord(record) ? { hash, record } : undefined;
  } catch {
    return undefined;
  }
}

const ENTRY_BEGIN = '{"entry":';

/** Returns the line of an entry, in a file of a whole trail: canonical JSON. */
export function entryLine({ at, chain, salt, seq, subject }: RecordEntry): string {
  return canonicalJson({ entry: { at, chain, salt, seq, subject } });
}

/** Returns the hash of an entry, as its record has it. */
export function entryDigest(entry: RecordEntry): string {
  return textDigest(entryLine(entry));
}

/** Reads the line of an entry; undefined for another line, and for another spelling. */
export function entryOfLine(line: string): RecordEntry | undefined {
  if (typeof line !== "string" || !line.startsWith(ENTRY_BEGIN)) return undefined;
  try {
    const entry: unknown = JSON.parse(line.slice(ENTRY_BEGIN.length, -1));
    return isEntry(entry) && line === entryLine(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is RecordEntry {
  if (typeof value !== "object" || value === null) return false;
  const { seq, ...texts } = bare(value) as Partial<RecordEntry>;
  return isCount(seq) && [texts.at, texts.chain, texts.salt, texts.subject].every(isText);
}

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== "object" || value === null) return false;
  // The cast: any object may be read.
  const { v, chain, seq, prev, heads = [], actor, content, ...rest } = bare(value) as Partial<AuditRecord>;
  const { subjects, entries, note = "", at, event, library, configuration } = rest;
  const { id, role, kind } = bare(Object(actor)) as Partial<AuditRecord["actor"]>;
  if (v !== 1 || !isText(chain) || !isCount(seq) || typeof content !== "object" || content === null) return false;
  if (!Array.isArray(heads) || !heads.every(isPlace)) return false;
  if (!Array.isArray(subjects) || !Array.isArray(entries)) return false;
  const texts = [prev ?? "", at, event, id, role, kind, note, library, configuration, ...subjects, ...entries];
  return texts.every((text) => typeof text === "string");
}

/** The empty text is no id: it stands for no chain, and for no subject. */
function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Returns whether a value is a whole number from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Returns whether a value names a record. */
export function isPlace(value: unknown): value is AuditPlace {
  if (typeof value !== "object" || value === null) return false;
  const { chain, seq, hash } = bare(value) as Partial<AuditPlace>;
  return typeof chain === "string" && isCount(seq) && typeof hash === "string";
}
