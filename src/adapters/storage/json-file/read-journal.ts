/** Reads a journal line by line: what was acknowledged, and whether it ended in the middle of a write. */
import type { FileHandle } from "node:fs/promises";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { chunksOf, lineCutter } from "./chunks.js";
import {
  type JournalHeader,
  type LineCodec,
  lineCodec,
  parseJournalHeader,
  type ReadEntry,
  sealFacts,
} from "./journal.js";
import type { Access } from "./read-snapshot.js";
import { notSealed, openSeal } from "./sealed.js";

/** How far a journal was read. */
export interface Position {
  /** Where the next line begins. */
  readonly bytes: number;
  readonly seq: number;
  readonly group: number;
  readonly after: number;
  /** The line before; undefined: that is the header. */
  readonly last: { readonly start: number; readonly sum: string } | undefined;
}

export interface OpenedJournal {
  readonly header: JournalHeader;
  readonly codec: LineCodec;
  /** Before the first change. */
  readonly start: Position;
}

/** Where the valid lines end, and what stands behind them. */
export interface Replayed {
  readonly position: Position;
  readonly droppedLines: number;
  readonly droppedBytes: number;
  /** Whether the last line that was read before is still there; false: the journal was cut back, read it anew. */
  readonly isSame: boolean;
}

/** Throws `storage_corrupt` or `storage_key_wrong`. */
export async function openJournal(handle: FileHandle, name: string, access: Access): Promise<OpenedJournal> {
  const { header, bytes } = await headerOf(handle, name);
  if (header.sealed === undefined && access.keys !== undefined && !access.encryptExisting) throw notSealed(name);
  const cipher = header.sealed && openSeal(header.sealed, { ...sealFacts(header), keys: access.keys, name });
  const start = { bytes, seq: 0, group: 0, after: 0, last: undefined };
  return { header, codec: lineCodec(header.id, cipher), start };
}

/** The first line, which no key is needed for. */
export async function headerOf(
  handle: FileHandle,
  name: string,
): Promise<{ readonly header: JournalHeader; readonly bytes: number }> {
  const cutter = lineCutter();
  for await (const chunk of chunksOf(handle)) {
    const [line] = cutter.cut(chunk);
    if (line === undefined) continue;
    const header = parseJournalHeader(line);
    if (header === undefined) break;
    return { header, bytes: line.length + 1 };
  }
  throw corruptJournal(name, "does not begin as a journal does, so it is another file or a damaged one");
}

/**
 * Hands every whole line after `from` to `take`. A write that was cut off lacks its end, or has zeros where the disk got
 * nothing: a damaged line is taken for one only if it has such, and nothing proves that it was acknowledged; what follows
 * it was not either. Anything else is `storage_corrupt`.
 */
export async function replay(
  handle: FileHandle,
  name: string,
  {
    codec,
    from,
    take,
  }: { readonly codec: LineCodec; readonly from: Position; readonly take: (payload: string) => void },
): Promise<Replayed> {
  const lines = lineTaker(name, codec, from, take);
  const cutter = lineCutter();
  for await (const chunk of chunksOf(handle, from.last?.start ?? from.bytes)) {
    for (const line of cutter.cut(chunk)) {
      if (!lines.next(line)) return { position: from, droppedLines: 0, droppedBytes: 0, isSame: false };
    }
  }
  return lines.end(cutter.rest().length);
}

interface LineTaker {
  /** false: see `isSame`. */
  next(line: Buffer): boolean;
  end(rest: number): Replayed;
}

/** No line that was written holds it: JSON escapes it. */
const ZERO = 0;

function lineTaker(name: string, codec: LineCodec, from: Position, take: (payload: string) => void): LineTaker {
  let position = from;
  let expected = from.last?.sum;
  let droppedLines = 0;
  let droppedBytes = 0;
  const isTorn = (): boolean => droppedLines > 0;

  const accept = (entry: ReadEntry, length: number): void => {
    if (!follows(position, entry)) throw corruptJournal(name, "has lines that are missing or not in their order");
    try {
      take(entry.payload);
    } catch {
      // No cause: the parser's message quotes what it read, which may be personal.
      throw corruptJournal(name, "matches its checksums but holds something else, so another program wrote it");
    }
    const { seq, group, after, sum } = entry;
    position = { bytes: position.bytes + length + 1, seq, group, after, last: { start: position.bytes, sum } };
  };
  const drop = (entry: ReadEntry | "damaged", line: Buffer): void => {
    if (entry === "damaged" && !line.includes(ZERO)) throw corruptJournal(name, "was damaged or edited");
    if (entry !== "damaged" && (entry.after > position.seq || entry.seq <= position.seq)) {
      throw corruptJournal(name, "is damaged before changes that were acknowledged");
    }
    droppedLines += 1;
    droppedBytes += line.length + 1;
  };
  return {
    next: (line) => {
      const entry = codec.decode(line);
      if (expected !== undefined) {
        const isSame = typeof entry === "object" && entry.sum === expected;
        expected = undefined;
        return isSame;
      }
      if (entry === "foreign") throw corruptJournal(name, "holds lines that this storage did not write");
      if (isTorn() || entry === "damaged") drop(entry, line);
      else accept(entry, line.length);
      return true;
    },
    end: (rest) => ({
      position,
      droppedLines: droppedLines + (rest > 0 ? 1 : 0),
      droppedBytes: droppedBytes + rest,
      isSame: expected === undefined,
    }),
  };
}

function follows(before: Position, { seq, group, after }: ReadEntry): boolean {
  if (seq !== before.seq + 1) return false;
  return group === before.group ? after === before.after && seq > 1 : group > before.group && after === before.seq;
}

/** The failure of a journal that cannot be read as what it should be. */
export function corruptJournal(name: string, what: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `The journal "${name}" ${what}. It and the file beside it were left untouched: restore both from one backup, or ` +
      "move the journal away to go on without the changes that it holds.",
  );
}
