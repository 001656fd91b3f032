/** Amounts of TRISA: a double, and beside it the exact decimal in the JSON text `extra_json`. */
import { isDecimalText } from "../domain/decimal-text.js";
import { type JsonObject, type JsonValue, Message } from "./message.js";
import { decimalOf, MALFORMED } from "./trp-amount.js";

/** A number of JSON without a sign. protojson also has it as text. */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the amount of a received message, a number or its text, as decimal text; undefined after adding an issue. */
export function numberText(value: JsonValue | undefined, path: string, message: Message): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return message.missing(value, path, "a number or a text");
  const given = String(value);
  const text = NUMBER.test(given) ? decimalOf(given) : undefined;
  return text !== undefined && isDecimalText(text) ? text : message.add(path, "amount_malformed", MALFORMED);
}

/** Returns the exact amount of a message to send in normal form; undefined after adding an issue. */
export function exactAmount(value: JsonValue | undefined, path: string, message: Message): string | undefined {
  if (typeof value !== "string") return message.missing(value, path, "a decimal text");
  return isDecimalText(value) ? decimalOf(value) : message.add(path, "amount_malformed", MALFORMED);
}

/**
 * Returns the object in `extra_json`; undefined for an empty one and after adding issues.
 *
 * @param number - the amount of the transaction. `amount` of the object must equal it as a double, and is decimal text
 *   in the result
 */
export function readExtra(
  value: JsonValue | undefined,
  path: string,
  message: Message,
  number?: string,
): JsonObject | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") return message.missing(value, path, "a text with an object of JSON");
  const copy = objectIn(value, path, message);
  if (copy === undefined || Object.keys(copy).length === 0) return undefined;
  if (number === undefined || !Object.hasOwn(copy, "amount")) return copy;
  const amount = numberText(copy["amount"], path, message);
  if (amount === undefined) return undefined;
  if (!isSameDouble(amount, number)) return message.add(path, "amount_contradicts", CONTRADICTS);
  return { ...copy, amount };
}

const CONTRADICTS =
  "The amount in the extra data is another one than the amount beside it. Ask the sender which is right.";

/** Reads the text. Its issues have the path of the text, because a pointer does not lead into a text. */
function objectIn(text: string, path: string, message: Message): JsonObject | undefined {
  const inner = new Message("");
  const copy = inner.copyOf(text, { at: ["/amount"], read: (literal) => literal });
  for (const { code, params } of inner.issues) message.add(path, code, UNREADABLE, params);
  return copy;
}

const UNREADABLE = "The text must be an object of JSON, within the limits of a message.";

/** Few units of the last binary digit: the sender may have computed its double. */
function isSameDouble(a: string, b: string): boolean {
  const [one, other] = [Number(a), Number(b)];
  return Math.abs(one - other) <= Math.max(one, other) * 4 * Number.EPSILON;
}

/**
 * Returns the extra data of a message to send; undefined without any and after adding an issue.
 *
 * @param amount - the amount of the transaction, which an `amount` in the data must equal
 */
export function checkWrittenExtra(
  value: JsonValue | undefined,
  path: string,
  message: Message,
  amount?: string,
): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  const extra = message.object(value, path, Object.keys(Object(value)));
  if (extra === undefined || amount === undefined || !Object.hasOwn(extra, "amount")) return extra;
  const { amount: own, ...rest } = extra;
  const text = numberText(own, `${path}/amount`, message);
  if (text !== undefined && text !== amount) message.add(`${path}/amount`, "amount_contradicts", CONTRADICTS);
  return rest;
}

/** Returns `extra_json` with the data, if there is any. Data that a reader would refuse is an issue. */
export function extraText(extra: JsonObject | undefined, path: string, message: Message): JsonObject {
  if (extra === undefined || Object.keys(extra).length === 0) return {};
  const text = JSON.stringify(extra);
  objectIn(text, path, message);
  return { extra_json: text };
}
