/** Stored transfers: reviews, confirmations, lists, and what is pruned. */
import { describe, expect, it } from "vitest";
import {
  type ComplianceEvent,
  type ComplianceStorage,
  memoryStorage,
  type TransferConfirmRequest,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import {
  CLEAN,
  codesOf,
  DAY,
  type Deciding,
  decided,
  deciding,
  HOT_WALLET,
  MEASURE,
  OFFICER,
  PROGRAM,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { failureOf, faultsOf } from "../support/outcomes.js";

const HASH = "0xabc";

/** With one transfer that came to a decision by the ratio of its address. */
async function withRisk(risk_ratio: number, transfer: TransferToDecide = WITHDRAWAL): Promise<Deciding> {
  const compliance = await deciding();
  compliance.screenWith(async () => [{ ...CLEAN, risk_ratio }]);
  await decided(compliance, transfer);
  return compliance;
}

const review = { decision: "execute", note: "The customer proved it." } as const;

describe("transfers.review", () => {
  it("records what the officer decided, who, when, and the overridden reasons", async () => {
    const compliance = await withRisk(60);
    compliance.wait(5000);
    const record = unwrap(await compliance.transfers.review("W-1", review, { actor: OFFICER }));
    const [version] = record.versions;
    expect(record).toMatchObject({ decision: "execute", state: "open", revision: 2 });
    expect(version).toMatchObject({ decision: "suspend", reasons: [{ code: "risk_suspended" }] });
    expect(version?.review).toEqual({
      ...review,
      actor: OFFICER,
      reviewed_at: "2026-12-01T12:00:05.000+00:00",
      overridden: version?.reasons,
    });
    expect(await compliance.transfers.retrieve("W-1")).toStrictEqual(record);
  });

  it("overrides nothing with a rejection, which closes nothing", async () => {
    const compliance = await withRisk(60);
    const rejection = { decision: "reject", note: "Not plausible" } as const;
    const record = unwrap(await compliance.transfers.review("W-1", rejection, { actor: OFFICER }));
    expect(record).toMatchObject({ decision: "reject", state: "open", versions: [{ review: { overridden: [] } }] });
  });

  it.each<[string, number, (compliance: Deciding) => unknown]>([
    ["was executed by the decision", 0, () => undefined],
    ["was rejected", 95, () => undefined],
    ["has a review", 60, ({ transfers }) => transfers.review("W-1", review, { actor: OFFICER })],
  ])("is refused if the newest decision %s", async (_, ratio, before) => {
    const compliance = await withRisk(ratio);
    await before(compliance);
    const refused = await compliance.transfers.review("W-1", review, { actor: OFFICER });
    expect(faultsOf(refused)).toEqual([["transfer_not_suspended", "", "2.9"]]);
  });

  it("keeps a rejection for the same content, whatever comes since, and decides other content", async () => {
    const compliance = await withRisk(60);
    const rejection = { decision: "reject", note: "Not plausible" } as const;
    unwrap(await compliance.transfers.review("W-1", rejection, { actor: OFFICER }));
    compliance.screenWith(async () => [CLEAN]);
    compliance.wait(DAY);
    const evidence = [{ ...MEASURE[0], note: "Asked again" }];
    expect(await decided(compliance, WITHDRAWAL, { evidence })).toMatchObject({ decision: "reject", version: 1 });
    expect(await decided(compliance, { ...WITHDRAWAL, amount: "11" })).toMatchObject({
      decision: "execute",
      version: 2,
    });
  });

  it("counts for the version that the officer saw", async () => {
    const compliance = await withRisk(60);
    const reviewing = (version: number) =>
      compliance.transfers.review("W-1", { ...review, version }, { actor: OFFICER });
    expect(faultsOf(await reviewing(2))).toEqual([["changed_meanwhile", "/version", "2.9"]]);
    expect(faultsOf(await reviewing(1))).toEqual([]);
  });

  it("is refused for a missing duty, which evidence answers", async () => {
    const compliance = await deciding();
    await decided(compliance, WITHDRAWAL, {});
    const refused = await compliance.transfers.review("W-1", review, { actor: OFFICER });
    expect(faultsOf(refused)).toEqual([["transfer_not_suspended", "", "2.9"]]);
  });

  it("is refused for a closed transfer and for an unknown one", async () => {
    const compliance = await withRisk(60);
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    const closed = await compliance.transfers.review("W-1", review, { actor: OFFICER });
    expect(faultsOf(closed)).toEqual([["transfer_closed", "", "2.9"]]);
    const unknown = await compliance.transfers.review("W-2", review, { actor: OFFICER });
    expect(faultsOf(unknown)).toEqual([["unknown_transfer", "", "2.9"]]);
  });

  it("needs a person", async () => {
    const compliance = await withRisk(60);
    const { message } = await failureOf(
      compliance.transfers.review("W-1", review, { actor: PROGRAM }),
      "invalid_input",
    );
    expect(message).toBe('transfers.review needs the option actor: { id, role, kind: "person" }, the officer.');
    expect(await compliance.transfers.retrieve("W-1")).toMatchObject({ decision: "suspend", revision: 1 });
  });

  it("of two officers at once counts once", async () => {
    const compliance = await withRisk(60);
    const reviews = await Promise.all(
      (["execute", "reject"] as const).map((decision) =>
        compliance.transfers.review("W-1", { decision, note: "seen" }, { actor: OFFICER }),
      ),
    );
    expect(reviews.map((each) => faultsOf(each).map(([code]) => code))).toEqual([[], ["transfer_not_suspended"]]);
  });
});

describe("transfers.confirm", () => {
  it.each(["executed", "rejected", "returned", "cancelled"] as const)("closes it as %s", async (outcome) => {
    const compliance = await withRisk(0);
    compliance.wait(2000);
    const isSent = outcome === "executed" || outcome === "returned";
    const given: TransferConfirmRequest = { outcome, ...(isSent && { transaction_hash: HASH }), note: "done" };
    const record = unwrap(await compliance.transfers.confirm("W-1", given, { actor: PROGRAM }));
    expect(record).toMatchObject({ state: outcome, executed_without_permission: false, revision: 2 });
    expect(record.confirmations).toEqual([
      {
        ...given,
        version: 1,
        executed_at: "2026-12-01T12:00:02.000+00:00",
        confirmed_at: "2026-12-01T12:00:02.000+00:00",
        actor: PROGRAM,
        executed_without_permission: false,
      },
    ]);
    expect(await compliance.transfers.retrieve("W-1")).toStrictEqual(record);
  });

  it("has neither hash nor note without them, and an unnamed program", async () => {
    const compliance = await withRisk(0);
    const { confirmations } = unwrap(await compliance.transfers.confirm("W-1", { outcome: "returned" }));
    expect(Object.keys(confirmations[0] ?? {})).toEqual([
      ...["outcome", "version", "executed_at", "confirmed_at", "actor", "executed_without_permission"],
    ]);
    expect(confirmations[0]?.actor.kind).toBe("program");
  });

  it("is out_of_range for a time later than now, and not_a_timestamp for none", async () => {
    const compliance = await withRisk(0);
    const confirm = (executed_at: string) => compliance.transfers.confirm("W-1", { outcome: "executed", executed_at });
    expect(faultsOf(await confirm("2026-12-01T12:00:00.001Z"))).toEqual([["out_of_range", "/executed_at", "2.9"]]);
    expect(faultsOf(await confirm("yesterday"))).toEqual([["not_a_timestamp", "/executed_at", "2.9"]]);
    expect(faultsOf(await confirm("2026-12-01T13:00:00+01:00"))).toEqual([]);
  });

  it.each(["rejected", "cancelled"] as const)("is not_allowed as %s with a hash or a time", async (outcome) => {
    const compliance = await withRisk(0);
    const given = { outcome, transaction_hash: HASH, executed_at: "2026-12-01T12:00:00Z" };
    expect(faultsOf(await compliance.transfers.confirm("W-1", given))).toEqual([
      ["not_allowed", "/transaction_hash", "2.9"],
      ["not_allowed", "/executed_at", "2.9"],
    ]);
    expect(await compliance.transfers.retrieve("W-1")).toMatchObject({ state: "open", confirmations: [] });
    unwrap(await compliance.transfers.confirm("W-1", { ...given, outcome: "returned" }));
  });

  it("is unknown_transfer for an id that was not decided", async () => {
    const compliance = await deciding();
    const unknown = await compliance.transfers.confirm("W-1", { outcome: "executed" });
    expect(faultsOf(unknown)).toEqual([["unknown_transfer", "", "2.9"]]);
  });

  it("returns the stored confirmation for the same outcome and hash, and stores none", async () => {
    const compliance = await withRisk(0);
    const given = { outcome: "executed", transaction_hash: HASH } as const;
    const first = unwrap(await compliance.transfers.confirm("W-1", given));
    compliance.wait(1000);
    expect(unwrap(await compliance.transfers.confirm("W-1", given))).toStrictEqual(first);
  });

  it.each(["executed", "rejected", "returned", "cancelled"] as const)(
    "of a transfer that is %s already is transfer_closed, except an execution",
    async (outcome) => {
      const compliance = await withRisk(0);
      unwrap(await compliance.transfers.confirm("W-1", { outcome }));
      for (const other of ["rejected", "returned", "cancelled"] as const) {
        const refused = await compliance.transfers.confirm("W-1", { outcome: other });
        expect(faultsOf(refused)).toEqual([["transfer_closed", "", "2.9"]]);
      }
      const record = unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
      // One permission allows one execution.
      expect(record).toMatchObject({ state: "executed", executed_without_permission: true });
      expect(record.confirmations.map((each) => each.executed_without_permission)).toEqual([false, true]);
    },
  );
});

describe("an execution without a permission", () => {
  const cases: readonly [string, number, Partial<TransferToDecide>][] = [
    ["suspended", 60, {}],
    ["rejected", 95, {}],
  ];

  it.each(cases)("of a transfer that is %s is recorded, marked, found and reported", async (_, ratio) => {
    const events: ComplianceEvent[] = [];
    const compliance = await deciding({ observe: (event) => void events.push(event) });
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: ratio }]);
    await decided(compliance, WITHDRAWAL);
    events.length = 0;
    const record = unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
    expect(record).toMatchObject({ state: "executed", executed_without_permission: true });
    const marked = unwrap(await compliance.transfers.list({ executed_without_permission: true }));
    expect(marked.items).toEqual([record]);
    expect(events).toContainEqual(
      expect.objectContaining({ name: "transfers.confirm", counts: { results: 1, executedWithoutPermission: 1 } }),
    );
  });

  it("is one before the decision, and one after decisionMaxAgeMs, by the time of the execution", async () => {
    const permitted = async (executed_at: string): Promise<boolean> => {
      const compliance = await withRisk(0);
      compliance.wait(DAY);
      const record = unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", executed_at }));
      return !record.executed_without_permission;
    };
    expect(await permitted("2026-12-01T11:59:59.999Z")).toBe(false);
    expect(await permitted("2026-12-01T12:00:00.000Z")).toBe(true);
    expect(await permitted("2026-12-01T12:15:00.000Z")).toBe(true);
    expect(await permitted("2026-12-01T12:15:00.001Z")).toBe(false);
  });

  it("is one between a suspension and its review", async () => {
    const compliance = await withRisk(60);
    compliance.wait(5000);
    unwrap(await compliance.transfers.review("W-1", review, { actor: OFFICER }));
    compliance.wait(5000);
    const executed = async (executed_at: string) =>
      unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", executed_at }));
    expect((await executed("2026-12-01T12:00:04.999Z")).executed_without_permission).toBe(true);
  });

  it("is none after its review, and none by a version that was the newest then", async () => {
    const reviewed = await withRisk(60);
    unwrap(await reviewed.transfers.review("W-1", review, { actor: OFFICER }));
    const executed = { outcome: "executed" } as const;
    expect(unwrap(await reviewed.transfers.confirm("W-1", executed)).executed_without_permission).toBe(false);

    const changed = await withRisk(0);
    changed.wait(5000);
    await decided(changed, { ...WITHDRAWAL, amount: "11" }, {});
    const before = { ...executed, executed_at: "2026-12-01T12:00:04.999Z" };
    expect(unwrap(await changed.transfers.confirm("W-1", before)).executed_without_permission).toBe(false);
    const later = await withRisk(0);
    later.wait(5000);
    await decided(later, { ...WITHDRAWAL, amount: "11" }, {});
    expect(unwrap(await later.transfers.confirm("W-1", executed)).executed_without_permission).toBe(true);
  });
});

