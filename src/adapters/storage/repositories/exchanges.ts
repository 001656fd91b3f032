/** The repository of exchanges. */
import type { Exchange } from "../../../domain/exchanges/exchange.js";
import { bare } from "../../../domain/own.js";
import { compareText } from "../../../domain/text.js";
import { exchanges } from "../../../ports/collections.js";
import type { ExchangeLease, ExchangeLeaseQuery, ExchangeRepository } from "../../../ports/exchanges.js";
import { newToken } from "../../../ports/rows.js";
import type { Condition, Row, StorageEngine } from "../../../ports/storage-engine.js";
import { copyOf, keptCopyOf } from "../copy.js";
import { takeOnce } from "./leases.js";
import type { Plan } from "./perform.js";
import { cursorPage, findRecord, type Session } from "./session.js";

/** Returns the repository. */
export function exchangeRepository(session: Session): ExchangeRepository {
  const { engine, run, whileOpen } = session;
  return {
    find: (transfer_id) => whileOpen(() => findRecord(session, exchanges, exchanges.at(transfer_id))),
    save: (exchange, recording) => whileOpen(() => run(saving(keptCopyOf(exchange)), recording)),
    lease: (query) =>
      whileOpen(() => {
        const given = bare(copyOf(query));
        return lease(engine, given);
      }),
    release: (transfer_id, token) => whileOpen(() => run(releasing(transfer_id, token))),
    list: (query) =>
      whileOpen(() => {
        const { vasp_id, from, size, cursor } = bare(copyOf(query));
        const where: Condition[] = [
          ["vasp", "=", vasp_id],
          ["started", ">=", from],
        ];
        const listing = {
          name: "exchanges",
          range: { collection: exchanges.name, index: "counterparty", where, descending: true },
          timeOf: (row: Row) => exchanges.recordOf(row).started_at,
          itemsOf: exchanges.recordsOf,
        };
        return cursorPage(session, listing, { size, cursor });
      }),
  };
}

/** Needs no read: the expectation of the revision decides. */
function saving(exchange: Exchange): Plan<"saved" | "changed_meanwhile"> {
  const { revision } = exchange;
  const put = exchanges.draftOf(exchange);
  const expect = revision === 1 ? ("absent" as const) : ([["revision", "=", revision - 1]] as const);
  const changes = [{ collection: exchanges.name, key: put.key, expect, put }];
  return { reads: [], run: () => ({ result: "saved", otherwise: "changed_meanwhile", changes }) };
}

async function lease(engine: StorageEngine, query: ExchangeLeaseQuery): Promise<readonly ExchangeLease[]> {
  const { due, now, until, latest, limit } = query;
  const token = newToken();
  const isDue: Condition = ["due", "<=", due];
  const range = { collection: exchanges.name, index: "due" };
  const taking = {
    range: { ...range, where: [isDue, ["until", "outside", now, latest]] satisfies Condition[], limit },
    set: { lease: token, until },
  };
  const rows = await takeOnce(engine, token, taking, { ...range, where: [isDue, ["lease", "=", token]] });
  const leases = exchanges.recordsOf(rows).map((exchange) => ({ exchange, lease: token }));
  return copyOf(leases.sort((a, b) => compareText(a.exchange.due ?? "", b.exchange.due ?? "")));
}

function releasing(transfer_id: string, lease: string): Plan<void> {
  const expect = [["lease", "=", lease]] as const;
  const changes = [{ ...exchanges.at(transfer_id), expect, set: { until: "" } }];
  return { reads: [], run: () => ({ result: undefined, otherwise: undefined, changes }) };
}
