/** engineConformance finds every wrong engine. */
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { memoryEngine } from "../../src/adapters/storage/memory.js";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { holds } from "../../src/ports/rows.js";
import {
  EngineFault,
  type Found,
  type RangeRead,
  type Read,
  type StorageEngine,
} from "../../src/ports/storage-engine.js";
import { type CutPlace, engineConformance } from "../../src/testing.js";
import { thrownBy } from "../support/outcomes.js";
import { share } from "../support/runs.js";

type Wrong = (engine: StorageEngine) => Partial<StorageEngine>;

/** Changes the ranges of all reads. */
const reads =
  (change: (range: RangeRead) => RangeRead): Wrong =>
  ({ read }) => ({ read: (all: readonly Read[]) => read(all.map((each) => ("key" in each ? each : change(each)))) });

const sequence = "any sequence of calls agrees with the reference engine";

const wrongEngines: Readonly<Record<string, Readonly<Record<string, Wrong>>>> = {
  [sequence]: {
    "an ignored expectation": ({ commit }) => ({
      commit: async (token, changes, removals) => {
        const answer = await commit(token, changes, removals);
        return answer === "conflict" ? { removed: 0 } : answer;
      },
    }),
    "ignored removals": ({ commit }) => ({ commit: (token, changes) => commit(token, changes, []) }),
    "removals without conditions": ({ commit }) => ({
      commit: (token, changes, removals) =>
        commit(
          token,
          changes,
          removals.map((each) => ({ ...each, where: each.where.slice(0, 1) })),
        ),
    }),
    "removals of all keys": ({ commit }) => ({
      commit: (token, changes, removals) =>
        commit(
          token,
          changes,
          removals.map(({ collection, where }) => ({ collection, where })),
        ),
    }),
    "the same token for all writers": ({ commit }) => ({ commit: (_, ...given) => commit("0".repeat(16), ...given) }),
    "columns of state that put changes back": ({ commit, read }) => ({
      commit: async (token, changes, removals) => {
        const answer = await commit(token, changes, removals);
        const puts = answer === "conflict" ? [] : changes.filter(({ put, expect }) => put && expect !== "absent");
        for (const { collection, key } of puts) {
          if (collection !== "alerts") continue;
          const [found] = await read([{ collection, key }]);
          if (found?.rows[0]?.columns["delivered"] === 1) {
            await commit(token, [{ collection, key, expect: "present", set: { delivered: 0 } }], []);
          }
        }
        return answer;
      },
    }),
    "an ignored limit": reads(({ limit: _, offset: _offset, ...range }) => range),
    "an ignored place": reads(({ after: _, ...range }) => range),
    "an ignored direction": reads((range) => ({ ...range, descending: false })),
    "an ignored condition": reads((range) => ({ ...range, where: range.where?.slice(0, 1) })),
    "an ignored index": reads(({ index, ...range }) => (index === "raised" ? range : { ...range, index })),
    "references that are not followed": reads(({ follow: _, ...range }) => range),
    "a count of a page": reads((range) => (range.count ? { ...range, count: false, limit: 1 } : range)),
    "takes of all rows": ({ take }) => ({
      take: (token, taking) => take(token, { ...taking, range: { ...taking.range, limit: 9 } }),
    }),
    "takes without a next round": ({ take }) => ({ take: (token, { next: _, ...taking }) => take(token, taking) }),
    "a search of one match": ({ search }) => ({ search: (query) => search({ ...query, limit: 1 }) }),
    "a search in the order of keys": ({ search }) => ({
      search: async (query) => [...(await search(query))].sort((a, b) => (a.key < b.key ? -1 : 1)),
    }),
    "a search whose limit counts rows that a condition leaves out": ({ search }) => ({
      search: async ({ where, ...query }) => (await search({ ...query, where: [] })).filter((row) => holds(row, where)),
    }),
    "a place in another group": ({ read }) => ({
      read: (all) =>
        read(all.map((each) => ("after" in each && each.index === "chain" ? { ...each, after: undefined } : each))),
    }),
    "a search in another order": ({ search }) => ({ search: async (query) => [...(await search(query))].reverse() }),
    "replacements that keep others": ({ replaceAll }) => ({
      replaceAll: (token, name, rows, options) => replaceAll(token, name, rows, { ...options, others: "keep" }),
    }),
    "replacements that nothing refuses": ({ replaceAll }) => ({
      replaceAll: (token, name, rows, options) =>
        replaceAll(token, name, rows, { ...options, isAllowed: (counts) => options.isAllowed(counts) || true }),
    }),
  },
  "of concurrent commits over one version, one happens": {
    "a read and then a write": ({ commit, read }) => ({
      commit: async (token, changes, removals) => {
        const found = await read(changes.map(({ collection, key }) => ({ collection, key })));
        await setImmediate();
        const isExpected = changes.every(({ expect }, index) => (expect === "absent") === (found[index]?.count === 0));
        const blind = changes.map((change) => ({ ...change, expect: "present" as const }));
        return isExpected
          ? (await commit(token, blind, removals)) === "conflict"
            ? commit(token, changes, removals)
            : { removed: 0 }
          : "conflict";
      },
    }),
  },
  "of concurrent takes, one gets a row": {
    "a read and then a write": ({ commit, read, take }) => ({
      take: async (token, taking) => {
        const [found] = await read([taking.range]);
        await setImmediate();
        const changes = (found?.rows ?? []).map(({ key }) => {
          return { collection: taking.range.collection, key, expect: "present", set: taking.set } as const;
        });
        await commit(token, changes, []);
        return found?.rows.length ? found.rows : take(token, taking);
      },
    }),
  },
  "a row that must stay stays until the commit": {
    "an expectation that is tested before the commit": ({ commit, read }) => ({
      commit: async (token, changes, removals) => {
        const needed = changes.filter((change) => !(change.put || change.set || change.remove));
        const found = await read(needed.map(({ collection, key }) => ({ collection, key })));
        if (found.some(({ count }) => count === 0)) return "conflict";
        await setImmediate();
        return commit(
          token,
          changes.filter((change) => !needed.includes(change)),
          removals,
        );
      },
    }),
  },
  "commits of the same rows in any order all end": {
    "a conflict for some": ({ commit }) => {
      let count = 0;
      return { commit: (...given) => (++count % 9 === 0 ? Promise.resolve("conflict") : commit(...given)) };
    },
  },
  "all reads of one call see one moment": {
    "reads after a pause": ({ read }) => ({
      read: async (all) => {
        const found: Found[] = [];
        for (const each of all) {
          await setImmediate();
          found.push(...(await read([each])));
        }
        return found;
      },
    }),
    "reads one after another": ({ read }) => ({
      read: async (all) => {
        const found: Found[] = [];
        for (const each of all) {
          found.push(...(await read([each])));
          await setImmediate();
        }
        return found;
      },
    }),
  },
};

