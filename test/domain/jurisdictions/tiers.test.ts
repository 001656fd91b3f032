/** Which tiers of a pack apply on a day. */
import { describe, expect, it } from "vitest";
import { tiersAt } from "../../../src/domain/jurisdictions/tiers.js";
import type { Jurisdiction } from "../../../src/domain/jurisdictions/types.js";
import { ar, au, eu, gb, ge, is, je, kr, kz, mn, pe, pk, us } from "../../../src/jurisdictions.js";

/** At noon in UTC, when it is the same day in all zones of these packs. */
function namesOn(pack: Jurisdiction, day: string): readonly string[] {
  return namesAt(pack, `${day}T12:00:00Z`);
}

function namesAt(pack: Jurisdiction, time: string): readonly string[] {
  const { deciding, doubtful } = tiersAt(pack, new Date(time));
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
    for (const pack of [ar, is, pk]) {
      const [name = ""] = pack.tiers.map((tier) => tier.name);
      expect(namesOn({ ...pack, allowed_tiers: [name] }, "2099-01-01")).toEqual([`announced: ${name}`]);
    }
  });

  it.each([
    { pack: mn, code: "MN", doubt: "weak" },
    { pack: ge, code: "GE", doubt: "amount_unknown" },
    { pack: pe, code: "PE", doubt: "amount_unknown" },
  ])("list $code as doubtful: $doubt, and decide by it if it is allowed by name", ({ pack, doubt }) => {
    const [name = ""] = pack.tiers.map((tier) => tier.name);
    expect(namesOn(pack, "2026-11-22")).toEqual([`${doubt}: ${name}`]);
    expect(namesOn({ ...pack, allowed_tiers: ["another"] }, "2026-11-22")).toEqual([`${doubt}: ${name}`]);
    expect(namesOn({ ...pack, allowed_tiers: [name] }, "2026-11-22")).toEqual([name]);
  });

  it("read dates of reduced precision as the longest period, and an unknown first day as past", () => {
    expect(namesOn(je, "2023-08-31")).toEqual([]);
    expect(namesOn(je, "2023-09-01")).toHaveLength(1);
    expect(namesOn(kz, "2000-01-01")).toHaveLength(1);
    const ending = (effective_to: string) => ({ ...kz, tiers: kz.tiers.map((tier) => ({ ...tier, effective_to })) });
    expect(namesOn(ending("2024-02"), "2024-02-29")).toHaveLength(1);
    expect(namesOn(ending("2024-02"), "2024-03-01")).toEqual([]);
    expect(namesOn(ending("2024"), "2024-12-31")).toHaveLength(1);
    expect(namesOn(ending("2024"), "2025-01-01")).toEqual([]);
    const year = { ...kz, tiers: kz.tiers.map((tier) => ({ ...tier, effective_from: "2024" })) };
    expect(namesOn(year, "2023-12-31")).toEqual([]);
    expect(namesOn(year, "2024-01-01")).toHaveLength(1);
  });

  it("begin in Seoul when the day begins there", () => {
    const [before, after] = kr.tiers.map(({ name }) => name);
    expect(namesAt(kr, "2027-02-18T14:59:59.999Z")).toEqual([before, `announced: ${after}`]);
    expect(namesAt(kr, "2027-02-18T15:00:00Z")).toEqual([after]);
  });

  it("begin in the summer time of London", () => {
    const [before, after] = gb.tiers.map(({ name }) => name);
    expect(namesAt(gb, "2026-06-29T22:59:59Z")).toEqual([before]);
    expect(namesAt(gb, "2026-06-29T23:00:00Z")).toEqual([after]);
  });

  it("begin with the earliest day of several zones and end with the latest: those of the EU overlap", () => {
    const [all = "", check = "", until = "", from = ""] = eu.tiers.map(({ name }) => name);
    // Réunion is 4 hours ahead of UTC, and Martinique 4 hours behind.
    expect(namesAt(eu, "2027-07-09T19:59:59Z")).toEqual([all, check, until, `announced: ${from}`]);
    expect(namesAt(eu, "2027-07-09T20:00:00Z")).toEqual([all, check, until, from]);
    expect(namesAt(eu, "2027-07-10T03:59:59Z")).toEqual([all, check, until, from]);
    expect(namesAt(eu, "2027-07-10T04:00:00Z")).toEqual([all, check, from]);
  });

  it("are selected at both ends of the calendar too", () => {
    const tiers = us.tiers.map((tier) => ({ ...tier, effective_from: "0001", effective_to: "9999-12-31" }));
    const far = { ...us, zones: ["Pacific/Kiritimati", "America/Adak"], tiers };
    for (const time of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]) {
      expect(namesAt(far, time)).toHaveLength(1);
    }
    expect(
      namesAt({ ...far, tiers: tiers.map((tier) => ({ ...tier, effective_to: "0999" })) }, "0999-12-31T12:00Z"),
    ).toHaveLength(1);
  });
});
