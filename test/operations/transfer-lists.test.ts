/** Stored transfers: lists, and what is pruned. */
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import {
  CLEAN,
  DAY,
  type Deciding,
  decided,
  deciding,
  NOW,
  OFFICER,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { faultsOf } from "../support/outcomes.js";

describe("transfers.list and transfers.all", () => {
  /** Ten a second apart: by turns of; every fifth suspended; the first two executed. */
  async function ten(): Promise<Deciding> {
    const compliance = await deciding();
    for (let number = 0; number < 10; number += 1) {
      const account = number % 2 === 0 ? "A-1" : "A-2";
      compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: number % 5 === 0 ? 60 : 0 }]);
      await decided(compliance, {
        ...WITHDRAWAL,
        transfer_id: `W-${number}`,
        originator_account_reference_id: account,
        beneficiary_account_reference_id: account,
      });
      compliance.wait(1000);
    }
    for (const id of ["W-0", "W-1"]) unwrap(await compliance.transfers.confirm(id, { outcome: "executed" }));
    return compliance;
  }

  it.each([
    [{}, "9876543210"],
    [{ decision: "suspend" }, "50"],
    [{ state: "open" }, "98765432"],
    [{ state: "executed" }, "10"],
    [{ decision: "suspend", state: "open" }, "5"],
    [{ account_ref_id: "A-2" }, "97531"],
    [{ account_ref_id: "A-2", decision: "suspend" }, "5"],
    [{ account_ref_id: "none" }, ""],
    [{ executed_without_permission: true }, "0"],
    [{ executed_without_permission: false, state: "executed" }, "1"],
    [{ from: "2026-12-01T12:00:03Z" }, "9876543"],
    [{ to: "2026-12-01T12:00:03Z" }, "210"],
    [{ from: new Date("2026-12-01T12:00:03Z"), to: new Date("2026-12-01T12:00:05Z") }, "43"],
    [{ decision: "suspend", to: "2026-12-01T12:00:03Z" }, "0"],
  ] as const)("have the transfers of %j, the newest first, in pages of any size", async (query, expected) => {
    const { transfers } = await ten();
    const idsOf = (items: readonly { readonly transfer_id: string }[]): string =>
      items.map(({ transfer_id }) => transfer_id.slice(2)).join("");
    expect(idsOf(unwrap(await transfers.list(query)).items)).toBe(expected);
    let paged = "";
    let cursor: string | null = null;
    do {
      const page: { items: readonly { transfer_id: string }[]; next_cursor: string | null } = unwrap(
        await transfers.list({ ...query, size: 2, cursor }),
      );
      paged += idsOf(page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toBe(expected);
    let iterated = "";
    for await (const { transfer_id } of transfers.all(query)) iterated += transfer_id.slice(2);
    expect(iterated).toBe(expected);
  });

  it("reject the cursor of a list with other conditions, and a text that is none", async () => {
    const { transfers } = await ten();
    const { next_cursor } = unwrap(await transfers.list({ size: 2 }));
    for (const query of [
      { decision: "suspend", cursor: next_cursor },
      { cursor: "none" },
      { cursor: `${next_cursor}x` },
    ] as const) {
      expect(faultsOf(await transfers.list(query))).toEqual([["cursor_invalid", "/cursor", "4.8"]]);
    }
  });

  it("report wrong conditions", async () => {
    const { transfers } = await deciding();
    // Callers without types pass anything.
    const wrong = { decision: "maybe", state: "closed", size: 0, from: "then" } as unknown;
    expect(faultsOf(await transfers.list(wrong)).map(([code, path]) => [code, path])).toEqual(
      expect.arrayContaining([
        ["not_allowed", "/decision"],
        ["not_allowed", "/state"],
        ["out_of_range", "/size"],
        ["not_a_timestamp", "/from"],
      ]),
    );
  });

  it("retrieve returns undefined for an unknown id", async () => {
    const { transfers } = await ten();
    expect(await transfers.retrieve("none")).toBeUndefined();
  });
});

describe("transfers.prune", () => {
  const RETENTION = 30 * DAY;

  async function remaining({ transfers }: Deciding): Promise<readonly string[]> {
    return unwrap(await transfers.list()).items.map(({ transfer_id }) => transfer_id);
  }

  /** An open one, one that was executed, one that was rejected by a provider, and one by an officer. */
  async function ended(): Promise<Deciding> {
    const compliance = await deciding();
    await decided(compliance, { ...WITHDRAWAL, transfer_id: "open" });
    await decided(compliance, { ...WITHDRAWAL, transfer_id: "executed" });
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 95 }]);
    await decided(compliance, { ...WITHDRAWAL, transfer_id: "rejected" });
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 60 }]);
    await decided(compliance, { ...WITHDRAWAL, transfer_id: "reviewed" });
    compliance.wait(DAY);
    unwrap(await compliance.transfers.confirm("executed", { outcome: "executed" }));
    unwrap(await compliance.transfers.review("reviewed", { decision: "reject", note: "no" }, { actor: OFFICER }));
    return compliance;
  }

  const LATER = "2030-01-01";

  it("removes what ended, once its retention is over by the clock, and never what is open", async () => {
    const compliance = await ended();
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 0, held: 0 });
    // The rejection of the provider was a day earlier.
    compliance.wait(RETENTION - DAY + 1);
    expect(await compliance.transfers.prune({ before: LATER, actor: OFFICER })).toEqual({ removed: 1, held: 0 });
    expect((await remaining(compliance)).toSorted()).toEqual(["executed", "open", "reviewed"]);
    compliance.wait(DAY);
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 2, held: 0 });
    expect(await remaining(compliance)).toEqual(["open"]);
    compliance.wait(1000 * DAY);
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 0, held: 0 });
  });

  it("removes only what ended before the time", async () => {
    const compliance = await ended();
    compliance.wait(100 * DAY);
    const before = new Date("2026-12-02T12:00:00Z");
    expect(await compliance.transfers.prune({ before: "2026-12-01T12:00:00Z" })).toEqual({ removed: 0, held: 0 });
    expect(await compliance.transfers.prune({ before })).toEqual({ removed: 1, held: 0 });
    expect(await compliance.transfers.prune({ before: "2026-12-02T12:00:00.001Z" })).toEqual({ removed: 2, held: 0 });
  });

  it("counts the retention from the last confirmation, and removes the uses of the transfer", async () => {
    const compliance = await deciding();
    await decided(compliance, WITHDRAWAL);
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
    compliance.wait(RETENTION);
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", note: "again" }));
    compliance.wait(1);
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 0, held: 0 });
    compliance.wait(RETENTION);
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 1, held: 0 });
    expect((await compliance.addresses.history("ethereum", WALLET))?.uses).toEqual([]);
  });

  it("removes more than a storage removes at once", async () => {
    const compliance = await deciding();
    for (let number = 0; number < 205; number += 1) {
      await decided(compliance, { ...WITHDRAWAL, transfer_id: `W-${number}` });
      unwrap(await compliance.transfers.confirm(`W-${number}`, { outcome: "cancelled" }));
    }
    compliance.wait(RETENTION + 1);
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 205, held: 0 });
    expect(await remaining(compliance)).toEqual([]);
  });

  it("keeps everything with a retention that reaches before the calendar", async () => {
    const compliance = await deciding({}, { retentionMs: 99 * 365 * DAY });
    compliance.wait(Date.parse("0050-01-01T00:00:00Z") - NOW.getTime());
    expect(await compliance.transfers.prune({ before: LATER })).toEqual({ removed: 0, held: 0 });
  });
});