describe("the uses of an address", () => {
  it("begin with an execution, on both sides, once, and say who", async () => {
    const { transfers, addresses } = await withRisk(0);
    // Uses are in the history of a stored address. That of the other side was screened, so it is stored.
    unwrap(await addresses.create({ chain: "ethereum", address: HOT_WALLET }));
    const usesOf = async (address: string) => (await addresses.history("ethereum", address))?.uses;
    expect(await usesOf(WALLET)).toEqual([]);
    unwrap(await transfers.confirm("W-1", { outcome: "executed" }));
    unwrap(await transfers.confirm("W-1", { outcome: "executed" }));
    const use = { transfer_id: "W-1", account_ref_id: "A-1", at: "2026-12-01T12:00:00.000+00:00" };
    expect(await usesOf(WALLET)).toEqual([{ ...use, side: "beneficiary" }]);
    expect(await usesOf(HOT_WALLET)).toEqual([{ ...use, side: "originator" }]);
    // A use is neither a label nor a link.
    expect(await addresses.history("ethereum", WALLET)).toMatchObject({
      is_self_hosted: null,
      vasp_id: null,
      links: [],
    });
    expect(await addresses.accountOf("ethereum", WALLET)).toBeUndefined();
  });

  it.each(["rejected", "returned", "cancelled"] as const)("do not come from a transfer that is %s", async (outcome) => {
    const { transfers, addresses } = await withRisk(0);
    unwrap(await transfers.confirm("W-1", { outcome }));
    expect((await addresses.history("ethereum", WALLET))?.uses).toEqual([]);
  });

  it("are none without a chain", async () => {
    const { chain: _, ...rest } = WITHDRAWAL;
    const { transfers, storage } = await withRisk(0, rest);
    const record = unwrap(await transfers.confirm("W-1", { outcome: "executed" }));
    // Without a chain nothing was screened.
    expect([record.executed_without_permission, codesOf(record.versions[0] ?? { reasons: [] })]).toEqual([
      true,
      ["not_screened"],
    ]);
    expect(await storage.transfers.find("W-1")).toBeDefined();
  });
});

