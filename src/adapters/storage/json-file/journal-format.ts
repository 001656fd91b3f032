/**
 * The journal: the changes since the file was written, in `<name>.journal.<generation>` beside it. It has one line of JSON
 * per change, in UTF-8, every line ends in LF. The first line says which file the journal continues:
 *
 *     {"sum":"<32 hex digits>","journal":{"format":1,"generation":8,"id":"<32 hex digits>","continues":"…","after":0}}
 *
 * `continues` is the id of the file (its checksum, or its salt if it is encrypted) or of the previous journal. In the second
 * case `after` is the number of changes of that journal. The other lines are
 *
 *     {"sum":"<32 hex digits>","seq":12,"group":5,"after":11,"put":{"accounts":[{…}],…},"remove":{"accounts":["…"],…}}
 *
 * - `put` has whole rows and `remove` the keys of removed ones, so that reading a line twice has the same result as
 *   reading it once. A line has one of them or both.
 * - `seq` counts the lines from 1.
 * - The lines of one `group` were written and synced together. Groups count up. A failed one leaves its number unused.
 * - `after` is the last line that was durable and acknowledged when the group was written. So `"after":12` proves that
 *   line 12 was acknowledged.
 * - `sum` is the first half of the SHA-256 of the journal's id (in the first line: nothing) and everything after the sum and
 *   its comma. It shows a changed line and a line of another journal.
 *
 * In an encrypted journal the first line also has `"encrypted":{"key":…,"check":…}`. The other lines have
 * `"encrypted":"<base64>"` instead of `put` and `remove`: their encrypted text, authenticated with the numbers of the line.
 *
 * A new journal is written to a temporary file, synced and renamed, so that its first line is always complete.
 */
import { createHash, randomBytes } from "node:crypto";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { own } from "../../../domain/own.js";
import { collections } from "../../../ports/collections.js";
import type { Cipher, Keyring } from "../encryption.js";
import type { TableRow } from "../table.js";
import type { Rows, Tables } from "../tables.js";
import { corruptFile, LINE_FEED } from "./file-system.js";
import { rowsOfStored, storedForm } from "./stored-forms.js";

/** A journal by its number and its random id. */
export interface JournalRef {
  readonly generation: number;
  readonly id: string;
}

/** What a new journal continues, and its number. */
export interface Continuation {
  readonly generation: number;
  readonly continues: string;
  readonly after: number;
}

export interface JournalHeader extends JournalRef, Continuation {
  readonly encrypted: EncryptionHeader | undefined;
}

interface LineNumbers {
  readonly seq: number;
  readonly group: number;
  readonly after: number;
}

interface JournalLine extends LineNumbers {
  /** The JSON text of `put` and `remove` with their names. */
  readonly payload: string;
}

/** A line as it is in the journal. Different lines have different sums. */
export interface ReadLine extends JournalLine {
  readonly sum: string;
}

/** Encodes and decodes the lines of one journal. */
export interface LineCodec {
  encode(line: JournalLine): string;
  /** Decodes a line without its LF. "damaged": the bytes have changed; "foreign": another program or key wrote them. */
  decode(line: Buffer): ReadLine | "damaged" | "foreign";
}

