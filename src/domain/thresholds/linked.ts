/** Transactions that belong together: what is stored of them for the rule LINKED_TRANSACTIONS_BY_COUNTRY. */
import { decimalOf } from "../decimal.js";
import type { AssetCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { own } from "../own.js";
import { compareText } from "../text.js";
import type { AnyTransaction } from "./types.js";

/** An amount of a linked transaction, in a currency or in a crypto-asset. */
export type LinkedAmount =
  | { readonly amount: DecimalText; readonly currency: CurrencyCode; readonly asset?: undefined }
  | { readonly amount: DecimalText; readonly asset: AssetCode; readonly currency?: undefined };

/** What identifies a linked transaction, and its place in time. */
export interface LinkedPlace {
  /** What its caller chose to link transactions by. It may be personal data. */
  readonly link_key: string;
  readonly transaction_id: string;
  /**
   * When it was first evaluated. Of a transfer: when it was last decided, or executed if that is later. ISO 8601 with offset,
   * milliseconds, UTC.
   */
  readonly time: string;
}

/** One evaluation of a linked transaction. */
export interface LinkedEvaluation extends LinkedPlace {
  readonly amount: LinkedAmount;
}

/** A stored transaction that counts towards the sum of its link key. */
export interface LinkedTransaction extends LinkedPlace {
  /** Every amount that it was evaluated with, in the order of the first evaluations. Only the largest counts. */
  readonly amounts: readonly LinkedAmount[];
}

/** A change of a linked transaction after a decision or an execution. Its `time` is that at which this happened. */
export interface LinkedUpdate extends LinkedPlace {
  /** Amounts that count, one or more. */
  readonly amounts: readonly LinkedAmount[];
  /** Amounts that count no longer. None of them is in `amounts`. Every other stored amount stays. */
  readonly removed: readonly LinkedAmount[];
}

/**
 * Returns the transaction after an evaluation: a new one, or the stored one with the amount added. No amount is removed.
 *
 * @param stored - the stored transaction with this link key and transaction id
 * @param evaluation - the evaluation
 * @param movesTime - whether its time replaces an earlier one; otherwise the time of the first evaluation stays
 * @returns the transaction to store; `stored` itself if nothing changes
 * @example
 * const after = addLinkedAmount(rows.get(id), evaluation);
 */
export function addLinkedAmount(
  stored: LinkedTransaction | undefined,
  evaluation: LinkedEvaluation,
  movesTime = false,
): LinkedTransaction {
  const { link_key, transaction_id, time, amount } = evaluation;
  if (stored === undefined) return { link_key, transaction_id, time, amounts: [amount] };
  const isLater = movesTime && time > stored.time;
  if (hasAmount(stored.amounts, amount) && !isLater) return stored;
  return { ...stored, ...(isLater && { time }), amounts: withAmounts(stored.amounts, [amount]) };
}

/**
 * Returns the transaction after a decision or an execution. Its time is the later one.
 *
 * @param stored - the stored transaction with this link key and transaction id
 * @param update - what counts from now on
 * @returns the transaction to store
 * @example
 * const after = updateLinked(rows.get(id), update);
 */
export function updateLinked(stored: LinkedTransaction | undefined, update: LinkedUpdate): LinkedTransaction {
  const { link_key, transaction_id, time, amounts, removed } = update;
  if (stored === undefined) return { link_key, transaction_id, time, amounts };
  const kept = withAmounts(withoutAmounts(stored.amounts, removed), amounts);
  return { ...stored, ...(time > stored.time && { time }), amounts: kept };
}

/** Returns the amounts, and those of the others that they lack, each once. */
export function withAmounts(
  amounts: readonly LinkedAmount[],
  others: readonly LinkedAmount[],
): readonly LinkedAmount[] {
  const all = [...amounts];
  for (const other of others) if (!hasAmount(all, other)) all.push(other);
  return all;
}

/** Returns the amounts that are not among the others. */
export function withoutAmounts(
  amounts: readonly LinkedAmount[],
  others: readonly LinkedAmount[],
): readonly LinkedAmount[] {
  return amounts.filter((amount) => !hasAmount(others, amount));
}

function hasAmount(amounts: readonly LinkedAmount[], amount: LinkedAmount): boolean {
  return amounts.some((each) => isSameAmount(each, amount));
}

function isSameAmount(a: LinkedAmount, b: LinkedAmount): boolean {
  return a.amount === b.amount && own(a, "currency") === own(b, "currency") && own(a, "asset") === own(b, "asset");
}

/** Compares by link key, then time, then transaction id, in code units. */
export function compareLinked(a: LinkedPlace, b: LinkedPlace): number {
  return (
    compareText(a.link_key, b.link_key) ||
    compareText(a.time, b.time) ||
    compareText(a.transaction_id, b.transaction_id)
  );
}

/**
 * Returns the transactions sorted, in a new array: oldest `time` first, ties by transaction_id in code units.
 *
 * @param transactions - transactions of one link key
 * @returns a new array
 * @example
 * return sortLinked(rows.filter(({ link_key }) => link_key === query.link_key));
 */
export function sortLinked(transactions: Iterable<LinkedTransaction>): LinkedTransaction[] {
  return [...transactions].sort(compareLinked);
}

/** Returns the amount of a transaction as it is stored. Amounts of equal value have one text: 3000, "3000" and "3000.00". */
export function linkedAmountOf(transaction: AnyTransaction): LinkedAmount {
  const amount = decimalOf(transaction.amount).toFixed();
  const asset = own(transaction, "asset");
  return asset === undefined ? { amount, currency: String(transaction.currency) } : { amount, asset };
}
