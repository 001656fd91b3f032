/**
 * A model of the decisions about transfers, written from their description: what leads to which decision. What packs
 * require and what thresholds come to is read from `requirementsFor` and `createThresholdEngine`, which have models of
 * their own. Everything else is written out here, without the code of the library.
 */
import { ComplianceError, createThresholdEngine, type ThresholdConfig, type TransferKind } from "../../../src/index.js";
import { type PartyField, type Requirements, requirementsFor, type TierDuty } from "../../../src/jurisdictions.js";
import {
  type Drawn,
  type DrawnParty,
  type DrawnPlace,
  entryOf,
  kindOf,
  OTHER,
  OWN,
  ownSideOf,
  SIDES,
} from "./drawn.js";
import { inBitcoin, isIdentified, NOBODY, NOW, PACKS, PRICES, PROVIDERS, RATES, THRESHOLDS } from "./world.js";

type Side = (typeof SIDES)[number];
type Decision = "reject" | "suspend" | "request_information" | "execute";

/** What a reason says, besides its texts. */
interface ModelReason {
  readonly code: string;
  readonly decision: Decision;
  readonly side?: Side;
  readonly source?: string;
  readonly field?: string;
  readonly failure?: string;
  readonly retry?: true;
}

/** What is missing, with the jurisdictions that require it. */
interface ModelMissing {
  readonly side: Side;
  readonly field?: string;
  readonly one_of?: readonly (readonly string[])[];
  readonly duty?: string;
  readonly jurisdictions: readonly string[];
}

export interface ModelDecision {
  readonly decision: Decision;
  readonly reasons: readonly ModelReason[];
  readonly missing: readonly ModelMissing[];
}

/** Worst first. */
export const DECISIONS: readonly Decision[] = ["reject", "suspend", "request_information", "execute"];

/** Decides by the table: the first decision that a reason leads to; without a reason the transfer may be executed. */
export function modelDecision(drawn: Drawn): ModelDecision {
  const { missing, reasons: ofPacks } = ofRequirements(drawn);
  const reasons = [
    ...SIDES.flatMap((side) => [...ofLinks(side, drawn), ...ofClaim(side, drawn)]),
    ...SIDES.filter((side) => isScreened(side, drawn)).flatMap((side) => ofScreening(side, drawn)),
    ...ofPacks,
    ...ofRules(drawn),
    ...missing.map(({ side, field, duty }): ModelReason => {
      const code = duty === undefined ? "field_missing" : "duty_open";
      return { code, decision: "request_information", side, ...(field !== undefined && { field }) };
    }),
  ];
  const decision = DECISIONS.find((each) => reasons.some((reason) => reason.decision === each)) ?? "execute";
  return { decision, reasons, missing };
}

const suspends = (code: string, side: Side, source?: string): ModelReason => ({
  code,
  decision: "suspend",
  side,
  ...(source !== undefined && { source }),
});

// What the operator knows. Without a chain, an address is any text and nothing is known.

const UNKNOWN: DrawnPlace = { label: "none", untagged: null, with7: null, with9: null, own: null, hasTag: false };

function placeOf(side: Side, { chain, places }: Drawn): DrawnPlace {
  return chain === null ? UNKNOWN : places[side];
}

/**
 * An own address under another tag than the transfer has is none, but no self-hosted wallet either. One of another chain is
 * ours where others claim it, but not within the own VASP.
 */
function isOwnAddress(side: Side, drawn: Drawn): boolean {
  const { own, hasTag } = placeOf(side, drawn);
  if (own === "elsewhere") return drawn.chain === "ethereum" && !isInternal(drawn);
  return own === "any" || (own === "7" && (hasTag || claimsSelfHosted(side, drawn)));
}

/** The accounts to which the address is linked as it is written: without a tag, and with the tag of the transfer. */
function linkedAccounts(side: Side, drawn: Drawn): readonly string[] {
  const { untagged, with7, hasTag } = placeOf(side, drawn);
  return [hasTag ? with7 : null, untagged].filter((account) => account !== null);
}

