/** Evaluates the stored result of a rule again, from its decision alone (§4.9). */
import { decimalOf } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isDuration } from "../options.js";
import { bare, own } from "../own.js";
import type { AppliedPrice, PriceTable } from "../prices/types.js";
import { createThresholdEngine } from "../thresholds/engine.js";
import { decideLinked, type LinkedItem, legOf } from "../thresholds/linked-sum.js";
import type {
  LinkedDecision,
  LinkedSum,
  LinkedSumAmount,
  RateTable,
  RuleResult,
  ThresholdDecision,
} from "../thresholds/types.js";

/**
 * Decides a stored result of a rule again. Everything that a decision depends on is in it, also after a round trip through
 * JSON. Of linked transactions, it has the sum of each currency and asset; these sums are added up again.
 *
 * @param result - stored result, possibly from a file that somebody changed
 * @returns the decision, equal to the stored one unless that was changed; undefined if it cannot be evaluated
 * @example
 * const isRight = isSameData(replayedDecision(result), result.decision);
 */
export function replayedDecision(result: RuleResult): RuleResult["decision"] | undefined {
  try {
    const { rule_code, decision } = bare(result);
    if (rule_code === "THRESHOLD_BY_COUNTRY") return evaluatedAgain(decision);
    return rule_code === "LINKED_TRANSACTIONS_BY_COUNTRY" ? addedUpAgain(decision) : undefined;
  } catch {
    // A file may contain anything. What the engine refuses has no decision.
    return undefined;
  }
}

/** Returns a price table of the one price that was applied. */
export function priceTableOf({ asset, price, currency, source, time }: AppliedPrice): PriceTable {
  return { currency, source, time, prices: { [asset]: price } };
}

/** The properties of a decision that it follows from. */
type Facts = Pick<
  ThresholdDecision,
  | "amount"
  | "amount_currency"
  | "price"
  | "country"
  | "currency"
  | "threshold"
  | "operator"
  | "citation"
  | "official"
  | "rate"
>;

/** @throws ComplianceError as the engine does, or TypeError for other data than {@link Facts} */
function evaluatedAgain(decision: Facts): ThresholdDecision {
  const { amount, amount_currency, price, country, currency, threshold, operator, citation, official, rate } =
    bare(decision);
  const engine = createThresholdEngine({
    thresholds: { [country]: { amount: configuredAs(threshold), currency, operator, citation } },
    // In the currency of the threshold, the engine shows no further amounts.
    officialCurrencies: { [country]: official?.currency ?? currency },
    rates: rateTableOf({ amount_currency, currency, rate, official }),
    prices: price && priceTableOf(price),
  });
  const common = { transaction_id: "", country };
  return engine.evaluate(
    price === undefined
      ? { ...common, amount, currency: amount_currency }
      : { ...common, amount: price.asset_amount, asset: price.asset },
  );
}

/** Returns the threshold: its text, or the number whose digits are too many for decimal text, such as 5e-324. */
function configuredAs(threshold: DecimalText): DecimalText | number {
  if (isDecimalText(threshold)) return threshold;
  const number = Number(threshold);
  return decimalOf(number).toFixed() === threshold ? number : threshold;
}

type Legs = Pick<ThresholdDecision, "amount_currency" | "currency" | "rate"> & {
  readonly official: ThresholdDecision["official"] | undefined;
};

/** Returns the rates of the decision, and those of its official amounts, which are from the same table. */
function rateTableOf({ amount_currency, currency, rate, official }: Legs): RateTable | undefined {
  const head = rate ?? official?.rate;
  if (head === undefined) return undefined;
  const { base, date, source } = head;
  const shown: Rate[] = official
    ? [
        [currency, official.rate.from],
        [official.currency, official.rate.to],
      ]
    : [];
  const applied: Rate[] = rate
    ? [
        [amount_currency, rate.from],
        [currency, rate.to],
      ]
    : [];
  return { base, date, source, rates: Object.fromEntries([...shown, ...applied]) };
}

type Rate = readonly [currency: CurrencyCode, rate: DecimalText];

/**
 * Adds up the sums of a decision again. Each sum counts as one transaction, and every other transaction as zero. The first
 * one is at the first time of the period and all others at the last, so their period is the stored one.
 */
function addedUpAgain(decision: LinkedDecision): LinkedDecision | undefined {
  const { linked } = bare(decision);
  if (!canBeAddedUp(linked)) return undefined;
  const { transactions, window, first_at, last_at, amounts } = linked;
  const sums = amounts.map((each) => sumOf(each, decision));
  const [first] = sums;
  if (first === undefined) return undefined;
  const zero = { ...first, amount: "0" };
  const items = Array.from({ length: transactions }, (_, index): LinkedItem => {
    return { time: index === 0 ? first_at : last_at, amounts: [sums[index] ?? zero] };
  });
  return decideLinked({ alone: evaluatedAgain(decision), time: first_at, items, window });
}

/** Returns a sum with the rate and the price of its currency or asset, which a decision about zero has. */
function sumOf(part: LinkedSumAmount, decision: LinkedDecision): LinkedItem["amounts"][number] {
  const { amount: product, amount_currency, rate } = bare(part);
  const { country, currency, threshold } = bare(decision);
  const price = own(part, "price");
  const about = { amount: "0", amount_currency, rate, country, currency, threshold };
  const leg = legOf(evaluatedAgain(price ? { ...about, price: { ...price, asset_amount: "0" } } : about));
  const amount = price ? price.asset_amount : product;
  if (typeof amount !== "string" || !SUM.test(amount)) throw new TypeError("A sum is no decimal number.");
  return { amount, leg };
}

/** An exact sum may have more digits than decimal text: numbers have up to 309 before the point, and 324 after it. */
const SUM = /^(?:0|[1-9]\d{0,399})(?:\.\d{1,400})?$/;

/** The highest value of the option `linkedTransactions.maxTransactions`. */
const MAX_TRANSACTIONS = 1_000_000;

/** Digits of all rates together: about 180 currencies (ISO 4217) of 22 digits each. */
const MAX_RATE_DIGITS = 4_000;

/** Returns whether a sum has values that an evaluation can have made, so that adding it up takes seconds at most. */
function canBeAddedUp({ transactions, window, amounts }: LinkedSum): boolean {
  if (!Number.isSafeInteger(transactions) || transactions > MAX_TRANSACTIONS || !isDuration(window, 1)) return false;
  const rates = new Set(amounts.map(({ rate }) => rate?.from));
  return amounts.length <= transactions && [...rates].join("").length <= MAX_RATE_DIGITS;
}
