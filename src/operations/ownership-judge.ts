/** Judges answers to challenges: a signature, also by a contract, or a transfer of a predefined amount. */
import { namesVasp } from "../domain/addresses/hits.js";
import type { RegisteredChains } from "../domain/chains/chain.js";
import { ComplianceError, responseOf } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { own } from "../domain/own.js";
import { chainIdOf } from "../domain/ownership/challenge.js";
import { inconclusive, proved, refused, type SignatureVerdict } from "../domain/ownership/method.js";
import { mismatchOf, observationMessages, type TransactionRefusalCode } from "../domain/ownership/observe.js";
import type { OwnershipRecord, OwnershipRefusalCode, ProofPart } from "../domain/ownership/proof.js";
import type { OwnershipObserveRequest, OwnershipVerifyRequest } from "../domain/ownership/requests.js";
import { phraseRefusal, verifySignature } from "../domain/ownership/verify.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import type { Clock } from "../ports/clock.js";
import type { ContractSignatureQuery } from "../ports/contract-signatures.js";
import type { AddressRepository } from "../ports/storage.js";
import { type Abort, unlessAborted } from "./abort.js";
import type { CheckedOwnership } from "./ownership-options.js";
import type { RiskProviders } from "./risk-providers.js";
import { screenAddress } from "./screen-sides.js";

/** What an answer to a challenge comes to. */
export type Judged =
  | { readonly issue: Issue }
  | { readonly proof: Omit<ProofPart, "proved_at" | "actor"> }
  | {
      readonly verdict: Exclude<OwnershipVerdict, { status: "proved" }>;
      /** Whether it counts as one of the tries. */
      readonly isTry: boolean;
    };

type OwnershipVerdict =
  | SignatureVerdict
  | { readonly status: "refused"; readonly reason: OwnershipRefusalCode; readonly message: string };

interface SignatureContext {
  readonly ownership: CheckedOwnership;
  readonly abort: Abort;
  readonly now: string;
  readonly chains: RegisteredChains | undefined;
}

/** Judges a signature of the text of the challenge. */
export async function judgeSignature(
  record: OwnershipRecord,
  given: OwnershipVerifyRequest,
  { ownership, abort, now, chains }: SignatureContext,
): Promise<Judged> {
  const { chain, address, text } = record;
  if (text === undefined) return { issue: wrongKind("The challenge is a transfer; answer it with ownership.observe.") };
  if (now > record.expires) {
    return { issue: challengeIssue("challenge_expired", "The challenge has expired; make a new challenge.") };
  }
  const method = ownership.methods.get(chain);
  if (method === undefined) throw ownershipMissing(chain);
  const { signature } = given;
  const [public_key, format] = [own(given, "public_key"), own(given, "format")];
  if (format !== undefined && !method.formats.includes(format)) return { issue: wrongFormat(method.formats) };
  const passed = { nonce: own(record, "nonce"), recipient: own(record, "recipient") };
  const signed = { address, text, signature, public_key, format, ...passed };
  const verdict = phraseRefusal(signed, chains) ?? verifySignature(method, signed);
  // The method made the text itself, so that only the format can be wrong: typed data instead of a message.
  if (format !== undefined && verdict.status === "refused" && verdict.reason === "text_malformed") {
    return { issue: wrongFormat(method.formats.filter((each) => each !== format)) };
  }
  const asked = { chain, chain_id: chainIdOf(method, chain), address, text, signature };
  const decided = await decidedByContract(record, verdict, { ownership, asked, abort });
  if (decided.status !== "proved") return { verdict: decided, isTry: true };
  // A key that the verification did not use may be any text, so it is not stored.
  const isUsed = () => verifySignature(method, { ...signed, public_key: undefined }).status !== "proved";
  const isKept = public_key !== undefined && verdict.status === "proved" && isUsed();
  return { proof: { format: decided.format, signature, ...(isKept && { public_key }) } };
}

function ownershipMissing(chain: string): ComplianceError {
  return new ComplianceError("not_configured", `ownership.methods has no method for the chain ${chain}. Add it.`);
}

interface ContractRequest {
  readonly ownership: CheckedOwnership;
  readonly asked: Omit<ContractSignatureQuery, "method" | "signal">;
  readonly abort: Abort;
}