function isInternal({ flow }: Drawn): boolean {
  return flow === "internal";
}

function isOurSide(side: Side, drawn: Drawn): boolean {
  return isInternal(drawn) || side === ownSideOf(drawn.flow);
}

function claimsSelfHosted(side: Side, { flow }: Drawn): boolean {
  return (flow === "withdrawal" && side === "beneficiary") || (flow === "deposit" && side === "originator");
}

/** The account that takes part on a side. A party that is described is the other side's customer, as far as links tell. */
function accountOn(side: Side, { parties }: Drawn): string | null {
  return parties[side].reference ?? parties[side === "originator" ? "beneficiary" : "originator"].reference;
}

/** Within the own VASP, an address is known if it is an own one, or linked to the account of its side by tag or with a label. */
function isKnownInside(side: Side, drawn: Drawn): boolean {
  if (isOwnAddress(side, drawn)) return true;
  const { reference } = drawn.parties[side];
  const { label, untagged, with7, hasTag } = placeOf(side, drawn);
  if (reference === null || label === "self-hosted" || label === "other VASP") return false;
  if (hasTag && with7 !== null) return with7 === reference;
  return untagged === reference && label !== "none";
}

function ofLinks(side: Side, drawn: Drawn): readonly ModelReason[] {
  const party = accountOn(side, drawn);
  const isOfOther = linkedAccounts(side, drawn).some((account) => account !== party);
  return [
    ...(isOfOther
      ? [{ ...suspends("address_of_other_account", side, "link"), decision: drawn.otherAccounts } as ModelReason]
      : []),
    ...(isInternal(drawn) && !isKnownInside(side, drawn) ? [suspends("own_address_unknown", side)] : []),
  ];
}

// Claims against what is known.

function ofClaim(side: Side, drawn: Drawn): readonly ModelReason[] {
  return claimsSelfHosted(side, drawn) ? ofSelfHosted(side, drawn) : ofHosted(side, drawn);
}

function ofSelfHosted(side: Side, drawn: Drawn): readonly ModelReason[] {
  const { label, with7, with9 } = placeOf(side, drawn);
  const { reference } = drawn.parties[side];
  const isShared = [with7, with9].some((account) => account !== null && account !== reference);
  const isLabelled = label === "hosted" || label === "own VASP" || label === "other VASP";
  return [
    ...(isOwnAddress(side, drawn) ? [suspends("own_address_claimed", side, "own_addresses")] : []),
    ...(isLabelled ? [suspends("self_hosted_contradicts", side, "label")] : []),
    ...saidOf(side, drawn)
      .filter(({ vasp_id, hasName, isUnscreened }) => !isUnscreened && (vasp_id !== null || hasName))
      .map(({ provider }) => suspends("self_hosted_contradicts", side, provider)),
    ...(isShared ? [suspends("address_shared", side, "link")] : []),
  ];
}

function ofHosted(side: Side, drawn: Drawn): readonly ModelReason[] {
  const { label } = placeOf(side, drawn);
  const isOurs = isOurSide(side, drawn);
  const claimed = isOurs ? OWN : OTHER;
  const labels: Partial<Record<DrawnPlace["label"], string>> = { "own VASP": OWN, "other VASP": OTHER };
  const ofLabel = labels[label];
  const named = [
    ...(ofLabel === undefined ? [] : [{ vasp_id: ofLabel, source: "label" }]),
    ...saidOf(side, drawn).flatMap(({ vasp_id, provider }) =>
      vasp_id === null ? [] : [{ vasp_id, source: provider }],
    ),
  ];
  const isConfirmed = named.some(({ vasp_id }) => vasp_id === claimed);
  return [
    ...(isOwnAddress(side, drawn) && !isOurs ? [suspends("own_address_claimed", side, "own_addresses")] : []),
    ...(label === "self-hosted" ? [suspends("self_hosted_contradicts", side, "label")] : []),
    ...named
      .filter(({ vasp_id }) => vasp_id !== claimed)
      .map(({ source }) => suspends("vasp_contradicts", side, source)),
    ...(isOurs || isConfirmed || drawn.claimedVasp === "accept" ? [] : [suspends("vasp_unconfirmed", side)]),
  ];
}

