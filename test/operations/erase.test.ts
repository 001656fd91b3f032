/** `accounts.erase`: what it refuses, what it removes, and what it keeps. */
import { describe, expect, it } from "vitest";
import { type Issue, type Result, type TransferToDecide, unwrap } from "../../src/index.js";
import {
  CLEAN,
  DAY,
  type Deciding,
  decided,
  deciding,
  OFFICER,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { failureOf, faultsOf } from "../support/outcomes.js";
import { individual, individualParty } from "../support/samples.js";

const RETENTION = 30 * DAY;

const NOTHING = {
  account: false,
  links: 0,
  challenges: 0,
  linked_transactions: 0,
  alerts: 0,
  uses: 0,
  transfers: 0,
  kept_transfers: 0,
};

const LINKED = { ...WITHDRAWAL, link_key: "A-1" } as const;
/** Reaches the threshold of Germany, so that both rules store an alert. */
const LARGE = { ...LINKED, transfer_id: "W-2", amount: "1000", beneficiary_address: WALLET } as const;

/** Two executed transfers, a link, alerts and linked transactions of A-1; and a transfer of A-2. */
async function filled(): Promise<Deciding> {
  const compliance = await deciding();
  const { addresses, transfers } = compliance;
  unwrap(await addresses.create({ chain: "ethereum", address: WALLET, account_ref_id: "A-1" }));
  for (const transfer of [LINKED, LARGE]) {
    await decided(compliance, transfer);
    unwrap(await transfers.confirm(transfer.transfer_id, { outcome: "executed" }));
  }
  await decided(compliance, ofOther);
  unwrap(await transfers.confirm("W-3", { outcome: "executed" }));
  return compliance;
}

const ofOther: TransferToDecide = {
  ...LINKED,
  transfer_id: "W-3",
  link_key: "A-2",
  originator_account_reference_id: "A-2",
  beneficiary_account_reference_id: "A-2",
};

function issueOf(result: Result<unknown>): Issue | undefined {
  return result.ok ? undefined : result.issues[0];
}

async function linkedOf({ storage }: Deciding, link_key: string): Promise<number> {
  const from = "0001-01-01T00:00:00.000+00:00";
  return (await storage.linked.within({ link_key, from, to: "9999-12-31T00:00:00.000+00:00", limit: 100 })).length;
}

describe("accounts.erase", () => {
  it("removes the account, its links, uses, linked transactions, alerts and transfers, and reports them", async () => {
    const compliance = await filled();
    const { accounts, addresses, transfers, alerts, wait } = compliance;
    expect(await linkedOf(compliance, "A-1")).toBe(2);
    wait(RETENTION);
    expect(unwrap(await accounts.erase("A-1", { actor: OFFICER }))).toEqual({
      ...{
        account: true,
        links: 1,
        challenges: 0,
        linked_transactions: 2,
        alerts: 2,
        uses: 4,
        transfers: 2,
        kept_transfers: 0,
      },
    });
    expect(await accounts.retrieve("A-1")).toBeUndefined();
    expect(await addresses.ofAccount("A-1")).toEqual([]);
    const history = await addresses.history("ethereum", WALLET);
    expect(history?.links).toEqual([]);
    expect(history?.uses.map(({ transfer_id }) => transfer_id)).toEqual(["W-3"]);
    for (const id of ["W-1", "W-2"]) expect(await transfers.retrieve(id)).toBeUndefined();
    expect(unwrap(await alerts.list()).items).toEqual([]);
    expect([await linkedOf(compliance, "A-1"), await linkedOf(compliance, "A-2")]).toEqual([0, 1]);
    expect(await transfers.retrieve("W-3")).toBeDefined();
    expect(unwrap(await accounts.erase("A-1"))).toEqual(NOTHING);
  });

  it("removes an account without transfers, also without a policy", async () => {
    const { accounts } = await deciding({ policy: undefined });
    expect(unwrap(await accounts.erase("A-2"))).toEqual({ ...NOTHING, account: true });
    expect(unwrap(await accounts.erase("none"))).toEqual(NOTHING);
  });

  it("needs the policy for an account with transfers, because their retention is unknown", async () => {
    const { storage } = await filled();
    const { accounts } = await deciding({ storage, policy: undefined });
    const { message } = await failureOf(accounts.erase("A-1"), "not_configured");
    expect(message).toContain("accounts.erase needs the option policy");
  });

  it("needs no account: transfers of one that was removed are found", async () => {
    const { accounts, wait } = await filled();
    await accounts.remove("A-1");
    wait(RETENTION);
    expect(unwrap(await accounts.erase("A-1"))).toMatchObject({ account: false, transfers: 2 });
  });
});

describe("an open transfer", () => {
  it.each([
    ["executed by decision", 0],
    ["suspended", 60],
  ])("that is %s refuses the erasure, with any options", async (_, risk_ratio) => {
    const compliance = await deciding();
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio }]);
    await decided(compliance, LINKED);
    compliance.wait(1000 * DAY);
    for (const options of [undefined, { keep: "transfers" as const }]) {
      expect(faultsOf(await compliance.accounts.erase("A-1", options))).toEqual([["transfer_open", "", "2.2"]]);
    }
    expect(await compliance.accounts.retrieve("A-1")).toBeDefined();
    expect(await linkedOf(compliance, "A-1")).toBe(1);
  });

  it("that was rejected is not open: its retention counts from the rejection", async () => {
    const compliance = await deciding();
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 95 }]);
    await decided(compliance, LINKED);
    expect(issueOf(await compliance.accounts.erase("A-1"))).toMatchObject({
      code: "retention_running",
      params: { until: "2026-12-31" },
    });
    compliance.wait(RETENTION);
    expect(unwrap(await compliance.accounts.erase("A-1"))).toMatchObject({ account: true, transfers: 1 });
  });
});

