import { describe, expect, it } from "vitest";
import { type Alert, type AlertSink, type Compliance, memoryStorage, unwrap } from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { breaching, byCountry, keepingSink, passing, sampleCompliance } from "../support/samples.js";

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

/** A sink that fails as long as it is told to, and keeps what it was handed. */
function failingSink(cause: unknown): { handed: Alert[]; mend: () => void; onAlert: AlertSink } {
  const handed: Alert[] = [];
  let isBroken = true;
  return {
    handed,
    mend: () => {
      isBroken = false;
    },
    onAlert: async (alert) => {
      handed.push(alert);
      if (isBroken) throw cause;
    },
  };
}

describe("alerts, recorded first and then delivered", () => {
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

  it("are answered only when an onAlert that takes its time is done", async () => {
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
    const { onAlert, handed } = failingSink(cause);
    const compliance = sampleCompliance({ onAlert });
    const error = await failureOf(evaluate(compliance), "alert_delivery_failed");
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain("queue");
    expect(await stored(compliance)).toStrictEqual(handed);
  });

  it("stay stored when onAlert throws at once, be it undefined", async () => {
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

  it("are handed over again on each next evaluation until taken once, and then never more", async () => {
    const { onAlert, handed, mend } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert });
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    mend();
    expect(await evaluate(compliance)).toBe("breach");
    expect(await evaluate(compliance)).toBe("breach");
    expect(handed).toHaveLength(3);
    expect(new Set(handed.map(({ alert_id }) => alert_id)).size).toBe(1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("are handed over as they were recorded, not as a later evaluation would word them", async () => {
    let time = new Date("2024-06-28T10:00:00Z");
    const { onAlert, handed, mend } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert, clock: () => time });
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    time = new Date("2024-06-29T10:00:00Z");
    mend();
    await evaluate(compliance, { amount: "9999" });
    expect(handed[1]).toStrictEqual(handed[0]);
    expect(handed[1]?.raised_at).toBe("2024-06-28T10:00:00.000+00:00");
  });

  it("recorded while there was no onAlert are handed over once there is one", async () => {
    const storage = memoryStorage();
    await evaluate(sampleCompliance({ storage }));
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ storage, onAlert });
    await evaluate(compliance);
    await evaluate(compliance);
    expect(taken).toStrictEqual(await stored(compliance));
  });

  it("are one, handed over once, when one transaction is evaluated many times at once", async () => {
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

  it("that fail while many wait for them fail for all of them, and can be taken afterwards", async () => {
    const { onAlert, handed, mend } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert });
    const waiting = Array.from({ length: 10 }, () => failureOf(evaluate(compliance), "alert_delivery_failed"));
    await Promise.all(waiting);
    const before = handed.length;
    mend();
    await evaluate(compliance);
    expect(handed).toHaveLength(before + 1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("are two for two countries, and one for each transaction", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    await evaluate(compliance);
    await evaluate(compliance, { country: "FR" });
    await evaluate(compliance, { transaction_id: "TX-2" });
    expect(taken.map(({ alert_id }) => alert_id)).toEqual([
      "THRESHOLD_BY_COUNTRY:SG:TX-1",
      "THRESHOLD_BY_COUNTRY:FR:TX-1",
      "THRESHOLD_BY_COUNTRY:SG:TX-2",
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

  it("are not raised again by a pass of the same transaction", async () => {
    const { onAlert, handed } = failingSink(new Error("no"));
    const compliance = sampleCompliance({ onAlert });
    await failureOf(evaluate(compliance), "alert_delivery_failed");
    expect(await evaluate(compliance, { amount: passing.amount })).toBe("pass");
    expect(handed).toHaveLength(1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("that cannot be marked as taken make the evaluation fail with the storage's error, after the sink took them", async () => {
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
