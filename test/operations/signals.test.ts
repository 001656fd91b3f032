/** The signal of rules.evaluate, vasps.load and alerts.deliver. That of addresses.create: address-failures.test.ts. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { type AlertSink, type Compliance, fixedRates, memoryStorage, unwrap } from "../../src/index.js";
import { withAsyncDispose } from "../../src/storage.js";
import { failureOf } from "../support/outcomes.js";
import {
  breaching,
  byCountry,
  deliveries,
  ecbTable,
  keepingSink,
  passing,
  sampleCompliance,
  shortVasp,
} from "../support/samples.js";

const request = { transaction: breaching, rule_codes: byCountry };
const reason = new Error("the user left");

/** Never settles. */
const hang = (): Promise<never> => new Promise(() => undefined);

/** A signal that aborts soon. */
function soon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 2);
  return controller.signal;
}

async function alertCount({ alerts }: Compliance, delivered?: boolean): Promise<number> {
  return unwrap(await alerts.list({ delivered })).items.length;
}

describe("the signal of rules.evaluate", () => {
  it("that has aborted: aborted with its reason, and nothing is requested or stored", async () => {
    let requests = 0;
    const thresholds = {
      current: async () => {
        requests += 1;
        return { SG: "1500" };
      },
    };
    const compliance = sampleCompliance({ thresholds });
    const failure = await failureOf(
      compliance.rules.evaluate(request, { signal: AbortSignal.abort(reason) }),
      "aborted",
    );
    expect(failure.cause).toBe(reason);
    expect(failure.message).toBe(
      "The caller's signal aborted rules.evaluate. An alert that was stored before stays pending; alerts.deliver delivers it.",
    );
    expect(requests).toBe(0);
    expect(await alertCount(compliance)).toBe(0);
  });

  it.each(["thresholds", "rates"] as const)("is passed to the source of %s, and rejects at once", async (option) => {
    const signals: unknown[] = [];
    const current = (_at: Date, options?: { readonly signal?: unknown }): Promise<never> => {
      signals.push(options?.signal);
      return hang();
    };
    const compliance = sampleCompliance({ [option]: { current } });
    const failure = await failureOf(compliance.rules.evaluate(request, { signal: soon() }), "aborted");
    expect(failure.cause).toBe(reason);
    expect(signals).toEqual([expect.any(AbortSignal)]);
    expect(signals[0]).toMatchObject({ aborted: true, reason });
    expect(await alertCount(compliance)).toBe(0);
  });

  it("that aborts while a source returns: no alert is stored", async () => {
    const controller = new AbortController();
    const rates = {
      current: async () => {
        controller.abort(reason);
        return ecbTable;
      },
    };
    const compliance = sampleCompliance({ rates });
    await failureOf(compliance.rules.evaluate(request, { signal: controller.signal }), "aborted");
    expect(await alertCount(compliance)).toBe(0);
  });

  it("that aborts while the storage does not respond: aborted at once", async () => {
    const memory = memoryStorage();
    const storage = { ...memory, alerts: { ...memory.alerts, insert: hang } };
    await failureOf(sampleCompliance({ storage }).rules.evaluate(request, { signal: soon() }), "aborted");
  });

  it("that aborts while the alert is stored: it stays pending", async () => {
    const controller = new AbortController();
    const memory = memoryStorage();
    const insert: typeof memory.alerts.insert = (alert) => {
      controller.abort(reason);
      return memory.alerts.insert(alert);
    };
    const { taken, onAlert } = keepingSink();
    const storage = { ...memory, alerts: { ...memory.alerts, insert } };
    const compliance = sampleCompliance({ storage, onAlert });
    await failureOf(compliance.rules.evaluate(request, { signal: controller.signal }), "aborted");
    expect(taken).toEqual([]);
    expect(await alertCount(compliance, false)).toBe(1);
    expect(await compliance.alerts.deliver()).toEqual({ delivered: 1, failed: 0, failures: [] });
  });

  it("does not change the result, and is released afterwards", async () => {
    const { signal } = new AbortController();
    const compliance = sampleCompliance({ rates: fixedRates(ecbTable), onAlert: () => undefined });
    expect(unwrap(await compliance.rules.evaluate(request, { signal })).results[0]?.status).toBe("breach");
    const passed = await compliance.rules.evaluate({ ...request, transaction: passing }, { signal });
    expect(unwrap(passed).results[0]?.status).toBe("pass");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("the signal of vasps.load", () => {
  const record = (index: number) => ({ vasp_id: `V-${index}`, name_legal: "Example" });
  const count = async ({ vasps }: Compliance): Promise<number> => unwrap(await vasps.list()).pagination.total;

  it("that has aborted: aborted, and nothing is read", async () => {
    let isRead = false;
    function* source() {
      isRead = true;
      yield shortVasp;
    }
    const { vasps } = sampleCompliance();
    await failureOf(vasps.load(source(), { signal: AbortSignal.abort(reason) }), "aborted");
    expect(isRead).toBe(false);
  });

  it("that aborts between records: nothing is stored, and the source is closed", async () => {
    const controller = new AbortController();
    let isClosed = false;
    function* source() {
      try {
        for (let index = 0; index < 100; index += 1) {
          if (index === 50) controller.abort(reason);
          yield record(index);
        }
      } finally {
        isClosed = true;
      }
    }
    const compliance = sampleCompliance();
    const failure = await failureOf(compliance.vasps.load(source(), { signal: controller.signal }), "aborted");
    expect(failure.cause).toBe(reason);
    expect(isClosed).toBe(true);
    expect(await count(compliance)).toBe(0);
  });

  it("that aborts while a source hangs: it is closed, but not waited for", async () => {
    let isClosed = false;
    const hanging: AsyncIterable<ReturnType<typeof record>> = {
      [Symbol.asyncIterator]: () => ({
        next: hang,
        return: async () => {
          isClosed = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const compliance = sampleCompliance();
    await failureOf(compliance.vasps.load(hanging, { signal: soon() }), "aborted");
    expect(isClosed).toBe(true);
    const rude = { [Symbol.asyncIterator]: () => ({ next: hang, return: () => Promise.reject(reason) }) };
    await failureOf(compliance.vasps.load(rude, { signal: soon() }), "aborted");
    const simple = { [Symbol.asyncIterator]: () => ({ next: hang }) };
    await failureOf(compliance.vasps.load(simple, { signal: soon() }), "aborted");
    expect(await count(compliance)).toBe(0);
  });

  it("that a source also uses: its error counts as the abort", async () => {
    const controller = new AbortController();
    async function* source() {
      yield record(0);
      controller.abort(reason);
      throw new Error("aborted");
    }
    const { vasps } = sampleCompliance();
    const failure = await failureOf(vasps.load(source(), { signal: controller.signal }), "aborted");
    expect(failure.cause).toBe(reason);
  });

  it("that aborts after the last record was read stops the load as well", async () => {
    const controller = new AbortController();
    const compliance = sampleCompliance();
    const onProgress = (): void => controller.abort(reason);
    const { signal } = controller;
    await failureOf(compliance.vasps.load([record(0)], { signal, onProgress }), "aborted");
    expect(await count(compliance)).toBe(0);
  });

  it("does not hide a failure of the source, and is released afterwards", async () => {
    const { signal } = new AbortController();
    async function* failing() {
      yield record(0);
      throw reason;
    }
    async function* good() {
      yield record(0);
      yield record(1);
    }
    const compliance = sampleCompliance();
    expect((await failureOf(compliance.vasps.load(failing(), { signal }), "load_interrupted")).cause).toBe(reason);
    expect(await compliance.vasps.load(good(), { signal })).toMatchObject({ loaded: 2 });
    const onProgress = (): void => {
      throw reason;
    };
    await expect(compliance.vasps.load(good(), { signal, onProgress })).rejects.toBe(reason);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("the signal of alerts.deliver", () => {
  /** A compliance with three pending alerts. */
  async function pending(onAlert: AlertSink): Promise<Compliance> {
    const storage = memoryStorage();
    const silent = sampleCompliance({ storage });
    for (const transaction_id of ["TX-1", "TX-2", "TX-3"]) {
      await silent.rules.evaluate({ ...request, transaction: { ...breaching, transaction_id } });
    }
    return sampleCompliance({ storage, onAlert });
  }

  it("that has aborted: aborted, and nothing is delivered", async () => {
    const { taken, onAlert } = keepingSink();
    const { alerts } = await pending(onAlert);
    await failureOf(alerts.deliver({ signal: AbortSignal.abort() }), "aborted");
    expect(taken).toEqual([]);
  });

  it("that aborts between deliveries: the others stay pending", async () => {
    const controller = new AbortController();
    const { taken, onAlert } = keepingSink();
    const compliance = await pending(async (alert, delivery) => {
      await onAlert(alert, delivery);
      controller.abort(reason);
    });
    const failure = await failureOf(
      compliance.alerts.deliver({ signal: controller.signal, concurrency: 1 }),
      "aborted",
    );
    expect(failure.cause).toBe(reason);
    expect(taken).toHaveLength(1);
    await deliveries();
    expect(await compliance.alerts.deliver()).toMatchObject({ delivered: 2 });
  });

  it("that aborts while the storage does not respond: aborted at once", async () => {
    const memory = memoryStorage();
    const storage = { ...memory, alerts: { ...memory.alerts, lease: hang } };
    const { alerts } = sampleCompliance({ storage, onAlert: () => undefined });
    await failureOf(alerts.deliver({ signal: soon() }), "aborted");
  });

  it("that aborts while an alert is leased: the lease is released", async () => {
    const controller = new AbortController();
    const memory = memoryStorage();
    await sampleCompliance({ storage: memory }).rules.evaluate(request);
    const { taken, onAlert } = keepingSink();
    const lease: typeof memory.alerts.lease = async (query) => {
      const leased = await memory.alerts.lease(query);
      controller.abort(reason);
      return leased;
    };
    const storage = { ...memory, alerts: { ...memory.alerts, lease } };
    await failureOf(sampleCompliance({ storage, onAlert }).alerts.deliver({ signal: controller.signal }), "aborted");
    await deliveries();
    expect(taken).toEqual([]);
    expect(await sampleCompliance({ storage: memory, onAlert }).alerts.deliver()).toMatchObject({ delivered: 1 });
  });

  it("that aborts while onAlert hangs: it is not waited for, and its signal aborts with the reason", async () => {
    const signals: unknown[] = [];
    const { alerts } = await pending((_, { signal }) => {
      signals.push(signal);
      return hang();
    });
    await failureOf(alerts.deliver({ signal: soon() }), "aborted");
    expect(signals).not.toEqual([]);
    for (const signal of signals) expect(signal).toMatchObject({ aborted: true, reason });
  });

  it("that aborts while onAlert runs: a delivery that succeeds counts, one that fails is released and not reported", async () => {
    const controller = new AbortController();
    const failures: unknown[] = [];
    let calls = 0;
    const memory = memoryStorage();
    for (const transaction_id of ["TX-1", "TX-2"]) {
      const transaction = { ...breaching, transaction_id };
      await sampleCompliance({ storage: memory }).rules.evaluate({ ...request, transaction });
    }
    const compliance = sampleCompliance({
      storage: memory,
      onAlertError: (failure) => void failures.push(failure),
      onAlert: async ({ transaction_id }) => {
        calls += 1;
        if (calls === 2) controller.abort(reason);
        await deliveries();
        if (transaction_id === "TX-2") throw reason;
      },
    });
    await failureOf(compliance.alerts.deliver({ signal: controller.signal }), "aborted");
    await deliveries();
    await deliveries();
    expect(await alertCount(compliance, true)).toBe(1);
    expect(failures).toEqual([]);
  });
});

describe("options of operations", () => {
  const compliance = sampleCompliance({ onAlert: () => undefined });
  const { alerts, rules, vasps } = compliance;

  it.each<[operation: string, call: (options: never) => Promise<unknown>]>([
    ["rules.evaluate", (options) => rules.evaluate(request, options)],
    ["vasps.load", (options) => vasps.load([shortVasp], options)],
    ["vasps.sync", (options) => vasps.sync([shortVasp], options)],
    ["alerts.deliver", (options) => alerts.deliver(options)],
  ])("of %s may be left out", async (_, call) => {
    for (const options of [undefined, null, {}, { signal: undefined }]) await call(options as never);
  });
});

describe("await using", () => {
  it("closes a Compliance and its storage", async () => {
    const storage = memoryStorage();
    {
      await using compliance = sampleCompliance({ storage });
      await compliance.vasps.load([shortVasp]);
    }
    await failureOf(storage.vasps.find("V"), "storage_closed");
    const other = memoryStorage();
    await other[Symbol.asyncDispose]();
    await failureOf(other.vasps.find("V"), "storage_closed");
  });

  it("is left out where the runtime has no Symbol.asyncDispose", () => {
    const { Symbol: original } = globalThis;
    try {
      globalThis.Symbol = Object.create(null);
      expect(Object.getOwnPropertySymbols(withAsyncDispose({ close: async () => undefined }))).toEqual([]);
    } finally {
      globalThis.Symbol = original;
    }
    expect(Object.getOwnPropertySymbols(memoryStorage())).toEqual([Symbol.asyncDispose]);
  });
});
