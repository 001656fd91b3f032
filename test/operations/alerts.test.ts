import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Alert,
  type AlertFailure,
  type AlertSink,
  type Compliance,
  ComplianceError,
  type ComplianceStorage,
  memoryStorage,
  unwrap,
} from "../../src/index.js";
import { markOf } from "../../src/operations/alerts.js";
import { failureOf, faultsOf } from "../support/outcomes.js";
import { breaching, byCountry, deliveries, keepingSink, sampleCompliance } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

async function evaluate(compliance: Compliance, change: object = {}): Promise<string | undefined> {
  const evaluated = await compliance.rules.evaluate({
    transaction: { ...breaching, ...change },
    rule_codes: byCountry,
  });
  return unwrap(evaluated).results[0]?.status;
}

async function stored(compliance: Compliance, query?: object): Promise<readonly Alert[]> {
  return unwrap(await compliance.alerts.list(query)).items;
}

/** Stores pending alerts of these transactions. */
async function pendingIn(storage: ComplianceStorage, ...transactions: readonly string[]): Promise<void> {
  const silent = sampleCompliance({ storage });
  for (const transaction_id of transactions) await evaluate(silent, { transaction_id });
}

/** A sink that fails until `fix` is called, and records the alerts. */
function failingSink(cause: unknown = new Error("no")): { received: Alert[]; fix: () => void; onAlert: AlertSink } {
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

/** A listener that keeps the failures. */
function keepingFailures(): {
  readonly failures: AlertFailure[];
  readonly onAlertError: (failure: AlertFailure) => void;
} {
  const failures: AlertFailure[] = [];
  return { failures, onAlertError: (failure) => void failures.push(failure) };
}

const hang = (): Promise<never> => new Promise(() => undefined);
const ALERT_ID = "THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-1";

describe("a breach", () => {
  it("is answered as soon as its alert is stored, however long onAlert takes", async () => {
    const compliance = sampleCompliance({ onAlert: hang });
    expect(await evaluate(compliance)).toBe("breach");
    expect(await stored(compliance, { delivered: false })).toHaveLength(1);
  });

  it.each<[name: string, onAlert: AlertSink]>([
    ["rejects", () => Promise.reject(new Error("The queue is full."))],
    [
      "throws undefined",
      () => {
        // What callers without types can do.
        throw undefined as unknown as Error;
      },
    ],
  ])("is answered, its alert stays pending and onAlertError gets the failure when onAlert %s", async (_, onAlert) => {
    const { failures, onAlertError } = keepingFailures();
    const compliance = sampleCompliance({ onAlert, onAlertError });
    expect(await evaluate(compliance)).toBe("breach");
    await deliveries();
    expect(await stored(compliance, { delivered: false })).toHaveLength(1);
    expect(failures).toMatchObject([{ alert_id: ALERT_ID, error: { code: "alert_delivery_failed" } }]);
    expect(failures[0]?.error).toBeInstanceOf(ComplianceError);
    expect(failures[0]?.error).toHaveProperty("cause");
    expect(failures[0]?.error.message).not.toContain("queue");
  });

  it.each<[name: string, onAlertError: () => void]>([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
  ])("changes nothing when onAlertError %s", async (_, onAlertError) => {
    const compliance = sampleCompliance({ onAlert: failingSink().onAlert, onAlertError });
    expect(await evaluate(compliance)).toBe("breach");
    await deliveries();
    expect(await compliance.alerts.deliver()).toMatchObject({
      delivered: 0,
      failed: 1,
      failures: [{ alert_id: ALERT_ID }],
    });
  });

  it("reports a storage that fails during the delivery", async () => {
    const { failures, onAlertError } = keepingFailures();
    const memory = memoryStorage();
    const cause = new Error("no");
    const lease = (): Promise<never> => Promise.reject(cause);
    const storage = { ...memory, alerts: { ...memory.alerts, lease } };
    const compliance = sampleCompliance({ storage, onAlert: () => undefined, onAlertError });
    expect(await evaluate(compliance)).toBe("breach");
    await deliveries();
    expect(failures).toMatchObject([{ alert_id: ALERT_ID, error: { code: "alert_delivery_failed", cause } }]);
  });

  it("is delivered again by each evaluation until a delivery succeeds", async () => {
    const { onAlert, received, fix } = failingSink();
    const compliance = sampleCompliance({ onAlert });
    for (let time = 0; time < 4; time += 1) {
      if (time === 2) fix();
      expect(await evaluate(compliance)).toBe("breach");
      await deliveries();
    }
    expect(received).toHaveLength(3);
    expect(await stored(compliance, { delivered: true })).toHaveLength(1);
  });

  it("is delivered as it was stored, whatever a later evaluation decides", async () => {
    let time = new Date("2024-06-28T10:00:00Z");
    const { onAlert, received, fix } = failingSink();
    const compliance = sampleCompliance({ onAlert, clock: () => time });
    await evaluate(compliance);
    await deliveries();
    time = new Date("2024-06-29T10:00:00Z");
    fix();
    await evaluate(compliance);
    await deliveries();
    expect(received[1]).toStrictEqual(received[0]);
    expect(received[1]?.raised_at).toBe("2024-06-28T10:00:00.000+00:00");
  });

  it("has one alert, delivered once, when its transaction is evaluated concurrently", async () => {
    const { taken, onAlert } = keepingSink();
    const slow: AlertSink = async (alert, delivery) => {
      await pause(10);
      await onAlert(alert, delivery);
    };
    const compliance = sampleCompliance({ onAlert: slow });
    const statuses = await Promise.all(Array.from({ length: 50 }, () => evaluate(compliance)));
    expect(new Set(statuses)).toEqual(new Set(["breach"]));
    await pause(30);
    expect(taken).toHaveLength(1);
    expect(await stored(compliance)).toHaveLength(1);
  });

  it("has an alert for each country, transaction and amount, compared by its value", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    for (const change of [{}, { country: "FR" }, { transaction_id: "TX-2" }]) await evaluate(compliance, change);
    for (const amount of [3000, "3000", "3000.00", "3000.01", 3e3]) await evaluate(compliance, { amount });
    await deliveries();
    expect(taken.map(({ alert_id }) => alert_id)).toEqual([
      ALERT_ID,
      "THRESHOLD_BY_COUNTRY:FR:EUR:1033.56:TX-1",
      "THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-2",
      "THRESHOLD_BY_COUNTRY:SG:EUR:3000:TX-1",
      "THRESHOLD_BY_COUNTRY:SG:EUR:3000.01:TX-1",
    ]);
  });

  it("cannot be changed in the storage or in the answer by the sink", async () => {
    const compliance = sampleCompliance({
      onAlert: (alert) => {
        Reflect.set(alert, "country", "US");
        Reflect.set(alert.decision, "status", "pass");
      },
    });
    expect(await evaluate(compliance)).toBe("breach");
    await deliveries();
    expect(await stored(compliance)).toMatchObject([{ country: "SG", decision: { status: "breach" } }]);
  });

  it("may be evaluated again by its own sink", async () => {
    const compliance: Compliance = sampleCompliance({ onAlert: async () => void (await evaluate(compliance)) });
    await evaluate(compliance);
    await deliveries();
    expect(await stored(compliance, { delivered: true })).toHaveLength(1);
  });
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
    expect(await compliance.alerts.deliver()).toEqual({ delivered: 3, failed: 0, failures: [] });
    expect(taken.map(({ transaction_id }) => transaction_id)).toEqual(["TX-0", "TX-1", "TX-2"]);
    expect(await compliance.alerts.deliver()).toEqual({ delivered: 0, failed: 0, failures: [] });
    expect(await stored(compliance, { delivered: true })).toHaveLength(3);
  });

  it.each([
    { ids: ["TX-1", "TX-2", "TX-3"], options: { limit: 2 }, tried: 2 },
    { ids: ["TX-1", "TX-2", "TX-3"], options: { limit: 2, concurrency: 1000 }, tried: 2 },
    { ids: ["TX-1"], options: { limit: Number.POSITIVE_INFINITY, concurrency: 1 }, tried: 1 },
  ])("tries at most limit alerts: $options", async ({ ids, options, tried }) => {
    const storage = memoryStorage();
    await pendingIn(storage, ...ids);
    const { taken, onAlert } = keepingSink();
    expect(await sampleCompliance({ storage, onAlert }).alerts.deliver(options)).toMatchObject({ delivered: tried });
    expect(taken).toHaveLength(tried);
  });

  it.each([1, 3, 50])("runs at most %i calls of onAlert at the same time", async (concurrency) => {
    const storage = memoryStorage();
    await pendingIn(storage, ...Array.from({ length: 12 }, (_, index) => `TX-${index}`));
    const expected = Math.min(concurrency, 12);
    const running = { now: 0, most: 0 };
    const onAlert: AlertSink = async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      // Reading the alerts takes time on a busy machine, so the first calls wait for the others.
      await pause(running.most < expected ? 100 : 2);
      running.now -= 1;
    };
    expect(await sampleCompliance({ storage, onAlert }).alerts.deliver({ concurrency })).toMatchObject({
      delivered: 12,
    });
    expect(running.most).toBe(expected);
  });

  it.each([0, -1, 1.5, Number.NaN, "2", null, 2 ** 53])(
    "takes no limit and concurrency of %s: invalid_input",
    async (n) => {
      const { alerts } = sampleCompliance({ onAlert: () => undefined });
      // Callers without types pass them.
      for (const name of ["limit", "concurrency"]) {
        const failure = await failureOf(alerts.deliver({ [name]: n as number }), "invalid_input");
        expect(failure.message).toContain(name);
      }
    },
  );

  it("with a limit, is not held up by alerts that always fail", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, "TX-1", "TX-2", "TX-3");
    const tried: string[] = [];
    const { alerts } = sampleCompliance({
      storage,
      onAlert: ({ transaction_id }) => {
        tried.push(transaction_id);
        if (transaction_id !== "TX-3") throw new Error("no");
      },
    });
    for (let call = 0; call < 5; call += 1) await alerts.deliver({ limit: 1 });
    expect([...tried.slice(0, 3)].sort()).toEqual(["TX-1", "TX-2", "TX-3"]);
    const failing = tried.filter((each) => each !== "TX-3");
    expect(failing).toEqual([failing[0], failing[1], failing[0], failing[1]]);
  });

  it("first waits for the deliveries that run in this process", async () => {
    const events: string[] = [];
    let calls = 0;
    const compliance = sampleCompliance({
      onAlert: async () => {
        calls += 1;
        const call = calls;
        events.push(`begin ${call}`);
        await pause(10);
        events.push(`end ${call}`);
        if (call === 1) throw new Error("no");
      },
    });
    await evaluate(compliance);
    expect(await compliance.alerts.deliver()).toEqual({ delivered: 1, failed: 0, failures: [] });
    expect(events).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
    // A call that has nothing to deliver itself waits too.
    const [, , second] = await Promise.all([
      evaluate(compliance, { transaction_id: "TX-2" }),
      pause(2),
      pause(4).then(() => compliance.alerts.deliver()),
    ]);
    expect(second).toEqual({ delivered: 0, failed: 0, failures: [] });
    expect(events.at(-1)).toBe("end 3");
  });

  it("delivers each alert once when instances call it at the same time", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, ...Array.from({ length: 11 }, (_, index) => `TX-${index}`));
    const { taken, onAlert } = keepingSink();
    const slow: AlertSink = async (alert, delivery) => {
      await onAlert(alert, delivery);
      await pause(2);
    };
    const calls = [1, 2].map(() => sampleCompliance({ storage, onAlert: slow }).alerts.deliver());
    const counts = (await Promise.all(calls)).map(({ delivered }) => delivered);
    expect(counts.reduce((sum, count) => sum + count)).toBe(11);
    expect(taken).toHaveLength(11);
  });

  it("continues after a failure, tries each alert once, and returns the failures", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, "TX-1", "TX-2", "TX-3");
    const { failures, onAlertError } = keepingFailures();
    const taken: string[] = [];
    let poison: string | undefined = "TX-2";
    const cause = new Error("no");
    const compliance = sampleCompliance({
      storage,
      onAlertError,
      onAlert: ({ transaction_id }) => {
        if (transaction_id === poison) throw cause;
        taken.push(transaction_id);
      },
    });
    const report = await compliance.alerts.deliver();
    expect(report).toMatchObject({
      delivered: 2,
      failed: 1,
      failures: [{ error: { code: "alert_delivery_failed", cause } }],
    });
    expect(report.failures.map(({ alert_id }) => alert_id)).toEqual(["THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-2"]);
    expect(failures).toStrictEqual(report.failures);
    poison = undefined;
    expect(await compliance.alerts.deliver()).toEqual({ delivered: 1, failed: 0, failures: [] });
    expect([...taken].sort()).toEqual(["TX-1", "TX-2", "TX-3"]);
  });

  it("counts all failures, and reports the first 1,000", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, ...Array.from({ length: 1002 }, (_, index) => `TX-${index}`));
    let calls = 0;
    const onAlert = (): Promise<void> => Promise.reject(new Error(`${++calls}`));
    const report = await sampleCompliance({ storage, onAlert }).alerts.deliver();
    expect(report).toMatchObject({ delivered: 0, failed: 1002 });
    expect(report.failures).toHaveLength(1000);
  });

  it("throws when the storage fails, and starts no further delivery", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, "TX-1", "TX-2", "TX-3");
    let calls = 0;
    const onAlert = (): Promise<void> => {
      calls += 1;
      return storage.close();
    };
    await failureOf(sampleCompliance({ storage, onAlert }).alerts.deliver({ concurrency: 1 }), "storage_closed");
    expect(calls).toBe(1);
  });

  it("throws not_configured without onAlert", async () => {
    await failureOf(sampleCompliance().alerts.deliver(), "not_configured");
  });
});

