/** One provider of several fails: a hit of another one is stored, and the error carries it (§4.1). */
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  ComplianceError,
  type ComplianceErrorCode,
  type ComplianceOptions,
  createCompliance,
  memoryStorage,
  type RescreenChange,
  type RescreenOptions,
  type RescreenReport,
  type RescreenRequest,
  type RiskEntry,
  type RiskProvider,
  unwrap,
  type WalletAddress,
} from "../../src/index.js";
import { screenWith } from "../../src/providers.js";
import { entry } from "../support/address-samples.js";
import { failureOf } from "../support/outcomes.js";

const near = { chain: "near", address: "a.near" } as const;
const request = { ...near, scan_for_risk: true, provider_name: "BOTH" } as const;

const found = (provider_name: string, risk_ratio: number): RiskEntry => ({ ...entry, provider_name, risk_ratio });

const down = (code: ComplianceErrorCode = "provider_timeout") => new ComplianceError(code, "It failed.");

/** A provider whose answer a test may change: a ratio, several, or a failure. */
function provider(provider_name: string) {
  let answer: number | readonly number[] | Error = 0;
  let before: () => unknown = () => undefined;
  const screen: RiskProvider["screen"] = async () => {
    await before();
    if (answer instanceof Error) throw answer;
    return [answer].flat().map((ratio) => found(provider_name, ratio));
  };
  return {
    part: { provider_name, screen },
    answers: (next: typeof answer) => {
      answer = next;
    },
    first: (act: () => unknown) => {
      before = act;
    },
  };
}

/** A compliance whose provider BOTH consists of A and B. Each time is one second later than the one before. */
function trial(options: Partial<ComplianceOptions> = {}, order: "AB" | "BA" = "AB") {
  const [a, b, other] = [provider("A"), provider("B"), provider("OTHER")];
  const both = order === "AB" ? screenWith(a.part, b.part) : screenWith(b.part, a.part);
  let time = Date.parse("2026-11-22T08:00:00Z");
  const clock = () => {
    time += 1_000;
    return new Date(time);
  };
  const riskProviders = { BOTH: both, OTHER: other.part };
  const compliance = createCompliance({ storage: memoryStorage(), riskProviders, clock, ...options });
  return { a, b, other, clock, compliance, addresses: compliance.addresses };
}

type Row = readonly [provider_name: string, risk_ratio: number, descriptor?: string];

/** The entries of the record, with what a failure is called. */
async function rowsOf({ addresses }: Compliance): Promise<readonly Row[] | null | undefined> {
  const record: WalletAddress | undefined = await addresses.retrieve(near.chain, near.address);
  return record && (record.risk_data?.map(rowOf) ?? null);
}

function rowOf({ provider_name, risk_ratio, risk_descriptors }: RiskEntry): Row {
  const failure = risk_descriptors.includes("not-screened") ? risk_descriptors[1] : undefined;
  return failure === undefined ? [provider_name, risk_ratio] : [provider_name, risk_ratio, failure];
}

const timedOut: Row = ["BOTH", 100, "failure:provider_timeout"];

