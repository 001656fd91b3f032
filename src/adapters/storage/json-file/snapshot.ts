/**
 * The file: one JSON document in a fixed layout, one record a line, with a checksum. UTF-8, every line ends in LF.
 *
 *     {"vaspkit":{"format":1,"sha256":"<hex SHA-256 of every byte after this line>"},
 *     "journal":{"generation":7,"id":"<32 hex digits>"},
 *     "data":{"accounts":[
 *     {"reference_id":…},
 *     {"reference_id":…}
 *     ],"vasps":[
 *     ],"alerts":[
 *     {"record":{"alert":{"alert_id":…},"reviews":[…]},"columns":{"delivered":1,"round":2}}
 *     ],"addresses":[
 *     {"chain":…,"address":…,"screening":[…],"created":…,"earlier":1}
 *     ],"screenings":[
 *     {"chain":…,"address":…,"number":0,"screening":[…]}
 *     ],"links":[
 *     ],"linked":[
 *     ]}}
 *
 * `journal` names the merged journal: the last one (journal-format.ts) whose changes the file contains, or 0 and "". That
 * journal and all before it are obsolete. The next journal has the next number.
 *
 * An encrypted file begins with another line,
 *
 *     {"vaspkit":{"format":1,"encrypted":{"key":"<key id>","salt":"<32 hex digits>","check":"<base64>"}}}
 *
 * and each line after it is the base64 of one encrypted piece of what follows the first line of a plain file. A piece
 * decrypts only in its own place, and the last one only as the last. The salt is new for each file.
 */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import type { Adapter } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { bare, own } from "../../../domain/own.js";
import { collections } from "../../../ports/collections.js";
import { nextTurn } from "../../../runtime/turns.js";
import type { Cipher, Keyring } from "../encryption.js";
import type { TableRow } from "../table.js";
import { emptyTables, putRows, type Rows, type Tables } from "../tables.js";
import {
  asFailure,
  chunksOf,
  corruptFile,
  type FileSystem,
  fingerprintAt,
  firstLine,
  ignoreErrorCodes,
  installTemporary,
  lineSplitter,
  OWNER_ONLY,
  temporaryPath,
  UncertainWrite,
  withFile,
  writeAt,
} from "./file-system.js";
import {
  type Access,
  fromBase64,
  type JournalRef,
  newEncryption,
  newSalt,
  notEncrypted,
  openEncryption,
  toBase64,
} from "./journal-format.js";
import { rowsOfStored, type StoredForms, storedForm } from "./stored-forms.js";

/** The content of a file. */
export interface Snapshot {
  /** The stored forms of the rows. */
  readonly records: StoredForms;
  /** The last journal whose changes are in the records. */
  readonly mergedJournal: JournalRef;
}

/** A snapshot to write. */
export interface NewSnapshot extends Snapshot {
  /** Calls `replace` when the new file may take the place of the old one. @default at once */
  readonly whenReady?: (replace: () => Promise<void>) => Promise<void>;
}

export const EMPTY_SNAPSHOT: Snapshot = {
  records: byCollection(() => []),
  mergedJournal: { generation: 0, id: "" },
};

