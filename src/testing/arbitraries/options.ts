/** Arbitraries with options, which are checked: a misspelt option must not be ignored. */
import * as fc from "fast-check";
import type { AccountDraft, AccountType } from "../../domain/accounts/account.js";
import type { Chain } from "../../domain/chains/chain.js";
import { specifiedChains } from "../../domain/chains/registry.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { quotedName } from "../../domain/input/json-pointer.js";
import { membersOf } from "../../domain/options.js";
import type { TransferKind } from "../../domain/transfers/kind.js";
import type { TransferDraft } from "../../domain/transfers/transfer.js";
import type { VaspDraft } from "../../domain/vasps/vasp.js";
import type { Ivms101Edition } from "../../ivms101/model.js";
import { account, type OptionalProperties } from "./account.js";
import { allAddressFormats } from "./address.js";
import { addressIn, type ChainArbitraryOptions, type DrawnAddress, drawnChains } from "./chains.js";
import { type Ivms101DocumentOf, ivms101 } from "./ivms101.js";
import { transfer, transferKinds, vasp } from "./records.js";

/** The allowed texts of each option; `"checked"`: the code that uses the option checks it. */
type OptionTexts<T extends object> = { readonly [K in keyof T & string]-?: readonly string[] | "checked" };

/**
 * Returns the options if all of them are known and allowed.
 *
 * @param of the name of the function, for the error
 * @throws ComplianceError `configuration_invalid`, naming the option and its allowed values.
 */
function checkedOptions<T extends object>(of: string, given: T, allowed: OptionTexts<T>): T {
  // Callers without types may pass anything.
  const members = membersOf(given);
  if (members === undefined) throw invalid(`The options of ${of} must be an object that can be read`);
  const options = new Map(members);
  const texts = new Map<string, readonly string[] | "checked">(Object.entries(allowed));
  const unknown = [...options.keys()].find((name) => !texts.has(name));
  if (unknown !== undefined) {
    throw invalid(`${of} has no option${quotedName(unknown)}; its options are ${[...texts.keys()].join(", ")}`);
  }
  // In this order, because the allowed values of an option can depend on an earlier one.
  for (const [name, fitting] of texts) {
    const value = options.get(name);
    if (fitting === "checked" || value === undefined || fitting.some((text) => text === value)) continue;
    const expected = fitting.length === 0 ? "absent for the drawn chains" : `one of ${fitting.join(", ")}`;
    throw invalid(`The option ${name} of ${of} must be ${expected}`);
  }
  // These are the members of `given`, read once.
  return Object.fromEntries(options) as T;
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `${what}.`);
}

const properties = ["any", "all"];

/** Options that say which optional properties a record has. */
export interface PropertiesOption {
  /**
   * `any`: each optional property is present or absent. `all`: every property that this kind of record can have.
   *
   * @default "any"
   */
  readonly properties?: OptionalProperties | undefined;
}

/** Options for `arbitraries.account`. */
export interface AccountArbitraryOptions<T extends AccountType = AccountType> extends PropertiesOption {
  /**
   * The type of the accounts.
   *
   * @default both types
   */
  readonly type?: T | undefined;
}

/** Options for `arbitraries.transfer`. */
export interface TransferArbitraryOptions<C extends string = Chain> extends PropertiesOption, ChainArbitraryOptions<C> {
  /**
   * The kind of the transfers.
   *
   * @default all three kinds
   */
  readonly kind?: TransferKind | undefined;
}

/** Options for `arbitraries.address`. */
export interface AddressArbitraryOptions<C extends string = Chain> extends ChainArbitraryOptions<C> {
  /**
   * The chain of the addresses.
   *
   * @default all chains
   */
  readonly chain?: NoInfer<C> | undefined;
  /**
   * One of `chains[chain].formats`. Without `chain`, addresses of every chain that has a format of this name. Only for the
   * fourteen chains of the specification: pass addresses of the format for another chain.
   *
   * @default all formats
   */
  readonly format?: string | undefined;
}

/** Options for `arbitraries.ivms101`. */
export interface Ivms101ArbitraryOptions<Edition extends Ivms101Edition = Ivms101Edition> extends PropertiesOption {
  /**
   * The edition of the documents.
   *
   * @default both editions
   */
  readonly edition?: Edition | undefined;
}

export function accountOf<T extends AccountType = AccountType>(
  options: AccountArbitraryOptions<T> = {},
): fc.Arbitrary<Extract<AccountDraft, { readonly account_type: T }>> {
  const allowed = { type: ["individual", "entity"], properties };
  const { type, properties: which } = checkedOptions("arbitraries.account", options, allowed);
  // It draws accounts of that type only, which the compiler cannot infer.
  return account(which, type) as fc.Arbitrary<Extract<AccountDraft, { readonly account_type: T }>>;
}

export function vaspOf(options: PropertiesOption = {}): fc.Arbitrary<VaspDraft> {
  return vasp(checkedOptions("arbitraries.vasp", options, { properties }).properties);
}

export function transferOf<C extends string = Chain>(
  options: TransferArbitraryOptions<C> = {},
): fc.Arbitrary<TransferDraft<C>> {
  const of = "arbitraries.transfer";
  const allowed = { kind: transferKinds, properties, chains: "checked", addresses: "checked" } as const;
  const { kind, properties: which, chains, addresses } = checkedOptions(of, options, allowed);
  const drawn = transfer(
    { ...(which && { which }), ...(kind && { kinds: [kind] }) },
    drawnChains(of, chains, addresses),
  );
  // Inside, the names of registered chains have the type Chain.
  return drawn as fc.Arbitrary<unknown> as fc.Arbitrary<TransferDraft<C>>;
}

export function addressOf<C extends string = Chain>(
  options: AddressArbitraryOptions<C> = {},
): fc.Arbitrary<DrawnAddress<C>> {
  const of = "arbitraries.address";
  // The allowed formats depend on the chains, so these are checked first.
  const given = new Map(membersOf(options, ["chain", "chains", "addresses"]));
  const chains = drawnChains(of, given.get("chains"), given.get("addresses"));
  const names = chains.names.filter((name) => given.get("chain") === undefined || name === given.get("chain"));
  const formats = allAddressFormats.filter(({ chain }) => names.includes(chain));
  const { format } = checkedOptions(of, options, {
    chain: chains.names,
    format: [...new Set(formats.map((each) => each.format))],
    chains: "checked",
    addresses: "checked",
  });
  const matching = formats.filter((each) => format === undefined || each.format === format).map(addressIn);
  const further = format === undefined ? names.filter((name) => !specifiedChains.has(name)) : [];
  const drawn = fc.oneof({ withCrossShrink: true }, ...matching, ...further.map(chains.addressOf));
  // Inside, the names of registered chains have the type Chain.
  return drawn as fc.Arbitrary<unknown> as fc.Arbitrary<DrawnAddress<C>>;
}

const editions = ["2020", "2023"] as const satisfies readonly Ivms101Edition[];

export function ivms101Of<Edition extends Ivms101Edition = Ivms101Edition>(
  options: Ivms101ArbitraryOptions<Edition> = {},
): fc.Arbitrary<Ivms101DocumentOf<Edition>> {
  const checked = checkedOptions("arbitraries.ivms101", options, { edition: editions, properties });
  const { edition, properties: which = "any" } = checked;
  if (edition !== undefined) return ivms101(edition, which);
  // Without the option, Edition is both.
  return fc.oneof({ withCrossShrink: true }, ...editions.map((each) => ivms101(each, which))) as fc.Arbitrary<
    Ivms101DocumentOf<Edition>
  >;
}