describe("a transfer whose retention runs", () => {
  it("refuses the erasure with the day of the last one", async () => {
    const { accounts, transfers, wait } = await filled();
    wait(DAY);
    unwrap(await transfers.confirm("W-2", { outcome: "executed", note: "again" }));
    const result = await accounts.erase("A-1");
    expect(faultsOf(result)).toEqual([["retention_running", "", "2.2"]]);
    expect(issueOf(result)?.params).toEqual({ until: "2027-01-01" });
    wait(RETENTION - 1);
    expect(issueOf(await accounts.erase("A-1"))?.params).toEqual({ until: "2027-01-01" });
    wait(1);
    expect(unwrap(await accounts.erase("A-1"))).toMatchObject({ account: true, transfers: 2 });
  });

  it("is kept without its account, which never reappears under a reused id", async () => {
    const compliance = await filled();
    const { accounts, addresses, transfers, wait } = compliance;
    expect(unwrap(await accounts.erase("A-1", { keep: "transfers" }))).toEqual({
      ...{
        account: true,
        links: 1,
        challenges: 0,
        linked_transactions: 2,
        alerts: 0,
        uses: 4,
        transfers: 0,
        kept_transfers: 2,
      },
    });
    const kept = await transfers.retrieve("W-1");
    expect(kept).toMatchObject({ accounts: [], state: "executed" });
    expect(kept?.versions).toHaveLength(1);
    unwrap(await accounts.create({ ...individual, reference_id: "A-1" }));
    expect(unwrap(await transfers.list({ account_ref_id: "A-1" })).items).toEqual([]);
    expect(await addresses.ofAccount("A-1")).toEqual([]);
    // The new customer has neither its uses nor its transfers.
    expect(unwrap(await accounts.erase("A-1"))).toEqual({ ...NOTHING, account: true });
    // It stays until its retention is over.
    wait(RETENTION + 1);
    expect(await transfers.prune({ before: "2030-01-01" })).toEqual({ removed: 3, held: 0 });
  });

  it("is kept beside others whose retention is over", async () => {
    const { accounts, transfers, wait } = await filled();
    wait(RETENTION - 1);
    unwrap(await transfers.confirm("W-2", { outcome: "executed", note: "again" }));
    wait(1);
    expect(unwrap(await accounts.erase("A-1", { keep: "transfers" }))).toMatchObject({
      ...{ transfers: 1, kept_transfers: 1, alerts: 0, linked_transactions: 2 },
    });
    expect(await transfers.retrieve("W-1")).toBeUndefined();
    expect(await transfers.retrieve("W-2")).toBeDefined();
  });

  it("that was rejected is not decided again for a customer with a reused id", async () => {
    const compliance = await deciding();
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 95 }]);
    await decided(compliance, LINKED);
    unwrap(await compliance.accounts.erase("A-1", { keep: "transfers" }));
    unwrap(await compliance.accounts.create({ ...individual, reference_id: "A-1" }));
    const {
      originator_account_reference_id: _,
      beneficiary_account_reference_id: _other,
      ...described
    } = { ...LINKED, originator_account: individualParty, beneficiary_account: individualParty };
    for (const given of [LINKED, described]) {
      const again = await compliance.transfers.decide(given as TransferToDecide);
      expect(faultsOf(again)).toEqual([["transfer_id_taken", "/transfer_id", "2.9"]]);
    }
    // An execution of it is recorded, without a link or a use of the new customer.
    const record = unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
    expect(record).toMatchObject({ accounts: [], executed_without_permission: true });
    expect(await linkedOf(compliance, "A-1")).toBe(0);
    expect((await compliance.addresses.history("ethereum", WALLET))?.uses).toMatchObject([{ account_ref_id: null }]);
  });
});

describe("an erasure and a decision at once", () => {
  it("leave no transfer of an erased account: the decision finds no account, or the erasure an open transfer", async () => {
    for (const turns of [0, 1, 2, 3, 5, 8, 13, 21]) {
      const compliance = await deciding();
      const { accounts, transfers } = compliance;
      const erased = (async () => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return accounts.erase("A-1");
      })();
      const [decision, erasure] = await Promise.all([transfers.decide(LINKED), erased]);
      if (erasure.ok) {
        expect(faultsOf(decision).map(([code]) => code)).toEqual(["unknown_account", "unknown_account"]);
        expect(await transfers.retrieve("W-1")).toBeUndefined();
      } else {
        expect(erasure.issues[0]?.code).toBe("transfer_open");
        expect(decision.ok).toBe(true);
        expect(await accounts.retrieve("A-1")).toBeDefined();
      }
    }
  });
});
