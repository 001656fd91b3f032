import fc from "fast-check";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { plainCursors } from "../../src/domain/cursor.js";
import type { AccountDraft, AccountPage, Compliance, ComplianceStorage, Issue, Result } from "../../src/index.js";
import { ComplianceError, createCompliance, memoryStorage, toDraft, unwrap } from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { runs } from "../support/runs.js";
import { untyped } from "../support/untyped.js";

let now = "2026-11-21T07:35:00.123Z";
afterEach(() => {
  now = "2026-11-21T07:35:00.123Z";
});

function complianceOn(storage: ComplianceStorage = memoryStorage()): Compliance {
  onTestFinished(() => storage.close());
  return createCompliance({ storage, clock: () => new Date(now) });
}

function draft(reference_id: string, name_legal = "Example AG"): AccountDraft {
  return {
    reference_id,
    account_type: "entity",
    customer_id: "C-1",
    entity: { entity_name: { name_type: "LEGL", name_legal } },
  };
}

function codesOf(result: Result<unknown>): readonly (readonly [Issue["code"], string, string])[] {
  return result.ok ? [] : result.issues.map(({ code, path, clause }) => [code, path, clause]);
}

const changed = [["changed_meanwhile", "/reference_id", "2.2"]];

describe("accounts.put", () => {
  it("creates an account, then replaces it, and says which", async () => {
    const { accounts } = complianceOn();
    const first = unwrap(await accounts.put({ ...draft("A-1"), email: "a@example.org" }));
    const time = "2026-11-21T07:35:00.123+00:00";
    const stored = { ...draft("A-1"), account_category: "customer", created: time, last_modified: time };
    expect(first).toEqual({ account: { ...stored, email: "a@example.org" }, created: true });

    now = "2026-11-22T00:00:00.000Z";
    const second = unwrap(await accounts.put(draft("A-1", "Renamed")));
    const last_modified = "2026-11-22T00:00:00.000+00:00";
    expect(second.created).toBe(false);
    // A property that the new content lacks is gone.
    expect(second.account).toStrictEqual({ ...stored, ...draft("A-1", "Renamed"), last_modified });
    expect(await accounts.retrieve("A-1")).toMatchObject({
      created: "2026-11-21 07:35:00.123 +0000",
      last_modified: "2026-11-22 00:00:00.000 +0000",
    });
    expect(unwrap(await accounts.search({ search_term: "renamed" }))).toHaveLength(1);
    expect(unwrap(await accounts.search({ search_term: "example" }))).toEqual([]);
  });

  it("obeys every rule of create", async () => {
    const { accounts } = complianceOn();
    const { customer_id: _, ...unidentified } = draft("A-1");
    for (const input of [unidentified, { ...draft("A-1"), created: "now" }, null, "A-1"]) {
      expect(await accounts.put(untyped(input))).toEqual(await accounts.create(untyped(input)));
    }
    expect(await accounts.retrieve("A-1")).toBeUndefined();
  });

  it("leaves create as it was", async () => {
    const { accounts } = complianceOn();
    await accounts.put(draft("A-1"));
    expect(codesOf(await accounts.create(draft("A-1")))).toEqual([["reference_id_taken", "/reference_id", "2.2"]]);
  });

  it("never moves last_modified backwards, and never leaves it as it was", async () => {
    const { accounts } = complianceOn();
    await accounts.put(draft("A-1"));
    const times: string[] = [];
    for (const time of ["2026-11-21T07:35:00.123Z", "2020-01-01T00:00:00.000Z", "2026-11-21T07:35:01.000Z"]) {
      now = time;
      times.push(unwrap(await accounts.put(draft("A-1"))).account.last_modified);
    }
    expect(times).toEqual([
      "2026-11-21T07:35:00.124+00:00",
      "2026-11-21T07:35:00.125+00:00",
      "2026-11-21T07:35:01.000+00:00",
    ]);
  });

  it("has the same content when it is repeated", async () => {
    const { accounts } = complianceOn();
    const first = unwrap(await accounts.put(draft("A-1")));
    const second = unwrap(await accounts.put(draft("A-1")));
    expect({ ...second.account, last_modified: first.account.last_modified }).toEqual(first.account);
  });
});

