/** Updates of addresses to put into a storage. */
import * as fc from "fast-check";
import type { AddressUpdate, Screening, StoredAddress } from "../../domain/addresses/address.js";
import { STAMP } from "./records.js";

/** An update of an address that brings nothing but itself. */
export function addressUpdate(address: string, more: Partial<AddressUpdate> = {}): AddressUpdate {
  return { chain: "tezos", address, created: STAMP, ...more };
}

/** What {@link addressUpdate} leaves of a new address. */
export function bareAddress(address: string): StoredAddress {
  const { chain, created } = addressUpdate(address);
  return { chain, address, is_self_hosted: false, screenings: [], created };
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

/** Where histories change something: few, so that they meet again. */
export const PLACES = [
  { chain: "tezos", address: "a" },
  { chain: "near", address: "a" },
  { chain: "tezos", address: "near a" },
  { chain: "tezos", address: "\u{1f600}" },
  { chain: "tezos", address: "\uffff" },
] as const;
/** The accounts that histories link addresses to. */
export const REFERENCES = ["r1", "r2", "__proto__"] as const;
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

/** A place and an account that changes may be about. */
type Somewhere = (typeof PLACES)[number];
type SomeReference = (typeof REFERENCES)[number];

/** Changes of few addresses and accounts, so that they meet again. */
export function anyAddressChange(
  places: readonly Somewhere[],
  references: readonly SomeReference[],
): fc.Arbitrary<AddressChange> {
  const place = fc.constantFrom(...places);
  const account_ref_id = fc.constantFrom(...references);
  const brought = { created: stamp, is_self_hosted: fc.boolean(), account_ref_id, balance, screening: anyScreening };
  const anySave = fc
    .tuple(place, fc.record(brought, { requiredKeys: ["created"] }))
    .map(([where, update]): AddressChange => ({ kind: "save", brings: { ...where, ...update } }));
  const anyLink = fc
    .tuple(place, account_ref_id)
    .map(([where, account]): AddressChange => ({ kind: "link", brings: { ...where, account_ref_id: account } }));
  return fc.oneof({ weight: 3, arbitrary: anySave }, { weight: 2, arbitrary: anyLink });
}
