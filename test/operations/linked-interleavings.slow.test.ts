/** The linked sum while several calls of decide and confirm are about one transfer: it may be too large, never too small. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComplianceStorage, memoryStorage, type TransferToDecide, unwrap } from "../../src/index.js";
import type { LinkedTransaction } from "../../src/storage.js";
import {
  CLEAN,
  DAY,
  type Deciding,
  decided,
  deciding,
  MEASURE,
  OFFICER,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { failureOf } from "../support/outcomes.js";

const MINUTE = 60_000;
const BREACHING = { suspendOnBreach: true };

/** The threshold of Germany is 1000 EUR. */
function withdrawal(transfer_id: string, amount = "900"): TransferToDecide {
  return { ...WITHDRAWAL, transfer_id, amount, link_key: "K" };
}

async function linkedOf({ linked }: ComplianceStorage, transaction_id = "W-1"): Promise<LinkedTransaction | undefined> {
  const query = { link_key: "K", from: "0001-01-01T00:00:00.000+00:00", to: "9999-12-31T00:00:00.000+00:00" };
  const found = await linked.within({ ...query, limit: 100 });
  return found.find((each) => each.transaction_id === transaction_id);
}

async function amountsOf(storage: ComplianceStorage): Promise<readonly string[] | undefined> {
  return (await linkedOf(storage))?.amounts.map(({ amount }) => amount);
}

interface Hooked {
  readonly storage: ComplianceStorage;
  /** Runs once, before the next amount is stored, or after it. */
  readonly next: { before?: (() => Promise<unknown>) | undefined; after?: (() => Promise<unknown>) | undefined };
}

function hooked(): Hooked {
  const storage = memoryStorage();
  const next: Hooked["next"] = {};
  const once = async (when: "before" | "after"): Promise<void> => {
    const hook = next[when];
    next[when] = undefined;
    await hook?.();
  };
  const add: ComplianceStorage["linked"]["add"] = async (...given) => {
    await once("before");
    const stored = await storage.linked.add(...given);
    await once("after");
    return stored;
  };
  return { storage: { ...storage, linked: { ...storage.linked, add } }, next };
}

async function executed({ transfers }: Deciding, transfer_id = "W-1"): Promise<void> {
  unwrap(await transfers.confirm(transfer_id, { outcome: "executed", transaction_hash: transfer_id }));
}

describe("a decision that is not stored makes no sum smaller", () => {
  it("when it is aborted", async () => {
    const { storage, next } = hooked();
    const compliance = await deciding({ storage }, BREACHING);
    expect(await decided(compliance, withdrawal("W-1"))).toMatchObject({ decision: "execute" });
    const aborting = new AbortController();
    next.after = async () => aborting.abort();
    const options = { evidence: MEASURE, signal: aborting.signal };
    await failureOf(compliance.transfers.decide(withdrawal("W-1", "1"), options), "aborted");
    await executed(compliance);
    expect(await amountsOf(storage)).toEqual(["900", "1"]);
    expect(await decided(compliance, withdrawal("W-2"))).toMatchObject({
      decision: "suspend",
      reasons: [{ code: "threshold_reached" }],
    });
  });

  it("when storing it fails, until it is decided again", async () => {
    const storage = memoryStorage();
    let isDown = false;
    const save: ComplianceStorage["transfers"]["save"] = (...given) =>
      isDown ? Promise.reject(new Error("down")) : storage.transfers.save(...given);
    const compliance = await deciding(
      { storage: { ...storage, transfers: { ...storage.transfers, save } } },
      BREACHING,
    );
    await decided(compliance, withdrawal("W-1"));
    isDown = true;
    await expect(decided(compliance, withdrawal("W-1", "1"))).rejects.toThrow("down");
    isDown = false;
    expect(await decided(compliance, withdrawal("W-2"))).toMatchObject({ decision: "suspend" });
    await decided(compliance, withdrawal("W-1", "1"));
    expect(await amountsOf(storage)).toEqual(["1"]);
    expect(await decided(compliance, withdrawal("W-3", "99"))).toMatchObject({ decision: "suspend" });
    unwrap(await compliance.transfers.confirm("W-2", { outcome: "cancelled" }));
    expect(await decided(compliance, withdrawal("W-4", "899"))).toMatchObject({ decision: "execute" });
  });

  it.each(["before", "after"] as const)("when the transfer is executed %s it adds its amount", async (when) => {
    const { storage, next } = hooked();
    // Two instances on one storage.
    const [compliance, other] = [await deciding({ storage }, BREACHING), await deciding({ storage }, BREACHING)];
    await decided(compliance, withdrawal("W-1"));
    next[when] = () => executed(other);
    expect(await compliance.transfers.decide(withdrawal("W-1", "1"), { evidence: MEASURE })).toMatchObject({
      issues: [{ code: "transfer_closed" }],
    });
    expect(await amountsOf(storage)).toEqual(["900", "1"]);
    expect((await other.transfers.retrieve("W-1"))?.executed_without_permission).toBe(false);
    for (const each of [compliance, other]) {
      const { decision } = await decided(each, withdrawal("W-2"));
      expect(decision).toBe("suspend");
    }
  });
});

