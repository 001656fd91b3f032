/** Balances with their worth in US dollars. */
import type { Chain } from "../../domain/chains/chain.js";
import { chains } from "../../domain/chains/registry.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { Exact, isDecimalText } from "../../domain/decimal.js";
import type { DecimalText, DurationMs } from "../../domain/identifiers/codes.js";
import { checkedOptions } from "../../domain/options.js";
import type { ConversionRate } from "../../domain/thresholds/engine.js";
import { checkRateAge } from "../../domain/thresholds/rate-age.js";
import type { RateTable } from "../../domain/thresholds/rate-table.js";
import { findRateIn } from "../../domain/thresholds/rates.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import type { Clock } from "../../ports/clock.js";
import type { RateSource } from "../../ports/rate-source.js";
import { untilAborted } from "../transport/deadline.js";

const minute: DurationMs = 60_000;
const day: DurationMs = 24 * 60 * minute;

/** What {@link balancesInUsd} can be told. Every property is optional. */
export interface BalancesInUsdOptions {
  /**
   * Rates older than this make `balance` reject with `rate_stale`. Milliseconds, counted from the beginning of the day of
   * the rates, 00:00 UTC. Default one day and a quarter of an hour: rates of today, and at midnight those that a source
   * still keeps.
   */
  readonly maxRateAge?: DurationMs;
  /** The time; default the system's. */
  readonly clock?: Clock;
}

/** Prices: one source for all assets, or a source for the ticker of each (`"BTC"`), which is made once. */
export type PriceSource = RateSource | ((symbol: string) => RateSource);

/**
 * The balances of `source`, each with `balance_usd`: balance × price, exact, rounded once, half to even, to two decimals.
 *
 * The price of an asset comes from a table whose base is the asset (`rates.USD`), or from any other that has both the
 * asset and USD, as the cross rate of the two. A balance of zero is `"0.00"`, for which no price is asked.
 *
 * There is no balance without its worth: a price that is missing is an error, never null and never 0.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right, and when the function
 *   of `rates` gives no source. `balance` rejects as `source` does, as the source of rates does, with `rate_missing`,
 *   `rate_stale` or `rate_invalid`, or with `provider_unreadable` when `source` gives no decimal text.
 * @example
 * const balances = balancesInUsd(tzkt(), (symbol) => coinbaseRates({ base: symbol }));
 */
export function balancesInUsd(
  source: BalanceSource,
  rates: PriceSource,
  options: BalancesInUsdOptions = {},
): BalanceSource {
  const known = { maxRateAge: "checked", clock: "function" } as const;
  const { maxRateAge = day + 15 * minute, clock = () => new Date() } = checkedOptions("balancesInUsd", options, known);
  // For callers without types, and NaN.
  if (typeof source?.balance !== "function") throw invalid("the first argument must be a source of balances.");
  if (typeof rates !== "function" && typeof rates?.current !== "function") {
    throw invalid("the second argument must be a source of rates, or a function that gives one for a ticker.");
  }
  if (!(typeof maxRateAge === "number" && maxRateAge > 0)) {
    throw invalid("maxRateAge must be a number of milliseconds above 0.");
  }
  const sourceFor = typeof rates === "function" ? madeOnce(rates) : () => rates;

  const worthOf = async (chain: Chain, balance: DecimalText): Promise<DecimalText> => {
    const { symbol } = chains[chain];
    const at = clock();
    const table = await sourceFor(symbol).current(at);
    // For sources without types, here and below.
    if (typeof table !== "object" || table === null) throw noTable(symbol);
    checkRateAge(table, at, maxRateAge);
    return toCents(balance, priceIn(table, symbol));
  };

  return Object.freeze<BalanceSource>({
    balance: async (query) => {
      const balance = (await source.balance(query))?.balance;
      if (typeof balance !== "string" || !isDecimalText(balance)) throw unreadable(query.chain);
      if (new Exact(balance).isZero()) return { balance, balance_usd: "0.00" };
      // Sources of rates know no signal: they are asked for everybody at once.
      return { balance, balance_usd: await untilAborted(worthOf(query.chain, balance), query.signal) };
    },
  });
}

/** A source of rates keeps its table: a new one for each question would ask the service each time. */
function madeOnce(make: (symbol: string) => RateSource): (symbol: string) => RateSource {
  const made = new Map<string, RateSource>();
  return (symbol) => {
    const source = made.get(symbol) ?? make(symbol);
    if (typeof source?.current !== "function") throw invalid(`the function gave no source of rates for ${symbol}.`);
    made.set(symbol, source);
    return source;
  };
}

function priceIn(table: RateTable, symbol: string): ConversionRate {
  const { base, date } = table;
  const rates: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(table.rates)));
  const missing = [symbol, "USD"].find((code) => code !== base && rates.get(code) === undefined);
  if (missing === undefined) return findRateIn(table)(symbol, "USD");
  const message = `The rates of ${date} have none for ${missing}, which the price of ${symbol} in USD needs; use a source that has.`;
  throw new ComplianceError("rate_missing", message);
}

/** balance × to ÷ from in whole cents. Products and whole quotients only: what is beside a half cent is never lost. */
function toCents(balance: DecimalText, { from, to }: ConversionRate): DecimalText {
  const dividend = new Exact(balance).times(to).times(100);
  const whole = dividend.divToInt(from);
  const overHalf = dividend.minus(whole.times(from)).times(2).comparedTo(from);
  const isUp = overHalf > 0 || (overHalf === 0 && !whole.mod(2).isZero());
  return whole
    .plus(isUp ? 1 : 0)
    .div(100)
    .toFixed(2);
}

function noTable(symbol: string): ComplianceError {
  return new ComplianceError("rate_invalid", `The source of rates gave no table for ${symbol}; it must give one.`);
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `In balancesInUsd, ${what}`);
}

function unreadable(chain: Chain): ComplianceError {
  const message = `The source of balances gave no decimal text for ${chain}; it must give one such as "1.5".`;
  return new ComplianceError("provider_unreadable", message);
}