const subjects = Object.entries(wrongEngines).flatMap(([name, wrong]) =>
  Object.entries(wrong).map(([fault, change]) => [name, fault, change] as const),
);

it.each(share(subjects))("%j: fails for %s", async (name, _, change) => {
  const check = engineConformance(() => {
    const engine = memoryEngine();
    return { ...engine, ...change(engine) };
  }).find((each) => each.name === name);
  await expect(check?.run({ runs: 3_000 })).rejects.toThrow(name);
});

/** An engine over rows that stay in memory. The next commit after `cut` gets no answer. */
function cutPlace(outcome: (commit: () => Promise<unknown>) => Promise<never>): CutPlace {
  const engine = memoryEngine();
  let isCut = false;
  const commit: StorageEngine["commit"] = (...given) => {
    const stored = () => engine.commit(...given);
    return setImmediate().then(() => {
      if (!isCut) return stored();
      isCut = false;
      return outcome(stored);
    });
  };
  return {
    open: () => ({ ...engine, commit }),
    cut: () => {
      isCut = true;
    },
  };
}

function lost(isUnknown: boolean): EngineFault {
  return new EngineFault(new ComplianceError("storage_unavailable", "Lost."), { isTransient: true, isUnknown });
}

const place = () => memoryEngine;

it("finds commits of which a cut connection says what is not true", async () => {
  const checkOf = (outcome: Parameters<typeof cutPlace>[0]) =>
    engineConformance({ place, cutPlace: () => cutPlace(outcome) }).at(-1);
  const after = (isUnknown: boolean) =>
    checkOf(async (commit) => {
      await commit();
      throw lost(isUnknown);
    });
  await after(true)?.run();
  await checkOf(() => Promise.reject(lost(false)))?.run();
  await expect(after(false)?.run()).rejects.toThrow(
    "whether the row of a commit that was not stored is stored is true",
  );
  const untyped = checkOf(() => Promise.reject(new Error("ECONNRESET")));
  await expect(untyped?.run()).rejects.toThrow("commit rejected with Error: ECONNRESET, expected an EngineFault");
  const cutting = { ...cutPlace(() => Promise.reject(lost(false))), cut: () => undefined };
  const uncut = engineConformance({ place, cutPlace: () => cutting }).at(-1);
  await expect(uncut?.run()).rejects.toThrow("whether a cut ended a commit is false");
});

it("finds rows that damage has changed", async () => {
  const damagedPlace = () => {
    const engine = memoryEngine();
    let isDamaged = false;
    const open = (): StorageEngine => ({
      ...engine,
      close: async () => undefined,
      read: async (reads) => (isDamaged ? reads.map(() => ({ rows: [], count: 0 })) : engine.read(reads)),
    });
    return {
      open,
      damage: () => {
        isDamaged = true;
      },
    };
  };
  const check = engineConformance({ place, damagedPlace }).at(-1);
  await expect(check?.run()).rejects.toThrow("0 of 3 rows are returned");
});

it("has a wrong engine for each check", () => {
  const names = engineConformance(memoryEngine).map(({ name }) => name);
  expect(Object.keys(wrongEngines)).toEqual(names);
});

it("says what an engine is, in the error of each check", async () => {
  for (const check of engineConformance(() => ({ read: async () => [] }) as never)) {
    await expect(check.run()).rejects.toThrow(check.name);
    await expect(check.run()).rejects.toThrow("an object with the methods read, commit,");
  }
});

it("rejects a wrong argument at once", () => {
  expect(thrownBy(() => engineConformance({} as never), "invalid_input").message).toContain("not the engine");
});