describe("accounts.put with ifLastModified", () => {
  it("takes the form of create and that of retrieve", async () => {
    const { accounts } = complianceOn();
    const { last_modified } = unwrap(await accounts.create(draft("A-1")));
    expect(codesOf(await accounts.put(draft("A-1", "One"), { ifLastModified: last_modified }))).toEqual([]);
    const retrieved = await accounts.retrieve("A-1");
    expect(codesOf(await accounts.put(draft("A-1", "Two"), { ifLastModified: retrieved?.last_modified }))).toEqual([]);
    expect(codesOf(await accounts.put(draft("A-1", "Three"), { ifLastModified: retrieved?.last_modified }))).toEqual(
      changed,
    );
    expect(await accounts.retrieve("A-1")).toMatchObject(draft("A-1", "Two"));
  });

  it("is changed_meanwhile for an account that is missing or was removed, and stores nothing", async () => {
    const { accounts } = complianceOn();
    const options = { ifLastModified: "2026-11-21T07:35:00.123+00:00" };
    expect(codesOf(await accounts.put(draft("A-1"), options))).toEqual(changed);
    await accounts.put(draft("A-1"));
    await accounts.remove("A-1");
    expect(codesOf(await accounts.put(draft("A-1"), options))).toEqual(changed);
    expect(await accounts.retrieve("A-1")).toBeUndefined();
  });

  it("lets one of two concurrent calls win, in the same millisecond", async () => {
    const { accounts } = complianceOn();
    const { last_modified } = unwrap(await accounts.create(draft("A-1")));
    const names = ["One", "Two", "Three"];
    const results = await Promise.all(
      names.map((name) => accounts.put(draft("A-1", name), { ifLastModified: last_modified })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok).map(codesOf)).toEqual([changed, changed]);
  });

  it.each(["", "now", "2026-11-21", "2026-11-21T07:35:00.123Z", "2026-11-21T07:35:00.123+01:00", 5, null, {}])(
    "throws invalid_input for %j, without repeating it",
    async (ifLastModified) => {
      const { accounts } = complianceOn();
      const error = await failureOf(accounts.put(draft("A-1"), { ifLastModified } as never), "invalid_input");
      expect(error.message).toMatch(/^The option ifLastModified of accounts\.put must be /);
      expect(error.message).not.toContain("2026");
      expect(await accounts.retrieve("A-1")).toBeUndefined();
    },
  );

  it("rejects unknown options", async () => {
    const { accounts } = complianceOn();
    await failureOf(accounts.put(draft("A-1"), { ifModified: "x" } as never), "invalid_input");
  });
});

/** Stores, and then fails as if the connection had broken. */
function losingResponses(storage: ComplianceStorage, isLost: () => boolean): ComplianceStorage {
  return {
    ...storage,
    accounts: {
      ...storage.accounts,
      put: async (...given) => {
        const put = await storage.accounts.put(...given);
        if (isLost()) throw new ComplianceError("storage_outcome_unknown", "The connection broke.");
        return put;
      },
    },
  };
}

describe("accounts.put after storage_outcome_unknown", () => {
  it("recognizes what the first call stored", async () => {
    let isLost = false;
    const { accounts } = complianceOn(losingResponses(memoryStorage(), () => isLost));
    const { last_modified } = unwrap(await accounts.create(draft("A-1")));
    isLost = true;
    const options = { ifLastModified: last_modified };
    await failureOf(accounts.put(draft("A-1", "Renamed"), options), "storage_outcome_unknown");
    isLost = false;
    now = "2026-11-21T08:00:00.000Z";
    // Not the same content, so it is another call.
    expect(codesOf(await accounts.put(draft("A-1", "Other"), options))).toEqual(changed);
    const again = unwrap(await accounts.put(draft("A-1", "Renamed"), options));
    expect(again).toMatchObject({
      account: { ...draft("A-1", "Renamed"), last_modified: "2026-11-21T07:35:00.124+00:00" },
      created: false,
    });
    // Recognized once.
    expect(codesOf(await accounts.put(draft("A-1", "Renamed"), options))).toEqual(changed);
  });

  it("does not take the write of another for its own", async () => {
    let isLost = false;
    const storage = memoryStorage();
    const { accounts } = complianceOn(losingResponses(storage, () => isLost));
    const { last_modified } = unwrap(await accounts.create(draft("A-1")));
    isLost = true;
    const options = { ifLastModified: last_modified };
    await failureOf(accounts.put(draft("A-1", "Renamed"), options), "storage_outcome_unknown");
    isLost = false;
    await accounts.put(draft("A-1", "Other"));
    await accounts.put(draft("A-1", "Renamed"));
    expect(codesOf(await accounts.put(draft("A-1", "Renamed"), options))).toEqual(changed);
  });

  it("says that the account is new if the first call created it", async () => {
    let isLost = true;
    const { accounts } = complianceOn(losingResponses(memoryStorage(), () => isLost));
    await failureOf(accounts.put(draft("A-1")), "storage_outcome_unknown");
    isLost = false;
    now = "2026-11-21T08:00:00.000Z";
    expect(unwrap(await accounts.put(draft("A-1")))).toMatchObject({ created: true });
    expect(unwrap(await accounts.put(draft("A-1")))).toMatchObject({ created: false });
  });

  it("recognizes a write whose call was aborted", async () => {
    const storage = memoryStorage();
    const { accounts } = complianceOn(storage);
    const { last_modified } = unwrap(await accounts.create(draft("A-1")));
    const controller = new AbortController();
    const options = { ifLastModified: last_modified, signal: controller.signal };
    const putting = accounts.put(draft("A-1", "Renamed"), options);
    controller.abort();
    await failureOf(putting, "aborted");
    await storage.accounts.find("A-1");
    expect(unwrap(await accounts.put(draft("A-1", "Renamed"), { ifLastModified: last_modified }))).toMatchObject({
      account: draft("A-1", "Renamed"),
    });
  });

  it("stores nothing if the signal has aborted already", async () => {
    const { accounts } = complianceOn();
    await failureOf(accounts.put(draft("A-1"), { signal: AbortSignal.abort() }), "aborted");
    expect(await accounts.retrieve("A-1")).toBeUndefined();
  });
});

