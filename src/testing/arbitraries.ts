/** Arbitraries for your own properties: valid records, and invalid ones with one fault. All of them are made up. */
import type * as fc from "fast-check";
import type { AccountDraft, AccountType } from "../domain/accounts/account.js";
import type { Chain } from "../domain/chains/chain.js";
import type { AssetTransaction, ThresholdConfig, Transaction } from "../domain/thresholds/types.js";
import type { TransferDraft } from "../domain/transfers/transfer.js";
import type { VaspDraft } from "../domain/vasps/vasp.js";
import type { Ivms101Edition } from "../ivms101/model.js";
import type { DrawnAddress } from "./arbitraries/chains.js";
import { country, currency, invalidCodes, lei, registrationAuthority } from "./arbitraries/codes.js";
import type { Ivms101DocumentOf } from "./arbitraries/ivms101.js";
import { name } from "./arbitraries/names.js";
import { transactionNear } from "./arbitraries/near-threshold.js";
import {
  type AccountArbitraryOptions,
  type AddressArbitraryOptions,
  accountOf,
  addressOf,
  type Ivms101ArbitraryOptions,
  ivms101Of,
  type PropertiesOption,
  type TransferArbitraryOptions,
  transferOf,
  vaspOf,
} from "./arbitraries/options.js";
import { assetTransaction, transaction } from "./arbitraries/records.js";
import {
  type AccountIssueCode,
  type InvalidAddressByCode,
  invalidAccounts,
  invalidAddresses,
  invalidTransactions,
  invalidTransfers,
  invalidVasps,
  type TransactionIssueCode,
  type TransferIssueCode,
  type VaspIssueCode,
} from "./single-fault/by-code.js";
import type { InvalidByCode } from "./single-fault/fault.js";
import { type InvalidIvms101, invalidIvms101 } from "./single-fault/ivms101-faults.js";

/**
 * Arbitraries of fast-check for your own properties. Each shrinks to short values, and a seed draws the same values again.
 *
 * Options narrow what is drawn. The maps have invalid inputs by the code of their one issue, for every code that parsing
 * such an input can return. They omit the codes of operations, such as a taken id. All names, ids and addresses are
 * random, so counterexamples may be printed. An unknown option throws a ComplianceError `configuration_invalid`.
 *
 * @example
 * it("stores every account unchanged", () =>
 *   fc.assert(fc.asyncProperty(arbitraries.account(), async (account) => {
 *     await myService.save(account);
 *     expect(await myService.load(account.reference_id)).toMatchObject(account);
 *   })));
 */
export interface Arbitraries {
  /**
   * Draws accounts that `parseAccount` and `accounts.create` accept (§2.2–2.6): with any optional properties, identified in
   * any way, born before 2025.
   *
   * @param options the type, and which optional properties
   * @returns The arbitrary.
   * @example
   * arbitraries.account({ type: "entity", properties: "all" });
   */
  account<T extends AccountType = AccountType>(
    options?: AccountArbitraryOptions<T>,
  ): fc.Arbitrary<Extract<AccountDraft, { readonly account_type: T }>>;
  /**
   * Draws VASP records that `parseVasp` and `vasps.load` accept (§2.7). Optional properties are absent, null or present.
   *
   * @param options which optional properties
   * @returns The arbitrary.
   */
  vasp(options?: PropertiesOption): fc.Arbitrary<VaspDraft>;
  /**
   * Draws transfers that `parseTransfer` accepts (§2.9): each party directly or by reference, with or without a chain. Their
   * ids exist in no directory.
   *
   * @param options the kind, which optional properties, and the registered chains
   * @returns The arbitrary.
   * @example
   * arbitraries.transfer({ kind: "withdrawal_to_self_hosted" });
   */
  transfer<C extends string = Chain>(options?: TransferArbitraryOptions<C>): fc.Arbitrary<TransferDraft<C>>;
  /**
   * Draws addresses that `parseAddress` accepts (§4.1), with its result. They have random bytes and a valid checksum, in
   * every spelling that the format allows. Their keys do not exist, so never pay to one.
   *
   * @param options the chain and the format, and the registered chains
   * @returns The arbitrary.
   * @example
   * fc.property(arbitraries.address({ chain: "ripple", format: "x-address" }), ({ address, canonical, tag }) => …);
   */
  address<C extends string = Chain>(options?: AddressArbitraryOptions<C>): fc.Arbitrary<DrawnAddress<C>>;
  /**
   * Draws transactions that `parseTransaction` accepts (§4.9), with amounts as numbers and as text of up to 100 digits.
   *
   * @returns The arbitrary.
   */
  transaction(): fc.Arbitrary<Transaction>;
  /**
   * Draws transactions in crypto-assets that `parseTransaction` accepts: an `asset` in place of a currency. Most are common
   * symbols, the others any text.
   */
  assetTransaction(): fc.Arbitrary<AssetTransaction>;
  /**
   * Draws transactions on and around the thresholds of a configuration, in each of its countries and currencies. Amounts
   * equal the threshold, or are one double or one last digit beside it.
   *
   * @param config thresholds and rates as tables
   * @returns The arbitrary.
   * @throws ComplianceError `configuration_invalid` or `rate_invalid` when the configuration is not valid.
   * @example
   * fc.property(arbitraries.transactionNear({ thresholds: { SG: "1500" }, rates: table }), (transaction) => …);
   */
  transactionNear(config: ThresholdConfig): fc.Arbitrary<Transaction>;

