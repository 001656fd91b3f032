import { describe, expect, it } from "vitest";
import { fullName, searchAccounts, searchTextsOf } from "../../src/domain/accounts/search.js";
import { sortAlerts } from "../../src/domain/alerts/alert.js";
import { bestMatches } from "../../src/domain/ranking.js";
import { compareVasps, sortVasps, VASP_FIELDS, vaspTextsOf } from "../../src/domain/vasps/list.js";
import { alert, entity, individual, vasp } from "../support/storage-records.js";

describe("what a search of accounts looks at (§4.5)", () => {
  it("is, of an individual: first and last name, the full name with and without the middle name, all of the local name, the e-mail address", () => {
    const account = individual("r1", { name_first: "José", name_middle: "María", name_last: "Núñez" });
    expect(searchTextsOf(account)).toEqual(["jose", "nunez", "jose maria nunez", "jose nunez"]);
    const local = { name_type: "LEGL", name_first: "太郎", name_middle: "中", name_last: "山田" };
    const more = { email: "Jose@Example.org", individual: { ...account.individual, individual_localname: local } };
    expect(searchTextsOf(individual("r1", {}, more))).toEqual([
      "jose",
      "nunez",
      "jose maria nunez",
      "jose nunez",
      "中",
      "太郎",
      "山田",
      "太郎 中 山田",
      "太郎 山田",
      "jose@example.org",
    ]);
  });

  it("is, of an entity: legal and business name, both in the local form too, the e-mail address", () => {
    const name = { name_type: "LEGL", name_legal: "Łódź Sp. z o.o.", name_business: "Łódź" };
    const local = { name_type: "LEGL", name_legal: "東京株式会社", name_business: "東京" };
    const more = { email: "info@example.org", entity: { entity_name: name, entity_localname: local } };
    expect(searchTextsOf(entity("r1", "", more))).toEqual([
      "lodz sp. z o.o.",
      "lodz",
      "東京株式会社",
      "東京",
      "info@example.org",
    ]);
    expect(searchTextsOf(entity("r1", "Acme"))).toEqual(["acme"]);
  });

  it("holds each text once: who has a last name only has it as the full name too", () => {
    expect(searchTextsOf(individual("r1", { name_last: "Plato" }))).toEqual(["plato"]);
  });

  it("joins the parts of a name that are there by one space", () => {
    expect(fullName({ name_type: "LEGL", name_last: "C" })).toBe("C");
    expect(fullName({ name_type: "LEGL", name_first: "A", name_last: "C" })).toBe("A C");
    expect(fullName({ name_type: "LEGL", name_first: "A", name_middle: "B", name_last: "C" })).toBe("A B C");
  });
});

describe("the order of search results (§4.5, §4.6)", () => {
  const rows = [
    entity("e", "xbank"),
    entity("d", "The Bank"),
    entity("c", "Banker"),
    entity("b", "Bank", { account_category: "non-customer" }),
    individual("a", { name_last: "Bank" }),
    individual("Z", { name_first: "Riverbank", name_last: "Bank" }),
    individual("none"),
  ].map((record) => ({ id: record.reference_id, record, texts: searchTextsOf(record) }));
  const ids = (query: Omit<Parameters<typeof searchAccounts>[1], "term">): string[] =>
    searchAccounts(rows, { term: "bank", ...query }).map(({ reference_id }) => reference_id);

  it("is by the best text of each, then by id in code units", () => {
    expect(ids({})).toEqual(["Z", "a", "b", "c", "d", "e"]);
  });

  it("leaves out other categories and types, before it counts to the limit", () => {
    expect(ids({ account_category: "non-customer" })).toEqual(["b"]);
    expect(ids({ account_type: "individual" })).toEqual(["Z", "a"]);
    expect(ids({ account_type: "individual", account_category: "non-customer" })).toEqual([]);
    expect(ids({ account_type: "entity", limit: 2 })).toEqual(["b", "c"]);
  });

  it("is the same for VASPs, by legal and business name", () => {
    const vasps = [
      vasp("a", { name_legal: "Exchange Holding", name_business: "Coin" }),
      vasp("b", { name_legal: "Coin Exchange" }),
    ].map((record) => ({ id: record.vasp_id, record, texts: vaspTextsOf(record) }));
    expect(bestMatches(vasps, "coin").map(({ vasp_id }) => vasp_id)).toEqual(["a", "b"]);
    expect(bestMatches(vasps, "exchange").map(({ vasp_id }) => vasp_id)).toEqual(["a", "b"]);
    expect(bestMatches(vasps, "exchange", { limit: 1 })).toEqual([vasps[0]?.record]);
    expect(bestMatches(vasps, "")).toEqual([]);
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

  const ids = (field: (typeof VASP_FIELDS)[number], descending: boolean): string =>
    sortVasps(rows, { field, descending })
      .map(({ vasp_id }) => vasp_id)
      .join("");

  it("has the sixteen properties of §2.7", () => {
    expect(new Set(VASP_FIELDS).size).toBe(16);
  });

  it("is by vasp_id in code units by default", () => {
    const shuffled = [vasp("b"), vasp("a"), vasp("B")];
    expect(sortVasps(shuffled)).toEqual([vasp("B"), vasp("a"), vasp("b")]);
    expect(shuffled[0]).toEqual(vasp("b"));
    expect(ids("vasp_id", true)).toBe("dcbaB");
  });

  it("breaks ties by vasp_id ascending and puts absent values last, in both directions", () => {
    expect(ids("website", false)).toBe("acdBb");
    expect(ids("website", true)).toBe("cdaBb");
  });

  it("is the same where a storage compares two at a time", () => {
    expect([...rows].sort(compareVasps())).toEqual(sortVasps(rows));
    for (const field of VASP_FIELDS) {
      for (const descending of [false, true]) {
        const sort = { field, descending };
        expect([...rows].sort(compareVasps(sort))).toEqual(sortVasps(rows, sort));
      }
    }
  });

  it("compares lists of protocols element by element", () => {
    expect(ids("supported_protocols", false)).toBe("dacbB");
    expect(ids("supported_protocols", true)).toBe("bcadB");
  });
});

describe("the order of the alert listing (§4.9.3)", () => {
  it("is the newest first, then by alert_id", () => {
    const old = alert("z", "2025-12-31T23:59:59.999Z");
    expect(sortAlerts([old, alert("b"), alert("a")])).toEqual([alert("a"), alert("b"), old]);
  });
});
