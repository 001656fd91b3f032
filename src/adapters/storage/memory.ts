/** Storage in memory. */
import { bare } from "../../domain/own.js";
import type { DisposableStorage } from "../../ports/storage.js";
import { tableStorage } from "./table-storage.js";
import { emptyTables, putRows } from "./tables.js";

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
  let tables = emptyTables();
  tables.indexing.start();
  return tableStorage({
    tables: async () => tables,
    change: async (plan) => {
      const { result, rows } = bare(plan(tables));
      if (rows !== undefined) putRows(tables, rows);
      return result;
    },
    // Removed rows are in no table and no search result.
    compact: async () => undefined,
    release: async () => {
      tables.indexing.stop();
      tables = emptyTables();
    },
  });
}
