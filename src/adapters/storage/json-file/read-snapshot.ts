/** Reads a snapshot as a stream: in memory stands what it holds, never its text. */

import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Cipher, Keyring } from "../encryption.js";
import { chunksOf, lineCutter } from "./chunks.js";
import { type BodyParser, bodyParser, corrupt, FORMAT, parseHeader, type Snapshot, strange } from "./format.js";
import { cipherOf, notSealed, openedLine, parseSealedHeader } from "./sealed.js";

/** The keys that a file may be sealed with, and whether it may also be plain. */
export interface Access {
  readonly keys: Keyring | undefined;
  readonly encryptExisting: boolean;
}

/** A snapshot as it stands on the disk. */
export interface SnapshotFile {
  /** What journals call it by: its checksum, or the salt of a sealed one. */
  readonly id: string;
  readonly bytes: number;
  /** The id of the key that it is sealed with; undefined: it is plain. */
  readonly sealedWith: string | undefined;
}

export interface ReadSnapshot extends SnapshotFile {
  readonly snapshot: Snapshot;
}

type Chunks = AsyncIterator<Buffer, void, undefined>;

const LINE_FEED = 10;
/** No first line is longer. */
const MOST_HEADER_BYTES = 1024;

/** Throws `storage_corrupt` for anything but what a vaspkit wrote (no guess, no repair), or `storage_key_wrong`. */
export async function readSnapshot(file: FileHandle, name: string, access: Access): Promise<ReadSnapshot> {
  const chunks = chunksOf(file);
  const { line, rest } = await firstLine(chunks);
  if (line === "") throw corrupt(name, "is empty");
  const plain = parseHeader(line);
  if (plain !== undefined) {
    if (access.keys !== undefined && !access.encryptExisting) throw notSealed(name);
    return readPlain(plain, bodyOfFile(rest, chunks), name);
  }
  const sealed = parseSealedHeader(line);
  if (sealed === undefined) throw strange(name, line);
  const cipher = cipherOf(sealed, access.keys, name);
  const { snapshot, bytes } = await readSealed(cipher, bodyOfFile(rest, chunks), name);
  return { id: sealed.salt, bytes: bytes + line.length, sealedWith: sealed.key, snapshot };
}

/** The first line with its LF, as far as it may reach, and what was read beyond it. */
async function firstLine(chunks: Chunks): Promise<{ readonly line: string; readonly rest: Buffer }> {
  let read: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end === -1 && read.length < MOST_HEADER_BYTES) {
    const { value } = await chunks.next();
    if (value === undefined) break;
    read = Buffer.concat([read, value]);
    end = read.indexOf(LINE_FEED);
  }
  const length = end === -1 ? Math.min(read.length, MOST_HEADER_BYTES) : end + 1;
  return { line: read.toString("latin1", 0, length), rest: read.subarray(length) };
}

async function* bodyOfFile(first: Buffer, chunks: Chunks): AsyncGenerator<Buffer, void, undefined> {
  if (first.length > 0) yield first;
  for (let next = await chunks.next(); next.value !== undefined; next = await chunks.next()) yield next.value;
}

type Header = NonNullable<ReturnType<typeof parseHeader>>;

async function readPlain({ format, sha256 }: Header, body: AsyncIterable<Buffer>, name: string): Promise<ReadSnapshot> {
  const hash = createHash("sha256");
  const lines = lineReader(format);
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    lines.take(chunk);
  }
  if (hash.digest("hex") !== sha256) {
    throw corrupt(name, "does not match its checksum, so it was cut, damaged or edited");
  }
  return { id: sha256, bytes, sealedWith: undefined, snapshot: lines.end(name) };
}

async function readSealed(
  cipher: Cipher,
  body: AsyncIterable<Buffer>,
  name: string,
): Promise<{ readonly snapshot: Snapshot; readonly bytes: number }> {
  const lines = lineReader(FORMAT);
  const pieces = lineCutter();
  let bytes = 0;
  let index = 0;
  let waiting: Buffer | undefined;
  const open = (line: Buffer, isLast: boolean): void => {
    const text = openedLine(cipher, line, index, isLast);
    if (text === undefined) throw corrupt(name, "was cut, damaged or changed after it was encrypted");
    index += 1;
    lines.take(text);
  };
  for await (const chunk of body) {
    bytes += chunk.length;
    for (const line of pieces.cut(chunk)) {
      // One line late, for the last one is known by having none after it.
      if (waiting !== undefined) open(waiting, false);
      waiting = line;
    }
  }
  if (waiting === undefined || pieces.rest().length > 0) throw corrupt(name, "was cut after it was encrypted");
  open(waiting, true);
  return { snapshot: lines.end(name), bytes };
}

interface LineReader {
  take(chunk: Buffer): void;
  end(name: string): Snapshot;
}

/** Parses while it reads. What is wrong with the layout is said at the end, after the checksum. */
function lineReader(format: number): LineReader {
  const cutter = lineCutter();
  let parser: BodyParser | undefined = bodyParser(format);
  return {
    take: (chunk) => {
      if (parser === undefined) return;
      try {
        for (const line of cutter.cut(chunk)) parser.take(line);
      } catch {
        // No cause, now or later: the parser's message quotes what it read, which may be personal.
        parser = undefined;
      }
    },
    end: (name) => {
      try {
        if (parser !== undefined && cutter.rest().length === 0) return parser.end();
      } catch {
        // As above.
      }
      throw corrupt(name, "matches its checksum but not the layout, so another program wrote it");
    },
  };
}
