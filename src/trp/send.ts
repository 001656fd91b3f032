/** `send`: stores the inquiry about a transfer. Nothing is sent here. */
import type { ExchangeSubject } from "../domain/exchanges/apply.js";
import type { Exchange } from "../domain/exchanges/exchange.js";
import type { Issue } from "../domain/issue.js";
import { own } from "../domain/own.js";
import type { Result } from "../domain/result.js";
import type { DecisionDraft } from "../domain/transfers/decision-request.js";
import { askedContent } from "../domain/transfers/exchange-facts.js";
import { newestOf, type TransferRecord } from "../domain/transfers/record.js";
import { isPrivateHost } from "../ivms101/private-host.js";
import { parseTravelAddress } from "../ivms101/travel-address.js";
import type { TravelIssueCode } from "../ivms101/travel-issue.js";
import { inquiryOf } from "./messages.js";
import type { CheckedPeer, TrpSettings } from "./options.js";
import type { OwnUrls } from "./urls.js";

const CLAUSE = "TRP Inquiry";

/** A transfer about which something is sent. */
interface Sending {
  readonly record: TransferRecord;
  readonly stored: Exchange | undefined;
  readonly asked: string;
  readonly begin: { readonly transfer_id: string; readonly subject: Omit<ExchangeSubject, "transfer_id"> };
}

type Sent = Result<Exchange, TravelIssueCode>;

/** Creates `send`. */
export function sender(settings: TrpSettings, urls: OwnUrls) {
  const { transfers, exchanges } = settings.compliance;
  return async (transfer_id: string, travelAddress: string | null): Promise<Sent> => {
    const found = checkedTransfer(await transfers.retrieve(transfer_id));
    if (!found.ok) return found;
    const version = newestOf(found.value);
    const { transfer } = version;
    const account = own(transfer, "originator_account_reference_id") ?? null;
    const subject = { side: "originator", vasp_id: transfer.beneficiary_vasp_id, account } as const;
    const stored = await exchanges.retrieve(transfer_id);
    const sending = {
      record: found.value,
      stored,
      asked: askedContent(version, "originator"),
      begin: { transfer_id, subject },
    };
    return travelAddress === null
      ? sendNothing(settings, sending)
      : storeInquiry(settings, urls, sending, travelAddress);
  };
}

/** Records that the counterparty cannot receive, once. */
async function sendNothing({ compliance }: TrpSettings, { stored, asked, begin }: Sending): Promise<Sent> {
  if (stored?.asked === asked && stored.events.at(-1)?.kind === "cannot_receive") return { ok: true, value: stored };
  const event = { kind: "cannot_receive", from: "own", asked } as const;
  return outcomeOf(await compliance.exchanges.record({ ...begin, event }));
}

async function storeInquiry(
  settings: TrpSettings,
  urls: OwnUrls,
  { record, stored, asked, begin }: Sending,
  travelAddress: string,
): Promise<Sent> {
  const { exchanges } = settings.compliance;
  const target = targetOf(settings, newestOf(record).transfer, travelAddress);
  if (!target.ok) return target;
  const { peer, url } = target.value;
  if (peer === undefined) {
    await exchanges.raise({ ...begin, alarm: "other_host" });
    return failed("/travelAddress", "not_allowed", UNBOUND);
  }
  if (stored !== undefined && isSent(stored, asked, url)) return { ok: true, value: stored };
  const isCorrection = stored?.state === "repair";
  const message_id = crypto.randomUUID();
  const body = await inquiryOf(settings, {
    record,
    peer,
    callback: await urls.resolution(begin.transfer_id, message_id),
    corrects: isCorrection ? firstInquiryOf(stored) : undefined,
  });
  if (!body.ok) return body;
  const kind = isCorrection ? "correction" : "inquiry";
  const event = { kind, from: "own", message_id, asked, body: body.value, urls: { inquiry: url } } as const;
  return outcomeOf(await exchanges.record({ ...begin, event }));
}

/** Whether the inquiry is stored already: `send` may be called again. */
function isSent({ state, urls, ...stored }: Exchange, asked: string, url: string): boolean {
  const isAwaited = state === "sent" || state === "review" || state === "accepted";
  return isAwaited && stored.asked === asked && own(urls, "inquiry") === url;
}

