/** Breaks of a rule of transfers (§2.9). */
import * as fc from "fast-check";
import { party } from "../arbitraries/account.js";
import { validAddress } from "../arbitraries/address.js";
import { type AddressIssueCode, brokenAddresses } from "../arbitraries/broken-address.js";
import type { BrokenAddress } from "../arbitraries/foreign-address.js";
import { text } from "../arbitraries/text.js";
import { removedAt, replacedAt } from "./document.js";
import { type Break, type BreaksByCode, whole } from "./invalid.js";

const side = fc.constantFrom("originator" as const, "beneficiary" as const);

const party_missing: fc.Arbitrary<Break> = side.map((missing) => ({
  at: whole,
  change: ({ document }) => ({
    path: `/${missing}_account`,
    input: removedAt(removedAt(document, `/${missing}_account`), `/${missing}_account_reference_id`),
  }),
}));

const party_ambiguous: fc.Arbitrary<Break> = fc.tuple(side, party(), text()).map(([twice, direct, reference]) => ({
  at: whole,
  change: ({ document }) => ({
    path: `/${twice}_account_reference_id`,
    input: { [`${twice}_account`]: direct, [`${twice}_account_reference_id`]: reference, ...document },
  }),
}));

const both_self_hosted: fc.Arbitrary<Break> = fc.constant({
  at: whole,
  change: ({ document }) => ({
    path: "/beneficiary_address_is_self_hosted",
    input: { ...document, originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: true },
  }),
});

const flags = ["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"];

/** Rule 5: the receiving side is the sender itself; rule 6: the sending side is the receiver itself. */
const not_sent_to_itself: fc.Arbitrary<Break> = side.map((changed) => ({
  at: (place, { document }) => whole(place) && flags.some((flag) => Reflect.get(document, flag) === true),
  change: ({ document }) => {
    const isWithdrawal = Reflect.get(document, "beneficiary_address_is_self_hosted") === true;
    const path = `/${changed}_vasp_id`;
    const other = Reflect.get(document, `${changed}_vasp_id`) === "V-1" ? "V-2" : "V-1";
    return {
      path: isWithdrawal ? "/beneficiary_vasp_id" : "/originator_vasp_id",
      input: replacedAt(document, path, other),
    };
  },
}));

/** A transfer on the chain of the address, with that on one side and a right one on the other. */
function withAddress(broken: fc.Arbitrary<BrokenAddress>): fc.Arbitrary<Break> {
  return fc.tuple(broken, side).chain(([{ chain, text }, wrong]) =>
    validAddress(chain).map((other) => ({
      at: whole,
      change: ({ document }) => ({
        path: `/${wrong}_address`,
        input: {
          ...document,
          chain,
          originator_address: other,
          beneficiary_address: other,
          [`${wrong}_address`]: text,
        },
      }),
    })),
  );
}

export type SidesCode = "party_missing" | "party_ambiguous" | "both_self_hosted" | "not_sent_to_itself";

export const transferBreaks: BreaksByCode<SidesCode | AddressIssueCode> = {
  party_missing,
  party_ambiguous,
  both_self_hosted,
  not_sent_to_itself,
  address_length: withAddress(brokenAddresses.address_length),
  address_characters: withAddress(brokenAddresses.address_characters),
  address_checksum: withAddress(brokenAddresses.address_checksum),
  address_network: withAddress(brokenAddresses.address_network),
  address_other_network: withAddress(brokenAddresses.address_other_network),
  address_format: withAddress(brokenAddresses.address_format),
  address_secret_key: withAddress(brokenAddresses.address_secret_key),
};
