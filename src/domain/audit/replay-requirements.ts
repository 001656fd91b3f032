/** Decides stored requirements again, from the packs that were applied (§2.9 rule 2). */
import { ComplianceError } from "../compliance-error.js";
import { decimalOf } from "../decimal.js";
import type { CurrencyCode } from "../identifiers/codes.js";
import { parseQuery } from "../jurisdictions/query.js";
import type { Money } from "../jurisdictions/reach.js";
import { readPacks } from "../jurisdictions/read-packs.js";
import type { AppliedTier, Requirements, RequirementsQuery, Undecided } from "../jurisdictions/requirements.js";
import { moneyOf, requirementsOf, selectTiers } from "../jurisdictions/requirements-for.js";
import type { Jurisdiction } from "../jurisdictions/types.js";
import { bare } from "../own.js";
import { findPriceIn } from "../prices/prices.js";
import type { AppliedPrice } from "../prices/types.js";
import { unwrap } from "../result.js";
import { type FindRate, findRateIn } from "../thresholds/rates.js";
import type { RateTable } from "../thresholds/types.js";
import { parseTimestamp } from "../timestamp.js";
import { withAnswers } from "../transfers/answers.js";
import type { CounselAnswer } from "../transfers/decision.js";
import { priceTableOf } from "./replay-evaluation.js";

/** A query with its time as text: a day, or ISO 8601 with an offset. */
interface StoredQuery extends Omit<RequirementsQuery, "at"> {
  readonly at: string;
}

/** Stored requirements, with everything that they follow from. */
export interface StoredRequirements {
  /** What the requirements are about; of a crypto-asset, the amount without a currency. */
  readonly query: StoredQuery;
  /** What {@link appliedPacks} returned. */
  readonly packs: readonly Jurisdiction[];
  /** The requirements. Only their rates are read, and why a rate was not found. */
  readonly requirements: Requirements;
  /**
   * Price of a crypto-asset, for which the query has no currency.
   *
   * @default none
   */
  readonly price?: AppliedPrice | undefined;
  /**
   * Answers of counsel that count in the requirements.
   *
   * @default none
   */
  readonly answers?: readonly CounselAnswer[] | undefined;
}

/**
 * Returns the packs that requirements come from, each with the tiers that were applied or listed. They decide the query like
 * the whole packs: no other tier of a pack is about such a transfer on its day.
 *
 * @param requirements - the requirements, before or after answers of counsel
 * @param query - checked; it inherits nothing
 * @param packs - the checked packs that the requirements were found in
 * @returns plain data, in the order of the packs
 */
export function appliedPacks(
  requirements: Requirements,
  query: RequirementsQuery,
  packs: readonly Jurisdiction[],
): readonly Jurisdiction[] {
  const applied = new Set(selectTiers(query, packs).map(({ pack }) => pack));
  const found = [...requirements.tiers, ...requirements.listed];
  return packs
    .filter((pack) => applied.has(pack))
    .map((pack) => {
      const { allowed_tiers = [], ...rest } = bare(pack);
      const names = new Set(found.flatMap(({ jurisdiction, tier }) => (jurisdiction === pack.code ? tier.name : [])));
      const allowed = allowed_tiers.filter((name) => names.has(name));
      const tiers = pack.tiers.filter(({ name }) => names.has(name));
      return { ...rest, tiers, ...(allowed.length > 0 && { allowed_tiers: allowed }) };
    });
}

/**
 * Decides stored requirements again, with the answers of counsel if there are any. Rates are facts: a rate that was missing,
 * disputed or invalid is so again.
 *
 * @param stored - JSON data, possibly from a file that somebody changed
 * @returns the requirements, equal to the stored ones unless something was changed; undefined if the data is not valid
 * @example
 * const isRight = isSameData(replayedRequirements(stored), stored.requirements);
 */
export function replayedRequirements(stored: StoredRequirements): Requirements | undefined {
  try {
    const { query: given, packs: reduced, requirements, price, answers = [] } = bare(stored);
    const query = queryOf(given);
    const packs = readPacks("replayedRequirements", reduced);
    const money = price === undefined ? moneyOf(query) : moneyOfAsset(query, price);
    const decided = requirementsOf(selectTiers(query, packs), money, findStoredRate(requirements, money?.currency));
    const { kind = "vasp_to_vasp", at } = query;
    return withAnswers(decided, answers, { jurisdictions: packs, kind, at }).requirements;
  } catch {
    // A file may contain anything.
    return undefined;
  }
}

/** @throws ComplianceError `invalid_input` */
function queryOf(stored: StoredQuery): RequirementsQuery {
  const at = parseTimestamp(stored.at);
  return unwrap(parseQuery({ ...stored, at: at === undefined ? undefined : new Date(at) }));
}

/**
 * Returns the exact value of the amount of a query.
 *
 * @throws ComplianceError for an invalid price, or one that is not about the query
 */
function moneyOfAsset({ amount, currency }: RequirementsQuery, price: AppliedPrice): Money {
  const { asset, asset_amount } = price;
  if (amount === undefined || amount !== asset_amount || currency !== undefined) {
    throw new ComplianceError("invalid_input", "The price must be that of the amount of the query.");
  }
  const found = findPriceIn(priceTableOf(price))(asset);
  return { amount: decimalOf(amount).times(found.price), currency: found.currency };
}

/**
 * Returns a function that finds the rates of requirements again, or fails as it did then. Requirements look up a rate for each
 * tier in turn, so the failures are in that order.
 */
function findStoredRate({ tiers, undecided }: Requirements, currency: CurrencyCode | undefined): FindRate {
  const table = rateTableOf(tiers, currency);
  const find = findRateIn(table);
  const failures = undecided.map(({ reason }) => reason).filter(isRateFailure);
  return (from, to) => {
    if (table !== undefined && Object.hasOwn(table.rates, to)) return find(from, to);
    throw new ComplianceError(
      failures.shift() ?? "rate_missing",
      "The rate was not found at the time of the decision.",
    );
  };
}

/** Returns the rates of applied tiers, all from one table; undefined if no tier has one. */
function rateTableOf(tiers: readonly AppliedTier[], currency = ""): RateTable | undefined {
  const legs = tiers.flatMap(({ tier, rate }) => (rate === null ? [] : [{ to: tier.currency, rate }]));
  const [first] = legs;
  if (first === undefined) return undefined;
  const { base, date, source } = first.rate;
  const rates = legs.flatMap(({ to, rate }) => [
    [currency, rate.from],
    [to, rate.to],
  ]);
  return { base, date, source, rates: Object.fromEntries(rates) };
}

type RateFailure = "rate_missing" | "rate_disputed" | "rate_invalid";

function isRateFailure(reason: Undecided["reason"]): reason is RateFailure {
  return reason === "rate_missing" || reason === "rate_disputed" || reason === "rate_invalid";
}
