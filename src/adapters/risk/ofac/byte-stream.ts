/** The bytes of a stream of whatever kind, as strictly decoded text in pieces: counted, and ended by the caller's signal. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { CallerSignal } from "../../../ports/risk-provider.js";
import { abortedBy, untilAborted } from "../../transport/deadline.js";
import { describeFault } from "../../transport/failure.js";

/** What reads a web stream; the part of the platform's reader that is used here. */
export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * A file of Node (`createReadStream(path)`), the `body` of a `fetch`, any web stream of bytes, or any asynchronous iterable
 * of bytes or text.
 */
export type ByteStream = AsyncIterable<Uint8Array | string> | { getReader(): ByteReader };

/** A piece of the text. */
export interface TextPiece {
  readonly text: string;
  /** Bytes that were read so far, with those of this piece. */
  readonly bytes: number;
}

/** The limits of reading. */
export interface ReadLimits {
  readonly maxBytes: number;
  readonly signal?: CallerSignal | undefined;
}

type Source = { next(): Promise<unknown>; discard(): void };

const over = Symbol("the stream is over");

/**
 * The text of a UTF-8 stream, without a byte order mark.
 *
 * @throws ComplianceError `provider_oversized`; `provider_unreadable` when it is not UTF-8; `provider_unreachable` when the
 *   stream itself breaks off, told by the name of its error only, since its message may repeat a URL; `aborted`;
 *   `invalid_input` when there is no such stream or it gives something else than bytes and text.
 */
export async function* textOf(stream: ByteStream, { maxBytes, signal }: ReadLimits): AsyncGenerator<TextPiece> {
  const source = sourceOf(stream);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const toBytes = bytesMaker();
  let bytes = 0;
  try {
    for (;;) {
      const chunk = await untilAborted(nextOf(source, signal), signal);
      const more = toBytes(chunk);
      bytes += more.byteLength;
      // Written so that NaN from callers without types is no way around it.
      if (!(bytes <= maxBytes)) throw oversized(maxBytes);
      yield { text: decoded(decoder, more, chunk !== over), bytes };
      if (chunk === over) return;
    }
  } finally {
    source.discard();
  }
}

function sourceOf(stream: ByteStream): Source {
  try {
    // Before its iterator, which not every browser has, and which does not let go of a stream while it waits for it.
    return "getReader" in stream ? fromReader(stream.getReader()) : fromIterable(stream);
  } catch {
    // Not an object, not iterable, or a web stream that somebody reads already.
    throw noStream();
  }
}

function fromReader(reader: ByteReader): Source {
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? over : value;
    },
    discard: () => quietly(reader.cancel()),
  };
}

function fromIterable(stream: AsyncIterable<Uint8Array | string> & { readonly destroy?: unknown }): Source {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? over : value;
    },
    discard: () => {
      // A stream of Node that waits lets go by this alone.
      if (typeof stream.destroy === "function") stream.destroy();
      // Not awaited: what hangs would hang here as well.
      quietly(iterator.return?.());
    },
  };
}

async function nextOf(source: Source, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await source.next();
  } catch (fault) {
    // The body of a fetch with the same signal ends by it as well.
    if (signal?.aborted) throw abortedBy(signal);
    throw brokenOff(describeFault(fault));
  }
}

/** What a system says of a file that it does not open. */
const unopened: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"]);

function brokenOff(word: string): ComplianceError {
  const message = unopened.has(word)
    ? `The file of the list could not be read (${word}); check its path, and the right to read it.`
    : `The stream of the list broke off (${word}); load the list again.`;
  return new ComplianceError("provider_unreachable", message);
}

/** Text becomes bytes again, so that there is one way to count; half a character (a surrogate) waits for its other half. */
function bytesMaker(): (chunk: unknown) => Uint8Array {
  const encoder = new TextEncoder();
  let half = "";
  return (chunk) => {
    if (chunk instanceof Uint8Array) return chunk;
    if (chunk === over) return encoder.encode(half);
    if (typeof chunk !== "string") throw noStream();
    const text = half + chunk;
    const whole = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
    half = text.slice(whole);
    return encoder.encode(text.slice(0, whole));
  };
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    const message = "The list is not UTF-8 text, as the treasury publishes it; load it again, unpacked.";
    throw new ComplianceError("provider_unreadable", message);
  }
}

function oversized(maxBytes: number): ComplianceError {
  const message = `The list has more than ${maxBytes} bytes; check the source, or raise maxBytes.`;
  return new ComplianceError("provider_oversized", message);
}

function noStream(): ComplianceError {
  const message =
    "A list is read from a stream of bytes or text that nobody reads yet: createReadStream(path), or the body of a fetch.";
  return new ComplianceError("invalid_input", message);
}

function quietly(work: Promise<unknown> | undefined): void {
  work?.catch(() => {
    // Whatever it was, it was told before or interests nobody any more.
  });
}
