/** The repositories of a storage whose rows are in memory. A host makes changes durable. */
import { type Cursors, plainCursors } from "../../domain/cursor.js";
import { withAsyncDispose } from "../../domain/disposal.js";
import type { DisposableStorage } from "../../ports/storage.js";
import { BUSY_MS, nextTurn } from "../../runtime/turns.js";
import { closable } from "./closable.js";
import { accountRepository } from "./table-accounts.js";
import { addressRepository } from "./table-addresses.js";
import { alertRepository } from "./table-alerts.js";
import type { TableHost } from "./table-host.js";
import { linkedRepository } from "./table-linked.js";
import { vaspRepository } from "./table-vasps.js";

/** Returns the storage of the tables of `host`. */
export function tableStorage(host: TableHost, cursors: Cursors = plainCursors): DisposableStorage {
  const { runWhileOpen, close } = closable(() => host.release(), newTurns());
  return withAsyncDispose({
    accounts: accountRepository(host, runWhileOpen, cursors),
    vasps: vaspRepository(host, runWhileOpen),
    alerts: alertRepository(host, runWhileOpen, cursors),
    addresses: addressRepository(host, runWhileOpen, cursors),
    linked: linkedRepository(host, runWhileOpen),
    compact: () => runWhileOpen(() => host.compact()),
    close,
  });
}

/** The clock is read once for so many operations, because that takes a tenth of a short operation. */
const UNTIMED = 16;

/** Returns a function that returns the next turn of the event loop if it returned the last one long ago. */
function newTurns(): () => Promise<void> | undefined {
  let lastTurn = performance.now();
  let lastTime = lastTurn;
  let untimed = 0;
  return () => {
    untimed -= 1;
    if (untimed > 0) return undefined;
    const now = performance.now();
    // Long operations, such as searches, are timed one by one.
    untimed = now - lastTime < 1 ? UNTIMED : 0;
    lastTime = now;
    if (now - lastTurn < BUSY_MS) return undefined;
    lastTurn = now;
    return nextTurn();
  };
}
