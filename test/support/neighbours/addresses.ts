/** Neighbours whose address is none of its chain (§2.9, §4.1, §4.2). */
import fc from "fast-check";
import { validAddress } from "../../../src/testing/arbitraries/address.js";
import { brokenAddresses } from "../../../src/testing/arbitraries/broken-address.js";
import type { BrokenAddress } from "../../../src/testing/arbitraries/foreign-address.js";
import { transfer } from "../../../src/testing/arbitraries/transfer.js";
import { addressAssignment, addressCreation } from "../arbitraries/address-request.js";
import { addressAssignSubject, addressCreateSubject, transferSubject } from "../subjects.js";
import type { Neighbour } from "./neighbour.js";

/** A valid input of each kind with such an address in it. */
function withAddress(broken: fc.Arbitrary<BrokenAddress>): fc.Arbitrary<Neighbour> {
  return fc.oneof(
    fc
      .tuple(transfer(), broken, fc.constantFrom("originator_address", "beneficiary_address"))
      .chain(([whole, { chain, text }, member]) =>
        validAddress(chain).map((other) => ({
          subject: transferSubject,
          path: `/${member}`,
          input: { ...whole, chain, originator_address: other, beneficiary_address: other, [member]: text },
        })),
      ),
    fc.tuple(addressCreation(), broken).map(([request, { chain, text }]) => ({
      subject: addressCreateSubject,
      path: "/address",
      input: { ...request, chain, address: text },
    })),
    fc.tuple(addressAssignment(), broken).map(([request, { chain, text }]) => ({
      subject: addressAssignSubject,
      path: "/address",
      input: { ...request, chain, address: text },
    })),
  );
}

export const address_length: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_length);
export const address_characters: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_characters);
export const address_checksum: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_checksum);
export const address_network: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_network);
export const address_other_network: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_other_network);
export const address_format: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_format);
export const address_secret_key: fc.Arbitrary<Neighbour> = withAddress(brokenAddresses.address_secret_key);
