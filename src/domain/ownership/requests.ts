/** Requests of the operations on ownership: the input of their readers. */
import type { Chain } from "../chains/chain.js";
import type { OwnershipMethodName } from "./method.js";

/** Request of `ownership.challenge`. */
export interface ChallengeRequest<C extends string = Chain> {
  /** The customer's account, which must be stored. */
  readonly account_ref_id: string;
  readonly chain: C;
  /** The address to prove, in any main-network format. */
  readonly address: string;
  /** How the customer proves it: a signed text, signed typed data (EIP-712), or a transfer of a predefined amount. */
  readonly method: OwnershipMethodName;
  /**
   * Where the customer sends the amount: an address of your own, which no other challenge uses at the same time. Required for
   * `transfer`, and only for it.
   *
   * @default no address
   */
  readonly deposit_address?: string | undefined;
  /**
   * How long an answer counts: 1 second to 30 days, in milliseconds.
   *
   * @default 15 minutes; for `transfer` 24 hours
   */
  readonly expires_in_ms?: number | undefined;
}

/** Request of `ownership.verify`. */
export interface OwnershipVerifyRequest {
  readonly challenge_id: string;
  /** The account of the customer who answers. */
  readonly account_ref_id: string;
  /** As the wallet returned it. */
  readonly signature: string;
  /**
   * The public key that the wallet returned, where the address has only its hash.
   *
   * @default no key
   */
  readonly public_key?: string | undefined;
  /**
   * Restricts the format of the signature to one of the method's `formats`.
   *
   * @default any of them
   */
  readonly format?: string | undefined;
}

/** A transfer on the ledger. */
export interface ObservedTransaction<C extends string = Chain> {
  readonly hash: string;
  readonly chain: C;
  /** The only sender. A transaction with several senders proves nothing. */
  readonly sender: string;
  readonly recipient: string;
  /** What the recipient received, in base units of the native asset: digits. */
  readonly amount: string;
  /** When it was included in the ledger: ISO 8601 with offset, not later than now. */
  readonly at: string;
}

/** Request of `ownership.observe`. */
export interface OwnershipObserveRequest<C extends string = Chain> {
  readonly challenge_id: string;
  /** The account of the customer to whom the challenge belongs. */
  readonly account_ref_id: string;
  /** The transfer, as your own node reports it, once it is final. */
  readonly transaction: ObservedTransaction<C>;
}
