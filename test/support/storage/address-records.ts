/** Updates of addresses to put into a storage. */
import * as fc from "fast-check";
import type { AddressUpdate, Screening } from "../../../src/domain/addresses/address.js";
import { STAMP } from "./records.js";

/** An update of an address that brings nothing but itself. */
export function addressUpdate(address: string, more: Partial<AddressUpdate> = {}): AddressUpdate {
  return { chain: "tezos", address, created: STAMP, ...more };
}

/** A screening of one entry. */
export function screening(risk_ratio: number, created = STAMP): Screening {
  return [
    {
      provider_name: "OFAC",
      risk_ratio,
      risk_descriptors: [`score ${risk_ratio}`, "é"],
      vasp_name_legal: "",
      vasp_name_business: "Zzz, Yyy",
      vasp_website: null,
      vasp_category: "exchange",
      created,
    },
  ];
}

const stamp = fc.constantFrom(STAMP, "2026-02-03T04:05:06.790+00:00", "2025-12-31T23:59:59.999+00:00");
const place = fc.record({
  chain: fc.constantFrom("tezos" as const, "near" as const),
  address: fc.constantFrom("a", "A", "near a", "\u{1f600}", "\uffff"),
});
const reference = fc.constantFrom("r1", "r2", "__proto__");

/** A change of an address: an update, or a link to an account. */
export type AddressChange =
  | { readonly kind: "save"; readonly brings: AddressUpdate }
  | {
      readonly kind: "link";
      readonly brings: Required<Pick<AddressUpdate, "chain" | "address" | "account_ref_id">>;
    };

const balance = fc.record({
  balance: fc.constantFrom("0", "1.50"),
  balance_usd: fc.constantFrom(null, "2.00"),
  created: stamp,
});
const anyScreening = fc
  .tuple(fc.integer({ min: 0, max: 100 }), stamp)
  .map(([ratio, created]) => screening(ratio, created));

const anySave: fc.Arbitrary<AddressChange> = fc
  .tuple(
    place,
    fc.record(
      { created: stamp, is_self_hosted: fc.boolean(), account_ref_id: reference, balance, screening: anyScreening },
      { requiredKeys: ["created"] },
    ),
  )
  .map(([where, update]) => ({ kind: "save", brings: { ...where, ...update } }));

const anyLink: fc.Arbitrary<AddressChange> = fc
  .tuple(place, reference)
  .map(([where, account_ref_id]) => ({ kind: "link", brings: { ...where, account_ref_id } }));

/** Changes of few addresses, so that they meet again. */
export const anyAddressChange: fc.Arbitrary<AddressChange> = fc.oneof(anySave, anySave, anyLink);
