/** Sources of rates and prices that two or more independent sources confirm. */
import { ComplianceError, responseOf } from "../../domain/compliance-error.js";
import { ExactDecimal } from "../../domain/decimal.js";
import { isDecimalText } from "../../domain/decimal-text.js";
import { isDeepFrozen } from "../../domain/frozen.js";
import type { CurrencyCode, DecimalText } from "../../domain/identifiers/codes.js";
import { checkedOptions, configurationInvalid, hasMethod } from "../../domain/options.js";
import { own } from "../../domain/own.js";
import { type CrossChecked, crossCheck, type Listed } from "../../domain/prices/cross-check.js";
import { checkPriceAge, readPriceTime } from "../../domain/prices/prices.js";
import type { PriceTable } from "../../domain/prices/types.js";
import { checkRateAge } from "../../domain/thresholds/rate-age.js";
import type { RateTable } from "../../domain/thresholds/types.js";
import type { PriceQuery, PriceSource } from "../../ports/price-source.js";
import type { RateQuery, RateSource } from "../../ports/rate-source.js";
import { frozenTable } from "../rates/fixed.js";
import { frozenPrices } from "./fixed.js";

/** Options for {@link crossCheckedRates} and {@link crossCheckedPrices}. */
export interface CrossCheckOptions {
  /**
   * The greatest share by which a value may exceed that of another source, at least 0 and below 1: `"0.02"` is two
   * percent. The comparison is exact.
   */
  readonly maxDeviation: DecimalText | number;
}

/**
 * Creates a source of the rates that independent sources confirm. The table has the base and the rates of the first source. A
 * rate is confirmed if another source has the currency, and if all sources that have it agree. Then every conversion between
 * two confirmed currencies differs by at most `maxDeviation`: each rate may differ by its square root, about the half.
 * Tables with different bases are compared through a currency that all of them have.
 *
 * Any other currency is in dispute: a conversion of it throws `rate_disputed`, with the value of each source. Conversions of
 * other currencies work. The date of the table is the earliest of all, so `maxRateAgeMs` limits the age of each source.
 *
 * @param sources two or more sources that do not depend on each other
 * @param options the allowed deviation
 * @returns A source of rates. `current` rejects when any of the sources fails, with its error.
 * @throws ComplianceError `configuration_invalid` for fewer than two sources, the same source twice, or an invalid option.
 *   `current` rejects with it if two of the tables have the same `source`.
 * @example
 * const rates = crossCheckedRates([ecbRates(), coinbaseRates({ base: "EUR" })], { maxDeviation: "0.02" });
 */
export function crossCheckedRates(sources: readonly RateSource[], options: CrossCheckOptions): RateSource {
  const owner = "crossCheckedRates";
  const maxDeviation = readDeviation(owner, options);
  const combine = keepLast((tables: readonly RateTable[]) => combinedRates(tables.map(frozenTable), maxDeviation));
  const all = checkedSources(owner, sources);
  return Object.freeze<RateSource>({
    current: async (at: Date, query?: RateQuery) => {
      const tables = await tablesOf(all, owner, (source) => source.current(new Date(at), ...(query ? [query] : [])));
      const table = combine(tables);
      checkNames(owner, table, tables);
      // The combined table has the earliest day, which hides one in the future.
      for (const each of tables) checkRateAge(each, at, Number.POSITIVE_INFINITY);
      return table;
    },
  });
}

/**
 * Creates a source of the prices that independent sources confirm, as {@link crossCheckedRates} does for rates. All
 * sources must have prices in the same currency. An asset in dispute throws `price_disputed`. The time of the table is the
 * earliest of all.
 *
 * @param sources two or more sources that do not depend on each other
 * @param options the allowed deviation
 * @returns A source of prices. `current` rejects when any of the sources fails, with its error, and with `price_invalid`
 *   when their currencies differ.
 * @throws ComplianceError `configuration_invalid` for fewer than two sources, the same source twice, or an invalid option.
 *   `current` rejects with it if two of the tables have the same `source`.
 * @example
 * const prices = crossCheckedPrices([coinbasePrices(), deskPrices], { maxDeviation: "0.01" });
 */
export function crossCheckedPrices(sources: readonly PriceSource[], options: CrossCheckOptions): PriceSource {
  const owner = "crossCheckedPrices";
  const maxDeviation = readDeviation(owner, options);
  const combine = keepLast((tables: readonly PriceTable[]) => combinedPrices(tables.map(frozenPrices), maxDeviation));
  const all = checkedSources(owner, sources);
  return Object.freeze<PriceSource>({
    current: async (at: Date, query: PriceQuery) => {
      const tables = await tablesOf(all, owner, (source) => source.current(new Date(at), query));
      const table = combine(tables);
      checkNames(owner, table, tables);
      for (const each of tables) checkPriceAge(each, at, Number.POSITIVE_INFINITY);
      return table;
    },
  });
}

function checkedSources<T extends RateSource | PriceSource>(owner: string, sources: readonly T[]): readonly T[] {
  // For callers without types.
  const given: readonly T[] = Array.isArray(sources) ? [...sources] : [];
  if (given.length < 2 || !given.every((source) => hasMethod(source, "current"))) {
    throw configurationInvalid(`${owner} takes an array of two or more sources, each with a function current.`);
  }
  if (new Set(given).size < given.length) {
    throw configurationInvalid(`${owner} has the same source twice. A source cannot confirm itself.`);
  }
  return given;
}

