/** Thresholds of packs, as a source whose answer depends on the day (§4.9). */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { deepFrozen } from "../frozen.js";
import type { CountryCode, DecimalText } from "../identifiers/codes.js";
import { checkedChoice, checkedOptions, configurationInvalid, type OptionKind } from "../options.js";
import { own } from "../own.js";
import type { ThresholdEntry, Thresholds } from "../thresholds/types.js";
import { compareAmounts, knownAmount } from "./exact.js";
import { readPacks } from "./read-packs.js";
import { dayOf, tiersOn } from "./tiers.js";
import type { Jurisdiction, JurisdictionTier, TierDoubt } from "./types.js";

/**
 * Which amount of a tier is the threshold:
 * - `fields`: from which all fields of the tier are required;
 * - `data`: from which any data must travel;
 * - `verification`, `ownership_check`: from which that duty applies.
 */
export type ThresholdLevel = "fields" | "data" | "verification" | "ownership_check";

/** Options of {@link thresholdsOf}. */
export interface ThresholdsOfOptions {
  /**
   * Which amount of a tier is the threshold.
   *
   * @default "fields"
   */
  readonly level?: ThresholdLevel | undefined;
  /**
   * Transfers that the thresholds are about. Tiers about any transfer always count.
   *
   * @default "vasp_to_vasp"
   */
  readonly scope?: "vasp_to_vasp" | "self_hosted" | undefined;
}

/**
 * Why a country has no threshold:
 * - a {@link TierDoubt}: a tier exists, but does not decide;
 * - `no_tier`: no tier of this level and scope applies on that day;
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
   * Returns the thresholds that apply at that time (the day in UTC), each with the currency, the operator and the citation
   * of its tier. Until the day changes, it is the same frozen table.
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
  let cached: { readonly day: string; readonly table: Table } | undefined;
  const tableAt = (at: Date): Table => {
    const day = dayOf(at);
    if (cached?.day !== day) cached = { day, table: tableOn(copies, day, level) };
    return cached.table;
  };
  return Object.freeze({
    current: async (at: Date) => {
      const { thresholds, undecided } = tableAt(at);
      if (Object.keys(thresholds).length > 0) return thresholds;
      const [first] = undecided;
      const reason = first === undefined ? "Pass at least one pack to thresholdsOf." : first.message;
      throw new ComplianceError("threshold_missing", `No pack decides about a country on ${dayOf(at)}. ${reason}`);
    },
    undecided: (at: Date) => tableAt(at).undecided,
  });
}

type Level = Required<{ [K in keyof ThresholdsOfOptions]: NonNullable<ThresholdsOfOptions[K]> }>;

const optionKinds = { level: "checked", scope: "checked" } as const satisfies Record<
  keyof ThresholdsOfOptions,
  OptionKind
>;

function readLevel(options: ThresholdsOfOptions): Level {
  const { level = "fields", scope = "vasp_to_vasp" } = checkedOptions("thresholdsOf", options, optionKinds);
  return {
    level: checkedChoice("level", level, ["fields", "data", "verification", "ownership_check"]),
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

function tableOn(packs: readonly Jurisdiction[], day: string, level: Level): Table {
  const findings = new Map<CountryCode, Finding>();
  for (const pack of packs) {
    for (const country of own(pack, "members") ?? [pack.code]) {
      const finding = findings.get(country) ?? { entries: [], undecided: [] };
      addPack(country, pack, day, level, finding);
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

/** Like `requirementsFor`: beside tiers that decide, a doubtful one does not matter, unless it should apply by now. */
function addPack(country: CountryCode, pack: Jurisdiction, day: string, level: Level, finding: Finding): void {
  const { deciding, doubtful } = tiersOn(pack, day);
  const entries = deciding.flatMap((tier) => (isOfLevel(tier, level) ? entryOf(tier, level.level) : []));
  const doubts = doubtful.filter(({ tier }) => isOfLevel(tier, level));
  finding.entries.push(...entries);
  for (const { tier, doubt } of doubts) {
    if (entries.length > 0 && doubt !== "not_reviewed") continue;
    finding.undecided.push(undecidedFor(country, pack, doubt, tier.name));
  }
  if (entries.length + doubts.length === 0) finding.undecided.push(undecidedFor(country, pack, "no_tier", null));
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

function isOfLevel({ scope, effect }: JurisdictionTier, of: Level): boolean {
  if (scope !== "any" && scope !== of.scope) return false;
  return of.level === "fields" || of.level === "data" || effect === of.level || effect === "unknown";
}

/** A tier of unknown amount, which the pack allows, applies to every amount. */
function entryOf(tier: JurisdictionTier, level: ThresholdLevel): ThresholdEntry {
  const { threshold, data_from, effect, currency, operator, operator_stated, citation } = tier;
  const isDuty = effect === "verification" || effect === "ownership_check";
  const isData = level === "data" || (level === "fields" && isDuty);
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
    (a, b) => compare(a.amount, b.amount) || Number(a.operator === ">") - Number(b.operator === ">"),
  );
  if (first === undefined || compare(first.amount, "0") === 0) return first;
  return others.every(({ currency }) => currency === first.currency) ? first : undefined;
}

const ONE = { digits: 1n, places: 0 };

/** Returns a number below, equal to or above 0. */
function compare(a: DecimalText | number, b: DecimalText | number): number {
  return compareAmounts(knownAmount(a), knownAmount(b), { from: ONE, to: ONE });
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
