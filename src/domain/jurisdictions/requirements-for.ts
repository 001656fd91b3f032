/** Finds what the packs require of one transfer (§2.9 rule 2). */
import { ComplianceError, readSafely } from "../compliance-error.js";
import type { CountryCode } from "../identifiers/codes.js";
import { bare, own } from "../own.js";
import type { RateTable } from "../thresholds/types.js";
import { TRANSFER_KINDS, type TransferKind } from "../transfers/kind.js";
import { amountOf } from "./exact.js";
import { mergeFields, type RequiredSet } from "./merge-fields.js";
import { type Money, type Reach, reachOf } from "./reach.js";
import { readPacks } from "./read-packs.js";
import type {
  AppliedTier,
  ListedTier,
  PartySide,
  RequiredDuty,
  RequirementSource,
  Requirements,
  RequirementsQuery,
  Undecided,
  UndecidedReason,
} from "./requirements.js";
import { dayOf, tiersOn } from "./tiers.js";
import type { Jurisdiction, JurisdictionTier } from "./types.js";

/**
 * Returns which tiers apply to a transfer and why, the fields that they require of each side, and further duties. Each
 * provider follows the rules of its own country, and the message must meet both. For a self-hosted wallet, only the
 * country of the customer's VASP counts. Amounts are compared exactly.
 *
 * @param query - countries, amount and time of the transfer
 * @param packs - packs of the countries; further packs never require less
 * @param rates - exchange rates for thresholds in other currencies
 * @returns the requirements; `undecided` if a country, a pack or a rate is missing
 * @throws ComplianceError `invalid_input` for an invalid query, `configuration_invalid` for packs that are none
 * @example
 * const query = { originator_country: "DE", beneficiary_country: "GI", amount: "1100", currency: "EUR", at: new Date() };
 * requirementsFor(query, [eu, gi]).tiers.map(({ tier }) => tier.citation);
 */
export function requirementsFor(
  query: RequirementsQuery,
  packs: readonly Jurisdiction[],
  rates?: RateTable,
): Requirements {
  return readSafely(
    () => requirementsOf(bare(query), readPacks("requirementsFor", packs), rates && bare(rates)),
    () => new ComplianceError("invalid_input", "requirementsFor needs a query, an array of packs, and plain rates."),
  );
}

/** What all sides have in common. */
interface Transfer {
  readonly day: string;
  readonly kind: TransferKind;
  readonly money: Money | undefined;
  readonly rates: RateTable | undefined;
}

/** What is collected from the tiers. */
interface Collected {
  readonly tiers: AppliedTier[];
  readonly listed: ListedTier[];
  readonly undecided: Undecided[];
  readonly originator: RequiredSet[];
  readonly beneficiary: RequiredSet[];
  readonly duties: RequiredDuty[];
}

