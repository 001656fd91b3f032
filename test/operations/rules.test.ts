/** §4.9: the newest rates and thresholds count, also where a source changes the table that it returned. */
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  ComplianceError,
  createCompliance,
  fixedRates,
  memoryStorage,
  type RateTable,
  type Thresholds,
  unwrap,
} from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { breaching, byCountry, ecbTable, now, passing, sampleCompliance } from "../support/samples.js";

async function statusOf({ rules }: Compliance, change: object = {}): Promise<string | undefined> {
  const evaluated = await rules.evaluate({ transaction: { ...passing, ...change }, rule_codes: byCountry });
  return unwrap(evaluated).results[0]?.status;
}

const clock = (): Date => new Date("2026-11-21T09:30:00Z");

/** Sources that always return the same objects, and an evaluation with them. */
function sources(): {
  rates: Record<string, unknown>;
  thresholds: Record<string, unknown>;
  statusNow: () => Promise<string>;
} {
  const rates = { base: "EUR", date: "2026-11-20", source: "test", rates: { SGD: "1.5", USD: "1.1" } };
  const thresholds = { SG: "1500", US: "3000" };
  const compliance = createCompliance({
    storage: memoryStorage(),
    rates: { current: async () => rates },
    thresholds: { current: async () => thresholds },
    clock,
  });
  const transaction = { transaction_id: "T-1", amount: "1000", currency: "EUR", country: "SG" };
  const statusNow = async (): Promise<string> => {
    try {
      const evaluated = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
      return unwrap(evaluated)
        .results.map(({ status }) => status)
        .join();
    } catch (error) {
      return error instanceof ComplianceError ? error.code : "no code";
    }
  };
  return { rates, thresholds, statusNow };
}

describe("§4.9 a table that changes after it was returned", () => {
  it.each<[string, (table: ReturnType<typeof sources>) => void, string]>([
    ["a rate", ({ rates }) => Object.assign(rates, { rates: { SGD: "1.49", USD: "1.1" } }), "pass"],
    ["a rate in place", ({ rates }) => Reflect.set(Object(rates["rates"]), "SGD", "1.49"), "pass"],
    [
      "another name for a rate",
      ({ rates }) => Object.assign(rates, { rates: { EUR: "1", SGX: "1.5" } }),
      "rate_missing",
    ],
    ["one rate fewer", ({ rates }) => Reflect.deleteProperty(Object(rates["rates"]), "SGD"), "rate_missing"],
    ["no rates", ({ rates }) => Object.assign(rates, { rates: null }), "rate_missing"],
    ["the date", ({ rates }) => Object.assign(rates, { date: "2026-01-01" }), "rate_stale"],
    ["the base", ({ rates }) => Object.assign(rates, { base: "USD" }), "rate_invalid"],
    ["a threshold", ({ thresholds }) => Object.assign(thresholds, { SG: "1500.01" }), "pass"],
    ["a threshold as a number", ({ thresholds }) => Object.assign(thresholds, { SG: 1501 }), "pass"],
    [
      "a threshold that is an object",
      ({ thresholds }) => Object.assign(thresholds, { SG: {} }),
      "configuration_invalid",
    ],
    ["no threshold", ({ thresholds }) => Reflect.deleteProperty(thresholds, "SG"), "threshold_missing"],
  ])("counts as it is: %s", async (_, change, outcome) => {
    const table = sources();
    expect(await table.statusNow()).toBe("breach");
    expect(await table.statusNow()).toBe("breach");
    change(table);
    expect(await table.statusNow()).toBe(outcome);
    expect(await table.statusNow()).toBe(outcome);
  });

  it("counts also where a threshold is an object", async () => {
    const table = sources();
    const threshold = { valueOf: () => 5 };
    Object.assign(table.thresholds, { SG: threshold });
    expect(await table.statusNow()).toBe("configuration_invalid");
    Object.assign(table.thresholds, { SG: "1500" });
    expect(await table.statusNow()).toBe("breach");
  });
});

