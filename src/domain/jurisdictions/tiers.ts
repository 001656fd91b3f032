/** Selects the tiers of a pack that apply at a time. */
import { ComplianceError } from "../compliance-error.js";
import { own } from "../own.js";
import { copyOfDate } from "../timestamp.js";
import { type LocalDays, localDays } from "./local-days.js";
import type { DoubtfulTier, Jurisdiction, JurisdictionTier, TierDoubt, TierDuty, TierScope } from "./types.js";

/** The tiers of a pack at a time. Those that ended or are not in force yet are in neither list. */
export interface TiersAt {
  /** Tiers that decide. */
  readonly deciding: readonly JurisdictionTier[];
  /** Tiers that would apply, or are announced, but do not decide. */
  readonly doubtful: readonly DoubtfulTier[];
}

/** The tiers of a pack about one kind of transfer. */
export interface TiersAbout extends TiersAt {
  /** The doubtful tiers that leave the answer open. */
  readonly open: readonly DoubtfulTier[];
  /** Whether no tier, doubtful or not, says what applies to such a transfer. */
  readonly isSilent: boolean;
}

/**
 * Returns the tiers of a pack at a time. Days are those of the time zones of the pack. Dates of reduced precision are read
 * as the longest possible period: `"2023-09"` begins on the first day of the month, and ends on the last.
 */
export function tiersAt(pack: Jurisdiction, at: Date): TiersAt {
  const allowed = own(pack, "allowed_tiers") ?? [];
  const days = localDays(pack.zones, at);
  const deciding: JurisdictionTier[] = [];
  const doubtful: DoubtfulTier[] = [];
  for (const tier of pack.tiers) {
    if (hasEnded(tier, days)) continue;
    const doubt = isAnnounced(tier, days) ? "announced" : doubtAbout(tier, allowed);
    if (doubt !== "announced" && !hasBegun(tier, days)) continue;
    if (doubt === undefined) deciding.push(tier);
    else doubtful.push({ tier, doubt });
  }
  return { deciding, doubtful };
}

/**
 * Returns the tiers of a pack at a time that are about transfers between two VASPs, or with a self-hosted wallet.
 *
 * @param isRelevant - which of them count; all by default
 */
export function tiersAbout(
  pack: Jurisdiction,
  at: Date,
  scope: Exclude<TierScope, "any">,
  isRelevant: (tier: JurisdictionTier) => boolean = () => true,
): TiersAbout {
  const isAbout = (tier: JurisdictionTier): boolean =>
    (tier.scope === "any" || tier.scope === scope) && isRelevant(tier);
  const all = tiersAt(pack, at);
  const deciding = all.deciding.filter(isAbout);
  const doubtful = all.doubtful.filter(({ tier }) => isAbout(tier));
  const isAnswered = deciding.some((tier) => answers(tier, scope));
  // Beside tiers that decide, a doubtful one does not matter, unless it should apply by now.
  const open = doubtful.filter(({ doubt }) => !isAnswered || doubt === "not_reviewed");
  return { deciding, doubtful, open, isSilent: !isAnswered && !doubtful.some(({ tier }) => answers(tier, scope)) };
}

/** Returns whether the tier says everything about such transfers. One of any scope says nothing about self-hosted wallets. */
function answers(tier: JurisdictionTier, scope: TierScope): boolean {
  return scope === "vasp_to_vasp" || tier.scope === scope || own(tier, "covers_self_hosted") === true;
}

/**
 * Copies a time of a caller, so that it is the same at each reading.
 *
 * @throws ComplianceError `invalid_input` for an invalid date, or one outside the years 1 to 9999
 */
export function timeOf(at: unknown): Date {
  const copy = copyOfDate(at);
  if (copy === undefined) throw new ComplianceError("invalid_input", "at must be a valid Date of the years 1 to 9999.");
  return copy;
}

/** All duties besides the fields. */
export const DUTIES: Readonly<Record<TierDuty, true>> = {
  verification: true,
  ownership_check: true,
  mitigating_measure: true,
};

/** Returns the further duty that a tier switches on; undefined if it is about fields. */
export function dutyOf({ effect }: JurisdictionTier): TierDuty | undefined {
  // The cast: it is one of them.
  return Object.hasOwn(DUTIES, effect) ? (effect as TierDuty) : undefined;
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

function isAnnounced(tier: JurisdictionTier, days: LocalDays): boolean {
  return tier.status === "announced" && (tier.effective_from === null || !hasBegun(tier, days));
}

/** It begins with its first day in any zone. An unknown first day counts as past, because then no transfer is missed. */
function hasBegun({ effective_from }: JurisdictionTier, { latest }: LocalDays): boolean {
  return effective_from === null || firstDayOf(effective_from) <= latest;
}

/** It ends when its last day is over in all zones. */
function hasEnded({ effective_to }: JurisdictionTier, { earliest }: LocalDays): boolean {
  return effective_to !== null && lastDayOf(effective_to) < earliest;
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
