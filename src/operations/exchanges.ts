/** Exchanges of messages with counterparties: what protocols record, and which exchange is looked at next. */
import type { Actor } from "../domain/actor.js";
import type { RegisteredChains } from "../domain/chains/chain.js";
import { parseAddressIn, tagOf } from "../domain/chains/parse.js";
import { specifiedChains } from "../domain/chains/registry.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import {
  type AppliedEvent,
  applyEvent,
  type ExchangeSubject,
  type NewExchangeEvent,
  newExchange,
  withAttempt,
  withDelivered,
  withNextLook,
  withoutLook,
} from "../domain/exchanges/apply.js";
import { checkedEvent, checkedSubject, isShortKey } from "../domain/exchanges/check.js";
import type { Exchange, ExchangeAlarm } from "../domain/exchanges/exchange.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { isKey } from "../domain/input/text-rules.js";
import { MAX_TIMER } from "../domain/options.js";
import { own } from "../domain/own.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { DecisionDraft } from "../domain/transfers/decision-request.js";
import { askedContent } from "../domain/transfers/exchange-facts.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import { draftOf, newestOf, type TransferRecord } from "../domain/transfers/record.js";
import { isSameAddress } from "../domain/transfers/same-address.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { ExchangeLease, ExchangeRepository } from "../ports/exchanges.js";
import type { TransferRepository } from "../ports/transfers.js";
import { checkedCount, invalidArgument, readOptions } from "./abort.js";
import { exchangeEvent } from "./audit-transfers.js";
import { alwaysChanged, exchangePolicyOr, MAX_ROUNDS, policyOr } from "./transfer-issues.js";
import type { TransferOperations } from "./transfers.js";
import type { ActorOptions } from "./types.js";

/** What happened in an exchange. */
export interface ExchangeRecordOptions extends ActorOptions {
  readonly transfer_id: string;
  readonly event: NewExchangeEvent;
  /**
   * The side of the own VASP, the counterparty and the account, with which the first event begins the exchange.
   *
   * @default an exchange that is not stored is not begun
   */
  readonly subject?: Omit<ExchangeSubject, "transfer_id"> | undefined;
}

/** What became of an event. `exchange` is as it is stored now; undefined if there is none. */
export interface RecordedExchange {
  /**
   * "recorded": the event is stored. "repeated": it was stored before. "conflicting": another message has its identifier.
   * "impossible": there is no such event in this state. "expired": the deadline is over. "unknown": there is no exchange.
   */
  readonly outcome: AppliedEvent["outcome"] | "unknown";
  readonly exchange: Exchange | undefined;
}

/** Which exchanges to lease. */
export interface ExchangeLeaseOptions {
  /** How long the leases last, in milliseconds. */
  readonly leaseMs: DurationMs;
  /**
   * The most exchanges, 1 to 1,000.
   *
   * @default 1
   */
  readonly limit?: number | undefined;
  /**
   * Only exchanges that were due at this time. With the time of its first call, a loop gets no exchange twice.
   *
   * @default now
   */
  readonly due?: Date | undefined;
}

/** What a look at a leased exchange came to. */
export interface ExchangeProgressOptions {
  readonly transfer_id: string;
  readonly lease: string;
  /**
   * "delivered": the message was sent. "failed": it was not, and is tried again after a pause. "waiting": look again.
   * "done": there is nothing more to do.
   */
  readonly outcome: "delivered" | "failed" | "waiting" | "done";
  /**
   * The message that was sent, or not. Another one that was stored meanwhile stays to be sent.
   *
   * @default that of the exchange
   */
  readonly message_id?: string | undefined;
}

/** What the option `policy` says about exchanges. */
export interface ExchangeSettings {
  readonly ownVasp: string;
  readonly answerWithinMs: DurationMs;
  /** The time of the option `clock`. */
  readonly now: Date;
}

