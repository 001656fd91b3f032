/** The transaction and the pending message of TRISA's payload, as protojson and as the compact JSON of webhooks. */
import type { Result } from "../domain/result.js";
import { parseTimestamp } from "../domain/timestamp.js";
import { type JsonObject, Message, memberOf } from "./message.js";
import { resultOf, type TravelIssueCode } from "./travel-issue.js";
import { checkWrittenExtra, exactAmount, extraText, numberText, readExtra } from "./trisa-extra.js";
import { isTrisaForm, type TrisaForm, withoutType, withType } from "./trisa-form.js";

/** A transaction. TRISA requires none of its texts. */
export interface TrisaTransaction {
  /** Identifier of the transaction on its chain. */
  readonly txid?: string;
  /** Address of the originator. */
  readonly originator?: string;
  /** Address of the beneficiary. */
  readonly beneficiary?: string;
  /** Exact decimal text: `"0.46602501"`. TRISA has a double, so the exact amount is in `extra_json` too. */
  readonly amount: string;
  /** The chain: `"BTC"`. */
  readonly network?: string;
  /** Time with offset (RFC 3339). */
  readonly timestamp?: string;
  /** The asset, on a chain with several. */
  readonly asset_type?: string;
  /** Memo or destination tag. */
  readonly tag?: string;
  /** The object in `extra_json`, without `amount`. Its numbers are doubles. */
  readonly extra?: JsonObject;
}

/** The message that an answer comes later. TRISA requires none of its properties. */
export interface TrisaPending {
  readonly envelope_id?: string;
  /** Name of the recipient. */
  readonly received_by?: string;
  /** Time with offset (RFC 3339), as the other times. */
  readonly received_at?: string;
  /** Free text. It can be personal data. */
  readonly message?: string;
  /** The answer comes before this time. */
  readonly reply_not_after?: string;
  /** The answer comes after this time. Envoy also sends one after `reply_not_after`: the order is not checked. */
  readonly reply_not_before?: string;
  /** The object in `extra_json`. Its numbers are doubles. */
  readonly extra?: JsonObject;
  /** The transaction of the request. */
  readonly transaction?: TrisaTransaction;
}

const TRANSACTION = "trisa.data.generic.v1beta1.Transaction";
const PENDING = "trisa.data.generic.v1beta1.Pending";

/**
 * Returns a transaction for TRISA's payload. `amount` is a number, and `extra_json` has the exact amount:
 * `{"amount":"0.46602501"}`, beside your extra data.
 *
 * @param transaction - the transaction
 * @param form - `"protojson"`, with `@type`, or `"compact"`, for webhooks
 * @returns the transaction, for `JSON.stringify`, or every issue
 * @example
 * const written = toTrisaTransaction({ originator, beneficiary, amount: "0.46602501", network: "BTC" }, "protojson");
 * if (written.ok) payload.transaction = written.value;
 */
export function toTrisaTransaction(
  transaction: TrisaTransaction,
  form: TrisaForm,
): Result<JsonObject, TravelIssueCode> {
  const message = new Message("TRISA Transaction");
  const copy = isTrisaForm(form, message) ? message.copyOfObject(transaction) : undefined;
  const body = copy && writtenTransaction(copy, "", message);
  return resultOf(message.issues, () => withType(body ?? {}, TRANSACTION, form));
}

/**
 * Parses and checks a transaction of TRISA's payload, in both forms. Never throws because of it.
 *
 * @param transaction - its text, which keeps all digits of `amount`, or what `JSON.parse` returned; with `@type` or
 *   without
 * @returns the transaction, or every issue. Empty texts are absent. `amount` is that of `extra_json` if it equals the
 *   number within the precision of a double; otherwise `amount_contradicts`
 * @example
 * const parsed = parseTrisaTransaction(payload.transaction);
 * if (parsed.ok) check(parsed.value.amount, parsed.value.network);
 */
export function parseTrisaTransaction(transaction: unknown): Result<TrisaTransaction, TravelIssueCode> {
  const message = new Message("TRISA Transaction");
  const copy = message.copyOf(transaction, { at: ["/amount"], read: literal });
  const read = copy && readTransaction(withoutType(copy, TRANSACTION, message), "", message);
  // Without issues, every property was read.
  return resultOf(message.issues, () => read as unknown as TrisaTransaction);
}

/**
 * Returns a pending message for TRISA's payload, in the place of the transaction.
 *
 * @param pending - the message
 * @param form - `"protojson"`, with `@type`, or `"compact"`, for webhooks
 * @returns the message, for `JSON.stringify`, or every issue
 * @example
 * const written = toTrisaPending({ envelope_id, received_by: "Compliance", reply_not_after }, "protojson");
 * if (written.ok) payload.transaction = written.value;
 */
