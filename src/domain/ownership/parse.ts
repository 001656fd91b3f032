/** Parses the requests about ownership. */
import { challengeReader, ownershipObserveReader, ownershipVerifyReader } from "../../generated/ownership.reader.js";
import type { ParsedAddress, RegisteredChains } from "../chains/chain.js";
import { parseAddressIn, tagOf } from "../chains/parse.js";
import { specifiedChains } from "../chains/registry.js";
import { parseInput } from "../input/parse-input.js";
import type { Issue } from "../issue.js";
import { own } from "../own.js";
import { inFuture } from "../query.js";
import { failed, type Result, succeeded, unwrap } from "../result.js";
import { parseTimestamp } from "../timestamp.js";
import type { ChallengeRequest, OwnershipObserveRequest, OwnershipVerifyRequest } from "./requests.js";

/** Parses a request for a challenge. Addresses get their canonical form. */
export function parseChallenge(input: unknown, chains: RegisteredChains = specifiedChains): Result<ChallengeRequest> {
  const parsed = parseInput(challengeReader, input, { chains });
  if (!parsed.ok) return parsed;
  const { chain, address } = parsed.value;
  const given = own(parsed.value, "deposit_address");
  const deposit = given === undefined ? undefined : parsedAddress(chains, chain, given);
  if (deposit !== undefined && tagOf(deposit) !== undefined) return failed([depositTag]);
  return succeeded({
    ...parsed.value,
    address: parsedAddress(chains, chain, address).canonical,
    ...(deposit !== undefined && { deposit_address: deposit.canonical }),
  });
}

const depositTag: Issue = {
  ...{ code: "not_allowed", path: "/deposit_address", clause: "2.9" },
  message: "deposit_address contains a tag, and tags are not compared; give an address without one.",
};

/** Parses an answer with a signature. */
export function parseOwnershipVerify(input: unknown): Result<OwnershipVerifyRequest> {
  return parseInput(ownershipVerifyReader, input);
}

/** Parses an answer with a transfer. Addresses get their canonical form, and the time that of stored times. */
export function parseOwnershipObserve(
  input: unknown,
  now: string,
  chains: RegisteredChains = specifiedChains,
): Result<OwnershipObserveRequest> {
  const parsed = parseInput(ownershipObserveReader, input, { chains });
  if (!parsed.ok) return parsed;
  const { transaction } = parsed.value;
  const { chain, sender, recipient } = transaction;
  // The cast: the rules accepted the text.
  const at = parseTimestamp(transaction.at) as string;
  if (at > now) return failed([inFuture("/transaction/at")]);
  return succeeded({
    ...parsed.value,
    transaction: {
      ...transaction,
      sender: parsedAddress(chains, chain, sender).canonical,
      recipient: parsedAddress(chains, chain, recipient).canonical,
      at,
    },
  });
}

/** Parses an address that the rules accepted. */
function parsedAddress(chains: RegisteredChains, chain: string, address: string): ParsedAddress<string> {
  return unwrap(parseAddressIn(chains, chain, address));
}
