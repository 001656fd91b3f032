/**
 * The check that thresholds are in a plausible range. It notices a threshold in cents or in another currency.
 *
 * The FATF's threshold is 1,000 USD or EUR (Recommendation 16), and 3,000 USD, 1,500 SGD and 1,000,000 KRW are within a
 * few times of it. The default range is a tenth of it to ten times as much. Its ends are a factor of 100 apart, so a
 * threshold inside is outside once it is in cents. A smaller mistake, 1,500 SGD for 1,500 USD, shows only in a narrower
 * range, or in a row with a currency (`rows`).
 */
import type { CurrencyCode } from "../../domain/identifiers/codes.js";
import { minorUnitsOf } from "../../domain/identifiers/currency.js";
import { bare } from "../../domain/own.js";
import type { Threshold } from "../../domain/thresholds/types.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { compare, exactText, over, type Rational, readDecimal, times } from "../rational.js";
import { type CurrentConfig, configCheck, violationOf } from "./current-config.js";
import { type CountryThreshold, convertedOf, type DecidablePairs, moneyText, type Pair } from "./decidable-pairs.js";
import type { PlausibleRange, Subject } from "./subject.js";

const DEFAULT_RANGE = { min: "100", max: "10000" };

/** The currencies of the FATF's threshold: those of the default range, and those that are typed by mistake. */
const FATF_CURRENCIES: readonly CurrencyCode[] = ["EUR", "USD"];

export function plausibleRangeCheck(subject: Subject): ConformanceCheck {
  return configCheck(
    subject,
    "thresholds are in the plausible range",
    "Every converted threshold is in plausibleRange (100 to 10,000 EUR or USD by default), or is listed in declaredOutliers.",
    (current) => findOutliers(subject, current),
  );
}

function findOutliers({ plausibleRange, declaredOutliers }: Subject, { pairs }: CurrentConfig): Violation | undefined {
  const range = plausibleRange ?? defaultRange(pairs);
  if (range === undefined || pairs.rateOf(range.currency) === undefined) {
    const currency = range?.currency ?? FATF_CURRENCIES.join(" or ");
    return new Violation(
      `the rates have no ${currency} to compare thresholds in; set plausibleRange in a currency of the rates`,
    );
  }
  const undeclared = pairs.countries.filter(({ country }) => !Object.hasOwn(declaredOutliers, country));
  return outlierViolation(
    Object.entries(declaredOutliers).flatMap(([country, declared]) => staleDeclaration(pairs, country, declared)),
    undeclared.flatMap((country) => outlierOf(pairs, country, range)),
  );
}

/** A threshold outside the range. */
interface Outlier {
  readonly problem: string;
  /** A possible mistake. */
  readonly question: string | undefined;
  /** How to declare it if there is no mistake. */
  readonly declaration: string;
}

/** The declaration comes last, because it silences the check. */
function outlierViolation(stale: readonly string[], found: readonly Outlier[]): Violation | undefined {
  const problems = [...stale, ...found.map(({ problem }) => problem)];
  if (found.length === 0) return violationOf(problems);
  const questions = found.flatMap(({ question }) => question ?? []);
  const declarations = found.map(({ declaration }) => declaration).join(", ");
  return violationOf(problems, [...questions, `If it is correct, declare it: declaredOutliers: { ${declarations} }`]);
}

function defaultRange({ rateOf }: DecidablePairs): PlausibleRange | undefined {
  const currency = FATF_CURRENCIES.find((each) => rateOf(each) !== undefined);
  return currency === undefined ? undefined : { currency, ...DEFAULT_RANGE };
}

/** A declaration repeats the configured threshold, so both must agree. */
function staleDeclaration({ countries }: DecidablePairs, country: string, declared: Threshold): readonly string[] {
  const configured = countries.find((each) => each.country === country);
  if (configured === undefined) return [`declaredOutliers has ${country}, which has no threshold`];
  const { amount, currency = configured.unit } = typeof declared === "object" ? bare(declared) : { amount: declared };
  const isSame = currency === configured.unit && compare(configured.threshold, readDecimal(amount)) === "equal";
  if (isSame) return [];
  return [
    `${country}: ${configured.text} ${configured.unit} is configured, but declaredOutliers has ${amount} ${currency}`,
  ];
}

function outlierOf(pairs: DecidablePairs, country: CountryThreshold, range: PlausibleRange): readonly Outlier[] {
  const pair = pairTo(pairs, country, range.currency);
  // Another check reports a missing rate.
  if (pair === undefined) return [];
  const { unit, text } = country;
  const size = convertedOf(pair, text);
  const where = outside(size, range);
  if (where === undefined) return [];
  const declaration = `${country.country}: ${JSON.stringify(text)}`;
  if (size.numerator === 0n) {
    const problem = `${country.country}: the threshold is 0 ${unit}, so every transfer reaches it`;
    return [{ problem, question: undefined, declaration }];
  }
  const is = unit === range.currency ? " is" : ` is ${moneyText(size)} ${range.currency},`;
  const mistake = mistakeOf(pair, range, size);
  return [
    {
      problem: `${country.country}: ${text} ${unit}${is} ${where}${mistake?.plausible ?? ""}`,
      question: mistake && `${country.country}: ${mistake.question}`,
      declaration,
    },
  ];
}

/** Returns the pair from the currency of the threshold to that of the range: the opposite direction of a transaction. */
function pairTo({ pair, rateOf }: DecidablePairs, country: CountryThreshold, currency: CurrencyCode): Pair | undefined {
  const found = pair(country, currency);
  if (found === undefined) return undefined;
  return rateOf(country.unit) === undefined && country.unit !== currency
    ? undefined
    : { ...found, from: found.to, to: found.from };
}

function outside(size: Rational, { currency, min, max }: PlausibleRange): string | undefined {
  if (compare(size, readDecimal(min)) === "below") return `less than ${moneyText(readDecimal(min))} ${currency}`;
  if (compare(size, readDecimal(max)) === "above") return `more than ${moneyText(readDecimal(max))} ${currency}`;
  return undefined;
}

/** Returns the mistake under which the number is plausible. People write cents also of a currency without any. */
function mistakeOf({ unit, text }: Pair, range: PlausibleRange, size: Rational): Mistake | undefined {
  const isGreat = compare(size, readDecimal(range.max)) === "above";
  const decimals = minorUnitsOf(unit) ?? 2;
  const factor = readDecimal(10 ** (isGreat ? Math.max(decimals, 2) : decimals));
  const scale = isGreat ? over(readDecimal(1), factor) : factor;
  const isScaled = factor.numerator > 1n && outside(times(size, scale), range) === undefined;
  const other = exactText(times(readDecimal(text), scale));
  if (isScaled && isGreat) {
    const plausible = `; ${other} ${unit}, ${factor.numerator} times less, is plausible`;
    return { plausible, question: "is it in the minor unit?" };
  }
  if (isScaled) {
    const plausible = `; ${other} ${unit}, ${factor.numerator} times more, is plausible`;
    return { plausible, question: "was it divided twice?" };
  }
  const isPlausibleIn = (currency: string) => outside(readDecimal(text), { ...range, currency }) === undefined;
  const typed = [...new Set([range.currency, ...FATF_CURRENCIES])].filter(
    (each) => each !== unit && isPlausibleIn(each),
  );
  if (typed.length === 0) return undefined;
  const currencies = typed.join(" or ");
  return {
    plausible: `; ${text} ${currencies} is plausible`,
    question: `is it in ${currencies} instead of ${unit}?`,
  };
}

interface Mistake {
  readonly plausible: string;
  readonly question: string;
}