function readDeviation(owner: string, options: CrossCheckOptions): ExactDecimal {
  const { maxDeviation } = checkedOptions(owner, options, { maxDeviation: "checked" });
  // Callers without types may pass anything. A number counts as its shortest literal.
  const isNumber = typeof maxDeviation === "number" && maxDeviation >= 0 && maxDeviation < 1;
  const isText = typeof maxDeviation === "string" && isDecimalText(maxDeviation);
  const share = isNumber || isText ? new ExactDecimal(String(maxDeviation)) : undefined;
  if (share?.lt(1)) return share;
  throw configurationInvalid(`maxDeviation of ${owner} must be a share from 0 to below 1, such as "0.02".`);
}

/** Requests all tables at the same time. The first failure rejects. */
function tablesOf<S, T>(sources: readonly S[], owner: string, request: (source: S) => Promise<T>): Promise<T[]> {
  return Promise.all(
    sources.map((source, index) =>
      responseOf(`Source ${index + 1} of ${owner} failed; see the cause.`, async () => request(source)),
    ),
  );
}

/** Returns the same result while the tables are the same objects and cannot change. */
function keepLast<T, R>(combine: (tables: readonly T[]) => R): (tables: readonly T[]) => R {
  let last: { readonly tables: readonly T[]; readonly result: R } | undefined;
  return (tables) => {
    if (last?.tables.every((table, index) => table === tables[index])) return last.result;
    const result = combine(tables);
    last = tables.every(isDeepFrozen) ? { tables, result } : undefined;
    return result;
  };
}

/** The names of the sources of each combined table, for a combination of combinations. */
const namesOf = new WeakMap<object, readonly string[]>();

/**
 * Refuses tables with one source name, also inside of another combination: copies of one source confirm nothing. Case and
 * spaces around a name do not count. Also remembers the names of the combined table.
 *
 * @param combined - the table of these tables, which were checked to be valid
 */
function checkNames(owner: string, combined: object, tables: readonly (RateTable | PriceTable)[]): void {
  const names = tables.flatMap((table) => namesOf.get(table) ?? [table.source.trim().toLowerCase()]);
  if (new Set(names).size < names.length) {
    throw configurationInvalid(
      `Two sources of ${owner} have tables with the same source name. A source cannot confirm itself; use independent sources, each with its own name.`,
    );
  }
  namesOf.set(combined, names);
}

function combinedRates(tables: readonly RateTable[], maxDeviation: ExactDecimal): RateTable {
  const unit = commonCurrency(tables);
  const listed = tables.map((table): Listed => {
    const values = ratesOf(table);
    const { source, date, base } = table;
    // Every table has it.
    return { source, date, base, values, disputed: disputedIn(table), unit: values.get(unit) ?? "1" };
  });
  const { values, disputed } = crossCheck(listed, maxDeviation, 2);
  const [first] = tables;
  return Object.freeze({
    base: first?.base ?? unit,
    date: earliest(listed, (date) => date),
    source: sourceOf(listed),
    rates: values,
    ...disputes(disputed),
  });
}

function combinedPrices(tables: readonly PriceTable[], maxDeviation: ExactDecimal): PriceTable {
  const currencies = new Set(tables.map(({ currency }) => currency));
  const [currency = ""] = currencies;
  if (currencies.size > 1) {
    const message = `The sources have prices in ${[...currencies].join(" and ")}. Use sources in one currency.`;
    throw new ComplianceError("price_invalid", message);
  }
  const listed = tables.map((table): Listed => {
    const values = new Map(Object.entries(table.prices));
    const { source, time } = table;
    return { source, date: time, base: currency, values, disputed: disputedIn(table), unit: "1" };
  });
  const { values, disputed } = crossCheck(listed, maxDeviation, 1);
  return Object.freeze({
    currency,
    time: earliest(listed, readPriceTime),
    source: sourceOf(listed),
    prices: values,
    ...disputes(disputed),
  });
}

/** Returns the rates with that of the base, which a table may leave out. */
function ratesOf({ base, rates }: RateTable): ReadonlyMap<CurrencyCode, DecimalText> {
  return new Map([...Object.entries(rates), [base, "1"]]);
}

/** Returns a currency that all tables have, their bases first: the unit in which rates are compared. */
function commonCurrency(tables: readonly RateTable[]): CurrencyCode {
  const all = tables.map(ratesOf);
  const candidates = [...tables.map(({ base }) => base), ...(all[0]?.keys() ?? [])];
  const isUndisputed = (code: CurrencyCode): boolean => tables.every((table) => !disputedIn(table).has(code));
  const common = candidates.find((code) => all.every((rates) => rates.has(code)) && isUndisputed(code));
  if (common !== undefined) return common;
  throw new ComplianceError("rate_invalid", "The rate tables of the sources have no currency in common. Add one.");
}

function disputedIn(table: RateTable | PriceTable): Listed["disputed"] {
  return new Map(Object.entries(own(table, "disputed") ?? {}));
}

function earliest(listed: readonly Listed[], order: (date: string) => string | number): string {
  const dates = listed.map(({ date }) => date);
  return dates.reduce((first, date) => (order(date) < order(first) ? date : first));
}

function sourceOf([first, ...others]: readonly Listed[]): string {
  const named = ({ source, date }: Listed): string => `${source} of ${date}`;
  return `${first ? named(first) : ""}, checked against ${others.map(named).join(" and ")}`;
}

function disputes(disputed: CrossChecked["disputed"]): Pick<RateTable, "disputed"> {
  return Object.keys(disputed).length === 0 ? {} : { disputed };
}
