/** Requests about addresses (§4.1, §4.2). */
import fc from "fast-check";
import { tagIn } from "../../../src/domain/addresses/address.rules.js";
import { specifiedChains } from "../../../src/domain/chains/registry.js";
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
  readonly tag?: string;
  readonly relink?: boolean;
}

type Untagged<T> = Omit<T, "tag">;

interface DrawnTag {
  readonly isGiven: boolean;
  readonly number: number;
  readonly memo: string;
}

const anyTag: fc.Arbitrary<DrawnTag> = fc.record({
  isGiven: fc.boolean(),
  number: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  memo: text(),
});

/** The tag of the address, or one that its chain can have. */
function tagFor(
  { chain, address }: Pick<GivenAddress, "chain" | "address">,
  { isGiven, number, memo }: DrawnTag,
): { readonly tag?: string } {
  if (!isGiven) return {};
  return { tag: tagIn(specifiedChains, chain, address) ?? (chain === "ripple" ? String(number) : memo) };
}

/** A scan has always a provider. `all`: there is a scan. */
export function addressCreation(which: OptionalProperties = "any"): fc.Arbitrary<GivenAddress> {
  const required = ["chain", "address"] as const;
  const common = { chain: fc.constant("near" as const), address: fc.constant("") };
  const scan = { provider_name: fc.constantFrom(...PROVIDERS), scan_for_risk: fc.constant(true) };
  const rest = { is_self_hosted: fc.boolean(), account_ref_id: text(), relink: fc.boolean() };
  const screened = recordOf<Untagged<GivenAddress>>(
    { ...common, ...scan, ...rest },
    [...required, "provider_name"],
    which,
  );
  const loaded = recordOf<Untagged<GivenAddress>>(
    { ...common, ...rest, provider_name: text(), scan_for_risk: fc.constant(false) },
    [...required],
    which,
  );
  const request = which === "all" ? screened : fc.oneof(screened, loaded);
  return fc.tuple(request, chainAndAddress(), anyTag).map(([given, where, tag]) => ({
    ...given,
    ...where,
    ...(given.account_ref_id !== undefined && tagFor(where, tag)),
  }));
}

export interface GivenAssignment {
  readonly chain: Chain;
  readonly address: string;
  readonly reference_id: string;
  readonly tag?: string;
}

export function addressAssignment(): fc.Arbitrary<GivenAssignment> {
  return fc
    .tuple(chainAndAddress(), text(), anyTag)
    .map(([where, reference_id, tag]) => ({ ...where, reference_id, ...tagFor(where, tag) }));
}
