/** Pages of a listing (§4.8, §8). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOf } from "../../src/domain/page.js";

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
