/** The rule LINKED_TRANSACTIONS_BY_COUNTRY: the sum of linked transactions against the threshold of a country. */
import { ComplianceError } from "../domain/compliance-error.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { bare, own } from "../domain/own.js";
import {
  type LinkedAmount,
  type LinkedEvaluation,
  type LinkedTransaction,
  linkedAmountOf,
  sortLinked,
} from "../domain/thresholds/linked.js";
import { decideLinked, type LinkedItem, type LinkedLeg, legOf } from "../domain/thresholds/linked-sum.js";
import type { AnyTransaction, LinkedDecision, ThresholdDecision } from "../domain/thresholds/types.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { LinkedTransactionRepository } from "../ports/storage.js";
import { unlessAborted } from "./abort.js";
import type { LinkedTransactionLimits } from "./linked-options.js";
import type { Rule } from "./threshold-rule.js";

/** What the rule needs. */
export interface LinkedRuleDeps {
  readonly linked: LinkedTransactionRepository;
  readonly linkedTransactions: LinkedTransactionLimits;
}

/**
 * Creates the rule. The transaction is stored before the sum is read, so of two concurrent evaluations at least one finds
 * both transactions.
 *
 * @param byCountry - the rule THRESHOLD_BY_COUNTRY, with thresholds, rates and prices
 * @param movesTime - whether a repeated evaluation moves the time of its transaction
 */
export function linkedByCountry(
  byCountry: Rule,
  { linked, linkedTransactions }: LinkedRuleDeps,
  movesTime: boolean,
): Rule<LinkedDecision> {
  const { retentionMs, ...rest } = linkedTransactions;
  const limits = { ...rest, movesTime };
  const { windowMs } = limits;
  const removeExpired = pruner(linked, retentionMs);
  return async (transaction, at, abort) => {
    // The cast: a request with this rule and without a link_key has an issue.
    const link_key = own(transaction, "link_key") as string;
    // First, because a transaction that cannot be decided alone must not be stored: no sum with it could be decided.
    const alone = await byCountry(transaction, at, abort);
    const { transaction_id } = transaction;
    const given = { link_key, transaction_id, time: toIsoOffset(at), amount: linkedAmountOf(transaction) };
    const { stored, transactions } = await unlessAborted(() => record(linked, given, limits), abort);
    const legs = new Map([[unitOf(given.amount), legOf(alone)]]);
    const newLeg = async (unit: string, amount: LinkedAmount): Promise<LinkedLeg> => {
      const leg = legOf(sameThreshold(alone, await byCountry(oneOf(transaction, amount), at, abort)));
      legs.set(unit, leg);
      return leg;
    };
    const items: LinkedItem[] = [];
    for (const { time, amounts } of transactions) {
      const withLegs: LinkedItem["amounts"][number][] = [];
      for (const amount of amounts) {
        const unit = unitOf(amount);
        withLegs.push({ amount: amount.amount, leg: legs.get(unit) ?? (await newLeg(unit, amount)) });
      }
      items.push({ time, amounts: withLegs });
    }
    const decision = decideLinked({ alone, time: stored.time, items, window: windowMs });
    await removeExpired(at);
    return decision;
  };
}

/** Returns the decision about another unit. All amounts of a sum must be in one currency. */
function sameThreshold(alone: ThresholdDecision, decision: ThresholdDecision): ThresholdDecision {
  if (alone.currency === decision.currency && alone.threshold === decision.threshold) return decision;
  const message = "The source of thresholds changed a threshold during the evaluation. Evaluate the transaction again.";
  throw new ComplianceError("provider_unreadable", message);
}

/** Stores the evaluation, then finds the transactions that can be in a period with it. */
async function record(
  linked: LinkedTransactionRepository,
  evaluation: LinkedEvaluation,
  {
    windowMs,
    maxTransactions,
    movesTime,
  }: Omit<LinkedTransactionLimits, "retentionMs"> & { readonly movesTime: boolean },
): Promise<{ readonly stored: LinkedTransaction; readonly transactions: readonly LinkedTransaction[] }> {
  const stored = await linked.add(evaluation, movesTime);
  const { link_key, transaction_id } = evaluation;
  const time = Date.parse(stored.time);
  const [from, to] = [time - windowMs, time + windowMs].map((limit) => toIsoOffset(new Date(limit)));
  const found = await linked.within({ link_key, from: String(from), to: String(to), limit: maxTransactions + 1 });
  // Missing only if another process has removed it as expired, with another retention or clock.
  const isFound = found.some((each) => each.transaction_id === transaction_id);
  const transactions = isFound ? found : sortLinked([...found, stored]);
  // Which of too many transactions were found is up to the storage. So their sum decides nothing.
  const count = transactions.reduce((sum, { amounts }) => sum + amounts.length, 0);
  if (count > maxTransactions) throw tooMany(maxTransactions);
  return { stored, transactions };
}

function tooMany(maxTransactions: number): ComplianceError {
  const message =
    `More than ${maxTransactions} transactions with this link_key are within linkedTransactions.windowMs of this one. ` +
    "Hold it. Raise linkedTransactions.maxTransactions, or choose link keys with fewer transactions.";
  return new ComplianceError("linked_limit_exceeded", message);
}

/** Returns the name of the currency or the asset of an amount. No currency begins with "=". */
function unitOf(amount: LinkedAmount): string {
  const asset = own(amount, "asset");
  return asset === undefined ? `${amount.currency}` : `=${asset}`;
}

/** Returns a transaction in the unit of an amount: its decision has the rates of that unit, and its price. */
function oneOf({ transaction_id, country }: AnyTransaction, amount: LinkedAmount): AnyTransaction {
  const common = { transaction_id, country, amount: 0 };
  const { currency, asset } = bare(amount);
  return asset === undefined ? { ...common, currency } : { ...common, asset };
}

/** Expired transactions are removed after so many evaluations, so that none has to remove many. */
const EVALUATIONS = 100;
const HOUR: DurationMs = 60 * 60 * 1000;

/** Returns a function that removes expired transactions now and then. A failure changes no decision. */
function pruner(linked: LinkedTransactionRepository, retentionMs: DurationMs): (at: Date) => Promise<void> {
  let evaluations = 0;
  let last = Number.NEGATIVE_INFINITY;
  return async (at) => {
    evaluations += 1;
    const time = at.getTime();
    if (evaluations < EVALUATIONS && time - last < HOUR) return;
    [evaluations, last] = [0, time];
    // The next round tries again. The option observe reports the failure.
    await linked.prune(toIsoOffset(new Date(time - retentionMs))).catch(() => undefined);
  };
}
