/** The option `observe`: one event per operation, request to a part and write to the storage. */
import { describe, expect, it, vi } from "vitest";
import {
  type Compliance,
  ComplianceError,
  type ComplianceEvent,
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type OperationEvent,
} from "../../src/index.js";
import { answerOutcome } from "../../src/operations/answer-outcome.js";
import { evmMessages } from "../../src/ownership/evm.js";
import { esplora, goPlus } from "../../src/providers.js";
import { addressCompliance, loading, screener, screening, wallets } from "../support/address-samples.js";
import { type Callable, hostileCalls } from "../support/hostile-calls.js";
import { withService } from "../support/local-server.js";
import { ended, failureOf } from "../support/outcomes.js";
import { breaching, byCountry, ecbTable, fullVasp, individual, now, sampleCompliance } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

interface Observed {
  readonly compliance: Compliance;
  readonly events: ComplianceEvent[];
}

function observed(options: Partial<ComplianceOptions> = {}): Observed {
  const events: ComplianceEvent[] = [];
  return { compliance: sampleCompliance({ observe: (event) => events.push(event), ...options }), events };
}

/** Without the durations, which must be numbers of at least 0. */
function timeless(events: readonly ComplianceEvent[]): readonly object[] {
  return events.map(({ durationMs, ...event }) => {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    return event;
  });
}

const breach = { transaction: breaching, rule_codes: byCountry };