/** Operations on exchanges of messages, for protocols such as `vaspkit/trp`. */
export interface ExchangeOperations {
  /**
   * Returns what the option `policy` says about exchanges, and the time.
   *
   * @throws ComplianceError `not_configured` without `policy.exchange`.
   */
  settings(): Promise<ExchangeSettings>;
  /**
   * Finds the exchange about a transfer.
   *
   * @param transfer_id - the identifier of the transfer
   * @returns The exchange with its events, or undefined.
   */
  retrieve(transfer_id: string): Promise<Exchange | undefined>;
  /**
   * Records what happened. An approval is compared with the address of the transfer. The transfer is decided again.
   *
   * @param options - the event, and for the first one what the exchange is about
   * @returns What became of the event. Only "recorded" and "expired" change the exchange.
   * @throws ComplianceError `not_configured` without `policy.exchange`, `invalid_input`, `storage_…`. After
   *   `storage_outcome_unknown`, repeat the call.
   * @example
   * const event = { kind: "approval", from: "counterparty", message_id, digest, address } as const;
   * const { outcome } = await compliance.exchanges.record({ transfer_id: "W-1", event });
   */
  record(options: ExchangeRecordOptions): Promise<RecordedExchange>;
  /**
   * Records that something must be seen before the transfer goes on, and decides the transfer again: it suspends.
   *
   * @param options - the transfer, what was found, and the subject of an exchange that is not stored
   * @throws ComplianceError `not_configured` without `policy.exchange`, `invalid_input`, `storage_…`.
   */
  raise(options: ExchangeAlarmOptions): Promise<RecordedExchange>;
  /**
   * Leases exchanges that are due, the earliest first. No other call leases them until `progress` or the end of the lease.
   *
   * @param options - how long, how many, and due when
   * @returns The exchanges with their leases.
   * @throws ComplianceError `invalid_input`, `storage_…`.
   */
  lease(options: ExchangeLeaseOptions): Promise<readonly ExchangeLease[]>;
  /**
   * Records the look at a leased exchange, and ends the lease.
   *
   * @param options - the lease, and what the look came to
   * @throws ComplianceError `invalid_input`, `storage_…`.
   */
  progress(options: ExchangeProgressOptions): Promise<void>;
}

/** An alarm of an exchange. */
export interface ExchangeAlarmOptions extends ActorOptions {
  readonly transfer_id: string;
  readonly alarm: ExchangeAlarm;
  readonly subject: Omit<ExchangeSubject, "transfer_id">;
}

interface Deps {
  readonly exchanges: ExchangeRepository;
  readonly transfers: TransferRepository;
  readonly decide: TransferOperations["decide"];
  readonly policy: CheckedPolicy | undefined;
  readonly chains: RegisteredChains | undefined;
  readonly auditor: Auditor | undefined;
  readonly clock: Clock;
}

/** How much longer than its time a lease may seem to last, because clocks differ. */
const CLOCK_MARGIN: DurationMs = 60_000;

/** Creates the operations on exchanges. */
export function exchangeOperations(deps: Deps): ExchangeOperations {
  const { exchanges, clock } = deps;
  return {
    settings: async () => {
      const { answerWithinMs } = exchangePolicyOr(deps.policy, "exchanges.settings");
      return { ownVasp: policyOr(deps.policy, "exchanges.settings").ownVasp, answerWithinMs, now: clock() };
    },
    retrieve: async (transfer_id) => (isKey(transfer_id) ? exchanges.find(transfer_id) : undefined),
    record: async (options) => {
      const kinds = { transfer_id: "text", event: "checked", subject: "checked", actor: "checked" } as const;
      const { given, actor } = readOptions("exchanges.record", options, kinds, "");
      const transfer_id = keyOf("exchanges.record", given.transfer_id);
      const event = checkedEvent(given.event);
      const subject = given.subject && { ...checkedSubject(given.subject), transfer_id };
      const { answerWithinMs } = exchangePolicyOr(deps.policy, "exchanges.record");
      return changed(deps, { transfer_id, subject, actor, event }, (stored, transfer) => {
        const at = toIsoOffset(clock());
        const begun = stored ?? (subject && newExchange(subject, at));
        return begun && applyEvent(begun, compared(event, begun, transfer, deps.chains), { at, answerWithinMs });
      });
    },
    raise: async (options) => {
      const kinds = { transfer_id: "text", alarm: "checked", subject: "checked", actor: "checked" } as const;
      const { given, actor } = readOptions("exchanges.raise", options, kinds, "");
      const transfer_id = keyOf("exchanges.raise", given.transfer_id);
      const alarm = checkedAlarm(given.alarm);
      const subject = { ...checkedSubject(given.subject), transfer_id };
      exchangePolicyOr(deps.policy, "exchanges.raise");
      return changed(deps, { transfer_id, subject, actor }, (stored) => {
        const begun = stored ?? newExchange(subject, toIsoOffset(clock()));
        if (begun.alarm !== null) return { outcome: "repeated" };
        return { outcome: "recorded", exchange: { ...begun, alarm, revision: begun.revision + 1 } };
      });
    },
    lease: async (options) => {
      const kinds = { leaseMs: "count", limit: "count", due: "checked" } as const;
      const { given } = readOptions("exchanges.lease", options, kinds, "");
      const { leaseMs, limit = 1, due } = given;
      const now = clock();
      const until = new Date(now.getTime() + checkedCount("exchanges.lease", "leaseMs", leaseMs, MAX_TIMER));
      return exchanges.lease({
        due: toIsoOffset(due === undefined ? now : checkedTime(due)),
        now: toIsoOffset(now),
        until: toIsoOffset(until),
        latest: toIsoOffset(new Date(now.getTime() + MAX_TIMER + CLOCK_MARGIN)),
        limit: checkedCount("exchanges.lease", "limit", limit, 1_000),
      });
    },
    progress: async (options) => {
      const { given } = readOptions("exchanges.progress", options, PROGRESS_KINDS, "");
      const [transfer_id, lease] = [keyOf("exchanges.progress", given.transfer_id), keyOf("lease", given.lease)];
      const next = PROGRESS[checkedOutcome(given.outcome)];
      const { message_id } = given;
      await progressed(exchanges, transfer_id, (stored) => {
        const isOther = message_id !== undefined && stored.outgoing?.message_id !== message_id;
        return (isOther ? PROGRESS.waiting : next)(stored, toIsoOffset(clock()));
      });
      await exchanges.release(transfer_id, lease);
    },
  };
}

