/** Reads query strings into requests of listings and searches (§4.5, §4.6, §4.8). */
import { ComplianceError, readSafely } from "./compliance-error.js";
import { MAX_VALUES } from "./input/read-values.js";
import type { ParseOptions } from "./input/types.js";
import { checkedOptions, hasOnlyProperties } from "./options.js";

/** Properties of requests that are not text, by name. */
const readers: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ...["page", "size", "limit"].map((name) => [name, toNumber] as const),
  ...["delivered", "reviewed", "executed_without_permission"].map((name) => [name, toBoolean] as const),
]);

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

function toNumber(text: string): unknown {
  return INTEGER.test(text) ? Number(text) : text;
}

function toBoolean(text: string): unknown {
  return text === "true" || (text === "false" ? false : text);
}

/** Query parameters: of a URL, as text, as pairs, or parsed by a web framework. */
export type SearchParams =
  | string
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, unknown>>;

/**
 * Reads query parameters into a request of `search` and `list`. `page`, `size` and `limit` become numbers. `delivered`,
 * `reviewed` and `executed_without_permission` become true or false. Other parameters stay text.
 *
 * The operation then reports what is wrong: `page=abc` stays text and is `wrong_type`. A repeated parameter becomes an array
 * and is `wrong_type`. An unknown one is `unknown_property`.
 *
 * @param params - `new URL(request.url).searchParams`, the text `page=1&size=50`, pairs, or an object of texts
 * @param options - `emptyIsAbsent: true` leaves out parameters without a value, such as `limit=`
 * @returns The request. Its type is unknown, because the operation checks it.
 * @throws ComplianceError `invalid_input` for something else than parameters.
 * @example
 * const page = await compliance.vasps.list(fromSearchParams(new URL(request.url).searchParams));
 */
export function fromSearchParams(params: SearchParams, options?: Pick<ParseOptions, "emptyIsAbsent">): unknown {
  const plain = options === undefined && typeof params === "string" ? readPlain(params) : undefined;
  if (plain !== undefined) return plain;
  const names = { emptyIsAbsent: "boolean" } as const;
  const { emptyIsAbsent } = checkedOptions(
    "fromSearchParams",
    options === undefined ? {} : options,
    names,
    invalidInput,
  );
  const values = new Map<string, unknown[]>();
  for (const [name, value] of readSafely(() => pairsOf(params), unreadable)) {
    if (emptyIsAbsent === true && (value === "" || value === null)) continue;
    const read = typeof value === "string" ? readValue(name, value) : value;
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [read]);
    else earlier.push(read);
  }
  // Repeated: all of them, because a choice would hide the mistake.
  return Object.fromEntries(Array.from(values, ([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

function readValue(name: string, text: string): unknown {
  const read = readers.get(name);
  return read === undefined ? text : read(text);
}

/** A query that reads the same before and after decoding, and is short, so that it has few parameters. */
const PLAIN_QUERY = /^\??[\w.~=&-]{0,500}$/;

/** Reads a plain query, whose parameters are not repeated, in a fifth of the time. Undefined for any other. */
function readPlain(text: string): Record<string, unknown> | undefined {
  if (!PLAIN_QUERY.test(text)) return undefined;
  const values: Record<string, unknown> = {};
  for (const part of (text.startsWith("?") ? text.slice(1) : text).split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    // Repeated, or a property of every object.
    if (name in values) return undefined;
    values[name] = readValue(name, at === -1 ? "" : part.slice(at + 1));
  }
  return values;
}

/** Returns the pairs, but not many more than the parser of the request accepts. */
function pairsOf(params: unknown): readonly (readonly [name: string, value: unknown])[] {
  const pairs: (readonly [name: string, value: unknown])[] = [];
  for (const pair of iterableOf(params)) {
    // An iterable of something else, such as texts, or a name without a value.
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string") throw unreadable();
    pairs.push([pair[0], pair[1]]);
    if (pairs.length > MAX_VALUES) break;
  }
  return pairs;
}

function iterableOf(params: unknown): Iterable<unknown> {
  if (typeof params === "string") return new URLSearchParams(params);
  if (typeof params !== "object" || params === null) throw unreadable();
  // The cast: the iterator is called as the statement `for` calls it, and what it throws is caught.
  if (Symbol.iterator in params) return params as Iterable<unknown>;
  // An object of a web framework. A map or a promise has no properties to read.
  if (!hasOnlyProperties(params)) throw unreadable();
  return Object.entries(params);
}

function unreadable(): ComplianceError {
  return invalidInput(
    'fromSearchParams takes URLSearchParams, a text such as "page=1&size=50", pairs, or an object of texts.',
  );
}

function invalidInput(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}
