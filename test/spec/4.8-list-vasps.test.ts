import { beforeAll, describe, expect, it } from "vitest";
import { type Compliance, unwrap, type Vasp } from "../../src/index.js";
import { faultsOf } from "../support/outcomes.js";
import { filledCompliance, fullVasp, sampleCompliance, shortVasp } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

async function idsOf(compliance: Compliance, query?: unknown): Promise<readonly string[]> {
  return unwrap(await compliance.vasps.list(query)).items.map(({ vasp_id }) => vasp_id);
}

async function holding(...records: readonly Vasp[]): Promise<Compliance> {
  const compliance = sampleCompliance();
  await compliance.vasps.load(records);
  return compliance;
}

const numbered = Array.from({ length: 120 }, (_, index) => ({
  vasp_id: `V-${String(index).padStart(3, "0")}`,
  name_legal: `Provider ${119 - index}`,
}));
const ids = numbered.map(({ vasp_id }) => vasp_id);

describe("§4.8 list VASPs", () => {
  it("answers items, records of §2.7, and pagination with total, size and page", async () => {
    const { vasps } = await filledCompliance();
    expect(await vasps.list()).toStrictEqual({
      ok: true,
      value: { items: [fullVasp, shortVasp], pagination: { total: 2, size: 50, page: 1 } },
    });
  });

  describe("page and size", () => {
    let compliance: Compliance;
    beforeAll(async () => {
      compliance = await holding(...numbered);
    });

    it.each([
      [undefined, [0, 50], { total: 120, size: 50, page: 1 }],
      [{}, [0, 50], { total: 120, size: 50, page: 1 }],
      [{ page: undefined, size: undefined, sort: undefined }, [0, 50], { total: 120, size: 50, page: 1 }],
      [{ page: 2 }, [50, 100], { total: 120, size: 50, page: 2 }],
      [{ page: 3 }, [100, 120], { total: 120, size: 50, page: 3 }],
      [{ size: 7 }, [0, 7], { total: 120, size: 7, page: 1 }],
      [{ page: 18, size: 7 }, [119, 120], { total: 120, size: 7, page: 18 }],
      [{ size: 1 }, [0, 1], { total: 120, size: 1, page: 1 }],
      [{ size: 1000 }, [0, 120], { total: 120, size: 1000, page: 1 }],
      [{ page: 4 }, [0, 0], { total: 120, size: 50, page: 4 }],
      [{ page: 2, size: 120 }, [0, 0], { total: 120, size: 120, page: 2 }],
      [{ page: Number.MAX_SAFE_INTEGER }, [0, 0], { total: 120, size: 50, page: Number.MAX_SAFE_INTEGER }],
    ])("%j", async (query, [start, end], pagination) => {
      const page = unwrap(await compliance.vasps.list(untyped(query)));
      expect(page.items.map(({ vasp_id }) => vasp_id)).toEqual(ids.slice(start, end));
      expect(page.pagination).toStrictEqual(pagination);
    });

    it("paging through gives every record once, in any order asked for", async () => {
      const seen: string[] = [];
      for (let page = 1; page <= 12; page += 1) {
        seen.push(...(await idsOf(compliance, { page, size: 11, sort: "-name_legal" })));
      }
      expect(new Set(seen).size).toBe(120);
      expect(seen).toHaveLength(120);
    });

    it.each([
      [{ page: 0 }, "out_of_range", "/page"],
      [{ page: -1 }, "out_of_range", "/page"],
      [{ page: 1.5 }, "out_of_range", "/page"],
      [{ page: Number.NaN }, "out_of_range", "/page"],
      [{ page: Number.MAX_SAFE_INTEGER + 1 }, "out_of_range", "/page"],
      [{ page: "1" }, "wrong_type", "/page"],
      [{ page: null }, "wrong_type", "/page"],
      [{ size: 0 }, "out_of_range", "/size"],
      [{ size: 1001 }, "out_of_range", "/size"],
      [{ size: 0.5 }, "out_of_range", "/size"],
      [{ size: Number.POSITIVE_INFINITY }, "out_of_range", "/size"],
      [{ size: "50" }, "wrong_type", "/size"],
      [{ offset: 5 }, "unknown_property", "/offset"],
      [null, "wrong_type", ""],
      [5, "wrong_type", ""],
      [[], "wrong_type", ""],
    ])("%j: %s at %j", async (query, code, path) => {
      expect(faultsOf(await compliance.vasps.list(untyped(query)))).toEqual([[code, path, "4.8"]]);
    });

    it("gives every issue of a query at once", async () => {
      expect(faultsOf(await compliance.vasps.list(untyped({ sort: "name", size: 0, page: 0 })))).toEqual([
        ["not_allowed", "/sort", "4.8"],
        ["out_of_range", "/size", "4.8"],
        ["out_of_range", "/page", "4.8"],
      ]);
    });
  });

  describe("sort: a field of §2.7 ascending, with - before it descending", () => {
    const fields = Object.keys(fullVasp);
    const text = fields.filter(
      (field) =>
        !["vasp_id", "supported_protocols", "national_id_type_code"].includes(field) &&
        !/country|authority/.test(field),
    );

    it("takes every field, both ways", async () => {
      const compliance = await filledCompliance();
      expect(fields).toHaveLength(16);
      for (const sort of fields.flatMap((field) => [field, `-${field}`])) {
        expect(faultsOf(await compliance.vasps.list(untyped({ sort })))).toEqual([]);
      }
    });

    it.each(text)("%s: ascending, descending, absent last in both directions, ties by vasp_id", async (field) => {
      const record = (vasp_id: string, value?: string): Vasp => ({
        vasp_id,
        name_legal: "M",
        ...(value !== undefined && { [field]: value }),
      });
      // An absent legal name cannot be: there the default M takes the place between B and Z.
      const compliance = await holding(
        record("5", "B"),
        record("4"),
        record("3", "A"),
        record("2", "Z"),
        record("1", "A"),
        record("0"),
      );
      const isRequired = field === "name_legal";
      expect(await idsOf(compliance, { sort: field })).toEqual(
        isRequired ? ["1", "3", "5", "0", "4", "2"] : ["1", "3", "5", "2", "0", "4"],
      );
      expect(await idsOf(compliance, { sort: `-${field}` })).toEqual(
        isRequired ? ["2", "0", "4", "5", "1", "3"] : ["2", "5", "1", "3", "0", "4"],
      );
    });

    it("vasp_id: the default order; null counts as absent", async () => {
      const compliance = await holding(
        { vasp_id: "b", name_legal: "X" },
        { vasp_id: "B", name_legal: "X" },
        { vasp_id: "a", name_legal: "X" },
      );
      await compliance.vasps.load([{ vasp_id: "0", name_legal: "X", website: null }]);
      expect(await idsOf(compliance)).toEqual(["0", "B", "a", "b"]);
      expect(await idsOf(compliance, { sort: "vasp_id" })).toEqual(["0", "B", "a", "b"]);
      expect(await idsOf(compliance, { sort: "-vasp_id" })).toEqual(["b", "a", "B", "0"]);
      expect(await idsOf(compliance, { sort: "-website" })).toEqual(["0", "B", "a", "b"]);
    });

    it("codes and protocols", async () => {
      const compliance = await holding(
        { vasp_id: "1", name_legal: "X", national_id_type_code: "TXID", supported_protocols: ["B"] },
        { vasp_id: "2", name_legal: "X", national_id_type_code: "RAID", supported_protocols: ["A", "Z"] },
        { vasp_id: "3", name_legal: "X", address_country_code: "DE", supported_protocols: ["A", "B", "C"] },
        { vasp_id: "4", name_legal: "X", address_country_code: "AT", supported_protocols: [] },
        { vasp_id: "5", name_legal: "X", address_country_code: "DE" },
      );
      expect(await idsOf(compliance, { sort: "national_id_type_code" })).toEqual(["2", "1", "3", "4", "5"]);
      expect(await idsOf(compliance, { sort: "-address_country_code" })).toEqual(["3", "5", "4", "1", "2"]);
      expect(await idsOf(compliance, { sort: "supported_protocols" })).toEqual(["4", "3", "2", "1", "5"]);
      expect(await idsOf(compliance, { sort: "-supported_protocols" })).toEqual(["1", "2", "3", "4", "5"]);
    });

    it.each([
      ...["", "-", "name", "+name_legal", "--name_legal", "NAME_LEGAL", "name_legal ", "created"],
      ...["__proto__", "length"],
    ])("%j is no field of §2.7", async (sort) => {
      const { vasps } = sampleCompliance();
      expect(faultsOf(await vasps.list(untyped({ sort })))).toEqual([["not_allowed", "/sort", "4.8"]]);
    });

    it("is text", async () => {
      const { vasps } = sampleCompliance();
      expect(faultsOf(await vasps.list(untyped({ sort: ["name_legal"] })))).toEqual([["wrong_type", "/sort", "4.8"]]);
      expect(faultsOf(await vasps.list(untyped({ sort: 1 })))).toEqual([["wrong_type", "/sort", "4.8"]]);
    });
  });

  it("a list of nothing is an empty page", async () => {
    expect(await sampleCompliance().vasps.list({ page: 3, size: 20 })).toStrictEqual({
      ok: true,
      value: { items: [], pagination: { total: 0, size: 20, page: 3 } },
    });
  });
});