describe("addresses.create with one provider of several down", () => {
  it.each(["AB", "BA"] as const)("stores a hit of the other one, and the error carries it: %s", async (order) => {
    const { a, b, compliance, addresses } = trial({}, order);
    a.answers([30, 0]);
    b.answers(down());
    const failure = await failureOf(addresses.create({ ...request, is_self_hosted: true }), "provider_timeout");
    expect(failure.hits).toStrictEqual([found("A", 30)]);
    expect(await rowsOf(compliance)).toEqual([["A", 30], timedOut]);
    expect((await addresses.history("near", near.address))?.screenings.map((each) => each.map(rowOf))).toEqual([
      [["A", 30], timedOut],
    ]);
    expect(await addresses.retrieve("near", near.address)).toMatchObject({ is_self_hosted: true });
  });

  it("stores nothing without a hit", async () => {
    const { b, compliance, addresses } = trial();
    b.answers(down());
    const failure = await failureOf(addresses.create(request), "provider_timeout");
    expect(failure).not.toHaveProperty("hits");
    expect(await rowsOf(compliance)).toBeUndefined();
  });

  it("stores neither a link nor a balance with a hit", async () => {
    const balances = { balance: async () => ({ balance: "2", balance_usd: null }) };
    const { a, b, compliance, addresses } = trial({ balances });
    const individual = { individual_name: { name_type: "LEGL", name_last: "Example" } } as const;
    const account = { reference_id: "A-1", account_type: "individual", customer_id: "C-1", individual } as const;
    await compliance.accounts.create(account);
    a.answers(30);
    b.answers(down());
    await failureOf(addresses.create({ ...request, account_ref_id: "A-1" }), "provider_timeout");
    expect(await addresses.history("near", near.address)).toMatchObject({ links: [], balance: null });
    expect(await addresses.retrieve("near", near.address)).toMatchObject({ is_self_hosted: false });
  });

  it("never lowers an entry that is stored", async () => {
    const { a, b, compliance, addresses } = trial();
    const failing = async (ratio: number | readonly number[]): Promise<void> => {
      a.answers(ratio);
      b.answers(down());
      await failureOf(addresses.create(request), "provider_timeout");
    };
    a.answers([50, 20, 0]);
    b.answers(80);
    await addresses.create(request);
    await failing(0);
    expect(await rowsOf(compliance)).toEqual([
      ["A", 50],
      ["A", 20],
      ["A", 0],
      ["B", 80],
    ]);
    await failing(30);
    expect(await rowsOf(compliance)).toEqual([["A", 30], timedOut, ["A", 50], ["B", 80]]);
    await failing(50);
    expect(await rowsOf(compliance)).toEqual([["A", 50], timedOut, ["B", 80]]);
    const screenings = (await addresses.history("near", near.address))?.screenings ?? [];
    expect(screenings.map((each) => new Set(each.map(({ created }) => created)).size)).toEqual([2, 2, 1]);
    // A complete screening replaces all.
    a.answers(0);
    b.answers(0);
    await addresses.create(request);
    expect(await rowsOf(compliance)).toEqual([
      ["A", 0],
      ["B", 0],
    ]);
  });

  it("stores no hit after an abort", async () => {
    const { a, b, compliance, addresses } = trial();
    const leaving = new AbortController();
    a.answers(30);
    b.first(() => leaving.abort("left"));
    b.answers(down());
    const failure = await failureOf(addresses.create(request, { signal: leaving.signal }), "aborted");
    expect(failure.cause).toBe("left");
    expect(await rowsOf(compliance)).toBeUndefined();
  });

  it.each([30, [0, 30]])(
    "stores the screening with a hit if only the balance fails, however early: %s",
    async (answer) => {
      const balances = { balance: () => Promise.reject(down("provider_unreachable")) };
      const { other, compliance, addresses } = trial({ balances });
      other.answers(answer);
      other.first(() => new Promise((resolve) => setImmediate(resolve)));
      const given = { ...request, provider_name: "OTHER" };
      const failure = await failureOf(addresses.create(given), "provider_unreachable");
      expect(failure.hits).toStrictEqual([found("OTHER", 30)]);
      expect(await rowsOf(compliance)).toEqual([answer].flat().map((ratio) => ["OTHER", ratio]));
    },
  );

  it("loses no hit if one provider and the balance fail, whichever is first", async () => {
    for (const late of ["provider", "balance"]) {
      const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
      const balance = async () => {
        if (late === "balance") await wait();
        throw down("provider_unreachable");
      };
      const { a, b, compliance, addresses } = trial({ balances: { balance } });
      a.answers(30);
      b.answers(down());
      if (late === "provider") b.first(wait);
      const failure = await failureOf(addresses.create(request), "provider_timeout");
      expect(failure.hits).toStrictEqual([found("A", 30)]);
      expect(await rowsOf(compliance)).toEqual([["A", 30], timedOut]);
    }
  });

  it("stores nothing if only the balance fails and nothing was found", async () => {
    const { other, compliance, addresses } = trial({ balances: { balance: () => Promise.reject(down()) } });
    other.answers(0);
    const failure = await failureOf(addresses.create({ ...request, provider_name: "OTHER" }), "provider_timeout");
    expect(failure).not.toHaveProperty("hits");
    expect(await rowsOf(compliance)).toBeUndefined();
  });

  it("stores the labels of the request with the hits", async () => {
    const { a, b, addresses, compliance } = trial();
    await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Example AG" }]);
    a.answers(30);
    b.answers(down());
    await failureOf(addresses.create({ ...request, vasp_id: "V-1" }), "provider_timeout");
    expect(await addresses.history(near.chain, near.address)).toMatchObject({ vasp_id: "V-1", is_self_hosted: false });
  });

  it("reports a storage that does not store the hits, with the hits", async () => {
    const storage = memoryStorage();
    for (const thrown of [new ComplianceError("storage_unavailable", "It is full."), new TypeError("no")]) {
      const save = () => Promise.reject(thrown);
      const broken = { ...storage, addresses: { ...storage.addresses, save } };
      const { a, b, addresses } = trial({ storage: broken });
      a.answers(30);
      b.answers(down());
      const failure: unknown = await addresses.create(request).catch((error: unknown) => error);
      if (thrown instanceof ComplianceError) {
        expect(failure).toMatchObject({ code: "storage_unavailable", cause: thrown });
        expect(failure).toHaveProperty("hits", [found("A", 30)]);
      } else expect(failure).toBe(thrown);
    }
  });

  it("stores no hit that a balance source claims without a screening", async () => {
    const carrying = new ComplianceError("provider_timeout", "It failed.", { hits: [found("A", 30)] });
    const { compliance, addresses } = trial({ balances: { balance: () => Promise.reject(carrying) } });
    await failureOf(addresses.create(near), "provider_timeout");
    expect(await rowsOf(compliance)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["no list", "hits"],
    ["a ratio above 100", [{ ...found("A", 101) }]],
    ["a ratio of 0", [found("A", 0)]],
    ["an address that was not screened", [{ ...found("A", 100), risk_descriptors: ["not-screened"] }]],
  ])("stores nothing from an error of an own provider with %s", async (_, hits) => {
    const carrying = Object.defineProperty(down(), "hits", { value: hits });
    const screen = () => Promise.reject(carrying);
    const { compliance, addresses } = trial({ riskProviders: { BOTH: { screen } } });
    expect(await failureOf(addresses.create(request), "provider_timeout")).toBe(carrying);
    expect(await rowsOf(compliance)).toBeUndefined();
  });
});

describe("addresses.rescreen with one provider of several down", () => {
  /** With one stored address. */
  async function stored(options?: Partial<ComplianceOptions>) {
    const made = trial(options);
    await made.addresses.create(near);
    const reported: RescreenChange[] = [];
    const onChange = (change: RescreenChange): void => void reported.push(change);
    const rescreen = async ({
      provider_name = "BOTH",
      ...options
    }: Partial<RescreenRequest> & RescreenOptions = {}): Promise<RescreenReport> =>
      unwrap(await made.addresses.rescreen({ provider_name }, { onChange, ...options }));
    return { ...made, rescreen, reported };
  }

  it("stores a hit, reports the change and collects the failure", async () => {
    const { a, b, compliance, rescreen, reported } = await stored();
    a.answers(30);
    b.answers(down());
    const report = await rescreen();
    const change = { ...near, listed: true, from: null, to: 30 };
    expect(report).toMatchObject({ screened: 0, failed: 1, newlyListed: 1, changes: [change] });
    expect(report.failures[0]?.error).toMatchObject({ code: "provider_timeout", hits: [found("A", 30)] });
    expect(reported).toEqual([change]);
    expect(await rowsOf(compliance)).toEqual([["A", 30], timedOut]);
    // The same hit again is no change, and the earlier entries do not pile up.
    expect(await rescreen()).toMatchObject({ failed: 1, newlyListed: 0, changes: [] });
    expect(await rowsOf(compliance)).toEqual([["A", 30], timedOut]);
  });

  it("compares with the screenings before, also those of both", async () => {
    const { a, b, other, rescreen } = await stored();
    await rescreen();
    other.answers(5);
    await rescreen({ provider_name: "OTHER" });
    a.answers(30);
    b.answers(down());
    expect((await rescreen()).changes).toEqual([{ ...near, listed: true, from: 0, to: 30 }]);
    await rescreen({ provider_name: "OTHER" });
    expect((await rescreen()).changes).toEqual([]);
    b.answers(0);
    expect((await rescreen()).changes).toEqual([]);
    a.answers(0);
    expect((await rescreen()).changes).toEqual([{ ...near, listed: false, from: 30, to: 0 }]);
  });

  it("reports the end of a hit that was found while the other was down", async () => {
    const { a, b, rescreen } = await stored();
    a.answers(30);
    b.answers(down());
    await rescreen();
    a.answers(0);
    expect(await rescreen()).toMatchObject({ failed: 1, changes: [] });
    b.answers(0);
    expect((await rescreen()).changes).toEqual([{ ...near, listed: false, from: 30, to: 0 }]);
  });

  it("screens the address again, whatever olderThan is", async () => {
    const { a, b, clock, rescreen } = await stored();
    const olderThan = clock();
    a.answers(30);
    b.answers(down());
    await rescreen({ olderThan });
    b.answers(0);
    expect(await rescreen({ olderThan })).toMatchObject({ screened: 1, skipped: 0 });
  });

  it("learns no names from it, so that recent screenings are skipped", async () => {
    const { a, b, clock, addresses, rescreen } = await stored();
    await addresses.create({ chain: "near", address: "b.near" });
    await addresses.create({ chain: "near", address: "c.near" });
    const olderThan = clock();
    await rescreen();
    a.answers(30);
    b.answers(down());
    b.first(() => b.first(() => b.answers(0)));
    expect(await rescreen({ olderThan, concurrency: 1 })).toMatchObject({ failed: 1, screened: 1, skipped: 1 });
  });

  it.each(["list_stale", "provider_unauthorized"] as const)("stores the hit, and ends with %s", async (code) => {
    const { a, b, compliance, rescreen } = await stored();
    a.answers(30);
    b.answers(down(code));
    expect((await failureOf(rescreen(), code)).hits).toEqual([found("A", 30)]);
    expect(await rowsOf(compliance)).toEqual([
      ["A", 30],
      ["BOTH", 100, `failure:${code}`],
    ]);
  });

  it("counts a chain that one does not support as unsupported, and stores the hit", async () => {
    const { a, b, compliance, rescreen } = await stored();
    a.answers(30);
    b.answers(down("chain_unsupported"));
    expect(await rescreen()).toMatchObject({ unsupported: 1, newlyListed: 1, failures: [] });
    expect(await rowsOf(compliance)).toEqual([
      ["A", 30],
      ["BOTH", 100, "failure:chain_unsupported"],
    ]);
  });

  it("does not create an address again that was removed meanwhile", async () => {
    const { a, b, compliance, addresses, rescreen, reported } = await stored();
    a.answers(30);
    b.answers(down());
    await rescreen();
    b.first(() => addresses.remove("near", near.address));
    expect(await rescreen()).toMatchObject({ failed: 0, changes: [] });
    expect(reported).toHaveLength(1);
    expect(await rowsOf(compliance)).toBeUndefined();
  });

  it("stores no hit after an abort", async () => {
    const storage = memoryStorage();
    const leaving = new AbortController();
    let finds = 0;
    const find: typeof storage.addresses.find = (...query) => {
      finds += 1;
      if (finds === 2) leaving.abort("left");
      return storage.addresses.find(...query);
    };
    const { a, b, compliance, rescreen } = await stored({
      storage: { ...storage, addresses: { ...storage.addresses, find } },
    });
    a.answers(30);
    b.answers(down());
    await failureOf(rescreen({ signal: leaving.signal }), "aborted");
    expect(await rowsOf(compliance)).toBeNull();
  });
});