  /**
   * Draws IVMS101 documents that `parseIvms101` accepts in its strict mode without notes. Persons are identified in any way,
   * and have names in many scripts.
   *
   * @param options the edition, and which optional elements
   * @returns The arbitrary.
   * @example
   * fc.property(arbitraries.ivms101({ edition: "2023" }), (document) => myGateway.accepts(document));
   */
  ivms101<Edition extends Ivms101Edition = Ivms101Edition>(
    options?: Ivms101ArbitraryOptions<Edition>,
  ): fc.Arbitrary<Ivms101DocumentOf<Edition>>;

  /**
   * Draws names of persons, or parts of them, up to 1,000 UTF-16 units. They are in many scripts, also right-to-left, with
   * particles (van der, al-, bin, de la, O’), single letters and combining marks. Sometimes any other valid text.
   *
   * @returns The arbitrary.
   */
  name(): fc.Arbitrary<string>;
  /**
   * Draws legal entity identifiers (ISO 17442) with valid check digits. They may not be registered.
   *
   * @returns The arbitrary.
   */
  lei(): fc.Arbitrary<string>;
  /**
   * Draws officially assigned ISO 3166-1 alpha-2 codes.
   *
   * @returns The arbitrary.
   */
  country(): fc.Arbitrary<string>;
  /**
   * Draws active ISO 4217 codes.
   *
   * @returns The arbitrary.
   */
  currency(): fc.Arbitrary<string>;
  /**
   * Draws codes of the GLEIF list of registration authorities (§2.6).
   *
   * @returns The arbitrary.
   */
  registrationAuthority(): fc.Arbitrary<string>;
  /**
   * Draws texts that look like an LEI and are invalid: other check digits, wrong length, lower case.
   *
   * @returns The arbitrary.
   */
  invalidLei(): fc.Arbitrary<string>;
  /**
   * Draws texts that look like a country code and are invalid: lower case, three letters, withdrawn or unassigned codes.
   *
   * @returns The arbitrary.
   */
  invalidCountry(): fc.Arbitrary<string>;
  /**
   * Draws texts that look like a currency code and are invalid: lower case, withdrawn codes, tickers of crypto-assets.
   *
   * @returns The arbitrary.
   */
  invalidCurrency(): fc.Arbitrary<string>;
  /**
   * Draws texts that look like a registration authority code and are invalid.
   *
   * @returns The arbitrary.
   */
  invalidRegistrationAuthority(): fc.Arbitrary<string>;

  /**
   * Accounts with one fault, by the code of the one issue of `parseAccount`.
   *
   * @example
   * fc.property(arbitraries.invalidAccounts.not_a_country, ({ input, code, path }) => {
   *   expect(myForm.errorsOf(input)).toEqual([{ field: path, error: code }]);
   * });
   * fc.oneof(...Object.values(arbitraries.invalidAccounts)); // any of them
   */
  readonly invalidAccounts: InvalidByCode<AccountIssueCode>;
  /** VASP records with one fault, by the code of the one issue of `parseVasp`. */
  readonly invalidVasps: InvalidByCode<VaspIssueCode>;
  /** Transfers with one fault, by the code of the one issue of `parseTransfer`. */
  readonly invalidTransfers: InvalidByCode<TransferIssueCode>;
  /** Transactions with one fault, by the code of the one issue of `parseTransaction`. */
  readonly invalidTransactions: InvalidByCode<TransactionIssueCode>;
  /**
   * Invalid addresses, by the code of the one issue of `parseAddress`: too long, a wrong checksum, an address of another
   * network, a secret key.
   *
   * @example
   * fc.property(arbitraries.invalidAddresses.address_checksum, ({ chain, address }) => !myWallet.accepts(chain, address));
   */
  readonly invalidAddresses: InvalidAddressByCode;
  /**
   * IVMS101 documents with one fault, by edition and by the code of the one issue of `parseIvms101` with that edition. A
   * missing element is reported at its component.
   *
   * @example
   * fc.property(arbitraries.invalidIvms101["2020"].ivms101_c4, ({ input }) => !myGateway.accepts(input));
   */
  readonly invalidIvms101: InvalidIvms101;
}

/** See {@link Arbitraries}. */
export const arbitraries: Arbitraries = Object.freeze({
  account: accountOf,
  vasp: vaspOf,
  transfer: transferOf,
  address: addressOf,
  transaction,
  assetTransaction,
  transactionNear,
  ivms101: ivms101Of,
  name,
  lei,
  country,
  currency,
  registrationAuthority,
  invalidLei: () => invalidCodes.not_an_lei,
  invalidCountry: () => invalidCodes.not_a_country,
  invalidCurrency: () => invalidCodes.not_a_currency,
  invalidRegistrationAuthority: () => invalidCodes.not_a_registration_authority,
  invalidAccounts,
  invalidVasps,
  invalidTransfers,
  invalidTransactions,
  invalidAddresses,
  invalidIvms101,
});
