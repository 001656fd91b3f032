/** Arguments of requirementsFor that are not valid, and rates that are outdated. */
import { describe, expect, it } from "vitest";
import type { RequirementsOptions, RequirementsQuery } from "../../../src/domain/jurisdictions/requirements.js";
import { requirementsFor } from "../../../src/domain/jurisdictions/requirements-for.js";
import { ComplianceError, type RateTable, unwrap } from "../../../src/index.js";
import { defineJurisdiction, eu, gb, thresholdsOf, us } from "../../../src/jurisdictions.js";
import { ecbTable } from "../../support/samples.js";
import { untyped } from "../../support/untyped.js";

const valid = {
  originator_country: "DE",
  beneficiary_country: "US",
  amount: "900",
  currency: "EUR",
  kind: "vasp_to_vasp",
  at: new Date("2026-11-23T12:00:00Z"),
} as const;

/** Returns the code of the error and each issue. */
function faultsOf(query: unknown, rates?: RateTable, options?: unknown): readonly string[] {
  try {
    requirementsFor(untyped(query) as RequirementsQuery, [eu, us], rates, options as RequirementsOptions);
    return [];
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    return [error.code, ...error.issues.map(({ code, path }) => `${code} ${path}`)];
  }
}

/** A time that answers differently at each reading. */
class Restless extends Date {
  #readings = 0;
  override getTime(): number {
    this.#readings += 1;
    return super.getTime() - this.#readings * 600 * 24 * 60 * 60 * 1000;
  }
}

describe("the time of a query", () => {
  const time = "2026-11-23T12:34:00Z";

  it("is read once, so that no class of the caller changes the tiers of other calls", async () => {
    const query = { ...valid, originator_country: "GB", currency: "GBP" };
    const honest = requirementsFor({ ...query, at: new Date(time) }, [gb, us]);
    expect(requirementsFor({ ...query, at: new Restless(time) }, [gb, us])).toEqual(honest);
    const source = thresholdsOf([gb, us]);
    expect(source.undecided(new Restless(time))).toEqual(thresholdsOf([gb, us]).undecided(new Date(time)));
    expect(await source.current(new Date(time))).toEqual(await thresholdsOf([gb, us]).current(new Date(time)));
  });

  it("must be a Date, not an object with its methods", () => {
    const imitation = { getTime: () => Date.parse(time), toISOString: () => time };
    expect(faultsOf({ ...valid, at: imitation })).toEqual(["invalid_input", "not_a_timestamp /at"]);
    expect(() => thresholdsOf([gb]).undecided(imitation as never)).toThrow(ComplianceError);
  });
});

describe("frozen packs", () => {
  it("are in the answer themselves, at the first call as later", () => {
    const pack = unwrap(defineJurisdiction(structuredClone(gb)));
    const query = { ...valid, originator_country: "GB" };
    const [first, second] = [0, 1].map(() => requirementsFor(query, [pack, us]).tiers[0]?.tier);
    expect(pack.tiers).toContain(first);
    expect(second).toBe(first);
  });
});

