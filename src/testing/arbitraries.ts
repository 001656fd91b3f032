/** What a consumer's properties draw: valid records, and invalid ones that are wrong in one way. All of them are made up. */
import type * as fc from "fast-check";
import type { AccountDraft, AccountType } from "../domain/accounts/account.js";
import type { ThresholdConfig, Transaction } from "../domain/thresholds/types.js";
import type { TransferDraft } from "../domain/transfers/transfer.js";
import { country, currency, invalidCodes, lei, registrationAuthority } from "./arbitraries/codes.js";
import { name } from "./arbitraries/names.js";
import { transactionNear } from "./arbitraries/near-threshold.js";
import {
  type AccountArbitraryOptions,
  type AddressArbitraryOptions,
  accountOf,
  addressOf,
  type DrawnAddress,
  type PropertiesOption,
  type TransferArbitraryOptions,
  transferOf,
  vaspOf,
} from "./arbitraries/options.js";
import type { GivenVasp } from "./arbitraries/records.js";
import { transaction } from "./arbitraries/records.js";
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

/**
 * Arbitraries of fast-check: what your properties draw. Each shrinks to something short, and a seed gives the same values
 * again. Functions take options that narrow what is drawn; an option that they do not know, or cannot obey, is a
 * ComplianceError `configuration_invalid`. The maps have invalid inputs by the code of their one issue, for every code
 * that parsing such an input can give; what only an operation can tell (a taken id, a date of birth after its clock's
 * day) is not among them. All names, ids and addresses are made up by chance, so that counterexamples may be printed.
 *
 * @example
 * it("keeps every account as it came", () =>
 *   fc.assert(fc.asyncProperty(arbitraries.account(), async (account) => {
 *     await myService.save(account);
 *     expect(await myService.load(account.reference_id)).toMatchObject(account);
 *   })));
 */
export interface Arbitraries {
  /**
   * Accounts that `parseAccount` and `accounts.create` take (§2.2–2.6): every optional member there or not, every way to
   * be identified, born by the end of 2024.
   *
   * @example
   * arbitraries.account({ type: "entity", members: "all" });
   */
  account<T extends AccountType = AccountType>(
    options?: AccountArbitraryOptions<T>,
  ): fc.Arbitrary<Extract<AccountDraft, { readonly account_type: T }>>;
  /** VASP records that `parseVasp` and `vasps.load` take (§2.7). Optional members are absent, null or there. */
  vasp(options?: PropertiesOption): fc.Arbitrary<GivenVasp>;
  /**
   * Transfers that `parseTransfer` takes (§2.9): each party directly or by reference, with the chain of both addresses or
   * without. The ids that they name stand in no directory.
   *
   * @example
   * arbitraries.transfer({ kind: "withdrawal_to_self_hosted" });
   */
  transfer(options?: TransferArbitraryOptions): fc.Arbitrary<TransferDraft>;
  /**
   * Addresses that `parseAddress` takes (§4.1), with what it reads out of them: made of random bytes, with a right checksum
   * wherever the format has one, in every spelling that the format allows. Nobody holds a key to them: never pay to one.
   *
   * @example
   * fc.property(arbitraries.address({ chain: "ripple", format: "x-address" }), ({ address, canonical, tag }) => …);
   */
  address(options?: AddressArbitraryOptions): fc.Arbitrary<DrawnAddress>;
  /** Transactions that `parseTransaction` takes (§4.9): amounts as numbers and as decimal text of up to 100 digits. */
  transaction(): fc.Arbitrary<Transaction>;
  /**
   * Transactions on and around the thresholds of a configuration, in each of its countries and currencies: equal to the
   * threshold, one double or one last digit beside it.
   *
   * @throws ComplianceError `configuration_invalid` or `rate_invalid` when the configuration cannot be used.
   * @example
   * fc.property(arbitraries.transactionNear({ thresholds: { SG: "1500" }, rates: table }), (transaction) => …);
   */
  transactionNear(config: ThresholdConfig): fc.Arbitrary<Transaction>;

  /**
   * Names of persons, or parts of them: of many scripts, with particles (van der, al-, bin, de la, O’), of one letter,
   * right-to-left, with combining marks or as one code point, up to 1,000 UTF-16 units; and now and then any other text
   * that a name field takes.
   */
  name(): fc.Arbitrary<string>;
  /** Legal entity identifiers (ISO 17442) with right check digits. Whether one is registered is another question. */
  lei(): fc.Arbitrary<string>;
  /** Officially assigned ISO 3166-1 alpha-2 codes. */
  country(): fc.Arbitrary<string>;
  /** Active ISO 4217 codes. */
  currency(): fc.Arbitrary<string>;
  /** Codes of the registration authorities list that GLEIF keeps (§2.6). */
  registrationAuthority(): fc.Arbitrary<string>;
  /** Texts that look like an LEI and are none: other check digits, too short or too long, lower case. */
  invalidLei(): fc.Arbitrary<string>;
  /** Texts that look like a country code and are none: lower case, three letters, withdrawn or never assigned. */
  invalidCountry(): fc.Arbitrary<string>;
  /** Texts that look like a currency code and are none: lower case, withdrawn, a crypto-asset's ticker. */
  invalidCurrency(): fc.Arbitrary<string>;
  /** Texts that look like a registration authority's code and are none. */
  invalidRegistrationAuthority(): fc.Arbitrary<string>;

  /**
   * Accounts that are valid but for one fault, by the code of the one issue that `parseAccount` gives.
   *
   * @example
   * fc.property(arbitraries.invalidAccounts.not_a_country, ({ input, code, path }) => {
   *   expect(myForm.errorsOf(input)).toEqual([{ field: path, error: code }]);
   * });
   * fc.oneof(...Object.values(arbitraries.invalidAccounts)); // any of them
   */
  readonly invalidAccounts: InvalidByCode<AccountIssueCode>;
  /** VASP records that are valid but for one fault, by the code of the one issue that `parseVasp` gives. */
  readonly invalidVasps: InvalidByCode<VaspIssueCode>;
  /** Transfers that are valid but for one fault, by the code of the one issue that `parseTransfer` gives. */
  readonly invalidTransfers: InvalidByCode<TransferIssueCode>;
  /** Transactions that are valid but for one fault, by the code of the one issue that `parseTransaction` gives. */
  readonly invalidTransactions: InvalidByCode<TransactionIssueCode>;
  /**
   * Texts that are no address of their chain, by the code of the one issue that `parseAddress` gives: too long, a wrong
   * checksum, an address of another network, even a secret key.
   *
   * @example
   * fc.property(arbitraries.invalidAddresses.address_checksum, ({ chain, address }) => !myWallet.accepts(chain, address));
   */
  readonly invalidAddresses: InvalidAddressByCode;
}

/** See {@link Arbitraries}. */
export const arbitraries: Arbitraries = Object.freeze({
  account: accountOf,
  vasp: vaspOf,
  transfer: transferOf,
  address: addressOf,
  transaction,
  transactionNear,
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
});
