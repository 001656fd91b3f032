/** Requests about addresses (§4.1, §4.2). */
import fc from "fast-check";
import type { Chain } from "../../../src/index.js";
import { type OptionalProperties, recordOf } from "../../../src/testing/arbitraries/account.js";
import { chainAndAddress } from "../../../src/testing/arbitraries/address.js";
import { text } from "../../../src/testing/arbitraries/text.js";

/** The names of the risk providers that a watched compliance has. */
export const PROVIDERS = ["RDBIG", "RDCFI"] as const;

export interface GivenAddress {
  readonly chain: Chain;
  readonly address: string;
  readonly provider_name?: string;
  readonly is_self_hosted?: boolean;
  readonly scan_for_risk?: boolean;
  readonly account_ref_id?: string;
}

/** A scan has always a provider. `all`: there is a scan. */
export function addressCreation(which: OptionalProperties = "any"): fc.Arbitrary<GivenAddress> {
  const required = ["chain", "address"] as const;
  const common = { chain: fc.constant("near" as const), address: fc.constant("") };
  const scan = { provider_name: fc.constantFrom(...PROVIDERS), scan_for_risk: fc.constant(true) };
  const rest = { is_self_hosted: fc.boolean(), account_ref_id: text() };
  const screened = recordOf<GivenAddress>({ ...common, ...scan, ...rest }, [...required, "provider_name"], which);
  const loaded = recordOf<GivenAddress>(
    { ...common, ...rest, provider_name: text(), scan_for_risk: fc.constant(false) },
    [...required],
    which,
  );
  const request = which === "all" ? screened : fc.oneof(screened, loaded);
  return fc.tuple(request, chainAndAddress()).map(([given, where]) => ({ ...given, ...where }));
}

export interface GivenAssignment {
  readonly chain: Chain;
  readonly address: string;
  readonly reference_id: string;
}

export function addressAssignment(): fc.Arbitrary<GivenAssignment> {
  return fc.tuple(chainAndAddress(), text()).map(([where, reference_id]) => ({ ...where, reference_id }));
}
