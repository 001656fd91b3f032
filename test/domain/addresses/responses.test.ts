/** Issues in the responses of risk providers and balance sources (§2.8). */
import { describe, expect, it } from "vitest";
import { parseBalanceResponse, parseRiskResponse } from "../../../src/domain/addresses/responses.js";

describe("parseRiskResponse", () => {
  it("reports a ratio out of range, with the clause", () => {
    const entry = {
      provider_name: "RDCFI",
      risk_ratio: 101,
      risk_descriptors: [],
      vasp_name_legal: "",
      vasp_name_business: "",
      vasp_website: null,
      vasp_category: "",
    };
    const message = "risk_ratio of the risk response entries must be an integer, 0 to 100.";
    expect(parseRiskResponse([entry])).toEqual({
      ok: false,
      issues: [{ code: "out_of_range", path: "/0/risk_ratio", clause: "2.8", params: { min: 0, max: 100 }, message }],
    });
  });

  it("rejects a ratio of 0 without a descriptor", () => {
    const entry = {
      provider_name: "RDCFI",
      risk_ratio: 0,
      risk_descriptors: [] as string[],
      vasp_name_legal: "",
      vasp_name_business: "",
      vasp_website: null,
      vasp_category: "",
    };
    const message = "risk_descriptors must have a reason when risk_ratio is 0, for example not-listed.";
    expect(parseRiskResponse([entry])).toEqual({
      ok: false,
      issues: [{ code: "required", path: "/0/risk_descriptors/0", clause: "2.8", message }],
    });
    const withReason = { ...entry, risk_descriptors: ["not-listed"] };
    expect(parseRiskResponse([withReason])).toEqual({ ok: true, value: [withReason] });
    expect(parseRiskResponse([{ ...entry, risk_ratio: 1 }])).toMatchObject({ ok: true });
  });

  it("rejects a response without an entry", () => {
    const message =
      "The risk provider returned no entry; return at least one: risk_ratio 0 says that nothing was found.";
    expect(parseRiskResponse([])).toEqual({
      ok: false,
      issues: [{ code: "required", path: "/0", clause: "2.8", message }],
    });
  });
});

describe("parseBalanceResponse", () => {
  it("reports a property of another type, with the clause", () => {
    expect(parseBalanceResponse({ balance: 1, balance_usd: null })).toMatchObject({
      issues: [{ code: "wrong_type", path: "/balance", clause: "2.8" }],
    });
  });

  it.each(["balance", "balance_usd"])("reports a malformed %s", (property) => {
    const response = { balance: "1", balance_usd: "1", [property]: "1e3" };
    const message = `${property} of the balance response must be decimal text, for example 0.10: digits, at most one point, no sign, at most 100 digits.`;
    expect(parseBalanceResponse(response)).toEqual({
      ok: false,
      issues: [{ code: "amount_malformed", path: `/${property}`, clause: "2.8", message }],
    });
  });
});