describe("accounts.remove", () => {
  it("removes the account from retrieve, search, list and links, and says whether it existed", async () => {
    const { accounts, addresses } = complianceOn();
    await accounts.create(draft("A-1"));
    const address = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
    await addresses.create({ chain: "tezos", address, account_ref_id: "A-1" });
    expect(await accounts.remove("A-1")).toBe(true);
    expect(await accounts.retrieve("A-1")).toBeUndefined();
    expect(unwrap(await accounts.search({ search_term: "example" }))).toEqual([]);
    expect(unwrap(await accounts.list())).toEqual({ items: [], next_cursor: null });
    expect(await addresses.ofAccount("A-1")).toEqual([]);
    expect(await addresses.retrieve("tezos", address)).toBeDefined();
    expect((await addresses.history("tezos", address))?.account_ref_id).toBeUndefined();
    expect(await accounts.remove("A-1")).toBe(false);
    expect(await accounts.remove("A-2")).toBe(false);
    expect(unwrap(await accounts.put(draft("A-1"))).created).toBe(true);
  });
});

describe("toDraft", () => {
  const person: AccountDraft = {
    reference_id: "A-2",
    account_type: "individual",
    account_category: "non-customer",
    individual: { individual_name: { name_type: "LEGL", name_last: "Example" } },
    address: {
      address_type: "GEOG",
      address_line: "1 Example Street",
      address_department: "Sales",
      address_city: "Example-on-Sea",
      address_country_code: "GB",
    },
  };

  it("makes of a stored account what was stored", async () => {
    const { accounts } = complianceOn();
    for (const each of [person, { ...draft("A-1"), account_category: "customer" } as const]) {
      const created = unwrap(await accounts.create(each));
      expect(toDraft(created)).toStrictEqual(each);
      const read = await accounts.retrieve(each.reference_id);
      expect(read && toDraft(read)).toStrictEqual(each);
    }
  });

  it("lets an account be read, changed and put", async () => {
    const { accounts } = complianceOn();
    await accounts.create(person);
    const read = await accounts.retrieve("A-2");
    if (read === undefined) throw new Error("The account is stored.");
    const unchanged = JSON.stringify(read);
    now = "2026-11-22T00:00:00.000Z";
    const next = { ...toDraft(read), email: "new@example.com" };
    const put = unwrap(await accounts.put(next, { ifLastModified: read.last_modified }));
    expect(put).toMatchObject({ created: false, account: { ...person, email: "new@example.com" } });
    expect(put.account.created).toBe("2026-11-21T07:35:00.123+00:00");
    expect(JSON.stringify(read)).toBe(unchanged);
  });

  it.each([undefined, null, "A-1", 5])("rejects %j: invalid_input", async (given) => {
    // A caller without types passes it.
    const drafted = Promise.resolve(given).then((account) => toDraft(account as never));
    await failureOf(drafted, "invalid_input");
  });
});