// Screening: of the other side, and within the own VASP of addresses that are not known.

function isScreened(side: Side, drawn: Drawn): boolean {
  return isInternal(drawn) ? !isKnownInside(side, drawn) : !isOurSide(side, drawn);
}

/** What the providers say of an address: all entries, or with a failure only hits. */
function saidOf(side: Side, drawn: Drawn) {
  if (drawn.chain === null || !isScreened(side, drawn)) return [];
  return drawn.answers.flatMap(({ entries, failure }, index) =>
    entries
      .filter((each) => failure === null || (each.ratio > 0 && !each.isUnscreened))
      .map((each) => ({ ...each, provider: entryOf(`${PROVIDERS[index]}`, each).provider_name })),
  );
}

function ofScreening(side: Side, drawn: Drawn): readonly ModelReason[] {
  const { chain, answers, limits } = drawn;
  if (chain === null) return [suspends("not_screened", side)];
  const said = saidOf(side, drawn);
  const hits = said.flatMap(({ ratio, isUnscreened, provider }): readonly ModelReason[] => {
    if (isUnscreened) return [];
    if (ratio >= limits.rejectRisk) return [{ ...suspends("risk_rejected", side, provider), decision: "reject" }];
    return ratio >= limits.suspendRisk ? [suspends("risk_suspended", side, provider)] : [];
  });
  const failures = answers.flatMap(({ failure }, index) =>
    failure === null ? [] : [failed(suspends("screening_failed", side, PROVIDERS[index]), failure)],
  );
  const isAnswered = failures.length > 0 || said.every(({ isUnscreened }) => !isUnscreened);
  return [...hits, ...failures, ...(isAnswered ? [] : [suspends("not_screened", side)])];
}

/** What failed outside may be over later; what is not configured stays. */
function failed(reason: ModelReason, failure: string): ModelReason {
  const mayPass = ["provider", "rate", "price", "list"].includes(failure.split("_")[0] ?? "");
  return { ...reason, failure, ...(mayPass && { retry: true as const }) };
}

// Packs.

function queryOf({ flow, countries }: Drawn) {
  const isIncoming = ownSideOf(flow) === "beneficiary";
  const [own, other] = [countries.own ?? undefined, countries.other ?? undefined];
  // Both sides of all transfers but those with another VASP are those of the own one.
  const far = flow === "outgoing" || flow === "incoming" ? other : own;
  return {
    originator_country: isIncoming ? far : own,
    beneficiary_country: isIncoming ? own : far,
    kind: kindOf(flow),
    at: NOW,
  };
}

/** The amount in euros, or in its currency. */
function moneyOf({ money: { amount, unit } }: Drawn): { readonly amount: string; readonly currency: string } {
  return unit === "BTC" ? { amount: times60k(amount), currency: "EUR" } : { amount, currency: unit };
}

function times60k(amount: string): string {
  const [units = "", decimals = ""] = amount.split(".");
  const digits = BigInt(units + decimals) * 60_000n;
  const text = digits.toString().padStart(decimals.length + 1, "0");
  return decimals === "" ? text : `${text.slice(0, -decimals.length)}.${text.slice(-decimals.length)}`;
}

interface OfRequirements {
  readonly reasons: readonly ModelReason[];
  readonly missing: readonly ModelMissing[];
}

