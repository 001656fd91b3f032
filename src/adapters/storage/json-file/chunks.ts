/** Files as streams: read in pieces and cut into lines, so that no text or buffer has to hold a whole file. */
import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 512 * 1024;
const LINE_FEED = 10;

/** The bytes of the file from `position` on. */
export async function* chunksOf(file: FileHandle, position = 0): AsyncGenerator<Buffer, void, undefined> {
  for (let at = position; ; ) {
    // A buffer of its own each time: lines are cut from it without copying.
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Cuts pieces of bytes into lines. */
export interface LineCutter {
  /** The lines that end in this piece, without their LF. */
  cut(chunk: Buffer): Generator<Buffer, void, undefined>;
  /** What came after the last LF. */
  rest(): Buffer;
}

export function lineCutter(): LineCutter {
  let pieces: Buffer[] = [];
  return {
    *cut(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        const last = chunk.subarray(start, end);
        yield pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
        pieces = [];
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(pieces),
  };
}
