import { describe, expect, it } from "vitest";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { checkRateTable } from "../../../src/domain/thresholds/rates.js";
import type { RateTable } from "../../../src/domain/thresholds/types.js";
import { ecbRates20240628, wideRates20260929 } from "../../support/rates.js";

/** What checking throws. The tables lie about their types on purpose. */
function failureOf(change: object): ComplianceError {
  try {
    checkRateTable({ ...ecbRates20240628, ...change } as RateTable);
  } catch (error) {
    if (error instanceof ComplianceError) return error;
    throw error;
  }
  throw new Error("the table was accepted");
}

describe("checkRateTable", () => {
  it.each([
    ["a central bank's day", ecbRates20240628],
    ["a table with crypto-assets", wideRates20260929],
    ["a table that lists its base at 1", { ...ecbRates20240628, rates: { EUR: "1.00", USD: "1.0705" } }],
    ["a table with longer symbols and digits", { ...ecbRates20240628, rates: { USDC: "1.07", "1INCH": "4.5" } }],
    ["a table without any rate", { ...ecbRates20240628, rates: {} }],
  ])("accepts %s", (_, table) => {
    expect(() => checkRateTable(table)).not.toThrow();
  });

  it.each([
    ["base", undefined],
    ["base", "eur"],
    ["base", "EU"],
    ["base", 978],
    ["date", undefined],
    ["date", "2024-02-30"],
    ["date", "20240628"],
    ["date", new Date(0)],
    ["date", Object("2024-06-28")],
    ["source", undefined],
    ["source", ""],
    ["source", "  "],
    ["rates", undefined],
    ["rates", null],
    ["rates", "USD"],
  ])("refuses a table whose %s is %j: rate_invalid, which names the part", (part, value) => {
    const error = failureOf({ [part]: value });
    expect(error.code).toBe("rate_invalid");
    expect(error.message).toContain(part);
  });

  it.each(["0", "0.00", "-1", "1e3", "", "1,07", "N/A", 1.0705, null, undefined, "1".repeat(101)])(
    "refuses a rate of %j: rate_invalid, which names the currency and not the rate",
    (rate) => {
      const error = failureOf({ rates: { SGD: "1.4513", USD: rate } });
      expect(error.code).toBe("rate_invalid");
      expect(error.message).toContain("USD");
      expect(error.message).not.toContain("N/A");
    },
  );

  it.each(["usd", "US", "US dollar", "", "€UR", "eUSD", "USDe"])("refuses the key %j without repeating it", (key) => {
    const error = failureOf({ rates: { [key]: "1.0705" } });
    expect(error.code).toBe("rate_invalid");
    expect(error.message).not.toContain(`"${key}"`);
  });

  it("refuses a table that cannot be read", () => {
    const unreadable = new Proxy({}, { ownKeys: () => expect.fail("read"), get: () => expect.fail("read") });
    expect(() => checkRateTable(unreadable as RateTable)).toThrow(expect.objectContaining({ code: "rate_invalid" }));
  });

  it("refuses a base that is not worth 1 of itself", () => {
    const error = failureOf({ rates: { EUR: "1.01" } });
    expect(error.code).toBe("rate_invalid");
    expect(error.message).toContain("EUR");
  });
});
