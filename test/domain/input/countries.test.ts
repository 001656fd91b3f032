/** Countries that a caller adds, beside the day that an operation adds. */
import { describe, expect, it } from "vitest";
import { parseAccountOn } from "../../../src/domain/accounts/parse.js";
import type { ParseContext } from "../../../src/domain/input/types.js";
import { parseAccount } from "../../../src/index.js";
import { faultsOf } from "../../support/outcomes.js";

function personOf(nationality_country: string, date_of_birth = "1970-01-01"): object {
  const individual_name = { name_type: "LEGL", name_last: "Doe" };
  const individual = { individual_name, nationality_country, date_of_birth };
  return { reference_id: "A-1", account_type: "individual", customer_id: "C-1", individual };
}

const nowhere = [["not_a_country", "/individual/nationality_country", "2.3"]];

describe("countries of the caller", () => {
  it.each([{}, { countries: [] }, { countries: ["XK"] }])("keep the assigned ones: %j", (options) => {
    expect(parseAccount(personOf("DE"), options).ok).toBe(true);
    expect(faultsOf(parseAccount(personOf("XQ"), options))).toEqual(nowhere);
  });

  it("are known beside them, to the letter", () => {
    expect(parseAccount(personOf("XK"), { countries: ["XQ", "XK"] }).ok).toBe(true);
    expect(faultsOf(parseAccount(personOf("xk"), { countries: ["XK"] }))).toEqual(nowhere);
    expect(faultsOf(parseAccount(personOf("XK")))).toEqual(nowhere);
  });

  it("are no texts that may stand nowhere", () => {
    const options = { countries: [" ", "X\u0000"] };
    expect(faultsOf(parseAccount(personOf(" "), options))).toEqual([
      ["text_blank", "/individual/nationality_country", "2.3"],
    ]);
    expect(faultsOf(parseAccount(personOf("X\u0000"), options))).toEqual([
      ["text_control_character", "/individual/nationality_country", "2.3"],
    ]);
  });
});

describe("the day", () => {
  const future = [["date_of_birth_in_future", "/individual/date_of_birth", "2.3"]];

  it.each<ParseContext>([{}, { countries: ["XK"] }])("counts whether countries are added or not: %j", (options) => {
    const on = (date: string): unknown =>
      faultsOf(parseAccountOn(personOf("DE", date), { ...options, today: "2024-06-28" }));
    expect(on("2024-06-28")).toEqual([]);
    expect(on("2024-06-29")).toEqual(future);
    expect(faultsOf(parseAccountOn(personOf("DE", "2999-01-01"), options))).toEqual([]);
  });
});
