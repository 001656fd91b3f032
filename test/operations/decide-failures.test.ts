/** One part fails at a time: nothing is permitted, and only a failure of the storage and an abort throw. */
import { describe, expect, it, vi } from "vitest";
import { auditTrail } from "../../src/audit.js";
import {
  type AddressCreateRequest,
  ComplianceError,
  type ComplianceOptions,
  type ComplianceStorage,
  memoryStorage,
  type TransferDecision,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import { outsideFailure } from "../../src/operations/screen-sides.js";
import {
  codesOf,
  type Deciding,
  decided,
  deciding,
  MEASURE,
  NOW,
  OFFICER,
  OUTGOING,
  POLICY,
  PRICES,
  RATES,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { failureOf } from "../support/outcomes.js";

/** Everything is needed: a price, a rate, thresholds, a linked sum. It is executed if nothing fails. */
const transfer: TransferToDecide = {
  ...withoutCurrency(),
  amount: "0.0001",
  asset: "BTC",
  link_key: "A-1",
  originator_country: "DE",
};

function withoutCurrency() {
  const { currency: _, amount: _amount, ...rest } = WITHDRAWAL;
  return rest;
}

/** The price is in another currency than the threshold, so that a rate is needed. */
const prices = { ...PRICES, currency: "USD" };

const FINE: Partial<ComplianceOptions> = {
  rates: { current: async () => RATES },
  prices: { current: async () => prices },
  thresholds: { current: async () => ({ DE: "1000" }) },
};

type Part = "rates" | "prices" | "thresholds" | "riskProviders";

/** Options in which one part does something else. */
function withPart(part: Part, run: () => Promise<unknown>): Partial<ComplianceOptions> {
  const answer = run as () => Promise<never>;
  return { ...FINE, [part]: part === "riskProviders" ? { P: { screen: answer } } : { current: answer } };
}

const CODES = [
  ...(["provider_timeout", "provider_unreachable", "provider_unavailable", "provider_rate_limited"] as const),
  ...(["provider_unauthorized", "provider_pending", "provider_unreadable", "list_stale", "not_configured"] as const),
];

/** What a part does instead of answering. */
const failures: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
  ["throws an error", () => Promise.reject(new Error("down"))],
  ["throws a text", () => Promise.reject("down")],
  [
    "throws at once",
    () => {
      throw new TypeError("down");
    },
  ],
  ["returns undefined", async () => undefined],
  ["returns null", async () => null],
  ["returns an empty object", async () => ({})],
  ["returns an empty list", async () => []],
  ["returns a list of nothing", async () => [undefined]],
  ...CODES.map((code) => [`throws ${code}`, () => Promise.reject(new ComplianceError(code, "It failed."))] as const),
];

const reasonOf: Readonly<Record<Part, readonly string[]>> = {
  riskProviders: ["screening_failed"],
  // The packs and both rules need them.
  rates: ["requirements_failed", "evaluation_failed", "evaluation_failed"],
  prices: ["requirements_failed", "evaluation_failed", "evaluation_failed"],
  thresholds: ["evaluation_failed", "evaluation_failed"],
};

it("nothing fails: the transfer is executed", async () => {
  expect(await decided(await deciding(FINE), transfer)).toMatchObject({ decision: "execute", reasons: [] });
});

describe.each(Object.keys(reasonOf) as Part[])("the part %s", (part) => {
  it.each(failures)("%s: the transfer is suspended, and decided again once it answers", async (name, run) => {
    let isDown = true;
    const answers = { rates: RATES, prices, thresholds: { DE: "1000" }, riskProviders: [clean] };
    const compliance = await deciding(withPart(part, async () => (isDown ? run() : answers[part])));
    const decision = await decided(compliance, transfer);
    expect(decision.decision).toBe("suspend");
    // An empty table of thresholds has none for the country.
    expect(codesOf(decision)).toEqual(reasonOf[part]);
    for (const { failure, retry } of decision.reasons) {
      expect(retry === true).toBe(/^(provider|rate|price|list)_/.test(`${failure}`));
    }
    isDown = false;
    const again = await decided(compliance, transfer);
    const isRetried = decision.reasons.some(({ retry }) => retry === true);
    expect([name, again.decision, again.version]).toEqual([name, isRetried ? "execute" : "suspend", isRetried ? 2 : 1]);
  });
});

const clean = {
  provider_name: "P",
  risk_ratio: 0,
  risk_descriptors: ["nothing found"],
  vasp_name_legal: "",
  vasp_name_business: "",
  vasp_website: null,
  vasp_category: "",
};

describe("several providers", () => {
  it.each([
    [90, ["risk_rejected", "screening_failed"], "reject"],
    [50, ["risk_suspended", "screening_failed"], "suspend"],
    [0, ["screening_failed"], "suspend"],
  ] as const)(
    "a hit of %i counts while another provider is down: both are reasons",
    async (risk_ratio, codes, decision) => {
      const P = { screen: async () => [{ ...clean, risk_ratio }] };
      const Q = { screen: () => Promise.reject(new Error("down")) };
      const compliance = await deciding({ ...FINE, riskProviders: { P, Q } }, { screenWith: ["Q", "P"] });
      const answer = await decided(compliance, transfer);
      expect([codesOf(answer), answer.decision]).toEqual([codes, decision]);
      const history = await compliance.addresses.history("ethereum", transfer.beneficiary_address);
      // Without a hit an incomplete screening would look clean, so nothing is stored.
      expect(history?.screenings.length ?? 0).toBe(risk_ratio === 0 ? 0 : 1);
    },
  );
});

describe("a screening is stored at once", () => {
  const { chain, beneficiary_address: address } = transfer;
  const place = { chain, address } as AddressCreateRequest;
  const screeningsOf = async ({ addresses }: Deciding) =>
    (await addresses.history(place.chain, place.address))?.screenings ?? [];
  const hit = { ...clean, risk_ratio: 60 };

  it("while another part has not answered", async () => {
    const current = async () => {
      await vi.waitFor(async () => expect(await screeningsOf(compliance)).toHaveLength(1));
      return prices;
    };
    const compliance: Deciding = await deciding({ ...FINE, prices: { current } });
    expect(await decided(compliance, transfer)).toMatchObject({ decision: "execute" });
  });

  it("or its hits are in the error of the storage", async () => {
    const failure = new ComplianceError("storage_unavailable", "It is down.");
    const storage = interrupted(memoryStorage(), (name, call) =>
      name === "addresses.save" ? Promise.reject(failure) : call(),
    );
    const compliance = await deciding({ ...FINE, storage, riskProviders: { P: { screen: async () => [hit] } } });
    const outcome = await outcomeOf(() => decided(compliance, transfer));
    expect(outcome).toMatchObject({ thrown: { code: "storage_unavailable", cause: failure, hits: [hit] } });
  });

  it("also if the decision is not stored", async () => {
    const failure = new ComplianceError("storage_unavailable", "It is down.");
    const storage = interrupted(memoryStorage(), (name, call) =>
      name === "transfers.save" ? Promise.reject(failure) : call(),
    );
    const compliance = await deciding({ ...FINE, storage, riskProviders: { P: { screen: async () => [hit] } } });
    expect(await outcomeOf(() => decided(compliance, transfer))).toEqual({ thrown: failure });
    expect(await screeningsOf(compliance)).toMatchObject([[{ risk_ratio: 60 }]]);
  });

  it("also if the caller aborts while another part has not answered", async () => {
    const controller = new AbortController();
    const current = async () => {
      await vi.waitFor(async () => expect(await screeningsOf(compliance)).toHaveLength(1));
      controller.abort();
      return prices;
    };
    const riskProviders = { P: { screen: async () => [hit] } };
    const compliance: Deciding = await deciding({ ...FINE, prices: { current }, riskProviders });
    await failureOf(compliance.transfers.decide(transfer, { signal: controller.signal }), "aborted");
    expect(await screeningsOf(compliance)).toMatchObject([[{ risk_ratio: 60 }]]);
  });

  it("and is in the audit trail of its address", async () => {
    const compliance = await deciding({ ...FINE, audit: auditTrail({ key: new Uint8Array(32).fill(7) }) });
    await decided(compliance, transfer);
    const subject = { kind: "address", id: `${chain} ${address}` } as const;
    const { items } = unwrap(await compliance.audit.list({ subject }));
    expect(items.map(({ record }) => record.event)).toEqual(["addresses.save"]);
  });
});

describe("two calls of one transfer", () => {
  /**
   * The first call waits for its price while `meanwhile` happens. The provider returns one ratio after the other; null is a
   * failure.
   */
  async function overtaken(
    ratios: readonly (number | null)[],
    meanwhile: (compliance: Deciding) => Promise<unknown> = (compliance) => decided(compliance, transfer),
    slowPrices: object = prices,
  ) {
    const left = [...ratios];
    const screen = async () => {
      const risk_ratio = left.shift();
      if (typeof risk_ratio === "number") return [{ ...clean, risk_ratio }];
      throw new Error("down");
    };
    let isWaiting = false;
    const current = async () => {
      if (!isWaiting) return prices;
      isWaiting = false;
      await meanwhile(compliance);
      return slowPrices as typeof prices;
    };
    const compliance: Deciding = await deciding({ ...FINE, prices: { current }, riskProviders: { P: { screen } } });
    const wait = () => {
      isWaiting = true;
    };
    return { compliance, wait, left };
  }

  it.each([
    ["with the same hit again", 60, [60, 0, 60], "suspend"],
    ["with the same hit again", 100, [100, 0, 100], "reject"],
    ["also if its provider takes it back", 60, [60, 0, 0], "suspend"],
    ["also if its provider takes it back", 100, [100, 0, 0], "reject"],
    ["also if its provider fails then", 100, [100, 0, null], "reject"],
    ["once, if the hit is higher then", 100, [60, 0, 100], "reject"],
  ] as const)("decides again if the slower one found a hit: %s, %i", async (_, ratio, ratios, decision) => {
    const { compliance, wait, left } = await overtaken(ratios);
    wait();
    const last = await decided(compliance, transfer);
    expect([left, last.decision, last.version]).toEqual([[], decision, 2]);
    const hits = last.screenings.flatMap(({ entries }) => entries).filter(({ risk_ratio }) => risk_ratio > 0);
    expect(hits.map(({ risk_ratio }) => risk_ratio)).toEqual([ratio]);
    const record = await compliance.transfers.retrieve("W-1");
    expect(record?.versions.map((each) => each.decision)).toEqual(["execute", decision]);
  });

  it.each([
    ["the same hit", [60, 60], "suspend"],
    ["a worse one", [60, 100], "reject"],
    ["nothing, as the slower one", [0, 0], "execute"],
    ["nothing, while the provider failed for the slower one", [null, 0], "execute"],
  ] as const)("give one version if the faster one found %s", async (_, ratios, decision) => {
    const { compliance, wait, left } = await overtaken(ratios);
    wait();
    const last = await decided(compliance, transfer);
    expect([left, last.decision, last.version]).toEqual([[], decision, 1]);
  });

  it("decides again if the faster one is suspended for another reason: an officer sees the hit of the slower one", async () => {
    const { currency: _, ...outgoing } = OUTGOING;
    const draft = { ...outgoing, transfer_id: "W-1", asset: "BTC", amount: "0.0001" } as const;
    const { compliance, wait } = await overtaken([89, 0, 0], (given) => decided(given, draft));
    wait();
    const last = await decided(compliance, draft);
    // The thresholds have no country of the other VASP.
    expect([[...codesOf(last)].sort(), last.version]).toEqual([
      ["evaluation_failed", "risk_suspended", "vasp_unconfirmed"],
      2,
    ]);
    const review = { decision: "execute", note: "VASP confirmed" } as const;
    const { versions } = unwrap(await compliance.transfers.review("W-1", review, { actor: OFFICER }));
    expect(versions.at(-1)?.review?.overridden.map(({ code }) => code)).toContain("risk_suspended");
  });

  it("decides again if an officer permitted a lower hit than that of the slower one", async () => {
    const { compliance, wait } = await overtaken([89, 50, 0], async (given) => {
      expect((await decided(given, transfer)).decision).toBe("suspend");
      const review = { decision: "execute", note: "50 is known" } as const;
      unwrap(await given.transfers.review("W-1", review, { actor: OFFICER }));
    });
    wait();
    const last = await decided(compliance, transfer);
    expect([last.decision, codesOf(last), last.version]).toEqual(["suspend", ["risk_suspended"], 2]);
  });

  it("decides again if only the slower one found a duty, at a higher price", async () => {
    const large = { ...transfer, amount: "0.02" };
    const higher = { ...prices, prices: { BTC: "80000" } };
    const { compliance, wait } = await overtaken([0, 0, 0], (given) => decided(given, large), higher);
    wait();
    const last = await decided(compliance, large);
    // At the price of its last round.
    expect([last.decision, last.version]).toEqual(["execute", 2]);
    const [{ version }, overtaking] = [last, await compliance.transfers.retrieve("W-1")];
    expect(overtaking?.versions.map((each) => each.version)).toEqual([1, version]);
  });

  it("give one version if only the faster one has evidence", async () => {
    const { compliance, wait } = await overtaken([0, 0]);
    wait();
    const last = unwrap(await compliance.transfers.decide(transfer));
    expect([last.decision, last.version]).toEqual(["execute", 1]);
  });

  it.each([
    ["suspend", 60, 2],
    ["execute", null, 1],
  ] as const)("with a review between them: %s after %j", async (decision, ratio, version) => {
    const review = { decision: "execute", note: "I called the customer" } as const;
    const { compliance, wait } = await overtaken([null, ratio, 60], (given) =>
      given.transfers.review("W-1", review, { actor: OFFICER }).then(unwrap),
    );
    // A failed provider may be asked again, so that the second call decides again while the officer reviews the first one.
    expect((await decided(compliance, transfer)).decision).toBe("suspend");
    wait();
    const last = await decided(compliance, transfer);
    expect([last.decision, last.version]).toEqual([decision, version]);
  });

  it("count one after the other: what was executed before the second was stored was permitted", async () => {
    const { compliance, wait } = await overtaken([100, 0, 100], async (given) => {
      given.wait(1_000);
      await decided(given, transfer);
      given.wait(5_000);
    });
    wait();
    expect((await decided(compliance, transfer)).version).toBe(2);
    const executed_at = new Date(NOW.getTime() + 3_000).toISOString();
    const closed = unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", executed_at }));
    expect(closed.confirmations).toMatchObject([{ version: 1, executed_without_permission: false }]);
  });
});

/** Counts the calls of a storage, and replaces one of them. */
function interrupted(
  inner: ComplianceStorage,
  onCall: (name: string, call: () => unknown) => unknown,
): ComplianceStorage {
  const wrapped = <T extends object>(repository: T, prefix: string): T =>
    new Proxy(repository, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: readonly unknown[]) =>
          onCall(`${prefix}.${String(name)}`, () => Reflect.apply(method, target, args));
      },
    });
  const { accounts, vasps, addresses, alerts, linked, transfers } = inner;
  const repositories = { accounts, vasps, addresses, alerts, linked, transfers };
  return {
    ...inner,
    ...Object.fromEntries(Object.entries(repositories).map(([name, each]) => [name, wrapped(each, name)])),
  } as ComplianceStorage;
}

