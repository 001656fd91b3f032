import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import {
  type AddressQuery,
  type Chain,
  type Compliance,
  ComplianceError,
  type ComplianceEvent,
  type ComplianceOptions,
  createCompliance,
  memoryStorage,
  type RescreenChange,
  type RescreenOptions,
  type RescreenProgress,
  type RescreenReport,
  type RescreenRequest,
  type RiskEntry,
  type RiskProvider,
  unwrap,
} from "../../src/index.js";
import { entry } from "../support/address-samples.js";
import { failureOf } from "../support/outcomes.js";

const near = (index: number): string => `a${String(index).padStart(6, "0")}.near`;

const found = (risk_ratio: number, provider_name = "LIST"): readonly RiskEntry[] => [
  { ...entry, provider_name, risk_ratio },
];

/** A risk provider whose answers a test may change. It counts its calls. */
function listProvider(names: readonly string[] = ["LIST"]) {
  const ratios = new Map<string, number>();
  const asked: AddressQuery[] = [];
  let before: (query: AddressQuery) => unknown = () => undefined;
  const screen: RiskProvider["screen"] = async (query) => {
    asked.push(query);
    await before(query);
    return names.flatMap((name) => found(ratios.get(query.address) ?? 0, name));
  };
  return {
    part: { screen },
    ratios,
    asked,
    first: (act: (query: AddressQuery) => unknown) => {
      before = act;
    },
  };
}

/** Each call is one second later than the one before. */
function seconds() {
  let time = Date.parse("2026-11-22T08:00:00Z");
  return () => {
    time += 1_000;
    return new Date(time);
  };
}

interface Trial {
  readonly compliance: Compliance;
  readonly list: ReturnType<typeof listProvider>;
  readonly clock: () => Date;
  /** By default with the provider OFAC. */
  readonly rescreen: (given?: Partial<RescreenRequest> & RescreenOptions) => Promise<RescreenReport>;
}

/** A compliance with the provider OFAC, whose entries have the name LIST, and unscreened addresses. */
async function trial(
  count: number,
  options: Partial<ComplianceOptions> = {},
  names?: readonly string[],
): Promise<Trial> {
  const list = listProvider(names);
  const clock = seconds();
  const riskProviders = { OFAC: list.part, OTHER: { screen: async () => found(5, "OTHER") } };
  const compliance = createCompliance({ storage: memoryStorage(), riskProviders, clock, ...options });
  for (let index = 0; index < count; index += 1) {
    unwrap(await compliance.addresses.create({ chain: "near", address: near(index) }));
  }
  const rescreen: Trial["rescreen"] = async ({ provider_name = "OFAC", chain, ...given } = {}) =>
    unwrap(await compliance.addresses.rescreen({ provider_name, chain }, given));
  return { compliance, list, clock, rescreen };
}

const none = { screened: 0, skipped: 0, unsupported: 0, failed: 0, newlyListed: 0, noLongerListed: 0 };
const empty = { ...none, changes: [], failures: [] };

async function ratiosOf({ compliance }: Trial, index: number, chain: Chain = "near"): Promise<readonly number[]> {
  const history = await compliance.addresses.history(chain, near(index));
  return (history?.screenings ?? []).map(([first]) => first?.risk_ratio ?? -1);
}

