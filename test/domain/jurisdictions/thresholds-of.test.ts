/** Thresholds of packs, which depend on the day. */
import { describe, expect, it } from "vitest";
import { createCompliance } from "../../../src/compliance.js";
import { isDeepFrozen } from "../../../src/domain/frozen.js";
import { defineJurisdiction } from "../../../src/domain/jurisdictions/define.js";
import { type ThresholdsOfOptions, thresholdsOf } from "../../../src/domain/jurisdictions/thresholds-of.js";
import type { Jurisdiction, JurisdictionTier } from "../../../src/domain/jurisdictions/types.js";
import { unwrap } from "../../../src/domain/result.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { fixedRates, memoryStorage } from "../../../src/index.js";
import { ae, ar, ch, eu, gb, ge, gi, is, je, jurisdictions, kr, kz, pe, sg, us } from "../../../src/jurisdictions.js";

const day = (text: string): Date => new Date(`${text}T12:00:00Z`);
const today = day("2026-11-23");

async function entryOf(pack: Jurisdiction, at: Date = today, options?: ThresholdsOfOptions) {
  const [entry] = Object.values(await thresholdsOf([pack], options).current(at));
  return entry;
}

function withTiers(pack: Jurisdiction, change: Partial<JurisdictionTier>, rest: Partial<Jurisdiction> = {}) {
  return unwrap(defineJurisdiction({ ...pack, ...rest, tiers: pack.tiers.map((tier) => ({ ...tier, ...change })) }));
}

