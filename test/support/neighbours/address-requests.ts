/** Neighbours that break a rule of requests about addresses (§4.1, §4.2), and that only an operation can tell. */
import fc from "fast-check";
import type { Compliance } from "../../../src/index.js";
import { party } from "../../../src/testing/arbitraries/account.js";
import { text } from "../../../src/testing/arbitraries/text.js";
import { removedAt } from "../../../src/testing/neighbours/document.js";
import { addressAssignment, addressCreation, PROVIDERS } from "../arbitraries/address-request.js";
import { addressAssignSubject, addressCreateSubject } from "../subjects.js";
import type { Neighbour } from "./neighbour.js";

export const provider_name_missing: fc.Arbitrary<Neighbour> = addressCreation().map((request) => ({
  subject: addressCreateSubject,
  code: "provider_name_missing",
  path: "/provider_name",
  input: removedAt({ ...request, scan_for_risk: true }, "/provider_name"),
}));

const otherName = fc
  .oneof(text(), fc.constantFrom("rdbig", "RDBIG ", "constructor", "__proto__", "toString"))
  .filter((name) => !PROVIDERS.some((known) => known === name));

export const unknown_provider: fc.Arbitrary<Neighbour> = fc
  .tuple(addressCreation("all"), otherName, party())
  .map(([request, provider_name, stored]) => ({
    subject: addressCreateSubject,
    code: "unknown_provider",
    path: "/provider_name",
    input: { ...request, provider_name },
    before: ({ accounts }) => accounts.create({ ...stored, reference_id: request.account_ref_id }),
  }));

/** The account is there, and another address of it may be. */
export const unknown_address: fc.Arbitrary<Neighbour> = fc
  .tuple(addressAssignment(), addressCreation("all"), party())
  .filter(([assignment, other]) => assignment.address !== other.address)
  .map(([assignment, { chain, address }, stored]) => ({
    subject: addressAssignSubject,
    code: "unknown_address",
    path: "/address",
    input: assignment,
    before: async ({ accounts, addresses }) => {
      const { reference_id } = assignment;
      await accounts.create({ ...stored, reference_id });
      await addresses.create({ chain, address, account_ref_id: reference_id });
    },
  }));

/** Everything is there but the account. */
export const unknown_account: fc.Arbitrary<Neighbour> = fc.oneof(
  addressCreation("all").map((request) => ({
    subject: addressCreateSubject,
    code: "unknown_account" as const,
    path: "/account_ref_id",
    input: request,
    before: ({ addresses }: Compliance) => addresses.create({ chain: request.chain, address: request.address }),
  })),
  addressAssignment().map((assignment) => ({
    subject: addressAssignSubject,
    code: "unknown_account" as const,
    path: "/reference_id",
    input: assignment,
    before: ({ addresses }: Compliance) => addresses.create({ chain: assignment.chain, address: assignment.address }),
  })),
);
