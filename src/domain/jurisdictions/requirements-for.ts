/** Finds what the packs require of one transfer (§2.9 rule 2). */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { decimalOf } from "../decimal.js";
import type { CountryCode } from "../identifiers/codes.js";
import { checkedAge, checkedOptions } from "../options.js";
import { bare, own } from "../own.js";
import { unwrap } from "../result.js";
import { checkRateAge, SEVEN_DAYS } from "../thresholds/rate-age.js";
import { type FindRate, findRateIn } from "../thresholds/rates.js";
import type { RateTable } from "../thresholds/types.js";
import { minuteOf } from "./local-days.js";
import { mergeFields, type RequiredSet } from "./merge-fields.js";
import { parseQuery } from "./query.js";
import { type Money, type Reach, reachOf, type TierOf, tierOf } from "./reach.js";
import { readPacks } from "./read-packs.js";
import type {
  AppliedTier,
  ListedTier,
  PartySide,
  RequiredDuty,
  RequirementSource,
  Requirements,
  RequirementsOptions,
  RequirementsQuery,
  Undecided,
  UndecidedReason,
} from "./requirements.js";
import { dutyOf, type TiersAbout, tiersAbout } from "./tiers.js";
import type { Jurisdiction, JurisdictionTier, TierScope } from "./types.js";

/**
 * Returns which tiers apply to a transfer and why, the fields that they require of each side, and further duties. Each
 * provider follows the rules of its own country, and the message must meet both. For a self-hosted wallet, only the
 * country of the customer's VASP counts. Amounts are compared exactly. Days are those of the jurisdictions.
 *
 * @param query - countries, amount and time of the transfer
 * @param packs - packs of the countries; further packs never require less
 * @param rates - exchange rates for thresholds in other currencies
 * @param options - the highest age of the rates
 * @returns the requirements; `undecided` if a country, a pack, a tier or a rate is missing
 * @throws ComplianceError `invalid_input` with every issue of the query. `configuration_invalid` for invalid packs or
 *   options. `rate_stale` or `rate_invalid` if a threshold needs outdated rates, or rates of an invalid date.
 * @example
 * const query = { originator_country: "DE", beneficiary_country: "GI", amount: "1100", currency: "EUR", at: new Date() };
 * requirementsFor(query, [eu, gi]).tiers.map(({ tier }) => tier.citation);
 */
export function requirementsFor(
  query: RequirementsQuery,
  packs: readonly Jurisdiction[],
  rates?: RateTable,
  options: RequirementsOptions = {},
): Requirements {
  return readSafely(
    () => {
      const given = checkedOptions("requirementsFor", options, { maxRateAgeMs: "checked" });
      const maxRateAgeMs = checkedAge("maxRateAgeMs", given.maxRateAgeMs ?? SEVEN_DAYS);
      const parsed = unwrap(parseQuery(query));
      const selected = selectTiers(parsed, readPacks("requirementsFor", packs));
      const table = rates && bare(rates);
      const money = moneyOf(parsed);
      if (table !== undefined && needsRates(selected, money)) checkRateAge(table, parsed.at, maxRateAgeMs);
      return requirementsOf(selected, money, findRateIn(table));
    },
    () => new ComplianceError("invalid_input", "requirementsFor needs a query, an array of packs, and plain rates."),
  );
}

/** The tiers of a pack about one kind of transfer, ready to compare amounts with. */
interface PreparedTiers extends Pick<TiersAbout, "doubtful" | "open" | "isSilent"> {
  /** Those that decide. */
  readonly tiers: readonly TierOf[];
}

/** A pack of a provider's country, with its tiers about the transfer; or why there is none. */
type SelectedPack =
  | (PreparedTiers & { readonly side: PartySide; readonly pack: Jurisdiction })
  | {
      readonly side: PartySide;
      readonly pack: undefined;
      readonly reason: "country_unknown" | "pack_missing";
      readonly tiers: readonly [];
    };

/** The tiers about a transfer, by side, before its amount is compared with them. */
export type SelectedTiers = readonly SelectedPack[];

/** What is collected from the tiers. */
interface Collected {
  readonly tiers: AppliedTier[];
  readonly listed: ListedTier[];
  readonly undecided: Undecided[];
  readonly originator: RequiredSet[];
  readonly beneficiary: RequiredSet[];
  readonly duties: RequiredDuty[];
}

