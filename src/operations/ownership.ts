/** Proofs that a self-hosted wallet is the customer's: challenges, their answers, and what was proved. */
import type { Actor } from "../domain/actor.js";
import type { Chain, RegisteredChains } from "../domain/chains/chain.js";
import { parseAddressIn } from "../domain/chains/parse.js";
import { specifiedChains } from "../domain/chains/registry.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import { ComplianceError, readSafely } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { configurationInvalid } from "../domain/options.js";
import { bare, own } from "../domain/own.js";
import { newChallenge } from "../domain/ownership/challenge.js";
import { parseChallenge, parseOwnershipObserve, parseOwnershipVerify } from "../domain/ownership/parse.js";
import {
  type Challenge,
  challengeOf,
  MAX_TRIES,
  type OwnershipAnswer,
  type OwnershipRecord,
  type Proof,
  proofOf,
  triesLeft,
  withProof,
  withTry,
} from "../domain/ownership/proof.js";
import type {
  ChallengeRequest,
  OwnershipObserveRequest,
  OwnershipVerifyRequest,
} from "../domain/ownership/requests.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { OwnershipRepository } from "../ports/ownership.js";
import type { AddressRepository } from "../ports/storage.js";
import { type Abort, actorOf, readOptions, throwIfAborted } from "./abort.js";
import { recordRemoval } from "./audit-events.js";
import { ownershipEvent } from "./audit-transfers.js";
import { challengeIssue, type Judged, judgeSignature, judgeTransfer, refusalOf } from "./ownership-judge.js";
import type { CheckedOwnership } from "./ownership-options.js";
import type { RiskProviders } from "./risk-providers.js";
import { timeOption } from "./time-option.js";
import type { ActorOptions, ChangeOptions, UncheckedArgs } from "./types.js";

/** Options of `ownership.prune`. */
export interface OwnershipPruneOptions extends ActorOptions {
  /**
   * Challenges that expired before this time are removed: a `Date`, a day or a time with offset. Those that can still be signed
   * stay. A transfer that was sent in time is no proof any more, so report it first.
   */
  readonly before: Date | string;
}

/** Operations that prove control of an address. */
export interface OwnershipOperations<C extends string = Chain> {
  /**
   * Makes a one-time challenge and stores it. Show `text` to the customer's wallet exactly as it is. For `transfer`, show
   * `deposit_address` and `amount`.
   *
   * @param input - account, chain, address and method; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - who requests it
   * @returns The challenge, or every issue. `unknown_account` is reported once the rest is valid.
   * @throws ComplianceError `not_configured` without the option `ownership`, `storage_…`.
   * @example
   * const made = await compliance.ownership.challenge({ account_ref_id: "A-1", chain: "ethereum", address, method: "message" });
   * if (made.ok) show(made.value.text);
   */
  challenge(input: ChallengeRequest<C>, options?: ActorOptions): Promise<Result<Challenge<C>>>;
  /** Makes a challenge from a request of type `unknown` or `any`, such as a request body. */
  challenge<T>(...args: UncheckedArgs<T, [options?: ActorOptions]>): Promise<Result<Challenge<C>>>;
  /**
   * Verifies a signature as the answer to a challenge, and stores the result. A proof uses the challenge up. An answer that is
   * no proof does not, up to ten of them. A secret in place of a signature is refused, and not stored.
   *
   * @param input - challenge, account and signature; a value of type `unknown` or `any` compiles too
   * @param options - signal and who verifies
   * @returns `proved`, `refused` with a reason, or `inconclusive` with what to do instead. Or an issue: `unknown_challenge`, also for
   *   another account's, `challenge_used`, `challenge_expired`, `challenge_exhausted`.
   * @throws ComplianceError `not_configured`, `storage_…`, `aborted`. What `contractSignatures` throws, or `provider_unavailable`;
   *   `provider_unreadable` if it returns something else. After `storage_outcome_unknown`, look for the proof with `of`.
   * @example
   * const answer = await compliance.ownership.verify({ challenge_id, account_ref_id: "A-1", signature });
   * if (answer.ok && answer.value.status === "proved") proceed();
   */
  verify(input: OwnershipVerifyRequest, options?: ChangeOptions): Promise<Result<OwnershipAnswer<C>>>;
  /** Verifies an answer of type `unknown` or `any`, such as a request body. */
  verify<T>(...args: UncheckedArgs<T, [options?: ChangeOptions]>): Promise<Result<OwnershipAnswer<C>>>;
  /**
   * Compares a final transfer on the ledger with a challenge of the method `transfer`, and stores a proof. Chain, sender,
   * recipient and amount must be the same, and the time between `issued` and `expires`. It must not be later than now. The
   * sender is screened if there is a `policy`. One that belongs to a service proves nothing.
   *
   * @param input - challenge, account and transaction; a value of type `unknown` or `any` compiles too
   * @param options - signal and who observes
   * @returns As `verify`. Another transfer than the expected one does not count as a try.
   * @throws ComplianceError `not_configured`, `storage_…`, `aborted`.
   */
  observe(input: OwnershipObserveRequest<C>, options?: ChangeOptions): Promise<Result<OwnershipAnswer<C>>>;
  /** Compares a transfer of type `unknown` or `any`. */
  observe<T>(...args: UncheckedArgs<T, [options?: ChangeOptions]>): Promise<Result<OwnershipAnswer<C>>>;
  /**
   * Finds what was proved about an address, by any spelling.
   *
   * @param chain - its chain
   * @param address - the address as text
   * @returns The newest hundred proofs, newest first, of whatever age. Empty for an invalid address.
   */
  of(chain: C, address: string): Promise<readonly Proof<C>[]>;
  /**
   * Removes challenges without a proof that expired before a time.
   *
   * @param options - the time
   * @returns How many were removed.
   * @throws ComplianceError `invalid_input` without a valid time, `storage_…`.
   */
  prune(options: OwnershipPruneOptions): Promise<number>;
}