describe("rules.evaluate", () => {
  describe("thresholds of a source", () => {
    it("are requested for each evaluation, with its time", async () => {
      const asked: Date[] = [];
      const thresholds = {
        current: async (at: Date): Promise<Thresholds> => {
          asked.push(at);
          return { SG: "1500" };
        },
      };
      const compliance = sampleCompliance({ thresholds });
      expect(asked).toEqual([]);
      expect(await statusOf(compliance)).toBe("pass");
      expect(await statusOf(compliance, breaching)).toBe("breach");
      expect(asked).toEqual([now, now]);
    });

    it("are new once the source returns a new object", async () => {
      let table: Thresholds = { SG: "1500" };
      const compliance = sampleCompliance({ thresholds: { current: async () => table } });
      expect(await statusOf(compliance)).toBe("pass");
      expect(await statusOf(compliance, { currency: "SGD" })).toBe("pass");
      table = { SG: "1000" };
      expect(await statusOf(compliance)).toBe("breach");
      expect(await statusOf(compliance, { currency: "SGD" })).toBe("breach");
      table = {};
      await failureOf(statusOf(compliance), "threshold_missing");
    });

    it("are new also where a frozen object computes them", async () => {
      let limit = "1500";
      const table = Object.freeze({
        get SG() {
          return limit;
        },
      });
      const compliance = sampleCompliance({ thresholds: { current: async () => table } });
      expect(await statusOf(compliance)).toBe("pass");
      limit = "1000";
      expect(await statusOf(compliance)).toBe("breach");
    });

    it("that cannot be copied: provider_unavailable with the cause", async () => {
      const cause = new Error("no");
      const throwing: Thresholds = {
        get SG(): string {
          throw cause;
        },
      };
      const compliance = sampleCompliance({ thresholds: { current: async () => throwing } });
      expect((await failureOf(statusOf(compliance), "provider_unavailable")).cause).toBe(cause);
    });

    it("are read once as long as it is the same frozen object", async () => {
      let reads = 0;
      const counted: Thresholds = new Proxy(Object.freeze({ SG: "1500" }), {
        get: (target, key) => {
          if (key === "SG") reads += 1;
          return Reflect.get(target, key);
        },
      });
      const compliance = sampleCompliance({ thresholds: { current: async () => counted } });
      await statusOf(compliance);
      const once = reads;
      for (let time = 0; time < 5; time += 1) await statusOf(compliance);
      expect(reads).toBe(once);
    });

    it("are read once each, also where frozen objects take turns", async () => {
      let reads = 0;
      const counted = (limit: string): Thresholds =>
        new Proxy(Object.freeze({ SG: limit }), {
          ownKeys: (target) => {
            reads += 1;
            return Reflect.ownKeys(target);
          },
        });
      const [low, high] = [counted("1000"), counted("1500")];
      let table = low;
      const compliance = sampleCompliance({ thresholds: { current: async () => table } });
      const turns = async (): Promise<unknown[]> => {
        table = low;
        const first = await statusOf(compliance);
        table = high;
        return [first, await statusOf(compliance), await statusOf(compliance, { currency: "SGD" })];
      };
      expect(await turns()).toEqual(["breach", "pass", "pass"]);
      const once = reads;
      for (let time = 0; time < 3; time += 1) expect(await turns()).toEqual(["breach", "pass", "pass"]);
      expect(reads).toBe(once);
    });

    it("are read again when another country has the entry", async () => {
      const entry = { amount: "1", currency: "USD" };
      let table: Thresholds = { SG: entry };
      const compliance = sampleCompliance({ thresholds: { current: async () => table } });
      expect(await statusOf(compliance)).toBe("breach");
      table = { US: entry };
      await failureOf(statusOf(compliance), "threshold_missing");
    });
  });

  describe("rates of a source", () => {
    it("cannot change the time of the decision", async () => {
      const rates = {
        current: async (at: Date): Promise<RateTable> => {
          at.setUTCFullYear(2000);
          return ecbTable;
        },
      };
      const shared = new Date(now);
      const compliance = sampleCompliance({ rates, clock: () => shared });
      const evaluating = compliance.rules.evaluate({ transaction: passing, rule_codes: byCountry });
      shared.setUTCFullYear(2000);
      expect(unwrap(await evaluating).evaluated_at).toBe(now.toISOString().slice(0, -1));
    });

    it("are requested with the time of the evaluation, and only where currencies differ", async () => {
      const asked: Date[] = [];
      const rates = {
        current: async (at: Date): Promise<RateTable> => {
          asked.push(at);
          return ecbTable;
        },
      };
      const compliance = sampleCompliance({ rates });
      await statusOf(compliance, { currency: "SGD" });
      expect(asked).toEqual([]);
      await statusOf(compliance);
      expect(asked).toEqual([now]);
    });

    it("are new once the source returns a new object", async () => {
      let table: RateTable = ecbTable;
      const compliance = sampleCompliance({ rates: { current: async () => table } });
      expect(await statusOf(compliance)).toBe("pass");
      table = { ...ecbTable, rates: { ...ecbTable.rates, SGD: "1.4514" } };
      expect(await statusOf(compliance)).toBe("breach");
      table = { ...ecbTable, rates: { USD: "1.0705" } };
      await failureOf(statusOf(compliance), "rate_missing");
      table = ecbTable;
      expect(await statusOf(compliance)).toBe("pass");
    });
  });

  it("decides an evaluation by one time", async () => {
    let asked = 0;
    const clock = (): Date => {
      asked += 1;
      return new Date(now.getTime() + asked * 1000);
    };
    const compliance = sampleCompliance({ clock, rates: fixedRates(ecbTable) });
    const evaluated = unwrap(await compliance.rules.evaluate({ transaction: breaching, rule_codes: byCountry }));
    const [alert] = unwrap(await compliance.alerts.list()).items;
    expect(alert?.raised_at).toBe(`${evaluated.evaluated_at}+00:00`);
    expect(asked).toBe(1);
  });
});
