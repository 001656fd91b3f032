/** Reads and writes journals: which ones continue the file, which changes were acknowledged, and how new ones are added. */
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Keyring } from "../encryption.js";
import { putRows, type Tables } from "../tables.js";
import {
  asFailure,
  chunksOf,
  type FileSystem,
  fingerprintOf,
  firstLine,
  ignoreErrorCodes,
  installTemporary,
  lineSplitter,
  OWNER_ONLY,
  syncFolder,
  temporaryPath,
  type UncertainWrite,
  withFile,
  writeAt,
} from "./file-system.js";
import {
  type Access,
  type Continuation,
  cipherContextOf,
  corruptJournal,
  type JournalHeader,
  type JournalRef,
  journalPath,
  type LineCodec,
  lineCodec,
  newJournal,
  notEncrypted,
  openEncryption,
  parseJournalHeader,
  type ReadLine,
  rowsOfPayload,
} from "./journal-format.js";

/** A repair at opening. It contains no personal data. */
export interface Recovery {
  /** The name of the journal that ended in the middle of a write, without its folder. */
  readonly journal: string;
  /** How many changes were read from the journals. */
  readonly replayed: number;
  /**
   * How many lines were removed from the end of the journal. An interrupted write left them, so they were never
   * acknowledged, unless something outside cut the file.
   */
  readonly droppedLines: number;
  readonly droppedBytes: number;
}

/** Returns the generations of the journals beside the file, the lowest first. */
export async function journalsBeside(path: string, fs: FileSystem): Promise<readonly number[]> {
  const prefix = `${basename(path)}.journal.`;
  return (await fs.readdir(dirname(path)))
    .map((entry) => (entry.startsWith(prefix) ? entry.slice(prefix.length) : ""))
    .filter((suffix) => /^[1-9][0-9]{0,14}$/.test(suffix))
    .map(Number)
    .sort((a, b) => a - b);
}

/** What the next journal must continue. */
export interface Predecessor {
  /** The generation of the next journal. */
  readonly generation: number;
  accepts(header: JournalHeader): boolean;
}

/** A journal after the snapshot continues the snapshot itself or the merged journal. */
export function afterSnapshot(id: string, merged: JournalRef): Predecessor {
  return {
    generation: merged.generation + 1,
    accepts: ({ continues, after }) =>
      (continues === id && after === 0) || (merged.id !== "" && continues === merged.id),
  };
}

/** The next journal after one that ended with the line `seq`. */
export function afterJournal({ generation, id }: JournalRef, seq: number): Predecessor {
  return {
    generation: generation + 1,
    accepts: ({ continues, after }) => continues === id && after === seq,
  };
}

/** Throws `storage_corrupt` if there is a journal, because there is no file that it could continue. */
export function requireNoJournals(path: string, [first]: readonly number[]): void {
  if (first !== undefined)
    throw corruptJournal(basename(journalPath(path, first)), "has lost the file that it continues");
}

/**
 * Returns the obsolete journals among these: those up to the merged one. They remain if a process was killed before it
 * could remove them. Throws `storage_corrupt` if one of them belongs to another file.
 */
export async function obsoleteAmong(
  generations: readonly number[],
  path: string,
  merged: JournalRef,
  fs: FileSystem,
): Promise<readonly number[]> {
  const obsolete = generations.filter((generation) => generation <= merged.generation);
  let expected = merged;
  // From the newest to the oldest: each names the one before it.
  for (const generation of [...obsolete].reverse()) {
    const target = journalPath(path, generation);
    const name = basename(target);
    const { header } = await withFile(target, fs, (file) => readHeader(file, name));
    if (generation !== expected.generation || header.generation !== generation || header.id !== expected.id) {
      throw corruptJournal(name, "does not belong to the file beside it");
    }
    expected = { generation: generation - 1, id: header.continues };
  }
  return obsolete;
}

/** How far a journal was read. */
interface Position {
  /** Where the next line begins. */
  readonly bytes: number;
  readonly seq: number;
  readonly group: number;
  readonly after: number;
  /** The line before; undefined: the header. */
  readonly last: { readonly start: number; readonly sum: string } | undefined;
}

/** A journal, and how much of it was read. */
export interface ReadJournal extends Replayed {
  readonly header: JournalHeader;
  readonly codec: LineCodec;
}

interface JournalToRead {
  readonly name: string;
  readonly generation: number;
  readonly predecessor: Predecessor;
  readonly access: Access;
  readonly tables: Tables;
}

