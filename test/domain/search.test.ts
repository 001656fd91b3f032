import { describe, expect, it } from "vitest";
import { searchAccounts, searchTextsOf } from "../../src/domain/accounts/search.js";
import { compareVasps, sortVasps, VASP_FIELDS } from "../../src/domain/vasps/list.js";
import { entity, individual, vasp } from "../support/storage-records.js";

describe("a search of accounts that a storage compares one by one (§4.5)", () => {
  const rows = [
    entity("e", "xbank"),
    entity("c", "Banker"),
    entity("b", "Bank", { account_category: "non-customer" }),
    individual("a", { name_last: "Bank" }),
    individual("none"),
  ].map((record) => ({ id: record.reference_id, record, texts: searchTextsOf(record) }));

  it.each([
    [{}, "abce"],
    [{ account_category: "non-customer" }, "b"],
    [{ account_type: "individual" }, "a"],
    [{ account_type: "individual", account_category: "non-customer" }, ""],
    [{ account_type: "entity", limit: 2 }, "bc"],
  ] as const)("%j is filtered before it is limited, the best text first: %s", (query, ids) => {
    const found = searchAccounts(rows, { term: "bank", ...query });
    expect(found.map(({ reference_id }) => reference_id).join("")).toBe(ids);
  });
});

describe("the order of the VASP listing (§4.8)", () => {
  const rows = [
    vasp("c", { website: "a", supported_protocols: ["a", "b"] }),
    vasp("b", { supported_protocols: ["a b"] }),
    vasp("a", { website: "B", supported_protocols: ["a"] }),
    vasp("d", { website: "a", supported_protocols: [] }),
    vasp("B"),
  ];

  it("is the same where a storage compares two at a time", () => {
    expect([...rows].sort(compareVasps())).toEqual(sortVasps(rows));
    for (const field of VASP_FIELDS) {
      for (const descending of [false, true]) {
        const sort = { field, descending };
        expect([...rows].sort(compareVasps(sort))).toEqual(sortVasps(rows, sort));
      }
    }
  });
});
