/** Currencies and assets that the sources of a table do not agree about. */
import { bare } from "../own.js";
import type { DisputedValue } from "./types.js";

/** Disputes by currency or asset. */
export type Disputes = Readonly<Record<string, readonly DisputedValue[]>>;

/** Returns a deeply frozen copy of the disputes of a table, which callers without types may have written. */
export function copyDisputes(disputed: unknown): Disputes {
  const entries = Object.entries(Object(disputed)).map(([name, values]) => {
    const listed: readonly unknown[] = Array.isArray(values) ? values : [];
    return [name, Object.freeze(listed.map(copyValue))] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

function copyValue(given: unknown): DisputedValue {
  const { source, date, base, value }: Partial<DisputedValue> = bare(Object(given));
  return Object.freeze({
    source: text(source),
    date: text(date),
    base: text(base),
    value: value === null ? null : text(value),
  });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "?";
}

/**
 * Describes a dispute for a message: `11000 (A, 2026-01-05, for one USD) and 110 (B, 2026-01-06, for one USD)`.
 *
 * @param unit - describes what the value is for, from the base
 */
export function describeDispute(values: readonly DisputedValue[], unit: (base: string) => string): string {
  const said = values.map(({ source, date, base, value }) =>
    value === null ? `no value (${source}, ${date})` : `${value} (${source}, ${date}, ${unit(base)})`,
  );
  return said.length === 0 ? "no value" : said.join(" and ");
}
