import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { overwrite } from "../../src/testing/storage/compare.js";
import { failureOf } from "../support/outcomes.js";
import { type Fate, type Faulty, faultySqlite } from "../support/sql-faulty.js";
import {
  ALL,
  addressUpdate,
  alert,
  allAlerts,
  deliver,
  individual,
  leaseQuery,
  linkedEvaluation,
  linkUpdate,
  review,
  screening,
  streamOf,
  unreviewed,
  vasp,
} from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000 });

describe("a broken connection", () => {
  /** The next statement of that kind suffers it, once. Returns whether it did. */
  const once = (state: Faulty, kind: RegExp, fate: Fate): (() => boolean) => {
    let isDue = true;
    state.fate = (statement) => {
      if (!isDue || !kind.test(statement)) return undefined;
      isDue = false;
      return fate;
    };
    return () => !isDue;
  };
  /** Sets the random part of the pause before a retry. */
  const pausing = (random: number): void => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    onTestFinished(() => void vi.restoreAllMocks());
  };
  const opened = async (): Promise<{ state: Faulty; storage: ComplianceStorage }> => {
    const state = faultySqlite();
    await migrate(state.kysely);
    const storage = sqlStorage(state.kysely);
    await storage.accounts.find("r1");
    return { state, storage };
  };

  it.each(["lost", "answer lost"] as const)("inserts once and reports it when the statement is %s", async (fate) => {
    const { state, storage } = await opened();
    once(state, /^insert into vaspkit_accounts/, fate);
    expect(await storage.accounts.insert(individual("r1"))).toBe("inserted");
    once(state, /^insert into vaspkit_accounts/, fate);
    // The same record, by somebody else: not what this call stored.
    expect(await storage.accounts.insert(individual("r1"))).toBe("taken");
    once(state, /^insert into vaspkit_alerts/, fate);
    expect(await storage.alerts.insert(alert("a1"))).toBe("inserted");
    once(state, /^update vaspkit_alerts/, fate);
    await deliver(storage.alerts, "a1");
    expect((await storage.alerts.find("a1"))?.delivered).toBe(true);
  });

  it.each(["lost", "answer lost"] as const)("applies an update of an address once when it is %s", async (fate) => {
    const { state, storage } = await opened();
    const [insert, update, history] = [
      "insert into vaspkit_addresses",
      "update vaspkit_addresses",
      "insert into vaspkit_screenings",
    ];
    for (const [index, kind] of [insert, "begin", update, history, "commit"].entries()) {
      once(state, new RegExp(`^${kind}`), fate);
      const stored = await storage.addresses.save(addressUpdate("a", { screening: screening(index) }));
      expect(stored).toMatchObject({ screening: screening(index) });
    }
    await storage.accounts.insert(individual("r1"));
    once(state, /^update vaspkit_addresses/, fate);
    expect(await storage.addresses.update(linkUpdate("a", "r1"))).toMatchObject({ account_ref_id: "r1" });
    expect(await ratiosOf(storage)).toEqual([0, 1, 2, 3, 4]);
  });

  const ratiosOf = async ({ addresses }: ComplianceStorage): Promise<readonly unknown[] | undefined> =>
    (await addresses.history("tezos", "a"))?.screenings.map(([entry]) => entry?.risk_ratio);

  /** An answer is lost, and others write before this writer looks again. */
  const overtaken = async (
    others: number,
    fate: Fate = "answer lost",
  ): Promise<{ saving: Promise<unknown>; storage: ComplianceStorage }> => {
    pausing(40);
    const { state, storage } = await opened();
    await storage.addresses.save(addressUpdate("a"));
    const wasMet = once(state, /^update vaspkit_addresses/, fate);
    const rival = sqlStorage(state.kysely);
    await rival.addresses.find("tezos", "a");
    const saving = storage.addresses.save(addressUpdate("a", { screening: screening(100) }));
    saving.catch(() => undefined);
    await vi.waitUntil(wasMet);
    for (let ratio = 0; ratio < others; ratio += 1) {
      await rival.addresses.save(addressUpdate("a", { screening: screening(ratio) }));
    }
    return { saving, storage };
  };

  it("recognizes its own update of an address after later writes of others", async () => {
    const { saving, storage } = await overtaken(3);
    expect(await saving).toMatchObject({ screening: screening(100) });
    expect(await ratiosOf(storage)).toEqual([100, 0, 1, 2]);
  });

  it("loses no update of an address when all writers read before the first writes", async () => {
    // Losers try again at once and together.
    pausing(0);
    const { state, storage } = await opened();
    await storage.addresses.save(addressUpdate("a"));
    // Storages do not know of each other: as if each were in a process of its own.
    const rivals = Array.from({ length: 12 }, () => sqlStorage(state.kysely));
    for (const { addresses } of rivals) await addresses.find("tezos", "a");
    await Promise.all(
      rivals.map(({ addresses }, ratio) => addresses.save(addressUpdate("a", { screening: screening(ratio) }))),
    );
    expect((await ratiosOf(storage))?.toSorted()).toEqual([...rivals.keys()].toSorted());
  });

  it("fails when too many others wrote to tell the outcome", async () => {
    const { saving, storage } = await overtaken(6);
    const failure = await failureOf(saving, "storage_outcome_unknown");
    expect(failure.message).toContain("Read it before");
    expect(await ratiosOf(storage)).toHaveLength(7);
  });

  it("retries a rejected statement, however many others wrote since", async () => {
    const { saving, storage } = await overtaken(6, "refused");
    expect(await saving).toMatchObject({ screening: screening(100) });
    expect(await ratiosOf(storage)).toEqual([0, 1, 2, 3, 4, 5, 100]);
  });

  it("batches concurrent writes of one address and resolves each", async () => {
    const { state, storage } = await opened();
    const { addresses } = storage;
    await storage.accounts.insert(individual("r1"));
    state.statements.length = 0;
    const ratios = Array.from({ length: 100 }, (_, index) => index);
    const linking = addresses.update(linkUpdate("a", "r1"));
    const saved = await Promise.all(
      ratios.map((ratio) => addresses.save(addressUpdate("a", { screening: screening(ratio) }))),
    );
    expect(await linking).toBe("unknown");
    for (const ratio of ratios) expect(saved[ratio]).toMatchObject({ screening: screening(ratio) });
    expect(await addresses.find("tezos", "a")).toEqual(saved.at(-1));
    expect(await ratiosOf(storage)).toEqual(ratios);
    expect(state.statements.filter((text) => /^(?:insert|update)/.test(text)).length).toBeLessThan(5);
    // What one caller holds is not what another one holds.
    const [one, other] = await Promise.all([
      addresses.save(addressUpdate("a", { screening: screening(1) })),
      addresses.save(addressUpdate("a", { is_self_hosted: true })),
    ]);
    overwrite(one);
    expect(other).toMatchObject({ screening: screening(1) });

    once(state, /^update vaspkit_addresses/, "answer lost");
    const others = await Promise.all([addresses.update(linkUpdate("a", "r1")), addresses.save(addressUpdate("b"))]);
    expect(others[0]).toMatchObject({ account_ref_id: "r1" });
    await storage.close();
  });

  it("rejects the whole batch, and no later one", async () => {
    const { state, storage } = await opened();
    const { addresses } = storage;
    await addresses.save(addressUpdate("a"));
    state.fate = (statement) => {
      if (/^update/.test(statement)) throw Object.assign(new Error("…"), { code: "SQLITE_FULL" });
      return undefined;
    };
    const saving = [1, 2, 3].map((ratio) => addresses.save(addressUpdate("a", { screening: screening(ratio) })));
    for (const each of saving) await failureOf(each, "storage_unavailable");
    state.fate = () => undefined;
    const stored = await addresses.save(addressUpdate("a", { screening: screening(4) }));
    expect(stored).toMatchObject({ screening: screening(4) });
    expect(await ratiosOf(storage)).toEqual([4]);
  });

  it.each([
    [/^begin/, "lost"],
    [/^insert into vaspkit_vasps/, "lost"],
    [/^insert into vaspkit_vasps/, "answer lost"],
    [/^commit/, "lost"],
    [/^commit/, "answer lost"],
  ] as const)("loads VASPs once and counts them right: %s %s", async (kind, fate) => {
    const { state, storage } = await opened();
    await storage.vasps.load(streamOf([vasp("a", { summary: "before" })]));
    once(state, kind, fate);
    const report = await storage.vasps.load(streamOf([vasp("a"), vasp("b"), vasp("b", { summary: "last" })]));
    expect(report).toEqual({ loaded: 1, replaced: 2 });
    expect((await storage.vasps.list(ALL)).items).toEqual([vasp("a"), vasp("b", { summary: "last" })]);
  });

  it.each([
    [/^begin/, "lost"],
    [/^select vasp_key, record/, "lost"],
    [/^delete from vaspkit_vasps/, "lost"],
    [/^delete from vaspkit_vasps/, "answer lost"],
    [/^insert into vaspkit_vasps/, "answer lost"],
    [/^commit/, "lost"],
    [/^commit/, "answer lost"],
  ] as const)("follows a register once and counts it right: %s %s", async (kind, fate) => {
    const { state, storage } = await opened();
    const before = [vasp("a"), vasp("b"), vasp("c")];
    await storage.vasps.load(streamOf(before));
    once(state, kind, fate);
    const register = [vasp("a"), vasp("b", { summary: "new" }), vasp("d")];
    const entries = register.map((record) => ({ vasp_id: record.vasp_id, record }));
    const counts = await storage.vasps.sync(streamOf(entries), ({ removed }) => removed <= 1);
    expect(counts).toEqual({ added: 1, replaced: 1, unchanged: 1, removed: 1 });
    expect((await storage.vasps.list(ALL)).items).toEqual(register);
  });

  it("cannot tell that a register was refused if an attempt before may have been stored", async () => {
    const { state, storage } = await opened();
    await storage.vasps.load(streamOf(["a", "b", "c"].map((id) => vasp(id))));
    once(state, /^commit/, "lost");
    const isAllowed = vi.fn(() => false).mockReturnValueOnce(true);
    await failureOf(storage.vasps.sync(streamOf([]), isAllowed), "storage_outcome_unknown");
    expect((await storage.vasps.list(ALL)).items).toHaveLength(3);
  });

  it.each(["lost", "answer lost"] as const)("removes a VASP once and reports it when that is %s", async (fate) => {
    const { state, storage } = await opened();
    await storage.vasps.load(streamOf([vasp("a")]));
    once(state, /^delete from vaspkit_vasps/, fate);
    expect(await storage.vasps.remove("a")).toBe(true);
    expect(await storage.vasps.find("a")).toBeUndefined();
    once(state, /vaspkit_vasps/, fate);
    expect(await storage.vasps.remove("a")).toBe(false);
  });

  it.each(["lost", "answer lost"] as const)("counts removed alerts once when the statement is %s", async (fate) => {
    const { state, storage } = await opened();
    for (const id of ["a1", "a2", "a3"]) await storage.alerts.insert(alert(id));
    for (const id of ["a1", "a2"]) await storage.alerts.review(id, review());
    once(state, /^delete from vaspkit_alerts/, fate);
    expect(await storage.alerts.prune("9999-01-01T00:00:00.000Z", true)).toBe(2);
    expect(await storage.alerts.prune("9999-01-01T00:00:00.000Z", true)).toBe(0);
    expect((await allAlerts(storage.alerts)).map((item) => item.alert.alert_id)).toEqual(["a3"]);
  });

  it.each(["lost", "answer lost"] as const)("counts removed linked transactions when it is %s", async (fate) => {
    const { state, storage } = await opened();
    await storage.linked.add(linkedEvaluation("k1", "t1"));
    once(state, /^delete from vaspkit_linked/, fate);
    expect(await storage.linked.prune("9999-01-01T00:00:00.000Z")).toBe(1);
    expect(await storage.linked.prune("9999-01-01T00:00:00.000Z")).toBe(0);
  });

  /** The result of every write is lost, or the connection breaks before it. Reads fail too, as none can follow. */
  it.each(["lost", "answer lost"] as const)("cannot tell whether a write was stored that was %s", async (fate) => {
    const { state, storage } = await opened();
    const { accounts, alerts, addresses, vasps } = storage;
    await alerts.insert(alert("a0"));
    const [leased] = await alerts.lease(leaseQuery());
    await addresses.save(addressUpdate("a0"));
    const written = new Set<string>();
    state.fate = (statement) => {
      const [kind = ""] = /^(?:insert into|update) \w+|^commit/.exec(statement) ?? [];
      // A transaction is lost with its commit only.
      if (/^begin|^rollback|vasps/.test(statement)) return undefined;
      // Addresses are read before they are written, and again to find out.
      if (kind === "") return written.has("insert into vaspkit_addresses") ? "lost" : undefined;
      if (written.has(kind)) return "lost";
      written.add(kind);
      return fate;
    };
    const update = addressUpdate("a1", { screening: screening(5) });
    const writes = [
      accounts.insert(individual("r1")),
      alerts.insert(alert("a1")),
      alerts.markDelivered("a0", leased?.lease ?? ""),
      addresses.save(update),
      vasps.load(streamOf([vasp("v1")])),
    ];
    for (const write of writes) write.catch(() => undefined);
    for (const write of writes) {
      const { message } = await failureOf(write, "storage_outcome_unknown");
      expect(message).toContain("08006");
      expect(message).toContain("Repeat the call");
    }
    await failureOf(accounts.find("r1"), "storage_unavailable");
    state.fate = () => undefined;
    const isStored = fate === "answer lost";
    expect((await accounts.find("r1")) !== undefined).toBe(isStored);
    expect(await alerts.find("a1")).toEqual(isStored ? unreviewed(alert("a1")) : undefined);
    expect((await alerts.find("a0"))?.delivered).toBe(isStored);
    expect((await vasps.find("v1")) !== undefined).toBe(isStored);
  });

  it("knows that a write was not stored if every attempt was rejected, and a load before its commit", async () => {
    const { state, storage } = await opened();
    const broken = (code: string): never => {
      throw Object.assign(new Error("…"), { code });
    };
    state.fate = (statement) =>
      /^insert into vaspkit_vasps/.test(statement) ? broken("08006") : broken("ECONNREFUSED");
    const { accounts, alerts, addresses, vasps } = storage;
    const writes = [
      accounts.insert(individual("r1")),
      alerts.insert(alert("a1")),
      addresses.save(addressUpdate("a1")),
      vasps.load(streamOf([vasp("v1")])),
    ];
    await Promise.all(writes.map((write) => failureOf(write, "storage_unavailable")));
    state.fate = (statement) => (/^insert into vaspkit_vasps/.test(statement) ? broken("08006") : undefined);
    await failureOf(vasps.load(streamOf([vasp("v1")])), "storage_unavailable");
    state.fate = () => undefined;
    expect(await vasps.find("v1")).toBeUndefined();
    expect(await accounts.find("r1")).toBeUndefined();
  });

  it("fails after some seconds with nothing stored, and works again afterwards", async () => {
    const { state, storage } = await opened();
    state.fate = () => "lost";
    const many = Array.from({ length: 600 }, (_, index) => vasp(`v${index}`));
    const failures = await Promise.all([
      failureOf(storage.accounts.insert(individual("r1")), "storage_outcome_unknown"),
      failureOf(storage.vasps.load(streamOf(many)), "storage_unavailable"),
    ]);
    for (const { message } of failures) expect(message).toContain("08006");
    state.fate = () => undefined;
    expect(await storage.accounts.find("r1")).toBeUndefined();
    expect((await storage.vasps.list(ALL)).pagination.total).toBe(0);
    expect(await storage.vasps.load(streamOf(many))).toEqual({ loaded: 600, replaced: 0 });
  });
});