describe("a transfer that left the sum while a decision ran", () => {
  it.each(["before", "after"] as const)("is not in it again if it was cancelled %s", async (when) => {
    const { storage, next } = hooked();
    const compliance = await deciding({ storage }, BREACHING);
    await decided(compliance, withdrawal("W-1"));
    next[when] = async () => unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    expect(await compliance.transfers.decide(withdrawal("W-1", "901"), { evidence: MEASURE })).toMatchObject({
      issues: [{ code: "transfer_closed" }],
    });
    expect(await linkedOf(storage)).toBe(undefined);
    expect(await compliance.transfers.retrieve("W-1")).toMatchObject({ state: "cancelled", versions: [{}] });
    expect(await decided(compliance, withdrawal("W-2"))).toMatchObject({ decision: "execute" });
  });

  it("is not in it again if another call rejected it", async () => {
    const { storage, next } = hooked();
    const compliance = await deciding({ storage });
    next.before = async () => {
      compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 95 }]);
      await decided(compliance, withdrawal("W-1"));
    };
    expect(await decided(compliance, withdrawal("W-1"))).toMatchObject({ decision: "reject", version: 1 });
    expect(await linkedOf(storage)).toBe(undefined);
  });

  it("is in it after all if it is executed meanwhile", async () => {
    const { storage, next } = hooked();
    const { save } = storage.transfers;
    let saves = 0;
    const counting: ComplianceStorage["transfers"]["save"] = async (...given) => {
      saves += 1;
      // The first one is that of the cancellation, and the second one the refused version.
      if (saves === 3) await executed(compliance);
      return save(...given);
    };
    const watched = { ...storage, transfers: { ...storage.transfers, save: counting } };
    const compliance = await deciding({ storage: watched });
    await decided(compliance, withdrawal("W-1"));
    saves = 0;
    next.before = async () => unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    expect(await compliance.transfers.decide(withdrawal("W-1", "1"), { evidence: MEASURE })).toMatchObject({
      issues: [{ code: "transfer_closed" }],
    });
    expect(await amountsOf(storage)).toEqual(["1", "900"]);
    expect(await compliance.transfers.retrieve("W-1")).toMatchObject({ state: "executed" });
  });
});

describe("the time of a linked transaction", () => {
  it("is that of the newest decision, so that no transfer waits out the sum", async () => {
    const compliance = await deciding({}, BREACHING);
    expect(await decided(compliance, withdrawal("W-1"), {})).not.toMatchObject({ decision: "execute" });
    compliance.wait(5 * DAY);
    expect(await decided(compliance, withdrawal("W-2"), {})).not.toMatchObject({ decision: "execute" });
    compliance.wait(5 * DAY);
    expect(await decided(compliance, withdrawal("W-1"))).toMatchObject({ decision: "execute" });
    await executed(compliance);
    compliance.wait(MINUTE);
    expect(await decided(compliance, withdrawal("W-2"))).toMatchObject({ decision: "suspend" });
    expect(await decided(compliance, withdrawal("W-3"))).toMatchObject({ decision: "suspend" });
  });

  it("is that of the review of an officer", async () => {
    const compliance = await deciding({}, BREACHING);
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 60 }]);
    expect(await decided(compliance, withdrawal("W-1"))).toMatchObject({ decision: "suspend" });
    compliance.screenWith(async () => [CLEAN]);
    compliance.wait(2 * DAY);
    unwrap(await compliance.transfers.review("W-1", { decision: "execute", note: "seen" }, { actor: OFFICER }));
    expect(await decided(compliance, withdrawal("W-2"))).toMatchObject({ decision: "suspend" });
  });

  it.each(["an", "a further"])("is that of %s execution after the decision", async (which) => {
    const compliance = await deciding({}, BREACHING);
    await decided(compliance, withdrawal("W-1"));
    if (which !== "an") await executed(compliance);
    compliance.wait(2 * DAY);
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", transaction_hash: "late" }));
    expect(await linkedOf(compliance.storage)).toMatchObject({ time: "2026-12-03T12:00:00.000+00:00" });
    compliance.wait(DAY);
    expect(await decided(compliance, withdrawal("W-2"))).toMatchObject({ decision: "suspend" });
  });

  it("is not that of an execution before a further decision", async () => {
    const compliance = await deciding();
    await decided(compliance, withdrawal("W-1"));
    compliance.wait(MINUTE);
    await decided(compliance, withdrawal("W-1", "1"));
    const execution = { outcome: "executed", executed_at: "2026-12-01T12:00:01Z" } as const;
    unwrap(await compliance.transfers.confirm("W-1", execution));
    expect(await linkedOf(compliance.storage)).toMatchObject({
      time: "2026-12-01T12:01:00.000+00:00",
      amounts: [{ amount: "900" }],
    });
  });

  it("is that of the first evaluation for rules.evaluate, whose amounts stay", async () => {
    const compliance = await deciding();
    const rule_codes = ["LINKED_TRANSACTIONS_BY_COUNTRY"] as const;
    const evaluate = async (amount: string) => {
      const transaction = { transaction_id: "W-1", amount, currency: "EUR", country: "DE", link_key: "K" };
      unwrap(await compliance.rules.evaluate({ transaction, rule_codes }));
    };
    await evaluate("700");
    compliance.wait(MINUTE);
    await evaluate("600");
    expect(await linkedOf(compliance.storage)).toMatchObject({ time: "2026-12-01T12:00:00.000+00:00" });
    await decided(compliance, withdrawal("W-1"));
    compliance.wait(MINUTE);
    await decided(compliance, withdrawal("W-1", "1"));
    await evaluate("600");
    expect(await linkedOf(compliance.storage)).toMatchObject({ time: "2026-12-01T12:02:00.000+00:00" });
    expect(await amountsOf(compliance.storage)).toEqual(["700", "600", "1"]);
  });
});

