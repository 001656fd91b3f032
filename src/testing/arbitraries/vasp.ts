/** VASP records as a register gives them (§2.7): optional members absent, null or there. */
import * as fc from "fast-check";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type Members, members } from "./account.js";
import { country, lei, registrationAuthority } from "./codes.js";
import { companyName } from "./names.js";
import { text } from "./text.js";

/** As given by the caller: null means absent. */
export type GivenVasp = Pick<Vasp, "vasp_id" | "name_legal"> & { readonly [K in keyof Vasp]: Vasp[K] | null };

/** Every member there and none null, when `which` is `all`. */
export function vasp(which: Members = "any"): fc.Arbitrary<GivenVasp> {
  return which === "all"
    ? complete()
    : fc.tuple(partial(), nulls()).map(([record, absent]) => withNulls(record, absent));
}

function complete(): fc.Arbitrary<Vasp> {
  return members<Vasp>(model(), [], "all").chain(withFittingId);
}

function partial(): fc.Arbitrary<Vasp> {
  return members<Vasp>(model(), ["vasp_id", "name_legal"], "any").chain(withFittingId);
}

const optional = [
  "name_business",
  "address_city",
  "website",
  "supported_protocols",
  "national_id_issue_country",
] as const;

function nulls(): fc.Arbitrary<readonly (typeof optional)[number][]> {
  return fc.subarray([...optional]);
}

function withNulls(record: Vasp, absent: readonly (typeof optional)[number][]): GivenVasp {
  return { ...record, ...Object.fromEntries(absent.map((member) => [member, null])) };
}

/** An id of type LEIX is an LEI. */
function withFittingId(record: Vasp): fc.Arbitrary<Vasp> {
  if (record.national_id_type_code !== "LEIX" || record.national_id === undefined) return fc.constant(record);
  return lei().map((national_id) => ({ ...record, national_id }));
}

function model(): { readonly [K in keyof Vasp]-?: fc.Arbitrary<NonNullable<Vasp[K]>> } {
  return {
    vasp_id: text(),
    name_legal: companyName(),
    name_business: companyName(),
    address_country_code: country(),
    address_street_no: text(),
    address_street_name: text(),
    address_city: text(),
    address_region: text(),
    address_postcode: text(),
    website: text(),
    summary: text(),
    supported_protocols: fc.array(text(), { maxLength: 3 }),
    national_id_type_code: fc.constantFrom("RAID", "TXID", "LEIX", "MISC"),
    national_id: text(),
    national_id_issue_country: country(),
    national_id_registration_authority: registrationAuthority(),
  };
}
