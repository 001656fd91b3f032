import { describe, expect, it } from "vitest";
import { fixedRates } from "../../../src/adapters/rates/fixed.js";
import type { RateTable } from "../../../src/domain/thresholds/types.js";
import { thrownBy } from "../../support/outcomes.js";
import { rateSourceSuite } from "../../support/rate-source-suite.js";
import { ecbRates20240628 } from "../../support/rates.js";

const at = new Date("2024-06-28T16:00:00Z");

rateSourceSuite("fixedRates", { at, currencies: ["EUR", "USD"], source: () => fixedRates(ecbRates20240628) });

describe("fixed rates", () => {
  it("return the same frozen object each time", async () => {
    const given = { base: "EUR", date: "2024-06-28", source: "treasury desk", rates: { USD: "1.0705", SGD: "1.4513" } };
    const source = fixedRates(given);
    const table = await source.current(at);
    expect(table).toEqual(given);
    expect(await source.current(new Date(0))).toBe(table);
    expect(Object.isFrozen(table) && Object.isFrozen(table.rates)).toBe(true);
  });

  it("ignore later changes of the given table", async () => {
    const given = { base: "EUR", date: "2024-06-28", source: "treasury desk", rates: { USD: "1.0705" } };
    const source = fixedRates(given);
    given.rates.USD = "9";
    given.date = "2030-01-01";
    expect(Object.isFrozen(given.rates)).toBe(false);
    expect(await source.current(at)).toMatchObject({ date: "2024-06-28", rates: { USD: "1.0705" } });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "EUR"],
    ["a rate of zero", { ...ecbRates20240628, rates: { USD: "0" } }],
    ["a day that is none", { ...ecbRates20240628, date: "2024-02-30" }],
  ])("reject at once what is not a table: %s is rate_invalid", (_, table) => {
    // Callers without types can do this.
    thrownBy(() => fixedRates(table as RateTable), "rate_invalid");
  });
});