/** A compliance whose storage calls `act` in place of its call with that number, once. */
async function withCall(place: number, act: (call: () => unknown) => unknown) {
  let calls = Number.NEGATIVE_INFINITY;
  const seen: string[] = [];
  const storage = interrupted(memoryStorage(), (name, call) => {
    seen.push(name);
    calls += 1;
    return calls - 1 === place ? act(call) : call();
  });
  // Both rules have a breach, so that alerts are stored. The policy does not suspend for them.
  const compliance = await deciding({ ...FINE, storage, thresholds: { DE: "1" } });
  return {
    compliance,
    /** Begins to count. */
    start: () => {
      seen.length = 0;
      calls = 0;
    },
    seen,
  };
}

async function outcomeOf(
  run: () => Promise<TransferDecision>,
): Promise<TransferDecision | { readonly thrown: unknown }> {
  try {
    return await run();
  } catch (thrown) {
    return { thrown };
  }
}

/** The calls of one decision: names of methods, in order. */
async function callsOfDecision(): Promise<readonly string[]> {
  const { compliance, start, seen } = await withCall(-1, (call) => call());
  start();
  await decided(compliance, transfer);
  return [...seen];
}

/** A failure of the removal of expired transactions is reported to `observe` only. */
const HOUSEKEEPING = "linked.prune";

