/** What `addresses.create` and `addresses.assign` take (§4.1, §4.2). */
import type { Chain } from "../chains/chain.js";

/** §4.1: every member that there is. What excludes what is in the rules, and in {@link AddressCreateRequest} for compilers. */
export interface AddressCreateFields {
  readonly chain: Chain;
  /** In any spelling that the chain knows; it is stored in canonical form. */
  readonly address: string;
  /** The code of the provider that screens: a name in `riskProviders`. Required when `scan_for_risk` is true. */
  readonly provider_name?: string;
  /** Left out: what is stored, or false for a new address. */
  readonly is_self_hosted?: boolean;
  /** Whether the address is screened now; false when left out. */
  readonly scan_for_risk?: boolean;
  /** The stored account that the address belongs to, instead of one before. Left out: what is stored. */
  readonly account_ref_id?: string;
}

/**
 * §4.1, `addresses.create`. A scan without the name of its provider does not compile.
 *
 * @example
 * const request = { chain: "tezos", address, scan_for_risk: true, provider_name: "OFAC" } satisfies AddressCreateRequest;
 */
export type AddressCreateRequest = Omit<AddressCreateFields, "scan_for_risk" | "provider_name"> &
  (
    | { readonly scan_for_risk: true; readonly provider_name: string }
    | { readonly scan_for_risk?: false; readonly provider_name?: string }
  );

/** §4.2, `addresses.assign`. */
export interface AddressAssignRequest {
  readonly chain: Chain;
  /** In any spelling that the chain knows. */
  readonly address: string;
  /** The stored account that the address belongs to. */
  readonly reference_id: string;
}
