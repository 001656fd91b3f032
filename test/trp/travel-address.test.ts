/** A transfer to a travel address: the approval names the address. */
import { describe, expect, it } from "vitest";
import { auditTrail, replay } from "../../src/audit.js";
import { type TransferToDecide, unwrap } from "../../src/index.js";
import { CLEAN } from "../support/decision-samples.js";
import { DEPOSIT, outgoing, type SideOptions, twoSides, withCustomers } from "../support/trp-sides.js";

async function begun(beneficiary: SideOptions = {}) {
  const screened: string[] = [];
  const P = {
    screen: async ({ address }: { readonly address: string }) => {
      screened.push(address);
      return [CLEAN];
    },
  };
  const audit = auditTrail({ key: new Uint8Array(32) });
  const sides = await twoSides({
    originator: { compliance: { riskProviders: { P }, audit }, policy: { retentionMs: 86_400_000 } },
    beneficiary,
  });
  await withCustomers(sides);
  const travelAddress = unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"));
  const { beneficiary_address: _, ...rest } = outgoing("W-1");
  const draft: TransferToDecide = { ...rest, beneficiary_travel_address: travelAddress };
  const { transfers } = sides.originator.compliance;
  const first = unwrap(await transfers.decide(draft));
  const ask = async () => {
    unwrap(await sides.originator.trp.send("W-1", travelAddress));
    await sides.originator.trp.deliver();
    await sides.beneficiary.trp.deliver();
  };
  return { ...sides, draft, first, ask, screened };
}

describe("a transfer to a travel address", () => {
  it("needs the address first, which is screened and decided again once it is approved", async () => {
    const { originator, draft, first, ask, screened } = await begun();
    const { transfers } = originator.compliance;
    expect(first.reasons.map(({ code }) => code)).toEqual(["beneficiary_address_missing", "exchange_missing"]);
    expect(first).toMatchObject({ decision: "request_information", screenings: [] });
    expect(screened).toEqual([]);
    await ask();
    expect(screened).toEqual([DEPOSIT]);
    const record = await transfers.retrieve("W-1");
    expect(record).toMatchObject({ decision: "execute" });
    expect(record?.versions.at(-1)?.transfer).toMatchObject({ beneficiary_address: DEPOSIT });
    // Neither the draft nor the exchange has changed.
    expect(unwrap(await transfers.decide(draft))).toMatchObject({ decision: "execute", version: 3 });
    expect(unwrap(await transfers.confirm("W-1", { outcome: "executed" }))).toMatchObject({
      executed_without_permission: false,
    });
    expect((await originator.compliance.addresses.history("bitcoin", DEPOSIT))?.uses).toHaveLength(1);
  });

  it("suspends if the approved address is none of the chain", async () => {
    const { originator, ask } = await begun();
    await ask();
    const event = { kind: "approval", from: "counterparty", message_id: "m-9", digest: "d" } as const;
    const address = "0x27b1fdb04752bbc536007a920d24acb045561c26";
    const { outcome } = await originator.compliance.exchanges.record({
      transfer_id: "W-1",
      event: { ...event, address },
    });
    expect(outcome).toBe("recorded");
    expect(await originator.compliance.transfers.retrieve("W-1")).toMatchObject({ decision: "suspend" });
  });

  it("suspends if the first approval names what is no address of the chain", async () => {
    const { originator, draft } = await begun();
    const { exchanges, transfers } = originator.compliance;
    const subject = { side: "originator", vasp_id: "V-B", account: "A-1" } as const;
    const asked = { kind: "inquiry", from: "own", message_id: "m-1", body: {} } as const;
    await exchanges.record({ transfer_id: "W-1", subject, event: asked });
    const event = { kind: "approval", from: "counterparty", message_id: "m-2", digest: "d", address: "no" } as const;
    expect(await exchanges.record({ transfer_id: "W-1", event })).toMatchObject({
      exchange: { state: "accepted", alarm: "other_address" },
    });
    const decided = unwrap(await transfers.decide(draft));
    expect(decided.reasons.map(({ code }) => code)).toEqual([
      "approved_address_differs",
      "beneficiary_address_missing",
    ]);
  });

  it("has either an address or a travel address, and another VASP", async () => {
    const { originator, draft } = await begun();
    const { transfers } = originator.compliance;
    const { beneficiary_travel_address, ...rest } = draft;
    const codesOf = async (given: object) => {
      const decided = await transfers.decide({ ...given, transfer_id: "W-2" } as unknown);
      return decided.ok ? [] : decided.issues.map(({ code, path }) => [code, path]);
    };
    expect(await codesOf({ ...draft, beneficiary_address: DEPOSIT })).toEqual([
      ["not_allowed", "/beneficiary_travel_address"],
    ]);
    expect(await codesOf(rest)).toEqual([["required", "/beneficiary_address"]]);
    expect(await codesOf({ ...draft, beneficiary_vasp_id: "V-O" })).toEqual([
      ["not_allowed", "/beneficiary_travel_address"],
    ]);
    expect(beneficiary_travel_address).toBeDefined();
  });

  it("has the tag of the approved address", async () => {
    const { originator } = await begun();
    const { exchanges, transfers } = originator.compliance;
    const { beneficiary_address: _, ...rest } = outgoing("W-3");
    const draft = {
      ...{ ...rest, asset: "XRP", chain: "ripple", originator_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59" },
      beneficiary_travel_address: "ta1",
    };
    unwrap(await transfers.decide(draft as TransferToDecide));
    const subject = { side: "originator", vasp_id: "V-B", account: "A-1" } as const;
    const asked = { kind: "inquiry", from: "own", message_id: "m-1", body: {} } as const;
    await exchanges.record({ transfer_id: "W-3", subject, event: asked });
    const address = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";
    const event = { kind: "approval", from: "counterparty", message_id: "m-2", digest: "d", address } as const;
    await exchanges.record({ transfer_id: "W-3", event });
    const newest = (await transfers.retrieve("W-3"))?.versions.at(-1)?.transfer;
    expect(newest?.beneficiary_tag ?? newest).toBe("1");
  });

  it("is exported, executed, replayed and erased before it has an address", async () => {
    const { originator, draft } = await begun();
    const { accounts, audit, transfers } = originator.compliance;
    const exported = unwrap(await audit.exportCase("W-1"));
    expect(exported.lines.join("\n")).not.toContain("undefined");
    for await (const record of audit.all()) expect(replay(record.record)).toMatchObject({ agrees: true });
    expect(unwrap(await transfers.confirm("W-1", { outcome: "executed" }))).toMatchObject({
      executed_without_permission: true,
    });
    expect(draft.transfer_id).toBe("W-1");
    expect(unwrap(await accounts.erase("A-1", { keep: "transfers" }))).toMatchObject({ kept_transfers: 1 });
    expect(unwrap(await audit.exportCase("W-1")).lines.join("\n")).not.toMatch(/Zoë/);
  });
});
