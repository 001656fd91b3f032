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

/** The page of `all` that was asked for. */
export function pageOf<T>(all: readonly T[], { page, size }: PageQuery): Page<T> {
  const start = (page - 1) * size;
  return { items: all.slice(start, start + size), pagination: { total: all.length, size, page } };
}