interface Deps {
  readonly ownership: CheckedOwnership | undefined;
  readonly proofs: OwnershipRepository;
  readonly policy: CheckedPolicy | undefined;
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly chains: RegisteredChains | undefined;
  readonly clock: Clock;
  readonly auditor: Auditor | undefined;
}

/** Creates the operations on proofs of ownership. */
export function ownershipOperations(deps: Deps): OwnershipOperations {
  const { proofs, clock, auditor } = deps;
  const chains = deps.chains ?? specifiedChains;
  return {
    challenge: async (input: unknown, options?: ActorOptions) => {
      const actor = actorOf("ownership.challenge", options) ?? UNNAMED_PROGRAM;
      const ownership = ownershipOr(deps.ownership, "ownership.challenge");
      const parsed = parseChallenge(input, deps.chains);
      if (!parsed.ok) return parsed;
      const issue = unsupported(parsed.value, ownership) ?? depositIssue(parsed.value);
      if (issue !== undefined) return failed([issue]);
      const record = readSafely(() => newChallenge(parsed.value, { ownership, chains, at: clock() }), composeFailed);
      // The id is random, so that no other record has it.
      const event = ownershipEvent("ownership.challenge", actor, record);
      const saved = await proofs.save(record, await auditor?.recording(event));
      return saved === "saved" ? succeeded(challengeOf(record)) : failed([unknownAccount()]);
    },
    verify: async (input: unknown, options?: ChangeOptions) => {
      const { abort, actor } = optionsOf("ownership.verify", options);
      const ownership = ownershipOr(deps.ownership, "ownership.verify");
      const parsed = parseOwnershipVerify(input);
      if (!parsed.ok) return parsed;
      const judge = (record: OwnershipRecord, now: string): Promise<Judged> =>
        judgeSignature(record, parsed.value, { ownership, abort, now, chains: deps.chains });
      return answer(deps, parsed.value, { judge, actor });
    },
    observe: async (input: unknown, options?: ChangeOptions) => {
      const { abort, actor } = optionsOf("ownership.observe", options);
      ownershipOr(deps.ownership, "ownership.observe");
      const parsed = parseOwnershipObserve(input, toIsoOffset(clock()), deps.chains);
      if (!parsed.ok) return parsed;
      const judge = (record: OwnershipRecord): Promise<Judged> => judgeTransfer(deps, record, parsed.value, abort);
      return answer(deps, parsed.value, { judge, actor });
    },
    of: async (chain, address) => {
      const parsed = parseAddressIn(chains, chain, address);
      if (!parsed.ok) return [];
      const found = await proofs.proofs(chain, parsed.value.canonical);
      return found.map(proofOf);
    },
    prune: async (options) => {
      const kinds = { before: "checked", actor: "checked" } as const;
      const { given, actor } = readOptions("ownership.prune", options, kinds, "Challenges may have been removed.");
      const before = timeOption("ownership.prune", "before", given.before);
      const now = toIsoOffset(clock());
      const isAhead = before > now;
      return recordRemoval(auditor, { event: "ownership.prune", actor }, () => proofs.prune(isAhead ? now : before));
    },
  };
}

/** @throws ComplianceError `not_configured` */
function ownershipOr(ownership: CheckedOwnership | undefined, operation: string): CheckedOwnership {
  if (ownership !== undefined) return ownership;
  throw new ComplianceError("not_configured", `${operation} needs the option ownership of createCompliance. Add it.`);
}

function composeFailed(): ComplianceError {
  return configurationInvalid("A method of the option ownership threw when it composed a text. Correct the method.");
}

