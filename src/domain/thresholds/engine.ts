/** The threshold engine (§4.9, THRESHOLD_BY_COUNTRY). */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { decimalOf, type ExactDecimal, numberIfExact } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import type { AssetCode, CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCountry } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import { bare, own, withAdded } from "../own.js";
import { type FindPrice, findPriceIn } from "../prices/prices.js";
import { type Boundary, boundaryOf, compareNumber, compareText } from "./boundary.js";
import { convertedText, type Display, displayOf } from "./converted.js";
import { type CountryThreshold, readThresholds } from "./country-threshold.js";
import { type OfficialDisplay, officialAmounts, officialDisplayOf } from "./official.js";
import { type FindRate, factorsOf, findRateIn } from "./rates.js";
import type { AnyTransaction, ConversionRate, ThresholdConfig, ThresholdDecision, ThresholdEngine } from "./types.js";

/** Everything about a currency or an asset in a country that does not depend on the amount. */
interface Pair {
  readonly currency: CurrencyCode;
  readonly threshold: DecimalText;
  readonly rate: ConversionRate | null;
  readonly boundary: Boundary;
  readonly display: Display;
  readonly breachMessage: string;
  readonly passMessage: string;
  /** What a threshold with its own currency or law adds to decisions; undefined for a plain one. */
  readonly law: CountryThreshold["law"];
  readonly official: OfficialDisplay | undefined;
}

/** A pair of an asset, with its price. */
interface AssetPair extends Pair {
  readonly price: ReturnType<FindPrice>;
}

/**
 * Returns an engine for the rule THRESHOLD_BY_COUNTRY (§4.9). The configuration is copied: create a new engine for new
 * thresholds or rates. Each pair of country and currency is compiled at its first use; later decisions take about 100 ns.
 *
 * @param config - thresholds, and optionally rates and official currencies
 * @returns an engine that decides transactions synchronously
 * @throws ComplianceError `configuration_invalid`, with the name of the invalid key
 * @example
 * const engine = createThresholdEngine({ thresholds: { SG: "1500" }, rates: table });
 * engine.evaluate({ transaction_id: "T-1", amount: "1033.56", currency: "EUR", country: "SG" }).status; // "breach"
 */
export function createThresholdEngine(config: ThresholdConfig): ThresholdEngine {
  if (typeof config !== "object" || config === null) throw configMissing();
  const { thresholds, findRate, findPrice } = readSafely(
    () => ({
      thresholds: readThresholds(config),
      findRate: findRateIn(own(config, "rates")),
      findPrice: findPriceIn(own(config, "prices")),
    }),
    configMissing,
  );
  // Objects without a prototype inherit nothing, and V8 finds a code in them twice as fast as in a Map.
  const pairs: Record<CountryCode, Record<CurrencyCode, Pair>> = Object.create(null);
  const assetPairs: Record<CountryCode, Record<AssetCode, AssetPair>> = Object.create(null);

  // Only valid pairs are kept, so the configuration bounds the memory.
  function compile(country: CountryCode, currency: CurrencyCode): Pair {
    const pair = compilePair(requireThreshold(thresholds, country), currency, findRate);
    if (!isCurrency(currency)) throw notACurrency();
    const ofCountry: Record<CurrencyCode, Pair> = pairs[country] ?? Object.create(null);
    ofCountry[currency] = pair;
    pairs[country] = ofCountry;
    return pair;
  }

  function compileAsset(country: CountryCode, asset: AssetCode): AssetPair {
    const threshold = requireThreshold(thresholds, country);
    const price = findPrice(asset);
    const pair = { ...compilePair(threshold, price.currency, findRate, decimalOf(price.price)), price };
    const ofCountry: Record<AssetCode, AssetPair> = assetPairs[country] ?? Object.create(null);
    ofCountry[asset] = pair;
    assetPairs[country] = ofCountry;
    return pair;
  }

  /** Decides the amount of an asset at once, with its price as a factor of the boundary. */
  function evaluateAsset({ amount, currency, country, asset }: Decided, read: number | DecimalText): ThresholdDecision {
    if (typeof asset !== "string" || typeof country !== "string" || currency !== undefined) throw assetInvalid();
    const pair = assetPairs[country]?.[asset] ?? compileAsset(country, asset);
    const decided = decide(pair, amount, pair.price.currency, country, read);
    // Neither is the exponent of a number written out, nor a digit cut.
    const product = decimalOf(read).times(pair.price.price).toFixed();
    return withAdded(decided, { amount: product, price: Object.freeze({ ...pair.price, asset_amount: amount }) });
  }

  function evaluate(transaction: AnyTransaction): ThresholdDecision {
    const given = readTransaction(transaction);
    const { amount, currency, country } = given;
    const read = readAmount(amount);
    if (given.asset !== undefined) return evaluateAsset(given, read);
    if (typeof currency !== "string" || typeof country !== "string") throw codesInvalid();
    const pair = pairs[country]?.[currency] ?? compile(country, currency);
    return decide(pair, amount, currency, country, read);
  }

  return Object.freeze({ evaluate });
}

function decide(
  pair: Pair,
  amount: number | DecimalText,
  currency: CurrencyCode,
  country: CountryCode,
  read: number | DecimalText,
): ThresholdDecision {
  const comparison = typeof read === "number" ? compareNumber(pair.boundary, read) : compareText(pair.boundary, read);
  const reached = comparison !== "below";
  const decision: ThresholdDecision = {
    status: reached ? "breach" : "pass",
    comparison,
    amount,
    amount_currency: currency,
    country,
    currency: pair.currency,
    threshold: pair.threshold,
    converted: convertedText(pair.display, read, Number(read), reached),
    rate: pair.rate,
    message: reached ? pair.breachMessage : pair.passMessage,
  };
  return pair.law === undefined ? decision : withLaw(decision, pair, pair.law, read);
}

