/** Balance sources made of others: one source per chain, and amounts in US dollars. */
import type { Chain, ChainModule, RegisteredChains } from "../../domain/chains/chain.js";
import { registerChains } from "../../domain/chains/register.js";
import { ComplianceError, readSafely, responseOf } from "../../domain/compliance-error.js";
import { ExactDecimal, quotientOf } from "../../domain/decimal.js";
import { isDecimalText } from "../../domain/decimal-text.js";
import type { DecimalText, DurationMs } from "../../domain/identifiers/codes.js";
import { checkedClock, checkedOptions, configurationInvalid, hasMethod, membersOf } from "../../domain/options.js";
import { checkRateAge } from "../../domain/thresholds/rate-age.js";
import { findRateIn } from "../../domain/thresholds/rates.js";
import type { ConversionRate, RateTable } from "../../domain/thresholds/types.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import type { Clock } from "../../ports/clock.js";
import type { RateQuery, RateSource } from "../../ports/rate-source.js";
import { chainUnsupported, readQuery } from "../checked-query.js";
import { type ServedChain, servedChains } from "../served-chains.js";
import { untilAborted } from "../transport/deadline.js";

/**
 * Creates one source from a source for each chain.
 *
 * @returns A source that passes each query to the source of its chain.
 * @throws ComplianceError `configuration_invalid` for a key that is not a chain, or a value that is not a source.
 *   `balance` rejects with `chain_unsupported` for a chain without a source, and as the source of the chain does.
 * @example
 * const balances = balancesByChain({
 *   bitcoin: esplora({ url: "https://esplora.example/api", chain: "bitcoin" }),
 *   tezos: tzkt(),
 * });
 */
export function balancesByChain<C extends string = never>(
  sources: Readonly<Partial<Record<ServedChain | C, BalanceSource<string>>>>,
  options: FurtherChainsOptions<C> = {},
): BalanceSource<ServedChain | C> {
  const invalid = (problem: string) => configurationInvalid(`balancesByChain ${problem}`);
  // These checks are for callers without types.
  const given = membersOf(sources);
  if (given === undefined) throw invalid("takes an object of sources by chain.");
  const registered = registeredBy("balancesByChain", options);
  const byChain = new Map<string, BalanceSource<string>>();
  for (const [chain, source] of given) {
    if (!registered.has(chain)) {
      throw invalid(`has a key that is not a chain. Chains are ${[...registered.keys()].join(", ")}.`);
    }
    if (!isBalanceSource(source)) throw invalid(`has no source for ${chain}. Pass an object with a function balance.`);
    byChain.set(chain, source);
  }
  return Object.freeze<BalanceSource<string>>({
    balance: async (query) => {
      const { chain, ...rest } = readQuery(query);
      const source = byChain.get(chain);
      if (source === undefined) throw chainUnsupported("balancesByChain", chain);
      return responseOf(`The source of ${chain} failed; see the cause.`, () => source.balance({ chain, ...rest }));
    },
  });
}

/** Options of sources that are made of others. */
export interface FurtherChainsOptions<C extends string = never> {
  /** Modules of chains that no source of vaspkit serves. @default none */
  readonly chains?: readonly ChainModule<C>[] | undefined;
}

/** Returns the chains that adapters serve, and those of the option. */
function registeredBy(owner: string, given: FurtherChainsOptions<string>): RegisteredChains {
  const { chains } = checkedOptions(owner, given, { chains: "checked" });
  return withServed(chains);
}

function withServed(given: readonly ChainModule[] | undefined): RegisteredChains {
  if (given === undefined) return servedChains;
  return new Map([...servedChains.values(), ...registerChains(given).values()].map((module) => [module.name, module]));
}

function isBalanceSource(value: unknown): value is BalanceSource<string> {
  return hasMethod(value, "balance");
}

function isRateSource(value: unknown): value is RateSource {
  return hasMethod(value, "current");
}

const minute: DurationMs = 60_000;
const day: DurationMs = 24 * 60 * minute;

/** Options for {@link balancesInUsd}. */
export interface BalancesInUsdOptions extends FurtherChainsOptions<string> {
  /**
   * The highest age of the rates in milliseconds, counted from 00:00 UTC of their day. Older rates make `balance` reject
   * with `rate_stale`. The default accepts today's rates, and the cached ones shortly after midnight.
   *
   * @default 87_300_000 (24 hours and 15 minutes)
   */
  readonly maxRateAgeMs?: DurationMs | undefined;
  /** @default the system clock */
  readonly clock?: Clock | undefined;
}

/** Rates to US dollars: one source for all assets, or a function from a ticker (`"BTC"`) to a source, called once for each. */
export type UsdRates = RateSource | ((symbol: string) => RateSource);