/** Lets the contract decide where only it can. */
async function decidedByContract(
  { method }: OwnershipRecord,
  verdict: SignatureVerdict,
  { ownership, asked, abort }: ContractRequest,
): Promise<SignatureVerdict> {
  const { contractSignatures } = ownership;
  const isOpen = verdict.status === "inconclusive" && verdict.reason === "contract_wallet";
  if (!isOpen || contractSignatures === undefined) return verdict;
  // The cast: a transfer has no text, and no signature.
  const query = { ...asked, method: method as ContractSignatureQuery["method"] };
  const failure = "The port ownership.contractSignatures failed; see the cause. Nothing was stored.";
  const accepted: unknown = await responseOf(failure, () =>
    unlessAborted((signal) => contractSignatures({ ...query, signal }), abort),
  );
  if (accepted === undefined) return verdict;
  if (accepted === true) return proved("contract");
  if (accepted === false) {
    return refused("signature_wrong", "Neither the key of the address nor its contract accepts the signature.");
  }
  throw new ComplianceError(
    "provider_unreadable",
    "ownership.contractSignatures must return true, false or undefined. Correct it.",
  );
}

interface SenderDeps {
  readonly policy: CheckedPolicy | undefined;
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly clock: Clock;
}

/** Judges a transfer of the amount of the challenge. */
export async function judgeTransfer(
  deps: SenderDeps,
  record: OwnershipRecord,
  { transaction }: OwnershipObserveRequest,
  abort: Abort,
): Promise<Judged> {
  if (record.method !== "transfer") {
    return { issue: wrongKind("The challenge is a text to sign; answer it with ownership.verify.") };
  }
  const mismatch = mismatchOf(record, transaction);
  if (mismatch !== undefined) return observed(mismatch, false);
  const sender = await senderOf(deps, record, abort);
  if (sender === "unscreened") return { verdict: unscreened, isTry: false };
  return sender === "service"
    ? observed("sender_not_self_hosted", true)
    : { proof: { transaction_hash: transaction.hash } };
}

function observed(reason: TransactionRefusalCode, isTry: boolean): Judged {
  return { verdict: refusalOf(reason), isTry };
}

export function refusalOf(reason: TransactionRefusalCode) {
  return { status: "refused", reason, message: observationMessages[reason] } as const;
}

const unscreened = /* @__PURE__ */ inconclusive(
  "sender_not_screened",
  "A risk provider of policy.screenWith did not answer about the sender.",
  "Observe the same transaction again later.",
) as Extract<SignatureVerdict, { status: "inconclusive" }>;

/** Returns what is known about the sender: labels, own addresses, and the risk providers of the policy. */
async function senderOf(
  deps: SenderDeps,
  { chain, address }: OwnershipRecord,
  abort: Abort,
): Promise<"service" | "unscreened" | "unknown"> {
  const { policy, addresses } = deps;
  if (policy?.mayBeOwnAddress(chain, address, null)) return "service";
  const screened = policy && (await screenAddress(deps, { chain, address }, { policy, abort, limited: abort }));
  const stored = await addresses.find(chain, address);
  const isLabelled = stored && (own(stored, "is_self_hosted") === false || own(stored, "vasp_id") !== undefined);
  // What was screened now is stored as well, or has no entry.
  const screening = stored && own(stored, "screening");
  const isNamed = [...(screened?.entries ?? []), ...(screening ?? [])].some(namesVasp);
  if (isLabelled || isNamed) return "service";
  return screened && screened.failures.length > 0 ? "unscreened" : "unknown";
}

function wrongFormat(allowed: readonly string[]): Issue {
  const message = "format is none of this chain and this challenge; omit it, or give one of those in params.";
  return { code: "not_allowed", path: "/format", clause: "2.9", params: { allowed }, message };
}

type ChallengeIssueCode = "unknown_challenge" | "challenge_used" | "challenge_expired" | "challenge_exhausted";

export function challengeIssue(code: ChallengeIssueCode, message: string): Issue {
  return { code, path: "/challenge_id", clause: "2.9", message };
}

function wrongKind(message: string): Issue {
  return { code: "not_allowed", path: "/challenge_id", clause: "2.9", message };
}
