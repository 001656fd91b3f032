/** The composition root: the one place where parts meet. */
import type { Account, RetrievedAccount } from "./domain/accounts/account.js";
import type { AccountSummary } from "./domain/accounts/summary.js";
import type { AddressHistory, WalletAddress } from "./domain/addresses/address.js";
import type { Chain } from "./domain/chains/chain.js";
import type { Result } from "./domain/result.js";
import type { RuleEvaluation } from "./domain/thresholds/evaluation.js";
import type { Transfer } from "./domain/transfers/transfer.js";
import type { Vasp } from "./domain/vasps/vasp.js";
import { createAccount, retrieveAccount, searchAccounts } from "./operations/accounts.js";
import {
  addressesOfAccount,
  addressHistory,
  assignAddress,
  createAddress,
  retrieveAddress,
} from "./operations/addresses.js";
import { type AlertPage, alertDesk, listAlerts } from "./operations/alerts.js";
import type { AddressCreateOptions } from "./operations/create-options.js";
import { type ComplianceOptions, readOptions } from "./operations/options.js";
import { evaluateRules } from "./operations/rules.js";
import { checkTransfer } from "./operations/transfers.js";
import {
  type LoadOptions,
  type LoadReport,
  listVasps,
  loadVasps,
  searchVasps,
  type VaspPage,
} from "./operations/vasps.js";

/** The operations of the specification. Bad input is a result with issues; a failing world throws a `ComplianceError`. */
export interface Compliance {
  readonly accounts: {
    /** §4.3. Stores an account; `reference_id_taken` leaves the stored one untouched. */
    create(input: unknown): Promise<Result<Account>>;
    /** §4.4. undefined when there is none. */
    retrieve(reference_id: string): Promise<RetrievedAccount | undefined>;
    /**
     * §4.5. `{ search_term, account_category?, account_type?, limit? }`; best match first, empty when nothing matches.
     */
    search(query: unknown): Promise<Result<readonly AccountSummary[]>>;
  };
  readonly vasps: {
    /** Fills the directory with records of §2.7, replacing by `vasp_id`; rejected records are in the report. */
    load(records: Iterable<unknown> | AsyncIterable<unknown>, options?: LoadOptions): Promise<LoadReport>;
    /** §4.6. `{ search_term }`; best match first, empty when nothing matches. */
    search(query: unknown): Promise<Result<readonly Vasp[]>>;
    /** §4.7. undefined when there is none. */
    retrieve(vasp_id: string): Promise<Vasp | undefined>;
    /** §4.8. `{ page?, size?, sort? }`; defaults 1, 50, by `vasp_id`. */
    list(query?: unknown): Promise<Result<VaspPage>>;
  };
  readonly addresses: {
    /**
     * §4.1. `{ chain, address, provider_name?, is_self_hosted?, scan_for_risk?, account_ref_id? }`; created again it is
     * updated. A screening or balance that cannot be had throws, and nothing is stored.
     */
    create(input: unknown, options?: AddressCreateOptions): Promise<Result<WalletAddress>>;
    /**
     * §4.2. `{ chain, address, reference_id }`; links a loaded address to a stored account.
     *
     * @deprecated By the specification: give `account_ref_id` to `create`.
     */
    assign(input: unknown): Promise<Result<{ readonly reference_id: string }>>;
    /** The record with its newest screening and balance, by any spelling of the address. undefined when there is none. */
    retrieve(chain: Chain, address: string): Promise<WalletAddress | undefined>;
    /** The same of every address that is linked to the account, the oldest first; empty when there is none. */
    ofAccount(reference_id: string): Promise<readonly WalletAddress[]>;
    /** What was known of the address when: every screening, the newest first, and the exact balance. */
    history(chain: Chain, address: string): Promise<AddressHistory | undefined>;
  };
  readonly rules: {
    /** §4.9. `{ transaction, rule_codes }`; a breach has its alert recorded before this resolves. */
    evaluate(input: unknown): Promise<Result<RuleEvaluation>>;
  };
  readonly transfers: {
    /** §2.9. Resolves reference ids and VASP ids; says the kind of the transfer and who initiates it. */
    check(input: unknown): Promise<Result<Transfer>>;
  };
  readonly alerts: {
    /**
     * Recorded alerts, the newest first. `{ page?, size?, delivered? }`: `delivered: false` lists what `onAlert` has
     * not taken.
     */
    list(query?: unknown): Promise<Result<AlertPage>>;
    /**
     * Hands over to `onAlert`, the oldest first, every alert that it has not taken, and says how many. One that fails
     * keeps none of the others; then it throws `alert_delivery_failed`.
     */
    deliver(): Promise<{ readonly delivered: number }>;
  };
  /** Closes the storage. */
  close(): Promise<void>;
}

/**
 * Puts the parts together. The result is a frozen object of functions.
 *
 * @throws ComplianceError `configuration_invalid` at once for an option that cannot be right.
 * @example
 * const compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" }, rates: ecbRates() });
 * const created = await compliance.accounts.create({ reference_id: "A-1", … });
 */
export function createCompliance(options: ComplianceOptions): Compliance {
  const { storage, onAlert, ...parts } = readOptions(options);
  const { clock, countries } = parts;
  const { accounts, vasps, alerts, addresses } = storage;
  const desk = alertDesk(alerts, onAlert);
  return Object.freeze({
    accounts: Object.freeze({
      create: createAccount({ accounts, clock, countries }),
      retrieve: retrieveAccount({ accounts }),
      search: searchAccounts({ accounts }),
    }),
    vasps: Object.freeze({
      load: loadVasps({ vasps, countries }),
      search: searchVasps({ vasps }),
      retrieve: (vasp_id: string) => vasps.find(vasp_id),
      list: listVasps({ vasps }),
    }),
    addresses: Object.freeze({
      create: createAddress({ ...parts, accounts, addresses }),
      assign: assignAddress({ accounts, addresses }),
      retrieve: retrieveAddress({ addresses }),
      ofAccount: addressesOfAccount({ addresses }),
      history: addressHistory({ addresses }),
    }),
    rules: Object.freeze({
      evaluate: evaluateRules({ ...parts, desk }),
    }),
    transfers: Object.freeze({ check: checkTransfer({ accounts, vasps, clock, countries }) }),
    alerts: Object.freeze({ list: listAlerts(alerts), deliver: desk.handOverAll }),
    close: () => storage.close(),
  });
}