const PROGRESS_KINDS = { transfer_id: "text", lease: "text", outcome: "checked", message_id: "text" } as const;

/** What a look changes. */
const PROGRESS = {
  delivered: withDelivered,
  failed: withAttempt,
  waiting: withNextLook,
  done: withoutLook,
} as const satisfies Record<ExchangeProgressOptions["outcome"], (exchange: Exchange, at: string) => Exchange>;

async function progressed(
  exchanges: ExchangeRepository,
  transfer_id: string,
  next: (stored: Exchange) => Exchange,
): Promise<void> {
  const stored = await exchanges.find(transfer_id);
  // What another event changed meanwhile is looked at again anyway.
  if (stored !== undefined) await exchanges.save(next(stored));
}

interface Changing {
  readonly transfer_id: string;
  readonly subject: ExchangeSubject | undefined;
  readonly actor: Actor | undefined;
  readonly event?: NewExchangeEvent;
}

/** Changes an exchange, and decides its transfer again. After another change it is read again. */
async function changed(
  deps: Deps,
  { transfer_id, actor = UNNAMED_PROGRAM, event }: Changing,
  next: (stored: Exchange | undefined, transfer: TransferRecord | undefined) => AppliedEvent | undefined,
): Promise<RecordedExchange> {
  const { exchanges, transfers, auditor } = deps;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [stored, transfer] = [await exchanges.find(transfer_id), await transfers.find(transfer_id)];
    const applied = next(stored, transfer);
    if (applied === undefined) return { outcome: "unknown", exchange: undefined };
    const exchange = own(applied as { readonly exchange?: Exchange }, "exchange");
    if (exchange === undefined) {
      // The process may have ended after the event was stored.
      if (applied.outcome === "repeated") await decideAgain(deps, transfer, event);
      return { outcome: applied.outcome, exchange: stored };
    }
    const recording = await auditor?.recording(exchangeEvent(exchange, actor));
    if ((await exchanges.save(exchange, recording)) === "saved") {
      await decideAgain(deps, transfer, event);
      return { outcome: applied.outcome, exchange };
    }
  }
  throw alwaysChanged();
}

/** What the counterparty says can change the decision. A received inquiry has other content, which its receiver decides. */
async function decideAgain(
  { decide, transfers }: Deps,
  transfer: TransferRecord | undefined,
  event: NewExchangeEvent | undefined,
): Promise<void> {
  const isReceived = event?.from === "counterparty" && (event.kind === "inquiry" || event.kind === "correction");
  if (isReceived) return;
  for (let current = transfer; current?.state === "open"; current = await transfers.find(current.transfer_id)) {
    const draft: unknown = draftOf(current);
    const decided = await decide(draft, { ifVersion: newestOf(current).version });
    // Another version that came meanwhile is decided in its place.
    if (decided.ok || decided.issues.every(({ code }) => code !== "changed_meanwhile")) return;
  }
}