describe("addresses.rescreen", () => {
  it("screens every stored address, stores each answer and keeps the earlier ones", async () => {
    const made = await trial(1_500);
    expect(await made.rescreen()).toStrictEqual({ ...empty, screened: 1_500 });
    made.list.ratios.set(near(7), 100);
    const changed = { chain: "near", address: near(7), listed: true, from: 0, to: 100 };
    expect(await made.rescreen()).toStrictEqual({ ...empty, screened: 1_500, newlyListed: 1, changes: [changed] });
    expect(await ratiosOf(made, 7)).toEqual([100, 0]);
    expect(await ratiosOf(made, 8)).toEqual([0, 0]);
    made.list.ratios.set(near(7), 0);
    const { noLongerListed, changes } = await made.rescreen();
    expect(noLongerListed).toBe(1);
    expect(changes).toStrictEqual([{ ...changed, listed: false, from: 100, to: 0 }]);
  });

  it("does nothing without addresses", async () => {
    const { rescreen } = await trial(0);
    const progress: RescreenProgress[] = [];
    expect(await rescreen({ onProgress: (each) => progress.push(each) })).toStrictEqual(empty);
    expect(progress).toStrictEqual([{ screened: 0, skipped: 0, failed: 0 }]);
  });

  it("keeps account, balance and self-hosting, and has the time of the response", async () => {
    const made = await trial(0, { balances: { balance: async () => ({ balance: "2", balance_usd: null }) } });
    const { addresses } = made.compliance;
    const before = unwrap(await addresses.create({ chain: "near", address: near(1), is_self_hosted: true }));
    await made.rescreen();
    const after = await addresses.retrieve("near", near(1));
    const created = expect.stringMatching(/^2026-11-22T08:/);
    expect(after).toStrictEqual({
      ...before,
      financial_data: { balance: 2, balance_usd: null },
      risk_data: [{ ...found(0)[0], created }],
    });
    expect(after?.risk_data?.[0]?.created.localeCompare(before.created)).toBe(1);
  });

  it("reports a listed address without a screening as newly listed, one that is not as no change", async () => {
    const { list, rescreen } = await trial(2);
    list.ratios.set(near(1), 1);
    const changes = [{ chain: "near", address: near(1), listed: true, from: null, to: 1 }];
    expect(await rescreen()).toStrictEqual({ ...empty, screened: 2, newlyListed: 1, changes });
  });

  it("reports no change between two ratios above 0", async () => {
    const { list, rescreen } = await trial(1);
    list.ratios.set(near(0), 10);
    await rescreen();
    list.ratios.set(near(0), 90);
    expect(await rescreen()).toStrictEqual({ ...empty, screened: 1 });
  });

  it("compares with the newest screening of the same providers, behind those of others", async () => {
    const made = await trial(1);
    made.list.ratios.set(near(0), 100);
    await made.rescreen();
    await made.rescreen({ provider_name: "OTHER" });
    expect(await made.rescreen()).toStrictEqual({ ...empty, screened: 1 });
    await made.rescreen({ provider_name: "OTHER" });
    made.list.ratios.set(near(0), 0);
    expect(await made.rescreen()).toMatchObject({ noLongerListed: 1, changes: [{ from: 100, to: 0 }] });
    expect(await ratiosOf(made, 0)).toEqual([0, 5, 100, 5, 100]);
  });

  it("screens only the addresses of a chain", async () => {
    const { compliance, list, rescreen } = await trial(2);
    const tezos = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
    await compliance.addresses.create({ chain: "tezos", address: tezos });
    expect(await rescreen({ chain: "tezos" })).toMatchObject({ screened: 1 });
    expect(list.asked.map(({ address }) => address)).toEqual([tezos]);
  });
});