describe("a lease", () => {
  it("that has expired is taken over by another instance", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, "TX-1");
    let time = new Date("2024-06-28T10:00:00Z");
    const clock = (): Date => time;
    // An instance that died: its call of onAlert never ends.
    void sampleCompliance({ storage, clock, onAlert: hang }).alerts.deliver();
    await deliveries();
    const { taken, onAlert } = keepingSink();
    const { alerts } = sampleCompliance({ storage, clock, onAlert, sinkTimeoutMs: 5_000 });
    expect(await alerts.deliver()).toMatchObject({ delivered: 0 });
    // The lease lasts for the other instance's sinkTimeoutMs, 30 seconds, and 30 seconds more.
    time = new Date("2024-06-28T10:00:59.999Z");
    expect(await alerts.deliver()).toMatchObject({ delivered: 0 });
    time = new Date("2024-06-28T10:01:00Z");
    expect(await alerts.deliver()).toMatchObject({ delivered: 1 });
    expect(taken).toHaveLength(1);
  });
});

describe("sinkTimeoutMs", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends a call of onAlert that hangs, and aborts its signal; the alert can be delivered at once", async () => {
    const storage = memoryStorage();
    await pendingIn(storage, "TX-1");
    const signals: unknown[] = [];
    let isHanging = true;
    const onAlert: AlertSink = (_, { signal }) => {
      signals.push(signal);
      return isHanging ? hang() : undefined;
    };
    const { alerts } = sampleCompliance({ storage, onAlert, sinkTimeoutMs: 5 });
    const { delivered, failed, failures } = await alerts.deliver();
    expect({ delivered, failed }).toEqual({ delivered: 0, failed: 1 });
    expect(failures).toMatchObject([{ alert_id: ALERT_ID, error: { code: "alert_delivery_failed" } }]);
    expect(failures[0]?.error.message).toContain("5 ms (sinkTimeoutMs)");
    expect(signals).toMatchObject([{ aborted: true, reason: { code: "alert_delivery_failed" } }]);
    isHanging = false;
    expect(await alerts.deliver()).toEqual({ delivered: 1, failed: 0, failures: [] });
    expect(signals[1]).toMatchObject({ aborted: false });
  });

  it("is 30 seconds by default", async () => {
    vi.useFakeTimers();
    const { failures, onAlertError } = keepingFailures();
    const compliance = sampleCompliance({ onAlert: hang, onAlertError });
    await evaluate(compliance);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(failures).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toMatchObject([{ alert_id: ALERT_ID, error: { code: "alert_delivery_failed" } }]);
  });

  it("records a delivery that succeeds too late, so that it is not repeated", async () => {
    const compliance = sampleCompliance({ onAlert: () => pause(20), sinkTimeoutMs: 5 });
    await evaluate(compliance);
    await pause(50);
    expect(await stored(compliance, { delivered: true })).toHaveLength(1);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5"])(
    "of %s is configuration_invalid",
    (sinkTimeoutMs) => {
      // Callers without types pass them.
      expect(() => sampleCompliance({ sinkTimeoutMs: sinkTimeoutMs as number })).toThrow("sinkTimeoutMs");
    },
  );
});

