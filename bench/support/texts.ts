/** Numbers as people read them, in tables and charts. */
import type { Spread } from "./spread.js";

const UNITS = [
  ["ns", 1],
  ["µs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
] as const;

/** "113 ns", "3.2 µs": three digits at most, for more would be noise. */
export function duration(nanoseconds: number): string {
  const [unit, size] = unitOf(nanoseconds);
  return `${digits(nanoseconds / size)} ${unit}`;
}

/** "113 ns (108–125)": the median, and what 5 and 95 of a hundred rounds stay below. */
export function durations({ median, low, high }: Spread): string {
  const [unit, size] = unitOf(median);
  return `${digits(median / size)} ${unit} (${digits(low / size)}–${digits(high / size)})`;
}

function unitOf(nanoseconds: number): readonly [string, number] {
  return UNITS.findLast(([, size]) => nanoseconds >= size) ?? UNITS[0];
}

/** "1.72 ×". */
export function times(ratio: number): string {
  return `${digits(ratio)} ×`;
}

/** "1.72 × (1.63–1.85)". */
export function timesSpread({ median, low, high }: Spread): string {
  return `${digits(median)} × (${digits(low)}–${digits(high)})`;
}

/** Three significant digits, or all of a whole number's: "0.123", "12.3", "4,096". */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const isLong = Number.isInteger(value) || Math.abs(value) >= 100;
  return isLong ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toLocaleString("en");
}

/** "none", or "708 of 4,096 WRONG": of the answers, those that were wrong. */
export function wrongOf(wrong: number, all: number): string {
  return wrong === 0 ? "none" : `${digits(wrong)} of ${digits(all)} WRONG`;
}

/** "17 %", "0.4 %". */
export function percent(part: number): string {
  return `${part === 0 || part >= 0.1 ? Math.round(part * 100) : Number((part * 100).toPrecision(1))} %`;
}
