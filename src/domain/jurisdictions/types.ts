/** Types of jurisdictions: what the travel rule of a country or a union requires (§2.9 rule 2). Data, not legal advice. */
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";

/** A detail of a party. Addresses of a transfer serve as `account_or_wallet`. */
export type PartyField =
  | "name"
  | "account_or_wallet"
  | "address"
  | "national_id"
  | "customer_id"
  | "date_of_birth"
  | "place_of_birth";

/** The fields that a tier requires of one party. */
export interface FieldSet {
  /** Fields that are always required. */
  readonly required: readonly PartyField[];
  /** Alternatives: all fields of at least one group are required too. Empty: there are no alternatives. */
  readonly one_of: readonly (readonly PartyField[])[];
}

/** The smaller set of fields below a threshold. */
export interface FieldsBelow {
  /** Fields of the originator. */
  readonly originator: readonly PartyField[];
  /** Fields of the beneficiary. */
  readonly beneficiary: readonly PartyField[];
}

/**
 * What an amount at the threshold switches on:
 * - `all_transfers`: nothing, every transfer carries the fields;
 * - `more_fields`: the fields, in place of the smaller set below;
 * - `duty_begins`: the fields, and nothing is required below;
 * - `verification`, `ownership_check`, `mitigating_measure`: a further duty ({@link TierDuty}); the fields are required
 *   below too;
 * - `unknown`: no source says it.
 */
export type TierEffect = "all_transfers" | "more_fields" | "duty_begins" | TierDuty | "unknown";

/**
 * A duty besides the fields:
 * - `verification`: verify the details;
 * - `ownership_check`: check who owns the self-hosted address;
 * - `mitigating_measure`: assess the risk, and take at least one measure that suits it. The provider chooses which.
 */
export type TierDuty = "verification" | "ownership_check" | "mitigating_measure";

/**
 * Which transfers a tier is about. One of `any` is about transfers with self-hosted wallets too, but does not say what
 * else applies to them, unless it has `covers_self_hosted`.
 */
export type TierScope = "vasp_to_vasp" | "self_hosted" | "any";

/** Publication that a tier was read from: a page (`url`), or a file of a public `repository`. */
export interface TierSource {
  /** Title of the publication. */
  readonly title: string;
  /** Who published it. */
  readonly publisher?: string;
  /** Address of the page. */
  readonly url?: string;
  /** Public repository that has the text. */
  readonly repository?: string;
  /** File in `repository`. */
  readonly path?: string;
  /** Date in the publication, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; null if none was seen. */
  readonly date?: string | null;
}

/** One tier of a law: a threshold, and what it switches on. */
export interface JurisdictionTier {
  /** Name of the tier, unique in its jurisdiction: `"provider to provider"`. */
  readonly name: string;
  /** Name of the part of the jurisdiction that it belongs to, if not the whole: `"Abu Dhabi Global Market"`. */
  readonly territory?: string;
  /** Amount in units of `currency`; null if no source has it. */
  readonly threshold: DecimalText | null;
  /** Currency of the regulation, not always the official one of the country. */
  readonly currency: CurrencyCode;
  /** Whether an amount equal to the threshold reaches it (`>=`) or not (`>`). */
  readonly operator: ">=" | ">";
  /** False: no source says which operator applies, and `>=` was chosen because it misses nothing. */
  readonly operator_stated: boolean;
  /** What the threshold switches on. */
  readonly effect: TierEffect;
  /** Amount from which any data must travel; null if no source has it. */
  readonly data_from: DecimalText | null;
  /** Transfers that the tier is about. */
  readonly scope: TierScope;
  /**
   * True: the tier says everything that the regulation requires of transfers with self-hosted wallets. Only for `any`.
   *
   * @default false; without another tier of scope `self_hosted`, such a transfer is undecided (`no_tier`)
   */
  readonly covers_self_hosted?: boolean;
  /**
   * True: the threshold counts only if a provider outside the jurisdiction takes part. Between its own providers, the
   * smaller set of `below` is required at every amount. Only for `more_fields`.
   *
   * @default false
   */
  readonly cross_border_only?: boolean;
  /** Fields of the originator. */
  readonly originator: FieldSet;
  /** Fields of the beneficiary. */
  readonly beneficiary: FieldSet;
  /** Smaller set below the threshold. Only for `more_fields`. */
  readonly below: FieldsBelow;
  /** False: the fields are the list of FATF or incomplete, not read in a source. */
  readonly fields_stated: boolean;
  /** First day, `YYYY-MM-DD`, of reduced precision (`YYYY`, `YYYY-MM`) if the day was not seen; null if no date was. */
  readonly effective_from: string | null;
  /** Last day on which the tier applies, with the same precision; null if it has no end. */
  readonly effective_to: string | null;
  /** Status on the review date. Dates select a tier, not this. */
  readonly status: "in_force" | "announced" | "superseded";
  /** Authority that supervises it. */
  readonly authority: string;
  /** Law, regulation or rulebook. */
  readonly instrument: string;
  /** Article or paragraph. */
  readonly citation: string;
  /** What the regulation says about self-hosted addresses. */
  readonly self_hosted_rule: string;
  /** `primary`: text of law or regulator; `secondary`: law firm, vendor, press; `weak`: partly general knowledge. */
  readonly confidence: "primary" | "secondary" | "weak";
  /** Where it was read. */
  readonly sources: readonly TierSource[];
  /** What else to know. */
  readonly note?: string;
}

/** A pack: the tiers of one country, or of a union of countries. Data as of `reviewed`, not legal advice. */
export interface Jurisdiction {
  /** ISO 3166-1 alpha-2 code of the country, or `"EU"`. */
  readonly code: CountryCode;
  /** Name in English. */
  readonly name: string;
  /** Countries of a union. Absent for a country. */
  readonly members?: readonly CountryCode[];
  /**
   * Its time zones by their names in the IANA database, at least one: `["Asia/Seoul"]`. With several, a tier begins with its
   * first day in the zone where that is earliest. It ends with its last day in the zone where that is latest.
   */
  readonly zones: readonly string[];
  /** Day on which the sources were read, `YYYY-MM-DD`. */
  readonly reviewed: string;
  /** Its tiers. */
  readonly tiers: readonly JurisdictionTier[];
  /**
   * Names of tiers that decide although they are weak, of unknown amount, or were announced and not reviewed since. A tier
   * of unknown amount then applies to every amount. Set it with `defineJurisdiction`.
   */
  readonly allowed_tiers?: readonly string[] | undefined;
}

/**
 * Why a tier does not decide:
 * - `weak`: its confidence is weak;
 * - `amount_unknown`: no source has its amount, or what the amount switches on;
 * - `announced`: its first day is unknown or later;
 * - `not_reviewed`: its announced day has come, but no primary source confirmed it by the review date.
 */
export type TierDoubt = "weak" | "amount_unknown" | "announced" | "not_reviewed";

/** A tier that does not decide. */
export interface DoubtfulTier {
  /** The tier. */
  readonly tier: JurisdictionTier;
  /** Why it does not decide. */
  readonly doubt: TierDoubt;
}
