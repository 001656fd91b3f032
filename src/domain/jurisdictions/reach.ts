/** Decides whether an amount reaches a threshold in another currency. */
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import { own } from "../own.js";
import type { ConversionRate, RateTable } from "../thresholds/types.js";
import { type Amount, amountOf, compareAmounts, convertAmount, type Factors, knownAmount } from "./exact.js";
import type { AppliedTier, UndecidedReason } from "./requirements.js";
import type { JurisdictionTier } from "./types.js";

/** An amount in a currency. */
export interface Money {
  readonly amount: Amount;
  readonly currency: CurrencyCode;
}

/** How an amount compares with a tier, and why that is undecided. */
export interface Reach extends Pick<AppliedTier, "reached" | "comparison" | "converted" | "rate"> {
  /** Whether any data must travel. Null: undecided. */
  readonly dataTravels: boolean | null;
  readonly doubt?: UndecidedReason;
}

const ONE: Amount = { digits: 1n, places: 0 };
const SAME: Factors = { from: ONE, to: ONE };

/** Compares an amount with both amounts of a tier. One of unknown amount, which the pack allows, is always reached. */
export function reachOf(tier: JurisdictionTier, money: Money | undefined, rates: RateTable | undefined): Reach {
  const { threshold, data_from, operator, effect } = tier;
  if (threshold === null || data_from === null || effect === "unknown") return ALWAYS;
  const isAlways = isZero(threshold) && operator === ">=";
  const isData = isZero(data_from);
  if (isAlways && isData) return ALWAYS;
  const open = { ...ALWAYS, reached: isAlways || null, dataTravels: isData || null };
  if (money === undefined) return { ...open, doubt: "amount_missing" };
  const conversion = conversionOf(money.currency, tier.currency, rates);
  if (typeof conversion === "string") return { ...open, doubt: conversion };
  const { factors, rate } = conversion;
  const order = compareAmounts(money.amount, knownAmount(threshold), factors);
  return {
    reached: order > 0 || (order === 0 && operator === ">="),
    dataTravels: isData || compareAmounts(money.amount, knownAmount(data_from), factors) >= 0,
    comparison: comparisonOf(order),
    converted: convertAmount(money.amount, factors, minorUnitsOf(tier.currency) ?? 2),
    rate,
  };
}

function comparisonOf(order: number): Reach["comparison"] {
  if (order === 0) return "equal";
  return order < 0 ? "below" : "above";
}

const ALWAYS: Reach = { reached: true, dataTravels: true, comparison: null, converted: null, rate: null };

function isZero(text: DecimalText): boolean {
  return text === "0" || knownAmount(text).digits === 0n;
}

interface Conversion {
  readonly factors: Factors;
  readonly rate: ConversionRate | null;
}

function conversionOf(
  from: CurrencyCode,
  to: CurrencyCode,
  rates: RateTable | undefined,
): Conversion | "rate_missing" | "rate_disputed" | "rate_invalid" {
  if (from === to) return { factors: SAME, rate: null };
  if (rates === undefined) return "rate_missing";
  const { base, date, source } = rates;
  const disputed = own(rates, "disputed") ?? {};
  if (own(disputed, from) !== undefined || own(disputed, to) !== undefined) return "rate_disputed";
  const [fromText, toText] = [rateOf(rates, from), rateOf(rates, to)];
  if (fromText === undefined || toText === undefined) return "rate_missing";
  const factors = { from: positive(fromText), to: positive(toText), base: positive(rateOf(rates, base)) };
  const isBaseOne = factors.base !== undefined && compareAmounts(factors.base, ONE, SAME) === 0;
  if (factors.from === undefined || factors.to === undefined || !isBaseOne) return "rate_invalid";
  const rate = Object.freeze({ source, date, base, from: fromText, to: toText });
  return { factors: { from: factors.from, to: factors.to }, rate };
}

/** That of the base is 1, and may be listed. */
function rateOf({ base, rates }: RateTable, currency: CurrencyCode): DecimalText | undefined {
  return own(rates, currency) ?? (currency === base ? "1" : undefined);
}

function positive(rate: unknown): Amount | undefined {
  const amount = typeof rate === "string" ? amountOf(rate) : undefined;
  return amount?.digits === 0n ? undefined : amount;
}