/**
 * Adds `balance_usd` to the balances of `source`: balance × price, exact, rounded once, half to even, to two decimals.
 *
 * The price of an asset comes from a table whose base is the asset (`rates.USD`), or as a cross rate from a table that
 * has both the asset and USD. A balance of zero is `"0.00"` and needs no price.
 *
 * @returns A source of balances. A missing price is an error, never null and never 0.
 * @throws ComplianceError `configuration_invalid` for an invalid option, and when the function of `rates` returns no
 *   source. `balance` rejects as `source` and the source of rates do, or with `rate_missing`, `rate_stale` or
 *   `rate_invalid`. It rejects with `provider_unreadable` when `source` returns no decimal text.
 * @example
 * const balances = balancesInUsd(tzkt(), (symbol) => coinbaseRates({ base: symbol }));
 */
export function balancesInUsd<C extends string = Chain>(
  source: BalanceSource<C>,
  rates: UsdRates,
  options: BalancesInUsdOptions = {},
): BalanceSource<C> {
  const kinds = { chains: "checked", maxRateAgeMs: "checked", clock: "function" } as const;
  const { chains, maxRateAgeMs = day + 15 * minute, clock } = checkedOptions("balancesInUsd", options, kinds);
  const now = checkedClock(clock);
  // The source rejects names of chains that it does not serve.
  const queried: BalanceSource<string> = source;
  // For callers without types, and NaN.
  if (!isBalanceSource(source)) throw invalidUsd("the first argument must be a source of balances.");
  if (typeof rates !== "function" && !isRateSource(rates)) {
    throw invalidUsd("the second argument must be a source of rates, or a function from a ticker to a source.");
  }
  if (!(typeof maxRateAgeMs === "number" && maxRateAgeMs > 0)) {
    throw invalidUsd("maxRateAgeMs must be a number of milliseconds above 0.");
  }
  const registered = withServed(chains);
  const sourceFor = typeof rates === "function" ? createdOnce(rates) : () => rates;

  const toUsd = async (symbol: string, balance: DecimalText, caller: RateQuery): Promise<DecimalText> => {
    const at = now();
    const request = async () => sourceFor(symbol).current(at, caller);
    const table = await responseOf(`The source of rates failed for ${symbol}; see the cause.`, request);
    // For sources without types, here and below.
    return readSafely(
      () => {
        checkRateAge(table, at, maxRateAgeMs);
        return toCents(balance, priceIn(table, symbol));
      },
      () => new ComplianceError("rate_invalid", `The source of rates returned no table for ${symbol}. Fix the source.`),
    );
  };

  return Object.freeze<BalanceSource<string>>({
    balance: async (query) => {
      const checked = readQuery(query);
      const { chain, signal, onAttempt } = checked;
      const module = registered.get(chain);
      if (module === undefined) throw chainUnsupported("balancesInUsd", chain);
      const request = async () => queried.balance(checked);
      const response = await responseOf("The source of balances failed; see the cause.", request);
      const unreadable = () => {
        const message = `The source of balances returned no decimal text for ${chain}. Fix the source.`;
        return new ComplianceError("provider_unreadable", message);
      };
      const balance = readSafely(() => response?.balance, unreadable);
      if (typeof balance !== "string" || !isDecimalText(balance)) throw unreadable();
      if (new ExactDecimal(balance).isZero()) return { balance, balance_usd: "0.00" };
      // A source of rates may ignore the signal.
      return { balance, balance_usd: await untilAborted(toUsd(module.symbol, balance, { signal, onAttempt }), signal) };
    },
  });
}

/** Sources of rates cache their table, so each ticker keeps its source. */
function createdOnce(create: (symbol: string) => RateSource): (symbol: string) => RateSource {
  const created = new Map<string, RateSource>();
  return (symbol) => {
    const source = created.get(symbol) ?? create(symbol);
    if (!isRateSource(source)) {
      throw invalidUsd(`the function returned no source of rates for ${symbol}.`);
    }
    created.set(symbol, source);
    return source;
  };
}

function priceIn(table: RateTable, symbol: string): ConversionRate {
  const { base, date } = table;
  const rates: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(table.rates)));
  const missing = [symbol, "USD"].find((code) => code !== base && rates.get(code) === undefined);
  if (missing === undefined) return findRateIn(table)(symbol, "USD");
  const message = `The rate table of ${date} has no rate for ${missing}, needed for the price of ${symbol} in USD. Use a source that has it.`;
  throw new ComplianceError("rate_missing", message);
}

/** Returns balance × to ÷ from, rounded to cents. Products and whole quotients only, so no digit is lost. */
function toCents(balance: DecimalText, { from, to }: ConversionRate): DecimalText {
  const dividend = new ExactDecimal(balance).times(to).times(100);
  const whole = quotientOf(dividend, new ExactDecimal(from), 0);
  const overHalf = dividend.times(2).comparedTo(whole.times(2).plus(1).times(from));
  const isUp = overHalf > 0 || (overHalf === 0 && !whole.times("0.5").isInteger());
  return whole
    .plus(isUp ? 1 : 0)
    .times("0.01")
    .toFixed(2);
}

function invalidUsd(problem: string): ComplianceError {
  return configurationInvalid(`In balancesInUsd, ${problem}`);
}