describe("close", () => {
  it("ends a run of deliver after the running call, and the other alerts stay pending", async () => {
    const storage = memoryStorage();
    const pending = sampleCompliance({ storage });
    for (const transaction_id of ["T-1", "T-2", "T-3"]) await evaluate(pending, { transaction_id });
    const taken: string[] = [];
    const onAlert: AlertSink = async ({ transaction_id }) => {
      await pause(20);
      taken.push(transaction_id);
    };
    const compliance = sampleCompliance({ storage, onAlert });
    const delivering = compliance.alerts.deliver({ concurrency: 1 });
    await pause(5);
    await compliance.close();
    expect(await delivering).toEqual({ delivered: 1, failed: 0, failures: [] });
    expect(taken).toHaveLength(1);
  });

  it("waits for running deliveries", async () => {
    const storage = memoryStorage();
    const { failures, onAlertError } = keepingFailures();
    const { taken, onAlert } = keepingSink();
    const slow: AlertSink = async (alert, delivery) => {
      await pause(20);
      await onAlert(alert, delivery);
    };
    const compliance = sampleCompliance({ storage, onAlert: slow, onAlertError });
    await evaluate(compliance);
    await compliance.close();
    expect(taken).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it("waits for a call that hangs only until its time-out", async () => {
    const compliance = sampleCompliance({ onAlert: hang, sinkTimeoutMs: 20 });
    await evaluate(compliance);
    await compliance.close();
    await failureOf(compliance.alerts.list(), "storage_closed");
  });
});

/** Three alerts on three days, the newest last. */
async function threeDays(storage = memoryStorage()): Promise<Compliance> {
  let day = 28;
  const compliance = sampleCompliance({ storage, clock: () => new Date(Date.UTC(2024, 5, day, 10)) });
  for (day = 28; day <= 30; day += 1) await evaluate(compliance, { transaction_id: `TX-${day}` });
  return compliance;
}

const idOf = (transaction_id: string): string => `THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:${transaction_id}`;

describe("alerts.retrieve", () => {
  it("returns the alert with its state, or undefined", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    await evaluate(compliance);
    await deliveries();
    expect(await compliance.alerts.retrieve(ALERT_ID)).toStrictEqual({ ...taken[0], delivered: true, reviews: [] });
    expect(await compliance.alerts.retrieve("unknown")).toBeUndefined();
  });
});

describe("alerts.review", () => {
  it("adds to the history of the alert, with the time of the clock", async () => {
    const compliance = await threeDays();
    const first = { outcome: "escalated", by: "j.doe", note: "Large amount" } as const;
    const once = unwrap(await compliance.alerts.review(idOf("TX-28"), first));
    const reviewed_at = "2024-07-01T10:00:00.000+00:00";
    expect(once.reviews).toStrictEqual([{ ...first, reviewed_at }]);
    const second = { outcome: "reported", by: "a.roe" } as const;
    const twice = unwrap(await compliance.alerts.review(idOf("TX-28"), second));
    expect(twice.reviews).toStrictEqual([
      { ...first, reviewed_at },
      { ...second, reviewed_at },
    ]);
    expect(await compliance.alerts.retrieve(idOf("TX-28"))).toStrictEqual(twice);
  });

  it("has the actor of the call", async () => {
    const compliance = await threeDays();
    const actor = { id: "u-17", role: "compliance officer", kind: "person" } as const;
    const given = { outcome: "escalated", by: "j.doe" } as const;
    const reviewed_at = "2024-07-01T10:00:00.000+00:00";
    const { reviews } = unwrap(await compliance.alerts.review(idOf("TX-28"), given, { actor }));
    expect(reviews).toStrictEqual([{ ...given, reviewed_at, actor }]);
    expect((await compliance.alerts.retrieve(idOf("TX-28")))?.reviews).toStrictEqual(reviews);
  });

  it("reports every issue of the review, without a value of it, and stores nothing", async () => {
    const compliance = await threeDays();
    const given = { outcome: "forgotten canary", by: " ", note: "canary\n", date: "canary" };
    const reviewed = await compliance.alerts.review(idOf("TX-28"), untyped(given));
    expect(faultsOf(reviewed)).toEqual([
      ["not_allowed", "/outcome", "4.9"],
      ["text_blank", "/by", "4.9"],
      ["text_control_character", "/note", "4.9"],
      ["unknown_property", "/date", "4.9"],
    ]);
    expect(JSON.stringify(reviewed)).not.toContain("canary");
    expect((await compliance.alerts.retrieve(idOf("TX-28")))?.reviews).toEqual([]);
  });

  it("of an alert that is not stored is unknown_alert", async () => {
    const { alerts } = sampleCompliance();
    const reviewed = await alerts.review("unknown", { outcome: "dismissed", by: "j.doe" });
    expect(faultsOf(reviewed)).toEqual([["unknown_alert", "", "4.9"]]);
  });

  it.each(["stored", "not stored"] as const)(
    "repeated after an unknown outcome is stored once, if it was %s",
    async (fate) => {
      const memory = memoryStorage();
      let isLost = true;
      const review: typeof memory.alerts.review = async (id, given) => {
        const answer = fate === "stored" || !isLost ? await memory.alerts.review(id, given) : undefined;
        if (!isLost) return answer;
        isLost = false;
        throw new ComplianceError("storage_outcome_unknown", "The connection broke.");
      };
      let minute = 0;
      const compliance = sampleCompliance({
        storage: { ...memory, alerts: { ...memory.alerts, review } },
        clock: () => new Date(Date.UTC(2024, 5, 28, 10, minute)),
      });
      await evaluate(compliance);
      const given = { outcome: "dismissed", by: "j.doe" } as const;
      await failureOf(compliance.alerts.review(ALERT_ID, given), "storage_outcome_unknown");
      minute = 1;
      expect(unwrap(await compliance.alerts.review(ALERT_ID, given)).reviews).toHaveLength(1);
      expect(unwrap(await compliance.alerts.review(ALERT_ID, given)).reviews).toHaveLength(2);
    },
  );
});

describe("alerts.list", () => {
  const transactionsOf = (items: readonly Alert[]): readonly string[] =>
    items.map(({ transaction_id }) => transaction_id);

  it("applies every condition", async () => {
    const { alerts } = await threeDays();
    await alerts.review(idOf("TX-29"), { outcome: "dismissed", by: "j.doe" });
    const cases = [
      [{ transaction_id: "TX-29" }, ["TX-29"]],
      [{ reviewed: true }, ["TX-29"]],
      [{ reviewed: false }, ["TX-30", "TX-28"]],
      [{ delivered: true }, []],
      [{ from: "2024-06-29" }, ["TX-30", "TX-29"]],
      [{ to: "2024-06-29T10:00:00Z" }, ["TX-28"]],
      [{ from: "2024-06-28T12:00:00.000+02:00", to: "2024-06-29T12:00+02:00" }, ["TX-28"]],
      [{ from: new Date("2024-06-28T10:00:00Z"), to: new Date("2024-06-29T10:00:00Z") }, ["TX-28"]],
    ] as const;
    for (const [query, expected] of cases) {
      expect(transactionsOf(unwrap(await alerts.list(query)).items)).toEqual(expected);
    }
  });

  it("continues with a cursor, also while alerts are added and removed", async () => {
    const compliance = await threeDays();
    const first = unwrap(await compliance.alerts.list({ size: 1 }));
    expect(transactionsOf(first.items)).toEqual(["TX-30"]);
    await evaluate(compliance, { transaction_id: "TX-31" });
    const second = unwrap(await compliance.alerts.list({ size: 1, cursor: first.next_cursor ?? "" }));
    expect(transactionsOf(second.items)).toEqual(["TX-29"]);
    const third = unwrap(await compliance.alerts.list({ size: 9, cursor: second.next_cursor ?? "" }));
    expect([transactionsOf(third.items), third.next_cursor]).toEqual([["TX-28"], null]);
  });

  it("rejects a cursor of other conditions", async () => {
    const { alerts } = await threeDays();
    const all = { from: "2024-06-01", to: new Date("2024-07-30"), delivered: false, reviewed: false };
    const { next_cursor } = unwrap(await alerts.list({ ...all, size: 1 }));
    const continued = (query: object) => alerts.list({ ...query, cursor: next_cursor ?? "", size: 2 });
    expect(unwrap(await continued(all)).items).toHaveLength(2);
    // The same time in another form.
    expect(unwrap(await continued({ ...all, from: new Date("2024-06-01") })).items).toHaveLength(2);
    for (const other of [
      {},
      { ...all, transaction_id: "TX-28" },
      { ...all, delivered: true },
      { ...all, reviewed: undefined },
      { ...all, from: "2024-06-29" },
      { ...all, to: undefined },
    ]) {
      expect(faultsOf(await continued(other))).toEqual([["cursor_invalid", "/cursor", "8"]]);
    }
  });

  it("rejects a text that is no cursor, and wrong times", async () => {
    const { alerts } = await threeDays();
    for (const cursor of ["abc", "1-1-abc", "-e30", `${markOf({})}-`, `${markOf({})}-abc`, "00000000-abc", "a b"]) {
      expect(faultsOf(await alerts.list({ cursor }))).toEqual([["cursor_invalid", "/cursor", "8"]]);
    }
    for (const from of ["yesterday", new Date(Number.NaN)]) {
      expect(faultsOf(await alerts.list({ from }))).toEqual([["not_a_timestamp", "/from", "8"]]);
    }
  });
});

describe("alerts.prune", () => {
  it("removes delivered and reviewed alerts raised before a time, and returns how many", async () => {
    const storage = memoryStorage();
    const { alerts } = await threeDays(storage);
    const before = "2024-06-30T10:00:00Z";
    for (const day of [28, 29, 30]) await alerts.review(idOf(`TX-${day}`), { outcome: "dismissed", by: "j.doe" });
    expect(await alerts.prune({ before })).toBe(0);
    await sampleCompliance({ storage, onAlert: () => undefined }).alerts.deliver();
    expect(await alerts.prune({ before: new Date("2024-06-28T10:00:00Z") })).toBe(0);
    expect(await alerts.prune({ before: new Date("2024-06-28T10:00:00.001Z") })).toBe(1);
    expect(await alerts.prune({ before: "2024-06-28" })).toBe(0);
    expect(await alerts.prune({ before })).toBe(1);
    expect(await alerts.retrieve(idOf("TX-28"))).toBeUndefined();
    expect(await alerts.prune({ before: "2025-01-01" })).toBe(1);
  });

  it("removes undelivered alerts only on request, and only with a review", async () => {
    const { alerts } = await threeDays(memoryStorage());
    for (const day of [28, 29]) await alerts.review(idOf(`TX-${day}`), { outcome: "dismissed", by: "j.doe" });
    const before = "2025-01-01";
    expect(await alerts.prune({ before, includeUndelivered: false })).toBe(0);
    expect(await alerts.prune({ before: "2024-06-29", includeUndelivered: true })).toBe(1);
    expect(await alerts.prune({ before, includeUndelivered: true })).toBe(1);
    expect(await alerts.retrieve(idOf("TX-30"))).toBeDefined();
    // Callers without types pass them.
    await failureOf(alerts.prune({ before, includeUndelivered: "yes" as never }), "invalid_input");
  });

  it.each([
    undefined,
    null,
    {},
    { before: "yesterday" },
    { before: 5 },
    { before: "2024-06-28", after: 1 },
    { before: new Date(Number.NaN) },
    [],
  ])("rejects %j: invalid_input", async (options) => {
    // Callers without types pass them.
    await failureOf(sampleCompliance().alerts.prune(options as never), "invalid_input");
  });
});