const FORMAT = 1;
const SUM = /^\{"sum":"([0-9a-f]{32})",/;
const BEFORE_SUM = '{"sum":"'.length;
const SUM_UNITS = 32;
const BEFORE_REST = BEFORE_SUM + SUM_UNITS + '",'.length;
const NUMBER = "(0|[1-9][0-9]{0,14})";
const HEADER = new RegExp(
  `^"journal":\\{"format":${FORMAT},"generation":${NUMBER},"id":"([0-9a-f]{32})","continues":"([0-9a-f]{32}|[0-9a-f]{64})","after":${NUMBER}` +
    `(?:,"encrypted":\\{"key":"([0-9a-f]{16})","check":"([0-9A-Za-z+/=]+)"\\})?\\}\\}$`,
);
const LINE = new RegExp(
  `^"seq":${NUMBER},"group":${NUMBER},"after":${NUMBER},(?:"(encrypted)":|(?="(?:put|remove)":\\{))`,
);

/** Returns the path of the journal of that generation. */
export function journalPath(path: string, generation: number): string {
  return `${path}.journal.${generation}`;
}

/** Returns the header of a new journal, its first line with LF, and the codec of its other lines. */
export function newJournal(
  continuation: Continuation,
  keys: Keyring | undefined,
): { readonly line: string; readonly header: JournalHeader; readonly codec: LineCodec } {
  const plain = { ...continuation, id: newSalt(), encrypted: undefined };
  const encryption = keys && newEncryption(keys, cipherContextOf(plain));
  const header = { ...plain, encrypted: encryption?.header };
  const suffix = header.encrypted === undefined ? "" : `,"encrypted":${JSON.stringify(header.encrypted)}`;
  const rest = `"journal":{${factsOf(header)}${suffix}}}`;
  return { line: `{"sum":"${sumOf("", rest)}",${rest}\n`, header, codec: lineCodec(header.id, encryption?.cipher) };
}

/** Parses a first line with its LF. Returns undefined if it was damaged or is another line. */
export function parseJournalHeader(line: Buffer): JournalHeader | undefined {
  if (line.at(-1) !== LINE_FEED) return undefined;
  const rest = checkedRest("", line.subarray(0, -1));
  const [, generation, id, continues, after, key, check] = HEADER.exec(rest ?? "") ?? [];
  if (id === undefined || continues === undefined) return undefined;
  const encrypted = key === undefined || check === undefined ? undefined : { key, check };
  return { generation: Number(generation), id, continues, after: Number(after), encrypted };
}

/** Returns what the cipher of a journal depends on. */
export function cipherContextOf(header: JournalHeader): CipherContext {
  return { salt: header.id, purpose: "journal", facts: factsOf(header) };
}

function factsOf({ generation, id, continues, after }: JournalHeader): string {
  return `"format":${FORMAT},"generation":${generation},"id":"${id}","continues":"${continues}","after":${after}`;
}

/** Returns the codec of the journal of that id, encrypted if there is a cipher. */
export function lineCodec(id: string, cipher: Cipher | undefined): LineCodec {
  return {
    encode: (line) => {
      const numbers = numbersOf(line);
      const content =
        cipher === undefined
          ? line.payload
          : `"encrypted":"${toBase64(cipher.encrypt(Buffer.from(line.payload), numbers))}"`;
      const rest = `${numbers},${content}}`;
      return `{"sum":"${sumOf(id, rest)}",${rest}\n`;
    },
    decode: (line) => {
      const rest = checkedRest(id, line);
      if (rest === undefined) return "damaged";
      const [head, seq, group, after, encrypted] = LINE.exec(rest) ?? [];
      if (head === undefined || (encrypted !== undefined) !== (cipher !== undefined)) return "foreign";
      const numbers = { seq: Number(seq), group: Number(group), after: Number(after) };
      const content = rest.slice(head.length, -1);
      const payload = cipher === undefined ? content : decrypted(cipher, content, numbers);
      const sum = line.toString("latin1", BEFORE_SUM, BEFORE_SUM + SUM_UNITS);
      return payload === undefined ? "foreign" : { ...numbers, payload, sum };
    },
  };
}

function numbersOf({ seq, group, after }: LineNumbers): string {
  return `"seq":${seq},"group":${group},"after":${after}`;
}

function decrypted(cipher: Cipher, content: string, numbers: LineNumbers): string | undefined {
  const encrypted = fromBase64(content.slice(1, -1));
  return encrypted && cipher.decrypt(encrypted, numbersOf(numbers))?.toString();
}

/** Returns the text after the sum; undefined if the sum does not match. */
function checkedRest(id: string, line: Buffer): string | undefined {
  const [, sum] = SUM.exec(line.toString("latin1", 0, BEFORE_REST)) ?? [];
  const rest = line.subarray(BEFORE_REST);
  return sum !== undefined && sum === sumOf(id, rest) ? rest.toString() : undefined;
}

function sumOf(id: string, rest: string | Buffer): string {
  return createHash("sha256").update(id).update(rest).digest("hex").slice(0, SUM_UNITS);
}

/** The size of a change: its records and removed ids, and the UTF-16 units of their JSON. */
export interface ChangeSize {
  readonly records: number;
  readonly units: number;
}

/** Returns the JSON text of these rows; undefined if they exceed `most`. */
export function payloadOf(rows: Rows, most: ChangeSize): string | undefined {
  const records = [...rows.values()].reduce((sum, { size }) => sum + size, 0);
  if (records > most.records) return undefined;
  const put: string[] = [];
  const remove: string[] = [];
  let unitsLeft = most.units;
  for (const { name } of collections) {
    const texts = textsOf(name, rows.get(name) ?? new Map(), unitsLeft);
    if (texts === undefined) return undefined;
    unitsLeft = texts.unitsLeft;
    if (texts.put.length > 0) put.push(`"${name}":[${texts.put.join(",")}]`);
    if (texts.remove.length > 0) remove.push(`"${name}":[${texts.remove.join(",")}]`);
  }
  if (remove.length === 0) return `"put":{${put.join(",")}}`;
  const removed = `"remove":{${remove.join(",")}}`;
  return put.length === 0 ? removed : `"put":{${put.join(",")}},${removed}`;
}

interface RowTexts {
  readonly put: readonly string[];
  readonly remove: readonly string[];
  readonly unitsLeft: number;
}

/** Returns the JSON texts of the rows and the removed keys; undefined if they have more units than `most`. */
function textsOf(
  collection: string,
  rows: ReadonlyMap<string, TableRow | undefined>,
  most: number,
): RowTexts | undefined {
  const put: string[] = [];
  const remove: string[] = [];
  let unitsLeft = most;
  // One by one, because all of them may exceed the longest string.
  for (const [key, row] of rows) {
    const text = JSON.stringify(row === undefined ? key : storedForm(collection, row));
    unitsLeft -= text.length;
    if (unitsLeft < 0) return undefined;
    (row === undefined ? remove : put).push(text);
  }
  return { put, remove, unitsLeft };
}

/** Returns the rows of a text that {@link payloadOf} wrote. Throws for any other text. */
export function rowsOfPayload(tables: Tables, payload: string): Rows {
  const parsed = JSON.parse(`{${payload}}`);
  return rowsOfStored(tables, own(parsed, "put") ?? {}, own(parsed, "remove"));
}

/** Returns the failure of a journal with unexpected content. */
export function corruptJournal(name: string, problem: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `The journal "${name}" ${problem}. The journal and the file beside it were not changed. Restore both from one ` +
      "backup, or move the journal away to continue without the changes in it.",
  );
}

