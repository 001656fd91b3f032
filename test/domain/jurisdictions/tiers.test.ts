/** Which tiers of a pack apply on a day. */
import { describe, expect, it } from "vitest";
import { tiersOn } from "../../../src/domain/jurisdictions/tiers.js";
import type { Jurisdiction } from "../../../src/domain/jurisdictions/types.js";
import { ar, au, br, gb, is, je, kr, mn, pe, pk } from "../../../src/jurisdictions.js";

function namesOn(pack: Jurisdiction, day: string): readonly string[] {
  const { deciding, doubtful } = tiersOn(pack, day);
  return [...deciding.map(({ name }) => name), ...doubtful.map(({ tier, doubt }) => `${doubt}: ${tier.name}`)];
}

describe("the tiers on a day", () => {
  it.each([
    ["2023-08-31", []],
    ["2023-09-01", ["inter-business transfers, until 29 June 2026"]],
    ["2026-06-29", ["inter-business transfers, until 29 June 2026"]],
    ["2026-06-30", ["inter-business transfers, from 30 June 2026"]],
    ["2031-01-01", ["inter-business transfers, from 30 June 2026"]],
  ])("of GB on %s", (day, names) => {
    expect(namesOn(gb, day)).toEqual(names);
  });

  it("never include one before its first day", () => {
    expect(namesOn(au, "2026-06-30")).toEqual([]);
    expect(namesOn(au, "2026-07-01")).toHaveLength(1);
  });

  it("list an announced tier until its day; then it decides, because its confidence is primary", () => {
    const [before, after] = kr.tiers.map(({ name }) => name);
    expect(namesOn(kr, "2027-02-18")).toEqual([before, `announced: ${after}`]);
    expect(namesOn(kr, "2027-02-19")).toEqual([after]);
  });

  it("keep an announced tier of lower confidence undecided after its day, unless it is allowed", () => {
    const tiers = kr.tiers.map((tier) => ({ ...tier, confidence: "secondary" }) as const);
    const pack = { ...kr, tiers };
    expect(namesOn(pack, "2027-02-19")).toEqual(["not_reviewed: from the 2026 amendment"]);
    const allowed = { ...pack, allowed_tiers: ["from the 2026 amendment"] };
    expect(namesOn(allowed, "2027-02-19")).toEqual(["from the 2026 amendment"]);
    expect(namesOn(allowed, "2027-02-18")).toContain("announced: from the 2026 amendment");
  });

  it("never decide by an announced tier without a date, allowed or not", () => {
    for (const pack of [is, pk]) {
      const [name = ""] = pack.tiers.map((tier) => tier.name);
      expect(namesOn({ ...pack, allowed_tiers: [name] }, "2099-01-01")).toEqual([`announced: ${name}`]);
    }
  });

  it.each([
    [mn, "weak"],
    [ar, "amount_unknown"],
    [pe, "amount_unknown"],
  ])("list %o as doubtful: %s, and decide by it if it is allowed by name", (pack, doubt) => {
    const [name = ""] = pack.tiers.map((tier) => tier.name);
    expect(namesOn(pack, "2026-11-22")).toEqual([`${doubt}: ${name}`]);
    expect(namesOn({ ...pack, allowed_tiers: ["another"] }, "2026-11-22")).toEqual([`${doubt}: ${name}`]);
    expect(namesOn({ ...pack, allowed_tiers: [name] }, "2026-11-22")).toEqual([name]);
  });

  it("read dates of reduced precision as the longest period, and an unknown first day as past", () => {
    expect(namesOn(je, "2023-08-31")).toEqual([]);
    expect(namesOn(je, "2023-09-01")).toHaveLength(1);
    expect(namesOn(br, "2000-01-01")).toHaveLength(1);
    const ending = (effective_to: string) => ({ ...br, tiers: br.tiers.map((tier) => ({ ...tier, effective_to })) });
    expect(namesOn(ending("2024-02"), "2024-02-29")).toHaveLength(1);
    expect(namesOn(ending("2024-02"), "2024-03-01")).toEqual([]);
    expect(namesOn(ending("2024"), "2024-12-31")).toHaveLength(1);
    expect(namesOn(ending("2024"), "2025-01-01")).toEqual([]);
    const year = { ...br, tiers: br.tiers.map((tier) => ({ ...tier, effective_from: "2024" })) };
    expect(namesOn(year, "2023-12-31")).toEqual([]);
    expect(namesOn(year, "2024-01-01")).toHaveLength(1);
  });
});