const FORMAT = 1;
const NAMES = collections.map(({ name }) => name);
const OPENINGS = NAMES.map((name, index) => (index === 0 ? `"data":{"${name}":[` : `],"${name}":[`));
const END = "]}}";
const HEADER = /^\{"vaspkit":\{"format":1,"sha256":"([0-9a-f]{64})"\},\n$/;
const ENCRYPTED_HEADER =
  /^\{"vaspkit":\{"format":1,"encrypted":\{"key":"([0-9a-f]{16})","salt":"([0-9a-f]{32})","check":"([0-9A-Za-z+/=]+)"\}\}\}\n$/;
const ANY_HEADER = /^\{"vaspkit":\{"format":([0-9]{1,9}),/;
const JOURNAL = /^"journal":\{"generation":(0|[1-9][0-9]{0,14}),"id":"((?:[0-9a-f]{32})?)"\},$/;

/** Node would read its own defaults through `Object.prototype`. */
const NO_OPTIONS = bare({});

/** How many UTF-16 units are encoded and written at once, about. */
const CHUNK_UNITS = 256 * 1024;

/** Returns the first line of a plain file. Its length does not depend on the checksum, so it can be written last. */
export function headerLine(sha256: string): string {
  return `{"vaspkit":{"format":${FORMAT},"sha256":"${sha256}"},\n`;
}

/** Yields what follows the first line, in chunks, so that no string has to hold the whole file. */
function* bodyOf({ records, mergedJournal: { generation, id } }: Snapshot): Generator<string> {
  let chunk = `"journal":{"generation":${generation},"id":"${id}"},\n`;
  for (const [index, name] of NAMES.entries()) {
    chunk += OPENINGS[index];
    let separator = "\n";
    for (const form of records[name] ?? []) {
      chunk += separator + JSON.stringify(form);
      separator = ",\n";
      if (chunk.length < CHUNK_UNITS) continue;
      yield chunk;
      chunk = "";
    }
    chunk += "\n";
  }
  yield `${chunk}${END}\n`;
}

/** Reads what {@link bodyOf} wrote. */
interface BodyReader {
  take(chunk: Buffer): void;
  /** Returns the snapshot. Throws `storage_corrupt` for another layout. */
  end(name: string): Snapshot;
}

/** Returns a reader that reports a wrong layout at the end, because the checksum is known only then. */
function bodyReader(): BodyReader {
  const lines = lineSplitter();
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lists = NAMES.map((): unknown[] => []);
  let mergedJournal: JournalRef | undefined;
  /** How many lists have begun; one more than there are if the last one has ended. */
  let begun = 0;
  let isValid = true;
  const takeLine = (line: string): void => {
    if (mergedJournal === undefined) mergedJournal = parseJournalLine(line);
    else if (begun > lists.length) throw new Error("There is a line after the end.");
    else if (line === OPENINGS.at(begun)) begun += 1;
    else if (line === END && begun === lists.length) begun += 1;
    else if (begun === 0) throw new Error("The list of accounts is missing.");
    else lists[begun - 1]?.push(JSON.parse(line.endsWith(",") ? line.slice(0, -1) : line));
  };
  return {
    take: (chunk) => {
      try {
        if (isValid) for (const line of lines.split(chunk)) takeLine(utf8.decode(line));
      } catch {
        // The error is dropped, because it may quote personal data.
        isValid = false;
      }
    },
    end: (name) => {
      if (isValid && mergedJournal !== undefined && begun > lists.length && lines.rest().length === 0) {
        return { records: byCollection((_, index) => lists[index] ?? []), mergedJournal };
      }
      throw corruptFile(name, "matches its checksum but not the layout, so another program wrote it");
    },
  };
}

function parseJournalLine(line: string): JournalRef {
  const [, generation, id] = JOURNAL.exec(line) ?? [];
  if (id === undefined) throw new Error("The merged journal is missing.");
  return { generation: Number(generation), id };
}

/** A snapshot on the disk. */
export interface SnapshotFile {
  /** The id that journals refer to: the checksum, or the salt of an encrypted file. */
  readonly id: string;
  readonly bytes: number;
  /** The id of its key; undefined for a plain file. */
  readonly encryptedWith: string | undefined;
}

/**
 * Reads a snapshot as a stream.
 *
 * @throws ComplianceError `storage_corrupt` for anything that vaspkit did not write, `storage_key_wrong`.
 */
export async function readSnapshot(
  file: FileHandle,
  name: string,
  access: Access,
): Promise<SnapshotFile & { readonly snapshot: Snapshot }> {
  const line = (await firstLine(file)).toString("latin1");
  if (line === "") throw corruptFile(name, "is empty");
  const body = chunksOf(file, line.length);
  const [, sha256] = HEADER.exec(line) ?? [];
  if (sha256 !== undefined) {
    if (access.keys !== undefined && !access.encryptExisting) throw notEncrypted(name);
    return { ...(await readPlain(sha256, body, name)), id: sha256, encryptedWith: undefined };
  }
  const [, key, salt, check] = ENCRYPTED_HEADER.exec(line) ?? [];
  if (key === undefined || salt === undefined || check === undefined) throw unknownFile(name, line);
  const context = { salt, purpose: "snapshot", facts: "" } as const;
  const cipher = openEncryption({ key, check }, context, access.keys, name);
  const { snapshot, bytes } = await readEncrypted(cipher, body, name);
  return { id: salt, bytes: bytes + line.length, encryptedWith: key, snapshot };
}

interface ReadBody {
  readonly snapshot: Snapshot;
  readonly bytes: number;
}

async function readPlain(sha256: string, body: AsyncIterable<Buffer>, name: string): Promise<ReadBody> {
  const hash = createHash("sha256");
  const reader = bodyReader();
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    reader.take(chunk);
  }
  if (hash.digest("hex") !== sha256) {
    throw corruptFile(name, "does not match its checksum, so it was cut, damaged or edited");
  }
  return { bytes, snapshot: reader.end(name) };
}

async function readEncrypted(cipher: Cipher, body: AsyncIterable<Buffer>, name: string): Promise<ReadBody> {
  const reader = bodyReader();
  const lines = lineSplitter();
  let [bytes, index] = [0, 0];
  let previous: Buffer | undefined;
  const take = (line: Buffer, isLast: boolean): void => {
    const encrypted = fromBase64(line.toString("latin1"));
    const text = encrypted && cipher.decrypt(encrypted, pieceContext(index, isLast));
    if (text === undefined) throw corruptFile(name, "was cut, damaged or changed after it was encrypted");
    index += 1;
    reader.take(text);
  };
  for await (const chunk of body) {
    bytes += chunk.length;
    for (const line of lines.split(chunk)) {
      // Each line waits for the next one, which shows that it is not the last.
      if (previous !== undefined) take(previous, false);
      previous = line;
    }
  }
  if (previous === undefined || lines.rest().length > 0) throw corruptFile(name, "was cut after it was encrypted");
  take(previous, true);
  return { bytes, snapshot: reader.end(name) };
}

function pieceContext(index: number, isLast: boolean): string {
  return `piece ${index}${isLast ? " and last" : ""}`;
}

function unknownFile(name: string, beginning: string): ComplianceError {
  if (!(Number(ANY_HEADER.exec(beginning)?.[1]) > FORMAT)) {
    return corruptFile(name, "does not begin like a vaspkit file, so it is another file or a damaged one");
  }
  return new ComplianceError(
    "storage_corrupt",
    `The file "${name}" has a newer format than this version of vaspkit reads. It was not changed. Upgrade vaspkit.`,
  );
}

/** lowdb's adapter for one file. At any time the file is the old snapshot or the new one, never a part. */
export interface SnapshotAdapter extends Adapter<NewSnapshot> {
  /** Returns the fingerprint of the file that it last read or wrote. */
  fingerprint(): string | undefined;
  /** Returns the file that it last read or wrote. */
  file(): SnapshotFile | undefined;
}

/**
 * Returns the adapter of the file at that real path. `read` returns null if there is no file. `write` throws
 * {@link UncertainWrite} if the outcome is unknown; any other error means that the file did not change.
 */
export function snapshotAdapter(path: string, fs: FileSystem, access: Access): SnapshotAdapter {
  const name = basename(path);
  let fingerprint: string | undefined;
  let file: SnapshotFile | undefined;
  // Fingerprints are taken before the content is read or put in place. A file that comes in between has another one.
  return {
    fingerprint: () => fingerprint,
    file: () => file,
    read: async () => {
      fingerprint = await fingerprintAt(path, fs);
      const read = withFile(path, fs, (handle) => readSnapshot(handle, name, access));
      const found = await ignoreErrorCodes(["ENOENT"], read);
      if (found === undefined) return null;
      file = found;
      return found.snapshot;
    },
    write: async (snapshot) => {
      const temporary = temporaryPath(path);
      try {
        const newFile = await writeTemporary(temporary, snapshot, access.keys, fs);
        const newFingerprint = await fingerprintAt(temporary, fs);
        const replace = async (): Promise<void> => {
          const uncertain = await installTemporary(temporary, path, fs);
          if (uncertain?.isReplaced !== false) [fingerprint, file] = [newFingerprint, newFile];
          if (uncertain !== undefined) throw uncertain;
        };
        await (own(snapshot, "whenReady") ?? ((now) => now()))(replace);
      } catch (error) {
        if (error instanceof UncertainWrite) throw error;
        await fs.unlink(temporary).catch(() => undefined);
        throw asFailure(name, error);
      }
    },
  };
}

async function writeTemporary(
  path: string,
  snapshot: Snapshot,
  keys: Keyring | undefined,
  fs: FileSystem,
): Promise<SnapshotFile> {
  const file = await fs.open(path, "wx", OWNER_ONLY);
  try {
    const written = await (keys === undefined ? writePlain(file, snapshot) : writeEncrypted(file, snapshot, keys));
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}

async function writePlain(file: FileHandle, snapshot: Snapshot): Promise<SnapshotFile> {
  const hash = createHash("sha256");
  const placeholder = headerLine("0".repeat(64));
  let length = placeholder.length;
  await file.writeFile(placeholder, NO_OPTIONS);
  for (const text of bodyOf(snapshot)) {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    length += bytes.length;
    await file.writeFile(bytes, NO_OPTIONS);
  }
  const id = hash.digest("hex");
  await writeAt(file, Buffer.from(headerLine(id)), 0);
  return { id, bytes: length, encryptedWith: undefined };
}

async function writeEncrypted(file: FileHandle, snapshot: Snapshot, keys: Keyring): Promise<SnapshotFile> {
  const salt = newSalt();
  const { header, cipher } = newEncryption(keys, { salt, purpose: "snapshot", facts: "" });
  const encrypted = { key: header.key, salt, check: header.check };
  const line = `${JSON.stringify({ vaspkit: { format: FORMAT, encrypted } })}\n`;
  let length = line.length;
  await file.writeFile(line, NO_OPTIONS);
  const body = bodyOf(snapshot);
  let next = body.next();
  for (let index = 0; !next.done; index += 1) {
    const text = Buffer.from(next.value);
    next = body.next();
    const piece = `${toBase64(cipher.encrypt(text, pieceContext(index, next.done === true)))}\n`;
    length += piece.length;
    await file.writeFile(piece, NO_OPTIONS);
  }
  return { id: salt, bytes: length, encryptedWith: header.key };
}

/** How many rows are created before other code may run. */
const BATCH = 1000;

/** Returns the tables of these records. Throws `storage_corrupt` for records of another shape. */
export async function loadTables({ records }: Snapshot, name: string): Promise<Tables> {
  const tables = emptyTables();
  try {
    for (const name of NAMES) {
      const list = [...(records[name] ?? [])];
      for (let start = 0; start < list.length; start += BATCH) {
        putRows(tables, rowsOfStored(tables, { [name]: list.slice(start, start + BATCH) }));
        await nextTurn();
      }
    }
    return tables;
  } catch {
    // No cause, because it may quote personal data.
    throw corruptFile(name, "holds records of another shape, so another program wrote it");
  }
}

/** Returns the rows of the tables with these changes. Read lazily: the tables must not change meanwhile. */
export function rowsWith(tables: Tables, changes: Rows = new Map()): StoredForms {
  return byCollection((name) => formsOf(name, replaced(tables.of(name).rows, changes.get(name))));
}

/** Yields the rows of the table in its order, with replaced rows in their place and without removed ones, then the new rows. */
function* replaced(
  table: ReadonlyMap<string, TableRow>,
  changes: ReadonlyMap<string, TableRow | undefined> = new Map(),
): Generator<TableRow> {
  for (const [key, row] of table) {
    const current = changes.has(key) ? changes.get(key) : row;
    if (current !== undefined) yield current;
  }
  for (const [key, row] of changes) if (row !== undefined && !table.has(key)) yield row;
}

/** Returns the rows as they are now, whatever changes later. Rows are replaced but never changed. */
export function copyOfRows(tables: Tables): StoredForms {
  return byCollection((name) => formsOf(name, [...tables.of(name).rows.values()]));
}

function* formsOf(name: string, rows: Iterable<TableRow>): Generator<unknown> {
  for (const row of rows) yield storedForm(name, row);
}

function byCollection(formsIn: (name: string, index: number) => Iterable<unknown>): StoredForms {
  return Object.fromEntries(collections.map(({ name }, index) => [name, formsIn(name, index)]));
}
