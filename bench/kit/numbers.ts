/** Statistics and number formats of the reports. */

/** Median, 5th and 95th percentile. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** @throws If there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), low: quantile(values, 0.05), high: quantile(values, 0.95) };
}

/** Returns the value below which that part of the values lies, interpolated between two values. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) throw new Error("There are no values.");
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

const UNITS = [
  ["ns", 1],
  ["µs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
] as const;

function unitOf(nanoseconds: number): readonly [string, number] {
  return UNITS.findLast(([, size]) => nanoseconds >= size) ?? UNITS[0];
}

/** Formats nanoseconds: "113 ns", "3.2 µs". */
export function duration(nanoseconds: number): string {
  const [unit, size] = unitOf(nanoseconds);
  return `${digits(nanoseconds / size)} ${unit}`;
}

/** Formats a spread of nanoseconds: "113 ns (108–125)". */
export function durations({ median, low, high }: Spread): string {
  const [unit, size] = unitOf(median);
  return `${digits(median / size)} ${unit} (${digits(low / size)}–${digits(high / size)})`;
}

/** Formats a ratio: "1.72 × (1.63–1.85)". */
export function timesSpread({ median, low, high }: Spread): string {
  return `${digits(median)} × (${digits(low)}–${digits(high)})`;
}

/** Formats three significant digits, or all digits of a whole number: "0.123", "12.3", "4,096". */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const isLong = Number.isInteger(value) || Math.abs(value) >= 100;
  return isLong ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toLocaleString("en");
}

/** Formats a count of wrong results: "none", "708 of 4,096 WRONG". */
export function wrongOf(wrong: number, all: number): string {
  return wrong === 0 ? "none" : `${digits(wrong)} of ${digits(all)} WRONG`;
}

/** Returns a generator of numbers from 0 to 1, always the same for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
