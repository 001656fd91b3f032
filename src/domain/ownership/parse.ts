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
import { MAX_LONG_TEXT, ownershipVerifyRules } from "./ownership.rules.js";
import type { ChallengeRequest, OwnershipObserveRequest, OwnershipVerifyRequest } from "./requests.js";

/** Parses a request for a challenge. Addresses get their canonical form. */
export function parseChallenge(input: unknown, registered?: RegisteredChains): Result<ChallengeRequest> {
  const parsed = parseInput(challengeReader, input, { chains: registered });
  if (!parsed.ok) return parsed;
  const chains = registered ?? specifiedChains;
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
  const parsed = parseInput(ownershipVerifyReader, input);
  return parsed.ok ? parsed : failed(parsed.issues.map(withOwnLimit));
}

/** Signatures and public keys may be longer than other texts. */
function withOwnLimit(issue: Issue): Issue {
  if (issue.code !== "text_too_long" || ownershipVerifyRules.every(({ path }) => path !== issue.path)) return issue;
  const message = `${issue.path.slice(1)} of the answer must have at most ${MAX_LONG_TEXT} characters, all of them ASCII, without white space around it.`;
  return { ...issue, params: { maxLength: MAX_LONG_TEXT }, message };
}

/** Parses an answer with a transfer. Addresses get their canonical form, and the time that of stored times. */
export function parseOwnershipObserve(
  input: unknown,
  now: string,
  registered?: RegisteredChains,
): Result<OwnershipObserveRequest> {
  const parsed = parseInput(ownershipObserveReader, input, { chains: registered });
  if (!parsed.ok) return parsed;
  const chains = registered ?? specifiedChains;
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
