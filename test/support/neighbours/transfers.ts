/** Neighbours that break a rule of transfers (§2.9). */
import fc from "fast-check";
import { party } from "../../../src/testing/arbitraries/account.js";
import { text } from "../../../src/testing/arbitraries/text.js";
import { type GivenTransfer, transfer } from "../../../src/testing/arbitraries/transfer.js";
import { vasp } from "../../../src/testing/arbitraries/vasp.js";
import { removedAt } from "../document.js";
import { transferSubject } from "../subjects.js";
import type { Neighbour } from "./neighbour.js";

const subject = transferSubject;
const side = fc.constantFrom("originator" as const, "beneficiary" as const);

export const party_missing: fc.Arbitrary<Neighbour> = fc.tuple(transfer(), side).map(([whole, missing]) => ({
  subject,
  path: `/${missing}_account`,
  input: removedAt(removedAt(whole, `/${missing}_account`), `/${missing}_account_reference_id`),
}));

export const party_ambiguous: fc.Arbitrary<Neighbour> = fc
  .tuple(transfer(), side, party(), text())
  .map(([whole, twice, direct, reference]) => ({
    subject,
    path: `/${twice}_account_reference_id`,
    input: { [`${twice}_account`]: direct, [`${twice}_account_reference_id`]: reference, ...whole },
  }));

export const both_self_hosted: fc.Arbitrary<Neighbour> = transfer().map((whole) => ({
  subject,
  path: "/beneficiary_address_is_self_hosted",
  input: { ...whole, originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: true },
}));

/** Rule 5: the receiving side is the sender itself; rule 6: the sending side is the receiver itself. */
export const not_sent_to_itself: fc.Arbitrary<Neighbour> = fc
  .tuple(transfer({ kinds: ["withdrawal_to_self_hosted", "deposit_from_self_hosted"] }), side)
  .map(([whole, changed]) => ({
    subject,
    path: whole.beneficiary_address_is_self_hosted ? "/beneficiary_vasp_id" : "/originator_vasp_id",
    input: { ...whole, [`${changed}_vasp_id`]: whole[`${changed}_vasp_id`] === "V-1" ? "V-2" : "V-1" },
  }));

/** A transfer whose ids all differ, and what has to be in the directories for it. */
interface Resolvable {
  readonly whole: GivenTransfer;
  readonly ids: Readonly<Record<"originator" | "beneficiary", { readonly account: string; readonly vasp: string }>>;
}

/** Between two VASPs, both parties by reference. */
const resolvable: fc.Arbitrary<Resolvable> = fc
  .tuple(fc.uniqueArray(text(), { minLength: 4, maxLength: 4 }), transfer({ kinds: ["vasp_to_vasp"] }))
  .map(([[a = "", b = "", c = "", d = ""], { originator_account, beneficiary_account, ...route }]) => ({
    ids: { originator: { account: a, vasp: c }, beneficiary: { account: b, vasp: d } },
    whole: {
      ...route,
      originator_account_reference_id: a,
      beneficiary_account_reference_id: b,
      originator_vasp_id: c,
      beneficiary_vasp_id: d,
    },
  }));

export const unknown_account: fc.Arbitrary<Neighbour> = fc
  .tuple(resolvable, side, party(), vasp())
  .map(([{ whole, ids }, unknown, stored, record]) => ({
    subject,
    path: `/${unknown}_account_reference_id`,
    input: whole,
    before: async ({ accounts, vasps }) => {
      const known = unknown === "originator" ? ids.beneficiary : ids.originator;
      await accounts.create({ ...stored, reference_id: known.account });
      await vasps.load([ids.originator, ids.beneficiary].map((id) => ({ ...record, vasp_id: id.vasp })));
    },
  }));

export const unknown_vasp: fc.Arbitrary<Neighbour> = fc
  .tuple(resolvable, side, party(), vasp())
  .map(([{ whole, ids }, unknown, stored, record]) => ({
    subject,
    path: `/${unknown}_vasp_id`,
    input: whole,
    before: async ({ accounts, vasps }) => {
      for (const id of [ids.originator, ids.beneficiary]) {
        await accounts.create({ ...stored, reference_id: id.account });
      }
      const known = unknown === "originator" ? ids.beneficiary : ids.originator;
      await vasps.load([{ ...record, vasp_id: known.vasp }]);
    },
  }));
