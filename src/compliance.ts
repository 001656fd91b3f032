/** The composition root: the one place where the parts meet. */
import type { Chain, ChainModule } from "./domain/chains/chain.js";
import { type AsyncDisposal, withAsyncDispose } from "./domain/disposal.js";
import { accountOperations } from "./operations/accounts.js";
import { addressOperations } from "./operations/addresses.js";
import { createAlertDispatcher } from "./operations/alert-dispatcher.js";
import { alertOperations } from "./operations/alerts.js";
import { auditOperations } from "./operations/audit.js";
import { recordedAddresses } from "./operations/audit-events.js";
import { configurationOf } from "./operations/configuration.js";
import type { OperationGroups } from "./operations/events.js";
import { exchangeOperations } from "./operations/exchanges.js";
import { emitTo, observedCompliance, observedParts } from "./operations/observed.js";
import { type ComplianceOptions, complianceParts } from "./operations/options.js";
import { ownershipOperations } from "./operations/ownership.js";
import { ruleOperations } from "./operations/rules.js";
import { transferOperations } from "./operations/transfers.js";
import { vaspOperations } from "./operations/vasps.js";

/**
 * The operations of the library. Invalid input is a result with issues. When something outside fails, such as a storage
 * or a provider, an operation throws a `ComplianceError`. `await using` closes the storage at the end of its block.
 */
export interface Compliance<C extends string = Chain> extends OperationGroups<C>, AsyncDisposal {
  /**
   * Erases what removed records left in the storage's own files, such as the journal of a JSON file. `close` does it too.
   * Other operations may run meanwhile. A database decides itself when it overwrites deleted rows.
   */
  compact(): Promise<void>;
  /**
   * Waits for running deliveries of alerts, at most for `sinkTimeoutMs`. Then closes the storage after its running calls.
   * Await your operations first: one that still runs rejects with `storage_closed` at its next call of the storage.
   * If it rejects, call it again: it tries again, and the operations stay closed.
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
export function createCompliance<C extends string>(
  options: ComplianceOptions<C> & { readonly chains: readonly ChainModule<C>[] },
): Compliance<C>;
/** Creates the operations with the chains of the specification. */
export function createCompliance(options: ComplianceOptions): Compliance;
// Inside, the names of registered chains have the type Chain.
export function createCompliance(options: ComplianceOptions): Compliance {
  const given = complianceParts(options);
  // Without an observer nothing is wrapped, so that it costs nothing.
  const emit = given.observe && emitTo(given.observe);
  const { storage, audit: trail, ...checked } = emit ? observedParts(given, emit) : given;
  const { accounts, vasps, alerts, linked, transfers, exchanges, ownership: proofs } = storage;
  const auditor = trail?.open({
    repository: storage.audit,
    clock: checked.clock,
    configuration: configurationOf(checked),
  });
  const parts = { ...checked, auditor };
  const addresses = auditor ? recordedAddresses(storage.addresses, auditor) : storage.addresses;
  const dispatcher = createAlertDispatcher({ ...parts, alerts });
  const transferGroup = Object.freeze(
    transferOperations({ ...parts, accounts, vasps, addresses, linked, transfers, proofs, dispatcher }),
  );
  const operations = {
    accounts: Object.freeze(accountOperations({ ...parts, accounts, transfers })),
    vasps: Object.freeze(vaspOperations({ ...parts, vasps, exchanges })),
    addresses: Object.freeze(addressOperations({ ...parts, accounts, vasps, addresses })),
    rules: Object.freeze(ruleOperations({ ...parts, linked, dispatcher })),
    transfers: transferGroup,
    exchanges: Object.freeze(exchangeOperations({ ...parts, exchanges, transfers, decide: transferGroup.decide })),
    ownership: Object.freeze(ownershipOperations({ ...parts, proofs, addresses })),
    alerts: Object.freeze(alertOperations({ ...parts, alerts, dispatcher })),
    audit: Object.freeze(auditOperations({ ...parts, storage })),
    compact: () => storage.compact(),
    close: () => {
      auditor?.close();
      return dispatcher.settled()?.then(() => storage.close()) ?? storage.close();
    },
  };
  return Object.freeze(withAsyncDispose(emit ? observedCompliance(operations, emit) : operations));
}
