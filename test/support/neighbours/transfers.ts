/** Neighbours of transfers that only an operation can tell: it has the directories (§2.9). */
import fc from "fast-check";
import type { TransferDraft } from "../../../src/index.js";
import { party } from "../../../src/testing/arbitraries/account.js";
import { text } from "../../../src/testing/arbitraries/text.js";
import { transfer } from "../../../src/testing/arbitraries/transfer.js";
import { vasp } from "../../../src/testing/arbitraries/vasp.js";
import { transferSubject } from "../subjects.js";
import type { Neighbour } from "./neighbour.js";

const side = fc.constantFrom("originator" as const, "beneficiary" as const);

/** A transfer whose ids all differ, and what has to be in the directories for it. */
interface Resolvable {
  readonly whole: TransferDraft;
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
    subject: transferSubject,
    code: "unknown_account",
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
    subject: transferSubject,
    code: "unknown_vasp",
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
