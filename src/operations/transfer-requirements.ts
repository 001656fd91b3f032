/** What the packs of the option `jurisdictions` require of a checked transfer (§2.9 rule 2). */
import type { Party } from "../domain/accounts/account.js";
import { decimalOf } from "../domain/decimal.js";
import type { CountryCode, DurationMs } from "../domain/identifiers/codes.js";
import type { Issue } from "../domain/issue.js";
import { alternativesText, citationsOf, missingFields } from "../domain/jurisdictions/missing-fields.js";
import type { Money } from "../domain/jurisdictions/reach.js";
import {
  PARTY_SIDES,
  type PartyRequirements,
  type PartySide,
  type RequirementSource,
  type Requirements,
  type RequirementsQuery,
} from "../domain/jurisdictions/requirements.js";
import {
  moneyOf,
  needsMoney,
  needsRates,
  requirementsOf,
  selectTiers,
} from "../domain/jurisdictions/requirements-for.js";
import type { Jurisdiction, PartyField } from "../domain/jurisdictions/types.js";
import { bare, own } from "../domain/own.js";
import { findPriceIn } from "../domain/prices/prices.js";
import type { AppliedPrice } from "../domain/prices/types.js";
import { checkRateAge } from "../domain/thresholds/rate-age.js";
import { copyRateTable, type FindRate, findRateIn } from "../domain/thresholds/rates.js";
import type { CheckedTransfer } from "../domain/transfers/transfer.js";
import type { PriceSource } from "../ports/price-source.js";
import type { RateSource } from "../ports/rate-source.js";
import type { Abort } from "./abort.js";
import { cachedByObjects, currentTable, priceReader, tableSource } from "./current-table.js";

/** What requirements depend on. */
export interface RequirementDeps {
  readonly jurisdictions: readonly Jurisdiction[] | undefined;
  readonly rates: RateSource | undefined;
  readonly maxRateAgeMs: DurationMs;
  readonly prices: PriceSource | undefined;
  readonly maxPriceAgeMs: DurationMs;
}

/** What the packs require of a transfer, and the price that its amount was compared by, if any. */
interface TransferRequirements {
  readonly requirements: Requirements;
  readonly price?: AppliedPrice;
}

/** Returns the requirements of a transfer at a time; undefined without packs. */
type RequirementsOf = (transfer: CheckedTransfer, at: Date, abort: Abort) => Promise<TransferRequirements | undefined>;

const owner = "transfers.check";

/** Creates the function that returns requirements. It requests prices and rates only if a threshold needs them. */
export function requirementsReader(deps: RequirementDeps): RequirementsOf {
  const { jurisdictions, rates, maxRateAgeMs } = deps;
  if (jurisdictions === undefined) return () => Promise.resolve(undefined);
  const source = tableSource(owner, "rates", rates, copyRateTable);
  const lookups = cachedByObjects<FindRate>();
  const currentPrices = priceReader(owner, deps.prices, deps.maxPriceAgeMs);

  async function priceOf(
    { asset, amount }: CheckedTransfer,
    at: Date,
    abort: Abort,
  ): Promise<AppliedPrice | undefined> {
    if (asset === undefined || amount === undefined) return undefined;
    return { ...findPriceIn(await currentPrices(asset, at, abort))(asset), asset_amount: amount };
  }

  async function currentRates(at: Date, abort: Abort): Promise<FindRate> {
    if (rates === undefined) return findRateIn(undefined);
    const table = await currentTable(source, at, abort);
    checkRateAge(table, at, maxRateAgeMs);
    return lookups([table], () => findRateIn(table));
  }

  return async (transfer, at, abort) => {
    const query = requirementsQueryOf(transfer, at);
    const selected = selectTiers(query, jurisdictions);
    const price = needsMoney(selected) ? await priceOf(bare(transfer), at, abort) : undefined;
    const money = price === undefined ? moneyOf(query) : moneyOfAsset(price);
    const findRate = needsRates(selected, money) ? await currentRates(at, abort) : findRateIn(undefined);
    const requirements = requirementsOf(selected, money, findRate);
    return price === undefined ? { requirements } : { requirements, price };
  };
}

/** Returns the exact value of an amount of a crypto-asset. */
function moneyOfAsset({ asset_amount, price, currency }: AppliedPrice): Money {
  return { amount: decimalOf(asset_amount).times(price), currency };
}

/** Returns the query about the requirements of a transfer. */
export function requirementsQueryOf(transfer: CheckedTransfer, at: Date): RequirementsQuery {
  return {
    originator_country: countryOf(transfer, "originator"),
    beneficiary_country: countryOf(transfer, "beneficiary"),
    amount: own(transfer, "amount"),
    currency: own(transfer, "currency"),
    kind: transfer.kind,
    at,
  };
}

/** Returns the country whose rules the provider of a side follows. */
export function countryOf(transfer: CheckedTransfer, side: PartySide): CountryCode | undefined {
  return own(transfer, `${side}_country`) ?? own(transfer[`${side}_vasp`], "address_country_code");
}

/** Returns an issue for each field that a party lacks, and for each alternative that it does not meet. */
export function missingFieldIssues(transfer: CheckedTransfer, requirements: Requirements): Issue[] {
  return PARTY_SIDES.flatMap((side) => {
    const isStored = own(transfer, `${side}_account_reference_id`) !== undefined;
    const party = transfer[`${side}_account`];
    return issuesOf(side, party, isStored, missingFields(party, requirements[side]));
  });
}

function issuesOf(side: PartySide, party: Party, isStored: boolean, missing: PartyRequirements): Issue[] {
  const account = `/${side}_account`;
  const where = isStored ? "add it to the stored account." : `add it to ${side}_account.`;
  const at = (path: string): string => (isStored ? `${account}_reference_id` : path);
  return [
    ...missing.required.map(({ field, sources }) => ({
      code: "field_required_by_jurisdiction" as const,
      path: at(`${account}/${isOfBirth(field) ? `${party.account_type}/` : ""}${field}`),
      clause: citationsOf(sources),
      params: { field, jurisdictions: codesOf(sources) },
      message: `The ${side} lacks ${field}, which the rules of ${codesOf(sources).join(" and ")} require; ${where}`,
    })),
    ...missing.alternatives.map(({ one_of, sources }) => ({
      code: "field_required_by_jurisdiction" as const,
      path: at(account),
      clause: citationsOf(sources),
      params: { one_of, jurisdictions: codesOf(sources) },
      message:
        `The ${side} needs ${alternativesText(one_of)}: the rules of ` +
        `${codesOf(sources).join(" and ")} require ${one_of.length === 1 ? "it" : "one of them"}; ${where}`,
    })),
  ];
}

function isOfBirth(field: PartyField): boolean {
  return field === "date_of_birth" || field === "place_of_birth";
}

function codesOf(sources: readonly RequirementSource[]): readonly string[] {
  return [...new Set(sources.map(({ jurisdiction }) => jurisdiction))];
}
