/** A valid transfer whose ids stand in the directories is resolved, and says what kind it is and who initiates it (§2.9). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PartyDraft, type Transfer, type TransferDraft, type TransferKind, unwrap } from "../../src/index.js";
import { party } from "../../src/testing/arbitraries/account.js";
import { transfer, transferKinds } from "../../src/testing/arbitraries/records.js";
import { runs } from "../support/runs.js";
import { watchedCompliance } from "../support/watched-compliance.js";

/** The transfer as checked, with every reference id naming an account of `stored` and every VASP id a VASP. */
async function checked(given: TransferDraft, stored: PartyDraft): Promise<{ transfer: Transfer; writes: number }> {
  const { compliance, writes } = watchedCompliance({ jurisdictions: undefined, policy: undefined });
  for (const id of new Set([given.originator_account_reference_id, given.beneficiary_account_reference_id])) {
    if (id !== undefined) unwrap(await compliance.accounts.create({ ...stored, reference_id: id }));
  }
  const ids = [given.originator_vasp_id, given.beneficiary_vasp_id];
  await compliance.vasps.load(ids.map((vasp_id) => ({ vasp_id, name_legal: `VASP ${ids.indexOf(vasp_id)}` })));
  const before = writes();
  return { transfer: unwrap(await compliance.transfers.check(given)), writes: writes() - before };
}

const initiators: Readonly<Record<TransferKind, (given: TransferDraft) => string>> = {
  vasp_to_vasp: ({ originator_vasp_id }) => originator_vasp_id,
  withdrawal_to_self_hosted: ({ originator_vasp_id }) => originator_vasp_id,
  deposit_from_self_hosted: ({ beneficiary_vasp_id }) => beneficiary_vasp_id,
};

describe.each(transferKinds)("a transfer of kind %s", (kind) => {
  it("is resolved: parties as given or stored, VASPs as loaded, and nothing is stored", async () => {
    const property = fc.asyncProperty(transfer({ kinds: [kind] }), party(), async (given, stored) => {
      const { transfer: found, writes } = await checked(given, stored);
      const asParty = (direct: PartyDraft | undefined): unknown => ({
        account_category: "customer",
        ...(direct ?? stored),
      });
      expect(found).toEqual({
        ...given,
        kind,
        initiator_vasp_id: initiators[kind](given),
        addresses_checked: given.chain !== undefined,
        originator_address_is_self_hosted: kind === "deposit_from_self_hosted",
        beneficiary_address_is_self_hosted: kind === "withdrawal_to_self_hosted",
        originator_account: asParty(given.originator_account),
        beneficiary_account: asParty(given.beneficiary_account),
        originator_vasp: { vasp_id: given.originator_vasp_id, name_legal: "VASP 0" },
        beneficiary_vasp: {
          vasp_id: given.beneficiary_vasp_id,
          name_legal: given.beneficiary_vasp_id === given.originator_vasp_id ? "VASP 0" : "VASP 1",
        },
      });
      expect(writes).toBe(0);
    });
    await fc.assert(property, { numRuns: runs(60) });
  });
});
