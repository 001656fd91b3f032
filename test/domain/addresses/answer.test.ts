/** What is said of an answer of a provider or a source that cannot be stored (§2.8). */
import { describe, expect, it } from "vitest";
import { parseBalanceAnswer, parseRiskAnswer } from "../../../src/domain/addresses/answer.js";

describe("parseRiskAnswer", () => {
  it("cites the clause where a ratio is out of its range", () => {
    const entry = {
      provider_name: "RDCFI",
      risk_ratio: 101,
      risk_descriptors: [],
      vasp_name_legal: "",
      vasp_name_business: "",
      vasp_website: null,
      vasp_category: "",
    };
    const message = "risk_ratio must be a whole number, 0 to 100.";
    expect(parseRiskAnswer([entry])).toEqual({
      ok: false,
      issues: [{ code: "out_of_range", path: "/0/risk_ratio", clause: "2.8", message }],
    });
  });

  it("refuses an answer without an entry, which says nothing of a risk", () => {
    const message = "An answer must have at least one entry: no entry is no statement about a risk.";
    expect(parseRiskAnswer([])).toEqual({
      ok: false,
      issues: [{ code: "required", path: "/0", clause: "2.8", message }],
    });
  });
});

describe("parseBalanceAnswer", () => {
  it("cites the clause where a member is of another type", () => {
    expect(parseBalanceAnswer({ balance: 1, balance_usd: null })).toMatchObject({
      issues: [{ code: "wrong_type", path: "/balance", clause: "2.8" }],
    });
  });

  it.each(["balance", "balance_usd"])("says what %s must be", (member) => {
    const answer = { balance: "1", balance_usd: "1", [member]: "1e3" };
    const message = `${member} must be decimal text such as 0.10: digits, at most one point, no sign; 100 digits at most.`;
    expect(parseBalanceAnswer(answer)).toEqual({
      ok: false,
      issues: [{ code: "amount_malformed", path: `/${member}`, clause: "2.8", message }],
    });
  });
});
