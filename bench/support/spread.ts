/** A middle, and how far from it the values lie. */

/** The median of some values, and what 5 and 95 of a hundred of them stay below. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The spread of the values, of which there has to be one at least. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) };
}

/** What that part of the sorted values stays below; between two values, by the distance to each. */
function quantile(sorted: readonly number[], part: number): number {
  if (sorted.length === 0) throw new Error("there is no middle of no values");
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
