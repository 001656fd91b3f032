/** Storage in memory. */
import { own } from "../../domain/own.js";
import type { DisposableStorage } from "../../ports/storage.js";
import type { StorageEngine } from "../../ports/storage-engine.js";
import { storageOf } from "./repositories/storage.js";
import { tableEngine } from "./table-engine.js";
import { emptyTables, type Planned, putRows } from "./tables.js";

/**
 * Creates a storage in the memory of this process, for tests, prototypes and directories that are loaded at each start.
 * Its records end with the process or with `close`.
 *
 * @returns An empty storage.
 *
 * @example
 * const compliance = createCompliance({ storage: memoryStorage() });
 */
export function memoryStorage(): DisposableStorage {
  return storageOf(memoryEngine());
}

/** Returns an empty engine. */
export function memoryEngine(): StorageEngine {
  let tables = emptyTables();
  tables.indexing.start();
  const put = <R>(planned: Planned<R>): R => {
    const rows = own(planned, "rows");
    if (rows !== undefined) putRows(tables, rows);
    return planned.result;
  };
  return tableEngine({
    tables: async () => tables,
    change: async (plan) => put(plan(tables)),
    touch: async (plan) => put(plan(tables)),
    // Removed rows are in no table and no search result.
    compact: async () => undefined,
    release: async () => {
      tables.indexing.stop();
      tables = emptyTables();
    },
  });
}
