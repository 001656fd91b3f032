import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { unwrap } from "../../src/index.js";
import { eu, us } from "../../src/jurisdictions.js";
import { DEPOSIT, outgoing, person, type Side, type SideName, twoSides, withCustomers } from "../support/trp-sides.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

/** Sends the inquiry of a transfer to an account of the beneficiary's VASP, and every answer. */
async function inquire(
  sides: Record<SideName, Side>,
  draft: ReturnType<typeof outgoing>,
  travelAddress = sides.beneficiary.trp.travelAddressFor("B-1"),
) {
  const { originator, beneficiary } = sides;
  unwrap(await originator.compliance.transfers.decide(draft));
  unwrap(await originator.trp.send(draft.transfer_id, unwrap(await travelAddress)));
  for (const { trp } of [originator, beneficiary, originator, beneficiary]) {
    await trp.deliver();
    // Longer than the pause after a failure.
    vi.setSystemTime(Date.now() + 30_000);
  }
  return originator.compliance.exchanges.retrieve(draft.transfer_id);
}

it("sends no answer while an inquiry is decided, also after a failure", async () => {
  let calls = 0;
  const depositAddress = async (): Promise<string> => {
    calls += 1;
    expect(await sides.beneficiary.trp.deliver()).toMatchObject({ sent: 0, failed: 0 });
    if (calls === 1) throw new Error("The wallet is down.");
    return DEPOSIT;
  };
  const sides = await twoSides({ beneficiary: { trp: { depositAddress } } });
  await withCustomers(sides);
  // After the pause the inquiry is sent again.
  expect(await inquire(sides, outgoing("W-1"))).toMatchObject({ state: "accepted" });
  // The approval takes the address as the wallet writes it.
  expect(calls).toBe(3);
});

it("rejects an inquiry about an account that is gone", async () => {
  const sides = await twoSides();
  await withCustomers(sides);
  unwrap(await sides.beneficiary.compliance.accounts.create({ reference_id: "B-2", ...person("Anna", "Ivanova") }));
  const { travelAddressFor } = sides.beneficiary.trp;
  const travelAddress = travelAddressFor("B-2");
  await travelAddress;
  await sides.beneficiary.compliance.accounts.remove("B-2");
  const exchange = await inquire(sides, outgoing("W-1"), travelAddress);
  expect(exchange).toMatchObject({ state: "rejected", events: [{}, {}, { reason: { code: 54 } }] });
});

it("asks for alternatives of fields", async () => {
  const thresholds = { US: "3000", DE: "1000" };
  const sides = await twoSides({ beneficiary: { compliance: { jurisdictions: [us, eu], thresholds } } });
  await withCustomers(sides);
  const moved = { vasp_id: "V-B", name_legal: "Target Ltd", address_country_code: "DE" } as const;
  await sides.beneficiary.compliance.vasps.load([moved]);
  const exchange = await inquire(sides, { ...outgoing("W-1"), amount: "0.1" });
  const text = expect.stringMatching(/^153 .*national_id and customer_id, or date_of_birth and place_of_birth\.$/);
  expect(exchange).toMatchObject({ state: "repair", events: [{}, {}, { reason: { code: 153, text } }] });
});
