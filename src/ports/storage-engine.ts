/**
 * Interface of a storage engine. An engine keeps rows of declared collections, whatever they mean: `storageOf` puts the
 * repositories of accounts, links and alerts over it. `engineConformance` of `vaspkit/testing` checks the sentences of these
 * comments.
 */
import type { ComplianceError } from "../domain/compliance-error.js";

/** A value of a column. */
export type ColumnValue = string | number | null;
/** Values of columns by name. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/**
 * A stored row. `record` is plain JSON data. A row that is read has at least those `columns` that are in no record.
 */
export interface Row {
  readonly key: string;
  /** The last four writers, newest first: their tokens of 16 characters. Two versions of a row never have the same text. */
  readonly version: string;
  readonly columns: Columns;
  readonly record: unknown;
}

/** A row to store. */
export interface Draft {
  readonly key: string;
  readonly columns: Columns;
  readonly record: unknown;
  /** Folded texts, for searches. */
  readonly texts: readonly string[];
}

/** A declared column. */
export interface ColumnShape {
  readonly type: "text" | "integer";
  /** The value of a new row. The column is in no record: `set` and `take` may change it, and `put` keeps it. */
  readonly initial?: string | number;
  /** Whether its value may be lost when the process ends, if the engine belongs to one process. */
  readonly isVolatile?: true;
  /**
   * Whether the value is personal. Equal values of one domain have equal digests. The keys of a collection have the
   * collection's name as their domain.
   */
  readonly personal?: string;
  /** Whether values may be longer than an index entry. They may also be null. */
  readonly isLong?: true;
  /** Whether values may be null. */
  readonly isNullable?: true;
}

/**
 * An order of rows: those with equal `group` columns, by the `by` columns, then by key. Texts compare in UTF-16 code units. A
 * row without a value in a `by` column is not in the index.
 */
export interface IndexShape {
  readonly group?: readonly string[];
  readonly by: readonly string[];
  /** Whether keys ascend also if the order descends. */
  readonly tiesAscend?: true;
}

/** A kind of record. */
export interface Collection {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnShape>>;
  readonly indexes: Readonly<Record<string, IndexShape>>;
  /** Whether rows have texts for `search`. */
  readonly isSearched: boolean;
  /** Whether keys and records are personal. */
  readonly isPersonal: boolean;
  /** Returns the row of a record of this collection, with the initial values of the columns that are in no record. */
  draftOf(record: unknown): Draft;
  keyOf(record: unknown): string;
  /** Returns the folded texts of a record, each once. */
  textsOf(record: unknown): readonly string[];
}

/**
 * A condition of a row. "key" and "version" are columns too. `= null` holds without a value; any other comparison with null
 * does not. "outside": not higher than `low`, or higher than `high`.
 */
export type Condition =
  | readonly [column: string, is: "=" | "<" | "<=" | ">" | ">=", value: ColumnValue]
  | readonly [column: string, is: "outside", low: string, high: string];

/** Finds a row by its key. */
export interface KeyRead {
  readonly collection: string;
  readonly key: string;
}

/** Finds rows in an order. */
export interface RangeRead {
  readonly collection: string;
  /** With an index, `where` has each of its group columns with "=". @default the order of keys */
  readonly index?: string | undefined;
  readonly where?: readonly Condition[] | undefined;
  readonly descending?: boolean | undefined;
  /**
   * Only rows behind this place: a value of the index's first `by` column, and a key. Without such a column only the key
   * counts. Given with a group, never with `offset`.
   */
  readonly after?: readonly [value: ColumnValue, key: string] | undefined;
  readonly limit?: number | undefined;
  /** How many rows to skip. Only with `limit`, and without `after`. */
  readonly offset?: number | undefined;
  /** Returns only how many rows match. */
  readonly count?: boolean | undefined;
  /**
   * Returns instead, in any order, the rows of another collection whose keys these rows have in a column. `limit` counts
   * the rows that are followed.
   */
  readonly follow?: { readonly column: string; readonly collection: string } | undefined;
}

/** A read of an engine. */
export type Read = KeyRead | RangeRead;

/** What a read found. `count` is the number of rows. */
export interface Found {
  readonly rows: readonly Row[];
  readonly count: number;
}

/**
 * One row of a commit: what it must be like, and what becomes of it. At most one of `put`, `set` and `remove`; without them
 * the row must only stay.
 */
