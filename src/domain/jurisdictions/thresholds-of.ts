/** Thresholds of packs, as a source whose answer depends on the day (§4.9). */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { decimalOf } from "../decimal.js";
import { deepFrozen } from "../frozen.js";
import type { CountryCode, DecimalText } from "../identifiers/codes.js";
import { checkedChoice, checkedOptions, configurationInvalid, type OptionKind } from "../options.js";
import { own } from "../own.js";
import type { ThresholdEntry, Thresholds } from "../thresholds/types.js";
import { toDay } from "../timestamp.js";
import { localDays, minuteOf } from "./local-days.js";
import { readPacks } from "./read-packs.js";
import { DUTIES, dutyOf, tiersAbout, timeOf } from "./tiers.js";
import type { Jurisdiction, JurisdictionTier, TierDoubt, TierDuty } from "./types.js";

/**
 * Which amount of a tier is the threshold:
 * - `fields`: from which all fields of the tier are required;
 * - `data`: from which any data must travel;
 * - `verification`, `ownership_check`, `mitigating_measure`: from which that duty applies.
 */
export type ThresholdLevel = "fields" | "data" | TierDuty;

/** Options of {@link thresholdsOf}. */
export interface ThresholdsOfOptions {
  /**
   * Which amount of a tier is the threshold.
   *
   * @default "fields"
   */
  readonly level?: ThresholdLevel | undefined;
  /**
   * Transfers that the thresholds are about. Tiers about any transfer count too. For self-hosted wallets, another tier must
   * say what applies to them.
   *
   * @default "vasp_to_vasp"
   */
  readonly scope?: "vasp_to_vasp" | "self_hosted" | undefined;
}

/**
 * Why a country has no threshold:
 * - a {@link TierDoubt}: a tier exists, but does not decide;
 * - `no_tier`: no tier of this level applies on that day, or none says what applies to self-hosted wallets;
 * - `currencies_differ`: several tiers decide, in different currencies, so the lowest is not known.
 */
export type UndecidedThresholdReason = TierDoubt | "no_tier" | "currencies_differ";

/** A country without a threshold on a day. `rules.evaluate` throws `threshold_missing` for it. */
export interface UndecidedThreshold {
  /** The country. */
  readonly country: CountryCode;
  /** Code of the pack. */
  readonly jurisdiction: CountryCode;
  /** Kind of reason, for programs. */
  readonly reason: UndecidedThresholdReason;
  /** Name of the tier, if the reason is about one. */
  readonly tier: string | null;
  /** What is missing and how to add it, in English. */
  readonly message: string;
}

/** Thresholds that depend on the day. A `ThresholdSource` for the option `thresholds`. */
export interface DatedThresholds {
  /**
   * Returns the thresholds that apply at that time, each with the currency, the operator and the citation of its tier. Days
   * are those of each jurisdiction. Until one of them changes, it is the same frozen table.
   *
   * @throws ComplianceError `threshold_missing` if no country can be decided, `invalid_input` for an invalid date.
   */
  current(at: Date): Promise<Thresholds>;
  /**
   * Returns the countries of the packs that have no threshold at that time, and why. Check it after an update of the packs.
   *
   * @throws ComplianceError `invalid_input` for an invalid date.
   */
  undecided(at: Date): readonly UndecidedThreshold[];
}

/**
 * Returns the thresholds of packs as a source for the option `thresholds`. An evaluation at an earlier time uses the tier
 * that applied then. Of several tiers, the lowest threshold counts. Where the packs cannot decide, a country has no
 * threshold: `rules.evaluate` throws `threshold_missing`, it never passes instead. The data is not legal advice.
 *
 * @param packs - packs of the countries; those of a union count for each member
 * @param options - which amount of the tiers counts
 * @returns a source, also with {@link DatedThresholds.undecided}
 * @throws ComplianceError `configuration_invalid` for packs or options that are not valid
 * @example
 * const compliance = createCompliance({ storage: memoryStorage(), thresholds: thresholdsOf([eu, gb, us]), rates: ecbRates() });
 */
export function thresholdsOf(packs: readonly Jurisdiction[], options: ThresholdsOfOptions = {}): DatedThresholds {
  const { level, copies } = readSafely(
    () => ({ level: readLevel(options), copies: readPacks("thresholdsOf", packs) }),
    () => configurationInvalid("The packs or options of thresholdsOf cannot be read: a getter or a proxy threw."),
  );
  let minute: number | undefined;
  let cached: { readonly days: string; readonly table: Table } | undefined;
  const tableAt = (at: Date): Table => {
    if (cached !== undefined && minuteOf(at) === minute) return cached.table;
    const days = copies.map(({ zones }) => Object.values(localDays(zones, at)).join()).join();
    if (cached?.days !== days) cached = { days, table: tableAtTime(copies, at, level) };
    minute = minuteOf(at);
    return cached.table;
  };
  return Object.freeze({
    current: async (given: Date) => {
      const at = timeOf(given);
      const { thresholds, undecided } = tableAt(at);
      if (Object.keys(thresholds).length > 0) return thresholds;
      const [first] = undecided;
      const reason = first === undefined ? "Pass at least one pack to thresholdsOf." : first.message;
      throw new ComplianceError("threshold_missing", `No pack decides about a country on ${toDay(at)}. ${reason}`);
    },
    undecided: (at: Date) => tableAt(timeOf(at)).undecided,
  });
}

type Level = Required<{ [K in keyof ThresholdsOfOptions]: NonNullable<ThresholdsOfOptions[K]> }>;

