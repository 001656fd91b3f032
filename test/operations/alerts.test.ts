import { describe, expect, it } from "vitest";
import { type Alert, type AlertSink, type Compliance, fixedRates, memoryStorage, unwrap } from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { breaching, byCountry, ecbTable, keepingSink, passing, sampleCompliance } from "../support/samples.js";

async function evaluate(compliance: Compliance, change: object = {}): Promise<string | undefined> {
  const evaluated = await compliance.rules.evaluate({
    transaction: { ...breaching, ...change },
    rule_codes: byCountry,
  });
  return unwrap(evaluated).results[0]?.status;
}

async function stored(compliance: Compliance): Promise<readonly Alert[]> {
  return unwrap(await compliance.alerts.list()).items;
}

/** A sink that fails until `fix` is called, and records the alerts. */
function failingSink(cause: unknown): { received: Alert[]; fix: () => void; onAlert: AlertSink } {
  const received: Alert[] = [];
  let isBroken = true;
  return {
    received,
    fix: () => {
      isBroken = false;
    },
    onAlert: async (alert) => {
      received.push(alert);
      if (isBroken) throw cause;
    },
  };
}

describe("alerts", () => {
  it("are stored before onAlert is called", async () => {
    const seen: (readonly Alert[])[] = [];
    const compliance: Compliance = sampleCompliance({
      onAlert: async () => {
        seen.push(await stored(compliance));
      },
    });
    await evaluate(compliance);
    expect(seen).toStrictEqual([await stored(compliance)]);
    expect(seen[0]).toHaveLength(1);
  });

  it("are delivered before the evaluation resolves", async () => {
    let isDone = false;
    const onAlert: AlertSink = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isDone = true;
    };
    await evaluate(sampleCompliance({ onAlert }));
    expect(isDone).toBe(true);
  });

  it("stay stored when onAlert rejects: alert_delivery_failed with its error as cause", async () => {
    const cause = new Error("the queue is full");
    const { onAlert, received } = failingSink(cause);
    const compliance = sampleCompliance({ onAlert });
    const error = await failureOf(evaluate(compliance), "alert_delivery_failed");
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain("queue");
    expect(await stored(compliance)).toStrictEqual(received);
  });

  it("stay stored when onAlert throws synchronously, even undefined", async () => {
    const compliance = sampleCompliance({
      onAlert: () => {
        // What callers without types can do.
        throw undefined as unknown as Error;
      },
    });
    const error = await failureOf(evaluate(compliance), "alert_delivery_failed");
    expect("cause" in error).toBe(true);
    expect(error.cause).toBeUndefined();
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("are delivered again by each evaluation until a delivery succeeds", async () => {
    const { onAlert, received, fix } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert });
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    fix();
    expect(await evaluate(compliance)).toBe("breach");
    expect(await evaluate(compliance)).toBe("breach");
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ alert_id }) => alert_id)).size).toBe(1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("are delivered as they were stored, whatever a later evaluation decides", async () => {
    let time = new Date("2024-06-28T10:00:00Z");
    const { onAlert, received, fix } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert, clock: () => time });
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    time = new Date("2024-06-29T10:00:00Z");
    fix();
    await evaluate(compliance);
    expect(received[1]).toStrictEqual(received[0]);
    expect(received[1]?.raised_at).toBe("2024-06-28T10:00:00.000+00:00");
  });

  it("are delivered also when the transaction passes now, or cannot be decided", async () => {
    const storage = memoryStorage();
    const { onAlert, received, fix } = failingSink(new Error("no"));
    const lower = fixedRates({ ...ecbTable, rates: { ...ecbTable.rates, SGD: "1.4" } });
    const later = { storage, onAlert, rates: lower };
    await failureOf(evaluate(sampleCompliance({ storage, onAlert })), "alert_delivery_failed");
    await failureOf(evaluate(sampleCompliance(later)), "alert_delivery_failed");
    fix();
    await failureOf(evaluate(sampleCompliance({ ...later, clock: () => new Date("2024-08-01") })), "rate_stale");
    expect(received).toHaveLength(3);
    expect(received[2]).toStrictEqual(received[0]);
    expect(await evaluate(sampleCompliance(later))).toBe("pass");
    expect(received).toHaveLength(3);
  });

  it("are separate for another amount, compared by its value", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    for (const amount of [3000, "3000", "3000.00", "3000.01", 3e3]) await evaluate(compliance, { amount });
    expect(taken.map(({ decision }) => decision.amount)).toEqual([3000, "3000.01"]);
  });

  describe("alerts.deliver", () => {
    it("delivers pending alerts, oldest first, and returns how many", async () => {
      const storage = memoryStorage();
      let minute = 0;
      const clock = (): Date => new Date(Date.UTC(2024, 5, 28, 10, minute));
      const silent = sampleCompliance({ storage, clock });
      for (minute = 0; minute < 3; minute += 1) await evaluate(silent, { transaction_id: `TX-${minute}` });
      const { taken, onAlert } = keepingSink();
      const compliance = sampleCompliance({ storage, onAlert, clock });
      expect(unwrap(await compliance.alerts.list({ delivered: false })).pagination.total).toBe(3);
      expect(await compliance.alerts.deliver()).toEqual({ delivered: 3 });
      expect(taken.map(({ transaction_id }) => transaction_id)).toEqual(["TX-0", "TX-1", "TX-2"]);
      expect(await compliance.alerts.deliver()).toEqual({ delivered: 0 });
      expect(unwrap(await compliance.alerts.list({ delivered: true })).pagination.total).toBe(3);
    });

    it("delivers more than one page, each alert once", async () => {
      const storage = memoryStorage();
      const silent = sampleCompliance({ storage });
      for (let index = 0; index < 1001; index += 1) await evaluate(silent, { transaction_id: `TX-${index}` });
      const { taken, onAlert } = keepingSink();
      expect(await sampleCompliance({ storage, onAlert }).alerts.deliver()).toEqual({ delivered: 1001 });
      expect(new Set(taken.map(({ alert_id }) => alert_id)).size).toBe(1001);
    });

    it("continues after a failure, then throws alert_delivery_failed; the failed alert stays pending", async () => {
      const storage = memoryStorage();
      const silent = sampleCompliance({ storage });
      for (const transaction_id of ["TX-1", "TX-2", "TX-3"]) await evaluate(silent, { transaction_id });
      const taken: string[] = [];
      let poison: string | undefined = "TX-2";
      const cause = new Error("no");
      const compliance = sampleCompliance({
        storage,
        onAlert: ({ transaction_id }) => {
          if (transaction_id === poison) throw cause;
          taken.push(transaction_id);
        },
      });
      const failure = await failureOf(compliance.alerts.deliver(), "alert_delivery_failed");
      expect(failure.message).toContain("1 of 3");
      expect(failure.cause).toMatchObject({ errors: [cause] });
      expect([...taken].sort()).toEqual(["TX-1", "TX-3"]);
      poison = undefined;
      expect(await compliance.alerts.deliver()).toEqual({ delivered: 1 });
      expect(taken).toHaveLength(3);
    });

    it("passes on a failure of the storage", async () => {
      const storage = memoryStorage();
      await evaluate(sampleCompliance({ storage }));
      const compliance = sampleCompliance({ storage, onAlert: () => storage.close() });
      await failureOf(compliance.alerts.deliver(), "storage_closed");
    });

    it("throws not_configured without onAlert", async () => {
      await failureOf(sampleCompliance().alerts.deliver(), "not_configured");
    });
  });

  it("stored without onAlert are delivered once there is one", async () => {
    const storage = memoryStorage();
    await evaluate(sampleCompliance({ storage }));
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ storage, onAlert });
    await evaluate(compliance);
    await evaluate(compliance);
    expect(taken).toStrictEqual(await stored(compliance));
  });

  it("are delivered once when one transaction is evaluated concurrently", async () => {
    const { taken, onAlert } = keepingSink();
    const slow: AlertSink = async (alert) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      await onAlert(alert);
    };
    const compliance = sampleCompliance({ onAlert: slow });
    const statuses = await Promise.all(Array.from({ length: 50 }, () => evaluate(compliance)));
    expect(new Set(statuses)).toEqual(new Set(["breach"]));
    expect(taken).toHaveLength(1);
    expect(await stored(compliance)).toStrictEqual(taken);
  });

  it("that fail during concurrent evaluations fail for all, and can be delivered afterwards", async () => {
    const { onAlert, received, fix } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert });
    const waiting = Array.from({ length: 10 }, () => failureOf(evaluate(compliance), "alert_delivery_failed"));
    await Promise.all(waiting);
    const before = received.length;
    fix();
    await evaluate(compliance);
    expect(received).toHaveLength(before + 1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("are separate for each country and transaction", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    await evaluate(compliance);
    await evaluate(compliance, { country: "FR" });
    await evaluate(compliance, { transaction_id: "TX-2" });
    expect(taken.map(({ alert_id }) => alert_id)).toEqual([
      "THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-1",
      "THRESHOLD_BY_COUNTRY:FR:EUR:1033.56:TX-1",
      "THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-2",
    ]);
    expect(await stored(compliance)).toHaveLength(3);
  });

  it("of one transaction do not wait for those of another", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const compliance = sampleCompliance({
      onAlert: ({ transaction_id }) => (transaction_id === "TX-1" ? held : undefined),
    });
    const first = evaluate(compliance);
    expect(await evaluate(compliance, { transaction_id: "TX-2" })).toBe("breach");
    release();
    expect(await first).toBe("breach");
  });

  it("cannot be changed in the storage by the sink", async () => {
    const compliance = sampleCompliance({
      onAlert: (alert) => {
        Reflect.set(alert, "country", "US");
        Reflect.set(alert.decision, "status", "pass");
      },
    });
    await evaluate(compliance);
    expect(await stored(compliance)).toMatchObject([{ country: "SG", decision: { status: "breach" } }]);
  });

  it("are not raised by a pass of the same transaction", async () => {
    const { onAlert, received } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert });
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    expect(await evaluate(compliance, { amount: passing.amount })).toBe("pass");
    expect(received).toHaveLength(1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("that cannot be marked as delivered make the evaluation fail with the error of the storage", async () => {
    const { taken, onAlert } = keepingSink();
    const storage = memoryStorage();
    const compliance = sampleCompliance({
      storage,
      onAlert: async (alert) => {
        await onAlert(alert);
        void storage.close();
      },
    });
    await failureOf(evaluate(compliance), "storage_closed");
    expect(taken).toHaveLength(1);
  });
});