/** Every operation of a compliance: its name and its function. */
function operationsOf(compliance: Compliance): readonly (readonly [name: string, call: Callable])[] {
  const { compact, close, ...groups } = compliance;
  const operations = Object.entries(groups).flatMap(([group, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${group}.${method}`, call as Callable] as const),
  );
  return [...operations, ["compact", compact], ["close", close]];
}

describe("events of operations", () => {
  it("there is one for each call, of each operation, whatever its arguments are", async () => {
    const names = operationsOf(observed().compliance).map(([name]) => name);
    expect(names).toContain("accounts.create");
    for (const name of names) {
      const { compliance, events } = observed({ onAlert: () => undefined });
      const call = new Map(operationsOf(compliance)).get(name);
      if (call === undefined) throw new Error(name);
      for (const [what, hostile] of hostileCalls(call, [])) {
        events.length = 0;
        await ended(hostile);
        const own = events.filter((event): event is OperationEvent => event.kind === "operation");
        expect(
          own.map((event) => event.name),
          `${name} with ${what}`,
        ).toEqual([name]);
        expect(own[0]?.durationMs).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it("tell codes of issues, each once, and codes of errors", async () => {
    const { compliance, events } = observed();
    await compliance.accounts.create(untyped({ reference_id: "", account_type: "x", email: 1, customer_id: 2 }));
    await failureOf(
      compliance.rules.evaluate({ ...breach, transaction: { ...breaching, country: "DE" } }),
      "threshold_missing",
    );
    const [issues] = timeless(events);
    expect(issues).toEqual({
      kind: "operation",
      name: "accounts.create",
      outcome: "issues",
      issues: ["text_blank", "not_allowed", "wrong_type"],
    });
    expect(events.some((event) => event.outcome === "error" && event.code === "threshold_missing")).toBe(true);
  });

  it("count what is in the answer", async () => {
    const { compliance, events } = observed({ onAlert: () => Promise.reject(new Error("down")) });
    const counts = async (call: () => Promise<unknown>) => {
      events.length = 0;
      await call();
      const event = events.find(({ kind }) => kind === "operation");
      return event?.kind === "operation" && event.outcome === "ok" ? event.counts : undefined;
    };
    const { accounts, vasps, rules, alerts } = compliance;
    expect(await counts(() => accounts.retrieve("A-0"))).toEqual({ results: 0 });
    expect(await counts(() => accounts.create(individual))).toEqual({ results: 1 });
    expect(await counts(() => accounts.retrieve(individual.reference_id))).toEqual({ results: 1 });
    expect(await counts(() => accounts.search({ search_term: "zoe" }))).toEqual({ results: 1 });
    expect(await counts(() => accounts.search({ search_term: "nobody" }))).toEqual({ results: 0 });
    expect(await counts(() => accounts.list())).toEqual({ results: 1 });
    expect(await counts(() => vasps.load(untyped([fullVasp, {}])))).toMatchObject({ rejected: 1 });
    expect(await counts(() => vasps.list({ size: 1 }))).toEqual({ results: 1, total: 1 });
    expect(await counts(() => vasps.remove(fullVasp.vasp_id))).toEqual({ removed: 1 });
    expect(await counts(() => vasps.remove(fullVasp.vasp_id))).toEqual({ removed: 0 });
    expect(await counts(() => vasps.sync([fullVasp]))).toMatchObject({ added: 1, removed: 0 });
    expect(await counts(() => rules.evaluate(breach))).toEqual({ results: 1, breaches: 1 });
    expect(await counts(() => alerts.list())).toMatchObject({ results: 1 });
    expect(await counts(() => alerts.deliver())).toEqual({ delivered: 0, failed: 1 });
    expect(await counts(() => compliance.compact())).toEqual({});
    expect(await counts(() => compliance.close())).toEqual({});
  });

  it("come before the caller has the answer, after those of what the operation used", async () => {
    const { compliance, events } = observed();
    await compliance.rules.evaluate(breach);
    expect(events.map(({ kind }) => kind).slice(0, 1)).toEqual(["provider"]);
    expect(events.filter(({ kind }) => kind === "operation")).toHaveLength(1);
  });
});

describe("events of parts", () => {
  it("name the part, the provider and the chain", async () => {
    const { part } = screener();
    const events: ComplianceEvent[] = [];
    const compliance = await addressCompliance({
      riskProviders: { RDCFI: part },
      balances: { balance: async () => Promise.reject(new ComplianceError("provider_timeout", "Too slow.")) },
      observe: (event) => events.push(event),
    });
    await failureOf(compliance.addresses.create(screening), "provider_timeout");
    const parts = timeless(events.filter(({ kind }) => kind === "provider"));
    const head = { kind: "provider", chain: "ethereum", attempts: undefined };
    expect(parts).toContainEqual({ ...head, part: "riskProviders", name: "RDCFI", outcome: "ok" });
    const failure = { outcome: "error", code: "provider_timeout" };
    expect(parts).toContainEqual({ ...head, part: "balances", name: undefined, ...failure });
  });

  it("report an error of another kind as the operation does", async () => {
    const failing = { current: () => Promise.reject(new Error("no")) };
    const { compliance, events } = observed({ rates: failing, thresholds: { current: async () => ({ SG: "1500" }) } });
    await failureOf(compliance.rules.evaluate(breach), "provider_unavailable");
    const head = { kind: "provider", name: undefined, chain: undefined, attempts: undefined };
    expect(timeless(events.filter(({ kind }) => kind === "provider"))).toEqual([
      { ...head, part: "thresholds", outcome: "ok" },
      { ...head, part: "rates", outcome: "error", code: "provider_unavailable" },
    ]);
  });

  it("count HTTP requests with retries, of vaspkit's parts and of those that call onAttempt", async () => {
    await withService(
      [
        (_request, response) => response.writeHead(503).end(),
        (_request, response) => response.writeHead(429).end(),
        (_request, response) => response.end(JSON.stringify({ code: 1, result: {} })),
      ],
      async ({ url }) => {
        const events: ComplianceEvent[] = [];
        const compliance = await addressCompliance({
          riskProviders: { RDCFI: goPlus({ url }) },
          balances: {
            balance: async ({ onAttempt }) => {
              onAttempt?.();
              return { balance: "1", balance_usd: null };
            },
          },
          observe: (event) => events.push(event),
        });
        await compliance.addresses.create(screening).catch(() => undefined);
        const attempts = events.flatMap((event) => (event.kind === "provider" ? [[event.part, event.attempts]] : []));
        expect(new Map(attempts as [string, number][])).toEqual(
          new Map([
            ["riskProviders", 3],
            ["balances", 1],
          ]),
        );
      },
    );
  });

  it("count the requests of a balance source, and none for a chain that it does not have", async () => {
    await withService([(_request, response) => response.writeHead(404).end()], async ({ url }) => {
      const events: ComplianceEvent[] = [];
      const balances = esplora({ url, chain: "bitcoin" });
      const compliance = await addressCompliance({ balances, observe: (event) => events.push(event) });
      const bitcoin = { chain: "bitcoin", address: wallets.bitcoin.given } as const;
      await compliance.addresses.create(bitcoin).catch(() => undefined);
      await compliance.addresses.create(loading);
      const attempts = events.flatMap((event) => (event.kind === "provider" ? [[event.chain, event.attempts]] : []));
      expect(attempts).toEqual([
        ["bitcoin", 1],
        ["ethereum", undefined],
      ]);
    });
  });

  it("come with the abort of a call that its part ignores, and once", async () => {
    let answer: (table: Record<string, string>) => void = () => undefined;
    const thresholds = { current: () => new Promise<Record<string, string>>((resolve) => (answer = resolve)) };
    const { compliance, events } = observed({ thresholds });
    const controller = new AbortController();
    const evaluated = compliance.rules.evaluate(breach, { signal: controller.signal });
    controller.abort();
    await failureOf(evaluated, "aborted");
    await vi.waitUntil(() => events.some(({ kind }) => kind === "provider"));
    answer({ SG: "1500" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const head = { kind: "provider", part: "thresholds", name: undefined, chain: undefined, attempts: undefined };
    expect(timeless(events.filter(({ kind }) => kind === "provider"))).toEqual([
      { ...head, outcome: "error", code: "aborted" },
    ]);
  });

  it("report the delivery of an alert, also when it hangs", async () => {
    const head = { kind: "provider", part: "onAlert", name: undefined, chain: undefined, attempts: undefined };
    const failure = { ...head, outcome: "error", code: "alert_delivery_failed" };
    const sinks = [() => Promise.reject(new Error("down")), () => new Promise<void>(() => undefined)];
    for (const onAlert of sinks) {
      const { compliance, events } = observed({ onAlert, sinkTimeoutMs: 5 });
      await compliance.rules.evaluate(breach);
      await compliance.close();
      await vi.waitUntil(() => events.some((event) => event.kind === "provider" && event.part === "onAlert"));
      expect(timeless(events)).toContainEqual(expect.objectContaining(failure));
    }
  });
});

describe("events of writes", () => {
  it("name the repository and the method, and leave out reads", async () => {
    const { compliance, events } = observed();
    await compliance.accounts.create(individual);
    await compliance.accounts.retrieve(individual.reference_id);
    await compliance.accounts.search({ search_term: "zoe" });
    await compliance.addresses.create({ ...loading, account_ref_id: individual.reference_id });
    await compliance.vasps.load([fullVasp]);
    await compliance.rules.evaluate(breach);
    const writes = events.flatMap((event) => (event.kind === "storage" ? [`${event.repository}.${event.method}`] : []));
    expect(writes.slice(0, 4)).toEqual(["accounts.insert", "addresses.save", "vasps.load", "alerts.insert"]);
  });

  it("leave out the proofs of an address", async () => {
    const { compliance, events } = observed({
      ownership: { domain: "x.example", methods: [evmMessages], maxAgeMs: 1 },
    });
    await compliance.ownership.of("ethereum", "0x52908400098527886E0F7030069857D2E4169EE7");
    expect(events.map(({ kind }) => kind)).toEqual(["operation"]);
  });

  it("tell the code of a failure", async () => {
    const storage = memoryStorage();
    await storage.close();
    const { compliance, events } = observed({ storage });
    await failureOf(compliance.accounts.create(individual), "storage_closed");
    expect(timeless(events)).toEqual([
      { kind: "storage", repository: "accounts", method: "insert", outcome: "error", code: "storage_closed" },
      { kind: "operation", name: "accounts.create", outcome: "error", code: "storage_closed" },
    ]);
  });

  it("are sent without any part but the storage, and for a list that fails midway", async () => {
    const storage = memoryStorage();
    const { accounts } = storage;
    const list: typeof accounts.list = async (query) => {
      if (query.cursor !== undefined) throw new ComplianceError("storage_unavailable", "The storage is away.");
      const page = await accounts.list(query);
      return page && { ...page, next_cursor: "next" };
    };
    const events: ComplianceEvent[] = [];
    const compliance = createCompliance({
      storage: { ...storage, accounts: { ...accounts, list } },
      observe: (event) => events.push(event),
    });
    await compliance.accounts.create(individual);
    let seen = 0;
    const all = async (): Promise<void> => {
      for await (const each of compliance.accounts.all()) seen += Object.keys(each).length;
    };
    await failureOf(all(), "storage_unavailable");
    expect(seen).toBeGreaterThan(0);
    expect(timeless(events).at(-1)).toEqual({
      kind: "operation",
      name: "accounts.all",
      outcome: "error",
      code: "storage_unavailable",
    });
  });

  it("are sent for a request of prices", async () => {
    const prices = fixedPrices({ currency: "USD", time: now.toISOString(), source: "test", prices: { BTC: "90000" } });
    const { compliance, events } = observed({ prices });
    const transaction = { transaction_id: "T-1", country: "US", asset: "BTC", amount: "1" };
    expect(await compliance.rules.evaluate({ transaction, rule_codes: byCountry })).toMatchObject({ ok: true });
    expect(events.flatMap((event) => (event.kind === "provider" ? event.part : []))).toContain("prices");
  });

  it("tell that an error is not a ComplianceError, and no counts", async () => {
    const { compliance, events } = observed();
    const onProgress = (): void => {
      throw new TypeError("no terminal");
    };
    await expect(compliance.vasps.load([fullVasp], { onProgress })).rejects.toThrow(TypeError);
    const failure = { kind: "operation", name: "vasps.load", outcome: "error", code: "unexpected" };
    expect(timeless(events.filter(({ kind }) => kind === "operation"))).toEqual([failure]);
  });

  it("tell no count that a storage returned as something else", async () => {
    const storage = memoryStorage();
    const load = async () => ({ loaded: "Jane Doe" as unknown as number, replaced: 1 });
    const { compliance, events } = observed({ storage: { ...storage, vasps: { ...storage.vasps, load } } });
    await compliance.vasps.load([fullVasp]);
    expect(events.at(-1)).toMatchObject({ name: "vasps.load", counts: { replaced: 1, rejected: 0 } });
    expect(JSON.stringify(events)).not.toContain("Jane");
  });

  it("tell no counts of an answer that cannot be read", () => {
    expect(answerOutcome("accounts.create", { ok: false, issues: [null] })).toEqual({ outcome: "ok", counts: {} });
  });

  it.each([
    ["code", "unexpected"],
    ["evaluation", "storage_unavailable"],
  ])("tell nothing about an error whose %s cannot be read", async (name, code) => {
    const storage = memoryStorage();
    const hostile = new ComplianceError("storage_unavailable", "The storage is away.");
    Object.defineProperty(hostile, name, {
      get: () => {
        throw new Error("Zoe");
      },
    });
    const find: ComplianceStorage["accounts"]["find"] = () => Promise.reject(hostile);
    const { compliance, events } = observed({ storage: { ...storage, accounts: { ...storage.accounts, find } } });
    await ended(() => compliance.accounts.retrieve("A-1"));
    expect(timeless(events.filter(({ kind }) => kind === "operation"))).toEqual([
      { kind: "operation", name: "accounts.retrieve", outcome: "error", code },
    ]);
  });

  it("work with a storage whose repositories are instances of classes", async () => {
    const inner = memoryStorage();
    class Accounts {
      readonly #inner = inner.accounts;
      insert(...args: Parameters<ComplianceStorage["accounts"]["insert"]>) {
        return this.#inner.insert(...args);
      }
      put(...args: Parameters<ComplianceStorage["accounts"]["put"]>) {
        return this.#inner.put(...args);
      }
      find(reference_id: string) {
        return this.#inner.find(reference_id);
      }
    }
    // The cast: an account repository with three methods is enough here.
    const storage = { ...inner, accounts: new Accounts() } as unknown as ComplianceStorage;
    const { compliance, events } = observed({ storage });
    expect(await compliance.accounts.create(individual)).toMatchObject({ ok: true });
    expect(await compliance.accounts.retrieve(individual.reference_id)).toBeDefined();
    expect(events.filter(({ kind }) => kind === "storage")).toHaveLength(1);
  });
});

describe("an observer", () => {
  const failing: readonly (readonly [string, () => void])[] = [
    ["throws", () => expect.unreachable()],
    ["is async and rejects", () => Promise.reject(new Error("observer"))],
    ["returns a proxy that throws", () => new Proxy({}, { get: () => expect.unreachable() })],
  ];

  it.each(failing)("that %s changes nothing", async (_, observe) => {
    const raised: string[] = [];
    const onAlert = ({ alert_id }: { readonly alert_id: string }): void => {
      raised.push(alert_id);
    };
    const plain = sampleCompliance({ onAlert });
    const watched = sampleCompliance({ onAlert, observe });
    for (const act of [
      ({ accounts }: Compliance) => accounts.create(individual),
      ({ accounts }: Compliance) => accounts.create(untyped({})),
      ({ vasps }: Compliance) => vasps.load([fullVasp]),
      ({ rules }: Compliance) => rules.evaluate(breach),
      ({ close }: Compliance) => close(),
    ]) {
      expect(await act(watched)).toEqual(await act(plain));
    }
    expect(raised).toHaveLength(2);
    expect(raised[0]).toBe(raised[1]);
  });

  it("leaves frozen objects of functions that do not need this", async () => {
    const { compliance } = observed();
    expect(Object.isFrozen(compliance)).toBe(true);
    for (const group of Object.values(compliance))
      expect(typeof group === "function" || Object.isFrozen(group)).toBe(true);
    const { create } = compliance.accounts;
    expect(await create(individual)).toMatchObject({ ok: true });
  });

  it("gets the events of one compliance only", async () => {
    const storage = memoryStorage();
    const { events } = observed({ storage });
    await sampleCompliance({ storage, clock: () => now, rates: fixedRates(ecbTable) }).accounts.create(individual);
    expect(events).toEqual([]);
  });
});
