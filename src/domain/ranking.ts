/** The order of search results (§4.5, §4.6): best match first, ties by id. */
import { beginsWord, compareText, foldText, type MatchRank, matchRank, squeezeText } from "./text.js";

/** A record and what a search of it looks at. */
export interface Searchable<T> {
  readonly id: string;
  readonly record: T;
  /** Folded texts; the best matching one counts. */
  readonly texts: readonly string[];
}

/** The folded forms of the texts that are there, each once, white space squeezed. */
export function foldedTexts(texts: readonly (string | undefined)[]): readonly string[] {
  return squeezedTexts(texts.map((text) => text && foldText(text)));
}

/** The same of texts that are folded already. */
export function squeezedTexts(folded: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(folded.filter((text) => text !== undefined).map(squeezeText))];
}

/**
 * What stands between joined texts. All white space of a squeezed text is spaces, so that no text holds it: a term
 * without it never matches across two texts, and one with it matches nothing.
 */
export const TEXT_BOUNDARY = "\n";

/** Folded and squeezed texts as one text for {@link rankIn}: a fraction of the memory, and one look instead of several. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(TEXT_BOUNDARY);
}

/** Whether a folded and squeezed term can match anything. */
export function canMatch(term: string): boolean {
  return term !== "" && !term.includes(TEXT_BOUNDARY);
}

/** The best of `matchRank` over the joined texts. `term` is one that can match. */
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
  /** Orders by rank, then by the beginning of the id as far as numbers can: see {@link sortMatches}. */
  key: number;
}

/** Takes matches in any order and gives the best of them in order. */
export interface Matches<R> {
  add(rank: MatchRank, row: R): void;
  /** Best rank first, ties by id in code units, at most the limit. */
  best(): readonly R[];
}

/** How many matches beyond twice the limit are kept before the worse ones are dropped. */
const SPARE_MATCHES = 64;

/** Gathers matches. With a limit it neither keeps nor sorts many more than that. */
export function gatherMatches<R extends { readonly id: string }>(limit = Number.POSITIVE_INFINITY): Matches<R> {
  const kept: Match<R>[] = [];
  /** The last of as many as are asked for: what comes after it is not among the best. */
  let last: Match<R> | undefined;
  return {
    add: (rank, row) => {
      if (last !== undefined && (rank - last.rank || compareText(row.id, last.row.id)) > 0) return;
      kept.push({ rank, row, key: 0 });
      if (kept.length < 2 * limit + SPARE_MATCHES) return;
      sortMatches(kept);
      kept.length = limit;
      last = kept.at(-1);
    },
    best: () => {
      sortMatches(kept);
      return kept.slice(0, limit).map(({ row }) => row);
    },
  };
}

/** How many code units of an id a key holds, in eight bits each: with the rank that is less than the 53 of a number. */
const KEY_UNITS = 6;
const MOST_IN_KEY = 0xff;

/**
 * Sorts by rank, then id. Numbers compare many times faster than texts, so each match gets one that holds its rank and
 * what comes first in its id after that which all ids begin with; only where these are equal the ids are compared.
 */
function sortMatches(matches: Match<{ readonly id: string }>[]): void {
  const start = sharedLength(matches);
  for (const match of matches) match.key = keyOf(match, start);
  matches.sort((a, b) => a.key - b.key || compareText(a.row.id, b.row.id));
}

function sharedLength(matches: readonly Match<{ readonly id: string }>[]): number {
  const first = matches[0]?.row.id ?? "";
  let length = first.length;
  for (const { row } of matches) {
    while (!row.id.startsWith(first.slice(0, length))) length -= 1;
  }
  return length;
}

function keyOf({ rank, row: { id } }: Match<{ readonly id: string }>, start: number): number {
  let key: number = rank;
  let isExact = true;
  for (let position = start; position < start + KEY_UNITS; position += 1) {
    // The end of an id is 0. Units from 254 on are one, and what follows such a one is left to comparing the texts.
    const unit: number = isExact && position < id.length ? Math.min(id.charCodeAt(position) + 1, MOST_IN_KEY) : 0;
    isExact &&= unit < MOST_IN_KEY;
    key = key * (MOST_IN_KEY + 1) + unit;
  }
  return key;
}

/**
 * The records that match the folded and squeezed term, best match first, ties by id in code units, at most `limit`
 * (§4.5, §4.6). `accepts` leaves out records that match but were not asked for.
 *
 * @example
 * const rows = accounts.map((record) => ({ id: record.reference_id, record, texts: searchTextsOf(record) }));
 * bestMatches(rows, "ruiz", { limit: 10, accepts: ({ account_category }) => account_category === "customer" });
 */
export function bestMatches<T>(
  all: Iterable<Searchable<T>>,
  term: string,
  { limit, accepts }: { readonly limit?: number | undefined; readonly accepts?: (record: T) => boolean } = {},
): readonly T[] {
  const matches = gatherMatches<Searchable<T>>(limit);
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
