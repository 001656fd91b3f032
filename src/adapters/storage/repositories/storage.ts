/** A storage: the repositories over an engine. */
import { type Cursors, plainCursors } from "../../../domain/cursor.js";
import { withAsyncDispose } from "../../../domain/disposal.js";
import { checkedOptions, configurationInvalid, hasMethod } from "../../../domain/options.js";
import { checkedEngine } from "../../../ports/rows.js";
import type { DisposableStorage } from "../../../ports/storage.js";
import type { StorageEngine } from "../../../ports/storage-engine.js";
import { closable } from "../closable.js";
import { accountRepository } from "./accounts.js";
import { addressRepository } from "./addresses.js";
import { alertRepository } from "./alerts.js";
import { withRetry } from "./attempts.js";
import { auditRepository } from "./audit.js";
import { exchangeRepository } from "./exchanges.js";
import { holdRepository } from "./holds.js";
import { linkedRepository } from "./linked.js";
import { ownershipRepository } from "./ownership.js";
import { sessionOf } from "./session.js";
import { transferRepository } from "./transfers.js";
import { vaspRepository } from "./vasps.js";

/** Options of {@link storageOf}. */
export interface EngineStorageOptions {
  /**
   * Writes and reads the cursors of lists. Without it, anybody who sees a cursor can read the id of a record in it.
   * @default plainCursors
   */
  readonly cursors?: Cursors | undefined;
}

/**
 * Returns the storage of an engine. It applies the rules about accounts, links, leases and alerts. It repeats what failed for
 * a while. If the answer to a commit was lost, it finds out whether the commit happened.
 *
 * @param engine - keeps the rows of `collections`; closed with the storage
 * @param options - see {@link EngineStorageOptions}
 * @returns the storage
 * @throws ComplianceError `configuration_invalid` for anything but an engine, and for invalid options
 * @example
 * const compliance = createCompliance({ storage: storageOf(engine) });
 */
export function storageOf(engine: StorageEngine, options: EngineStorageOptions = {}): DisposableStorage {
  const { cursors = plainCursors } = checkedOptions("storageOf", options, { cursors: "checked" });
  checkedEngine(engine);
  if (!hasMethod(cursors, "write") || !hasMethod(cursors, "read")) {
    throw configurationInvalid("cursors must be an object with the methods write and read.");
  }
  const { runWhileOpen, close } = closable(() => engine.close());
  const session = sessionOf(engine, cursors, runWhileOpen);
  return withAsyncDispose({
    accounts: accountRepository(session),
    vasps: vaspRepository(session),
    alerts: alertRepository(session),
    addresses: addressRepository(session),
    linked: linkedRepository(session),
    transfers: transferRepository(session),
    ownership: ownershipRepository(session),
    audit: auditRepository(session),
    holds: holdRepository(session),
    exchanges: exchangeRepository(session),
    compact: () => runWhileOpen(() => withRetry(() => engine.compact())),
    close,
  });
}
