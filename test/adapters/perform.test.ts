/** Plans over an engine that fails as scripted: conflicts, retries, lost commits, and plans that share a commit. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { memoryEngine } from "../../src/adapters/storage/memory.js";
import { withRetry } from "../../src/adapters/storage/repositories/attempts.js";
import { grouping } from "../../src/adapters/storage/repositories/group.js";
import { type Plan, perform } from "../../src/adapters/storage/repositories/perform.js";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { alerts, linked } from "../../src/ports/collections.js";
import { newToken } from "../../src/ports/rows.js";
import { EngineFault, type StorageEngine } from "../../src/ports/storage-engine.js";
import { alert } from "../../src/testing/storage/records.js";

const FAILURE = new ComplianceError("storage_unavailable", "The disk is gone.");

function fault(facts: { readonly isTransient: boolean; readonly isUnknown: boolean }): EngineFault {
  return new EngineFault(FAILURE, facts);
}

/** How a commit ends: as it should, with a failure before it, or with one after it that hides whether it happened. */
type Fate = "done" | "conflict" | "before" | "lost" | "final" | "lost and final";

/** Returns an engine whose commits have these fates, and which then works. */
function scripted(...fates: Fate[]): StorageEngine {
  const engine = memoryEngine();
  return {
    ...engine,
    commit: async (...given) => {
      const fate = fates.shift() ?? "done";
      if (fate === "conflict") return "conflict";
      if (fate === "before") throw fault({ isTransient: true, isUnknown: true });
      if (fate === "final") throw fault({ isTransient: false, isUnknown: false });
      const committed = await engine.commit(...given);
      if (fate === "lost") throw fault({ isTransient: true, isUnknown: true });
      if (fate === "lost and final") throw fault({ isTransient: false, isUnknown: true });
      return committed;
    },
  };
}

const place = { link_key: "l", transaction_id: "t", time: "2026-01-01T00:00:00.000Z" };
const amount = (text: string) => ({ amount: text, currency: "EUR" }) as const;

/** Adds an amount, and returns all of them. */
function adding(text: string): Plan<readonly string[]> {
  return {
    reads: [linked.at("l", "t")],
    run: ([row]) => {
      const before = linked.recordOf(row) ?? { ...place, amounts: [] };
      const next = { ...before, amounts: [...before.amounts, amount(text)] };
      return { result: next.amounts.map((each) => each.amount), changes: [linked.put(next, row)] };
    },
  };
}

/** Stores the transaction unless it is stored. */
const inserting: Plan<"inserted" | "taken"> = {
  reads: [],
  run: () => ({
    result: "inserted",
    otherwise: "taken",
    changes: [linked.put({ ...place, amounts: [] }, undefined)],
  }),
};

async function stored(engine: StorageEngine): Promise<readonly string[] | undefined> {
  const [found] = await engine.read([linked.at("l", "t")]);
  return linked.recordOf(found?.rows[0])?.amounts.map((each) => each.amount);
}

describe("a plan", () => {
  it("takes effect once, whatever its commits come to", async () => {
    for (const fates of [
      ["conflict"],
      ["before"],
      ["lost"],
      ["lost", "lost"],
      ["before", "conflict", "lost"],
    ] as const) {
      const engine = scripted(...fates);
      expect(await perform(engine, adding("1"))).toEqual(["1"]);
      expect(await perform(engine, adding("2"))).toEqual(["1", "2"]);
      expect(await stored(engine)).toEqual(["1", "2"]);
    }
  });

  it("without a read returns its own result after a lost commit, and the other one for another's row", async () => {
    for (const fates of [["lost"], ["before"], ["before", "lost"]] as const) {
      const engine = scripted(...fates);
      expect(await perform(engine, inserting)).toBe("inserted");
      expect(await perform(engine, inserting)).toBe("taken");
    }
    const engine = scripted("done", "before");
    await perform(engine, inserting);
    expect(await perform(engine, inserting)).toBe("taken");
  });

  it("is unknown if so many writers followed a lost commit that they hide it", async () => {
    for (const others of [1, 2, 3, 4, 5]) {
      const engine = scripted("done", "lost");
      await perform(engine, adding("0"));
      const { read } = engine;
      let isLost = false;
      const busy: StorageEngine = {
        ...engine,
        read: async (reads) => {
          if (isLost) {
            isLost = false;
            for (let other = 0; other < others; other += 1) await perform(engine, adding("x"));
          }
          return read(reads);
        },
        commit: (...given) => {
          return engine.commit(...given).catch((thrown: unknown) => {
            isLost = true;
            throw thrown;
          });
        },
      };
      const answer = await perform(busy, adding("1")).catch((thrown: unknown) => thrown);
      if (others < 4) expect(answer).toEqual(["0", "1"]);
      else expect(answer).toMatchObject({ code: "storage_outcome_unknown" });
    }
  });

  it("fails at once with a failure that no attempt overcomes, unknown if something may be stored", async () => {
    await expect(perform(scripted("final"), adding("1"))).rejects.toBe(FAILURE);
    const failure = await perform(scripted("lost and final"), adding("1")).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "storage_outcome_unknown", message: expect.stringContaining("Repeat") });
    expect(Object(failure).cause).toBe(FAILURE);
    const own = new ComplianceError("storage_corrupt", "…");
    const failing: StorageEngine = { ...scripted(), read: () => Promise.reject(own) };
    await expect(perform(failing, adding("1"))).rejects.toBe(own);
  });

  it("fails when conflicts and faults last longer than the time for attempts", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const always = (fate: Fate): Promise<unknown> =>
      perform(scripted(...Array<Fate>(10_000).fill(fate)), adding("1")).catch((thrown: unknown) => thrown);
    const reading = withRetry(() => Promise.reject(fault({ isTransient: true, isUnknown: false })));
    const failures = Promise.all([always("conflict"), always("before"), reading.catch((thrown: unknown) => thrown)]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await failures).toEqual([
      expect.objectContaining({ code: "storage_unavailable", message: expect.stringContaining("Other writers") }),
      expect.objectContaining({ code: "storage_outcome_unknown" }),
      FAILURE,
    ]);
  });
});