function requirementsOf(query: RequirementsQuery, packs: readonly Jurisdiction[], rates?: RateTable): Requirements {
  const transfer = { day: dayOf(query.at), kind: kindOf(query), money: moneyOf(query), rates };
  const { kind } = transfer;
  const found: Collected = { tiers: [], listed: [], undecided: [], originator: [], beneficiary: [], duties: [] };
  if (kind !== "deposit_from_self_hosted") addSide("originator", query.originator_country, packs, transfer, found);
  if (kind !== "withdrawal_to_self_hosted") addSide("beneficiary", query.beneficiary_country, packs, transfer, found);
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

/** A kind that is unknown could require too little. */
function kindOf({ kind = "vasp_to_vasp" }: RequirementsQuery): TransferKind {
  if (TRANSFER_KINDS.includes(kind)) return kind;
  throw new ComplianceError("invalid_input", `kind of the query must be one of ${TRANSFER_KINDS.join(", ")}.`);
}

function moneyOf({ amount, currency }: RequirementsQuery): Money | undefined {
  if (amount === undefined || currency === undefined) return undefined;
  const value = amountOf(amount);
  if (value !== undefined) return { amount: value, currency };
  throw new ComplianceError(
    "invalid_input",
    "The amount of the query must be a finite number of 0 or more, or decimal text.",
  );
}

/** Adds the requirements of the packs of one provider's country. */
function addSide(
  side: PartySide,
  country: CountryCode | undefined,
  packs: readonly Jurisdiction[],
  transfer: Transfer,
  found: Collected,
): void {
  if (country === undefined) {
    found.undecided.push(undecidedFor("country_unknown", side));
    return;
  }
  const covering = packs.filter((pack) => covers(pack, country));
  if (covering.length === 0) found.undecided.push(undecidedFor("pack_missing", side));
  for (const pack of covering) addPack(side, pack, transfer, found);
}

/** Returns whether the pack is that of the country, or of a union that it is a member of. */
function covers(pack: Jurisdiction, country: CountryCode): boolean {
  return pack.code === country || (own(pack, "members") ?? []).includes(country);
}

function addPack(side: PartySide, pack: Jurisdiction, transfer: Transfer, found: Collected): void {
  const { deciding, doubtful } = tiersOn(pack, transfer.day);
  const inScope = deciding.filter((tier) => isInScope(tier, transfer.kind));
  const doubts = doubtful.filter(({ tier }) => isInScope(tier, transfer.kind));
  for (const tier of inScope) addTier(side, pack, tier, transfer, found);
  for (const { tier, doubt } of doubts) {
    found.listed.push({ jurisdiction: pack.code, side, tier, doubt });
    // Beside tiers that decide, a doubtful one is only listed, unless it should apply by now.
    if (inScope.length === 0 || doubt === "not_reviewed") {
      found.undecided.push(undecidedFor(doubt, side, pack, tier));
    }
  }
  if (inScope.length + doubts.length === 0) found.undecided.push(undecidedFor("no_tier", side, pack));
}

function isInScope({ scope }: JurisdictionTier, kind: TransferKind): boolean {
  return scope === "any" || (scope === "vasp_to_vasp") === (kind === "vasp_to_vasp");
}

function addTier(
  side: PartySide,
  pack: Jurisdiction,
  tier: JurisdictionTier,
  { money, rates }: Transfer,
  found: Collected,
): void {
  const reach = reachOf(tier, money, rates);
  const { reached, comparison, converted, rate, doubt } = reach;
  const { code, reviewed } = pack;
  const source = { jurisdiction: code, tier: tier.name, citation: tier.citation };
  found.tiers.push({ jurisdiction: code, reviewed, side, tier, reached, comparison, converted, rate });
  if (doubt !== undefined) found.undecided.push(undecidedFor(doubt, side, pack, tier));
  addFields(tier, reach, source, found);
  const { effect } = tier;
  const isDuty = effect === "verification" || effect === "ownership_check";
  if (isDuty && reached === true) found.duties.push({ duty: effect, side, source });
}

/** Adds the fields that are certain: where the amount is undecided, those of every amount. */
function addFields(
  tier: JurisdictionTier,
  { reached, dataTravels }: Reach,
  source: RequirementSource,
  found: Collected,
) {
  const isDuty = tier.effect === "verification" || tier.effect === "ownership_check";
  if (reached === true || (isDuty && dataTravels === true)) {
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
    "The pack has no tier about such a transfer on its day. Read self_hosted_rule of its tiers, and define the rules with defineJurisdiction.",
  weak: "The sources of the tier are weak. Check them, and allow the tier by name in allowed_tiers of the pack.",
  amount_unknown:
    "The amount of the tier is unknown. Find it out, or allow the tier by name in allowed_tiers of the pack.",
  announced: "The tier is announced and does not apply yet. Define the rules of the day with defineJurisdiction.",
  not_reviewed: "The announced day of the tier has come. Check it, and allow the tier by name in allowed_tiers.",
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