function ofRequirements(drawn: Drawn): OfRequirements {
  const failure = moneyFailure(drawn);
  if (failure !== undefined) {
    return { reasons: [failed({ code: "requirements_failed", decision: "suspend" }, failure)], missing: [] };
  }
  const required = requirementsFor(
    { ...queryOf(drawn), ...(isPriced(drawn) ? moneyOf(drawn) : {}) },
    PACKS,
    drawn.rates === "fine" ? RATES : undefined,
  );
  const { undecided, duties } = answered(required, drawn);
  const reasons = undecided.map(({ side, jurisdiction, reason }): ModelReason => {
    const found = suspends("requirements_undecided", side, jurisdiction ?? undefined);
    return reason.startsWith("rate_") && drawn.rates !== "none" ? { ...found, retry: true } : found;
  });
  return { reasons, missing: [...missingFields(required, drawn), ...openDuties(duties, drawn)] };
}

/** Whether the amount is known in money. A price is only requested if an amount is needed. */
function isPriced({ money, prices }: Drawn): boolean {
  return money.unit !== "BTC" || prices === "fine";
}

/** Why the amount, where a pack needs it, cannot be had or converted. */
function moneyFailure(drawn: Drawn): string | undefined {
  const { money, prices, rates } = drawn;
  const doubts = (amount: object): readonly string[] =>
    requirementsFor({ ...queryOf(drawn), ...amount }, PACKS).undecided.map(({ reason }) => reason);
  if (!doubts({}).includes("amount_missing")) return undefined;
  if (money.unit === "BTC" && prices !== "fine") return failureOfPrices(prices);
  if (rates === "failing" || rates === "stale") {
    if (doubts(moneyOf(drawn)).includes("rate_missing")) return failureOfRates(rates);
  }
  return undefined;
}

function failureOfPrices(state: Drawn["prices"]): string {
  if (state === "none") return "not_configured";
  return state === "stale" ? "price_stale" : "provider_unavailable";
}

function failureOfRates(state: Drawn["rates"]): string {
  if (state === "none") return "not_configured";
  return state === "stale" ? "rate_stale" : "provider_unavailable";
}

interface ModelDuty {
  readonly duty: TierDuty;
  readonly side: Side;
  readonly jurisdiction: string;
}

/** The answer of counsel that counts on this day replaces a missing tier. */
function answered({ undecided, duties }: Requirements, { counsel, flow }: Drawn) {
  const answerTo = ({ reason, jurisdiction }: Requirements["undecided"][number]) => {
    if (reason !== "no_tier") return undefined;
    return counsel.find(
      (each) =>
        each.jurisdiction === jurisdiction &&
        each.kind === kindOf(flow) &&
        (each.days === "now" || each.days === "today only"),
    );
  };
  return {
    undecided: undecided.filter((each) => answerTo(each) === undefined),
    duties: [
      ...duties.map(({ duty, side, source }): ModelDuty => ({ duty, side, jurisdiction: source.jurisdiction })),
      ...undecided.flatMap((each) => {
        const answer = answerTo(each);
        if (answer === undefined) return [];
        const { jurisdiction } = answer;
        return answer.duties.map((duty): ModelDuty => ({ duty, side: each.side, jurisdiction }));
      }),
    ],
  };
}

/** The duties of the own VASP without evidence. */
function openDuties(duties: readonly ModelDuty[], drawn: Drawn): readonly ModelMissing[] {
  const open = duties.filter(
    ({ duty, side }) =>
      isOurSide(side, drawn) && !drawn.evidence.some((each) => each.duty === duty && each.side === side),
  );
  const keys = new Set(open.map(({ side, duty }) => `${side} ${duty}`));
  return Array.from(keys, (key) => {
    const same = open.filter(({ side, duty }) => `${side} ${duty}` === key);
    const [first] = same as [ModelDuty];
    return { side: first.side, duty: first.duty, jurisdictions: same.map(({ jurisdiction }) => jurisdiction) };
  });
}

function missingFields(required: Requirements, drawn: Drawn): readonly ModelMissing[] {
  return SIDES.flatMap((side): readonly ModelMissing[] => {
    const party = knownParty(side, drawn);
    const jurisdictionsOf = (sources: Requirements["originator"]["required"][number]["sources"]) =>
      sources.map(({ jurisdiction }) => jurisdiction);
    return [
      ...required[side].required
        .filter(({ field }) => !has(party, field))
        .map(({ field, sources }) => ({ side, field, jurisdictions: jurisdictionsOf(sources) })),
      ...required[side].alternatives
        .filter(({ one_of }) => !one_of.some((group) => group.every((field) => has(party, field))))
        .map(({ one_of, sources }) => ({ side, one_of, jurisdictions: jurisdictionsOf(sources) })),
    ];
  });
}

