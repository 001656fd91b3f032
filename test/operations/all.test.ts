/** `all` of every list, and the cursors of the lists, while records come and go. */
import { describe, expect, it } from "vitest";
import { type Compliance, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { breaching, byCountry, individual, sampleCompliance } from "../support/samples.js";

interface List {
  readonly name: string;
  /** Returns the ids of all records. */
  readonly all: (compliance: Compliance, query?: unknown, options?: object) => AsyncIterable<string>;
  /** Returns a page of ids. Without it, the pages are numbered (§4.8). */
  readonly page?: (compliance: Compliance, query: object) => Promise<{ ids: readonly string[]; next: string | null }>;
  readonly add: (compliance: Compliance, id: string) => Promise<unknown>;
  readonly remove: (compliance: Compliance, id: string) => Promise<unknown>;
}

async function* idsOf<T>(records: AsyncIterable<T>, idOf: (record: T) => string): AsyncGenerator<string> {
  for await (const record of records) yield idOf(record);
}

const lists: readonly List[] = [
  {
    name: "accounts",
    all: ({ accounts }, query, options) =>
      idsOf(accounts.all(query as unknown, options), ({ reference_id }) => reference_id),
    page: async ({ accounts }, query) => {
      const { items, next_cursor } = unwrap(await accounts.list(query));
      return { ids: items.map(({ reference_id }) => reference_id), next: next_cursor };
    },
    add: ({ accounts }, reference_id) => accounts.create({ ...individual, reference_id }),
    remove: ({ accounts }, id) => accounts.remove(id),
  },
  {
    name: "vasps",
    all: ({ vasps }, query, options) => idsOf(vasps.all(query as unknown, options), ({ vasp_id }) => vasp_id),
    add: ({ vasps }, vasp_id) => vasps.load([{ vasp_id, name_legal: "X" }]),
    remove: ({ vasps }, id) => vasps.remove(id),
  },
  {
    name: "addresses",
    all: ({ addresses }, query, options) => idsOf(addresses.all(query as unknown, options), ({ address }) => address),
    page: async ({ addresses }, query) => {
      const { items, next_cursor } = unwrap(await addresses.list(query));
      return { ids: items.map(({ address }) => address), next: next_cursor };
    },
    add: ({ addresses }, address) => addresses.create({ chain: "near", address }),
    remove: ({ addresses }, id) => addresses.remove("near", id),
  },
  {
    name: "alerts",
    all: ({ alerts }, query, options) =>
      idsOf(alerts.all(query as unknown, options), ({ transaction_id }) => transaction_id),
    page: async ({ alerts }, query) => {
      const { items, next_cursor } = unwrap(await alerts.list(query));
      return { ids: items.map(({ transaction_id }) => transaction_id), next: next_cursor };
    },
    add: ({ rules }, transaction_id) =>
      rules.evaluate({ transaction: { ...breaching, transaction_id }, rule_codes: byCountry }),
    remove: async ({ alerts }, id) => {
      const [alert] = unwrap(await alerts.list({ transaction_id: id })).items;
      await alerts.review(alert?.alert_id ?? "", { outcome: "dismissed", by: "j.doe" });
      await alerts.prune({ before: "9999-01-01", includeUndelivered: true });
    },
  },
];

const idAt = (index: number): string => `id-${String(index).padStart(4, "0")}.near`;

async function filled({ add }: List, count: number): Promise<Compliance> {
  const compliance = sampleCompliance();
  for (let index = 0; index < count; index += 1) await add(compliance, idAt(index));
  return compliance;
}

async function collected(ids: AsyncIterable<string>): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const id of ids) seen.push(id);
  return seen;
}

