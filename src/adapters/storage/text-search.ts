/**
 * Search of rows by their folded texts (§4.5, §4.6). An index names the rows that may match, and the row decides whether
 * and how well it matches. The results are those of comparing every row.
 *
 * Searches build the index. A load adds rows only. Each search adds some of the missing rows to the index and compares
 * the rest, which together takes less than twice as long as comparing every row.
 */
import { canMatch, gatherMatches, rankIn } from "../../domain/ranking.js";
import { createGramIndex, type GramIndex } from "./gram-index.js";

/** A row that can be searched. */
export interface TextRow<T> {
  readonly id: string;
  readonly record: T;
  /** Its folded texts, joined by `joinTexts`. */
  readonly folded: string;
}

/** The search of a table. */
export interface TextSearch<T> {
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: TextRow<T>, before: TextRow<T> | undefined): void;
  /** Returns the records that match the term, best match first, ties by id in code units. */
  search(term: string, options?: SearchOptions<T>): readonly T[];
}

interface SearchOptions<T> {
  /** How many records to return at most. */
  readonly limit?: number | undefined;
  /** Returns false for records to leave out. */
  readonly accepts?: (record: T) => boolean;
}

/** The index and its documents. */
interface Indexed<T> {
  readonly index: GramIndex;
  /** By document number: the current or an earlier row of an id. An id may have several documents. */
  readonly documents: TextRow<T>[];
  /** Yields the rows that are not documents yet. */
  readonly newRows: Iterator<TextRow<T>>;
  /** How many rows `newRows` has yielded. */
  taken: number;
  /** How many documents are in the index. */
  indexed: number;
  /** How many documents, counted from the first, are current rows. */
  current: number;
}

/** A search indexes and updates this many documents, and one in {@link SHARE} of those that remain. */
const PACE = 1024;
/** Indexing a row takes about as long as comparing this many rows. */
const SHARE = 48;
/** The index is used for at most one in this many rows. For more, comparing every row is faster. */
const SELECTIVE = 3;
/** How many documents per row there may be, because of changed texts, before the index is built again. */
const MAX_DOCUMENTS_PER_ROW = 1.5;

/** Returns the search of `rows`, which may already hold some. `pace` is set by tests only. */
export function textSearch<T>(rows: ReadonlyMap<string, TextRow<T>>, pace = PACE): TextSearch<T> {
  let state = newIndex(rows);

  /** Returns the documents to compare, among them all that match; undefined: compare every row. */
  const candidates = (term: string): Uint32Array | undefined => {
    catchUp(state, rows, pace);
    const { documents, indexed, index } = state;
    const most = documents.length / SELECTIVE - (documents.length - indexed);
    return most < 0 ? undefined : index.candidates(term, most);
  };

  const compareEach = (numbers: Uint32Array, compare: (row: TextRow<T>) => void): void => {
    const { documents, indexed, current } = state;
    const compared = documents.length > rows.size ? new Set<string>() : undefined;
    const compareOnce = (number: number): void => {
      const document = documents[number] as TextRow<T>;
      const row = number < current ? document : (rows.get(document.id) as TextRow<T>);
      if (compared?.has(row.id)) return;
      compared?.add(row.id);
      compare(row);
    };
    for (const number of numbers) compareOnce(number);
    for (let number = indexed; number < documents.length; number += 1) compareOnce(number);
  };

  return {
    put: (row, before) => {
      // The next search takes new rows: a Map yields them in the order of insertion.
      if (before === undefined) return;
      state.current = 0;
      if (before.folded === row.folded) return;
      // The earlier texts stay in the index. They only add a candidate.
      state.documents.push(row);
      if (state.documents.length > pace + rows.size * MAX_DOCUMENTS_PER_ROW) state = newIndex(rows);
    },
    search: (term, { limit, accepts } = {}) => {
      if (!canMatch(term)) return [];
      const matches = gatherMatches<TextRow<T>>(limit);
      const compare = (row: TextRow<T>): void => {
        const rank = rankIn(term, row.folded);
        if (rank !== undefined && (accepts === undefined || accepts(row.record))) matches.add(rank, row);
      };
      const numbers = candidates(term);
      if (numbers !== undefined) compareEach(numbers, compare);
      else for (const row of rows.values()) compare(row);
      return matches.best().map(({ record }) => record);
    },
  };
}

function newIndex<T>(rows: ReadonlyMap<string, TextRow<T>>): Indexed<T> {
  return { index: createGramIndex(), documents: [], newRows: rows.values(), taken: 0, indexed: 0, current: 0 };
}

/** Makes documents of all new rows, adds some to the index, and updates some to current rows. */
function catchUp<T>(state: Indexed<T>, rows: ReadonlyMap<string, TextRow<T>>, pace: number): void {
  const { documents, index, newRows } = state;
  // The iterator of a Map also yields rows that were added later, unless it has reached the end.
  const areCurrent = state.current === documents.length;
  for (; state.taken < rows.size; state.taken += 1) documents.push(newRows.next().value);
  if (areCurrent) state.current = documents.length;
  const someFrom = (done: number): number =>
    Math.min(documents.length, done + pace + Math.ceil((documents.length - done) / SHARE));
  for (const end = someFrom(state.indexed); state.indexed < end; state.indexed += 1) {
    index.add(state.indexed, (documents[state.indexed] as TextRow<T>).folded);
  }
  for (const end = someFrom(state.current); state.current < end; state.current += 1) {
    const { id } = documents[state.current] as TextRow<T>;
    documents[state.current] = rows.get(id) as TextRow<T>;
  }
}
