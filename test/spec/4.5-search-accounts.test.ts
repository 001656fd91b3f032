import { beforeAll, describe, expect, it } from "vitest";
import { type Compliance, unwrap } from "../../src/index.js";
import { faultsOf } from "../support/outcomes.js";
import { entity, individual, sampleCompliance } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const times = { created: "2024-06-28T14:30:05.123+00:00", last_modified: "2024-06-28T14:30:05.123+00:00" };

function person(reference_id: string, name_last: string, rest: object = {}): object {
  const individual_name = { name_type: "LEGL", name_last, ...rest };
  return { reference_id, account_type: "individual", customer_id: "C", individual: { individual_name } };
}

function company(reference_id: string, name_legal: string, rest: object = {}): object {
  const entity_name = { name_type: "LEGL", name_legal };
  return { reference_id, account_type: "entity", customer_id: "C", entity: { entity_name }, ...rest };
}

async function holding(...accounts: readonly object[]): Promise<Compliance> {
  const compliance = sampleCompliance();
  for (const account of accounts) unwrap(await compliance.accounts.create(untyped(account)));
  return compliance;
}

/** The reference ids that a query finds, best match first. */
async function found(compliance: Compliance, query: string | object): Promise<readonly string[]> {
  const result = await compliance.accounts.search(untyped(typeof query === "string" ? { search_term: query } : query));
  return unwrap(result).map(({ reference_id }) => reference_id);
}