/** Returns the identifier under which the counterparty began. An inquiry before it was replaced. */
function firstInquiryOf({ events }: Exchange): string | undefined {
  return events.findLast(({ kind }) => kind === "inquiry")?.message_id ?? undefined;
}

const UNBOUND =
  "The host of the travel address is not among the hosts of the transfer's VASP in the option peers. The transfer suspends, and " +
  "nothing is sent.";
const OTHER_ADDRESS = "The transfer has another beneficiary_travel_address. Pass that one, or decide another transfer.";

/** Reasons of a decision that an answer of the counterparty removes. With others, no personal data is sent. */
const AWAITING: readonly string[] = [
  "beneficiary_address_missing",
  "exchange_missing",
  "exchange_open",
  "counterparty_cannot_receive",
];

/** Returns whether an open transfer may be executed, or awaits nothing but the counterparty. */
function isPermitted(record: TransferRecord): boolean {
  const isAwaiting = newestOf(record).reasons.every(({ code }) => AWAITING.includes(code));
  return record.decision === "execute" || (record.decision !== "reject" && isAwaiting);
}

/** Returns whether a stored inquiry may still be sent: it is about the transfer as it is now, which is permitted or was executed. */
export function maySend({ asked, alarm }: Exchange, record: TransferRecord | undefined): boolean {
  if (record === undefined || alarm !== null || asked !== askedContent(newestOf(record), "originator")) return false;
  const isExecuted = record.state === "executed" && !record.executed_without_permission;
  return isExecuted || (record.state === "open" && isPermitted(record));
}

function checkedTransfer(record: TransferRecord | undefined): Result<TransferRecord, TravelIssueCode> {
  if (record === undefined) return failed("/transfer_id", "not_allowed", "No stored transfer has this transfer_id.");
  if (record.state !== "open") return failed("/transfer_id", "not_allowed", "The transfer is confirmed already.");
  if (record.direction !== "outgoing" || record.kind !== "vasp_to_vasp") {
    return failed("/transfer_id", "not_allowed", "Only a transfer to another VASP has an inquiry.");
  }
  if (!isPermitted(record)) {
    const codes = newestOf(record).reasons.map(({ code }) => code);
    const message = `The decision does not permit to send personal data: ${codes.join(", ")}. Resolve these reasons first.`;
    return failed("/transfer_id", "not_allowed", message);
  }
  return { ok: true, value: record };
}

/** Where the inquiry goes. Without a peer, the host is not bound to the VASP. */
interface Target {
  readonly url: string;
  readonly peer: CheckedPeer | undefined;
}

function targetOf(
  { peers, allowPrivateHosts }: TrpSettings,
  transfer: DecisionDraft,
  travelAddress: unknown,
): Result<Target, TravelIssueCode> {
  const named = own(transfer, "beneficiary_travel_address");
  if (named !== undefined && named !== travelAddress) return failed("/travelAddress", "not_allowed", OTHER_ADDRESS);
  const parsed = parseTravelAddress(travelAddress);
  if (!parsed.ok) return parsed;
  const { url } = parsed.value;
  const { host, hostname } = new URL(url);
  if (isPrivateHost(hostname) && !allowPrivateHosts) {
    const message = "The host of the travel address is private. Ask for another travel address.";
    return failed("/travelAddress", "private_host", message);
  }
  const peer = peers.get(transfer.beneficiary_vasp_id);
  return { ok: true, value: { url, peer: peer?.hosts.has(host) ? peer : undefined } };
}

function outcomeOf({
  outcome,
  exchange,
}: Awaited<ReturnType<TrpSettings["compliance"]["exchanges"]["record"]>>): Result<Exchange, TravelIssueCode> {
  if (exchange !== undefined && (outcome === "recorded" || outcome === "repeated"))
    return { ok: true, value: exchange };
  const state = exchange?.state ?? "none";
  const message = `The exchange is in the state ${state}, in which nothing can be sent. Begin again under a new transfer_id.`;
  return failed("/transfer_id", "not_allowed", message);
}

function failed(path: string, code: TravelIssueCode, message: string): { ok: false; issues: Issue<TravelIssueCode>[] } {
  return { ok: false, issues: [{ code, path, clause: CLAUSE, message }] };
}
