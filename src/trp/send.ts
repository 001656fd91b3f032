/** `send`: stores the inquiry about a transfer. Nothing is sent here. */
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

/** Creates `send`. */
export function sender(settings: TrpSettings, urls: OwnUrls) {
  const { compliance } = settings;
  return async (transfer_id: string, travelAddress: string | null): Promise<Result<Exchange, TravelIssueCode>> => {
    const record = await compliance.transfers.retrieve(transfer_id);
    const found = checkedTransfer(record);
    if (!found.ok) return found;
    const stored = await compliance.exchanges.retrieve(transfer_id);
    const { transfer } = newestOf(found.value);
    const asked = askedContent(transfer);
    const vasp_id = transfer.beneficiary_vasp_id;
    const account = own(transfer, "originator_account_reference_id") ?? null;
    const subject = { side: "originator", vasp_id, account } as const;
    if (travelAddress === null) {
      const event = { kind: "cannot_receive", from: "own", asked } as const;
      return outcomeOf(await compliance.exchanges.record({ transfer_id, subject, event }));
    }
    const target = targetOf(settings, transfer, travelAddress);
    if (!target.ok) return target;
    const { peer, url } = target.value;
    if (peer === undefined) {
      await compliance.exchanges.raise({ transfer_id, subject, alarm: "other_host" });
      return failed("/travelAddress", "not_allowed", UNBOUND);
    }
    const isCorrection = stored?.state === "repair";
    const message_id = crypto.randomUUID();
    const body = await inquiryOf(settings, {
      record: found.value,
      peer,
      callback: await urls.resolution(transfer_id, message_id),
      corrects: isCorrection ? stored.inquiries[0]?.message_id : undefined,
    });
    if (!body.ok) return body;
    const kind = isCorrection ? "correction" : "inquiry";
    const event = { kind, from: "own", message_id, asked, body: body.value, urls: { inquiry: url } } as const;
    return outcomeOf(await compliance.exchanges.record({ transfer_id, subject, event }));
  };
}

const UNBOUND =
  "The host of the travel address is not among the hosts of the transfer's VASP in the option peers. The transfer suspends, and " +
  "nothing is sent.";
const OTHER_ADDRESS = "The transfer has another beneficiary_travel_address. Pass that one, or decide another transfer.";

/** Reasons of a decision that an answer of the counterparty removes. With others, no personal data is sent. */
const AWAITING: readonly string[] = ["beneficiary_address_missing", "exchange_missing", "exchange_open"];

/** Returns whether an open transfer may be executed, or awaits nothing but the counterparty. */
function isPermitted(record: TransferRecord): boolean {
  const isAwaiting = newestOf(record).reasons.every(({ code }) => AWAITING.includes(code));
  return record.decision === "execute" || (record.decision === "request_information" && isAwaiting);
}

/** Returns whether a stored inquiry may still be sent: it is about the transfer as it is now, which is permitted or was executed. */
export function maySend({ asked, alarm }: Exchange, record: TransferRecord | undefined): boolean {
  if (record === undefined || alarm !== null || asked !== askedContent(newestOf(record).transfer)) return false;
  return record.state === "executed" || (record.state === "open" && isPermitted(record));
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