/** Returns the event with what follows from the stored transfer. */
function compared(
  event: NewExchangeEvent,
  stored: Exchange,
  transfer: TransferRecord | undefined,
  chains: RegisteredChains | undefined,
): NewExchangeEvent {
  const address = own(event, "address");
  const isApproval = event.kind === "approval" && event.from === "counterparty" && address !== undefined;
  if (!isApproval || transfer === undefined)
    return { ...event, asked: own(event, "asked") ?? askedBy(event, transfer) };
  const { transfer: draft } = newestOf(transfer);
  const chain = own(draft, "chain");
  const parsed = chain === undefined ? undefined : parseAddressIn(chains ?? specifiedChains, chain, address);
  // What is no address of the chain is not stored: it can be a secret key. Without a chain, it must be that of the transfer.
  const isAddress = parsed?.ok ?? own(draft, "beneficiary_address") === address;
  if (!isAddress) return { ...event, address: undefined, isOtherAddress: true };
  const isApproved = (text: string, tag?: string): boolean =>
    isSameAddress(chain, { text, tag }, { text: address, tag: undefined }, { chains, parsed: undefined });
  // In another spelling it is the same approval.
  if (stored.address !== null && isApproved(stored.address)) return { ...event, address: stored.address };
  const tag = parsed?.ok === true ? tagOf(parsed.value) : undefined;
  const asked = tag === undefined ? undefined : askedWith(tag, stored, transfer);
  return { ...event, isOtherAddress: isOther(draft, tag, isApproved), ...(asked !== undefined && { asked }) };
}

/** An approved tag is part of what is accepted. Undefined if the inquiry was about a tag already. */
function askedWith(tag: string, { asked }: Exchange, { versions }: TransferRecord): string | undefined {
  const version = versions.findLast((each) => askedContent(each, "originator") === asked);
  if (version === undefined || own(version.transfer, "beneficiary_tag") !== undefined) return undefined;
  const tagged = { ...version, transfer: { ...version.transfer, beneficiary_tag: tag } };
  return askedContent(tagged, "originator");
}

/** Whether an approval has another address than the transfer, or that of its sender. Most approvals have no tag. */
function isOther(
  draft: DecisionDraft,
  tag: string | undefined,
  isApproved: (text: string, tag?: string) => boolean,
): boolean {
  const [expected, given] = [own(draft, "beneficiary_address"), own(draft, "beneficiary_tag")];
  if (tag !== undefined && given !== undefined && tag !== given) return true;
  if (expected !== undefined) return !isApproved(expected, tag === undefined ? undefined : given);
  return isApproved(draft.originator_address, own(draft, "originator_tag"));
}

/** Returns what an own message is about: the transfer as it is stored. */
function askedBy({ kind, from }: NewExchangeEvent, transfer: TransferRecord | undefined): string | undefined {
  const isInquiry = kind === "inquiry" || kind === "correction" || kind === "cannot_receive";
  if (from !== "own" || !(isInquiry || kind === "approval")) return undefined;
  if (transfer === undefined) return NO_TRANSFER;
  return askedContent(newestOf(transfer), isInquiry ? "originator" : "beneficiary");
}

/** No transfer has this digest. */
const NO_TRANSFER = "none";

function keyOf(name: string, value: unknown): string {
  if (isShortKey(value)) return value;
  throw invalidArgument(`${name} needs a text that is no blank and at most 1,000 characters.`);
}

function checkedTime(due: unknown): Date {
  try {
    // A Date of another realm, too. A proxy throws.
    const time: number = Date.prototype.getTime.call(due);
    if (!Number.isNaN(time)) return new Date(time);
  } catch {
    // It is refused below.
  }
  throw invalidArgument("The option due of exchanges.lease must be a valid Date.");
}

function checkedOutcome(outcome: unknown): ExchangeProgressOptions["outcome"] {
  if (typeof outcome === "string" && Object.hasOwn(PROGRESS, outcome)) {
    // The cast: it is a key of the table.
    return outcome as ExchangeProgressOptions["outcome"];
  }
  throw invalidArgument("The option outcome of exchanges.progress must be delivered, failed, waiting or done.");
}

function checkedAlarm(alarm: unknown): ExchangeAlarm {
  if (alarm === "other_host" || alarm === "other_address") return alarm;
  throw invalidArgument("The option alarm of exchanges.raise must be other_host or other_address.");
}
