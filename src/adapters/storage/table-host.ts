/** What keeps the tables of a storage, in memory or in a file. */
import type { LazyList, SortedList } from "./sorted-list.js";
import type { Lookup, Rows, Tables } from "./tables.js";

/** The result of a change, and the rows that it puts. Without rows nothing has to be made durable. */
export interface Change<R> {
  readonly result: R;
  readonly rows?: Partial<Rows>;
}

/** Keeps tables and makes changes durable. */
export interface TableHost {
  /** Returns the acknowledged tables. Read them before the next await. */
  tables(): Promise<Tables>;
  /**
   * Runs `plan` on the rows that all earlier changes leave, makes its rows durable, then visible, and returns its result.
   * Runs `plan` again if the earlier changes fail. So `plan` must have no side effects.
   */
  change<R>(plan: (rows: Lookup) => Change<R>): Promise<R>;
  /** Erases what rows that were removed before the call left on the disk. */
  compact(): Promise<void>;
  /** Releases all resources. Called once, after the last operation has ended. */
  release(): Promise<void>;
}

/** Returns the acknowledged tables with one of their lists, sorted. Read them before the next await. */
export async function withSorted<T>(
  host: TableHost,
  listOf: (tables: Tables) => LazyList<T>,
): Promise<{ readonly tables: Tables; readonly sorted: SortedList<T> }> {
  // A reader of a file may replace its tables while a list is sorted.
  for (;;) {
    const tables = await host.tables();
    const list = listOf(tables);
    const sorted = list.sorted();
    if (sorted !== undefined) return { tables, sorted };
    await list.sort();
  }
}