describe.each(lists)("all of $name", (list) => {
  it("yields every record that stays stored exactly once, while others come and go", async () => {
    const count = 1_203;
    const compliance = await filled(list, count);
    const seen: string[] = [];
    for await (const id of list.all(compliance)) {
      seen.push(id);
      if (seen.length % 300 !== 1) continue;
      // One that was yielded, one that was not, and new ones before and behind.
      await list.remove(compliance, id);
      await list.remove(compliance, idAt((seen.length * 7 + 600) % count));
      await list.add(compliance, `a-${seen.length}.near`);
      await list.add(compliance, `z-${seen.length}.near`);
    }
    const left = (await collected(list.all(compliance))).filter((id) => id.startsWith("id-"));
    expect(left.length).toBeGreaterThan(1_190);
    expect(new Set(seen).size).toBe(seen.length);
    expect(left.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it("ends with aborted, before its first page and between records", async () => {
    const compliance = await filled(list, 3);
    const controller = new AbortController();
    const seen: string[] = [];
    const iterating = (async () => {
      for await (const id of list.all(compliance, {}, { signal: controller.signal })) {
        seen.push(id);
        controller.abort(new Error("enough"));
      }
    })();
    expect((await failureOf(iterating, "aborted")).cause).toEqual(new Error("enough"));
    expect(seen).toHaveLength(1);
    await failureOf(collected(list.all(compliance, {}, { signal: controller.signal })), "aborted");
  });

  it("ends with aborted while the storage hangs", async () => {
    const storage = memoryStorage();
    const hang = () => new Promise<never>(() => undefined);
    const { accounts, vasps, addresses, alerts } = storage;
    const compliance = createCompliance({
      storage: {
        ...storage,
        accounts: { ...accounts, list: hang },
        vasps: { ...vasps, after: hang },
        addresses: { ...addresses, list: hang },
        alerts: { ...alerts, list: hang },
      },
    });
    await failureOf(collected(list.all(compliance, undefined, { signal: AbortSignal.timeout(5) })), "aborted");
  });

  it("throws invalid_input for wrong options when it is iterated", async () => {
    const compliance = await filled(list, 1);
    for (const options of [{ size: 5 }, { cursor: "a" }, { page: 1 }, { chain: "near" }, { signal: 5 }]) {
      const { message, issues } = await failureOf(collected(list.all(compliance, {}, options)), "invalid_input");
      expect(message).toContain(`${list.name}.all`);
      expect(issues).toEqual([]);
    }
    expect(await collected(list.all(compliance, {}, {}))).toEqual([idAt(0)]);
  });

  it("throws invalid_input with the issues of a wrong query when it is iterated", async () => {
    const compliance = await filled(list, 1);
    const { signal } = new AbortController();
    const wrong = [
      [{ size: 5 }, "unknown_property", "/size"],
      [{ page: 1 }, "unknown_property", "/page"],
      [{ cursor: "5" }, "unknown_property", "/cursor"],
      [{ signal }, "unknown_property", "/signal"],
      [null, "wrong_type", ""],
      [[], "wrong_type", ""],
      ["near", "wrong_type", ""],
    ] as const;
    for (const [query, code, path] of wrong) {
      const { issues } = await failureOf(collected(list.all(compliance, query)), "invalid_input");
      expect(issues).toMatchObject([{ code, path }]);
    }
    // Absent in every request.
    expect(await collected(list.all(compliance, { size: undefined, cursor: undefined }))).toEqual([idAt(0)]);
  });

  it("has no page, also with the cursor of a list", async () => {
    if (list.page === undefined) return;
    const compliance = await filled(list, 3);
    const { next } = await list.page(compliance, { size: 1 });
    for (const [query, paths] of [
      [{ cursor: next }, ["/cursor"]],
      [{ cursor: next, size: 1 }, ["/cursor", "/size"]],
    ] as const) {
      const { issues } = await failureOf(collected(list.all(compliance, query)), "invalid_input");
      expect(issues?.map(({ code, path }) => [code, path])).toEqual(paths.map((path) => ["unknown_property", path]));
    }
  });

  it("yields nothing of an empty storage", async () => {
    expect(await collected(list.all(sampleCompliance()))).toEqual([]);
  });
});

describe.each(lists.flatMap(({ page, ...list }) => (page ? [{ ...list, page }] : [])))("pages of $name", (list) => {
  it("stay valid while records are added and removed", async () => {
    const compliance = await filled(list, 9);
    const [seen, removed]: [string[], string[]] = [[], []];
    let cursor: string | null = null;
    do {
      const page: { ids: readonly string[]; next: string | null } = await list.page(compliance, { size: 2, cursor });
      seen.push(...page.ids);
      cursor = page.next;
      // The cursor names the last record of the page, which goes.
      removed.push(page.ids.at(-1) ?? "");
      await list.remove(compliance, page.ids.at(-1) ?? "");
      await list.add(compliance, `a-${seen.length}.near`);
    } while (cursor !== null && seen.length < 100);
    expect(new Set(seen).size).toBe(seen.length);
    const given = Array.from({ length: 9 }, (_, index) => idAt(index));
    expect(given.filter((id) => !seen.includes(id))).toEqual([]);
    expect(removed.length).toBeGreaterThan(3);
  });
});

describe("conditions of all", () => {
  it("are those of the lists", async () => {
    const compliance = sampleCompliance();
    await compliance.addresses.create({ chain: "near", address: "a.near" });
    await compliance.addresses.create({ chain: "tezos", address: "tz1burnburnburnburnburnburnburjAYjjX" });
    const chains: string[] = [];
    for await (const { chain } of compliance.addresses.all({ chain: "near" })) chains.push(chain);
    expect(chains).toEqual(["near"]);
    const accounts = lists[0];
    for (const id of ["A", "B"]) await accounts?.add(compliance, id);
    expect(accounts && (await collected(accounts.all(compliance, { sort: "-created" })))).toEqual(["B", "A"]);
    const alerts = lists.at(-1);
    await alerts?.add(compliance, "T-1");
    for (const [query, ids] of [
      [{ reviewed: false, delivered: false, from: new Date(0), to: "9999-01-01" }, ["T-1"]],
      [{ reviewed: true }, []],
      [{ transaction_id: "T-2" }, []],
    ] as const) {
      expect(alerts && (await collected(alerts.all(compliance, query)))).toEqual(ids);
    }
  });

  it("are checked: invalid_input with the issues", async () => {
    const { addresses, alerts } = sampleCompliance();
    const wrong = [
      [addresses.all({ chain: "cardano" as "near" }), "/chain"],
      [alerts.all({ from: "yesterday" }), "/from"],
    ] as const;
    for (const [all, path] of wrong) {
      const { issues } = await failureOf(all[Symbol.asyncIterator]().next(), "invalid_input");
      expect(issues?.map((issue) => issue.path)).toEqual([path]);
    }
  });
});
