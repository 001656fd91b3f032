/** Which options decide: a digest in each record of the audit trail. */
import { dataDigest } from "../domain/audit/canonical.js";
import type { Jurisdiction } from "../domain/jurisdictions/types.js";
import { cachedByObjects } from "./current-table.js";
import type { Parts } from "./options.js";

/** Checked packs cannot change. */
const digests = /* @__PURE__ */ cachedByObjects<object>();

/** Returns the digest of each pack that decides, with its day. */
function packDigests(packs: readonly Jurisdiction[] | undefined): readonly object[] | undefined {
  return packs?.map((pack) =>
    digests([pack], () => ({ code: pack.code, reviewed: pack.reviewed, digest: dataDigest(pack) })),
  );
}

/** Returns the digest of the options that decide. Sources and providers count by their names only. */
export function configurationOf(parts: Omit<Parts, "storage" | "audit">): string {
  const { policy, ownership, jurisdictions, chains, riskProviders } = parts;
  return dataDigest({
    thresholds: parts.thresholdTable ?? (parts.thresholds === undefined ? "none" : "source"),
    officialCurrencies: parts.officialCurrencies,
    maxRateAgeMs: parts.maxRateAgeMs,
    maxPriceAgeMs: parts.maxPriceAgeMs,
    linkedTransactions: parts.linkedTransactions,
    jurisdictions: packDigests(jurisdictions),
    policy: policy && { ...policy, isOwnAddress: undefined, mayBeOwnAddress: undefined },
    ownership: ownership && { domain: ownership.domain, maxAgeMs: ownership.maxAgeMs },
    riskProviders: riskProviders && [...riskProviders.keys()].sort(),
    chains: chains && [...chains.keys()].sort(),
  });
}
