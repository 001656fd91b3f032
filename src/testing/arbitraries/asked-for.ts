/** Arbitraries as a consumer asks for them: options checked, kinds picked. */
import * as fc from "fast-check";
import type { AccountDraft, AccountType } from "../../domain/accounts/account.js";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import type { TransferDraft, TransferKind } from "../../domain/transfers/transfer.js";
import { account, type Members } from "./account.js";
import { chainNames, everyFormat } from "./address.js";
import { checkedOptions } from "./options.js";
import { transfer, transferKinds } from "./transfer.js";
import { type GivenVasp, vasp } from "./vasp.js";

const members = ["any", "all"];

/** Which optional members a record has. */
export interface MembersOption {
  /** `any` (the default): each there or not. `all`: every one that this kind of record can have. */
  readonly members?: Members;
}

export interface AccountArbitraryOptions<T extends AccountType = AccountType> extends MembersOption {
  /** Both by default. */
  readonly type?: T;
}

export interface TransferArbitraryOptions extends MembersOption {
  /** All three by default. */
  readonly kind?: TransferKind;
}

export interface AddressArbitraryOptions {
  /** All fourteen by default. */
  readonly chain?: Chain;
  /** One of `chains[chain].formats`; all by default. Without `chain`: of whichever chain has a format of that name. */
  readonly format?: string;
}

export function accountOf<T extends AccountType = AccountType>(
  options: AccountArbitraryOptions<T> = {},
): fc.Arbitrary<Extract<AccountDraft, { readonly account_type: T }>> {
  const allowed = { type: ["individual", "entity"], members };
  const { type, members: which } = checkedOptions("arbitraries.account", options, allowed);
  // It draws accounts of that type alone, which the compiler cannot see.
  return account(which, type) as fc.Arbitrary<Extract<AccountDraft, { readonly account_type: T }>>;
}

export function vaspOf(options: MembersOption = {}): fc.Arbitrary<GivenVasp> {
  return vasp(checkedOptions("arbitraries.vasp", options, { members }).members);
}

export function transferOf(options: TransferArbitraryOptions = {}): fc.Arbitrary<TransferDraft> {
  const allowed = { kind: transferKinds, members };
  const { kind, members: which } = checkedOptions("arbitraries.transfer", options, allowed);
  return transfer({ ...(which && { which }), ...(kind && { kinds: [kind] }) });
}

/** A valid address, and what `parseAddress` reads out of it. */
export interface DrawnAddress extends ParsedAddress {
  /** The text, in one of the spellings that the format allows. */
  readonly address: string;
}

/** The addresses of a format of a chain. */
function addressIn({ chain, format, addresses }: (typeof everyFormat)[number]): fc.Arbitrary<DrawnAddress> {
  return addresses.map(({ text, ...said }) => ({ chain, address: text, format, ...said }));
}

export function addressOf(options: AddressArbitraryOptions = {}): fc.Arbitrary<DrawnAddress> {
  // Which formats there are depends on the chain, which is checked first. For callers without types: it may be null.
  const chain = options?.chain;
  const ofChain = everyFormat.filter((each) => chain === undefined || each.chain === chain);
  const formats = [...new Set(ofChain.map(({ format }) => format))];
  const { format } = checkedOptions("arbitraries.address", options, { chain: chainNames, format: formats });
  const asked = ofChain.filter((each) => format === undefined || each.format === format);
  return fc.oneof({ withCrossShrink: true }, ...asked.map(addressIn));
}