describe("accounts.list", () => {
  async function filled(): Promise<Compliance> {
    const compliance = complianceOn();
    for (const [index, id] of ["c", "a", "b"].entries()) {
      now = `2026-11-21T07:35:0${index}.000Z`;
      await compliance.accounts.create(draft(id));
    }
    now = "2026-11-21T07:36:00.000Z";
    await compliance.accounts.put(draft("c"));
    return compliance;
  }
  const idsOf = (items: readonly { reference_id: string }[]) => items.map(({ reference_id }) => reference_id);

  it("lists accounts as create returns them, oldest first, and in the other orders", async () => {
    const { accounts } = await filled();
    const { items, next_cursor } = unwrap(await accounts.list());
    expect(idsOf(items)).toEqual(["c", "a", "b"]);
    expect(items[0]).toMatchObject({ ...draft("c"), created: "2026-11-21T07:35:00.000+00:00" });
    expect(next_cursor).toBeNull();
    expect(idsOf(unwrap(await accounts.list({ sort: "-created" })).items)).toEqual(["b", "a", "c"]);
    expect(idsOf(unwrap(await accounts.list({ sort: "last_modified" })).items)).toEqual(["a", "b", "c"]);
    expect(idsOf(unwrap(await accounts.list({ sort: "-last_modified" })).items)).toEqual(["c", "b", "a"]);
  });

  it("has 50 accounts on a page by default, and 1000 at most", async () => {
    const { accounts } = complianceOn();
    for (let index = 0; index < 51; index += 1) await accounts.create(draft(`A-${index}`));
    const first = unwrap(await accounts.list());
    expect(first.items).toHaveLength(50);
    const second = unwrap(await accounts.list({ cursor: first.next_cursor ?? "" }));
    expect(second.items).toHaveLength(1);
    expect(second.next_cursor).toBeNull();
    expect(codesOf(await accounts.list({ size: 1_001 }))).toEqual([["out_of_range", "/size", "4.8"]]);
    expect(unwrap(await accounts.list({ size: 1_000 })).items).toHaveLength(51);
  });

  it("goes on after the last account of a page, whatever changes", async () => {
    const { accounts } = await filled();
    const { items, next_cursor } = unwrap(await accounts.list({ size: 1 }));
    expect(idsOf(items)).toEqual(["c"]);
    await accounts.remove("c");
    await accounts.put(draft("b", "Renamed"));
    const cursor = next_cursor ?? "";
    expect(idsOf(unwrap(await accounts.list({ cursor })).items)).toEqual(["a", "b"]);
  });

  it("begins with the first page for a cursor that is null, as the last page has it", async () => {
    const { accounts, addresses, alerts } = await filled();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: AccountPage = unwrap(await accounts.list({ size: 1, cursor }));
      seen.push(...idsOf(page.items));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(["c", "a", "b"]);
    expect(unwrap(await addresses.list({ cursor: null })).items).toEqual([]);
    expect(unwrap(await alerts.list({ page: 2, cursor: null })).pagination.page).toBe(2);
    // Only there: in other properties null is a mistake.
    expect(codesOf(await accounts.list(untyped({ size: null })))).toEqual([["wrong_type", "/size", "4.8"]]);
    expect(codesOf(await accounts.list(untyped(Object.create({ cursor: null }))))).toEqual([]);
    const map = Object.assign(new Map(), { cursor: null });
    expect(codesOf(await accounts.list(untyped(map)))).toEqual([["wrong_type", "", "4.8"]]);
    const throwing = Object.defineProperty({}, "cursor", {
      enumerable: true,
      get: () => {
        throw new Error("unreadable");
      },
    });
    expect(codesOf(await accounts.list(untyped(throwing)))).toEqual([["unreadable", "/cursor", "4.8"]]);
  });

  it("is cursor_invalid for any other text, and for the cursor of another order", async () => {
    const { accounts } = await filled();
    const { next_cursor } = unwrap(await accounts.list({ size: 1 }));
    const invalid = [["cursor_invalid", "/cursor", "4.8"]];
    const forged = plainCursors.write("accounts created", ["2026-11-21T07:35:00.000+00:00"]);
    for (const cursor of ["a", "W10", "a b", "é", forged, `${next_cursor}A`]) {
      expect(codesOf(await accounts.list({ cursor }))).toEqual(invalid);
    }
    expect(codesOf(await accounts.list({ cursor: next_cursor ?? "", sort: "-created" }))).toEqual(invalid);
    expect(codesOf(await accounts.list(untyped({ sort: "reference_id" })))).toEqual([["not_allowed", "/sort", "4.8"]]);
  });

  it("takes the cursor of an account with the longest reference id", async () => {
    const { accounts } = complianceOn();
    for (const end of ["a", "b"]) await accounts.create(draft(`${"東".repeat(999)}${end}`));
    const { next_cursor } = unwrap(await accounts.list({ size: 1 }));
    expect(next_cursor?.length).toBeGreaterThan(1_000);
    expect(unwrap(await accounts.list({ cursor: next_cursor ?? "" })).items).toHaveLength(1);
  });
});

