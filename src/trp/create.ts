/** `createTrp`: the exchange of messages by the Travel Rule Protocol. */
import type { Exchange } from "../domain/exchanges/exchange.js";
import type { Result } from "../domain/result.js";
import type { TravelIssueCode } from "../ivms101/travel-issue.js";
import { deliverer, type TrpDelivery, type TrpDeliveryOptions } from "./deliver.js";
import { receiver } from "./handler.js";
import { checkedTrp, type TrpOptions } from "./options.js";
import { pathsOf } from "./paths.js";
import { sender } from "./send.js";
import { ownUrls } from "./urls.js";

/** Sends and receives the messages about transfers. */
export interface Trp {
  /**
   * Returns a travel address under which other VASPs ask about a transfer to the account. It leads to it for 30 days, and shows
   * nothing of it.
   *
   * @param reference_id - the account of your customer
   * @returns The travel address; or the issue of an account that is not stored, or of an address that would be too long.
   * @throws ComplianceError `not_configured` without `policy.exchange`, `storage_…`.
   * @example
   * const travelAddress = await trp.travelAddressFor("A-1"); // { ok: true, value: "ta2W2H…" }
   */
  travelAddressFor(reference_id: string): Promise<Result<string, TravelIssueCode>>;
  /**
   * Stores the inquiry about an outgoing transfer, or the corrected one if the counterparty asked for it. `deliver` sends it.
   * The decision must be `execute`, or await nothing but the counterparty. The same call again changes nothing. Another travel
   * address or a corrected transfer replaces an inquiry that was not acknowledged.
   *
   * @param transfer_id - the decided transfer
   * @param travelAddress - that of the beneficiary; null records that the counterparty cannot receive an inquiry
   * @returns The exchange, or every issue. If the host is not bound to the VASP of the transfer, the transfer suspends.
   * @throws ComplianceError `not_configured` without `policy.exchange`, `storage_…`.
   */
  send(transfer_id: string, travelAddress: string | null): Promise<Result<Exchange, TravelIssueCode>>;
  /**
   * Handles a request below `baseUrl`. It never rejects. What it refuses is not stored.
   *
   * @param request - with a client certificate that `authenticate` checks
   * @returns The answer of TRP. A refusal is JSON with `error`, a code.
   */
  handler(request: Request): Promise<Response>;
  /**
   * Looks at every exchange that is due. It sends inquiries, resolutions after a decision or a review, and transactions and
   * cancellations after `transfers.confirm`. It repeats what failed, and ends exchanges whose deadline is over. Call it again
   * and again, also in several processes.
   *
   * @param options - limit and signal
   * @returns How many messages were sent, and the failures. What failed is tried again.
   * @throws ComplianceError `storage_…`.
   */
  deliver(options?: TrpDeliveryOptions): Promise<TrpDelivery>;
}

/**
 * Creates the exchange of messages by the Travel Rule Protocol (TRP 3.2). It has no server and no certificates: pass requests
 * to `handler`, and a `fetch` with your client certificate.
 *
 * @param options - the operations, the counterparties, and your URL
 * @returns A frozen object of functions.
 * @throws ComplianceError `configuration_invalid` for an invalid option
 * @example
 * const trp = createTrp({ compliance, fetch, authenticate, peers, baseUrl, addressKey, depositAddress });
 * await trp.send("W-1", travelAddress);
 * await trp.deliver();
 */
export function createTrp(options: TrpOptions): Trp {
  const settings = checkedTrp(options);
  const paths = pathsOf(settings.addressKey);
  const urls = ownUrls(settings, paths);
  return Object.freeze({
    travelAddressFor: (reference_id: string) => urls.travelAddress(reference_id),
    send: sender(settings, urls),
    handler: receiver(settings, paths, urls),
    deliver: deliverer(settings, urls),
  });
}
