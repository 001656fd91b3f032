/**
 * A threshold of a plausible size: what notices one that was typed in cents, or in another currency.
 *
 * No arithmetic can tell a wrong unit from an unusual law; sizes can. The FATF's threshold is 1,000 USD or EUR
 * (Recommendation 16), and 3,000 USD, 1,500 SGD or 1,000,000 KRW lie within a few times of it. So the
 * usual band is a tenth of it to ten times as much. No wider one serves: its ends are a hundred times apart, so whatever
 * lies inside lies outside once it is a hundred times too great or too small, as whoever types cents makes it (at the very
 * ends it lies on the other end). What differs by less, 1,500 SGD typed for 1,500 USD, only a narrower band shows, or
 * a row that says its currency (`rows`).
 */
import type { CurrencyCode, DecimalText } from "../../domain/identifiers/codes.js";
import { isCurrency, minorUnitsOf } from "../../domain/identifiers/currency.js";
import type { ConformanceCheck } from "../law.js";
import { compare, exactText, over, type Rational, readDecimal, times } from "../rational.js";
import { convertedOf, type Ground, type Pair, type Place } from "./ground.js";
import { invalid, isAmount } from "./invalid.js";
import { firstOf } from "./rows.js";
import { type Sight, type Standing, standingLaw } from "./standing.js";
import type { Subject } from "./subject.js";
import { moneyText } from "./words.js";

/** Between what a threshold must lie when it is converted, both ends included. Usually 100 to 10,000 EUR, or USD without EUR. */
export interface ThresholdBand {
  readonly currency: CurrencyCode;
  readonly least: DecimalText | number;
  readonly most: DecimalText | number;
}

const USUAL = { least: "100", most: "10000" };

/** The currencies of the FATF's threshold: in them the usual band is given, and in them thresholds are mistyped. */
const USUAL_CURRENCIES: readonly CurrencyCode[] = ["EUR", "USD"];

/** @throws ComplianceError `configuration_invalid`. */
export function checkBand(band: ThresholdBand): ThresholdBand {
  const { currency, least, most } = Object(band);
  const isRight = typeof currency === "string" && isCurrency(currency) && isAmount(least) && isAmount(most);
  if (!isRight || compare(readDecimal(least), readDecimal(most)) === "above") {
    throw invalid(
      'between must be such as { currency: "EUR", least: "100", most: "10000" }, with least not above most',
    );
  }
  return { currency, least, most };
}

export function bandLaw(subject: Subject): ConformanceCheck {
  return standingLaw(
    subject,
    "a threshold is of a plausible size",
    "every threshold, converted, lies between the ends of `between` (100 and 10,000 EUR or USD unless given), or is declared in `unusual`",
    (standing) => outliers(subject, standing),
  );
}

function outliers({ between, unusual }: Subject, { ground }: Standing): Sight | undefined {
  const band = between ?? usualBand(ground);
  if (band === undefined || ground.rateOf(band.currency) === undefined) {
    const currency = band?.currency ?? USUAL_CURRENCIES.join(" nor ");
    return {
      seen: `the rates have no ${currency}, in which sizes are compared; give between in a currency that they have`,
    };
  }
  const undeclared = ground.places.filter(({ country }) => !Object.hasOwn(unusual, country));
  return sightOf(
    Object.entries(unusual).flatMap(([country, declared]) => staleDeclaration(ground, country, declared)),
    undeclared.flatMap((place) => outlier(ground, place, band)),
  );
}

/** A threshold outside of the band. */
interface Outlier {
  readonly seen: string;
  /** What may have happened. */
  readonly question: string | undefined;
  /** How it is declared if nothing has. */
  readonly declaration: string;
}

/** The declaration comes last: it silences the law, and is the answer only where the questions have none. */
function sightOf(declared: readonly string[], found: readonly Outlier[]): Sight | undefined {
  const sight = firstOf([...declared, ...found.map(({ seen }) => seen)]);
  if (sight === undefined || found.length === 0) return sight;
  const questions = found.flatMap(({ question }) => question ?? []);
  const declaration = found.map((each) => each.declaration).join(", ");
  const last = `What is meant to be so can be declared: unusual: { ${declaration} }`;
  return { seen: sight.seen, lines: [...(sight.lines ?? []), ...questions, last] };
}