describe("§4.5 search accounts", () => {
  let compliance: Compliance;
  beforeAll(async () => {
    compliance = await holding(individual, entity);
  });

  it("answers an item with the fields of the clause: an individual", async () => {
    expect(await compliance.accounts.search({ search_term: "Tremblay" })).toStrictEqual({
      ok: true,
      value: [
        {
          reference_id: "ACC-1001",
          account_type: "Individual",
          name: "Zoé Anne Tremblay",
          account_category: "customer",
          email: "zoe.tremblay@example.com",
          ...times,
        },
      ],
    });
  });

  it("answers an item with the fields of the clause: an entity, which is a recipient when no customer", async () => {
    expect(await compliance.accounts.search({ search_term: "Nordlicht Handel GmbH" })).toStrictEqual({
      ok: true,
      value: [
        {
          reference_id: "ACC-2001",
          account_type: "Entity",
          name: "Nordlicht Handel GmbH",
          account_category: "recipient",
          email: "office@nordlicht.example",
          ...times,
        },
      ],
    });
  });

  it("name is what there is of first, middle and last name; an e-mail that is not set is left out", async () => {
    const few = await holding(person("A", "Lee"), person("B", "Lee", { name_middle: "Q" }));
    expect(unwrap(await few.accounts.search({ search_term: "lee" }))).toStrictEqual([
      { reference_id: "A", account_type: "Individual", name: "Lee", account_category: "customer", ...times },
      { reference_id: "B", account_type: "Individual", name: "Q Lee", account_category: "customer", ...times },
    ]);
  });

  describe("search_term", () => {
    it.each([
      ["first name", "Zoé", "ACC-1001"],
      ["last name", "Tremblay", "ACC-1001"],
      ["middle name, through the full name", "Anne", "ACC-1001"],
      ["full name", "zoe anne tremblay", "ACC-1001"],
      ["full name without the middle name", "zoe tremblay", "ACC-1001"],
      ["full name, whatever the white space", "  Zoé   Anne ", "ACC-1001"],
      ["parts of a local name", "тремблей", "ACC-1001"],
      ["full local name", "Зоя Анна Тремблей", "ACC-1001"],
      ["legal name", "Handel", "ACC-2001"],
      ["business name", "Nordlicht", "ACC-2001"],
      ["local legal name", "有限会社", "ACC-2001"],
      ["local business name", "ノルトリヒト", "ACC-2001"],
      ["e-mail", "zoe.tremblay@", "ACC-1001"],
      ["e-mail", "office@nordlicht.example", "ACC-2001"],
    ])("is matched against the %s: %s", async (_, term, reference_id) => {
      expect(await found(compliance, term)).toEqual([reference_id]);
    });

    it.each(["ACC-1001", "C-1001", "Montréal", "Paris", "AB123456", "1984", "Tremblay Zoé", "ZoéAnne", "%", ".*"])(
      "finds nothing by what is not in a name or e-mail, or not so: %s",
      async (term) => {
        expect(await found(compliance, term)).toEqual([]);
      },
    );

    it("is compared folded: case, marks, width, and letters that do not decompose", async () => {
      const folding = await holding(person("1", "Łukasiewicz"), person("2", "Straße"), person("3", "Đặng"));
      for (const term of ["lukasiewicz", "ŁUKASIEWICZ", "Ｌukasiewicz"])
        expect(await found(folding, term)).toEqual(["1"]);
      for (const term of ["strasse", "STRASSE", "straße", "Stras"]) expect(await found(folding, term)).toEqual(["2"]);
      for (const term of ["dang", "DANG", "đang", "Đa\u0323\u0306ng"])
        expect(await found(folding, term)).toEqual(["3"]);
    });

    it("is required, text that holds something besides accents and white space", async () => {
      const { accounts } = compliance;
      const faults = async (query: unknown): Promise<unknown> => faultsOf(await accounts.search(query));
      expect(await faults({})).toEqual([["required", "/search_term", "4.5"]]);
      expect(await faults({ search_term: null })).toEqual([["wrong_type", "/search_term", "4.5"]]);
      expect(await faults({ search_term: 5 })).toEqual([["wrong_type", "/search_term", "4.5"]]);
      for (const search_term of ["", " ", "\u0301", " \u0308 \u0301", "\u200b"]) {
        expect(await faults({ search_term })).toEqual([["text_blank", "/search_term", "4.5"]]);
      }
      expect(await faults({ search_term: "a\0" })).toEqual([["text_control_character", "/search_term", "4.5"]]);
      expect(await faults({ search_term: "a".repeat(1001) })).toEqual([["text_too_long", "/search_term", "4.5"]]);
      expect(await faults(undefined)).toEqual([["required", "", "4.5"]]);
      expect(await faults("Tremblay")).toEqual([["wrong_type", "", "4.5"]]);
    });
  });

  describe("the best match comes first (design)", () => {
    it("whole, then beginning, then beginning of a word, then inside; ties by reference_id", async () => {
      const ranked = await holding(
        company("1-inside", "Monova AG"),
        company("2-word", "Casa Nova"),
        company("3-prefix", "Novaline"),
        company("4-whole", "NOVA"),
        company("a-word", "Terra-Nova"),
        company("B-whole", "Nová"),
      );
      expect(await found(ranked, "nova")).toEqual(["4-whole", "B-whole", "3-prefix", "2-word", "a-word", "1-inside"]);
    });

    it("an account counts by its best text and is answered once", async () => {
      const twice = await holding(
        company("1", "Ana Holding", { email: "x@ana.example" }),
        company("2", "Z", { email: "ana@z.example" }),
        person("3", "Anders", { name_first: "Ana" }),
      );
      expect(await found(twice, "ana")).toEqual(["3", "1", "2"]);
    });
  });

  describe("filters", () => {
    const accounts = [
      { ...person("1", "Alba"), account_category: "customer" },
      { ...person("2", "Alba"), account_category: "non-customer" },
      { ...company("3", "Alba"), account_category: "customer" },
      { ...company("4", "Alba"), account_category: "non-customer" },
    ];

    it.each([
      [{}, ["1", "2", "3", "4"]],
      [{ account_category: "customer" }, ["1", "3"]],
      [{ account_category: "recipient" }, ["2", "4"]],
      [{ account_type: "individual" }, ["1", "2"]],
      [{ account_type: "entity" }, ["3", "4"]],
      [{ account_category: "recipient", account_type: "individual" }, ["2"]],
      [{ account_category: "customer", account_type: "entity" }, ["3"]],
      [{ limit: 1 }, ["1"]],
      [{ limit: 3 }, ["1", "2", "3"]],
      [{ limit: 99 }, ["1", "2", "3", "4"]],
      [{ limit: 1, account_type: "entity" }, ["3"]],
    ])("%j", async (filter, ids) => {
      const filtered = await holding(...accounts);
      expect(await found(filtered, { search_term: "alba", ...filter })).toEqual(ids);
    });

    it.each([
      [{ account_category: "non-customer" }, "not_allowed", "/account_category"],
      [{ account_category: "Customer" }, "not_allowed", "/account_category"],
      [{ account_category: null }, "wrong_type", "/account_category"],
      [{ account_type: "Individual" }, "not_allowed", "/account_type"],
      [{ account_type: 1 }, "wrong_type", "/account_type"],
      [{ limit: 0 }, "out_of_range", "/limit"],
      [{ limit: -1 }, "out_of_range", "/limit"],
      [{ limit: 1.5 }, "out_of_range", "/limit"],
      [{ limit: Number.NaN }, "out_of_range", "/limit"],
      [{ limit: Number.POSITIVE_INFINITY }, "out_of_range", "/limit"],
      [{ limit: "5" }, "wrong_type", "/limit"],
      [{ page: 1 }, "unknown_property", "/page"],
    ])("%j: %s at %s", async (filter, code, path) => {
      const result = await compliance.accounts.search(untyped({ search_term: "alba", ...filter }));
      expect(faultsOf(result)).toEqual([[code, path, "4.5"]]);
    });

    it("gives every issue of a query at once", async () => {
      const query = { limit: 0, account_type: "x", account_category: "y", search_term: " ", z: 1 };
      expect(faultsOf(await compliance.accounts.search(untyped(query)))).toEqual([
        ["out_of_range", "/limit", "4.5"],
        ["not_allowed", "/account_type", "4.5"],
        ["not_allowed", "/account_category", "4.5"],
        ["text_blank", "/search_term", "4.5"],
        ["unknown_property", "/z", "4.5"],
      ]);
    });
  });
});