/**
 * Reads the journal of that generation, and puts its rows into the tables.
 *
 * @throws ComplianceError `storage_key_wrong`, `storage_corrupt` also if the journal does not continue `predecessor`.
 */
export async function readJournal(
  file: FileHandle,
  { name, generation, predecessor, access, tables }: JournalToRead,
): Promise<ReadJournal> {
  const { header, bytes } = await readHeader(file, name);
  if (header.encrypted === undefined && access.keys !== undefined && !access.encryptExisting) throw notEncrypted(name);
  const cipher = header.encrypted && openEncryption(header.encrypted, cipherContextOf(header), access.keys, name);
  if (generation !== predecessor.generation || header.generation !== generation || !predecessor.accepts(header)) {
    throw corruptJournal(name, "does not continue the file beside it or the journal before it");
  }
  const codec = lineCodec(header.id, cipher);
  const position = { bytes, seq: 0, group: 0, after: 0, last: undefined };
  const replayed = await replay(file, { name, codec, from: position, tables });
  return { header, codec, position, droppedLines: 0, droppedBytes: 0, ...replayed };
}

async function readHeader(
  file: FileHandle,
  name: string,
): Promise<{ readonly header: JournalHeader; readonly bytes: number }> {
  const line = await firstLine(file);
  const header = parseJournalHeader(line);
  if (header !== undefined) return { header, bytes: line.length };
  throw corruptJournal(name, "does not begin like a journal, so it is another file or a damaged one");
}

/** The end of the valid lines, and what follows it. */
export interface Replayed {
  position: Position;
  droppedLines: number;
  droppedBytes: number;
}

interface Replaying {
  readonly name: string;
  readonly codec: LineCodec;
  readonly from: Position;
  readonly tables: Tables;
}

/**
 * Puts the rows of each complete line after `from` into the tables.
 *
 * The end of a journal is torn if a write was interrupted. A torn line has no end, or contains zero bytes where the disk
 * wrote nothing. It is dropped with all lines after it, unless one of them proves that it was acknowledged.
 *
 * @returns undefined if the line before `from` has changed: the journal was cut and must be read again.
 * @throws ComplianceError `storage_corrupt` for any other damage.
 */
export async function replay(file: FileHandle, replaying: Replaying): Promise<Replayed | undefined> {
  const { codec, from } = replaying;
  const replayed: Replayed = { position: from, droppedLines: 0, droppedBytes: 0 };
  const lines = lineSplitter();
  let isLineBefore = from.last !== undefined;
  for await (const chunk of chunksOf(file, from.last?.start ?? from.bytes)) {
    for (const line of lines.split(chunk)) {
      const decoded = codec.decode(line);
      if (!isLineBefore) takeLine(line, decoded, replaying, replayed);
      else if (typeof decoded === "string" || decoded.sum !== from.last?.sum) return undefined;
      isLineBefore = false;
    }
  }
  const rest = lines.rest().length;
  if (rest > 0) replayed.droppedLines += 1;
  replayed.droppedBytes += rest;
  return isLineBefore ? undefined : replayed;
}

function takeLine(
  line: Buffer,
  decoded: ReturnType<LineCodec["decode"]>,
  { name, tables }: Replaying,
  replayed: Replayed,
): void {
  const { position } = replayed;
  if (decoded === "foreign") throw corruptJournal(name, "holds lines that this storage did not write");
  if (decoded === "damaged" || replayed.droppedLines > 0) {
    checkTorn(name, line, decoded, position);
    replayed.droppedLines += 1;
    replayed.droppedBytes += line.length + 1;
    return;
  }
  if (!follows(position, decoded)) throw corruptJournal(name, "has lines that are missing or out of order");
  try {
    putRows(tables, rowsOfPayload(tables, decoded.payload));
  } catch {
    // No cause, because it may quote personal data.
    throw corruptJournal(name, "matches its checksums but holds something else, so another program wrote it");
  }
  const { seq, group, after, sum } = decoded;
  const bytes = position.bytes + line.length + 1;
  replayed.position = { bytes, seq, group, after, last: { start: position.bytes, sum } };
}

function follows(before: Position, { seq, group, after }: ReadLine): boolean {
  if (seq !== before.seq + 1) return false;
  return group === before.group ? after === before.after && seq > 1 : group > before.group && after === before.seq;
}

/** JSON escapes it, so no line contains it unless the disk wrote nothing there. */
const ZERO = 0;

