/** Search by reading every row, in parts. */
import { bestMatches } from "../../../domain/ranking.js";
import type { Found, RangeRead, Row, SearchQuery } from "../../../ports/storage-engine.js";

/** Rows in one part. */
const PART = 1_000;

/** A row as a search sees it. */
interface Shown {
  readonly row: Row;
  readonly texts: readonly string[];
  /** Sorts rows of the same rank. */
  readonly key: string;
}

/** Returns the rows that match, best first. `read` returns the rows of the engine, and `shown` what they show. */
export async function searchByScan(
  read: (range: RangeRead) => Promise<readonly Found[]>,
  { collection, term, where, limit }: SearchQuery,
  shown: (row: Row) => Shown,
): Promise<readonly Row[]> {
  const matches: { readonly id: string; readonly record: Row; readonly texts: readonly string[] }[] = [];
  let after: RangeRead["after"];
  for (;;) {
    const [found] = await read({ collection, where, after, limit: PART });
    const rows = found?.rows ?? [];
    for (const { row, texts, key } of rows.map(shown)) {
      if (texts.some((text) => text.includes(term))) matches.push({ id: key, record: row, texts });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return bestMatches(matches, term, { limit });
    after = [null, last.key];
  }
}