/** Adds the properties of a threshold that is an entry. V8 copies fast if one spread follows a literal, and only then. */
function withLaw(
  decision: ThresholdDecision,
  { official }: Pair,
  law: Law,
  read: number | DecimalText,
): ThresholdDecision {
  const { status, comparison, amount, amount_currency, country, currency, threshold, converted, rate, message } =
    decision;
  const note = noteOf({ operator: own(law, "operator"), country, comparison });
  const noted = note === undefined ? law : { ...law, note };
  const added = official === undefined ? noted : { ...noted, official: officialAmounts(official, read) };
  return {
    status,
    comparison,
    amount,
    amount_currency,
    country,
    currency,
    threshold,
    converted,
    rate,
    message,
    ...added,
  };
}

type Law = NonNullable<CountryThreshold["law"]>;

/** What a note depends on. */
interface LawOfEqual extends Pick<ThresholdDecision, "comparison" | "country"> {
  readonly operator: ThresholdDecision["operator"] | undefined;
}

/** Returns the note of a decision, if it has one. */
export function noteOf({ operator, comparison, country }: LawOfEqual): string | undefined {
  if (operator !== ">" || comparison !== "equal") return undefined;
  const fact = `The regulation behind the threshold of ${country} covers only larger amounts and would let this one pass.`;
  return `${fact} The rule counts it (§4.9).`;
}

type Decided = Pick<AnyTransaction, "amount" | "currency" | "asset" | "country">;

/** Reads each property once. What a proxy or getter throws is dropped, because it may contain personal data. */
function readTransaction(transaction: AnyTransaction): Decided {
  if (typeof transaction !== "object" || transaction === null) throw transactionMissing();
  try {
    // Cheaper than to check each property of each transaction.
    if (isPolluted(Object.prototype)) return bare(transaction);
    const { amount, currency, asset, country } = transaction;
    return { amount, currency, asset, country };
  } catch {
    throw transactionMissing();
  }
}

/** Returns whether a transaction inherits a value, because other code of the process added it to `Object.prototype`. */
function isPolluted({ amount, currency, asset, country }: Partial<Decided>): boolean {
  return amount !== undefined || currency !== undefined || asset !== undefined || country !== undefined;
}

/** Returns the amount, as a number if its literal is exact. The format is checked again, because callers can bypass types. */
function readAmount(amount: unknown): number | DecimalText {
  if (typeof amount === "number" && amount >= 0 && amount < Number.POSITIVE_INFINITY) return amount;
  if (typeof amount === "string" && isDecimalText(amount)) return numberIfExact(amount);
  const message =
    'The amount must be a finite number of 0 or more, or decimal text such as "3000.00" of at most 100 digits.';
  throw new ComplianceError("invalid_input", message);
}

function notACurrency(): ComplianceError {
  const message =
    "The currency must be an active ISO 4217 code in upper case. A crypto-asset belongs in the property asset.";
  return new ComplianceError("invalid_input", message);
}

/** @param price - money for one unit of an asset; without it, the amounts are in the currency */
function compilePair(of: CountryThreshold, currency: CurrencyCode, findRate: FindRate, price?: ExactDecimal): Pair {
  const { country, text: threshold, value } = of;
  if (of.currency === null) {
    const message = `${country} has no single official currency. Add one to officialCurrencies, or to the threshold.`;
    throw new ComplianceError("official_currency_missing", message);
  }
  const rate = currency === of.currency ? null : findRate(currency, of.currency);
  const { from, to: units } = factorsOf(rate);
  // An asset has the threshold that its currency would have, divided by the price.
  const to = price === undefined ? units : units.times(price);
  const facts = thresholdFacts({ threshold, currency: of.currency, country });
  return {
    currency: of.currency,
    threshold,
    rate,
    boundary: boundaryOf(value, { from, to }),
    display: displayOf(of.currency, value, { from, to }),
    breachMessage: `The amount reaches ${facts}`,
    passMessage: `The amount is below ${facts}`,
    law: of.law,
    official: officialDisplayOf(of, currency, findRate, price),
  };
}

/** Returns the end of the message of a decision (§2.10). */
export function thresholdFacts(of: Pick<ThresholdDecision, "threshold" | "currency" | "country">): string {
  return `the travel-rule threshold of ${of.threshold} ${of.currency} in ${of.country}.`;
}

function requireThreshold(thresholds: ReadonlyMap<string, CountryThreshold>, country: CountryCode): CountryThreshold {
  const found = thresholds.get(country);
  if (found !== undefined) return found;
  // Only known codes are repeated in messages, because any other text may be personal.
  const name = isCountry(country) ? country : "the transaction's country (not an officially assigned code)";
  throw new ComplianceError(
    "threshold_missing",
    `No threshold is configured for ${name}. Add it to the option thresholds.`,
  );
}

function configMissing(): ComplianceError {
  const message =
    'A threshold engine needs a configuration that can be read: { thresholds: { US: "3000" }, rates: table }.';
  return new ComplianceError("configuration_invalid", message);
}

function transactionMissing(): ComplianceError {
  return new ComplianceError(
    "invalid_input",
    "evaluate needs a transaction that can be read: { transaction_id, amount, currency, country }.",
  );
}

function assetInvalid(): ComplianceError {
  return new ComplianceError(
    "invalid_input",
    "The asset and the country must be text, without a currency: { transaction_id, amount, asset, country }.",
  );
}

function codesInvalid(): ComplianceError {
  return new ComplianceError("invalid_input", "The currency and the country must be text: ISO codes in upper case.");
}