/** Throws `storage_corrupt` unless an interrupted write explains this line. */
function checkTorn(name: string, line: Buffer, decoded: ReadLine | "damaged", end: Position): void {
  if (decoded === "damaged") {
    if (!line.includes(ZERO)) throw corruptJournal(name, "was damaged or edited");
  } else if (decoded.after > end.seq || decoded.seq <= end.seq) {
    throw corruptJournal(name, "is damaged before changes that were acknowledged");
  }
}

/** The acknowledged end of a journal. `seq` and `group` are those of the last line, 0 if there is none. */
type JournalEnd = Pick<Position, "bytes" | "seq" | "group">;

/** A journal that is open for writing. */
export interface JournalWriter extends JournalRef {
  readonly path: string;
  end(): JournalEnd;
  /** Returns its fingerprint after the last write. */
  fingerprint(): string;
  /** Resolves once these changes are durable, or with the failure. */
  append(payloads: readonly string[]): Promise<AppendFailure | undefined>;
  close(): Promise<void>;
}

/** Nothing of the changes is acknowledged. */
interface AppendFailure {
  readonly cause: unknown;
  /** Whether the lines were certainly cut off again. */
  readonly isCutOff: boolean;
  /** Whether the journal can still be used. After a failed sync it cannot. */
  readonly isUsable: boolean;
}

interface Opened extends JournalRef {
  readonly path: string;
  readonly file: FileHandle;
  readonly codec: LineCodec;
  readonly end: JournalEnd;
  readonly fingerprint: string;
}

/** Returns the writer of an open journal. */
export function journalWriter({ path, generation, id, file, codec, ...opened }: Opened): JournalWriter {
  let { end, fingerprint } = opened;
  let lastGroup = end.group;

  const cutOff = async (): Promise<boolean> => {
    try {
      // A disk that refuses all changes refuses this one too, but then there is nothing to cut off.
      const { size } = await file.stat();
      if (size !== end.bytes) await file.truncate(end.bytes);
      // A write that fails at its first byte also changes the time of the file.
      fingerprint = await fingerprintOf(file);
      if (size !== end.bytes) await file.datasync();
      return true;
    } catch {
      return false;
    }
  };
  return {
    path,
    generation,
    id,
    end: () => end,
    fingerprint: () => fingerprint,
    append: async (payloads) => {
      lastGroup += 1;
      const lines = payloads.map((payload, index) =>
        codec.encode({ seq: end.seq + 1 + index, group: lastGroup, after: end.seq, payload }),
      );
      const bytes = Buffer.from(lines.join(""));
      let written: string | undefined;
      try {
        await writeAt(file, bytes, end.bytes);
        written = await fingerprintOf(file);
        await file.datasync();
      } catch (cause) {
        const isCutOff = await cutOff();
        return { cause, isCutOff, isUsable: isCutOff && written === undefined };
      }
      fingerprint = written;
      end = { bytes: end.bytes + bytes.length, seq: end.seq + payloads.length, group: lastGroup };
      return undefined;
    },
    close: () => file.close(),
  };
}

/**
 * Creates a journal beside the file at that real path. `uncertain` means that it is in its place, or may be, but is not
 * durable. If this throws, there is no new journal.
 */
export async function createJournal(
  path: string,
  continuation: Continuation,
  keys: Keyring | undefined,
  fs: FileSystem,
): Promise<{ readonly journal: JournalWriter; readonly uncertain: UncertainWrite | undefined }> {
  const { line, header, codec } = newJournal(continuation, keys);
  const bytes = Buffer.from(line);
  const temporary = temporaryPath(path);
  const target = journalPath(path, header.generation);
  const file = await fs.open(temporary, "wx", OWNER_ONLY);
  try {
    await writeAt(file, bytes, 0);
    await file.sync();
    const fingerprint = await fingerprintOf(file);
    const uncertain = await installTemporary(temporary, target, fs);
    const end = { bytes: bytes.length, seq: 0, group: 0 };
    return { journal: journalWriter({ ...header, path: target, file, codec, end, fingerprint }), uncertain };
  } catch (error) {
    await file.close().catch(() => undefined);
    await fs.unlink(temporary).catch(() => undefined);
    throw asFailure(basename(path), error);
  }
}

/**
 * Removes these journals, the oldest first. Each is recognised by the one after it, so each removal is durable before the
 * next one.
 */
export async function removeJournals(path: string, generations: readonly number[], fs: FileSystem): Promise<void> {
  for (const [index, generation] of generations.entries()) {
    if (index > 0) await syncFolder(path, fs);
    await ignoreErrorCodes(["ENOENT"], fs.unlink(journalPath(path, generation)));
  }
}
