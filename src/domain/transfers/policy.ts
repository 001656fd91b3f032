/** The option `policy` of `createCompliance`. */
import type { Chain } from "../chains/chain.js";
import type { DurationMs } from "../identifiers/codes.js";
import type { CounselAnswer } from "./decision.js";

/** An address of the own VASP. */
export interface OwnAddress<C extends string = Chain> {
  readonly chain: C;
  /** In any format of the chain. */
  readonly address: string;
  /**
   * Only with this tag.
   *
   * @default the tag in `address`, else any tag
   */
  readonly tag?: string | undefined;
}

/** Whether a counterparty must accept a transfer, and how long each side waits. */
export interface ExchangePolicy {
  /** Whether the counterparty must accept before an outgoing transfer can be executed. */
  readonly required: boolean;
  /** How long either side waits for the next message of the other, in milliseconds. */
  readonly answerWithinMs: DurationMs;
  /** How far back `vasps.standing` counts, in milliseconds. */
  readonly windowMs: DurationMs;
  /** What becomes of a transfer to a VASP that cannot receive an inquiry. */
  readonly cannotReceive: "suspend" | "execute_and_record";
}

/**
 * What your counsel and your compliance office decided, for `transfers.decide`. What only they can say has no default.
 *
 * @example
 * const policy: Policy = {
 *   ownVasp: "V-1", screenWith: ["OFAC"], rejectRisk: 90, suspendRisk: 50, suspendOnBreach: false,
 *   otherAccounts: "suspend", claimedVasp: "suspend", decisionMaxAgeMs: 900_000, retentionMs: 5 * 365 * 86_400_000,
 * };
 */
export interface Policy<C extends string = Chain> {
  /** Your own `vasp_id`. */
  readonly ownVasp: string;
  /** Keys of the option `riskProviders`, at least one. Each screens the address of the other side. */
  readonly screenWith: readonly string[];
  /** The lowest `risk_ratio` that rejects, 1 to 100. */
  readonly rejectRisk: number;
  /** The lowest `risk_ratio` that suspends, 1 to `rejectRisk`. */
  readonly suspendRisk: number;
  /** Whether a breach of a threshold (§4.9) suspends. It needs the option `thresholds`. */
  readonly suspendOnBreach: boolean;
  /** What becomes of a transfer with an address that is linked to an account that takes no part in it. */
  readonly otherAccounts: "suspend" | "reject";
  /** What becomes of a transfer with another VASP that only the customer names. */
  readonly claimedVasp: "suspend" | "accept";
  /** How long a decision permits, in milliseconds. */
  readonly decisionMaxAgeMs: DurationMs;
  /**
   * How long a decision waits for each provider and for prices and rates, in milliseconds. Afterwards it suspends with `retry`.
   *
   * @default 10 seconds
   */
  readonly answerTimeoutMs?: DurationMs | undefined;
  /** How long an ended transfer is kept, in milliseconds, from its confirmation or its rejection. */
  readonly retentionMs: DurationMs;
  /**
   * Addresses of your own VASP. Against a claim of someone else, one of Ethereum's form counts on every chain that has this form,
   * and as an `f410…` address of Filecoin.
   *
   * @default none
   */
  readonly ownAddresses?: readonly OwnAddress<C>[] | undefined;
  /**
   * What counsel answered where a pack has no tier (`no_tier`). An answer never overrides a tier. Only one may be about a
   * jurisdiction, a kind of transfer and a day.
   *
   * @default none
   */
  readonly answers?: readonly CounselAnswer[] | undefined;
  /**
   * How a counterparty must accept a transfer between VASPs. `vaspkit/trp` needs it.
   *
   * @default no acceptance is required
   */
  readonly exchange?: ExchangePolicy | undefined;
}

/** A checked policy. */
export interface CheckedPolicy extends Omit<Policy, "ownAddresses" | "answers" | "answerTimeoutMs"> {
  readonly answers: readonly CounselAnswer[];
  readonly answerTimeoutMs: DurationMs;
  /** Whether the address, in canonical form, is an own one with this tag. */
  readonly isOwnAddress: OwnAddressTest;
  /** The same, and of Ethereum's form also an own one of another chain: enough to doubt what someone else says about it. */
  readonly mayBeOwnAddress: OwnAddressTest;
}

/** Tests an address in canonical form with its tag. Null: any tag. */
export type OwnAddressTest = (chain: Chain, canonical: string, tag: string | undefined | null) => boolean;