async function eachCall(run: (name: string, place: number) => Promise<void>): Promise<void> {
  const calls = await callsOfDecision();
  expect(new Set(calls)).toEqual(
    new Set([
      ...["transfers.facts", "transfers.save", "addresses.save", "linked.add", "linked.within"],
      ...[HOUSEKEEPING, "alerts.insert"],
    ]),
  );
  for (const [place, name] of calls.entries()) if (name !== HOUSEKEEPING) await run(name, place);
}

describe("each call of the storage", () => {
  it.each([
    ["a ComplianceError", () => new ComplianceError("storage_unavailable", "It is down.")],
    ["an error of another kind", () => new Error("down")],
  ] as const)("that fails with %s throws it, and the same call decides later", async (_, make) => {
    await eachCall(async (name, place) => {
      const failure = make();
      const { compliance, start } = await withCall(place, () => Promise.reject(failure));
      start();
      const outcome = await outcomeOf(() => decided(compliance, transfer));
      expect([name, outcome]).toEqual([name, { thrown: failure }]);
      expect(await compliance.transfers.retrieve("W-1")).toBeUndefined();
      expect(await decided(compliance, transfer)).toMatchObject({ decision: "execute", version: 1 });
    });
  });

  it("that was carried out although it failed: the same call returns what is stored", async () => {
    await eachCall(async (name, place) => {
      const failure = new ComplianceError("storage_outcome_unknown", "The connection broke.");
      const { compliance, start } = await withCall(place, async (call) => {
        await call();
        throw failure;
      });
      start();
      const outcome = await outcomeOf(() => decided(compliance, transfer));
      expect([name, outcome]).toEqual([name, { thrown: failure }]);
      expect(await decided(compliance, transfer)).toMatchObject({ decision: "execute", version: 1 });
      expect((await compliance.transfers.retrieve("W-1"))?.versions).toHaveLength(1);
    });
  });

  it("during which the caller aborts: the call throws aborted, or its decision is stored", async () => {
    await eachCall(async (name, place) => {
      const controller = new AbortController();
      const { compliance, start } = await withCall(place, (call) => {
        controller.abort();
        return call();
      });
      start();
      const run = () => decided(compliance, transfer, { evidence: MEASURE, signal: controller.signal });
      const outcome = await outcomeOf(run);
      const stored = await compliance.transfers.retrieve("W-1");
      if (name === "transfers.save")
        expect([stored?.versions.length, outcome]).toMatchObject([1, { decision: "execute" }]);
      else expect([name, stored, outcome]).toMatchObject([name, undefined, { thrown: { code: "aborted" } }]);
    });
  });
});

