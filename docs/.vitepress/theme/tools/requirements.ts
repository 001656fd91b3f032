/** What a transfer needs, by the packs of all jurisdictions. */
import { ComplianceError, type RateTable } from "vaspkit";
import {
  type AppliedTier,
  jurisdictions,
  type PartySide,
  type Requirements,
  requirementsFor,
} from "vaspkit/jurisdictions";
import { type Attempt, attempt } from "./attempt.js";

/** Texts of a form. `rates` has units of other currencies for one unit of `currency`: `USD 1.16, GBP 0.85`. */
export interface RequirementsQuestion {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly currency: string;
  readonly date: string;
  readonly rates: string;
}

/** One row of the table of fields: what a side must have, and by which tiers. */
export interface FieldRow {
  readonly side: PartySide;
  readonly field: string;
  readonly citations: string;
}

/** A threshold on the axis, as a part of its length. Undefined: it could not be converted. */
interface AxisRow {
  readonly text: string;
  readonly place: number | undefined;
}

export interface Axis {
  readonly rows: readonly AxisRow[];
  readonly amount: number;
  /** Its last value. */
  readonly end: number;
}

export function requirementsOf(question: RequirementsQuestion): Attempt<Requirements> {
  const { kind, from, to, amount, currency, date, rates } = question;
  return attempt(() => {
    const query = {
      ...(kind !== "deposit_from_self_hosted" && { originator_country: from }),
      ...(kind !== "withdrawal_to_self_hosted" && { beneficiary_country: to }),
      // The list of the form has no other kind. A fragment may, which the package refuses.
      kind: kind as "vasp_to_vasp",
      amount,
      currency,
      at: dayOf(date),
    };
    return requirementsFor(query, jurisdictions, tableOf(currency, date, rates));
  });
}

function dayOf(date: string): Date {
  const day = new Date(`${date}T12:00:00Z`);
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)) return day;
  throw new ComplianceError("invalid_input", "Enter a date that exists.");
}

/** A text that is not understood in full is refused: a wrong rate would lead to a wrong answer. */
function tableOf(base: string, date: string, texts: string): RateTable | undefined {
  if (texts === "") return undefined;
  const rates = texts.split(",").map((text) => /^\s*([A-Z]{3})\s*(\d+(?:\.\d+)?)\s*$/.exec(text)?.slice(1));
  const known = Object.fromEntries(rates.filter((rate) => rate !== undefined));
  if (Object.keys(known).length === rates.length) return { base, date, source: "this page", rates: known };
  throw new ComplianceError("invalid_input", "Write each rate once, with a point: USD 1.16, GBP 0.85.");
}

/** Returns what both sides must have, as rows of a table. */
export function fieldRows(requirements: Requirements): readonly FieldRow[] {
  return (["originator", "beneficiary"] as const).flatMap((side) => {
    const { required, alternatives } = requirements[side];
    const needed = [
      ...required.map(({ field, sources }) => ({ field: words(field), sources })),
      ...alternatives.map(({ one_of, sources }) => ({
        field: one_of.map((group) => group.map(words).join(" and ")).join(", or "),
        sources,
      })),
    ];
    return needed.map(({ field, sources }) => ({
      side,
      field,
      citations: sources.map(({ jurisdiction, citation }) => `${jurisdiction}: ${citation}`).join("; "),
    }));
  });
}

/** Returns the thresholds of all tiers and the amount on one axis, in the currency of the amount. For display only. */
export function axisOf(tiers: readonly AppliedTier[], amount: number): Axis {
  const values = tiers.map(placeOf);
  const end = Math.ceil(Math.max(amount, ...values.map((value) => value ?? 0)) * 1.1) || 1;
  const rows = tiers.map((applied, index) => {
    const { jurisdiction, tier, reached } = applied;
    const value = values[index];
    const state = reached === null ? "undecided" : reached ? "reached" : "not reached";
    const limit = tier.threshold === null ? "unknown" : `${tier.operator} ${tier.threshold} ${tier.currency}`;
    return {
      text: `${jurisdiction}, ${tier.instrument}, ${words(tier.effect)}: ${limit}, ${state}`,
      place: value === undefined ? undefined : value / end,
    };
  });
  return { rows, amount: amount / end, end };
}

function placeOf({ tier, rate, comparison }: AppliedTier): number | undefined {
  const threshold = Number(tier.threshold);
  if (threshold === 0 || (rate === null && comparison !== null)) return threshold;
  return rate === null ? undefined : (threshold * Number(rate.from)) / Number(rate.to);
}

/** Returns the words of a name: `date_of_birth` becomes "date of birth". */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}
