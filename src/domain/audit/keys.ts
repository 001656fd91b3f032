/**
 * Keys of the audit trail, all HMAC-SHA-256. The key of the trail and the salt of an entry show whether the entry is about a
 * subject. Without the salt even the key is of no use, so removing the entry makes the subject unfindable.
 *
 * - subject of an entry: HMAC(key, "entry" + kind + id), the first 16 bytes
 * - key of a subject in one record: HMAC(key, "subject" + salt + kind + id)
 * - digest of a value: HMAC(key of the subject, "value" + value), the first 16 bytes
 * - key of a note: HMAC(key of the subject, "note")
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { AuditDigests, AuditSubject } from "./record.js";

/** Bytes of a salt, and of a digest. */
const SHORT = 16;

/** Computes HMACs with one key. */
type Mac = (...texts: readonly string[]) => Uint8Array;

/** Texts are separated by NUL, which no id contains. */
function macOf(key: Uint8Array): Mac {
  const keyed = hmac.create(sha256, key);
  return (...texts) =>
    keyed
      .clone()
      .update(utf8ToBytes(texts.join("\0")))
      .digest();
}

function digestOf(bytes: Uint8Array): string {
  return bytesToHex(bytes.subarray(0, SHORT));
}

/** Returns random hex digits for a salt or an id. */
export function randomHex(): string {
  return bytesToHex(randomBytes(SHORT));
}

/** The keys of one trail. */
export interface AuditKeys {
  /** Returns the column `subject` of the entries of a subject. */
  lookupOf(subject: AuditSubject): string;
  /** Returns the key of a subject in the record whose entry has this salt. */
  subjectKey(subject: AuditSubject, salt: string): SubjectKey;
}

/** The key of one subject in one record. */
export interface SubjectKey {
  /** The digest of the subject. */
  readonly digest: string;
  /** Returns the digest of another value. */
  digestOf(value: string): string;
  /** The key of notes: 32 bytes. */
  noteKey(): Uint8Array;
}

/** Derives the keys from the key of the caller. */
export function auditKeys(key: Uint8Array): AuditKeys {
  const mac = macOf(key);
  return {
    lookupOf: ({ kind, id }) => digestOf(mac("entry", kind, id)),
    subjectKey: ({ kind, id }, salt) => {
      const own = macOf(mac("subject", salt, kind, id));
      return {
        digest: digestOf(own("subject")),
        digestOf: (value) => digestOf(own("value", value)),
        noteKey: () => own("note"),
      };
    },
  };
}

/** Returns the digests of a record: ids of subjects by their own keys, other values by the key of the first subject. */
export function digestsOf(subjects: readonly AuditSubject[], keys: readonly SubjectKey[]): AuditDigests {
  // A key that is not kept: the digests only show which values of the record are equal.
  let lost: SubjectKey | undefined;
  const unkept = (): SubjectKey => {
    lost ??= auditKeys(randomBytes(32)).subjectKey({ kind: "account", id: "" }, "");
    return lost;
  };
  const [first] = keys;
  return {
    of: (value) => (first ?? unkept()).digestOf(value),
    account: (id) => {
      const place = subjects.findIndex((each) => each.kind === "account" && each.id === id);
      return keys[place]?.digest ?? unkept().digestOf(id);
    },
  };
}
