/** What a person needs to see that a decision is wrong. All transactions are made up here, so that they may be told. */
import { compare, cut, exactText, type Rational } from "../rational.js";
import { convertedOf, type Pair } from "./ground.js";

/** A transaction, and what is right of it, line by line. */
export function factLines(pair: Pair, amount: number | string): readonly string[] {
  return [`exactly: ${comparisonText(pair, amount)}`, ratesText(pair)];
}

function comparisonText(pair: Pair, amount: number | string): string {
  const { country, currency, official, text, threshold } = pair;
  const converted = convertedOf(pair, amount);
  const order = compare(converted, threshold);
  const is = currency === official ? "" : ` is ${tellingText(converted, threshold)} ${official}`;
  const where = { below: "below", equal: "equal to", above: "above" }[order];
  return `${amount} ${currency}${is}, ${where} the threshold of ${text} ${official} in ${country}`;
}

/** Whose rates they are, and those that matter. */
function ratesText({ currency, official, from, to, rates }: Pair): string {
  if (rates === null) return `rates: none are needed, for ${official} is the official currency`;
  const { base, date, source } = rates;
  const legs = [`${from} ${currency}`, `${to} ${official}`].filter((leg) => leg !== `1 ${base}`);
  return `rates: ${legs.join(" and ")} for 1 ${base}; ${source}, ${date}`;
}

/** With as many decimals as tell it from the other; "…" where there are more. */
function tellingText(value: Rational, other: Rational): string {
  const whole = exactText(value);
  if (whole !== undefined && whole.length <= 40) return whole;
  const digits = String(value.numerator / value.denominator);
  if (digits.length > 40) return `about ${digits[0]}.${digits.slice(1, 4)}e${digits.length - 1}`;
  let decimals = 4;
  while (decimals < 1_000 && cut(value, decimals) === cut(other, decimals)) decimals += 1;
  return `${cut(value, decimals)}…`;
}

/** An amount as people write it: 103,355.61. Cut after two decimals. */
export function moneyText(value: Rational): string {
  const [whole = "", fraction = ""] = cut(value, 2).split(".");
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${fraction === "00" ? "" : `.${fraction}`}`;
}
