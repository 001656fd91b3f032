/** Every threshold of a configuration, one after the other: what is drawn by chance meets each of many countries too seldom. */
import type { DecimalText } from "../../domain/identifiers/codes.js";
import { type Case, ownPair, transactionOf } from "../arbitraries/near-threshold.js";
import { exactText, type Rational, withPoint } from "../rational.js";
import { rightStatus } from "./ground.js";
import type { Reference } from "./reference.js";
import { factLines } from "./words.js";
import { asked, expectAnswer, idOf, type WrappedEvaluate } from "./wrapped.js";

/**
 * Asks for the threshold of each country in its official currency, which breaches, and for one last digit less, which passes.
 *
 * @throws Finding of the first that is answered otherwise.
 */
export async function expectEveryPlace(evaluate: WrappedEvaluate, { ground }: Reference): Promise<void> {
  for (const place of ground.places) {
    for (const amount of amountsAt(place.threshold)) {
      const each: Case = { pair: ownPair(place), amount };
      const transaction = transactionOf(each, idOf(each));
      const facts = [JSON.stringify(transaction), ...factLines(each.pair, amount)];
      expectAnswer(await asked(evaluate, transaction), rightStatus(each.pair, amount), facts);
    }
  }
}

/** The threshold as text; and one last digit less, at the place of cents at least. Below 0 there is no amount. */
function amountsAt(threshold: Rational): readonly DecimalText[] {
  const text = exactText(threshold);
  if (text === undefined) return [];
  const decimals = Math.max(2, text.split(".")[1]?.length ?? 0);
  const units = (threshold.numerator * 10n ** BigInt(decimals)) / threshold.denominator;
  return units === 0n ? [text] : [text, withPoint(units - 1n, decimals)];
}
