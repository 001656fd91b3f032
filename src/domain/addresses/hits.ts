/** Hits, and what is stored of a screening in which a provider failed (§2.8, §4.1). */
import { ComplianceError, type ComplianceErrorCode } from "../compliance-error.js";
import { own } from "../own.js";
import type { RiskEntry, Screening } from "./address.js";
import { parseRiskResponse } from "./responses.js";

/** The descriptor of an entry in place of those of a provider that failed. */
const NOT_SCREENED = "not-screened";

/** Returns the entry of a provider that failed. It has the highest ratio, because the result is unknown. */
export function notScreened(provider_name: string, code: ComplianceErrorCode): RiskEntry {
  return {
    provider_name,
    risk_ratio: 100,
    risk_descriptors: [NOT_SCREENED, `failure:${code}`],
    vasp_name_legal: "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
  };
}

/** Returns whether the entry is a result, not the failure of a provider. */
export function isScreened({ risk_descriptors }: RiskEntry): boolean {
  return !risk_descriptors.includes(NOT_SCREENED);
}

/** Returns whether no entry is the failure of a provider. */
export function isComplete(entries: readonly RiskEntry[]): boolean {
  return entries.every(isScreened);
}

/** Returns whether the provider found something: a `risk_ratio` above 0. */
export function isHit(entry: RiskEntry): boolean {
  return entry.risk_ratio > 0 && isScreened(entry);
}

/** Returns whether a provider says that a VASP or another service has the address. */
export function namesVasp(entry: RiskEntry): boolean {
  if (!isScreened(entry)) return false;
  const { vasp_name_legal, vasp_name_business, vasp_website, vasp_category } = entry;
  const texts = [vasp_name_legal, vasp_name_business, vasp_website ?? "", vasp_category];
  return own(entry, "vasp_id") !== undefined || texts.some((text) => text !== "");
}

/** Returns the hits that an error carries. There are none if one of them is invalid: the caller may have written the error. */
export function hitsOf(failure: ComplianceError): readonly RiskEntry[] {
  const hits = own(failure, "hits");
  const parsed = hits === undefined ? undefined : parseRiskResponse(hits);
  return parsed?.ok ? parsed.value.filter(isHit) : [];
}

/** Returns the error with what a screening found, so that no hit is lost. An error of another kind stays as it is. */
export function withHits(failure: unknown, hits: readonly RiskEntry[]): unknown {
  if (!(failure instanceof ComplianceError)) return failure;
  const { code, message, issues } = failure;
  const retryAfterMs = own(failure, "retryAfterMs");
  return new ComplianceError(code, message, { cause: failure, issues, retryAfterMs, hits });
}

/**
 * Returns the screening to store when a provider failed and others have hits. It looks no cleaner than the one before.
 * A hit of the screening before stays, unless its provider has one now that is as high.
 *
 * @param before - the newest stored screening, if any
 * @param found - the hits, and the entry of the failure
 * @param created - the time of the failure
 */
export function incompleteScreening(
  before: Screening | undefined,
  found: readonly RiskEntry[],
  created: string,
): Screening {
  return [...found.map((entry) => ({ ...entry, created })), ...hitsBeyond(before ?? [], found)];
}

/** Returns the hits of an earlier screening, without those whose provider has one now that is as high. */
export function hitsBeyond<E extends RiskEntry>(before: readonly E[], found: readonly RiskEntry[]): readonly E[] {
  const hits = found.filter(isHit);
  const isReached = ({ provider_name, risk_ratio }: RiskEntry): boolean =>
    hits.some((hit) => hit.provider_name === provider_name && hit.risk_ratio >= risk_ratio);
  return before.filter((entry) => isHit(entry) && !isReached(entry));
}
