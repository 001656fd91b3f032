/** Pages of a listing (§4.8, §8). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOfAccounts } from "../../src/domain/accounts/list.js";
import { pageOf } from "../../src/domain/page.js";
import { individual } from "../support/storage-records.js";

describe("pageOfAccounts", () => {
  const accounts = ["C", "A", "B"].map((reference_id, index) => ({
    ...individual(reference_id),
    created: `2026-11-2${index}T00:00:00.000+00:00`,
  }));

  it.each([
    ["-created", ["B", "A", "C"]],
    ["created", ["C", "A", "B"]],
  ] as const)("lists every account once in the order %s", (sort, expected) => {
    const ids: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = pageOfAccounts(accounts, { size: 2, sort, ...(cursor && { cursor }) });
      ids.push(...(page?.items ?? []).map(({ reference_id }) => reference_id));
      cursor = page?.next_cursor ?? null;
    }
    expect(ids).toEqual(expected);
  });

  it("is undefined for a cursor of another order", () => {
    const { next_cursor } = pageOfAccounts(accounts, { size: 1, sort: "-created" }) ?? {};
    expect(pageOfAccounts(accounts, { size: 1, sort: "created", cursor: next_cursor ?? "" })).toBeUndefined();
  });
});

describe("the pages of a listing", () => {
  it("one after another hold every item once, in order, and each tells the total", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 50 }), fc.integer({ min: 1, max: 60 }), (all, size) => {
        const count = Math.ceil(all.length / size);
        const pages = Array.from({ length: count }, (_, index) => pageOf(all, { page: index + 1, size }));
        expect(pages.flatMap(({ items }) => items)).toEqual(all);
        for (const [index, { pagination }] of pages.entries()) {
          expect(pagination).toEqual({ total: all.length, size, page: index + 1 });
        }
      }),
    );
  });

  it("past the end have no items", () => {
    expect(pageOf([1, 2, 3], { page: 2, size: 3 }).items).toEqual([]);
    expect(pageOf([1], { page: Number.MAX_SAFE_INTEGER, size: 1_000 }).items).toEqual([]);
    expect(pageOf([], { page: 1, size: 50 })).toEqual({ items: [], pagination: { total: 0, size: 50, page: 1 } });
  });
});
