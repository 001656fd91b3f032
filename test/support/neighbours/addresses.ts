/** Neighbours whose address is none of its chain (§2.9, §4.1, §4.2). */
import fc from "fast-check";
import { brokenAddresses } from "../../../src/testing/arbitraries/broken-address.js";
import { addressAssignment, addressCreation } from "../arbitraries/address-request.js";
import { addressAssignSubject, addressCreateSubject, transferSubject } from "../subjects.js";
import { among, type Neighbour } from "./neighbour.js";

/** A valid input of each kind with such an address in it. */
function withAddress(code: keyof typeof brokenAddresses): fc.Arbitrary<Neighbour> {
  const broken = brokenAddresses[code];
  const path = "/address";
  return fc.oneof(
    among(code, transferSubject),
    fc.tuple(addressCreation(), broken).map(([request, { chain, text }]) => ({
      subject: addressCreateSubject,
      code,
      path,
      input: { ...request, chain, address: text },
    })),
    fc.tuple(addressAssignment(), broken).map(([request, { chain, text }]) => ({
      subject: addressAssignSubject,
      code,
      path,
      input: { ...request, chain, address: text },
    })),
  );
}

export const ofAddresses = {
  address_length: withAddress("address_length"),
  address_characters: withAddress("address_characters"),
  address_checksum: withAddress("address_checksum"),
  address_network: withAddress("address_network"),
  address_other_network: withAddress("address_other_network"),
  address_format: withAddress("address_format"),
  address_secret_key: withAddress("address_secret_key"),
};
