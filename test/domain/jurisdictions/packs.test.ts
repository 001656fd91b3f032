/** The packs of vaspkit/jurisdictions. */
import { describe, expect, it } from "vitest";
import { isDeepFrozen } from "../../../src/domain/frozen.js";
import { isCountry } from "../../../src/domain/identifiers/country.js";
import { isCurrency } from "../../../src/domain/identifiers/currency.js";
import * as entry from "../../../src/jurisdictions.js";

const { jurisdictions, eu, gb, india } = entry;
const tiers = jurisdictions.flatMap((pack) => pack.tiers.map((tier) => ({ ...tier, code: pack.code })));

describe("the packs", () => {
  it("cover at least 65 jurisdictions, each once", () => {
    const codes = jurisdictions.flatMap(({ code, members }) => members ?? [code]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThanOrEqual(65);
    expect(codes.filter((code) => !isCountry(code))).toEqual([]);
  });

  it("are exported by name, and together in the order of their codes", () => {
    const named = Object.values(entry).filter((value) => typeof value === "object" && "tiers" in value);
    expect(new Set(named)).toEqual(new Set(jurisdictions));
    expect(jurisdictions.map(({ code }) => code)).toEqual(jurisdictions.map(({ code }) => code).sort());
    expect(india.code).toBe("IN");
  });

  it("are frozen", () => {
    expect(jurisdictions.filter((pack) => !isDeepFrozen(pack))).toEqual([]);
    expect(Object.isFrozen(jurisdictions)).toBe(true);
  });

  it("have a source for every tier that is not marked weak", () => {
    expect(tiers.filter(({ confidence, sources }) => confidence !== "weak" && sources.length === 0)).toEqual([]);
  });

  it("have thresholds in currencies of ISO 4217, and a review date", () => {
    expect(tiers.filter(({ currency }) => !isCurrency(currency))).toEqual([]);
    expect(new Set(jurisdictions.map(({ reviewed }) => reviewed))).toEqual(new Set(["2026-11-22"]));
  });

  it("keep the members of the EU and both versions of the law of GB", () => {
    expect(eu.members).toHaveLength(27);
    expect(gb.tiers.map(({ threshold, currency, effective_from }) => [threshold, currency, effective_from])).toEqual([
      ["1000", "EUR", "2023-09-01"],
      ["800", "GBP", "2026-06-30"],
    ]);
  });
});