/** Changes come between pages only if there are many. */
function complianceInSmallPages(): Compliance {
  const { accounts, ...storage } = memoryStorage();
  const list: typeof accounts.list = (query) => accounts.list({ ...query, size: 3 });
  return complianceOn({ ...storage, accounts: { ...accounts, list } });
}

describe("accounts.all", () => {
  async function collected(accounts: Compliance["accounts"]): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { reference_id } of accounts.all()) ids.push(reference_id);
    return ids;
  }

  it("yields every account of many pages, oldest first, and may be iterated again", async () => {
    const storage = memoryStorage();
    const { accounts } = complianceOn(storage);
    const ids = Array.from({ length: 2_500 }, (_, index) => String(index).padStart(5, "0"));
    for (const id of ids) await accounts.create(draft(id));
    const all = accounts.all();
    for (let round = 0; round < 2; round += 1) {
      const seen: string[] = [];
      for await (const { reference_id } of all) seen.push(reference_id);
      expect(seen).toEqual(ids);
    }
  });

  it("yields each account that exists throughout exactly once", async () => {
    const change = fc.record({ id: fc.nat({ max: 30 }), isRemoval: fc.boolean(), at: fc.nat({ max: 60 }) });
    const ids = Array.from({ length: 20 }, (_, id) => String(id));
    const property = fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      const { accounts } = complianceInSmallPages();
      for (const id of ids) await accounts.put(draft(id));
      const seen: string[] = [];
      const made: typeof changes = [];
      for await (const { reference_id } of accounts.all()) {
        seen.push(reference_id);
        const due = changes.filter(({ at }) => at === seen.length);
        for (const { id, isRemoval } of due) {
          await (isRemoval ? accounts.remove(String(id)) : accounts.put(draft(String(id))));
        }
        made.push(...due);
      }
      const removed = made.filter(({ isRemoval }) => isRemoval).map(({ id }) => String(id));
      const kept = ids.filter((id) => !removed.includes(id));
      expect(seen.filter((id) => kept.includes(id)).sort()).toEqual(kept.sort());
    });
    await fc.assert(property, { numRuns: runs(50) });
  });

  it("yields nothing of an empty storage", async () => {
    expect(await collected(complianceOn().accounts)).toEqual([]);
  });

  it("lets timers run", async () => {
    const { accounts } = complianceOn();
    for (let index = 0; index < 5_000; index += 1) await accounts.create(draft(String(index)));
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    onTestFinished(() => clearInterval(timer));
    for (const end = performance.now() + 100; performance.now() < end; ) await collected(accounts);
    expect(ticks).toBeGreaterThan(1);
  });

  it("ends with aborted, also between accounts of one page", async () => {
    const { accounts } = complianceOn();
    for (const id of ["a", "b", "c"]) await accounts.create(draft(id));
    const controller = new AbortController();
    const seen: string[] = [];
    const iterating = (async () => {
      for await (const { reference_id } of accounts.all({ signal: controller.signal })) {
        seen.push(reference_id);
        controller.abort();
      }
    })();
    await failureOf(iterating, "aborted");
    expect(seen).toEqual(["a"]);
    const wrong = accounts.all({ size: 5 } as never)[Symbol.asyncIterator]();
    await failureOf(wrong.next(), "invalid_input");
  });

  it("throws if the storage rejects its own cursor", async () => {
    const storage = memoryStorage();
    const list: typeof storage.accounts.list = async ({ sort, cursor }) =>
      cursor === undefined ? storage.accounts.list({ size: 1, sort }) : undefined;
    const { accounts } = complianceOn({ ...storage, accounts: { ...storage.accounts, list } });
    for (const id of ["a", "b"]) await accounts.create(draft(id));
    await failureOf(collected(accounts), "storage_key_wrong");
  });
});