function optionsOf(operation: string, options: ChangeOptions | undefined): { abort: Abort; actor: Actor } {
  const kinds = { signal: "signal", actor: "checked" } as const;
  const consequence = "The answer may have been stored; look for the proof with ownership.of.";
  const { abort, actor = UNNAMED_PROGRAM } = readOptions(operation, options, kinds, consequence);
  throwIfAborted(abort);
  return { abort, actor };
}

/** Returns the issue of a chain without a method, or of a method that the chain's wallets do not have. */
function unsupported({ chain, method }: ChallengeRequest, { methods }: CheckedOwnership): Issue | undefined {
  if (method === "transfer") return undefined;
  const signing = methods.get(chain);
  if (signing === undefined) {
    const allowed = [...methods.keys()];
    const message =
      "No method of the option ownership signs for this chain; add the method of the chain, or use a transfer.";
    return { code: "not_allowed", path: "/chain", clause: "2.9", params: { allowed }, message };
  }
  if (method === "message" || own(signing, "hasTypedData") === true) return undefined;
  const message = "Wallets of this chain sign no typed data; use the method message.";
  return { code: "not_allowed", path: "/method", clause: "2.9", params: { allowed: ["message", "transfer"] }, message };
}

/** Both addresses have their canonical form. */
function depositIssue(request: ChallengeRequest): Issue | undefined {
  if (own(request, "deposit_address") !== request.address) return undefined;
  const message = "deposit_address is the address to prove; give another one, of your own.";
  return { code: "not_allowed", path: "/deposit_address", clause: "2.9", message };
}

interface Answering {
  readonly judge: (record: OwnershipRecord, now: string) => Promise<Judged>;
  readonly actor: Actor;
}

const MAX_ROUNDS = 16;

/**
 * Judges the answer to a challenge, and stores the result. After another answer it reads the challenge again, but what is
 * judged of it does not change: one call to the node and to each risk provider.
 */
async function answer(
  { proofs, clock, auditor }: Deps,
  { challenge_id, account_ref_id }: Pick<OwnershipVerifyRequest, "challenge_id" | "account_ref_id">,
  { judge, actor }: Answering,
): Promise<Result<OwnershipAnswer>> {
  const now = toIsoOffset(clock());
  let judged: Judged | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const record = await proofs.find(challenge_id);
    const closed = closedIssue(record, account_ref_id);
    if (closed !== undefined) return failed([closed]);
    // The cast: an open challenge is one.
    const open = record as OwnershipRecord;
    // Without a prototype, because `in` would find properties of a polluted one.
    judged ??= bare(await judge(open, now));
    if ("issue" in judged) return failed([judged.issue]);
    const next = recordAfter(open, judged, { now, actor });
    const event = ownershipEvent("ownership.verify", actor, next);
    const recording = next === open ? undefined : await auditor?.recording(event);
    const saved = next === open ? "saved" : await proofs.save(next, recording);
    if (saved === "transaction_used") return succeeded({ ...refusalOf(saved), tries_left: triesLeft(open) });
    if (saved !== "saved") continue;
    if ("proof" in judged) return succeeded(proofOf(next));
    return succeeded({ ...judged.verdict, tries_left: triesLeft(next) });
  }
  throw new ComplianceError("storage_unavailable", "Other calls answered the challenge again and again. Retry.");
}

/** Returns what is stored of an answer: the same record if it is nothing. */
function recordAfter(
  record: OwnershipRecord,
  judged: Exclude<Judged, { issue: Issue }>,
  { now, actor }: { readonly now: string; readonly actor: Actor },
): OwnershipRecord {
  if ("proof" in judged) return withProof(record, { proved_at: now, ...judged.proof, actor });
  const { status, reason } = judged.verdict;
  return judged.isTry ? withTry(record, { tried_at: now, status, reason, actor }) : record;
}

/** Returns why the challenge accepts no answer of this account. That of another account is unknown. */
function closedIssue(record: OwnershipRecord | undefined, account_ref_id: string): Issue | undefined {
  if (record?.account_ref_id !== account_ref_id) return unknownChallenge();
  if (own(record, "proof") !== undefined) {
    return challengeIssue(
      "challenge_used",
      "The challenge has a proof already; make a new challenge for a further one.",
    );
  }
  if (record.tries.length < MAX_TRIES) return undefined;
  return challengeIssue("challenge_exhausted", `The challenge had ${MAX_TRIES} wrong answers; make a new challenge.`);
}

function unknownChallenge(): Issue {
  return challengeIssue(
    "unknown_challenge",
    "No challenge of this account has this challenge_id; make a new challenge.",
  );
}

function unknownAccount(): Issue {
  const message = "No stored account has this account_ref_id; create the account first.";
  return { code: "unknown_account", path: "/account_ref_id", clause: "2.9", message };
}