/** Returns a storage whose calls run in an order that the scheduler chooses. */
function scheduled(storage: ComplianceStorage, scheduler: fc.Scheduler): ComplianceStorage {
  const { linked, transfers } = storage;
  return {
    ...storage,
    linked: {
      ...linked,
      add: scheduler.scheduleFunction(linked.add),
      within: scheduler.scheduleFunction(linked.within),
    },
    transfers: {
      ...transfers,
      facts: scheduler.scheduleFunction(transfers.facts),
      find: scheduler.scheduleFunction(transfers.find),
      save: scheduler.scheduleFunction(transfers.save),
    },
  };
}

describe("in every order of the calls of a storage", () => {
  it("two linked transfers are not both permitted, whatever else decides one of them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        fc.subarray(["W-1", "W-1 of 1", "W-2", "executed"], { minLength: 2 }),
        async (scheduler, isStored, calls) => {
          const storage = memoryStorage();
          const before = await deciding({ storage }, BREACHING);
          if (isStored) await decided(before, withdrawal("W-1"));
          const { transfers } = await deciding({ storage: scheduled(storage, scheduler) }, BREACHING);
          const options = { evidence: MEASURE };
          const running = {
            "W-1": () => transfers.decide(withdrawal("W-1"), options),
            "W-1 of 1": () => transfers.decide(withdrawal("W-1", "1"), options),
            "W-2": () => transfers.decide(withdrawal("W-2"), options),
            executed: () => transfers.confirm("W-1", { outcome: "executed" }),
          };
          // The cast: the calls are the names above.
          await scheduler.waitFor(Promise.all(calls.map((name) => running[name as keyof typeof running]())));
          const [first, second] = [await before.transfers.retrieve("W-1"), await before.transfers.retrieve("W-2")];
          const counted = first?.versions.filter(
            ({ version }) =>
              first.confirmations.some((each) => each.version === version) ||
              (first.state === "open" && version === first.versions.length),
          );
          const amounts = counted?.map(({ transfer }) => transfer.amount) ?? [];
          expect((await amountsOf(storage)) ?? []).toEqual(expect.arrayContaining(amounts));
          const isPermitted = counted?.some(
            ({ decision, transfer }) => decision === "execute" && transfer.amount === "900",
          );
          expect(isPermitted && second?.decision === "execute").not.toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("a cancelled transfer is in no sum once all calls have returned", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const storage = memoryStorage();
        await decided(await deciding({ storage }), withdrawal("W-1"));
        const { transfers } = await deciding({ storage: scheduled(storage, scheduler) });
        const calls = ["1", "2"].map((amount) => transfers.decide(withdrawal("W-1", amount), { evidence: MEASURE }));
        await scheduler.waitFor(Promise.all([...calls, transfers.confirm("W-1", { outcome: "cancelled" })]));
        expect(await linkedOf(storage)).toBe(undefined);
      }),
      { numRuns: 50 },
    );
  });
});
