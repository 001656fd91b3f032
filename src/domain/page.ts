/** Pages of a listing (§4.8, §8). */

export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 1000;

/** One page of a listing. `page` counts from 1; `size` is the number of items per page. */
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

/**
 * One page of a listing that may change while it is read. Its cursor names a position in the order, never a count. So a
 * record that stays stored is listed exactly once, although others are added or removed between two pages.
 */
export interface CursorPage<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; null on the last page. Only the storage reads it. */
  readonly next_cursor: string | null;
}
