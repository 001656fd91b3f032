/** Challenges to prove control of an address, and the proofs that came of them. */
import type { Actor } from "../actor.js";
import type { Chain } from "../chains/chain.js";
import { own } from "../own.js";
import { timeAfter } from "../timestamp.js";
import type { InconclusiveCode, OwnershipMethodName, RefusalCode } from "./method.js";

/** What a challenge is about. */
interface ChallengePart<C extends string = Chain> {
  readonly challenge_id: string;
  readonly account_ref_id: string;
  readonly chain: C;
  /** In canonical form. */
  readonly address: string;
  readonly method: OwnershipMethodName;
}

/** What the wallet signs, or what the customer sends. */
interface ChallengeTask {
  /** The text to sign, exactly; typed data as JSON text. Absent for a transfer. */
  readonly text?: string;
  /** NEAR and Aptos: the message to pass to the wallet, which puts it into the text. */
  readonly message?: string;
  /** NEAR and Aptos: the nonce to pass to the wallet, in hex. */
  readonly nonce?: string;
  /** NEAR: the recipient to pass to the wallet. */
  readonly recipient?: string;
  /** Where to send the amount. Absent for a signature. */
  readonly deposit_address?: string;
  /** The exact amount to send, in base units of the native asset. Absent for a signature. */
  readonly amount?: string;
}

/**
 * A challenge, as the customer's wallet needs it. It proves nothing until `ownership.verify` or `ownership.observe` accepts
 * the answer.
 */
export interface Challenge<C extends string = Chain> extends ChallengePart<C>, ChallengeTask {
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly issued: string;
  /** The last moment at which an answer counts. */
  readonly expires: string;
}

/** An answer that was no proof. */
export interface OwnershipTry {
  readonly tried_at: string;
  readonly status: "refused" | "inconclusive";
  readonly reason: OwnershipRefusalCode | InconclusiveCode;
  readonly actor: Actor;
}

/** What a proof adds to its challenge. */
export interface ProofPart {
  /** When the answer was accepted: ISO 8601 with offset, milliseconds, UTC. */
  readonly proved_at: string;
  /** The format of the signature: one of the method's `formats`, or `"contract"`. */
  readonly format?: string;
  readonly signature?: string;
  readonly public_key?: string;
  /** The transfer of the predefined amount. */
  readonly transaction_hash?: string;
  /** Who accepted it. */
  readonly actor: Actor;
}

/**
 * A proof that the holder of an account controlled the key of an address at one moment. Text, signature and public key verify
 * again with `verifySignature`.
 */
export interface Proof<C extends string = Chain> extends ChallengePart<C>, ChallengeTask, ProofPart {
  readonly status: "proved";
  readonly issued: string;
}

/** Why an answer is no proof. */
export type OwnershipRefusalCode =
  | RefusalCode
  | "transaction_chain"
  | "transaction_sender"
  | "transaction_recipient"
  | "transaction_amount"
  | "transaction_time"
  | "transaction_used"
  | "sender_not_self_hosted";

/** The answer of `ownership.verify` and `ownership.observe`. */
export type OwnershipAnswer<C extends string = Chain> =
  | Proof<C>
  | {
      readonly status: "refused";
      readonly reason: OwnershipRefusalCode;
      /** One English sentence: what is wrong. */
      readonly message: string;
      /** How many further tries the challenge accepts. */
      readonly tries_left: number;
    }
  | {
      readonly status: "inconclusive";
      readonly reason: InconclusiveCode;
      readonly message: string;
      /** How to get a proof. */
      readonly what_to_do: string;
      readonly tries_left: number;
    };

/** A stored challenge with its tries and its proof. */
export interface OwnershipRecord extends Challenge {
  /** Salt of the digest of the account in the text, in hex. */
  readonly salt: string;
  /** The tries that were no proof, oldest first. */
  readonly tries: readonly OwnershipTry[];
  readonly proof?: ProofPart;
  /** Counts the changes of the record from 1. */
  readonly revision: number;
}

/** A transaction that was a proof. It names no account, and stays when the account is removed. */
export interface UsedTransaction {
  readonly chain: Chain;
  /** Hex in lower case without 0x. Other encodings depend on the case. */
  readonly hash: string;
  /** After this time no challenge that was open at the time of the transaction is. */
  readonly expires: string;
}

/** The longest time that a challenge is open: thirty days, in milliseconds. */
export const MAX_OPEN = 30 * 24 * 60 * 60 * 1000;

/** Returns the transaction that a record has as its proof. */
export function usedTransaction(record: OwnershipRecord): UsedTransaction | undefined {
  const { chain, expires } = record;
  const proof = own(record, "proof");
  const hash = proof && own(proof, "transaction_hash");
  return hash === undefined ? undefined : { chain, hash: spelledHash(hash), expires: timeAfter(expires, MAX_OPEN) };
}

function spelledHash(hash: string): string {
  return /^(?:0x)?[0-9a-f]+$/i.test(hash) ? hash.toLowerCase().replace(/^0x/, "") : hash;
}

/** A challenge accepts so many wrong answers. */
export const MAX_TRIES = 10;

/** Returns what the customer's wallet needs. */
export function challengeOf({ salt: _, tries: _t, proof: _p, revision: _r, ...challenge }: OwnershipRecord): Challenge {
  return challenge;
}

/** Returns the proof of a record that has one. */
export function proofOf(record: OwnershipRecord): Proof {
  const { expires: _, ...challenge } = challengeOf(record);
  // The cast: the record has a proof.
  return { status: "proved", ...challenge, ...(own(record, "proof") as ProofPart) };
}

export function triesLeft({ tries }: OwnershipRecord): number {
  return Math.max(0, MAX_TRIES - tries.length);
}

/** Returns the record with a further wrong answer. */
export function withTry(record: OwnershipRecord, tried: OwnershipTry): OwnershipRecord {
  return { ...record, tries: [...record.tries, tried], revision: record.revision + 1 };
}

/** Returns the record with its proof. */
export function withProof(record: OwnershipRecord, proof: ProofPart): OwnershipRecord {
  return { ...record, proof, revision: record.revision + 1 };
}