describe("addresses.rescreen goes on after an interruption", () => {
  it("with the same olderThan, except for the first addresses of a chain", async () => {
    const made = await trial(300);
    const { compliance, list, clock, rescreen } = made;
    const olderThan = clock();
    const controller = new AbortController();
    list.first(() => list.asked.length === 200 && controller.abort("stop"));
    const failure = await failureOf(rescreen({ olderThan, concurrency: 1, signal: controller.signal }), "aborted");
    expect(failure.cause).toBe("stop");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    list.first(() => undefined);
    const report = await rescreen({ olderThan: olderThan.toISOString(), concurrency: 1 });
    // The request that was aborted is repeated, and the first one taught the names.
    expect(report).toStrictEqual({ ...empty, screened: 300 - 199 + 1, skipped: 198 });
    expect(await rescreen({ olderThan, concurrency: 1 })).toMatchObject({ screened: 1, skipped: 299 });
    expect(await rescreen({ olderThan: clock(), concurrency: 1 })).toMatchObject({ screened: 300, skipped: 0 });
    expect(await compliance.addresses.retrieve("near", near(299))).toMatchObject({ risk_data: [{ risk_ratio: 0 }] });
  });

  it("skips a screening at exactly that time, and none without olderThan", async () => {
    const noon = new Date("2026-11-22T12:00:00Z");
    const { rescreen } = await trial(5, { clock: () => noon });
    await rescreen();
    expect(await rescreen()).toMatchObject({ screened: 5 });
    expect(await rescreen({ olderThan: noon, concurrency: 1 })).toMatchObject({ screened: 1, skipped: 4 });
    const later = new Date(noon.getTime() + 1);
    expect(await rescreen({ olderThan: later, concurrency: 1 })).toMatchObject({ screened: 5 });
    expect(await rescreen({ olderThan: "2026-11-22", concurrency: 1 })).toMatchObject({ skipped: 4 });
  });

  it("skips no address whose newest screening is of another provider", async () => {
    const { clock, rescreen } = await trial(5);
    const olderThan = clock();
    await rescreen();
    await rescreen({ provider_name: "OTHER" });
    expect(await rescreen({ olderThan })).toMatchObject({ screened: 5, skipped: 0 });
  });

  it("recognizes several names by their set, for each chain", async () => {
    const { compliance, clock, rescreen } = await trial(5, {}, ["B", "A", "A"]);
    await compliance.addresses.create({ chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" });
    const olderThan = clock();
    await rescreen();
    expect(await rescreen({ olderThan, concurrency: 1 })).toMatchObject({ screened: 2, skipped: 4 });
  });

  it("reports no change from a provider that failed, and screens the address again", async () => {
    let answer: "not-screened" | "clean" | "listed" = "clean";
    const screen = async (): Promise<readonly RiskEntry[]> => {
      const [report] = found(answer === "clean" ? 0 : 100);
      return report === undefined ? [] : [{ ...report, risk_descriptors: [answer] }];
    };
    const { clock, rescreen } = await trial(3, { riskProviders: { OFAC: { screen } } });
    await rescreen();
    const olderThan = clock();
    answer = "not-screened";
    const down = await rescreen({ olderThan, concurrency: 1 });
    expect(down).toMatchObject({ screened: 0, failed: 3, newlyListed: 0, changes: [] });
    expect(down.failures[0]?.error).toMatchObject({ code: "provider_unavailable" });
    answer = "listed";
    expect(await rescreen({ olderThan, concurrency: 1 })).toMatchObject({ screened: 3, failed: 0, newlyListed: 3 });
    answer = "not-screened";
    expect(await rescreen({ concurrency: 1 })).toMatchObject({ failed: 3, noLongerListed: 0 });
    answer = "clean";
    expect(await rescreen({ olderThan, concurrency: 1 })).toMatchObject({ screened: 3, noLongerListed: 3 });
    expect(await rescreen({ olderThan, concurrency: 1 })).toMatchObject({ screened: 1, skipped: 2 });
  });
});

describe("addresses.rescreen and removed addresses", () => {
  it("creates none again, counts none, and reports no change of it", async () => {
    const { compliance, list, rescreen } = await trial(4);
    list.ratios.set(near(1), 100);
    list.first(async ({ address }) => {
      if (address === near(1) || address === near(2)) await compliance.addresses.remove("near", address);
    });
    const reported: RescreenChange[] = [];
    const report = await rescreen({ onChange: (change) => void reported.push(change) });
    expect(report).toStrictEqual({ ...empty, screened: 2 });
    expect(reported).toEqual([]);
    expect(await compliance.addresses.retrieve("near", near(1))).toBeUndefined();
    expect(await compliance.addresses.history("near", near(2))).toBeUndefined();
  });
});

describe("failures of the provider in addresses.rescreen", () => {
  const fail = (code: ComplianceError["code"]): never => {
    throw new ComplianceError(code, "It failed.");
  };

  it.each(["provider_timeout", "address_unknown", "provider_rate_limited", "aborted"] as const)(
    "collects %s and goes on",
    async (code) => {
      const made = await trial(10);
      made.list.first(({ address }) => address === near(3) && fail(code));
      const report = await made.rescreen();
      const failures = [{ chain: "near", address: near(3), error: expect.objectContaining({ code }) }];
      expect(report).toStrictEqual({ ...empty, screened: 9, failed: 1, failures });
      expect(await ratiosOf(made, 3)).toEqual([]);
    },
  );

  it("collects an error of another kind as provider_unavailable, and an invalid response", async () => {
    const cause = new Error("down");
    const screen: RiskProvider["screen"] = async ({ address }) => {
      if (address === near(0)) throw cause;
      return address === near(1) ? [] : found(0);
    };
    const { rescreen } = await trial(3, { riskProviders: { OFAC: { screen } } });
    const { failures, screened } = await rescreen();
    expect(screened).toBe(1);
    expect(failures.map(({ error }) => error.code)).toEqual(["provider_unavailable", "provider_unreadable"]);
    expect(failures[0]?.error.cause).toBe(cause);
  });

  it("counts addresses of an unsupported chain apart", async () => {
    const { list, rescreen } = await trial(3);
    list.first(() => fail("chain_unsupported"));
    expect(await rescreen()).toStrictEqual({ ...empty, unsupported: 3 });
  });

  it.each(["list_stale", "provider_unauthorized"] as const)(
    "ends with %s and aborts the other requests",
    async (code) => {
      const { compliance, list, rescreen } = await trial(50);
      const aborted: string[] = [];
      list.first(({ address, signal }) => {
        if (address === near(10)) return fail(code);
        if (address <= near(7)) return undefined;
        return new Promise((_, reject) => {
          signal?.addEventListener("abort", () => {
            aborted.push(address);
            reject(new Error("aborted"));
          });
        });
      });
      await failureOf(rescreen({ concurrency: 3 }), code);
      expect(aborted).toEqual([near(8), near(9)]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(list.asked).toHaveLength(11);
      expect(await compliance.addresses.retrieve("near", near(7))).toMatchObject({ risk_data: found(0) });
      expect(await compliance.addresses.retrieve("near", near(8))).toMatchObject({ risk_data: null });
    },
  );

  it("lists 1,000 failures and 1,000 changes, and counts and reports the others", async () => {
    const { list, rescreen } = await trial(2_300);
    for (let index = 0; index < 1_200; index += 1) list.ratios.set(near(index), 100);
    list.first(({ address }) => address >= near(1_250) && fail("provider_unavailable"));
    let reported = 0;
    const count = (): void => {
      reported += 1;
    };
    const report = await rescreen({ onChange: count });
    expect(report).toMatchObject({ screened: 1_250, newlyListed: 1_200, failed: 1_050 });
    expect([report.changes.length, report.failures.length, reported]).toEqual([1_000, 1_000, 1_200]);
  });
});

describe("addresses.rescreen in many steps", () => {
  it.each([
    [undefined, 4],
    [1, 1],
    [100, 100],
  ])("with concurrency %s has %i requests at once", async (concurrency, most) => {
    const { list, rescreen } = await trial(250);
    let [running, highest] = [0, 0];
    list.first(async () => {
      running += 1;
      highest = Math.max(highest, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    });
    await rescreen(concurrency === undefined ? {} : { concurrency });
    expect(highest).toBe(most);
  });

  it("lets timers run", async () => {
    const { list, rescreen } = await trial(2_000);
    list.first(() => {
      // Busy work: together 200 ms.
      const end = performance.now() + 0.1;
      while (performance.now() < end);
    });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await rescreen();
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it("reports progress after every 1,000 addresses and at the end", async () => {
    const { rescreen } = await trial(2_100);
    const progress: RescreenProgress[] = [];
    await rescreen({ onProgress: (each) => progress.push(each), concurrency: 1 });
    expect(progress.map(({ screened }) => screened)).toEqual([1_000, 2_000, 2_100]);
    expect(progress[0]).toStrictEqual({ screened: 1_000, skipped: 0, failed: 0 });
  });

  it.each(["onProgress", "onChange"] as const)("ends with the error of %s", async (name) => {
    const { compliance, list, rescreen } = await trial(1_001);
    const thrown = new Error("mine");
    list.ratios.set(near(999), 100);
    const fail = (): never => {
      throw thrown;
    };
    await expect(rescreen({ [name]: fail, concurrency: 1 })).rejects.toBe(thrown);
    expect(list.asked).toHaveLength(1_000);
    expect(await compliance.addresses.retrieve("near", near(998))).toMatchObject({ risk_data: found(0) });
  });

  it("awaits onChange before it stores, so that a change is reported again after a failure", async () => {
    const made = await trial(2);
    const { clock, list, rescreen } = made;
    const olderThan = clock();
    list.ratios.set(near(1), 100);
    const seen: (readonly number[])[] = [];
    const onChange = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(await ratiosOf(made, 1));
      if (seen.length === 1) throw new Error("the queue is down");
    };
    await expect(rescreen({ olderThan, onChange })).rejects.toThrow("the queue is down");
    expect(await rescreen({ olderThan, onChange })).toMatchObject({ newlyListed: 1 });
    expect(seen).toEqual([[], []]);
  });
});

describe("failures outside the provider in addresses.rescreen", () => {
  it.each(["list", "update", "history", "find"] as const)("throws those of the storage: %s", async (method) => {
    const storage = memoryStorage();
    const failure = new ComplianceError("storage_unavailable", "It failed.");
    let isBroken = false;
    const broken = {
      ...storage,
      addresses: {
        ...storage.addresses,
        [method]: (...args: readonly unknown[]) =>
          isBroken ? Promise.reject(failure) : Reflect.apply(storage.addresses[method], storage.addresses, args),
      },
    };
    const { list, rescreen } = await trial(3, { storage: broken });
    await rescreen({ provider_name: "OTHER" });
    list.ratios.set(near(0), 100);
    isBroken = true;
    await expect(rescreen()).rejects.toBe(failure);
  });

  it("reports a storage that rejects its own cursor", async () => {
    const storage = memoryStorage();
    const { addresses } = storage;
    const list: typeof addresses.list = async (query) =>
      query.cursor === undefined ? addresses.list(query) : undefined;
    const { rescreen } = await trial(1_001, { storage: { ...storage, addresses: { ...addresses, list } } });
    await failureOf(rescreen(), "storage_key_wrong");
  });

  it("aborts at once, also when provider or storage hang", async () => {
    const hang = (): Promise<never> => new Promise(() => undefined);
    const storage = memoryStorage();
    for (const options of [
      { riskProviders: { OFAC: { screen: hang } } },
      { storage: { ...storage, addresses: { ...storage.addresses, list: hang } } },
    ]) {
      const { rescreen } = await trial(3, options);
      await failureOf(rescreen({ signal: AbortSignal.timeout(5) }), "aborted");
      await failureOf(rescreen({ signal: AbortSignal.abort() }), "aborted");
    }
  });

  it("requests nothing after an abort while the storage lists addresses", async () => {
    const storage = memoryStorage();
    const controller = new AbortController();
    const list: typeof storage.addresses.list = async (query) => {
      controller.abort();
      return storage.addresses.list(query);
    };
    const made = await trial(1, { storage: { ...storage, addresses: { ...storage.addresses, list } } });
    await failureOf(made.rescreen({ signal: controller.signal }), "aborted");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(made.list.asked).toEqual([]);
  });

  it.each(["find", "onChange"])("stores nothing after an abort during %s", async (when) => {
    const storage = memoryStorage();
    const controller = new AbortController();
    const find: typeof storage.addresses.find = async (...given) => {
      if (when === "find") controller.abort();
      return storage.addresses.find(...given);
    };
    const made = await trial(1, { storage: { ...storage, addresses: { ...storage.addresses, find } } });
    made.list.ratios.set(near(0), 100);
    const changes: RescreenChange[] = [];
    const onChange = (change: RescreenChange): void => {
      changes.push(change);
      controller.abort();
    };
    await failureOf(made.rescreen({ signal: controller.signal, onChange }), "aborted");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(changes).toHaveLength(when === "find" ? 0 : 1);
    const { items } = unwrap(await made.compliance.addresses.list());
    expect(items[0]?.risk_data).toBeNull();
  });

  it("stores nothing after an abort, when a provider that ignores it responds", async () => {
    const made = await trial(1);
    const controller = new AbortController();
    let respond: () => void = () => undefined;
    made.list.first(
      () =>
        new Promise<void>((resolve) => {
          respond = resolve;
          controller.abort();
        }),
    );
    await failureOf(made.rescreen({ signal: controller.signal }), "aborted");
    respond();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await ratiosOf(made, 0)).toEqual([]);
  });
});

describe("the request of addresses.rescreen", () => {
  it.each<[string, unknown, readonly (readonly [code: string, path: string])[]]>([
    ["nothing", undefined, [["required", ""]]],
    ["null", null, [["wrong_type", ""]]],
    ["a text", "OFAC", [["wrong_type", ""]]],
    ["no provider_name", {}, [["required", "/provider_name"]]],
    ["a number as provider_name", { provider_name: 5 }, [["wrong_type", "/provider_name"]]],
    ["an unknown provider", { provider_name: "NONE" }, [["unknown_provider", "/provider_name"]]],
    ["an inherited name", { provider_name: "toString" }, [["unknown_provider", "/provider_name"]]],
    ["an unknown chain", { provider_name: "OFAC", chain: "Jane Doe" }, [["not_allowed", "/chain"]]],
    ["a chain of Object.prototype", { provider_name: "OFAC", chain: "toString" }, [["not_allowed", "/chain"]]],
    ["an option", { provider_name: "OFAC", olderThan: new Date() }, [["unknown_property", "/olderThan"]]],
    [
      "several faults",
      { provider_name: "", chain: 5, concurrency: 1 },
      [
        ["text_blank", "/provider_name"],
        ["wrong_type", "/chain"],
        ["unknown_property", "/concurrency"],
      ],
    ],
  ])("has issues, and screens nothing: %s", async (_, request, expected) => {
    const { compliance, list } = await trial(1);
    const result = await compliance.addresses.rescreen(request);
    const issues = result.ok ? [] : result.issues;
    expect(issues.map(({ code, path }) => [code, path])).toEqual(expected);
    expect(new Set(issues.map(({ clause }) => clause))).toEqual(new Set(["4.1"]));
    expect(JSON.stringify(issues)).not.toContain("Jane");
    expect(list.asked).toEqual([]);
  });

  it("needs the option riskProviders", async () => {
    const { addresses } = createCompliance({ storage: memoryStorage() });
    await failureOf(addresses.rescreen({ provider_name: "OFAC" }), "not_configured");
  });
});

describe("options of addresses.rescreen", () => {
  it.each<[string, unknown]>([
    ["a text", "OFAC"],
    ["an unknown option", { older_than: "2026-11-22" }],
    ["a property of the request", { chain: "near" }],
    ...["yesterday", "2026-11-22T08:00:00", 5, null, {}, new Date(Number.NaN), new Date(-1e15)].map(
      (olderThan): [string, unknown] => [`${String(olderThan)} as olderThan`, { olderThan }],
    ),
    ...[0, 101, 1.5, "4", Number.NaN, null].map((concurrency): [string, unknown] => [
      `${concurrency} as concurrency`,
      { concurrency },
    ]),
    ["a text as onProgress", { onProgress: "log" }],
    ["a text as onChange", { onChange: "log" }],
    ["a text as signal", { signal: "abort" }],
  ])("reject %s", async (_, options) => {
    const { compliance, list } = await trial(1);
    const rescreening = compliance.addresses.rescreen({ provider_name: "OFAC" }, options as RescreenOptions);
    const { message } = await failureOf(rescreening, "invalid_input");
    expect(message).not.toMatch(/yesterday|null/);
    expect(list.asked).toEqual([]);
  });

  it("are not read from Object.prototype", async () => {
    const { compliance } = await trial(3);
    const names = ["chain", "olderThan", "concurrency", "onChange", "onProgress", "cursor", "screening", "address"];
    for (const name of names) {
      Object.defineProperty(Object.prototype, name, { value: "polluted", configurable: true });
      try {
        const result = await compliance.addresses.rescreen({ provider_name: "OFAC" }, {});
        expect(result).toStrictEqual({ ok: true, value: { ...empty, screened: 3 } });
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
    }
  });
});

describe("the event of addresses.rescreen", () => {
  it("has its counts", async () => {
    const events: ComplianceEvent[] = [];
    const { compliance, rescreen } = await trial(3, { observe: (event) => events.push(event) });
    await rescreen();
    const counts = { ...none, screened: 3 };
    expect(events.at(-1)).toMatchObject({ name: "addresses.rescreen", outcome: "ok", counts });
    await compliance.addresses.rescreen({ provider_name: "NONE" });
    const issues = ["unknown_provider"];
    expect(events.at(-1)).toMatchObject({ name: "addresses.rescreen", outcome: "issues", issues });
  });
});
