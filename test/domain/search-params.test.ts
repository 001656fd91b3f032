/** `fromSearchParams`: what it returns, and what the operations say about it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ComplianceError,
  createCompliance,
  fromSearchParams,
  memoryStorage,
  type Result,
  type SearchParams,
} from "../../src/index.js";
import { runs } from "../support/runs.js";

const compliance = createCompliance({ storage: memoryStorage() });

function faultsOf(result: Result<unknown>): readonly string[] {
  return result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
}

describe("fromSearchParams", () => {
  it("reads a text as URLSearchParams does", () => {
    const part = fc.constantFrom("page", "sort", "a", "__proto__", "=", "&", "?", "-1", ".", "~", "%20", "+", "é", "");
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (query) => {
        expect(fromSearchParams(query)).toStrictEqual(fromSearchParams(new URLSearchParams(query)));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("keeps null, which list operations take as the first page", async () => {
    expect(fromSearchParams({ cursor: null })).toEqual({ cursor: null });
    expect(faultsOf(await compliance.accounts.list(fromSearchParams({ cursor: null })))).toEqual([]);
    // The text of another program's null is no cursor.
    expect(faultsOf(await compliance.accounts.list(fromSearchParams("cursor=null")))).toEqual([
      "cursor_invalid /cursor",
    ]);
  });

  const expected = { page: 2, size: 50, sort: "-name_legal" };

  it.each<[string, SearchParams]>([
    ["a text", "page=2&size=50&sort=-name_legal"],
    ["the search of a URL", new URL("https://vasp.example/vasps?page=2&size=50&sort=-name_legal").search],
    ["URLSearchParams", new URLSearchParams("page=2&size=50&sort=-name_legal")],
    ["pairs", Object.entries({ page: "2", size: "50", sort: "-name_legal" })],
    ["a map", new Map(Object.entries({ page: "2", size: "50", sort: "-name_legal" }))],
    ["the query of a web framework", { page: "2", size: "50", sort: "-name_legal" }],
    [
      "an object without a prototype",
      Object.assign(Object.create(null), { page: "2", size: "50", sort: "-name_legal" }),
    ],
  ])("reads %s", (_, params) => {
    expect(fromSearchParams(params)).toEqual(expected);
  });

  it.each([
    ["limit=10&search_term=a+b%26c", { limit: 10, search_term: "a b&c" }],
    ["delivered=true&reviewed=false", { delivered: true, reviewed: false }],
    ["executed_without_permission=true", { executed_without_permission: true }],
    ["search_term=5&vasp_id=7&sort=1", { search_term: "5", vasp_id: "7", sort: "1" }],
    ["page=0&size=-1", { page: 0, size: -1 }],
    [
      "page=01&size=1.0&limit=1e3&delivered=1&reviewed=TRUE",
      { page: "01", size: "1.0", limit: "1e3", delivered: "1", reviewed: "TRUE" },
    ],
    ["page=+1&size=%201&limit=0x10", { page: " 1", size: " 1", limit: "0x10" }],
    ["page=1&page=2&sort=a&sort=a", { page: [1, 2], sort: ["a", "a"] }],
    ["limit=&sort=", { limit: "", sort: "" }],
    ["", {}],
    ["?", {}],
  ])("reads %j exactly", (text, request) => {
    expect(fromSearchParams(text)).toStrictEqual(request);
  });

  it("leaves out parameters without a value if emptyIsAbsent is set", () => {
    const options = { emptyIsAbsent: true };
    expect(fromSearchParams("limit=&search_term=a&account_type=", options)).toEqual({ search_term: "a" });
    expect(fromSearchParams("limit=&limit=5", options)).toEqual({ limit: 5 });
    expect(fromSearchParams("limit=", { emptyIsAbsent: false })).toEqual({ limit: "" });
    expect(fromSearchParams({ cursor: null, size: "5" }, options)).toEqual({ size: 5 });
  });

  it("keeps a name that is a property of every object", () => {
    const request = fromSearchParams("__proto__=1&constructor=2");
    expect(Object.entries(Object(request))).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a number", 5],
    ["texts", ["page=1"]],
    ["a name without a value", [["page"]]],
    ["an empty pair", [[]]],
    ["a name with two values", [["page", "1", "2"]]],
    ["a value without a name", [[1, "page"]]],
    ["a promise", Promise.resolve("page=1")],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("zoe@example.com");
          },
        },
      ),
    ],
    [
      "an iterable that throws",
      {
        [Symbol.iterator]: () => {
          throw new Error("zoe@example.com");
        },
      },
    ],
  ])("refuses %s", (_, params) => {
    try {
      fromSearchParams(params as SearchParams);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ComplianceError);
      expect(error).toMatchObject({ code: "invalid_input", message: expect.not.stringContaining("zoe") });
    }
  });

  it("refuses unknown options", () => {
    // @ts-expect-error a misspelt option
    expect(() => fromSearchParams("", { emptyIsMissing: true })).toThrow("emptyIsAbsent");
  });

  it("stops reading pairs without an end", () => {
    function* endless(): Generator<[string, string]> {
      for (let index = 0; ; index += 1) yield [`p${index}`, ""];
    }
    expect(Object.keys(Object(fromSearchParams(endless()))).length).toBe(10_001);
  });
});

describe("an operation given a query string", () => {
  it("accepts what is right", async () => {
    expect(await compliance.vasps.list(fromSearchParams("page=1&size=10&sort=-name_legal"))).toMatchObject({
      ok: true,
    });
    expect(await compliance.alerts.list(fromSearchParams("delivered=false&size=10"))).toMatchObject({ ok: true });
    expect(await compliance.accounts.search(fromSearchParams("search_term=a&limit=1"))).toMatchObject({ ok: true });
  });

  it.each([
    ["page=abc", ["wrong_type /page"]],
    ["page=", ["wrong_type /page"]],
    ["page=0&size=1001", ["out_of_range /page", "out_of_range /size"]],
    ["page=99999999999999999999", ["out_of_range /page"]],
    ["page=1&page=1", ["wrong_type /page"]],
    ["sort=vasp_id&sort=website", ["wrong_type /sort"]],
    ["sort=name", ["not_allowed /sort"]],
    ["seite=1", ["unknown_property /seite"]],
    ["zoe%40example.com=1", ["unknown_property "]],
  ])("reports what is wrong with %j", async (text, faults) => {
    expect(faultsOf(await compliance.vasps.list(fromSearchParams(text)))).toEqual(faults);
  });

  it("reports too many parameters", async () => {
    const many = Array.from({ length: 20_000 }, (_, index): [string, string] => [`p${index}`, ""]);
    expect(faultsOf(await compliance.vasps.list(fromSearchParams(many)))[0]).toMatch(/^unreadable/);
  });
});
