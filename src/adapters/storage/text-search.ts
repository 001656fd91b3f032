/**
 * Search of rows by their folded texts (§4.5, §4.6): an index names the rows that may match, the row itself says
 * whether it does and how well. The results are those of a look at every row.
 *
 * The index is made by and by. A load costs nothing but its rows; a search indexes some of what is not in the index yet
 * and looks through the rest, which together takes less than twice as long as a look at every row.
 */
import { canMatch, gatherMatches, rankIn } from "../../domain/ranking.js";
import { createGramIndex, type GramIndex } from "./gram-index.js";

/** A row that can be searched. */
export interface TextRow<T> {
  readonly id: string;
  readonly record: T;
  /** Its folded texts as one (`joinTexts`). */
  readonly folded: string;
}

/** The search of a table that gets new rows, and other ones of the same id. */
export interface TextSearch<T> {
  /** `row` stands in the table now, in the place of `before` if there was one. */
  put(row: TextRow<T>, before: TextRow<T> | undefined): void;
  /** The records that match the term, best match first, ties by id in code units. */
  search(term: string, options?: SearchOptions<T>): readonly T[];
}

/** What else a search asks for. */
interface SearchOptions<T> {
  /** At most as many. */
  readonly limit?: number | undefined;
  /** Leaves out records that match but were not asked for. */
  readonly accepts?: (record: T) => boolean;
}

/** What is known of the rows. */
interface Known<T> {
  readonly index: GramIndex;
  /** By the number of the document in the index: the row of that id, now or earlier. An id may have several. */
  readonly documents: TextRow<T>[];
  /** Goes on with the rows that are not among the documents yet. */
  readonly rest: Iterator<TextRow<T>>;
  /** So many rows came from there. */
  taken: number;
  /** So many documents are in the index. */
  indexed: number;
  /** So many documents, from the first one on, are the rows of now. */
  current: number;
}

/** How many documents a search brings up to date: these, and one in {@link SHARE} of those that are not. */
const PACE = 1024;
/** Indexing a row takes about as long as looking through this many. */
const SHARE = 48;
/** Documents are looked at one by one when they are at most one in this many, for going through all rows is faster per row. */
const SELECTIVE = 3;
/** Documents per row, of ids that have got other texts, at which all starts anew; a few more do not matter. */
const MOST_DOCUMENTS = 1.5;

/** A search of `rows`, which may already hold some. At `pace` documents a search it takes them into its index. */
export function textSearch<T>(rows: ReadonlyMap<string, TextRow<T>>, pace = PACE): TextSearch<T> {
  let known = startOver(rows);

  /** The documents to look at: all rows that match are among them. Undefined: look at every row. */
  const candidates = (term: string): Uint32Array | undefined => {
    catchUp(known, rows, pace);
    const { documents, indexed, index } = known;
    const most = documents.length / SELECTIVE - (documents.length - indexed);
    return most < 0 ? undefined : index.candidates(term, most);
  };

  const lookAtEach = (numbers: Uint32Array, look: (row: TextRow<T>) => void): void => {
    const { documents, indexed, current } = known;
    const seen = documents.length > rows.size ? new Set<string>() : undefined;
    const lookOnce = (number: number): void => {
      const document = documents[number] as TextRow<T>;
      const row = number < current ? document : (rows.get(document.id) as TextRow<T>);
      if (seen?.has(row.id)) return;
      seen?.add(row.id);
      look(row);
    };
    for (const number of numbers) lookOnce(number);
    for (let number = indexed; number < documents.length; number += 1) lookOnce(number);
  };

  return {
    put: (row, before) => {
      // New rows are taken in by the next search: a Map gives them in the order of their coming.
      if (before === undefined) return;
      known.current = 0;
      if (before.folded === row.folded) return;
      // The texts of before stay in the index. They do no harm: what counts is the row.
      known.documents.push(row);
      if (known.documents.length > pace + rows.size * MOST_DOCUMENTS) known = startOver(rows);
    },
    search: (term, { limit, accepts } = {}) => {
      if (!canMatch(term)) return [];
      const matches = gatherMatches<TextRow<T>>(limit);
      const look = (row: TextRow<T>): void => {
        const rank = rankIn(term, row.folded);
        if (rank !== undefined && (accepts === undefined || accepts(row.record))) matches.add(rank, row);
      };
      const numbers = candidates(term);
      if (numbers !== undefined) lookAtEach(numbers, look);
      else for (const row of rows.values()) look(row);
      return matches.best().map(({ record }) => record);
    },
  };
}

function startOver<T>(rows: ReadonlyMap<string, TextRow<T>>): Known<T> {
  return { index: createGramIndex(), documents: [], rest: rows.values(), taken: 0, indexed: 0, current: 0 };
}

/** Takes in all new rows, puts some of them into the index, and brings some documents up to date. */
function catchUp<T>(known: Known<T>, rows: ReadonlyMap<string, TextRow<T>>, pace: number): void {
  const { documents, index, rest } = known;
  // A Map gives new rows last, also to an iterator that is under way; once past the end it would not see later ones.
  const areCurrent = known.current === documents.length;
  for (; known.taken < rows.size; known.taken += 1) documents.push(rest.next().value);
  if (areCurrent) known.current = documents.length;
  const someFrom = (done: number): number =>
    Math.min(documents.length, done + pace + Math.ceil((documents.length - done) / SHARE));
  for (const end = someFrom(known.indexed); known.indexed < end; known.indexed += 1) {
    index.add(known.indexed, (documents[known.indexed] as TextRow<T>).folded);
  }
  for (const end = someFrom(known.current); known.current < end; known.current += 1) {
    const { id } = documents[known.current] as TextRow<T>;
    documents[known.current] = rows.get(id) as TextRow<T>;
  }
}
