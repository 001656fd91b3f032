/** Selects the tiers of a pack that apply on a day. */
import { ComplianceError } from "../compliance-error.js";
import { own } from "../own.js";
import { toDay } from "../timestamp.js";
import type { DoubtfulTier, Jurisdiction, JurisdictionTier, TierDoubt } from "./types.js";

/** The tiers of a pack on one day. Those that ended or are not in force yet are in neither list. */
export interface TiersOnDay {
  /** Tiers that decide. */
  readonly deciding: readonly JurisdictionTier[];
  /** Tiers that would apply, or are announced, but do not decide. */
  readonly doubtful: readonly DoubtfulTier[];
}

/**
 * Returns the tiers of a pack on a day. Dates of reduced precision are read as the longest possible period: `"2023-09"`
 * begins on the first day of the month, and ends on the last.
 *
 * @param day - in UTC, `YYYY-MM-DD`
 */
export function tiersOn(pack: Jurisdiction, day: string): TiersOnDay {
  const allowed = own(pack, "allowed_tiers") ?? [];
  const deciding: JurisdictionTier[] = [];
  const doubtful: DoubtfulTier[] = [];
  for (const tier of pack.tiers) {
    if (hasEnded(tier, day)) continue;
    const doubt = isAnnounced(tier, day) ? "announced" : doubtAbout(tier, allowed);
    if (doubt !== "announced" && !hasBegun(tier, day)) continue;
    if (doubt === undefined) deciding.push(tier);
    else doubtful.push({ tier, doubt });
  }
  return { deciding, doubtful };
}

/**
 * Returns the day of a time in UTC, `YYYY-MM-DD`.
 *
 * @throws ComplianceError `invalid_input` for an invalid date, or one outside the years 1 to 9999
 */
export function dayOf(at: Date): string {
  try {
    return toDay(at);
  } catch {
    throw new ComplianceError("invalid_input", "at must be a valid Date of the years 1 to 9999.");
  }
}

/** Returns whether the amount of the tier, or what it switches on, is unknown. */
function isOfUnknownAmount({ threshold, data_from, effect }: JurisdictionTier): boolean {
  return threshold === null || data_from === null || effect === "unknown";
}

function doubtAbout(tier: JurisdictionTier, allowed: readonly string[]): TierDoubt | undefined {
  if (allowed.includes(tier.name)) return undefined;
  if (tier.confidence === "weak") return "weak";
  if (isOfUnknownAmount(tier)) return "amount_unknown";
  return tier.status === "announced" && tier.confidence !== "primary" ? "not_reviewed" : undefined;
}

function isAnnounced(tier: JurisdictionTier, day: string): boolean {
  return tier.status === "announced" && (tier.effective_from === null || !hasBegun(tier, day));
}

/** An unknown first day counts as past, because then no transfer is missed. */
function hasBegun({ effective_from }: JurisdictionTier, day: string): boolean {
  return effective_from === null || firstDayOf(effective_from) <= day;
}

function hasEnded({ effective_to }: JurisdictionTier, day: string): boolean {
  return effective_to !== null && lastDayOf(effective_to) < day;
}

const DAY = "YYYY-MM-DD".length;

/** Returns the first day of a day, month or year. */
export function firstDayOf(date: string): string {
  return `${date}-01-01`.slice(0, DAY);
}

/** Returns a text that sorts as the last day of a day, month or year. A short month may end on its 31st. */
export function lastDayOf(date: string): string {
  const isMonth = date.length === "YYYY-MM".length;
  return isMonth ? `${date}-31` : `${date}-12-31`.slice(0, DAY);
}
