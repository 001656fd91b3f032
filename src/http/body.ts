/** Bodies of requests: JSON (RFC 8259), read within limits of bytes, time and values. No fault repeats a part of a body. */
import { discard } from "../adapters/transport/body.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { MAX_VALUES } from "../domain/input/read-values.js";
import { type JsonFault, type JsonTextOptions, readJsonText } from "../domain/json-text.js";
import { exactAmount } from "../domain/number-literal.js";
import { bare, ONCE } from "../domain/own.js";
import { pacer } from "../runtime/turns.js";

/** Why a body has no value. */
export type BodyFault =
  // The request has no body, or one without bytes.
  | "empty"
  // More bytes than `maxBytes`, or a `Content-Length` that is greater.
  | "too_large"
  // Not complete within `timeoutMs`.
  | "too_slow"
  // The client has left: the request's signal ended the reading.
  | "aborted"
  // The stream failed.
  | "interrupted"
  // Code before this one read the body. It is a defect of the host, not of the client.
  | "already_read"
  | "not_utf8"
  | JsonFault;

/** The value of a body and its text, or why it has none. `path` is a JSON Pointer into the body. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly fault: BodyFault; readonly path: string };

/** Limits of one body. */
export interface BodyLimits {
  /** Bytes of the body. The rest of a greater one is not read. */
  readonly maxBytes: number;
  /** Milliseconds until the body must be complete. */
  readonly timeoutMs: DurationMs;
}

/**
 * Reads the body of a request as JSON.
 *
 * A byte order mark at the beginning is ignored, as RFC 8259 §8.1 allows. Every operation refuses more values than are read
 * here: a megabyte of them would take a hundred times as long as a request.
 *
 * @param request - a request whose body was not read yet
 * @param limits - see {@link BodyLimits}
 * @param decimals - JSON Pointers of numbers that keep all their digits: they are decimal text where a number cannot have the
 *   same value
 * @returns the value, which has own properties only, or the fault
 */
export async function readJsonBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
  decimals: readonly string[],
): Promise<JsonBody> {
  const { body, signal } = request;
  if (request.bodyUsed || body?.locked) return refused("already_read");
  if (signal?.aborted || declaredBytes(request.headers) > maxBytes) {
    discard(body);
    return refused(signal?.aborted ? "aborted" : "too_large");
  }
  if (body === null) return refused("empty");
  const reader = body.getReader();
  let stopped: BodyFault | undefined;
  // A cancelled reader ends its pending read.
  const stop = (fault: BodyFault): void => {
    stopped ??= fault;
    discard(reader);
  };
  const leave = (): void => stop("aborted");
  const timer = setTimeout(stop, timeoutMs, "too_slow");
  signal?.addEventListener("abort", leave, ONCE);
  try {
    const text = await readText(reader, maxBytes);
    if (stopped !== undefined) return refused(stopped);
    if (typeof text !== "string") return text;
    return jsonIn(text, decimals);
  } catch {
    // What a stream throws may contain parts of the body, so it is dropped.
    return refused(stopped ?? (signal?.aborted ? "aborted" : "interrupted"));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}

function jsonIn(text: string, decimals: readonly string[]): JsonBody {
  if (text === "") return refused("empty");
  const read = readJsonText(text, textOptions(decimals));
  return read.ok ? { ...read, text } : read;
}

function textOptions(decimals: readonly string[]): JsonTextOptions {
  return { maxValues: MAX_VALUES, exact: decimals.length === 0 ? undefined : { at: decimals, read: exactAmount } };
}

/** Reads until the stream ends or is cancelled. */
async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<string | ReturnType<typeof refused>> {
  const text = strictText();
  // A hostile stream may have chunks at once and without end, also empty ones.
  let pace: ReturnType<typeof pacer> | undefined;
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text.end() ?? refused("not_utf8");
    bytes += value.byteLength;
    if (bytes > maxBytes || !text.add(value)) {
      discard(reader);
      return refused(bytes > maxBytes ? "too_large" : "not_utf8");
    }
    await pace?.();
    pace ??= pacer();
  }
}

/** Decodes chunks of UTF-8. Most bodies are one chunk, which is decoded at once: a decoder of many is slower. */
function strictText() {
  const decoder = new TextDecoder("utf-8", FATAL);
  let first: Uint8Array | undefined;
  let text: string | undefined;
  const orNothing = (decode: () => string): string | undefined => {
    try {
      return decode();
    } catch {
      return undefined;
    }
  };
  return {
    /** Returns false for malformed bytes. */
    add: (chunk: Uint8Array): boolean => {
      if (first === undefined) {
        first = chunk;
        return true;
      }
      const before = text ?? orNothing(() => decoder.decode(first, STREAMED));
      const added = before === undefined ? undefined : orNothing(() => decoder.decode(chunk, STREAMED));
      text = added === undefined ? undefined : `${before}${added}`;
      return text !== undefined;
    },
    /** Returns undefined for malformed bytes. */
    end: (): string | undefined =>
      orNothing(() => (text === undefined ? decoder.decode(first) : text + decoder.decode())),
  };
}

const FATAL = /* @__PURE__ */ bare({ fatal: true });
const STREAMED = /* @__PURE__ */ bare({ stream: true });

function refused(fault: BodyFault): Extract<JsonBody, { readonly ok: false }> {
  return { ok: false, fault, path: "" };
}

/** Returns `Content-Length`, or 0 without a valid one: the bytes that arrive are counted anyway. */
function declaredBytes(headers: Headers): number {
  const text = headers.get("content-length") ?? "";
  return /^\d+$/.test(text) ? Number(text) : 0;
}
