/** The composition root: the one place where the parts meet. */
import { type AsyncDisposal, withAsyncDispose } from "./domain/disposal.js";
import { type AccountOperations, accountOperations } from "./operations/accounts.js";
import { type AddressOperations, addressOperations } from "./operations/addresses.js";
import { type AlertOperations, alertOperations, createAlertDispatcher } from "./operations/alerts.js";
import { type ComplianceOptions, readOptions } from "./operations/options.js";
import { type RuleOperations, ruleOperations } from "./operations/rules.js";
import { type TransferOperations, transferOperations } from "./operations/transfers.js";
import { type VaspOperations, vaspOperations } from "./operations/vasps.js";

/**
 * The operations of the library. Invalid input is a result with issues. When something outside fails, such as a storage
 * or a provider, an operation throws a `ComplianceError`. `await using` closes the storage at the end of its block.
 */
export interface Compliance extends AsyncDisposal {
  /** The directory of accounts. */
  readonly accounts: AccountOperations;
  /** The directory of VASPs. */
  readonly vasps: VaspOperations;
  /** Blockchain addresses: screened, stored, linked to accounts. */
  readonly addresses: AddressOperations;
  /** Travel-rule thresholds. */
  readonly rules: RuleOperations;
  /** Travel-rule transfers. */
  readonly transfers: TransferOperations;
  /** Alerts of rules. */
  readonly alerts: AlertOperations;
  /**
   * Closes the storage after its running calls. Await your operations first: one that still runs rejects with
   * `storage_closed` at its next call of the storage.
   */
  close(): Promise<void>;
}

/**
 * Creates the operations from a storage and, on request, thresholds, rates, providers and an alert callback.
 *
 * @param options - the parts to use
 * @returns A frozen object of functions.
 * @throws ComplianceError `configuration_invalid` when an option is invalid.
 * @example
 * const compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" }, rates: ecbRates() });
 * const created = await compliance.accounts.create({ reference_id: "A-1", … });
 */
export function createCompliance(options: ComplianceOptions): Compliance {
  const { storage, onAlert, ...parts } = readOptions(options);
  const { accounts, vasps, alerts, addresses } = storage;
  const dispatcher = createAlertDispatcher(alerts, onAlert);
  const operations = {
    accounts: Object.freeze(accountOperations({ ...parts, accounts })),
    vasps: Object.freeze(vaspOperations({ ...parts, vasps })),
    addresses: Object.freeze(addressOperations({ ...parts, accounts, addresses })),
    rules: Object.freeze(ruleOperations({ ...parts, dispatcher })),
    transfers: Object.freeze(transferOperations({ ...parts, accounts, vasps })),
    alerts: Object.freeze(alertOperations(alerts, dispatcher)),
    close: () => storage.close(),
  };
  return Object.freeze(withAsyncDispose(operations));
}