export function toTrisaPending(pending: TrisaPending, form: TrisaForm): Result<JsonObject, TravelIssueCode> {
  const message = new Message("TRISA Pending");
  const copy = isTrisaForm(form, message) ? message.copyOfObject(pending) : undefined;
  if (copy === undefined) return { ok: false, issues: message.issues };
  message.checkNames(copy, "", [...pendingTexts, "extra", "transaction"]);
  const texts = readTexts(copy, pendingTexts, "", message);
  const extra = checkWrittenExtra(memberOf(copy, "extra"), "/extra", message);
  const given = objectAt(copy, "transaction", message);
  const transaction = given && { transaction: writtenTransaction(given, "/transaction", message) };
  const body = { ...texts, ...extraText(extra, "/extra", message), ...transaction };
  return resultOf(message.issues, () => withType(body, PENDING, form));
}

/**
 * Parses and checks a pending message of TRISA's payload, in both forms. Never throws because of it.
 *
 * @param pending - its text, which keeps all digits of `amount`, or what `JSON.parse` returned; with `@type` or without
 * @returns the message, or every issue. Empty texts are absent. The transaction is read as by
 *   {@link parseTrisaTransaction}
 * @example
 * const parsed = parseTrisaPending(payload.transaction);
 * if (parsed.ok) remindAt(parsed.value.reply_not_after);
 */
export function parseTrisaPending(pending: unknown): Result<TrisaPending, TravelIssueCode> {
  const message = new Message("TRISA Pending");
  const typed = message.copyOf(pending, { at: ["/transaction/amount"], read: literal });
  if (typed === undefined) return { ok: false, issues: message.issues };
  const copy = withoutType(typed, PENDING, message);
  message.checkNames(copy, "", [...pendingTexts, "extra_json", "transaction"]);
  const texts = readTexts(copy, pendingTexts, "", message);
  const extra = readExtra(memberOf(copy, "extra_json"), "/extra_json", message);
  const given = objectAt(copy, "transaction", message);
  const transaction = given && { transaction: readTransaction(given, "/transaction", message) };
  // Without issues, every property was read.
  return resultOf(
    message.issues,
    () => ({ ...texts, ...(extra && { extra }), ...transaction }) as unknown as TrisaPending,
  );
}

const transactionTexts = ["txid", "originator", "beneficiary", "network", "timestamp", "asset_type", "tag"];
const pendingTexts = ["envelope_id", "received_by", "received_at", "message", "reply_not_after", "reply_not_before"];
const times = ["timestamp", "received_at", "reply_not_after", "reply_not_before"];

/** Longest text for people. */
const MAX_NOTE = 10_000;

function writtenTransaction(copy: JsonObject, path: string, message: Message): JsonObject {
  message.checkNames(copy, path, [...transactionTexts, "amount", "extra"]);
  const texts = readTexts(copy, transactionTexts, path, message);
  const amount = exactAmount(memberOf(copy, "amount"), `${path}/amount`, message);
  const extra = checkWrittenExtra(memberOf(copy, "extra"), `${path}/extra`, message, amount);
  if (amount === undefined) return texts;
  // The exact amount is first, where people see it.
  const both = { amount, ...extra };
  return { ...texts, amount: Number(amount), ...extraText(both, `${path}/extra`, message) };
}

function readTransaction(copy: JsonObject, path: string, message: Message): JsonObject {
  message.checkNames(copy, path, [...transactionTexts, "amount", "extra_json"]);
  const texts = readTexts(copy, transactionTexts, path, message);
  const number = numberText(memberOf(copy, "amount"), `${path}/amount`, message);
  const { amount, ...extra } = readExtra(memberOf(copy, "extra_json"), `${path}/extra_json`, message, number) ?? {};
  return {
    ...texts,
    amount: amount ?? number ?? null,
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function readTexts(copy: JsonObject, names: readonly string[], path: string, message: Message): JsonObject {
  const entries = names.flatMap((name) => {
    const at = `${path}/${name}`;
    const text = message.optionalText(memberOf(copy, name), at, name === "message" ? MAX_NOTE : undefined);
    if (text === undefined) return [];
    if (times.includes(name) && !(text.includes("T") && parseTimestamp(text) !== undefined)) {
      message.add(at, "not_a_timestamp", `${name} must be a time with offset (2026-11-22T08:00:00Z).`);
    }
    return [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

function objectAt(copy: JsonObject, name: string, message: Message): JsonObject | undefined {
  const value = memberOf(copy, name);
  if (value === undefined || value === null) return undefined;
  return message.object(value, `/${name}`, Object.keys(Object(value)));
}

/** In the copy, the text of a number has its place: both are amounts in protojson. */
function literal(text: string): string {
  return text;
}
