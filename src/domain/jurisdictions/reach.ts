/** Decides whether an amount reaches a threshold in another currency. */
import { ComplianceError } from "../compliance-error.js";
import { comparisonOf, convertedTextOf, decimalOf, type ExactDecimal } from "../decimal.js";
import type { CurrencyCode } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import { own } from "../own.js";
import { type FindRate, factorsOf, rateOrError } from "../thresholds/rates.js";
import type { AppliedTier, UndecidedReason } from "./requirements.js";
import type { JurisdictionTier } from "./types.js";

/** An amount in a currency. */
export interface Money {
  readonly amount: ExactDecimal;
  readonly currency: CurrencyCode;
}

/** A tier about a transfer. */
export interface TierOf {
  readonly tier: JurisdictionTier;
  /** Whether a provider outside the jurisdiction takes part. Null: unknown. */
  readonly isCrossBorder: boolean | null;
  /** The amounts to compare with; undefined if every amount reaches both. */
  readonly bounds: Bounds | undefined;
}

/** How an amount compares with a tier, and why that is undecided. */
export interface Reach extends Pick<AppliedTier, "reached" | "comparison" | "converted" | "rate"> {
  /** Whether any data must travel. Null: undecided. */
  readonly dataTravels: boolean | null;
  readonly doubts: readonly UndecidedReason[];
}

/** Returns a tier with the amounts that a transfer is compared with. */
export function tierOf(tier: JurisdictionTier, isCrossBorder: boolean | null): TierOf {
  return { tier, isCrossBorder, bounds: boundsOf(tier, isCrossBorder) };
}

/** Compares a transfer with a tier. Inside a jurisdiction, the threshold of `cross_border_only` does not count. */
export function reachOf(of: TierOf, money: Money | undefined, findRate: FindRate): Reach {
  const reach = amountReach(of, money, findRate);
  const { tier, isCrossBorder } = of;
  if (own(tier, "cross_border_only") !== true || isCrossBorder === true) return reach;
  // The rate stays, because it decided whether data travels.
  if (isCrossBorder === false) return { ...reach, reached: false, comparison: null, converted: null };
  if (reach.reached === false) return reach;
  return { ...reach, reached: null, doubts: [...reach.doubts, "cross_border_unknown"] };
}

/** The amounts of a tier. */
interface Bounds {
  readonly threshold: ExactDecimal;
  readonly dataFrom: ExactDecimal;
  readonly operator: JurisdictionTier["operator"];
}

/**
 * Returns the amounts to compare with; undefined if every amount reaches both. A tier of unknown amount, which the pack
 * allows, is always reached.
 */
function boundsOf(tier: JurisdictionTier, isCrossBorder: boolean | null): Bounds | undefined {
  const { threshold, data_from, effect } = tier;
  if (threshold === null || data_from === null || effect === "unknown") return undefined;
  const isInside = own(tier, "cross_border_only") === true && isCrossBorder === false;
  const dataFrom = decimalOf(data_from);
  const bounds = isInside
    ? ({ threshold: dataFrom, dataFrom, operator: ">=" } as const)
    : { threshold: decimalOf(threshold), dataFrom, operator: tier.operator };
  return isAlways(bounds) && dataFrom.isZero() ? undefined : bounds;
}

function isAlways({ threshold, operator }: Bounds): boolean {
  return threshold.isZero() && operator === ">=";
}

/** Compares an amount with both amounts of a tier. */
function amountReach({ tier, bounds }: TierOf, money: Money | undefined, findRate: FindRate): Reach {
  if (bounds === undefined) return ALWAYS;
  const { threshold, dataFrom, operator } = bounds;
  const isData = dataFrom.isZero();
  const open = { ...ALWAYS, reached: isAlways(bounds) || null, dataTravels: isData || null };
  if (money === undefined) return { ...open, doubts: ["amount_missing"] };
  const rate = money.currency === tier.currency ? null : rateOrError(findRate, money.currency, tier.currency);
  if (rate instanceof ComplianceError) return { ...open, doubts: [doubtOf(rate)] };
  const factors = factorsOf(rate);
  const value = money.amount.times(factors.to);
  const order = value.comparedTo(threshold.times(factors.from));
  return {
    reached: order > 0 || (order === 0 && operator === ">="),
    dataTravels: isData || value.gte(dataFrom.times(factors.from)),
    comparison: comparisonOf(order),
    converted: convertedTextOf(money.amount, factors, minorUnitsOf(tier.currency) ?? 2),
    rate,
    doubts: [],
  };
}

/** Returns why a rate decides nothing. A lookup has no other errors than these. */
function doubtOf({ code }: ComplianceError): UndecidedReason {
  return code === "rate_missing" || code === "rate_disputed" ? code : "rate_invalid";
}

const ALWAYS: Reach = { reached: true, dataTravels: true, comparison: null, converted: null, rate: null, doubts: [] };
