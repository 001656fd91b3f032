/** Types of the requirements of one transfer (§2.9 rule 2). */
import type { CountryCode, CurrencyCode, DecimalText, DurationMs } from "../identifiers/codes.js";
import type { ConversionRate, ThresholdDecision } from "../thresholds/types.js";
import type { TransferKind } from "../transfers/kind.js";
import type { JurisdictionTier, PartyField, TierDoubt, TierDuty } from "./types.js";

/** The originator or the beneficiary. */
export type PartySide = "originator" | "beneficiary";

/** Both sides of a transfer. */
export const PARTY_SIDES = ["originator", "beneficiary"] as const satisfies readonly PartySide[];

/** A transfer whose requirements {@link requirementsFor} returns. */
export interface RequirementsQuery {
  /** Country of the originator's VASP. Without it, the answer is undecided, except for a deposit from a self-hosted wallet. */
  readonly originator_country?: CountryCode | undefined;
  /** Country of the beneficiary's VASP. Without it, the answer is undecided, except for a withdrawal to a self-hosted wallet. */
  readonly beneficiary_country?: CountryCode | undefined;
  /** Value of the transfer, 0 or more: a finite number or decimal text. Tiers from zero need none. */
  readonly amount?: number | DecimalText | undefined;
  /** Currency of the amount (ISO 4217). */
  readonly currency?: CurrencyCode | undefined;
  /** Between two VASPs, to a self-hosted wallet, or from one. Without it, between two VASPs. */
  readonly kind?: TransferKind | undefined;
  /** Time of the transfer. Its day in the time zones of each jurisdiction selects the tiers. */
  readonly at: Date;
}

/** Options of {@link requirementsFor}. */
export interface RequirementsOptions {
  /**
   * Highest age of the rates in milliseconds, at the time of the transfer. Older rates that a threshold needs are the error
   * `rate_stale`.
   *
   * @default 7 days
   */
  readonly maxRateAgeMs?: DurationMs | undefined;
}

/** The tier that a requirement comes from. */
export interface RequirementSource {
  /** Code of the pack. */
  readonly jurisdiction: CountryCode;
  /** Name of the tier. */
  readonly tier: string;
  /** Article or paragraph. */
  readonly citation: string;
}

/** A field that a party must have. */
export interface RequiredField {
  /** The field. */
  readonly field: PartyField;
  /** Tiers that require it. */
  readonly sources: readonly RequirementSource[];
}

/** Alternatives of which a party must have one: all fields of one group. */
export interface RequiredAlternative {
  /** The groups. */
  readonly one_of: readonly (readonly PartyField[])[];
  /** Tiers that require it. */
  readonly sources: readonly RequirementSource[];
}

/** What a party must have: every field, and one group of every alternative. */
export interface PartyRequirements {
  /** Fields that are required. */
  readonly required: readonly RequiredField[];
  /** Alternatives. */
  readonly alternatives: readonly RequiredAlternative[];
}

/** A tier that decides about the transfer, reached or not. */
export interface AppliedTier {
  /** Code of the pack. */
  readonly jurisdiction: CountryCode;
  /** Day on which the sources of the pack were read. */
  readonly reviewed: string;
  /** Side of the provider that the tier binds. */
  readonly side: PartySide;
  /** The tier, with its operator, dates, citation and confidence. */
  readonly tier: JurisdictionTier;
  /**
   * Whether the amount reaches the threshold by the tier's operator. With `cross_border_only`, a provider outside the
   * jurisdiction must take part too. Null: undecided.
   */
  readonly reached: boolean | null;
  /** The converted amount against the threshold. Null where no amount was needed, or it is undecided. */
  readonly comparison: ThresholdDecision["comparison"] | null;
  /** The amount in the currency of the tier, cut to its minor unit for display. The comparison is exact. */
  readonly converted: DecimalText | null;
  /** Rates of the conversion; null without one. */
  readonly rate: ConversionRate | null;
}

/** A duty besides the fields. */
export interface RequiredDuty {
  /** What the provider has to do. */
  readonly duty: TierDuty;
  /** Side of the provider that has the duty. */
  readonly side: PartySide;
  /** The tier that requires it. */
  readonly source: RequirementSource;
}

/**
 * Why requirements are undecided. The codes of {@link TierDoubt} are about a tier:
 * - `country_unknown`, `pack_missing`: the country of a provider is missing, or no pack covers it;
 * - `no_tier`: the pack says nothing about such a transfer on its day, for example with a self-hosted wallet;
 * - `cross_border_unknown`: the tier requires more across the border, and the country of the other provider is missing;
 * - `amount_missing`, `rate_missing`, `rate_disputed`, `rate_invalid`: the amount cannot be compared with the threshold.
 */
export type UndecidedReason =
  | "country_unknown"
  | "pack_missing"
  | "no_tier"
  | TierDoubt
  | "cross_border_unknown"
  | "amount_missing"
  | "rate_missing"
  | "rate_disputed"
  | "rate_invalid";

/** One thing that is undecided. It contains no value of the transfer. */
export interface Undecided {
  /** Kind of reason, for programs. */
  readonly reason: UndecidedReason;
  /** Side of the provider whose requirements are undecided. */
  readonly side: PartySide;
  /** Code of the pack, if there is one. */
  readonly jurisdiction: CountryCode | null;
  /** Name of the tier, if the reason is about one. */
  readonly tier: string | null;
  /** One English sentence: what is missing and how to add it. */
  readonly message: string;
}

/** A tier that was not applied, and why. */
export interface ListedTier {
  /** Code of the pack. */
  readonly jurisdiction: CountryCode;
  /** Side of the provider that the tier would bind. */
  readonly side: PartySide;
  /** The tier. */
  readonly tier: JurisdictionTier;
  /** Why it does not decide. */
  readonly doubt: TierDoubt;
}

/** What is required of a transfer. It is data as of the review date of each pack, not legal advice. */
export interface Requirements {
  /** `undecided`: more may be required than is listed; see `undecided`. */
  readonly status: "decided" | "undecided";
  /** Every reason why it is undecided. */
  readonly undecided: readonly Undecided[];
  /** Tiers that decide, those of the originator's provider first. */
  readonly tiers: readonly AppliedTier[];
  /** Tiers that do not decide. */
  readonly listed: readonly ListedTier[];
  /** What the originator must have. */
  readonly originator: PartyRequirements;
  /** What the beneficiary must have. */
  readonly beneficiary: PartyRequirements;
  /** Further duties. */
  readonly duties: readonly RequiredDuty[];
}