describe("a plan that sets columns under a condition", () => {
  const put = alerts.draftOf({ alert: alert("a"), reviews: [] });
  const at = { collection: alerts.name, key: "a" };
  const marking: Plan<void> = {
    reads: [],
    run: () => ({
      result: undefined,
      otherwise: undefined,
      changes: [{ ...at, expect: [["delivered", "=", 0]], set: { delivered: 1 } }],
    }),
  };

  it.each([["before"], ["lost"]] as const)("is repeated after a commit that failed %s, whoever wrote", async (fate) => {
    const engine = scripted("done", "done", "done", "done", "done", fate);
    await engine.commit(newToken(), [{ ...at, expect: "absent", put }], []);
    for (const until of ["1", "2", "3", "4"]) {
      await engine.commit(newToken(), [{ ...at, expect: "present", set: { until } }], []);
    }
    await perform(engine, marking);
    const [found] = await engine.read([at]);
    expect(found?.rows[0]?.columns["delivered"]).toBe(1);
  });
});

describe("plans of one row", () => {
  it("see what the ones before put and removed", async () => {
    const engine = memoryEngine();
    const run = grouping(engine);
    const removing: Plan<boolean> = {
      reads: [linked.at("l", "t")],
      run: ([row]) => {
        if (row === undefined) return { result: false };
        return { result: true, changes: [{ ...linked.at("l", "t"), expect: "present", remove: true }] };
      },
    };
    // The first runs alone, and the others together.
    const answers = await Promise.all([run(adding("1")), run(removing), run(removing), run(adding("2"))]);
    expect(answers).toEqual([["1"], true, false, ["2"]]);
    expect(await stored(engine)).toEqual(["2"]);
  });

  it("remove what each of them removes", async () => {
    const engine = memoryEngine();
    const run = grouping(engine);
    await engine.commit(newToken(), [linked.put({ ...place, amounts: [] }, undefined)], []);
    const at = alerts.at("a");
    const none: Plan<void> = { reads: [at], run: () => ({ result: undefined }) };
    const removing: Plan<void> = {
      reads: [at],
      run: () => ({
        result: undefined,
        removals: [{ collection: linked.name, where: [], keys: [linked.at("l", "t").key] }],
      }),
    };
    // The first one runs alone. The others wait for it, and share a commit.
    await Promise.all([none, removing, none].map((plan) => run(plan)));
    expect(await stored(engine)).toBeUndefined();
  });

  it("share commits, and each has its own result", async () => {
    const engine = memoryEngine();
    const commit = vi.spyOn(engine, "commit");
    const run = grouping(engine);
    const texts = Array.from({ length: 100 }, (_, index) => String(index));
    const results = await Promise.all(texts.map((text) => run(adding(text))));
    expect(results.map((amounts) => amounts.at(-1))).toEqual(texts);
    expect(await stored(engine)).toEqual(texts);
    // The first alone, and the others in groups of 64.
    expect(commit.mock.calls.length).toBe(3);
  });

  it("do not fail with one of them that throws", async () => {
    const run = grouping(memoryEngine());
    const own = new ComplianceError("configuration_invalid", "…");
    const throwing: Plan<never> = {
      reads: [linked.at("l", "t")],
      run: () => {
        throw own;
      },
    };
    const plans = [adding("1"), adding("2"), throwing, adding("3")] as readonly Plan<unknown>[];
    const outcomes = await Promise.allSettled(plans.map((plan) => run(plan)));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[2]).toMatchObject({ reason: own });
    expect(outcomes[3]).toMatchObject({ value: ["1", "2", "3"] });
  });
});

it("no two tokens are the same", () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(new Set(tokens).size).toBe(1000);
  expect(new Set(tokens.map(({ length }) => length))).toEqual(new Set([16]));
});
