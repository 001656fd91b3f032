/** The order of search results (§4.5, §4.6): best match first, ties by id. */
import { compareText, foldText, type MatchRank, matchRank, squeezeText } from "./text.js";

/** A record and what a search of it looks at. */
export interface Searchable<T> {
  readonly id: string;
  readonly record: T;
  /** Folded texts; the best matching one counts. */
  readonly texts: readonly string[];
}

/** The folded forms of the texts that are there, each once, white space squeezed. */
export function foldedTexts(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined).map((text) => squeezeText(foldText(text))))];
}

/**
 * The records that match the folded term, best match first, ties by id in code units, at most `limit`.
 * `accepts` leaves out records that match but were not asked for.
 */
export function bestMatches<T>(
  all: Iterable<Searchable<T>>,
  term: string,
  { limit, accepts }: { readonly limit?: number | undefined; readonly accepts?: (record: T) => boolean } = {},
): readonly T[] {
  const found: { readonly rank: MatchRank; readonly id: string; readonly record: T }[] = [];
  for (const { id, record, texts } of all) {
    const rank = bestRank(term, texts);
    if (rank !== undefined && (accepts === undefined || accepts(record))) found.push({ rank, id, record });
  }
  found.sort((a, b) => a.rank - b.rank || compareText(a.id, b.id));
  return found.slice(0, limit).map(({ record }) => record);
}

function bestRank(term: string, texts: readonly string[]): MatchRank | undefined {
  let best: MatchRank | undefined;
  for (const text of texts) {
    const rank = matchRank(term, text);
    if (rank !== undefined && (best === undefined || rank < best)) best = rank;
  }
  return best;
}
