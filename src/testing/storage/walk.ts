/** Reads of all pages of a list, with and without other calls in between. */
import type { CursorPage } from "../../domain/page.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import { Violation } from "../check.js";
import { isSame } from "./compare.js";
import { byCodeUnits } from "./model.js";
import { type Model, type Step, step } from "./step.js";

/** More than any check reads. */
const MAX_PAGES = 1_000;

/** A list that is read page by page. */
export interface Walk<T> {
  readonly name: string;
  readonly query: { readonly size: number; readonly [name: string]: unknown };
  readonly page: (storage: ComplianceStorage, cursor: string | undefined) => Promise<CursorPage<T> | undefined>;
  readonly idOf: (item: T) => string;
  /** Returns what the list has, by id. A record that changes becomes another object. */
  readonly stored: (model: Model) => ReadonlyMap<string, unknown>;
}

/** Returns the pages. `between` is called after each page that another one follows. */
export async function pagesOf<T>(
  storage: ComplianceStorage,
  { page, query: { size } }: Pick<Walk<T>, "page" | "query">,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly (readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let cursor: string | undefined;
  for (;;) {
    const found = await page(storage, cursor);
    if (found === undefined) throw new Violation("list returned undefined for its own cursor");
    const { items, next_cursor } = found;
    if (items.length > size) throw new Violation(`a page of ${size} has ${items.length} records`);
    if (pages.push(items) > MAX_PAGES) throw new Violation("the pages by cursor do not end");
    if (next_cursor === null) return pages;
    if (items.length < size) throw new Violation(`a page of ${size} before the last one has ${items.length} records`);
    if (next_cursor === cursor) throw new Violation("list returned as next_cursor the cursor that it was given");
    cursor = next_cursor;
    await between();
  }
}

/** Reads all pages and makes one of the calls between each two. */
export function walkAmid<T>(walk: Walk<T>, changes: readonly Step[]): Step {
  const made = (count: number): readonly Step[] => changes.slice(0, count);
  return step(`${walk.name}, page by page, and between the pages`, [walk.query, ...changes.map(({ text }) => text)], {
    call: async (storage, run) => {
      const answers: unknown[] = [];
      const pages = await pagesOf(storage, walk, async () => {
        for (const change of changes.slice(answers.length).slice(0, 1)) answers.push(await change.call(storage, run));
      });
      return { listed: pages.flat().map(walk.idOf), answers };
    },
    expected: (model, answer) => {
      // The cast: that is what `call` returns.
      const { listed, answers } = answer as {
        readonly listed: readonly string[];
        readonly answers: readonly unknown[];
      };
      let unchanged = new Map(walk.stored(model));
      const expected = made(answers.length).map((change, index) => {
        const right = change.expected(model, answers[index]);
        const now = walk.stored(model);
        unchanged = new Map([...unchanged].filter(([id, record]) => now.get(id) === record));
        return right;
      });
      const ids = [...unchanged.keys()];
      const isRight = ids.every((id) => listed.filter((each) => each === id).length === 1);
      return { listed: isRight ? listed : { "each once": ids }, answers: expected };
    },
  });
}

/** Lists all pages, and again on one page. `expected` returns the records in order, those of equal time by id. */
export function listAll<T>(
  walkOf: (size: number) => Walk<T>,
  size: number,
  timeOf: (item: T) => string,
  expected: (model: Model) => readonly T[],
): Step {
  const walk = walkOf(size);
  return step(`${walk.name}, page by page`, [walk.query], {
    call: async (storage) => {
      const pages = await pagesOf(storage, walk);
      const items = withOrderedTies(pages.flat(), timeOf, walk.idOf);
      const onePage = (await pagesOf(storage, walkOf(1_000))).flat();
      return { sizes: pages.map(({ length }) => length), items, isOneOrder: isSame(onePage, pages.flat()) };
    },
    expected: (model) => {
      const items = expected(model);
      return { sizes: sizesOf(items.length, size), items, isOneOrder: true };
    },
  });
}

/** Returns the listed records, those of equal time that follow each other by id. */
export function withOrderedTies<T>(listed: readonly T[], timeOf: (item: T) => string, idOf: (item: T) => string): T[] {
  const groups: T[][] = [];
  for (const item of listed) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group !== undefined && first !== undefined && timeOf(first) === timeOf(item)) group.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((group) => group.sort((a, b) => byCodeUnits(idOf(a), idOf(b))));
}

/** Returns the sizes of the pages of so many records. */
export function sizesOf(records: number, size: number): readonly number[] {
  const full = Math.max(0, Math.ceil(records / size) - 1);
  return [...Array<number>(full).fill(size), records - full * size];
}
