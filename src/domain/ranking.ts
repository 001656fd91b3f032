/** Ranks search results: best match first, ties by id (§4.5, §4.6). */
import { bare } from "./own.js";
import { beginsWord, compareText, foldText, type MatchRank, matchRank, squeezeText } from "./text.js";

/** A record with the texts that a search matches. */
export interface Searchable<T> {
  /** Sorts records of the same rank. */
  readonly id: string;
  /** What the search returns. */
  readonly record: T;
  /** Folded texts; the best matching one counts. */
  readonly texts: readonly string[];
}

/** Returns the defined texts folded and squeezed, each once. */
export function foldedTexts(texts: readonly (string | undefined)[]): readonly string[] {
  return squeezedTexts(texts.map((text) => text && foldText(text)));
}

/** Returns the defined texts squeezed, each once. They must be folded. */
export function squeezedTexts(folded: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(folded.filter((text) => text !== undefined).map(squeezeText))];
}

/** Separates joined texts. A squeezed text contains no white space but spaces, so no term matches across two texts. */
export const TEXT_BOUNDARY = "\n";

/** Returns folded and squeezed texts as one text for {@link rankIn}. It needs less memory and one search. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(TEXT_BOUNDARY);
}

/** Returns whether a folded and squeezed term can match anything. */
export function canMatch(term: string): boolean {
  return term !== "" && !term.includes(TEXT_BOUNDARY);
}

/** Returns the best rank of a term in joined texts, or undefined. The term must be able to match. */
export function rankIn(term: string, joined: string): MatchRank | undefined {
  let best: MatchRank | undefined;
  for (let at = joined.indexOf(term); at !== -1; at = joined.indexOf(term, at + 1)) {
    if (at === 0 || joined.charCodeAt(at - 1) === BOUNDARY_UNIT) {
      const end = at + term.length;
      if (end === joined.length || joined.charCodeAt(end) === BOUNDARY_UNIT) return 0;
      best = 1;
    } else if (best === undefined || best === 3) {
      best = beginsWord(joined, at) ? 2 : 3;
    }
  }
  return best;
}

const BOUNDARY_UNIT = TEXT_BOUNDARY.charCodeAt(0);

interface Match<R> {
  readonly rank: MatchRank;
  readonly row: R;
}

/** Collects matches in any order and returns the best. */
export interface Matches<R> {
  add(rank: MatchRank, row: R): void;
  /** Returns at most the limit, best rank first, ties by id in code units. */
  best(): readonly R[];
}

/** Matches kept beyond twice the limit before the worse ones are dropped. */
const SPARE_MATCHES = 64;

/** Returns a collector of matches. With a limit, it does not keep or sort many more than that. */
export function gatherMatches<R>(idOf: (row: R) => string, limit = Number.POSITIVE_INFINITY): Matches<R> {
  const kept: Match<R>[] = [];
  /** Last match within the limit so far. Matches after it are not among the best. */
  let last: Match<R> | undefined;
  const compare = (a: Match<R>, b: Match<R>): number => a.rank - b.rank || compareText(idOf(a.row), idOf(b.row));
  return {
    add: (rank, row) => {
      const match = { rank, row };
      if (last !== undefined && compare(match, last) > 0) return;
      kept.push(match);
      if (kept.length < 2 * limit + SPARE_MATCHES) return;
      kept.sort(compare);
      kept.length = limit;
      last = kept.at(-1);
    },
    best: () =>
      kept
        .sort(compare)
        .slice(0, limit)
        .map(({ row }) => row),
  };
}

/**
 * Returns the records that match a term, best match first, ties by id in code units (§4.5, §4.6).
 *
 * @param all - records with their texts
 * @param term - folded and squeezed
 * @param options - `limit`: highest number of results; `accepts`: further condition on a record
 * @returns the matching records
 * @example
 * const rows = accounts.map((record) => ({ id: record.reference_id, record, texts: searchTextsOf(record) }));
 * bestMatches(rows, "ruiz", { limit: 10, accepts: ({ account_category }) => account_category === "customer" });
 */
export function bestMatches<T>(
  all: Iterable<Searchable<T>>,
  term: string,
  options: { readonly limit?: number | undefined; readonly accepts?: ((record: T) => boolean) | undefined } = {},
): readonly T[] {
  const { limit, accepts } = bare(options);
  const matches = gatherMatches<Searchable<T>>(({ id }) => id, limit);
  for (const row of all) {
    const rank = bestRank(term, row.texts);
    if (rank !== undefined && (accepts === undefined || accepts(row.record))) matches.add(rank, row);
  }
  return matches.best().map(({ record }) => record);
}

function bestRank(term: string, texts: readonly string[]): MatchRank | undefined {
  let best: MatchRank | undefined;
  for (const text of texts) {
    const rank = matchRank(term, text);
    if (rank !== undefined && (best === undefined || rank < best)) best = rank;
  }
  return best;
}