const optionKinds = { level: "checked", scope: "checked" } as const satisfies Record<
  keyof ThresholdsOfOptions,
  OptionKind
>;

function readLevel(options: ThresholdsOfOptions): Level {
  const { level = "fields", scope = "vasp_to_vasp" } = checkedOptions("thresholdsOf", options, optionKinds);
  // The cast: keys of the duties.
  const levels = ["fields", "data", ...Object.keys(DUTIES)] as ThresholdLevel[];
  return {
    level: checkedChoice("level", level, levels),
    scope: checkedChoice("scope", scope, ["vasp_to_vasp", "self_hosted"]),
  };
}

/** The thresholds of one day, frozen. */
interface Table {
  readonly thresholds: Thresholds;
  readonly undecided: readonly UndecidedThreshold[];
}

/** What the packs of a country say. */
interface Finding {
  readonly entries: ThresholdEntry[];
  readonly undecided: UndecidedThreshold[];
}

function tableAtTime(packs: readonly Jurisdiction[], at: Date, level: Level): Table {
  const findings = new Map<CountryCode, Finding>();
  for (const pack of packs) {
    for (const country of own(pack, "members") ?? [pack.code]) {
      const finding = findings.get(country) ?? { entries: [], undecided: [] };
      addPack(country, pack, at, level, finding);
      findings.set(country, finding);
    }
  }
  const decided: [CountryCode, ThresholdEntry][] = [];
  const undecided: UndecidedThreshold[] = [];
  for (const [country, finding] of findings) {
    const lowest = finding.undecided.length === 0 ? lowestOf(finding.entries) : undefined;
    if (lowest !== undefined) decided.push([country, lowest]);
    else undecided.push(...reasonsOf(country, finding, packs));
  }
  return deepFrozen({ thresholds: Object.fromEntries(decided), undecided });
}

/** Like `requirementsFor`. */
function addPack(country: CountryCode, pack: Jurisdiction, at: Date, { level, scope }: Level, finding: Finding): void {
  const { deciding, open, isSilent } = tiersAbout(pack, at, scope, (tier) => isOfLevel(tier, level));
  finding.entries.push(...deciding.map((tier) => entryOf(tier, level)));
  for (const { tier, doubt } of open) finding.undecided.push(undecidedFor(country, pack, doubt, tier.name));
  if (isSilent) finding.undecided.push(undecidedFor(country, pack, "no_tier", null));
}

function reasonsOf(
  country: CountryCode,
  { undecided }: Finding,
  packs: readonly Jurisdiction[],
): readonly UndecidedThreshold[] {
  if (undecided.length > 0) return undecided;
  return packs
    .filter((pack) => pack.code === country || own(pack, "members")?.includes(country))
    .map((pack) => undecidedFor(country, pack, "currencies_differ", null));
}

function isOfLevel({ effect }: JurisdictionTier, level: ThresholdLevel): boolean {
  return level === "fields" || level === "data" || effect === level || effect === "unknown";
}

/** A tier of unknown amount, which the pack allows, applies to every amount. */
function entryOf(tier: JurisdictionTier, level: ThresholdLevel): ThresholdEntry {
  const { threshold, data_from, effect, currency, operator, operator_stated, citation } = tier;
  const isData = level === "data" || (level === "fields" && dutyOf(tier) !== undefined);
  const amount = isData ? data_from : threshold;
  if (threshold === null || data_from === null || amount === null || effect === "unknown") {
    return { amount: "0", currency, citation };
  }
  // The operator is about the threshold.
  const isAtThreshold = compare(amount, threshold) === 0;
  return { amount, currency, ...(operator_stated && isAtThreshold ? { operator } : {}), citation };
}

/** Returns the entry that the smallest amounts reach; undefined if amounts in different currencies are to be compared. */
function lowestOf(entries: readonly ThresholdEntry[]): ThresholdEntry | undefined {
  const [first, ...others] = [...entries].sort(
    (a, b) => compare(a.amount, b.amount) || Number(own(a, "operator") === ">") - Number(own(b, "operator") === ">"),
  );
  if (first === undefined || compare(first.amount, "0") === 0) return first;
  return others.every(({ currency }) => currency === first.currency) ? first : undefined;
}

/** Returns a number below, equal to or above 0. */
function compare(a: DecimalText | number, b: DecimalText | number): number {
  return decimalOf(a).comparedTo(decimalOf(b));
}

function undecidedFor(
  country: CountryCode,
  { code, name }: Jurisdiction,
  reason: UndecidedThresholdReason,
  tier: string | null,
): UndecidedThreshold {
  return { country, jurisdiction: code, reason, tier, message: sentences[reason](name, tier ?? "") };
}

const ALLOW = "Allow it with defineJurisdiction, or configure a threshold of your own.";
const CONFIGURE = "Configure a threshold of your own.";

const sentences: Readonly<Record<UndecidedThresholdReason, (name: string, tier: string) => string>> = {
  weak: (name, tier) => `The sources of the tier "${tier}" of ${name} are weak. ${ALLOW}`,
  amount_unknown: (name, tier) => `No source has the amount of the tier "${tier}" of ${name}, or its effect. ${ALLOW}`,
  announced: (name, tier) => `The tier "${tier}" of ${name} is announced and not in force. ${CONFIGURE}`,
  not_reviewed: (name, tier) => `No primary source confirms that the tier "${tier}" of ${name} is in force. ${ALLOW}`,
  no_tier: (name) => `The pack of ${name} has no tier about such transfers on that day. ${CONFIGURE}`,
  currencies_differ: (name) => `The tiers of ${name} are in different currencies. ${CONFIGURE}`,
};
