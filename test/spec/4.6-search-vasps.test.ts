import { describe, expect, it } from "vitest";
import sample from "../../examples/data/vasps.json" with { type: "json" };
import { type Compliance, unwrap } from "../../src/index.js";
import { faultsOf } from "../support/outcomes.js";
import { filledCompliance, fullVasp, sampleCompliance, shortVasp } from "../support/samples.js";

async function found(compliance: Compliance, search_term: string): Promise<readonly string[]> {
  return unwrap(await compliance.vasps.search({ search_term })).map(({ vasp_id }) => vasp_id);
}

describe("§4.6 search VASPs", () => {
  it("answers the records of §2.7, whole", async () => {
    const { vasps } = await filledCompliance();
    expect(await vasps.search({ search_term: "aurora" })).toStrictEqual({ ok: true, value: [fullVasp] });
    expect(await vasps.search({ search_term: "boreal" })).toStrictEqual({ ok: true, value: [shortVasp] });
  });

  it("looks at the legal and the business name, and at nothing else", async () => {
    const compliance = await filledCompliance();
    expect(await found(compliance, "Exchange Pte")).toEqual(["VASP-1"]);
    expect(await found(compliance, "AURORA")).toEqual(["VASP-1"]);
    for (const term of ["VASP-1", "Marina", "Singapore", "custody", "aurora.example", "TRP", "201900001A"]) {
      expect(await found(compliance, term)).toEqual([]);
    }
  });

  it("is folded, and the best match comes first: whole, beginning, word, inside; ties by vasp_id", async () => {
    const compliance = sampleCompliance();
    await compliance.vasps.load([
      { vasp_id: "1", name_legal: "Kryptobörsenverein" },
      { vasp_id: "2", name_legal: "Wiener Börse" },
      { vasp_id: "3", name_legal: "Börsengesellschaft" },
      { vasp_id: "4", name_legal: "X", name_business: "BÖRSE" },
      { vasp_id: "b", name_legal: "Börse" },
      { vasp_id: "B", name_legal: "borse" },
    ]);
    expect(await found(compliance, "börse")).toEqual(["4", "B", "b", "3", "2", "1"]);
  });

  it("answers no results when nothing matches (§7.2)", async () => {
    const { vasps } = await filledCompliance();
    expect(await vasps.search({ search_term: "Zephyr" })).toStrictEqual({ ok: true, value: [] });
    expect(await sampleCompliance().vasps.search({ search_term: "a" })).toStrictEqual({ ok: true, value: [] });
  });

  it("finds providers of the register sample by name", async () => {
    const compliance = sampleCompliance();
    const { rejections } = await compliance.vasps.load(sample.vasps as readonly unknown[]);
    const rejectedIds = rejections.map(({ index }) => sample.vasps[index]?.vasp_id);
    for (const { vasp_id, name_legal } of sample.vasps) {
      const ids = await found(compliance, name_legal.trim());
      if (!rejectedIds.includes(vasp_id)) expect(ids).toContain(vasp_id);
    }
  });

  it("needs a search_term, and knows no other field", async () => {
    const { vasps } = sampleCompliance();
    const faults = async (query: unknown): Promise<unknown> => faultsOf(await vasps.search(query));
    expect(await faults({})).toEqual([["required", "/search_term", "4.6"]]);
    expect(await faults(undefined)).toEqual([["required", "", "4.6"]]);
    expect(await faults("aurora")).toEqual([["wrong_type", "", "4.6"]]);
    expect(await faults({ search_term: ["a"] })).toEqual([["wrong_type", "/search_term", "4.6"]]);
    for (const search_term of ["", "  ", "\u0301"]) {
      expect(await faults({ search_term })).toEqual([["text_blank", "/search_term", "4.6"]]);
    }
    expect(await faults({ search_term: "a", size: 5 })).toEqual([["unknown_property", "/size", "4.6"]]);
  });

  it("returns at most `limit` records, the best ones", async () => {
    const compliance = sampleCompliance();
    const names = ["Börsenverein", "Wiener Börse", "Börse", "Börse"];
    await compliance.vasps.load(names.map((name_legal, index) => ({ vasp_id: `${index}`, name_legal })));
    const { vasps } = compliance;
    const ids = async (limit: number): Promise<unknown> =>
      unwrap(await vasps.search({ search_term: "börse", limit })).map(({ vasp_id }) => vasp_id);
    expect(await ids(1)).toEqual(["2"]);
    expect(await ids(3)).toEqual(["2", "3", "0"]);
    expect(await ids(100)).toEqual(["2", "3", "0", "1"]);
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(faultsOf(await vasps.search({ search_term: "a", limit }))).toEqual([["out_of_range", "/limit", "4.6"]]);
    }
    expect(faultsOf(await vasps.search({ search_term: "a", limit: "5" } as unknown))).toEqual([
      ["wrong_type", "/limit", "4.6"],
    ]);
  });
});
