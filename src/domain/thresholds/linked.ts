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
  /** When it was first evaluated: ISO 8601 with offset, milliseconds, UTC. */
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

/**
 * Returns the transaction after an evaluation: a new one, or the stored one with the amount added. The time of the first
 * evaluation stays.
 *
 * @param stored - the stored transaction with this link key and transaction id
 * @param evaluation - the evaluation
 * @param isLatest - whether only this amount counts from now on, in place of all earlier ones
 * @returns the transaction to store; `stored` itself if it has this amount already
 * @example
 * const after = addLinkedAmount(rows.get(id), evaluation);
 */
export function addLinkedAmount(
  stored: LinkedTransaction | undefined,
  evaluation: LinkedEvaluation,
  isLatest = false,
): LinkedTransaction {
  const { link_key, transaction_id, time, amount } = evaluation;
  if (stored === undefined) return { link_key, transaction_id, time, amounts: [amount] };
  const { amounts } = stored;
  const isKnown = amounts.some((each) => isSameAmount(each, amount));
  if (isLatest) return isKnown && amounts.length === 1 ? stored : { ...stored, amounts: [amount] };
  return isKnown ? stored : { ...stored, amounts: [...amounts, amount] };
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
