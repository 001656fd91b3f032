/** The dated rows that thresholds are taken from, and the laws on them. */
import type { CountryCode, CurrencyCode, DecimalText } from "../../domain/identifiers/codes.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { isDate } from "../../domain/identifiers/date.js";
import { quotedName } from "../../domain/input/json-pointer.js";
import type { ConformanceCheck } from "../law.js";
import { compare, readDecimal } from "../rational.js";
import { invalid, isAmount } from "./invalid.js";
import { type Sight, type Standing, standingLaw } from "./standing.js";
import type { Subject } from "./subject.js";

/**
 * A threshold and the days on which it is in force. Other members than these are refused: a misspelt `in_force_until`
 * would let a row go on for ever. What else is to be said of a row, its `source` or its `note` can say.
 */
export interface ThresholdRow {
  readonly country: CountryCode;
  /** In the official currency of the country. */
  readonly threshold: DecimalText | number;
  /** What the row says its currency is. It must be the official one, for in that the threshold is read. */
  readonly currency?: CurrencyCode;
  /** The first day, `YYYY-MM-DD`; days are those of UTC. */
  readonly in_force_from: string;
  /** The last day, which belongs to it; without one it is in force until further notice. */
  readonly in_force_until?: string;
  /** Where it is from: a gazette, a counsel. It is not looked at. */
  readonly source?: unknown;
  /** Whatever there is to say of it. It is not looked at. */
  readonly note?: unknown;
}

const forms: Readonly<Record<keyof ThresholdRow, readonly [form: string, fits: (value: unknown) => boolean]>> = {
  country: ["a country code such as SG", (value) => typeof value === "string" && /^[A-Z]{2}$/.test(value)],
  threshold: ['a finite number of 0 or more, or decimal text such as "1500"', isAmount],
  currency: [
    "an ISO 4217 currency code, or be left out",
    (value) => value === undefined || (typeof value === "string" && isCurrency(value)),
  ],
  in_force_from: ["a calendar date, YYYY-MM-DD", isDay],
  in_force_until: ["a calendar date, YYYY-MM-DD, or be left out", (value) => value === undefined || isDay(value)],
  source: ["anything", () => true],
  note: ["anything", () => true],
};

/**
 * The rows, copied.
 *
 * @throws ComplianceError `configuration_invalid`, naming the row and the member that cannot be right.
 */
export function checkRows(rows: readonly ThresholdRow[]): readonly ThresholdRow[] {
  if (!Array.isArray(rows)) throw invalid("rows must be an array of { country, threshold, in_force_from }");
  for (const [index, row] of rows.entries()) {
    for (const [name, [form, fits]] of Object.entries(forms)) {
      if (!fits(Reflect.get(Object(row), name))) throw invalid(`rows[${index}].${name} must be ${form}`);
    }
    const unknown = Object.keys(row).find((name) => !Object.hasOwn(forms, name));
    if (unknown !== undefined) {
      const known = Object.keys(forms).join(", ");
      throw invalid(`rows[${index}] may have no member${quotedName(unknown)}, but only ${known}`);
    }
    if (row.in_force_until !== undefined && row.in_force_until < row.in_force_from) {
      throw invalid(`rows[${index}].in_force_until must not be before in_force_from`);
    }
  }
  return rows.map((row: ThresholdRow) => ({ ...row }));
}

export function rowLaws(subject: Subject, rows: readonly ThresholdRow[]): readonly ConformanceCheck[] {
  return [
    standingLaw(
      subject,
      "a threshold is that of the row in force",
      "every configured threshold is that of a row which is in force on the day of the decision",
      (standing) => firstOf(standing.ground.places.flatMap((place) => departuresOf(place, rows, dayOf(standing)))),
    ),
    standingLaw(
      subject,
      "no two rows of a country are in force on one day",
      "on each day at most one row says what the threshold of a country is",
      () => firstOf(overlapsOf(rows)),
    ),
  ];
}

function dayOf({ at }: Standing): string {
  return at.toISOString().slice(0, 10);
}

function departuresOf(
  { country, official, text, threshold }: Standing["ground"]["places"][number],
  rows: readonly ThresholdRow[],
  day: string,
): readonly string[] {
  const own = rows.filter((row) => row.country === country);
  const inForce = own.filter((row) => isInForce(row, day));
  if (inForce.length === 0) {
    const known = own.length === 0 ? "there is none of it" : `there are those of ${own.map(spanOf).join(", of ")}`;
    return [`${country}: no row is in force on ${day}; ${known}`];
  }
  return inForce.flatMap((row) => {
    if (row.currency !== undefined && row.currency !== official) {
      return [
        `${country}: the row of ${spanOf(row)} says ${row.threshold} ${row.currency}, but a threshold is read as ${official}`,
      ];
    }
    if (compare(threshold, readDecimal(row.threshold)) === "equal") return [];
    return [
      `${country}: ${text} ${official} is configured, but the row of ${spanOf(row)} says ${row.threshold} ${official}`,
    ];
  });
}

function overlapsOf(rows: readonly ThresholdRow[]): readonly string[] {
  return rows.flatMap((row, index) =>
    rows.slice(index + 1).flatMap((other) => {
      const [, from = ""] = [row.in_force_from, other.in_force_from].sort();
      if (row.country !== other.country || !isInForce(row, from) || !isInForce(other, from)) return [];
      return [`${row.country}: the row of ${spanOf(row)} and that of ${spanOf(other)} are both in force on ${from}`];
    }),
  );
}

// Days of four-digit years are in the order of their texts.
function isInForce({ in_force_from, in_force_until }: ThresholdRow, day: string): boolean {
  return in_force_from <= day && (in_force_until === undefined || day <= in_force_until);
}

function spanOf({ in_force_from, in_force_until }: ThresholdRow): string {
  return in_force_until === undefined ? `${in_force_from} on` : `${in_force_from} to ${in_force_until}`;
}

/** The first as the sentence, and all as lines where there are more. */
export function firstOf(all: readonly string[]): Sight | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  return all.length === 1 ? { seen: first } : { seen: `${first}, and ${all.length - 1} more`, lines: all };
}

function isDay(value: unknown): boolean {
  return typeof value === "string" && isDate(value);
}
