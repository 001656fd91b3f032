/** Is an amount at or above a threshold? The engine's answer, beside that of floating-point numbers. */
import { createThresholdEngine } from "vaspkit";
import { type Attempt, attempt } from "./attempt.js";

/** Decimal texts. `rate` is units of the threshold's currency for one unit of the amount's. */
export interface BreachQuestion {
  readonly amount: string;
  readonly currency: string;
  readonly rate: string;
  readonly threshold: string;
  readonly in: string;
}

export interface BreachAnswer {
  readonly status: "breach" | "pass";
  /** How the amount compares with the threshold. */
  readonly sign: "<" | "=" | ">";
  /** Amount × rate, divided by the threshold; or both sides if the threshold is 0. */
  readonly fraction: string;
  /** The same with numbers of JavaScript. */
  readonly doubles: { readonly product: number; readonly status: "breach" | "pass" };
}

const signs = { below: "<", equal: "=", above: ">" } as const;

export function breachOf({ amount, currency, rate, threshold, in: unit }: BreachQuestion): Attempt<BreachAnswer> {
  return attempt(() => {
    // The country is of no importance, because the threshold has its own currency.
    const thresholds = { US: { amount: threshold, currency: unit } };
    const isSame = currency === unit;
    const table = { base: currency, date: "2026-01-01", source: "this page", rates: { [unit]: rate } };
    const engine = createThresholdEngine({ thresholds, ...(!isSame && { rates: table }) });
    const { status, comparison } = engine.evaluate({ transaction_id: "T-1", amount, currency, country: "US" });
    const product = Number(amount) * (isSame ? 1 : Number(rate));
    const isReached = product >= Number(threshold);
    const doubles = { product, status: isReached ? "breach" : "pass" } as const;
    const sign = signs[comparison];
    const { above, below } = fractionOf([amount, isSame ? "1" : rate], threshold);
    const fraction = below === 0n ? `${amount} ${sign} 0` : `${above}/${below} ${sign} 1`;
    return { status, sign, fraction, doubles };
  });
}

/** Returns the product and the threshold in the largest unit in which both are whole. The engine has checked the texts. */
function fractionOf(factors: readonly string[], threshold: string): { readonly above: bigint; readonly below: bigint } {
  const digits = (text: string): number => text.split(".")[1]?.length ?? 0;
  const whole = (text: string): bigint => BigInt(text.replace(".", ""));
  const ofProduct = factors.map(digits).reduce((sum, each) => sum + each, 0);
  const decimals = Math.max(ofProduct, digits(threshold));
  const product = factors.map(whole).reduce((all, each) => all * each, 1n) * 10n ** BigInt(decimals - ofProduct);
  const limit = whole(threshold) * 10n ** BigInt(decimals - digits(threshold));
  const common = commonDivisor(product, limit);
  return { above: product / common, below: limit / common };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a || 1n : commonDivisor(b, a % b);
}