/** Both sides may name one account, which is stored as the originator. An account without anything has a customer id. */
function knownParty(side: Side, { parties }: Drawn): DrawnParty {
  const { reference } = parties[side];
  if (reference === null) return parties[side];
  const stored = parties.originator.reference === reference ? parties.originator : parties.beneficiary;
  return isIdentified(stored) ? stored : { ...NOBODY, customer_id: true };
}

function has(party: DrawnParty, field: PartyField): boolean {
  if (field === "name" || field === "account_or_wallet") return true;
  if (field === "date_of_birth" || field === "place_of_birth") return party.birth;
  return party[field];
}

// Rules, in the countries of the providers that take part. A wallet has no provider.

const WITHOUT_PROVIDER: Partial<Record<TransferKind, Side>> = {
  withdrawal_to_self_hosted: "beneficiary",
  deposit_from_self_hosted: "originator",
};

function ofRules(drawn: Drawn): readonly ModelReason[] {
  if (drawn.thresholds === "none") return [];
  const query = queryOf(drawn);
  const sides = SIDES.filter((side) => side !== WITHOUT_PROVIDER[kindOf(drawn.flow)]);
  const countries = new Set(sides.map((side) => query[`${side}_country`]).filter((each) => each !== undefined));
  return Array.from(countries).flatMap((country) => ofCountry(country, drawn));
}

function ofCountry(country: string, drawn: Drawn): readonly ModelReason[] {
  const { linked, money, suspendOnBreach } = drawn;
  const outcomes = [money.amount, ...(linked === null ? [] : [sumOf(drawn)])].map((amount) =>
    evaluated(country, amount, drawn),
  );
  return outcomes.flatMap((outcome): readonly ModelReason[] => {
    if (outcome === "pass") return [];
    if (outcome !== "breach") return [failed({ code: "evaluation_failed", decision: "suspend" }, outcome)];
    return suspendOnBreach ? [{ code: "threshold_reached", decision: "suspend", source: country }] : [];
  });
}

/** Returns the sum with the earlier transaction, exactly. */
function sumOf({ money: { amount, unit }, linked }: Drawn): string {
  const earlier = unit === "BTC" ? inBitcoin(`${linked}`) : `${linked}`;
  const scaled = [amount, earlier].map((text) => {
    const [units = "", decimals = ""] = text.split(".");
    return BigInt(units + decimals.padEnd(18, "0"));
  });
  const digits = scaled
    .reduce((sum, each) => sum + each, 0n)
    .toString()
    .padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

/** Returns what a rule comes to, or the code of its failure. */
function evaluated(country: string, amount: string, { money, thresholds, rates, prices }: Drawn): string {
  if (thresholds === "failing") return "provider_unavailable";
  // A price is requested first, whatever the country.
  if (money.unit === "BTC" && prices !== "fine") return failureOfPrices(prices);
  // So are rates, unless the threshold is in the currency of the amount.
  if (!Object.hasOwn(THRESHOLDS, country) && rates !== "fine") return failureOfRates(rates);
  const config: ThresholdConfig = { thresholds: THRESHOLDS, rates: RATES, prices: PRICES };
  const transaction = { transaction_id: "T-1", amount, country };
  const given = money.unit === "BTC" ? { ...transaction, asset: "BTC" } : { ...transaction, currency: money.unit };
  try {
    const { status, rate } = createThresholdEngine(config).evaluate(given);
    if (rate !== null && rates !== "fine") return failureOfRates(rates);
    return status;
  } catch (error) {
    if (error instanceof ComplianceError) return error.code;
    throw error;
  }
}
