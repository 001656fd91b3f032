/** Storage in memory: it lives as long as the process. */
import type { DisposableStorage } from "../../ports/storage.js";
import { tableStorage } from "./table-storage.js";
import { emptyTables, putRows } from "./tables.js";

/**
 * A storage in the memory of this process, for tests, for trying out, and for directories that are loaded anew at each
 * start. Durable here means stored: what it acknowledged ends with the process or with `close`.
 *
 * @example
 * const compliance = createCompliance({ storage: memoryStorage() });
 */
export function memoryStorage(): DisposableStorage {
  let tables = emptyTables();
  return tableStorage({
    tables: async () => tables,
    change: async (plan) => {
      const { answer, rows } = plan(tables);
      if (rows !== undefined) putRows(tables, rows);
      return answer;
    },
    release: async () => {
      tables = emptyTables();
    },
  });
}
