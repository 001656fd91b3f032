/** Erasing one of the two customers of a transfer whose retention runs. */
import { expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import { decided, deciding, INTERNAL } from "../support/decision-samples.js";
import { individual } from "../support/samples.js";

it("keeps the transfer of the other customer, and no use of the erased one", async () => {
  const compliance = await deciding();
  const { accounts, addresses, transfers } = compliance;
  const { transfer_id, originator_address, beneficiary_address } = INTERNAL;
  await decided(compliance, INTERNAL);
  unwrap(await transfers.confirm(transfer_id, { outcome: "cancelled" }));
  expect(unwrap(await accounts.erase("A-1", { keep: "transfers" }))).toMatchObject({ kept_transfers: 1 });

  const listOf = async (account_ref_id: string) => unwrap(await transfers.list({ account_ref_id })).items.length;
  expect([await listOf("A-1"), await listOf("A-2")]).toEqual([0, 1]);
  expect(await accounts.erase("A-2")).toMatchObject({ ok: false, issues: [{ code: "retention_running" }] });

  // Another customer gets the id, and the closed transfer turns out to be executed.
  unwrap(await accounts.create({ ...individual, reference_id: "A-1" }));
  unwrap(await transfers.confirm(transfer_id, { outcome: "executed" }));
  expect((await addresses.history("ethereum", beneficiary_address))?.uses).toMatchObject([{ account_ref_id: "A-2" }]);
  const sender = await addresses.history("ethereum", originator_address);
  expect(sender?.uses).toMatchObject([{ account_ref_id: null }]);
  expect(await listOf("A-1")).toBe(0);
});