describe("a query", () => {
  it("may lack everything except its time, and inherit from a class of the caller", () => {
    expect(faultsOf(valid)).toEqual([]);
    expect(faultsOf({ at: valid.at })).toEqual([]);
    expect(faultsOf({ ...valid, kind: undefined, amount: undefined, currency: undefined })).toEqual([]);
    class Query {
      readonly #amount = "-1";
      readonly at = valid.at;
      get amount(): string {
        return this.#amount;
      }
    }
    expect(faultsOf(new Query())).toEqual(["invalid_input", "amount_negative /amount"]);
  });

  it.each([
    ["originator_country", "UK", "not_a_country"],
    ["originator_country", "de", "not_a_country"],
    ["originator_country", "EU", "not_a_country"],
    ["beneficiary_country", "", "not_a_country"],
    ["beneficiary_country", null, "not_a_country"],
    ["currency", "eur", "not_a_currency"],
    ["currency", 978, "not_a_currency"],
    ["amount", "-1", "amount_negative"],
    ["amount", -0.01, "amount_negative"],
    ["amount", Number.NaN, "amount_not_finite"],
    ["amount", Number.POSITIVE_INFINITY, "amount_not_finite"],
    ["amount", "1e3", "amount_malformed"],
    ["amount", "-x", "amount_malformed"],
    ["amount", "1,000", "amount_malformed"],
    ["amount", "0100", "amount_malformed"],
    ["amount", "1".repeat(101), "amount_malformed"],
    ["amount", 10n, "amount_malformed"],
    ["kind", null, "not_allowed"],
    ["kind", "vasp-to-vasp", "not_allowed"],
    ["at", "2026-11-23", "not_a_timestamp"],
    ["at", new Date(Number.NaN), "not_a_timestamp"],
    ["at", new Date("+010000-01-01T00:00:00Z"), "not_a_timestamp"],
    ["at", null, "not_a_timestamp"],
    ["at", undefined, "required"],
  ])("with %s %o is invalid_input", (name, value, code) => {
    expect(faultsOf({ ...valid, [name]: value })).toEqual(["invalid_input", `${code} /${name}`]);
  });

  it("accepts numbers of any size, and the code of Kosovo", () => {
    for (const amount of [0, 1e21, 1e-7, "0", "1".repeat(100)]) expect(faultsOf({ ...valid, amount })).toEqual([]);
    expect(faultsOf({ ...valid, originator_country: "XK" })).toEqual([]);
  });

  it("with a misspelt property is invalid_input, at its name if the name can be no value", () => {
    const { originator_country: _, ...rest } = valid;
    expect(faultsOf({ ...rest, originator_contry: "DE" })).toEqual([
      "invalid_input",
      "unknown_property /originator_contry",
    ]);
    expect(faultsOf({ ...valid, "Zoë Example": 1 })).toEqual(["invalid_input", "unknown_property "]);
  });

  it("is invalid_input with every issue, and without a value of it", () => {
    const query = { ...valid, currency: "canary-1", originator_country: "canary-2", "canary 3": 1 };
    expect(faultsOf(query)).toEqual([
      "invalid_input",
      "not_a_country /originator_country",
      "not_a_currency /currency",
      "unknown_property ",
    ]);
    expect(() => requirementsFor(query, [])).toThrow(expect.not.stringContaining("canary"));
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "DE"],
    ["a list", [valid]],
    ["a proxy that throws", new Proxy({}, { ownKeys: () => expect.fail("canary") })],
  ])("that is %s is invalid_input", (_, query) => {
    expect(faultsOf(query)).toEqual(["invalid_input", "wrong_type "]);
  });
});

describe("rates", () => {
  const dated = (date: string): RateTable => ({ ...ecbTable, date });
  const day = 24 * 60 * 60 * 1000;

  it("of at most seven days are used, unless the caller says otherwise", () => {
    expect(faultsOf(valid, dated("2026-11-17"))).toEqual([]);
    expect(faultsOf(valid, dated("2026-11-16"))).toEqual(["rate_stale"]);
    expect(faultsOf(valid, dated("2026-11-16"), { maxRateAgeMs: 7.5 * day })).toEqual([]);
    expect(faultsOf(valid, dated("2026-11-17"), { maxRateAgeMs: 6 * day })).toEqual(["rate_stale"]);
    expect(faultsOf(valid, dated("2024-06-28"), { maxRateAgeMs: Number.POSITIVE_INFINITY })).toEqual([]);
  });

  it("of the future, or without a date, are rate_invalid", () => {
    expect(faultsOf(valid, dated("2026-11-25"))).toEqual(["rate_invalid"]);
    expect(faultsOf(valid, dated("today"))).toEqual(["rate_invalid"]);
  });

  it("count from the time of the transfer", () => {
    expect(faultsOf({ ...valid, at: new Date("2024-06-28T12:00:00Z") }, ecbTable)).toEqual([]);
  });

  it("that no threshold needs may be of any age", () => {
    expect(faultsOf({ ...valid, beneficiary_country: "FR" }, dated("2020-01-01"))).toEqual([]);
    expect(faultsOf({ ...valid, currency: "USD" }, dated("2020-01-01"))).toEqual([]);
    // Between two providers of the United Kingdom, no amount counts.
    const inside = { ...valid, originator_country: "GB", beneficiary_country: "GB" };
    expect(requirementsFor(inside, [gb], dated("2020-01-01")).status).toBe("decided");
  });

  it("that cannot be read are invalid_input", () => {
    const unreadable = new Proxy({}, { ownKeys: () => expect.fail("canary") });
    expect(faultsOf(valid, untyped(unreadable) as RateTable)).toEqual(["invalid_input"]);
  });

  it("name the option that limits their age", () => {
    expect(() => requirementsFor(valid, [eu, us], dated("2026-11-01"))).toThrow(/\(maxRateAgeMs\)/);
  });
});

describe("options", () => {
  it.each([
    ["a negative age", { maxRateAgeMs: -1 }],
    ["no number", { maxRateAgeMs: "7d" }],
    ["not a number", { maxRateAgeMs: Number.NaN }],
    ["a misspelt name", { maxRateAge: 1 }],
    ["null", null],
    ["a number", 7],
  ])("that are not valid are configuration_invalid: %s", (_, options) => {
    expect(faultsOf(valid, undefined, options)).toEqual(["configuration_invalid"]);
  });
});
