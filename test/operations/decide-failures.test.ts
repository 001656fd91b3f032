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
  unwrap,
} from "../../src/index.js";
import { outsideFailure } from "../../src/operations/screen-sides.js";
import {
  CLEAN,
  codesOf,
  type Deciding,
  decided,
  deciding,
  MEASURE,
  NOW,
  POLICY,
  PRICED,
  PRICED_PARTS,
  RATES,
  USD_PRICES,
} from "../support/decision-samples.js";
import { failureOf } from "../support/outcomes.js";

type Part = "rates" | "prices" | "thresholds" | "riskProviders";

/** Options in which one part does something else. */
function withPart(part: Part, run: () => Promise<unknown>): Partial<ComplianceOptions> {
  const answer = run as () => Promise<never>;
  return { ...PRICED_PARTS, [part]: part === "riskProviders" ? { P: { screen: answer } } : { current: answer } };
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
  expect(await decided(await deciding(PRICED_PARTS), PRICED)).toMatchObject({ decision: "execute", reasons: [] });
});

describe.each(Object.keys(reasonOf) as Part[])("the part %s", (part) => {
  it.each(failures)("%s: the transfer is suspended, and decided again once it answers", async (name, run) => {
    let isDown = true;
    const answers = { rates: RATES, prices: USD_PRICES, thresholds: { DE: "1000" }, riskProviders: [CLEAN] };
    const compliance = await deciding(withPart(part, async () => (isDown ? run() : answers[part])));
    const decision = await decided(compliance, PRICED);
    expect(decision.decision).toBe("suspend");
    // An empty table of thresholds has none for the country.
    expect(codesOf(decision)).toEqual(reasonOf[part]);
    for (const { failure, retry } of decision.reasons) {
      expect(retry === true).toBe(/^(provider|rate|price|list)_/.test(`${failure}`));
    }
    isDown = false;
    const again = await decided(compliance, PRICED);
    const isRetried = decision.reasons.some(({ retry }) => retry === true);
    expect([name, again.decision, again.version]).toEqual([name, isRetried ? "execute" : "suspend", isRetried ? 2 : 1]);
  });
});

describe("several providers", () => {
  it.each([
    [90, ["risk_rejected", "screening_failed"], "reject"],
    [50, ["risk_suspended", "screening_failed"], "suspend"],
    [0, ["screening_failed"], "suspend"],
  ] as const)(
    "a hit of %i counts while another provider is down: both are reasons",
    async (risk_ratio, codes, decision) => {
      const P = { screen: async () => [{ ...CLEAN, risk_ratio }] };
      const Q = { screen: () => Promise.reject(new Error("down")) };
      const compliance = await deciding({ ...PRICED_PARTS, riskProviders: { P, Q } }, { screenWith: ["Q", "P"] });
      const answer = await decided(compliance, PRICED);
      expect([codesOf(answer), answer.decision]).toEqual([codes, decision]);
      const history = await compliance.addresses.history("ethereum", PRICED.beneficiary_address);
      // Without a hit an incomplete screening would look CLEAN, so nothing is stored.
      expect(history?.screenings.length ?? 0).toBe(risk_ratio === 0 ? 0 : 1);
    },
  );
});

it("a hit of the version before stays while its provider is down, and is gone once every provider answers", async () => {
  const ratios: { P: number | null; Q: number | null } = { P: 95, Q: null };
  const provider = (name: "P" | "Q") => ({
    screen: async () => {
      const risk_ratio = ratios[name];
      if (risk_ratio === null) throw new Error("down");
      return [{ ...CLEAN, provider_name: name, risk_ratio }];
    },
  });
  const riskProviders = { P: provider("P"), Q: provider("Q") };
  const compliance = await deciding({ ...PRICED_PARTS, riskProviders }, { screenWith: ["P", "Q"] });
  const both = ["risk_rejected", "screening_failed"];
  expect(codesOf(await decided(compliance, PRICED))).toEqual(both);
  Object.assign(ratios, { P: null, Q: 0 });
  const second = await decided(compliance, PRICED);
  expect([second.decision, codesOf(second), second.version]).toEqual(["reject", both, 2]);
  Object.assign(ratios, { P: 0, Q: 0 });
  expect(await decided(compliance, PRICED)).toMatchObject({ decision: "execute", version: 3 });
});