/**
 * Selects the tiers about a transfer.
 *
 * @param query - checked; it inherits nothing
 * @param packs - checked
 */
export function selectTiers(query: RequirementsQuery, packs: readonly Jurisdiction[]): SelectedTiers {
  const { kind } = query;
  return [
    ...(kind === "deposit_from_self_hosted" ? [] : packsOf("originator", query, packs)),
    ...(kind === "withdrawal_to_self_hosted" ? [] : packsOf("beneficiary", query, packs)),
  ];
}

/** Returns whether {@link requirementsOf} needs an amount. */
export function needsMoney(selected: SelectedTiers): boolean {
  return selected.some(({ tiers }) => tiers.some(({ bounds }) => bounds !== undefined));
}

/** Returns whether {@link requirementsOf} needs a rate. */
export function needsRates(selected: SelectedTiers, money: Money | undefined): boolean {
  if (money === undefined) return false;
  const { currency } = money;
  return selected.some(({ tiers }) => tiers.some(({ tier, bounds }) => bounds && tier.currency !== currency));
}

/** Returns the amount of a query. */
export function moneyOf({ amount, currency }: RequirementsQuery): Money | undefined {
  return amount === undefined || currency === undefined ? undefined : { amount: decimalOf(amount), currency };
}

/** Decides the selected tiers. */
export function requirementsOf(selected: SelectedTiers, money: Money | undefined, findRate: FindRate): Requirements {
  const found: Collected = { tiers: [], listed: [], undecided: [], originator: [], beneficiary: [], duties: [] };
  for (const each of selected) {
    if (each.pack === undefined) found.undecided.push(undecidedFor(each.reason, each.side));
    else addPack(each, (of) => reachOf(of, money, findRate), found);
  }
  const { tiers, listed, undecided, duties } = found;
  return {
    status: undecided.length === 0 ? "decided" : "undecided",
    undecided,
    tiers,
    listed,
    originator: mergeFields(found.originator),
    beneficiary: mergeFields(found.beneficiary),
    duties,
  };
}

/** Returns the packs of one provider's country. */
function packsOf(side: PartySide, query: RequirementsQuery, packs: readonly Jurisdiction[]): SelectedTiers {
  const country = query[`${side}_country`];
  if (country === undefined) return [{ side, pack: undefined, reason: "country_unknown", tiers: [] }];
  const covering = packs.filter((pack) => covers(pack, country));
  if (covering.length === 0) return [{ side, pack: undefined, reason: "pack_missing", tiers: [] }];
  const { kind = "vasp_to_vasp", at } = query;
  const scope = kind === "vasp_to_vasp" ? "vasp_to_vasp" : "self_hosted";
  return covering.map((pack) => ({ side, pack, ...prepare(pack, at, scope, isCrossBorder(side, pack, query)) }));
}

/** The prepared tiers of a pack in one minute, in which no local day begins. */
interface PreparedPack {
  readonly minute: number;
  readonly byKind: Map<string, PreparedTiers>;
}

/** By checked pack, which never changes. */
const preparedPacks = new WeakMap<Jurisdiction, PreparedPack>();

/** Prepares the tiers of a pack once a minute: days in its time zones, and decimals of its amounts. */
function prepare(
  pack: Jurisdiction,
  at: Date,
  scope: Exclude<TierScope, "any">,
  isForeign: boolean | null,
): PreparedTiers {
  const minute = minuteOf(at);
  let prepared = preparedPacks.get(pack);
  if (prepared?.minute !== minute) {
    prepared = { minute, byKind: new Map() };
    preparedPacks.set(pack, prepared);
  }
  const kind = `${scope} ${isForeign}`;
  let tiers = prepared.byKind.get(kind);
  if (tiers === undefined) {
    const { deciding, doubtful, open, isSilent } = tiersAbout(pack, at, scope);
    tiers = { tiers: deciding.map((tier) => tierOf(tier, isForeign)), doubtful, open, isSilent };
    prepared.byKind.set(kind, tiers);
  }
  return tiers;
}

/** Returns whether the pack is that of the country, or of a union that it is a member of. */
function covers(pack: Jurisdiction, country: CountryCode): boolean {
  return pack.code === country || (own(pack, "members") ?? []).includes(country);
}

