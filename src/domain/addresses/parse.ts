/** Parses requests about addresses (§4.1, §4.2), as far as no directory is needed. */
import { parseAddress } from "../chains/parse.js";
import { parseInput } from "../input/parse-input.js";
import { type Result, succeeded, unwrap } from "../result.js";
import type { AddressAssignRequest, AddressCreateFields } from "./address.js";
import { addressAssignReader, addressCreateReader } from "./address.reader.js";

/** Parses a request of `addresses.create` (§4.1) and returns it with the address in canonical form. */
export function parseAddressCreate(input: unknown): Result<AddressCreateFields> {
  return inCanonicalForm(parseInput(addressCreateReader, input));
}

/** Parses a request of `addresses.assign` (§4.2) and returns it with the address in canonical form. */
export function parseAddressAssign(input: unknown): Result<AddressAssignRequest> {
  return inCanonicalForm(parseInput(addressAssignReader, input));
}

function inCanonicalForm<T extends AddressAssignRequest | AddressCreateFields>(parsed: Result<T>): Result<T> {
  if (!parsed.ok) return parsed;
  // The rules accepted the address, so that unwrap does not throw.
  const { canonical } = unwrap(parseAddress(parsed.value.chain, parsed.value.address));
  return succeeded({ ...parsed.value, address: canonical });
}
