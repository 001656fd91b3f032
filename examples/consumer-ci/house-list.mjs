import { ComplianceError, parseAddress, unwrap } from "vaspkit";

const vasp = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };

/** Creates a risk provider from the addresses that our desk has blocked, by chain. */
export function houseList(blocked) {
  return {
    provider_name: "HOUSE",
    async screen({ chain, address, signal }) {
      if (!Object.hasOwn(blocked, chain)) {
        throw new ComplianceError("chain_unsupported", "The desk keeps no list of this chain.");
      }
      if (signal?.aborted) throw new ComplianceError("aborted", "The request was aborted before it began.");
      const { canonical } = unwrap(parseAddress(chain, address));
      const isBlocked = blocked[chain].includes(canonical);
      const [risk_ratio, reason] = isBlocked ? [100, "blocked by the desk"] : [0, "not on the desk's list"];
      return [{ provider_name: "HOUSE", risk_ratio, risk_descriptors: [reason], ...vasp }];
    },
  };
}