describe("a change meanwhile", () => {
  /** The first saves after the decision find that another call was first. */
  async function contended(times: number): Promise<Deciding> {
    const inner = memoryStorage();
    let left = 0;
    const save: ComplianceStorage["transfers"]["save"] = async (record, effects) => {
      left -= 1;
      return left >= 0 ? "changed_meanwhile" : inner.transfers.save(record, effects);
    };
    const compliance = await deciding({ storage: { ...inner, transfers: { ...inner.transfers, save } } });
    await decided(compliance, WITHDRAWAL);
    left = times;
    return compliance;
  }

  it("is read, and the confirmation is stored on it", async () => {
    const compliance = await contended(7);
    expect(unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" })).state).toBe("executed");
  });

  it("again and again throws storage_unavailable", async () => {
    const compliance = await contended(8);
    const { message } = await failureOf(
      compliance.transfers.confirm("W-1", { outcome: "executed" }),
      "storage_unavailable",
    );
    expect(message).toBe("Other calls changed the transfer again and again. Retry.");
  });
});

it.each(["confirm", "prune"] as const)("transfers.%s needs the option policy", async (operation) => {
  const { transfers } = await deciding({ policy: undefined });
  const calls = {
    confirm: () => transfers.confirm("W-1", { outcome: "executed" }),
    prune: () => transfers.prune({ before: "2026-01-01" }),
  };
  const { message } = await failureOf(calls[operation](), "not_configured");
  expect(message).toContain(`transfers.${operation}`);
});
