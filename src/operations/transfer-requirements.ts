/** What the packs of the option `jurisdictions` require of a checked transfer (§2.9 rule 2). */
import type { Party } from "../domain/accounts/account.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import type { Issue } from "../domain/issue.js";
import { missingFields } from "../domain/jurisdictions/missing-fields.js";
import type {
  PartyRequirements,
  PartySide,
  RequirementSource,
  Requirements,
  RequirementsQuery,
} from "../domain/jurisdictions/requirements.js";
import { requirementsFor } from "../domain/jurisdictions/requirements-for.js";
import type { Jurisdiction, PartyField } from "../domain/jurisdictions/types.js";
import { checkRateAge } from "../domain/thresholds/rates.js";
import type { CheckedTransfer } from "../domain/transfers/transfer.js";
import type { RateSource } from "../ports/rate-source.js";
import type { Abort } from "./abort.js";
import { cachedRateCopy, currentTable, tableSource } from "./current-table.js";

/** What requirements depend on. */
export interface RequirementDeps {
  readonly jurisdictions: readonly Jurisdiction[] | undefined;
  readonly rates: RateSource | undefined;
  readonly maxRateAge: DurationMs;
}

/** Returns the requirements of a transfer at a time; undefined without packs. */
type RequirementsOf = (transfer: CheckedTransfer, at: Date, abort: Abort) => Promise<Requirements | undefined>;

/** Creates the function that returns requirements. It requests rates only if a threshold needs one. */
export function requirementsReader({ jurisdictions, rates, maxRateAge }: RequirementDeps): RequirementsOf {
  if (jurisdictions === undefined) return () => Promise.resolve(undefined);
  const source = tableSource("transfers.check", "rates", rates, cachedRateCopy());
  return async (transfer, at, abort) => {
    const query = queryOf(transfer, at);
    const withoutRates = requirementsFor(query, jurisdictions);
    const needsRate = withoutRates.undecided.some(({ reason }) => reason === "rate_missing");
    if (!needsRate || rates === undefined) return withoutRates;
    const table = await currentTable(source, at, abort);
    checkRateAge(table, at, maxRateAge);
    return requirementsFor(query, jurisdictions, table);
  };
}

function queryOf(transfer: CheckedTransfer, at: Date): RequirementsQuery {
  const { kind, amount, currency, originator_vasp, beneficiary_vasp } = transfer;
  return {
    originator_country: transfer.originator_country ?? originator_vasp.address_country_code,
    beneficiary_country: transfer.beneficiary_country ?? beneficiary_vasp.address_country_code,
    amount,
    currency,
    kind,
    at,
  };
}

/** Returns an issue for each field that a party lacks, and for each alternative that it does not meet. */
export function missingFieldIssues(transfer: CheckedTransfer, requirements: Requirements): Issue[] {
  return (["originator", "beneficiary"] as const).flatMap((side) => {
    const isStored = transfer[`${side}_account_reference_id`] !== undefined;
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
        `The ${side} needs ${one_of.map((group) => group.join(" and ")).join(", or ")}: the rules of ` +
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

function citationsOf(sources: readonly RequirementSource[]): string {
  return [...new Set(sources.map(({ jurisdiction, citation }) => `${jurisdiction}: ${citation}`))].join("; ");
}