describe("a screening is stored at once", () => {
  const { chain, beneficiary_address: address } = PRICED;
  const place = { chain, address } as AddressCreateRequest;
  const screeningsOf = async ({ addresses }: Deciding) =>
    (await addresses.history(place.chain, place.address))?.screenings ?? [];
  const hit = { ...CLEAN, risk_ratio: 60 };

  it("while another part has not answered", async () => {
    const current = async () => {
      await vi.waitFor(async () => expect(await screeningsOf(compliance)).toHaveLength(1));
      return USD_PRICES;
    };
    const compliance: Deciding = await deciding({ ...PRICED_PARTS, prices: { current } });
    expect(await decided(compliance, PRICED)).toMatchObject({ decision: "execute" });
  });

  it("or its hits are in the error of the storage", async () => {
    const failure = new ComplianceError("storage_unavailable", "It is down.");
    const storage = interrupted(memoryStorage(), (name, call) =>
      name === "addresses.save" ? Promise.reject(failure) : call(),
    );
    const compliance = await deciding({
      ...PRICED_PARTS,
      storage,
      riskProviders: { P: { screen: async () => [hit] } },
    });
    const outcome = await outcomeOf(() => decided(compliance, PRICED));
    expect(outcome).toMatchObject({ thrown: { code: "storage_unavailable", cause: failure, hits: [hit] } });
  });

  it("also if the decision is not stored", async () => {
    const failure = new ComplianceError("storage_unavailable", "It is down.");
    const storage = interrupted(memoryStorage(), (name, call) =>
      name === "transfers.save" ? Promise.reject(failure) : call(),
    );
    const compliance = await deciding({
      ...PRICED_PARTS,
      storage,
      riskProviders: { P: { screen: async () => [hit] } },
    });
    expect(await outcomeOf(() => decided(compliance, PRICED))).toEqual({ thrown: failure });
    expect(await screeningsOf(compliance)).toMatchObject([[{ risk_ratio: 60 }]]);
  });

  it("also if the caller aborts while another part has not answered", async () => {
    const controller = new AbortController();
    const current = async () => {
      await vi.waitFor(async () => expect(await screeningsOf(compliance)).toHaveLength(1));
      controller.abort();
      return USD_PRICES;
    };
    const riskProviders = { P: { screen: async () => [hit] } };
    const compliance: Deciding = await deciding({ ...PRICED_PARTS, prices: { current }, riskProviders });
    await failureOf(compliance.transfers.decide(PRICED, { signal: controller.signal }), "aborted");
    expect(await screeningsOf(compliance)).toMatchObject([[{ risk_ratio: 60 }]]);
  });

  it("and is in the audit trail of its address", async () => {
    const compliance = await deciding({ ...PRICED_PARTS, audit: auditTrail({ key: new Uint8Array(32).fill(7) }) });
    await decided(compliance, PRICED);
    const subject = { kind: "address", id: `${chain} ${address}` } as const;
    const { items } = unwrap(await compliance.audit.list({ subject }));
    expect(items.map(({ record }) => record.event)).toEqual(["addresses.save"]);
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
  const compliance = await deciding({ ...PRICED_PARTS, storage, thresholds: { DE: "1" } });
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
  await decided(compliance, PRICED);
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
      const outcome = await outcomeOf(() => decided(compliance, PRICED));
      expect([name, outcome]).toEqual([name, { thrown: failure }]);
      expect(await compliance.transfers.retrieve("W-1")).toBeUndefined();
      expect(await decided(compliance, PRICED)).toMatchObject({ decision: "execute", version: 1 });
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
      const outcome = await outcomeOf(() => decided(compliance, PRICED));
      expect([name, outcome]).toEqual([name, { thrown: failure }]);
      expect(await decided(compliance, PRICED)).toMatchObject({ decision: "execute", version: 1 });
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
      const run = () => decided(compliance, PRICED, { evidence: MEASURE, signal: controller.signal });
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
    await failureOf(compliance.transfers.decide(PRICED, { signal }), "aborted");
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
      await failureOf(compliance.transfers.decide(PRICED, { signal: controller.signal }), "aborted");
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
    const counting = await deciding({ ...PRICED_PARTS, clock });
    calls = 0;
    await decided(counting, PRICED);
    const total = calls;
    expect(total).toBeGreaterThan(0);
    for (failing = 0; failing < total; failing += 1) {
      calls = Number.NEGATIVE_INFINITY;
      const compliance: Deciding = await deciding({ ...PRICED_PARTS, clock });
      calls = 0;
      const outcome = await outcomeOf(() => decided(compliance, PRICED));
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
    const { decision, reasons } = await decided(compliance, PRICED);
    expect(decision).toBe("suspend");
    expect(reasons).toContainEqual(expect.objectContaining({ code, failure: "provider_timeout", retry: true }));
  });

  it("ends with the signal of the caller first", async () => {
    const compliance = await deciding(withPart("riskProviders", never));
    const decision = compliance.transfers.decide(PRICED, { signal: AbortSignal.timeout(20) });
    await failureOf(decision, "aborted");
  });
});

describe.each(Object.keys(reasonOf) as Part[])("the part %s fails like any other", (part) => {
  it.each(["storage_unavailable", "aborted"] as const)("that throws %s", async (code) => {
    const compliance = await deciding(
      withPart(part, () => Promise.reject(new ComplianceError(code, "Of the caller."))),
    );
    const { decision, reasons } = await decided(compliance, PRICED);
    expect([decision, reasons.map((reason) => reason.code)]).toEqual(["suspend", reasonOf[part]]);
    for (const reason of reasons) expect(reason).toMatchObject({ failure: "provider_unavailable", retry: true });
  });
});
