/** Parses requests about addresses (§4.1, §4.2), as far as no directory is needed. */
import { parseAddress } from "../chains/parse.js";
import { parseInput } from "../input/parse-input.js";
import { own } from "../own.js";
import { type Result, succeeded, unwrap } from "../result.js";
import type { AddressAssignRequest, AddressCreateFields } from "./address.js";
import { addressAssignReader, addressCreateReader } from "./address.reader.js";
import { tagIn } from "./address.rules.js";

/**
 * Parses a request of `addresses.create` (§4.1). Returns it with the address in canonical form, and with the tag of the
 * address if it links an account.
 */
export function parseAddressCreate(input: unknown): Result<AddressCreateFields> {
  const parsed = parseInput(addressCreateReader, input);
  return parsed.ok
    ? succeeded(inCanonicalForm(parsed.value, own(parsed.value, "account_ref_id") !== undefined))
    : parsed;
}

/** Parses a request of `addresses.assign` (§4.2). Returns it with the address in canonical form, and with its tag. */
export function parseAddressAssign(input: unknown): Result<AddressAssignRequest> {
  const parsed = parseInput(addressAssignReader, input);
  return parsed.ok ? succeeded(inCanonicalForm(parsed.value, true)) : parsed;
}

function inCanonicalForm<T extends AddressAssignRequest | AddressCreateFields>(request: T, isLink: boolean): T {
  // The rules accepted the address, so that unwrap does not throw.
  const { canonical } = unwrap(parseAddress(request.chain, request.address));
  const tag = isLink ? tagIn(request.chain, request.address) : undefined;
  return { ...request, address: canonical, ...(tag !== undefined && { tag }) };
}
