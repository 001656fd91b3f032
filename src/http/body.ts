/** Bodies of requests: JSON (RFC 8259), read within limits of bytes, time and nesting. No fault repeats a part of a body. */
import { discard } from "../adapters/transport/body.js";
import { pacer } from "../adapters/turns.js";
import { isDecimalText, MAX_DIGITS } from "../domain/decimal-text.js";
import type { DecimalText, DurationMs } from "../domain/identifiers/codes.js";
import { MAX_VALUES } from "../domain/input/read-values.js";
import { bare, ONCE } from "../domain/own.js";

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
  | "not_json"
  // An object has a name twice. Parsers disagree about which value counts.
  | "duplicate_name"
  | "too_deep"
  | "too_many_names";

/** The value of a body, or why it has none. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: BodyFault };

/** Limits of one body. */
export interface BodyLimits {
  /** Bytes of the body. The rest of a greater one is not read. */
  readonly maxBytes: number;
  /** Milliseconds until the body must be complete. */
  readonly timeoutMs: DurationMs;
}

/** Far more than any request has. Text of deeper nesting could end in a stack overflow. */
const MAX_DEPTH = 32;

/** Every operation refuses more values. A megabyte of names would take a hundred times as long as a request. */
const MAX_NAMES = MAX_VALUES;

/**
 * Reads the body of a request as JSON.
 *
 * A byte order mark at the beginning is ignored, as RFC 8259 §8.1 allows. The amount of a transaction (§4.9) keeps all its
 * digits: it is decimal text where a number cannot have the same value.
 *
 * @param request - a request whose body was not read yet
 * @param limits - see {@link BodyLimits}
 * @returns the value, which has own properties only, or the fault
 */
export async function readJsonBody(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<JsonBody> {
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
    return text === "" ? refused("empty") : parseJson(text);
  } catch {
    // What a stream throws may contain parts of the body, so it is dropped.
    return refused(stopped ?? (signal?.aborted ? "aborted" : "interrupted"));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
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
  return { ok: false, fault };
}

/** Returns `Content-Length`, or 0 without a valid one: the bytes that arrive are counted anyway. */
function declaredBytes(headers: Headers): number {
  const text = headers.get("content-length") ?? "";
  return /^\d+$/.test(text) ? Number(text) : 0;
}

/**
 * Parses JSON text. `JSON.parse` makes the value, so that a name such as `__proto__` is an own property like any other. What
 * it cannot report is found in the text: duplicate names, deep nesting and the digits of an amount.
 */
export function parseJson(text: string): JsonBody {
  const found = scan(text);
  if (found === undefined) return refused("too_deep");
  if (found.names > MAX_NAMES) return refused("too_many_names");
  const parsed = parseOrNothing(text);
  if (parsed === undefined) return refused("not_json");
  const { value } = parsed;
  if (countNames(value) < found.names) return refused("duplicate_name");
  if (found.amount !== undefined) setAmount(value, exactAmount(found.amount));
  return { ok: true, value };
}

function parseOrNothing(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // The message repeats parts of the text.
    return undefined;
  }
}

/** What the text of a value has beyond the value. Of no meaning for a text that is not JSON. */
interface Scan {
  /** Names of all its objects, counted as often as they occur. */
  readonly names: number;
  /** The literal of the number at `/transaction/amount`. */
  readonly amount: string | undefined;
}

const numberLiteral = /[\t\n\r ]*(-?[\d.eE+-]+)/y;

/** Returns undefined for a text that is nested too deeply. */
function scan(text: string): Scan | undefined {
  let names = 0;
  let amount: string | undefined;
  let depth = 0;
  let isInTransaction = false;
  /** Where the last string begins and ends: before a colon, a name. */
  let start = 0;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        start = at;
        end = endOfString(text, at + 1);
        at = end;
        break;
      case "{":
      case "[":
        depth += 1;
        if (depth > MAX_DEPTH) return undefined;
        break;
      case "}":
      case "]":
        depth -= 1;
        break;
      case ":":
        names += 1;
        if (depth === 1) isInTransaction = isName("transaction", text, start, end);
        if (depth === 2 && isInTransaction && isName("amount", text, start, end)) {
          numberLiteral.lastIndex = at + 1;
          amount = numberLiteral.exec(text)?.[1];
        }
    }
  }
  return { names, amount };
}

/** Returns where the closing quote is, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}

/** Returns whether the string between two quotes is a name. Its letters may be escaped. */
function isName(name: string, text: string, start: number, end: number): boolean {
  const string = text.slice(start, end + 1);
  if (!string.includes("\\")) return string === `"${name}"`;
  return parseOrNothing(string)?.value === name;
}

/** Counts the names of all objects. A name that an object has twice counts once. Calls itself at most `MAX_DEPTH` times. */
function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let names = Array.isArray(value) ? 0 : values.length;
  for (const each of values) names += countNames(each);
  return names;
}

/** Replaces the amount of a value that has one in its text. */
function setAmount(value: unknown, amount: number | DecimalText): void {
  Reflect.set(Reflect.get(Object(value), "transaction"), "amount", amount);
}

/**
 * Returns the amount of a JSON number for the threshold engine, which reads a number as its shortest literal.
 *
 * @param literal - a number of JSON: `3000.00`, `1e3`, `-0`
 * @returns the number if its shortest literal has the same value; otherwise decimal text. A value of more than 100 digits
 *   that no number has is returned as it is, and the rules of an amount reject it.
 */
export function exactAmount(literal: string): number | DecimalText {
  const number = Number(literal);
  const shortest = String(number);
  if (shortest === literal) return number;
  const exact = digitsOf(literal);
  const read = digitsOf(shortest);
  if (exact.digits === read.digits && exact.integers === read.integers) return number;
  const sign = literal.startsWith("-") ? "-" : "";
  const unsigned = literal.slice(sign.length);
  return isDecimalText(unsigned) ? literal : sign + (plainDigits(exact) ?? unsigned);
}

/** An amount without its sign: 0.d₁d₂… × 10ⁱ. */
interface Digits {
  /** Without zeros at both ends; empty for 0. */
  readonly digits: string;
  /** How many digits stand before the point; 0 or less for a fraction. */
  readonly integers: number;
}

/** Reads a literal of JSON or of JavaScript; `Infinity` has the digits of no number. */
function digitsOf(literal: string): Digits {
  const [mantissa = "", exponent = "0"] = literal.replace(/^-/, "").toLowerCase().split("e");
  const [integer = "", fraction = ""] = mantissa.split(".");
  const all = integer + fraction;
  let first = 0;
  while (all.charAt(first) === "0") first += 1;
  let last = all.length;
  while (last > first && all.charAt(last - 1) === "0") last -= 1;
  const digits = all.slice(first, last);
  return { digits, integers: digits === "" ? 0 : integer.length - first + Number(exponent) };
}

/** Returns undefined for more digits than decimal text may have. */
function plainDigits({ digits, integers }: Digits): DecimalText | undefined {
  if (Math.abs(integers) > MAX_DIGITS) return undefined;
  const leading = "0".repeat(Math.max(0, 1 - integers));
  const all = (leading + digits).padEnd(integers, "0");
  const point = Math.max(integers, 1);
  const text = all.length > point ? `${all.slice(0, point)}.${all.slice(point)}` : all;
  return isDecimalText(text) ? text : undefined;
}
