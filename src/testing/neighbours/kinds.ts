/** The kinds of inputs: what is valid for each, and what it must have. */
import type * as fc from "fast-check";
import { account, type Members } from "../arbitraries/account.js";
import { transaction } from "../arbitraries/transaction.js";
import { transfer } from "../arbitraries/transfer.js";
import { vasp } from "../arbitraries/vasp.js";

export interface InputKind {
  /** Valid inputs; `all`: with every member that the kind of input can have. */
  readonly valid: (which?: Members) => fc.Arbitrary<object>;
  /** The members that the input must have. Of the objects in it see {@link requiredMembers}. */
  readonly required: readonly string[];
  /** Whether null counts as absent (§2.7). */
  readonly nullIsAbsent?: true;
}

/** Makes the usual inputs once, for every code of the kind starts from them. */
function keeping(make: (which: Members) => fc.Arbitrary<object>): InputKind["valid"] {
  const usual = make("any");
  return (which = "any") => (which === "any" ? usual : make(which));
}

export const accountKind: InputKind = {
  valid: keeping(account),
  required: ["reference_id", "account_type"],
};

export const vaspKind: InputKind = {
  valid: keeping(vasp),
  required: ["vasp_id", "name_legal"],
  nullIsAbsent: true,
};

export const transferKind: InputKind = {
  valid: keeping((which) => transfer({ which })),
  required: ["originator_address", "beneficiary_address", "originator_vasp_id", "beneficiary_vasp_id"],
};

export const transactionKind: InputKind = {
  valid: keeping(transaction),
  required: ["transaction_id", "amount", "currency", "country"],
};

const partyMembers = ["account_type"] as const;
const individualNameMembers = ["name_type", "name_last"] as const;
const entityNameMembers = ["name_type", "name_legal"] as const;

/** The members that an object within an input must have, by the object's name (§2.2–2.6, §4.9). */
export const requiredMembers: Readonly<Record<string, readonly string[]>> = {
  originator_account: partyMembers,
  beneficiary_account: partyMembers,
  individual: ["individual_name"],
  individual_name: individualNameMembers,
  individual_localname: individualNameMembers,
  entity: ["entity_name"],
  entity_name: entityNameMembers,
  entity_localname: entityNameMembers,
  address: ["address_type", "address_city", "address_country_code"],
  national_id: ["national_id_type", "national_id"],
  transaction: transactionKind.required,
};

/** Members whose text is one of a few, of whatever input or query. */
export const enumerated: ReadonlySet<string> = new Set([
  "account_type",
  "account_category",
  "name_type",
  "address_type",
  "national_id_type",
  "national_id_type_code",
  "chain",
  "sort",
  "rule_codes",
]);