function usualBand({ rateOf }: Ground): ThresholdBand | undefined {
  const currency = USUAL_CURRENCIES.find((each) => rateOf(each) !== undefined);
  return currency === undefined ? undefined : { currency, ...USUAL };
}

/** A declaration is a second reading of the number, so it has to agree with the first. */
function staleDeclaration({ places }: Ground, country: string, declared: DecimalText | number): readonly string[] {
  const place = places.find((each) => each.country === country);
  if (place === undefined) return [`unusual declares ${country}, for which there is no threshold`];
  if (compare(place.threshold, readDecimal(declared)) === "equal") return [];
  return [`${country}: ${place.text} ${place.official} is configured, but unusual declares ${declared}`];
}

function outlier(ground: Ground, place: Place, band: ThresholdBand): readonly Outlier[] {
  const { country, official, text } = place;
  const pair = pairTo(ground, place, band.currency);
  // A missing rate is named by the law on what can be reached.
  if (pair === undefined) return [];
  const size = convertedOf(pair, text);
  const where = outside(size, band);
  if (where === undefined) return [];
  const declaration = `${country}: ${JSON.stringify(text)}`;
  if (size.numerator === 0n) {
    const seen = `${country}: the threshold is 0 ${official}, so that every transfer counts`;
    return [{ seen, question: undefined, declaration }];
  }
  const is = official === band.currency ? " is" : ` is ${moneyText(size)} ${band.currency},`;
  const suspicion = suspicionOf(pair, band, size);
  return [
    {
      seen: `${country}: ${text} ${official}${is} ${where}${suspicion?.would ?? ""}`,
      question: suspicion && `${country}: ${suspicion.question}`,
      declaration,
    },
  ];
}

/** From the official currency to that of the band: the rates the other way round than for a transaction. */
function pairTo({ pair, rateOf }: Ground, place: Place, currency: CurrencyCode): Pair | undefined {
  const found = pair(place, currency);
  if (found === undefined) return undefined;
  return rateOf(place.official) === undefined && place.official !== currency
    ? undefined
    : { ...found, from: found.to, to: found.from };
}

function outside(size: Rational, { currency, least, most }: ThresholdBand): string | undefined {
  if (compare(size, readDecimal(least)) === "below") return `less than ${moneyText(readDecimal(least))} ${currency}`;
  if (compare(size, readDecimal(most)) === "above") return `more than ${moneyText(readDecimal(most))} ${currency}`;
  return undefined;
}

/** What the number would be plausible as: people write cents also of a currency that has none. */
function suspicionOf({ official, text }: Pair, band: ThresholdBand, size: Rational): Suspicion | undefined {
  const isGreat = compare(size, readDecimal(band.most)) === "above";
  const decimals = minorUnitsOf(official) ?? 2;
  const factor = readDecimal(10 ** (isGreat ? Math.max(decimals, 2) : decimals));
  const scale = isGreat ? over(readDecimal(1), factor) : factor;
  const isScaled = factor.numerator > 1n && outside(times(size, scale), band) === undefined;
  const other = exactText(times(readDecimal(text), scale));
  if (isScaled && isGreat) {
    const would = `, ${factor.numerator} times as much as ${other} ${official} would be`;
    return { would, question: "was it typed in the minor unit?" };
  }
  if (isScaled) {
    const would = `, and ${factor.numerator} times as much, ${other} ${official}, would be plausible`;
    return { would, question: "was it divided once too often?" };
  }
  const isPlausibleIn = (currency: string) => outside(readDecimal(text), { ...band, currency }) === undefined;
  const typed = [...new Set([band.currency, ...USUAL_CURRENCIES])].filter(
    (each) => each !== official && isPlausibleIn(each),
  );
  if (typed.length === 0) return undefined;
  const those = typed.join(" or ");
  return {
    would: `; ${text} ${those} would be plausible`,
    question: `was it typed in ${those} instead of ${official}?`,
  };
}

interface Suspicion {
  readonly would: string;
  readonly question: string;
}
