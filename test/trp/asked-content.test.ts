/** An acceptance counts for what was asked, and nothing else. */
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import { CLEAN } from "../support/decision-samples.js";
import { DEPOSIT, outgoing, type SideOptions, twoSides, withCustomers } from "../support/trp-sides.js";

const OTHER = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";

async function asked(originator: SideOptions = {}) {
  const sides = await twoSides({ originator });
  await withCustomers(sides);
  const { compliance, trp } = sides.originator;
  const travelAddress = unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"));
  unwrap(await compliance.transfers.decide(outgoing("W-1")));
  unwrap(await trp.send("W-1", travelAddress));
  const talk = async () => {
    await trp.deliver();
    await sides.beneficiary.trp.deliver();
  };
  return { ...sides, ...compliance, trp, travelAddress, talk };
}

const { beneficiary_address: _, ...unaddressed } = outgoing("W-1");
const changes = [
  ["amount", { ...outgoing("W-1"), amount: "0.005" }],
  ["address", { ...outgoing("W-1"), beneficiary_address: OTHER }],
  ["beneficiary", outgoing("W-1", ["Other", "Person"])],
  ["asset", { ...outgoing("W-1"), asset: "XBT" }],
] as const;

describe("an acceptance", () => {
  it.each(changes)("does not count for another %s", async (_name, other) => {
    const { transfers, talk } = await asked();
    await talk();
    expect(unwrap(await transfers.decide(outgoing("W-1")))).toMatchObject({ decision: "execute" });
    const decided = unwrap(await transfers.decide(other));
    expect(decided.decision).toBe("suspend");
    expect(decided.reasons.map(({ code }) => code)).toContain("exchange_of_other_content");
    expect(unwrap(await transfers.decide(outgoing("W-1")))).toMatchObject({ decision: "execute" });
  });

  it("that comes after the content has changed does not count for it, and the inquiry is not sent any more", async () => {
    const { transfers, exchanges, trp, talk } = await asked();
    unwrap(await transfers.decide(changes[0][1]));
    expect(await trp.deliver()).toMatchObject({ sent: 0, failed: 0 });
    await talk();
    expect(await exchanges.retrieve("W-1")).toMatchObject({ state: "sent" });
    // With the content that the inquiry is about, it is sent.
    unwrap(await transfers.decide(outgoing("W-1")));
    await talk();
    expect(await transfers.retrieve("W-1")).toMatchObject({ decision: "execute" });
  });

  it("of an address that a transfer to a travel address has as its sender suspends", async () => {
    const { transfers, exchanges } = await asked();
    unwrap(await transfers.decide({ ...unaddressed, transfer_id: "W-2", beneficiary_travel_address: "ta1" }));
    const subject = { side: "originator", vasp_id: "V-B", account: "A-1" } as const;
    await exchanges.record({
      transfer_id: "W-2",
      subject,
      event: { kind: "inquiry", from: "own", message_id: "m-1", body: {} },
    });
    const event = { kind: "approval", from: "counterparty", message_id: "m-2", digest: "d" } as const;
    const address = outgoing("W-2").originator_address;
    const { exchange } = await exchanges.record({ transfer_id: "W-2", event: { ...event, address } });
    expect(exchange).toMatchObject({ alarm: "other_address" });
    expect(await transfers.retrieve("W-2")).toMatchObject({ decision: "suspend" });
  });

  it("of a received transfer does not count for an own one under its transfer_id", async () => {
    const { beneficiary, talk } = await asked();
    await talk();
    const page = await beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 1 });
    const transfer_id = String(page?.items[0]?.transfer_id);
    const out = {
      ...outgoing(transfer_id),
      ...{ originator_account_reference_id: "B-1", originator_vasp_id: "V-B", beneficiary_vasp_id: "V-O" },
    };
    const decided = await beneficiary.compliance.transfers.decide(out);
    const codes = decided.ok ? decided.value.reasons.map(({ code }) => code) : ["transfer_id_taken"];
    expect(codes).toEqual(["exchange_of_other_content"]);
  });
});

describe("an inquiry", () => {
  it("is not sent once the transfer is rejected, or has an alarm", async () => {
    const risks = [0, 95];
    const P = { screen: async () => [{ ...CLEAN, risk_ratio: risks.shift() ?? 95, risk_descriptors: ["drawn"] }] };
    const { transfers, trp } = await asked({ compliance: { riskProviders: { P } }, policy: { decisionMaxAgeMs: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unwrap(await transfers.decide(outgoing("W-1")))).toMatchObject({ decision: "reject" });
    expect(await trp.deliver()).toMatchObject({ sent: 0 });
  });

  it("goes only to the travel address of the transfer", async () => {
    const { transfers, trp, travelAddress } = await asked();
    const draft = { ...unaddressed, transfer_id: "W-2", beneficiary_travel_address: `${travelAddress}x` };
    unwrap(await transfers.decide(draft));
    expect(await trp.send("W-2", travelAddress)).toMatchObject({ issues: [{ code: "not_allowed" }] });
  });

  it("that was corrected is not answered by the answer to the one before", async () => {
    const { exchanges, trp, beneficiary, transfers, travelAddress } = await asked();
    await trp.deliver();
    const first = await exchanges.retrieve("W-1");
    const repair = { kind: "repair_request", from: "counterparty", message_id: "m-9", digest: "d" } as const;
    await exchanges.record({ transfer_id: "W-1", event: { ...repair, reason: { code: 153, text: null } } });
    unwrap(await transfers.decide({ ...outgoing("W-1"), amount: "0.002" }));
    unwrap(await trp.send("W-1", travelAddress));
    // The approval of the first inquiry arrives before the correction is sent.
    const { failed } = await beneficiary.trp.deliver();
    expect(failed).toBe(1);
    const now = await exchanges.retrieve("W-1");
    expect(now).toMatchObject({ state: "sent", address: null });
    expect(now?.inquiries).toHaveLength((first?.inquiries.length ?? 0) + 1);
  });

  it("has a transaction also if a later confirmation has none", async () => {
    const { transfers, exchanges, trp, talk } = await asked();
    await talk();
    unwrap(await transfers.confirm("W-1", { outcome: "executed", transaction_hash: "ab".repeat(32) }));
    unwrap(await transfers.confirm("W-1", { outcome: "executed" }));
    await trp.deliver();
    expect(await exchanges.retrieve("W-1")).toMatchObject({ state: "settled" });
    expect(DEPOSIT).not.toBe(OTHER);
  });
});
