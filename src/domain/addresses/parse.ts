/** Parses requests about addresses (§4.1, §4.2), as far as no directory is needed. */

import { addressAssignReader, addressCreateReader, rescreenReader } from "../../generated/address.reader.js";
import type { RegisteredChains } from "../chains/chain.js";
import { parseAddressIn } from "../chains/parse.js";
import { specifiedChains } from "../chains/registry.js";
import { parseInput } from "../input/parse-input.js";
import { own } from "../own.js";
import { type Result, succeeded, unwrap } from "../result.js";
import type { AddressAssignRequest, AddressCreateFields, RescreenRequest } from "./address.js";
import { tagIn } from "./address.rules.js";

/**
 * Parses a request of `addresses.create` (§4.1). Returns it with the address in canonical form, and with the tag of the
 * address if it links an account.
 */
export function parseAddressCreate(input: unknown, chains?: RegisteredChains): Result<AddressCreateFields> {
  const parsed = parseInput(addressCreateReader, input, chains && { chains });
  return parsed.ok
    ? succeeded(inCanonicalForm(parsed.value, own(parsed.value, "account_ref_id") !== undefined, chains))
    : parsed;
}

/** Parses a request of `addresses.assign` (§4.2). Returns it with the address in canonical form, and with its tag. */
export function parseAddressAssign(input: unknown, chains?: RegisteredChains): Result<AddressAssignRequest> {
  const parsed = parseInput(addressAssignReader, input, chains && { chains });
  return parsed.ok ? succeeded(inCanonicalForm(parsed.value, true, chains)) : parsed;
}

/** Parses a request of `addresses.rescreen`. */
export function parseRescreen(input: unknown, chains?: RegisteredChains): Result<RescreenRequest> {
  return parseInput(rescreenReader, input, chains && { chains });
}

function inCanonicalForm<T extends AddressAssignRequest | AddressCreateFields>(
  request: T,
  isLink: boolean,
  chains: RegisteredChains = specifiedChains,
): T {
  // The rules accepted the address, so that unwrap does not throw.
  const { canonical } = unwrap(parseAddressIn(chains, request.chain, request.address));
  const tag = isLink ? tagIn(chains, request.chain, request.address) : undefined;
  return { ...request, address: canonical, ...(tag !== undefined && { tag }) };
}
