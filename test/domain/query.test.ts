/** What becomes of a query whose members are all sound (§4.5, §4.6, §4.8). */
import { describe, expect, it } from "vitest";
import { parseAccountSearch, parseAlertList, parseVaspList, parseVaspSearch } from "../../src/domain/query.js";

describe("a list of alerts", () => {
  it.each([true, false])("asks for those that were delivered, or were not: %s", (delivered) => {
    expect(parseAlertList({ delivered })).toStrictEqual({ ok: true, value: { page: 1, size: 50, delivered } });
  });

  it("asks for all where nothing is said of that", () => {
    expect(parseAlertList({ size: 7 })).toStrictEqual({ ok: true, value: { page: 1, size: 7 } });
  });
});

describe("a list of VASPs (§4.8)", () => {
  it.each([
    ["name_legal", { field: "name_legal", descending: false }],
    ["-name_legal", { field: "name_legal", descending: true }],
  ])("sorted by %s", (sort, read) => {
    expect(parseVaspList({ sort, page: 2 })).toStrictEqual({ ok: true, value: { page: 2, size: 50, sort: read } });
  });

  it.each([
    ["page", "page of the VASP list request must be an integer, 1 or more.", { min: 1 }],
    ["size", "size of the VASP list request must be an integer, 1 to 1000.", { min: 1, max: 1000 }],
  ])("counts %s from 1", (property, message, params) => {
    const issue = { code: "out_of_range", path: `/${property}`, clause: "4.8", params, message };
    expect(parseVaspList({ [property]: 0 })).toEqual({ ok: false, issues: [issue] });
  });

  it("has a default order", () => {
    expect(parseVaspList({})).toStrictEqual({ ok: true, value: { page: 1, size: 50 } });
  });
});

describe("a search", () => {
  it("of accounts calls a non-customer a recipient (§4.5)", () => {
    const search_term = "  Núñez   Ruiz ";
    const term = "nunez ruiz";
    expect(parseAccountSearch({ search_term })).toStrictEqual({ ok: true, value: { term } });
    expect(parseAccountSearch({ search_term, account_category: "recipient", limit: 1 })).toStrictEqual({
      ok: true,
      value: { term, account_category: "non-customer", limit: 1 },
    });
    expect(parseAccountSearch({ search_term, account_category: "customer" })).toStrictEqual({
      ok: true,
      value: { term, account_category: "customer" },
    });
  });

  it.each([
    ["4.5", "account search", parseAccountSearch],
    ["4.6", "VASP search", parseVaspSearch],
  ])("of §%s needs more than accents and white space", (clause, record, parse) => {
    const message = `search_term of the ${record} must contain a letter, digit or sign besides accents and white space.`;
    const path = "/search_term";
    expect(parse({ search_term: "\u0301" })).toEqual({
      ok: false,
      issues: [{ code: "text_blank", path, clause, message }],
    });
  });
});

describe.each([
  ["account search", "4.5", parseAccountSearch],
  ["VASP search", "4.6", parseVaspSearch],
  ["VASP list request", "4.8", parseVaspList],
  ["alert list request", "8", parseAlertList],
])("a request that is no plain object: %s", (record, clause, parse) => {
  it.each([
    new Map([["page", 2]]),
    new Set(),
    new Date(),
    Promise.resolve({}),
    new URLSearchParams("page=2"),
    new Uint8Array(),
    Object(7),
  ])("%s is wrong_type, and does not count as {}", (input) => {
    expect(parse(input)).toMatchObject({
      ok: false,
      issues: [{ code: "wrong_type", path: "", clause, message: `The ${record} must be an object.` }],
    });
  });

  it("unless its properties are all that it has", () => {
    class Request {
      search_term = "acme";
    }
    const { search_term } = new Request();
    const valid = record.endsWith("search") ? new Request() : Object.create(null);
    expect(parse(valid)).toEqual(parse(record.endsWith("search") ? { search_term } : {}));
    expect(parse(valid).ok).toBe(true);
  });
});