describe("thresholdsOf", () => {
  it("changes at midnight in the time zone of the jurisdiction", async () => {
    const source = thresholdsOf([gb, kr]);
    const at = async (time: string) => {
      const { GB, KR } = await source.current(new Date(time));
      return [Object(GB).currency, Object(KR).amount];
    };
    expect(await at("2026-06-29T22:59:59.999Z")).toEqual(["EUR", "1000000"]);
    expect(await at("2026-06-29T23:00:00.000Z")).toEqual(["GBP", "1000000"]);
    expect(await at("2027-02-18T14:59:59.999Z")).toEqual(["GBP", "1000000"]);
    expect(await at("2027-02-18T15:00:00.000Z")).toEqual(["GBP", "0"]);
  });

  it("of self-hosted wallets does not follow from a tier about any transfer, unless it covers them", async () => {
    const source = thresholdsOf([kz, ch, eu], { scope: "self_hosted" });
    expect(Object.keys(await source.current(today))).toEqual(["CH", ...(eu.members ?? [])]);
    expect(source.undecided(today).map(({ country, reason }) => [country, reason])).toEqual([["KZ", "no_tier"]]);
    expect(await entryOf(withTiers(kz, { covers_self_hosted: true }), today, { scope: "self_hosted" })).toMatchObject({
      amount: "1000",
      currency: "USD",
    });
  });

  it("carries operator and citation of the tier", async () => {
    const [tier] = sg.tiers;
    const { threshold: amount, currency, citation } = tier as JurisdictionTier;
    expect(await entryOf(sg)).toEqual({ amount, currency, operator: ">", citation });
  });

  it("has the threshold of a union for each member", async () => {
    const thresholds = await thresholdsOf([eu]).current(today);
    expect(Object.keys(thresholds)).toEqual(eu.members);
    expect(thresholds).toMatchObject({ DE: { amount: "0", currency: "EUR" }, SE: { amount: "0", currency: "EUR" } });
  });

  it.each([
    ["all fields", us, { level: "fields" }, "3000"],
    ["any data", gb, { level: "data" }, "0"],
    ["any data, where the duty begins at the threshold", je, { level: "data" }, "1000"],
    ["verification", ae, { level: "verification" }, "3500"],
    ["an ownership check", eu, { level: "ownership_check", scope: "self_hosted" }, "1000"],
    ["a mitigating measure", eu, { level: "mitigating_measure", scope: "self_hosted" }, "0"],
    ["all fields of a self-hosted transfer", eu, { scope: "self_hosted" }, "0"],
    ["the lowest of several tiers", ae, {}, "0"],
  ] as const)("has the amount of %s", async (_, pack, options, amount) => {
    expect(await entryOf(pack, today, options)).toMatchObject({ amount });
  });

  it("has the operator only at the threshold that it is about", async () => {
    expect(await entryOf(je, today, { level: "data" })).toMatchObject({ operator: ">" });
    expect(await entryOf(sg, today, { level: "data" })).not.toHaveProperty("operator");
  });

  it("does not decide about an announced tier without a primary source after its day", async () => {
    const tiers = kr.tiers.map((tier) => (tier.status === "announced" ? { ...tier, confidence: "secondary" } : tier));
    const pack = unwrap(defineJurisdiction({ ...kr, tiers }));
    const source = thresholdsOf([pack, us]);
    expect(await source.current(day("2027-02-18"))).toHaveProperty("KR");
    expect(await source.current(day("2027-02-19"))).not.toHaveProperty("KR");
    expect(source.undecided(day("2027-02-19"))).toMatchObject([{ country: "KR", reason: "not_reviewed" }]);
  });

  it("does not decide about weak tiers and unknown amounts, unless they are allowed by name", async () => {
    const source = thresholdsOf([is, ar, pe, us]);
    expect(Object.keys(await source.current(today))).toEqual(["US"]);
    expect(source.undecided(today).map(({ country, reason }) => `${country} ${reason}`)).toEqual([
      "IS announced",
      "AR announced",
      "PE amount_unknown",
    ]);
    const allowed = unwrap(defineJurisdiction({ ...ge, allowed_tiers: ge.tiers.map(({ name }) => name) }));
    expect(await entryOf(allowed)).toMatchObject({ amount: "0", currency: "GEL" });
    const weak = withTiers(us, { confidence: "weak" });
    expect(thresholdsOf([weak]).undecided(today)).toMatchObject([{ reason: "weak", tier: us.tiers[0]?.name }]);
  });

  it("does not decide before the first tier, and not about a level without a tier", () => {
    expect(thresholdsOf([gb]).undecided(day("2020-01-01"))).toEqual([
      {
        country: "GB",
        jurisdiction: "GB",
        reason: "no_tier",
        tier: null,
        message:
          "The pack of United Kingdom has no tier about such transfers on that day. Configure a threshold of your own.",
      },
    ]);
    expect(thresholdsOf([us], { level: "verification" }).undecided(today)).toMatchObject([{ reason: "no_tier" }]);
  });

  it("takes the lowest of two packs of a country, and does not compare currencies", async () => {
    const lower = withTiers(us, { threshold: "2000", data_from: "2000" });
    expect(await thresholdsOf([us, lower]).current(today)).toMatchObject({ US: { amount: "2000" } });
    const other = withTiers(us, { currency: "CAD" });
    expect(thresholdsOf([us, other]).undecided(today)).toMatchObject([
      { country: "US", reason: "currencies_differ" },
      { country: "US", reason: "currencies_differ" },
    ]);
    // The packs of a member are its own and that of its union.
    const euros = withTiers(us, { currency: "EUR" }, { code: "EU", members: ["DE"] });
    const dollars = withTiers(us, {}, { code: "DE" });
    expect(thresholdsOf([euros, dollars, sg]).undecided(today)).toMatchObject([
      { country: "DE", jurisdiction: "EU", reason: "currencies_differ" },
      { country: "DE", jurisdiction: "DE", reason: "currencies_differ" },
    ]);
    const zero = withTiers(us, { currency: "CAD", threshold: "0", data_from: "0", effect: "all_transfers" });
    expect(await thresholdsOf([us, zero]).current(today)).toMatchObject({ US: { amount: "0", currency: "CAD" } });
  });

  it("of equal thresholds takes that of the law which covers the equal amount", async () => {
    const above = withTiers(us, { operator: ">" });
    for (const packs of [
      [us, above],
      [above, us],
    ]) {
      expect(await thresholdsOf(packs).current(today)).toMatchObject({ US: { operator: ">=" } });
    }
  });

  it("throws where nothing can decide", async () => {
    const thrown = expect.objectContaining({ code: "threshold_missing" });
    await expect(thresholdsOf([ar]).current(today)).rejects.toThrow(thrown);
    await expect(thresholdsOf([]).current(today)).rejects.toThrow(thrown);
    await expect(thresholdsOf([gb]).current(day("2020-01-01"))).rejects.toThrow(/on 2020-01-01/);
  });

  it("returns the same frozen table all day", async () => {
    const source = thresholdsOf([gb, us]);
    const table = await source.current(new Date("2026-11-23T11:00:00Z"));
    expect(await source.current(new Date("2026-11-23T11:00:59Z"))).toBe(table);
    expect(await source.current(new Date("2026-11-23T23:59:59Z"))).toBe(table);
    expect(isDeepFrozen(table)).toBe(true);
    expect(isDeepFrozen(source.undecided(today))).toBe(true);
  });

  it("decides with every pack on every day of a change", async () => {
    const source = thresholdsOf(jurisdictions);
    const days = jurisdictions.flatMap(({ tiers }) => tiers.flatMap((tier) => tier.effective_from ?? []));
    for (const text of new Set(days.filter((each) => each.length === 10))) {
      const thresholds = await source.current(day(text));
      expect(() => createThresholdEngine({ thresholds })).not.toThrow();
    }
    const all = [...Object.keys(await source.current(today)), ...source.undecided(today).map(({ country }) => country)];
    expect(new Set(all).size).toBe(jurisdictions.flatMap(({ code, members }) => members ?? [code]).length);
  });

  it.each([
    ["no array", undefined, {}],
    ["an invalid pack", [{ ...us, tiers: [{}] }], {}],
    ["an unknown level", [us], { level: "all" }],
    ["an unknown scope", [us], { scope: "any" }],
    ["an unknown option", [us], { at: today }],
    ["a proxy that throws", new Proxy([us], { get: () => expect.fail("secret") }), {}],
  ])("refuses %s: configuration_invalid", (_, packs, options) => {
    const create = () => thresholdsOf(packs as Jurisdiction[], options as ThresholdsOfOptions);
    expect(create).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });

  it("refuses an invalid date: invalid_input", async () => {
    const thrown = expect.objectContaining({ code: "invalid_input" });
    await expect(thresholdsOf([us]).current(new Date(Number.NaN))).rejects.toThrow(thrown);
    const source = thresholdsOf([us]);
    expect(() => source.undecided("2026-11-23" as unknown as Date)).toThrow(thrown);
    await source.current(today);
    expect(() => source.undecided("2026-11-23" as unknown as Date)).toThrow(thrown);
  });
});

