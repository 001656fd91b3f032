/** Compares the values of several tables exactly, and separates those that agree from those in dispute. */
import { ExactDecimal } from "../decimal.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { Disputes } from "./disputed.js";
import type { DisputedValue } from "./types.js";

/** The values of one source. */
export interface Listed {
  readonly source: string;
  /** Day or time. */
  readonly date: string;
  /** Base of the rates, or currency of the prices. */
  readonly base: CurrencyCode;
  /** Rates by currency, or prices by asset. */
  readonly values: ReadonlyMap<string, DecimalText>;
  /** Names that the source itself does not confirm, with the values of its own sources. */
  readonly disputed: ReadonlyMap<string, readonly DisputedValue[]>;
  /** Every value is divided by this one before it is compared: the rate of a currency that all sources have. */
  readonly unit: DecimalText;
}

/** What several sources confirm. */
export interface CrossChecked {
  /** The values of the first source that at least one other confirms and none contradicts. */
  readonly values: Readonly<Record<string, DecimalText>>;
  /** Every other name that any source has. */
  readonly disputed: Disputes;
}

/**
 * Compares sources.
 *
 * @param sources - at least two
 * @param maxDeviation - the greatest share by which a value may exceed another one of the same name
 * @param power - 2 if a value is divided by another one: two of them then deviate by at most that share together
 */
export function crossCheck(sources: readonly Listed[], maxDeviation: ExactDecimal, power: 1 | 2): CrossChecked {
  const limit = { factor: maxDeviation.plus(1), power };
  const names = new Set(sources.flatMap(({ values, disputed }) => [...values.keys(), ...disputed.keys()]));
  const values: [name: string, value: DecimalText][] = [];
  const disputed: [name: string, values: readonly DisputedValue[]][] = [];
  for (const name of names) {
    const value = sources[0]?.values.get(name);
    if (value !== undefined && isConfirmed(name, sources, limit)) values.push([name, value]);
    else disputed.push([name, Object.freeze(sources.flatMap((source) => valuesIn(source, name)))]);
  }
  return {
    values: Object.freeze(Object.fromEntries(values)),
    disputed: Object.freeze(Object.fromEntries(disputed)),
  };
}

interface Limit {
  readonly factor: ExactDecimal;
  readonly power: 1 | 2;
}

function isConfirmed(name: string, sources: readonly Listed[], { factor, power }: Limit): boolean {
  if (sources.some(({ disputed }) => disputed.has(name))) return false;
  const listed = sources.flatMap(({ values, unit }) => {
    const value = values.get(name);
    return value === undefined ? [] : [{ value: new ExactDecimal(value), unit: new ExactDecimal(unit) }];
  });
  // Products in place of quotients, so that nothing is rounded: (a ÷ its unit)^power ≤ factor × (b ÷ its unit)^power.
  const raised = (a: ExactDecimal, b: ExactDecimal): ExactDecimal => a.times(b).pow(power);
  const agree = listed.every((a) =>
    listed.every((b) => raised(a.value, b.unit).lte(raised(b.value, a.unit).times(factor))),
  );
  return listed.length > 1 && agree;
}

/** Returns the value of the source, and what it names in a dispute of its own. */
function valuesIn({ source, date, base, values, disputed }: Listed, name: string): readonly DisputedValue[] {
  const inside = disputed.get(name) ?? [];
  const value = values.get(name);
  if (value === undefined && inside.length > 0) return inside;
  return [Object.freeze({ source, date, base, value: value ?? null }), ...inside];
}