/** Adds what a pack requires. */
function addPack(selected: SelectedPack & { pack: object }, reach: (of: TierOf) => Reach, found: Collected): void {
  const { side, pack, tiers, doubtful, open, isSilent } = selected;
  for (const of of tiers) addTier(side, pack, of.tier, reach(of), found);
  for (const { tier, doubt } of doubtful) found.listed.push({ jurisdiction: pack.code, side, tier, doubt });
  for (const { tier, doubt } of open) found.undecided.push(undecidedFor(doubt, side, pack, tier));
  if (isSilent) found.undecided.push(undecidedFor("no_tier", side, pack));
}

function addTier(side: PartySide, pack: Jurisdiction, tier: JurisdictionTier, reach: Reach, found: Collected): void {
  const { reached, comparison, converted, rate, doubts } = reach;
  const { code, reviewed } = pack;
  const source = { jurisdiction: code, tier: tier.name, citation: tier.citation };
  found.tiers.push({ jurisdiction: code, reviewed, side, tier, reached, comparison, converted, rate });
  for (const doubt of doubts) found.undecided.push(undecidedFor(doubt, side, pack, tier));
  addFields(tier, reach, source, found);
  const duty = dutyOf(tier);
  if (duty !== undefined && reached === true) found.duties.push({ duty, side, source });
}

/** Returns whether the other provider is outside the jurisdiction. Null: unknown. A self-hosted wallet has no provider. */
function isCrossBorder(side: PartySide, pack: Jurisdiction, query: RequirementsQuery): boolean | null {
  if ((query.kind ?? "vasp_to_vasp") !== "vasp_to_vasp") return false;
  const other = side === "originator" ? query.beneficiary_country : query.originator_country;
  return other === undefined ? null : !covers(pack, other);
}

/** Adds the fields that are certain: where the amount is undecided, those of every amount. */
function addFields(
  tier: JurisdictionTier,
  { reached, dataTravels }: Reach,
  source: RequirementSource,
  found: Collected,
) {
  if (reached === true || (dutyOf(tier) !== undefined && dataTravels === true)) {
    found.originator.push({ fields: tier.originator, source });
    found.beneficiary.push({ fields: tier.beneficiary, source });
  } else if (tier.effect === "more_fields" && dataTravels === true) {
    found.originator.push({ fields: { required: tier.below.originator, one_of: [] }, source });
    found.beneficiary.push({ fields: { required: tier.below.beneficiary, one_of: [] }, source });
  }
}

const messages: Readonly<Record<UndecidedReason, string>> = {
  country_unknown: "The country of the provider is unknown. Pass it, or add address_country_code to its VASP record.",
  pack_missing: "No pack covers the country of the provider. Add the pack of the country, or define one.",
  no_tier:
    "The pack says nothing about such a transfer on its day. Read self_hosted_rule of its tiers, and define the rules with defineJurisdiction.",
  weak: "The sources of the tier are weak. Check them, and allow the tier by name in allowed_tiers of the pack.",
  amount_unknown:
    "The amount of the tier is unknown. Find it out, or allow the tier by name in allowed_tiers of the pack.",
  announced: "The tier is announced and does not apply yet. Define the rules of the day with defineJurisdiction.",
  not_reviewed: "The announced day of the tier has come. Check it, and allow the tier by name in allowed_tiers.",
  cross_border_unknown:
    "The tier requires more if a provider of another country takes part. The country of the other provider is unknown: pass it.",
  amount_missing: "The threshold of the tier needs the amount of the transfer. Pass amount and currency.",
  rate_missing: "The threshold of the tier needs a rate of the transfer's currency. Add it to the rates.",
  rate_disputed: "The sources do not confirm a rate that the threshold of the tier needs. Find out which one is right.",
  rate_invalid: "A rate that the threshold of the tier needs is not decimal text above zero. Correct the rates.",
};

function undecidedFor(
  reason: UndecidedReason,
  side: PartySide,
  pack?: Jurisdiction,
  tier?: JurisdictionTier,
): Undecided {
  const message = messages[reason];
  return { reason, side, jurisdiction: pack?.code ?? null, tier: tier?.name ?? null, message };
}
