/** One part fails at a time: nothing is permitted, and only a failure of the storage and an abort throw. */
import { describe, expect, it, vi } from "vitest";
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

describe("a screening", () => {
  const { chain, beneficiary_address: address } = transfer;
  const place = { chain, address } as AddressCreateRequest;
  const screeningsOf = async ({ addresses }: Deciding) =>
    (await addresses.history(place.chain, place.address))?.screenings ?? [];

  it("with a hit stays, also if the address is stored meanwhile and the provider fails afterwards", async () => {
    let calls = 0;
    const screen = async () => {
      calls += 1;
      if (calls > 1) throw new Error("down");
      unwrap(await compliance.addresses.create(place));
      return [{ ...clean, risk_ratio: 60 }];
    };
    const compliance: Deciding = await deciding({ ...FINE, riskProviders: { P: { screen } } });
    expect(codesOf(await decided(compliance, transfer))).toEqual(["screening_failed"]);
    expect(await screeningsOf(compliance)).toMatchObject([[{ risk_ratio: 60 }]]);
  });

  it("of a stored address is stored at once, while another part has not answered", async () => {
    const current = async () => {
      await vi.waitFor(async () => expect(await screeningsOf(compliance)).toHaveLength(1));
      return prices;
    };
    const compliance: Deciding = await deciding({ ...FINE, prices: { current } });
    unwrap(await compliance.addresses.create(place));
    expect(await decided(compliance, transfer)).toMatchObject({ decision: "execute" });
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

/** A compliance whose storage calls `act` in place of its call with that number, once. A first screening is saved with the transfer. */
async function withCall(place: number, isKnown: boolean, act: (call: () => unknown) => unknown) {
  let calls = Number.NEGATIVE_INFINITY;
  const seen: string[] = [];
  const storage = interrupted(memoryStorage(), (name, call) => {
    seen.push(name);
    calls += 1;
    return calls - 1 === place ? act(call) : call();
  });
  // Both rules have a breach, so that alerts are stored. The policy does not suspend for them.
  const compliance = await deciding({ ...FINE, storage, thresholds: { DE: "1" } });
  const { chain, beneficiary_address: address } = transfer;
  // The cast: the transfer has both.
  if (isKnown) unwrap(await compliance.addresses.create({ chain, address } as AddressCreateRequest));
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
async function callsOfDecision(isKnown: boolean): Promise<readonly string[]> {
  const { compliance, start, seen } = await withCall(-1, isKnown, (call) => call());
  start();
  await decided(compliance, transfer);
  return [...seen];
}

/** A failure of the removal of expired transactions is reported to `observe` only. */
const HOUSEKEEPING = "linked.prune";

async function eachCall(run: (name: string, place: number, isKnown: boolean) => Promise<void>): Promise<void> {
  for (const isKnown of [false, true]) {
    const calls = await callsOfDecision(isKnown);
    expect(new Set(calls)).toEqual(
      new Set([
        ...["transfers.facts", "transfers.save", "linked.add", "linked.within", HOUSEKEEPING, "alerts.insert"],
        ...(isKnown ? ["addresses.save"] : []),
      ]),
    );
    for (const [place, name] of calls.entries()) if (name !== HOUSEKEEPING) await run(name, place, isKnown);
  }
}

describe("each call of the storage", () => {
  it.each([
    ["a ComplianceError", () => new ComplianceError("storage_unavailable", "It is down.")],
    ["an error of another kind", () => new Error("down")],
  ] as const)("that fails with %s throws it, and the same call decides later", async (_, make) => {
    await eachCall(async (name, place, isKnown) => {
      const failure = make();
      const { compliance, start } = await withCall(place, isKnown, () => Promise.reject(failure));
      start();
      const outcome = await outcomeOf(() => decided(compliance, transfer));
      expect([name, outcome]).toEqual([name, { thrown: failure }]);
      expect(await compliance.transfers.retrieve("W-1")).toBeUndefined();
      expect(await decided(compliance, transfer)).toMatchObject({ decision: "execute", version: 1 });
    });
  });

  it("that was carried out although it failed: the same call returns what is stored", async () => {
    await eachCall(async (name, place, isKnown) => {
      const failure = new ComplianceError("storage_outcome_unknown", "The connection broke.");
      const { compliance, start } = await withCall(place, isKnown, async (call) => {
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
    await eachCall(async (name, place, isKnown) => {
      const controller = new AbortController();
      const { compliance, start } = await withCall(place, isKnown, (call) => {
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
    const { compliance, start, seen } = await withCall(-1, false, (call) => call());
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