export interface Change {
  readonly collection: string;
  readonly key: string;
  readonly expect: "absent" | "present" | readonly Condition[];
  readonly put?: Draft | undefined;
  /** New values of columns with an initial value. */
  readonly set?: Columns | undefined;
  readonly remove?: true | undefined;
}

/** Removes every row that matches, also rows that were committed while this commit waited. */
export interface Removal {
  readonly collection: string;
  readonly where: readonly Condition[];
  /** Only rows with these keys. Without them, the first condition is "=" on the one group column of an index. */
  readonly keys?: readonly string[] | undefined;
}

/** How many rows a commit removed by `removals`. */
export interface Committed {
  readonly removed: number;
}

/** What `replaceAll` did. `stored` counts the rows before. */
export interface ReplaceCounts {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly removed: number;
  readonly stored: number;
}

/** How `replaceAll` replaces. */
export interface ReplaceOptions {
  /**
   * "remove": afterwards the collection has no other rows. "keep": no row is undefined, all count as added or changed, and
   * `stored` is 0.
   */
  readonly others: "keep" | "remove";
  /** Called before anything changes. If it returns false, nothing does. */
  readonly isAllowed: (counts: ReplaceCounts) => boolean;
}

/** Rows to take. */
export interface Taking {
  /** With an index. Its `limit` is how many rows to take. */
  readonly range: RangeRead;
  /** New values of columns with an initial value. */
  readonly set: Columns;
  /** A column of the index that gets one more than its highest value among the rows of the group. */
  readonly next?: string | undefined;
}

/** A search of folded texts. */
export interface SearchQuery {
  readonly collection: string;
  /** Folded, and not empty. */
  readonly term: string;
  readonly where: readonly Condition[];
  readonly limit?: number | undefined;
}

/**
 * Keeps rows, with the texts and columns of their drafts. Every failure is an {@link EngineFault} or a ComplianceError with
 * a code that begins with `storage_`; any other error is passed on as it is. Rows that come in may be kept, and rows that
 * go out may be shared: neither side changes them.
 */
export interface StorageEngine {
  /** Finds rows. All reads of one call see one moment, and everything that was committed before it. */
  read(reads: readonly Read[]): Promise<readonly Found[]>;
  /**
   * Makes all changes, then all removals, or nothing. They are durable once it resolves. "conflict": an expectation does not hold, and
   * nothing changed or will. A row that must only be present stays until the commit is done, and others may change its
   * content meanwhile. The token becomes the newest writer of each changed row. No two changes name the same row.
   */
  commit(token: string, changes: readonly Change[], removals: readonly Removal[]): Promise<Committed | "conflict">;
  /**
   * Sets columns of the first rows of a range that no concurrent call takes. So of several calls, one gets a row. The token
   * becomes the newest writer of each. Returns the rows as they are afterwards, in any order. The end of the
   * process may undo it, until a commit stores the row.
   */
  take(token: string, taking: Taking): Promise<readonly Row[]>;
  /**
   * Finds the rows with a text that contains the term, at most `limit`. Best first: a whole text, its beginning, the
   * beginning of a word, inside a word. Ties by key in code units.
   */
  search(query: SearchQuery): Promise<readonly Row[]>;
  /**
   * Stores all rows in one step. An undefined row keeps what is stored under its key. Records with the same JSON data, in any
   * order of properties, are the same. An engine whose answers can be lost returns the same counts for "keep" with the same token.
   */
  replaceAll(
    token: string,
    collection: string,
    rows: ReadonlyMap<string, Draft | undefined>,
    options: ReplaceOptions,
  ): Promise<ReplaceCounts | "refused">;
  /** Erases what removed rows left in files and indexes. Changes no row. */
  compact(): Promise<void>;
  /** Releases all resources. Called when no other method runs. After a failure it is called again. */
  close(): Promise<void>;
}

/** What a fault says about the call. */
export interface FaultFacts {
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
  /** Whether the change may have happened, or may happen later. */
  readonly isUnknown: boolean;
  /** Of a change with an unknown outcome: what the method would have returned. */
  readonly result?: unknown;
}

/** A failure of an engine that another attempt may overcome, or whose outcome is unknown. */
export class EngineFault extends Error {
  readonly failure: ComplianceError;
  readonly facts: FaultFacts;

  /** @param failure - what callers get if no attempt succeeds */
  constructor(failure: ComplianceError, facts: FaultFacts) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.facts = facts;
  }
}
