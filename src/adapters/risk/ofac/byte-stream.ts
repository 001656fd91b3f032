/** Reads a byte stream as strictly decoded text in pieces, with a size limit and the caller's signal. */
import { ComplianceError, readSafely } from "../../../domain/compliance-error.js";
import { bare } from "../../../domain/own.js";
import type { CallerSignal } from "../../../ports/risk-provider.js";
import { pacer } from "../../../runtime/turns.js";
import { abortedBy, untilAborted } from "../../transport/deadline.js";
import { describeFault } from "../../transport/request.js";

/** The part of a web stream's reader that vaspkit calls. */
export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * A file of Node (`createReadStream(path)`), the `body` of a `fetch`, any web stream of bytes, or any asynchronous
 * iterable of bytes or text.
 */
export type ByteStream = AsyncIterable<Uint8Array | string> | { getReader(): ByteReader };

/** A piece of the text. */
export interface TextPiece {
  readonly text: string;
  /** The number of bytes read so far, including this piece. */
  readonly bytes: number;
}

/** The limits of reading. */
export interface ReadLimits {
  readonly maxBytes: number;
  readonly signal?: CallerSignal | undefined;
}

type Source = { next(): Promise<unknown>; discard(): Promise<unknown> };

const endOfStream = Symbol("end of stream");

/**
 * Yields the text of a UTF-8 stream, without a byte order mark.
 *
 * @throws ComplianceError `provider_oversized`, `provider_unreadable` (not UTF-8), `aborted`, or `invalid_input` (not an
 *   unread stream of bytes or text). A stream that fails is `provider_unreachable`. Its message has
 *   the name of the error only, because the error may contain a URL.
 */
export async function* textOf(stream: ByteStream, { maxBytes, signal }: ReadLimits): AsyncGenerator<TextPiece> {
  const source = sourceOf(stream);
  const decoder = new TextDecoder("utf-8", bare({ fatal: true }));
  const toBytes = bytesMaker();
  let bytes = 0;
  const pace = pacer();
  try {
    for (;;) {
      const chunk = await untilAborted(nextOf(source, signal), signal);
      await pace();
      const more = readSafely(() => toBytes(chunk), noStream);
      bytes += more.byteLength;
      // Fails for NaN from callers without types as well.
      if (!(bytes <= maxBytes)) {
        const message = `The list has more than ${maxBytes} bytes. Check the source, or raise maxBytes.`;
        throw new ComplianceError("provider_oversized", message);
      }
      yield { text: decoded(decoder, more, chunk !== endOfStream), bytes };
      if (chunk === endOfStream) return;
    }
  } finally {
    ignoreFailure(source.discard);
  }
}

function sourceOf(stream: ByteStream): Source {
  try {
    // Not the iterator of a web stream: some browsers have none, and it does not release a stream that waits.
    return "getReader" in stream ? fromReader(stream.getReader()) : fromIterable(stream);
  } catch {
    // Not an object, not iterable, or a web stream that has a reader already.
    throw noStream();
  }
}

function fromReader(reader: ByteReader): Source {
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? endOfStream : value;
    },
    discard: () => reader.cancel(),
  };
}

function fromIterable(stream: AsyncIterable<Uint8Array | string> & { readonly destroy?: unknown }): Source {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? endOfStream : value;
    },
    discard: async () => {
      // Only this releases a Node stream that waits for data.
      if (typeof stream.destroy === "function") stream.destroy();
      await iterator.return?.();
    },
  };
}

/** What a file system reports for a file that it cannot open. */
const openFaults: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"]);

async function nextOf(source: Source, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await source.next();
  } catch (fault) {
    // The body of a fetch with the same signal fails by it as well.
    if (signal?.aborted) throw abortedBy(signal);
    const word = describeFault(fault);
    const message = openFaults.has(word)
      ? `The file of the list could not be read (${word}). Check its path and permissions.`
      : `The stream of the list broke off (${word}). Download the list again.`;
    throw new ComplianceError("provider_unreachable", message);
  }
}

/** Text becomes bytes, so that both are counted alike. Half of a surrogate pair waits for its other half. */
function bytesMaker(): (chunk: unknown) => Uint8Array {
  const encoder = new TextEncoder();
  let half = "";
  return (chunk) => {
    if (chunk instanceof Uint8Array) return chunk;
    if (chunk === endOfStream) return encoder.encode(half);
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
    const message = "The list is not UTF-8 text. Download the treasury's file again, unpacked.";
    throw new ComplianceError("provider_unreadable", message);
  }
}

function noStream(): ComplianceError {
  const message =
    "parseOfacList takes an unread stream of bytes or text. Pass createReadStream(path), or the body of a fetch.";
  return new ComplianceError("invalid_input", message);
}

/** Not awaited, because a stream that hangs would hang here too. */
function ignoreFailure(work: () => Promise<unknown>): void {
  const done = async () => work();
  done().catch(() => {
    // The failure was reported before, or nothing waits for it.
  });
}
