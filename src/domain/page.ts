/** Pages of a listing (§4.8, §8). */

export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 1000;

/** Which page of a listing: `page` counts from 1, `size` items each. */
export interface PageQuery {
  readonly page: number;
  readonly size: number;
}

/** §4.8 `data.pagination`. `total` counts all items, not those of this page. */
export interface Pagination {
  readonly total: number;
  readonly size: number;
  readonly page: number;
}

/** One page of a listing. A page past the end has no items. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** What pages are cut from: an array, or whatever else knows its length and gives a part of itself. */
export interface Listed<T> {
  readonly length: number;
  /** The items from `start` to before `end`, as far as there are any. */
  slice(start: number, end: number): readonly T[];
}

/**
 * The page of `all` that was asked for (§4.8): `page` counts from 1, and one past the end has no items.
 *
 * @example
 * pageOf(["a", "b", "c"], { page: 2, size: 2 }); // { items: ["c"], pagination: { total: 3, size: 2, page: 2 } }
 */
export function pageOf<T>(all: Listed<T>, { page, size }: PageQuery): Page<T> {
  const start = (page - 1) * size;
  return { items: all.slice(start, start + size), pagination: { total: all.length, size, page } };
}