describe("rules.evaluate with thresholdsOf", () => {
  const rates = fixedRates({ base: "EUR", date: "2026-06-29", source: "test", rates: { GBP: "0.85", SGD: "1.5" } });

  async function evaluate(now: string, transaction: { amount: string; currency: string; country: string }) {
    const thresholds = thresholdsOf([gb, gi, sg, ar]);
    const compliance = createCompliance({ storage: memoryStorage(), thresholds, rates, clock: () => new Date(now) });
    try {
      const given = { transaction_id: "T-1", ...transaction };
      const [result] = unwrap(
        await compliance.rules.evaluate({ transaction: given, rule_codes: ["THRESHOLD_BY_COUNTRY"] }),
      ).results;
      if (result?.rule_code !== "THRESHOLD_BY_COUNTRY") throw new Error("no result");
      const { items } = unwrap(await compliance.alerts.list());
      return { ...result, alert: items[0]?.decision };
    } finally {
      await compliance.close();
    }
  }

  it("uses the tier that applied at the clock's time, with its citation", async () => {
    const transaction = { amount: "840", currency: "GBP", country: "GB" };
    const before = await evaluate("2026-06-29T12:00:00Z", transaction);
    expect(before).toMatchObject({ status: "pass", decision: { currency: "EUR", citation: gb.tiers[0]?.citation } });
    const since = await evaluate("2026-06-30T12:00:00Z", transaction);
    expect(since).toMatchObject({ status: "breach", decision: { currency: "GBP", citation: gb.tiers[1]?.citation } });
    expect(since.alert).toEqual(since.decision);
  });

  it("converts the official currency of the country to that of the threshold", async () => {
    const { decision } = await evaluate("2026-06-29T12:00:00Z", { amount: "850", currency: "GBP", country: "GB" });
    expect(decision).toMatchObject({
      comparison: "equal",
      converted: "1000.00",
      rate: { from: "0.85", to: "1" },
      official: { currency: "GBP", threshold: "850.00", converted: "850.00" },
    });
  });

  it("needs no rate for an amount in the currency of the threshold", async () => {
    const { decision } = await evaluate("2036-06-29T12:00:00Z", { amount: "999", currency: "EUR", country: "GI" });
    expect(decision).toMatchObject({ status: "pass", rate: null });
  });

  it("notes that the law would let an equal amount pass", async () => {
    const { status, decision } = await evaluate("2026-06-29T12:00:00Z", {
      amount: "1500",
      currency: "SGD",
      country: "SG",
    });
    expect(status).toBe("breach");
    expect(decision?.note).toContain("would let this one pass");
  });

  it("never passes in a country that is undecided", async () => {
    const evaluation = evaluate("2026-06-29T12:00:00Z", { amount: "1", currency: "ARS", country: "AR" });
    await expect(evaluation).rejects.toThrow(expect.objectContaining({ code: "threshold_missing" }));
  });
});
