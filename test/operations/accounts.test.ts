import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { plainCursors } from "../../src/domain/cursor.js";
import type { AccountDraft, AccountPage, Compliance, ComplianceStorage, Issue, Result } from "../../src/index.js";
import { ComplianceError, createCompliance, memoryStorage, toDraft, unwrap } from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
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
    expect(first).toEqual({ account: { ...stored, email: "a@example.org" }, is_new: true });

    now = "2026-11-22T00:00:00.000Z";
    const second = unwrap(await accounts.put(draft("A-1", "Renamed")));
    const last_modified = "2026-11-22T00:00:00.000+00:00";
    expect(second.is_new).toBe(false);
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
      is_new: false,
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
    expect(unwrap(await accounts.put(draft("A-1")))).toMatchObject({ is_new: true });
    expect(unwrap(await accounts.put(draft("A-1")))).toMatchObject({ is_new: false });
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
    expect(unwrap(await accounts.put(draft("A-1"))).is_new).toBe(true);
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
    expect(put).toMatchObject({ is_new: false, account: { ...person, email: "new@example.com" } });
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
    expect(unwrap(await alerts.list({ cursor: null })).items).toEqual([]);
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

describe("accounts.all", () => {
  async function collected(accounts: Compliance["accounts"]): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { reference_id } of accounts.all()) ids.push(reference_id);
    return ids;
  }

  it("may be iterated again", async () => {
    const { accounts } = complianceOn();
    for (const id of ["a", "b"]) await accounts.create(draft(id));
    const all = accounts.all();
    for (let round = 0; round < 2; round += 1) {
      const seen: string[] = [];
      for await (const { reference_id } of all) seen.push(reference_id);
      expect(seen).toEqual(["a", "b"]);
    }
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

  it("throws if the storage rejects its own cursor", async () => {
    const storage = memoryStorage();
    const list: typeof storage.accounts.list = async ({ sort, cursor }) =>
      cursor === undefined ? storage.accounts.list({ size: 1, sort }) : undefined;
    const { accounts } = complianceOn({ ...storage, accounts: { ...storage.accounts, list } });
    for (const id of ["a", "b"]) await accounts.create(draft(id));
    await failureOf(collected(accounts), "storage_key_wrong");
  });
});