/** The keys of a storage, and whether it also opens files that are not encrypted. */
export interface Access {
  readonly keys: Keyring | undefined;
  readonly encryptExisting: boolean;
}

/**
 * How an encrypted snapshot or journal names its key in its first line. `check` is an encrypted empty text. It shows
 * whether the header was changed before anything else is decrypted.
 */
export interface EncryptionHeader {
  /** The id of the key. */
  readonly key: string;
  /** Base64. */
  readonly check: string;
}

/** What a cipher depends on besides its key. */
export interface CipherContext {
  /** 32 hex digits. */
  readonly salt: string;
  readonly purpose: "snapshot" | "journal";
  /** The other properties of the header, which are authenticated. */
  readonly facts: string;
}

const NOTHING = new Uint8Array();
const BASE64 = /^[0-9A-Za-z+/]+={0,2}$/;

/** Returns 32 random hex digits: a salt, or the id of a journal. */
export function newSalt(): string {
  return randomBytes(16).toString("hex");
}

/** Returns a cipher with the current key, and the header that names it. */
export function newEncryption(
  keys: Keyring,
  { salt, purpose, facts }: CipherContext,
): { readonly header: EncryptionHeader; readonly cipher: Cipher } {
  const cipher = keys.current.cipher(Buffer.from(salt, "hex"), purpose);
  return { header: { key: keys.current.id, check: toBase64(cipher.encrypt(NOTHING, `header ${facts}`)) }, cipher };
}

/**
 * Returns the cipher that a header names.
 *
 * @param name the name of the file, for messages
 * @throws ComplianceError `storage_key_wrong` without its key, `storage_corrupt` if the header was changed.
 */
export function openEncryption(
  { key, check }: EncryptionHeader,
  { salt, purpose, facts }: CipherContext,
  keys: Keyring | undefined,
  name: string,
): Cipher {
  if (keys === undefined) {
    throw keyWrong(name, "is encrypted", "Pass its key with the option encryption: { key }.");
  }
  const cipher = keys.keyOf(key)?.cipher(Buffer.from(salt, "hex"), purpose);
  if (cipher === undefined) {
    const advice = "Pass that key as encryption.key, or in encryption.previousKeys if it was replaced.";
    throw keyWrong(name, "is encrypted with another key", advice);
  }
  const encrypted = fromBase64(check);
  if (encrypted === undefined || cipher.decrypt(encrypted, `header ${facts}`) === undefined) {
    throw corruptFile(name, "has a header that was damaged or changed");
  }
  return cipher;
}

/** Returns the failure of a plain file or journal if a key was given. */
export function notEncrypted(name: string): ComplianceError {
  const advice =
    "Set encryption.encryptExisting to encrypt it now, or omit the option encryption to leave it unencrypted.";
  return keyWrong(name, "is not encrypted, although a key was given", advice);
}

function keyWrong(name: string, problem: string, advice: string): ComplianceError {
  return new ComplianceError("storage_key_wrong", `The file "${name}" ${problem}. It was not changed. ${advice}`);
}

export function toBase64(bytes: Buffer): string {
  return bytes.toString("base64");
}

/** Returns undefined for anything that {@link toBase64} does not write. Node's decoder ignores unknown characters. */
export function fromBase64(text: string): Buffer | undefined {
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return toBase64(bytes) === text ? bytes : undefined;
}