describe("an abort", () => {
  it("before the call throws aborted, and nothing is read", async () => {
    const { compliance, start, seen } = await withCall(-1, (call) => call());
    start();
    const signal = AbortSignal.abort();
    await failureOf(compliance.transfers.decide(transfer, { signal }), "aborted");
    expect(seen).toEqual([]);
  });

  it.each(Object.keys(reasonOf) as Part[])(
    "while %s does not answer throws aborted, and nothing is decided",
    async (part) => {
      const controller = new AbortController();
      const compliance = await deciding(
        withPart(part, () => {
          controller.abort();
          return new Promise<never>(() => undefined);
        }),
      );
      await failureOf(compliance.transfers.decide(transfer, { signal: controller.signal }), "aborted");
      expect(await compliance.transfers.retrieve("W-1")).toBeUndefined();
    },
  );
});

describe("what is no failure of a part", () => {
  it.each([
    new Error("a fault"),
    new ComplianceError("aborted", "The caller aborted."),
    new ComplianceError("storage_unavailable", "It is down."),
  ])("is thrown: %s", (thrown) => {
    expect(() => outsideFailure(thrown)).toThrow(thrown);
  });
});

describe("the clock", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["returns no date", () => undefined as never],
    ["returns an invalid date", () => new Date(Number.NaN)],
  ] as const)("%s at any of its calls: nothing is decided", async (_, fail: () => Date) => {
    let calls = 0;
    let failing = Number.POSITIVE_INFINITY;
    const clock = () => {
      calls += 1;
      return calls - 1 === failing ? fail() : NOW;
    };
    const counting = await deciding({ ...FINE, clock });
    calls = 0;
    await decided(counting, transfer);
    const total = calls;
    expect(total).toBeGreaterThan(0);
    for (failing = 0; failing < total; failing += 1) {
      calls = Number.NEGATIVE_INFINITY;
      const compliance: Deciding = await deciding({ ...FINE, clock });
      calls = 0;
      const outcome = await outcomeOf(() => decided(compliance, transfer));
      expect(outcome).toMatchObject({ thrown: { name: "ComplianceError" } });
      expect(await compliance.transfers.retrieve("W-1")).toBeUndefined();
    }
  });
});

