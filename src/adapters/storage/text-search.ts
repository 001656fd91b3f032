/**
 * Search of rows by their folded texts (§4.5, §4.6). An index names the rows that may match, and the row decides whether
 * and how well it matches. The results are those of comparing every row.
 *
 * The index is built in the background. A search compares the rows that are not in it yet, so it never takes much longer
 * than comparing every row.
 */
import { bare } from "../../domain/own.js";
import { canMatch, gatherMatches, rankIn } from "../../domain/ranking.js";
import type { Background, Job } from "./background.js";
import { createGramIndex } from "./gram-index.js";

/** A row that can be searched. */
export interface TextRow {
  readonly key: string;
  /** Its folded texts, joined by `joinTexts`. */
  readonly folded: string;
  /** The number of its document in the index. Set by `put`. */
  document: number;
}

/** The search of a table. */
export interface TextSearch<R extends TextRow> {
  /** Adds `row`, in the place of `before`. */
  put(row: R, before: R | undefined): void;
  /** Removes a row that was added. */
  remove(row: R): void;
  /** Returns the rows that match the term, best match first, ties by key in code units. */
  search(term: string, options?: SearchOptions<R>): readonly R[];
}

interface SearchOptions<R> {
  /** How many rows to return at most. */
  readonly limit?: number | undefined;
  /** Returns false for rows to leave out. */
  readonly accepts?: (row: R) => boolean;
}

/** The index is used for at most one in this many rows. For more, comparing every row is faster. */
const SELECTIVE = 3;
/** How many documents there may be, because of changed and removed texts, before the index is built again. */
const MAX_DOCUMENTS = { perRow: 1.5, more: 16 };
/** While more rows than this are added from one slice to the next, and none is searched, indexing would slow down writes. */
const MAX_ADDED = 8;

/** Returns a search without rows, which adds its jobs to `background`. */
export function textSearch<R extends TextRow>(background: Pick<Background, "add">): TextSearch<R> {
  const { put, remove, eachCandidate } = indexedRows<R>(background);
  return {
    put,
    remove,
    search: (term, options = {}) => {
      const { limit, accepts } = bare(options);
      if (!canMatch(term)) return [];
      const matches = gatherMatches<R>(({ key }) => key, limit);
      eachCandidate(term, (row) => {
        const rank = rankIn(term, row.folded);
        if (rank !== undefined && (accepts === undefined || accepts(row))) matches.add(rank, row);
      });
      return matches.best();
    },
  };
}

/** Rows, and an index of some of them. */
interface IndexedRows<R extends TextRow> extends Pick<TextSearch<R>, "put" | "remove"> {
  /** Calls `compare` with each row that may contain the term. */
  eachCandidate(term: string, compare: (row: R) => void): void;
}

function indexedRows<R extends TextRow>(background: Pick<Background, "add">): IndexedRows<R> {
  let index = createGramIndex();
  /** By number. Undefined: its row was removed, or replaced by one with other texts. */
  let documents: (R | undefined)[] = [];
  /** How many documents are in the index, counted from the first. */
  let indexed = 0;
  let rows = 0;
  /** Since the last slice. */
  let [added, isSearched] = [0, false];

  const extend: Job = (mayContinue) => {
    const isLoading = added > MAX_ADDED && !isSearched;
    [added, isSearched] = [0, false];
    while (!isLoading && indexed < documents.length && mayContinue()) {
      const document = documents[indexed];
      if (document !== undefined) index.add(indexed, document.folded);
      indexed += 1;
    }
    return indexed === documents.length;
  };
  const beginAgain = (): void => {
    [index, indexed] = [createGramIndex(), 0];
    documents = documents.filter((row) => row !== undefined);
    for (const [number, row] of documents.entries()) if (row !== undefined) row.document = number;
  };
  const beginAgainIfDue = (): void => {
    if (documents.length > MAX_DOCUMENTS.more + rows * MAX_DOCUMENTS.perRow) beginAgain();
  };

  return {
    put: (row, before) => {
      if (before !== undefined && before.folded === row.folded) {
        row.document = before.document;
        documents[row.document] = row;
        return;
      }
      // The earlier texts stay in the index, but name no row any more.
      if (before === undefined) rows += 1;
      else documents[before.document] = undefined;
      row.document = documents.push(row) - 1;
      added += 1;
      beginAgainIfDue();
      if (added === 1) background.add(extend);
    },
    remove: ({ document }) => {
      rows -= 1;
      documents[document] = undefined;
      beginAgainIfDue();
      if (indexed < documents.length) background.add(extend);
    },
    eachCandidate: (term, compare) => {
      isSearched = true;
      const most = documents.length / SELECTIVE - (documents.length - indexed);
      const candidates = most < 0 ? undefined : index.candidates(term, most);
      const compareAt = (number: number): void => {
        const row = documents[number];
        if (row !== undefined) compare(row);
      };
      candidates?.forEach(compareAt);
      for (let number = candidates ? indexed : 0; number < documents.length; number += 1) compareAt(number);
    },
  };
}
