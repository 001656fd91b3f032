import type * as fc from "fast-check";
import type { AddressIssueCode, Chain } from "../../domain/chains/chain.js";
import { invalidAddressTexts } from "../arbitraries/invalid-address-text.js";
import { accountKind, type InvalidByCode, invalidByCode, transactionKind, transferKind, vaspKind } from "./fault.js";
import {
  type AmountCode,
  amountFaults,
  countryFaults,
  type PartyCode,
  partyFaults,
  type RegisterCode,
  registerFaults,
  type SidesCode,
  type TextCode,
  textFaults,
  transferFaults,
} from "./field-faults.js";
import { type ShapeCode, shapeFaults } from "./shape-faults.js";

/** Invalid inputs of each kind by issue code, for every code that parsing this kind can return. */

/** The issue codes of `parseTransaction`. */
export type TransactionIssueCode =
  | Exclude<ShapeCode, "not_allowed">
  | TextCode
  | AmountCode
  | "not_a_country"
  | "not_a_currency";

/** The issue codes of `parseVasp`. */
export type VaspIssueCode = ShapeCode | TextCode | RegisterCode | "not_a_country";

/** The issue codes of `parseAccount`. */
export type AccountIssueCode = VaspIssueCode | PartyCode;

/** The issue codes of `parseTransfer`. */
export type TransferIssueCode = AccountIssueCode | SidesCode | AddressIssueCode | AmountCode | "not_a_currency";

/** A text that is not a valid address of the chain. */
export interface InvalidAddress<C extends AddressIssueCode = AddressIssueCode> {
  readonly chain: Chain;
  readonly address: string;
  /** The code of the one issue of `parseAddress(chain, address)`. */
  readonly code: C;
  /** The path of that issue: the text itself. */
  readonly path: "";
}

/** Invalid addresses by the code of their one issue. */
export type InvalidAddressByCode = { readonly [C in AddressIssueCode]: fc.Arbitrary<InvalidAddress<C>> };

const partyLike = { ...shapeFaults, ...textFaults, ...countryFaults, ...registerFaults };
const { not_allowed: _, ...withoutLists } = shapeFaults;

export const invalidAccounts: InvalidByCode<AccountIssueCode> = invalidByCode(accountKind, {
  ...partyLike,
  ...partyFaults,
});
export const invalidVasps: InvalidByCode<VaspIssueCode> = invalidByCode(vaspKind, partyLike);
export const invalidTransfers: InvalidByCode<TransferIssueCode> = invalidByCode(transferKind, {
  ...partyLike,
  ...partyFaults,
  ...amountFaults,
  ...transferFaults,
});
export const invalidTransactions: InvalidByCode<TransactionIssueCode> = invalidByCode(transactionKind, {
  ...withoutLists,
  ...textFaults,
  ...countryFaults,
  ...amountFaults,
});

function ofAddress<C extends AddressIssueCode>(code: C): fc.Arbitrary<InvalidAddress<C>> {
  return invalidAddressTexts[code].map(({ chain, text }) => ({ chain, address: text, code, path: "" }));
}

export const invalidAddresses: InvalidAddressByCode = Object.freeze({
  address_length: ofAddress("address_length"),
  address_characters: ofAddress("address_characters"),
  address_checksum: ofAddress("address_checksum"),
  address_network: ofAddress("address_network"),
  address_other_network: ofAddress("address_other_network"),
  address_format: ofAddress("address_format"),
  address_secret_key: ofAddress("address_secret_key"),
});
