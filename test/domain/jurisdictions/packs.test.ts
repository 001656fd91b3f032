/** The packs of vaspkit/jurisdictions. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isDeepFrozen } from "../../../src/domain/frozen.js";
import { isCountry } from "../../../src/domain/identifiers/country.js";
import { isCurrency } from "../../../src/domain/identifiers/currency.js";
import { requirementsFor } from "../../../src/domain/jurisdictions/requirements-for.js";
import type { Jurisdiction } from "../../../src/domain/jurisdictions/types.js";
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
    expect(new Set(jurisdictions.map(({ reviewed }) => reviewed))).toEqual(new Set(["2026-11-23"]));
  });

  it("keep the members of the EU and both versions of the law of GB", () => {
    expect(eu.members).toHaveLength(27);
    expect(gb.tiers.map(({ threshold, currency, effective_from }) => [threshold, currency, effective_from])).toEqual([
      ["1000", "EUR", "2023-09-01"],
      ["800", "GBP", "2026-06-30"],
    ]);
  });
});

function textOf(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ");
}

/** Returns the jurisdictions about which a pack decides a transfer of any size, on the day of the review. */
function decidedBy(kind: "vasp_to_vasp" | "withdrawal_to_self_hosted", isCounted: (pack: Jurisdiction) => boolean) {
  const at = new Date("2026-11-23T12:00:00Z");
  return jurisdictions.filter(isCounted).flatMap((pack) => {
    return (pack.members ?? [pack.code]).filter((code) => {
      const countries = { originator_country: code, beneficiary_country: code };
      // In the currency of each tier, so that no rate is needed.
      const found = pack.tiers.map(({ currency }) =>
        requirementsFor({ ...countries, kind, amount: "1", currency, at }, [pack]),
      );
      return found.every(({ undecided }) => undecided.every(({ reason }) => reason === "rate_missing"));
    });
  });
}

describe("the documents about the packs", () => {
  const all = decidedBy("vasp_to_vasp", () => true);
  const primary = decidedBy("vasp_to_vasp", ({ tiers: own }) =>
    own.some(({ confidence, status, scope, effective_from }) => {
      const isNow = status === "in_force" && (effective_from ?? "") <= "2026-11-23";
      return confidence === "primary" && isNow && scope !== "self_hosted";
    }),
  );
  const selfHosted = decidedBy("withdrawal_to_self_hosted", () => true);

  it("count only what decides", () => {
    expect(textOf("README.md")).toContain(
      `the travel rule as data: decides in ${all.length} jurisdictions, ${primary.length} of them primary and in force`,
    );
    expect(textOf("docs/jurisdictions.md")).toContain(
      `On that day they decide about transfers between VASPs in ${all.length} jurisdictions. ` +
        `In ${primary.length} of them, a tier in force was read in a primary source. ` +
        `About transfers with self-hosted wallets they decide in ${selfHosted.length} jurisdictions.`,
    );
    expect(all.length).toBeGreaterThan(primary.length);
    expect(primary.length).toBeGreaterThan(selfHosted.length);
  });

  it("cite every tier as the data does", () => {
    const rows = readFileSync(new URL("../../../docs/jurisdictions.md", import.meta.url), "utf8").split("\n");
    for (const { code, name, citation } of tiers) {
      const [row = "", ...others] = rows.filter((each) => each.startsWith(`| ${code} | ${name} |`));
      expect(others).toEqual([]);
      expect(row.endsWith(` | ${citation.replaceAll("|", "\\|")} |`)).toBe(true);
    }
    expect(rows.filter((each) => each.includes("64G (unhosted)"))).toHaveLength(2);
  });
});
