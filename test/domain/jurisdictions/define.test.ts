/** Packs that callers write. */
import { describe, expect, it } from "vitest";
import { isDeepFrozen } from "../../../src/domain/frozen.js";
import { defineJurisdiction } from "../../../src/domain/jurisdictions/define.js";
import type { JurisdictionTier } from "../../../src/domain/jurisdictions/types.js";
import { unwrap } from "../../../src/index.js";
import { eu, gb, jurisdictions, kr, mn, sg } from "../../../src/jurisdictions.js";
import { addedAt, removedAt, replacedAt } from "../../../src/testing/single-fault/document.js";

function faultsOf(draft: unknown): readonly string[] {
  const result = defineJurisdiction(draft);
  return result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
}

/** Returns the pack of GB with another value at a path. */
function changed(path: string, value: unknown): unknown {
  if (value === undefined) return removedAt(gb, path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isNew = ["members", "allowed_tiers", "covers_self_hosted"].includes(name);
  return isNew ? addedAt(gb, path.slice(0, -name.length - 1), name, value) : replacedAt(gb, path, value);
}

describe("a pack of a caller", () => {
  it("is returned as a frozen copy: every pack of the package is valid", () => {
    for (const pack of jurisdictions) {
      const defined = unwrap(defineJurisdiction(pack));
      expect(defined).toEqual(pack);
      expect(isDeepFrozen(defined)).toBe(true);
      expect(defined).not.toBe(pack);
    }
  });

  it("may allow tiers by name, and have dates of reduced precision and unknown amounts", () => {
    expect(faultsOf({ ...mn, allowed_tiers: ["virtual asset transactions"], members: undefined })).toEqual([]);
    for (const date of ["2024", "2024-02", "2024-02-29", null]) {
      expect(faultsOf(changed("/tiers/0/effective_from", date))).toEqual([]);
    }
    expect(faultsOf(changed("/tiers/0/threshold", null))).toEqual([]);
    expect(faultsOf(changed("/code", "XK"))).toEqual([]);
  });

  it.each([
    "/code",
    "/name",
    "/zones",
    "/reviewed",
    "/tiers",
    ...Object.keys(gb.tiers[0] ?? {})
      .filter((name) => name !== "note" && name !== "cross_border_only")
      .map((name) => `/tiers/0/${name}`),
  ])("needs %s", (path) => {
    expect(faultsOf(changed(path, undefined))).toEqual([`required ${path}`]);
  });

  it.each([
    ["/code", "UK", "not_a_country"],
    ["/code", 7, "not_a_country"],
    ["/members", ["FR", "EU"], "not_a_country", "/members/1"],
    ["/name", 7, "wrong_type"],
    ["/name", " ", "text_blank"],
    ["/reviewed", "2026-11", "not_a_date"],
    ["/reviewed", null, "not_a_date"],
    ["/zones", "Europe/London", "wrong_type"],
    ["/zones", [], "not_allowed"],
    ["/zones", ["Europe/London", "Europe/Nowhere"], "not_allowed", "/zones/1"],
    ["/zones", ["+01:00"], "not_allowed", "/zones/0"],
    ["/zones", [7], "not_allowed", "/zones/0"],
    ["/tiers", {}, "wrong_type"],
    ["/tiers/0", [], "wrong_type"],
    ["/tiers/0", null, "wrong_type"],
    ["/tiers/0/threshold", "1,000", "amount_malformed"],
    ["/tiers/0/threshold", "1e3", "amount_malformed"],
    ["/tiers/0/threshold", 1000, "amount_malformed"],
    ["/tiers/0/currency", "EURO", "not_a_currency"],
    ["/tiers/0/currency", null, "not_a_currency"],
    ["/tiers/0/operator", "<", "not_allowed"],
    ["/tiers/0/operator_stated", "yes", "wrong_type"],
    ["/tiers/0/effective_to", "2026-02-30", "not_a_date"],
    ["/tiers/0/effective_to", "2026-13", "not_a_date"],
    ["/tiers/0/effective_to", "20", "not_a_date"],
    ["/tiers/0/effective_to", 2026, "not_a_date"],
    ["/tiers/0/originator/required", ["name", "email"], "not_allowed", "/tiers/0/originator/required/1"],
    ["/tiers/0/originator/one_of", [["name"], "address"], "wrong_type", "/tiers/0/originator/one_of/1"],
    ["/tiers/1/name", gb.tiers[0]?.name, "not_allowed"],
    ["/allowed_tiers", [gb.tiers[0]?.name, "another"], "not_allowed", "/allowed_tiers/1"],
  ])("is rejected with one issue: %s is %o", (path, value, code, at = path) => {
    expect(faultsOf(changed(path, value))).toEqual([`${code} ${at}`]);
  });

  it.each([
    ["/tiers/0/originator/one_of", [[], ["address"]], "/tiers/0/originator/one_of/0"],
    ["/tiers/0/beneficiary/one_of", [["address"], []], "/tiers/0/beneficiary/one_of/1"],
    ["/tiers/0/covers_self_hosted", true],
    ["/tiers/0/effect", "verification", "/tiers/0/cross_border_only"],
    ["/tiers/0/sources", []],
    ["/tiers/0/effective_to", "2022"],
    ["/tiers/0/sources/0/url", "javascript:alert(1)"],
  ])("is rejected with one issue, because it contradicts itself: %s is %o", (path, value, at = path) => {
    expect(faultsOf(changed(path, value))).toEqual([`not_allowed ${at}`]);
  });

  const tierWith = (change: Partial<JurisdictionTier>): unknown => ({ ...sg, tiers: [{ ...sg.tiers[0], ...change }] });

  it.each([
    [{ effect: "all_transfers", threshold: "1500" }, "threshold"],
    [{ effect: "all_transfers", threshold: "0", operator: ">" }, "threshold"],
    [{ effect: "duty_begins", threshold: "1500", data_from: "500" }, "data_from"],
    [{ effective_from: "2027-01-01" }, "status"],
    [{ effective_from: "2024-05", effective_to: "2024-04" }, "effective_to"],
  ] as const)("is rejected with one issue, because it contradicts itself: %o", (change, name) => {
    expect(faultsOf(tierWith(change))).toEqual([`not_allowed /tiers/0/${name}`]);
  });

  it.each([
    { effect: "all_transfers", threshold: "0.00", operator: ">=" },
    { effect: "all_transfers", threshold: null },
    { effect: "duty_begins", threshold: "1500", data_from: "1500.0" },
    { effect: "duty_begins", data_from: null },
    { effective_from: "2027-01-01", status: "announced" },
    { effective_from: "2024-05", effective_to: "2024" },
    { sources: [], confidence: "weak" },
    { scope: "any", covers_self_hosted: true },
    { covers_self_hosted: false, cross_border_only: false },
    { cross_border_only: true },
  ] as const)("may have a tier with %o", (change) => {
    expect(faultsOf(tierWith(change))).toEqual([]);
  });

  it("is rejected with every issue, and without a value of it", () => {
    const draft = {
      ...eu,
      secretNumber: "canary-1",
      name: "\u0000canary-2",
      tiers: [{ ...eu.tiers[0], operator: "canary-3" }],
    };
    const result = defineJurisdiction(draft);
    expect(result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "text_control_character /name",
      "not_allowed /tiers/0/operator",
      "unknown_property ",
    ]);
    expect(JSON.stringify(result)).not.toMatch(/canary|secretNumber/);
  });

  it("is unreadable if a getter throws, if it contains itself, or if it is too large", () => {
    const ring: Record<string, unknown> = { ...kr };
    ring["tiers"] = [ring];
    const getter = Object.defineProperty({ ...kr }, "name", {
      enumerable: true,
      get: () => {
        throw new Error("canary");
      },
    });
    for (const draft of [ring, getter, { ...kr, members: Array(1_001).fill("FR") }, { ...kr, tiers: Array(2) }])
      expect(faultsOf(draft)).toEqual(["unreadable "]);
    expect(faultsOf(undefined)).toEqual(["wrong_type "]);
  });
});
