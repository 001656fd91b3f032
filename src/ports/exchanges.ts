/** The part of a storage that keeps exchanges of messages. It keeps the promises of storage.ts, and `storageConformance` checks it too. */
import type { Exchange } from "../domain/exchanges/exchange.js";
import type { CursorPage } from "../domain/page.js";
import type { AuditRecording } from "./audit.js";

/** Which exchanges to lease. Times are ISO 8601, UTC, milliseconds. */
export interface ExchangeLeaseQuery {
  /** Only exchanges whose `due` is this time or earlier. */
  readonly due: string;
  /** The current time. A lease that ends then, or before, has expired. */
  readonly now: string;
  /** When the new leases end. */
  readonly until: string;
  /** The latest end of a lease. One that ends later was taken by a clock that is wrong, and has expired. */
  readonly latest: string;
  /** The most exchanges, 1 or more. */
  readonly limit: number;
}

/** A leased exchange. Until the lease ends, no other call leases it. */
export interface ExchangeLease {
  readonly exchange: Exchange;
  /** Identifies the lease. No two leases of an exchange have the same text. */
  readonly lease: string;
}

/** Exchanges of a counterparty. */
export interface ExchangeListQuery {
  readonly vasp_id: string;
  /** The earliest `started_at`. */
  readonly from: string;
  readonly size: number;
  readonly cursor?: string | undefined;
}

/** Stores exchanges of messages, one for each transfer. */
export interface ExchangeRepository {
  /**
   * Finds the exchange of a transfer.
   *
   * @returns The exchange, or undefined.
   */
  find(transfer_id: string): Promise<Exchange | undefined>;
  /**
   * Stores the exchange in place of the one before. Atomic: of several calls with the same `revision`, one stores.
   *
   * @param exchange - its `revision` is one more than that of the stored exchange, or 1
   * @returns "changed_meanwhile" if the stored exchange has another revision, or must not be there. Then nothing changes.
   */
  save(exchange: Exchange, recording?: AuditRecording): Promise<"saved" | "changed_meanwhile">;
  /**
   * Takes leases of exchanges that are due, and whose lease is free or has expired. Atomic: of concurrent calls, one gets the
   * lease of an exchange, also on other instances of the same database. The end of the process may end it. `save` does not.
   *
   * @returns At most `limit` exchanges with their leases: those with the earliest `due`, in this order. Ties are in any fixed order.
   */
  lease(query: ExchangeLeaseQuery): Promise<readonly ExchangeLease[]>;
  /** Ends a lease before its time. One that was replaced by another, and one of an unknown exchange, are ignored. */
  release(transfer_id: string, lease: string): Promise<void>;
  /**
   * Lists the exchanges with a counterparty from a time on, newest `started_at` first. Exchanges of equal time are in one
   * fixed order. Exchanges that are added or removed between two pages neither skip nor repeat others.
   *
   * @returns One page; undefined for a text that is no cursor of such a list.
   */
  list(query: ExchangeListQuery): Promise<CursorPage<Exchange> | undefined>;
}