describe("a part that does not answer in time", () => {
  const never = (): Promise<never> => new Promise(() => undefined);

  it.each<[Part, string]>([
    ["riskProviders", "screening_failed"],
    ["prices", "requirements_failed"],
    ["thresholds", "evaluation_failed"],
  ])("%s: the transfer is suspended, and decided again later", async (part, code) => {
    const compliance = await deciding({ ...withPart(part, never), policy: { ...POLICY, answerTimeoutMs: 20 } });
    const { decision, reasons } = await decided(compliance, transfer);
    expect(decision).toBe("suspend");
    expect(reasons).toContainEqual(expect.objectContaining({ code, failure: "provider_timeout", retry: true }));
  });

  it("ends with the signal of the caller first", async () => {
    const compliance = await deciding(withPart("riskProviders", never));
    const decision = compliance.transfers.decide(transfer, { signal: AbortSignal.timeout(20) });
    await failureOf(decision, "aborted");
  });
});

it.each(["storage_unavailable", "aborted"] as const)("a provider that throws %s fails like any other", async (code) => {
  const screen = () => Promise.reject(new ComplianceError(code, "Of the caller."));
  const compliance = await deciding(withPart("riskProviders", screen));
  const { decision, reasons } = await decided(compliance, transfer);
  expect(decision).toBe("suspend");
  expect(reasons).toContainEqual(
    expect.objectContaining({ code: "screening_failed", failure: "provider_unavailable", retry: true }),
  );
});
