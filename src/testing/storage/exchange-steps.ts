/** Calls of ExchangeRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { Exchange } from "../../domain/exchanges/exchange.js";
import type { ExchangeLease, ExchangeLeaseQuery } from "../../ports/exchanges.js";
import { byCodeUnits } from "./model.js";
import { anyReference, leaseTime, NO_LEASE, STAMP, stamp, TRANSFER_IDS } from "./records.js";
import { eraseAny, pruneTransfers } from "./removal-steps.js";
import { type Model, type Step, type Steps, step } from "./step.js";
import { allFacts, transferSteps } from "./transfer-steps.js";
import { listAll, type Walk, walkAmid } from "./walk.js";

interface ExchangeParts extends Partial<Pick<Exchange, "vasp_id" | "account" | "started_at" | "due">> {
  /** When it ended. @default it is open */
  readonly ended?: string | undefined;
}

/** Returns an exchange that waits for an answer, or one that was rejected. */
export function exchangeRecord(
  transfer_id: string,
  revision = 1,
  { vasp_id = "r1", account = "r1", started_at = STAMP, due = leaseTime(0), ended }: ExchangeParts = {},
): Exchange {
  const inquiry = { kind: "inquiry", at: started_at, message_id: "m1", reason: null } as const;
  const reason = { code: 1, text: "unknown é" };
  return {
    ...{ transfer_id, side: "originator", vasp_id, account, started_at, due, revision },
    ...{ state: ended === undefined ? "sent" : "rejected", deadline: due },
    events: [
      inquiry,
      ...(ended === undefined ? [] : [{ kind: "rejection", at: ended, message_id: "m2", reason } as const]),
    ],
    inquiries: [{ message_id: "m1", at: started_at, body: { name: "Zoë", amounts: ["1", null] } }],
    outgoing: { kind: "inquiry", message_id: "m1", body: {}, attempts: revision },
    is_tried: false,
    received: ended === undefined ? [] : [{ message_id: "m2", kind: "inquiry" as const, digest: "digest" }],
    urls: { inquiry: "https://vasp.example/inquiry" },
    ...{ address: null, transaction_hash: null, alarm: null, asked: null, names: [], is_incomplete: false },
  };
}

/** One of them is never the id of a transfer. */
const EXCHANGES = [...TRANSFER_IDS, "alone"] as const;
const VASPS = ["r1", "r2"] as const;
const anyExchange = fc.constantFrom(...EXCHANGES);
const anyVaspId = fc.constantFrom(...VASPS);

function saveExchange(record: Exchange): Step {
  const { transfer_id, revision } = record;
  return step("exchanges.save", [record], {
    call: ({ exchanges }) => exchanges.save(record),
    expected: ({ exchanges }) => {
      if ((exchanges.get(transfer_id)?.revision ?? 0) + 1 !== revision) return "changed_meanwhile";
      exchanges.set(transfer_id, record);
      return "saved";
    },
  });
}

const anyDue = fc.constantFrom(0, 0, 1, 6).map(leaseTime);

const anySave = fc
  .record({
    id: anyExchange,
    revision: fc.constantFrom(1, 1, 2, 2, 3, 4),
    vasp_id: anyVaspId,
    account: fc.option(anyReference),
    started_at: stamp,
    due: fc.option(anyDue),
    ended: fc.option(stamp, { nil: undefined }),
  })
  .map(({ id, revision, ...parts }) => saveExchange(exchangeRecord(id, revision, parts)));

function findExchange(id: string): Step {
  return step("exchanges.find", [id], {
    call: ({ exchanges }) => exchanges.find(id),
    expected: ({ exchanges }) => exchanges.get(id),
  });
}

function leaseExchanges(query: ExchangeLeaseQuery): Step {
  return step("exchanges.lease", [query], {
    call: async ({ exchanges }, run) => {
      const found = await exchanges.lease(query);
      for (const { exchange, lease } of found) {
        const { transfer_id } = exchange;
        run.exchangeLeases.set(transfer_id, [...(run.exchangeLeases.get(transfer_id) ?? []), lease]);
      }
      return found;
    },
    // The cast: that is what `call` returns.
    expected: (model, answer) => expectedLeases(model, query, answer as readonly ExchangeLease[]),
  });
}

/** Takes the leases that the storage chose, if it could choose them. Otherwise returns possible ones. */
function expectedLeases(
  { exchanges, exchangeLeases }: Model,
  { due, now, until, latest, limit }: ExchangeLeaseQuery,
  answer: readonly ExchangeLease[],
): readonly ExchangeLease[] {
  const isFree = ({ transfer_id }: Exchange): boolean => {
    const end = exchangeLeases.get(transfer_id)?.until;
    return end === undefined || end <= now || end > latest;
  };
  const dueOf = (each: Exchange): string => each.due ?? "~";
  const possible = [...exchanges.values()].filter((each) => dueOf(each) <= due && isFree(each));
  const first = possible.sort((a, b) => byCodeUnits(dueOf(a), dueOf(b))).slice(0, limit);
  const texts = new Map(answer.map(({ exchange, lease }) => [exchange.transfer_id, lease]));
  const chosen = [...texts.keys()].flatMap((id) => possible.filter(({ transfer_id }) => transfer_id === id));
  const isNew = chosen.every(({ transfer_id: id }) => texts.get(id) !== exchangeLeases.get(id)?.lease);
  // Those of equal `due` may be chosen in place of each other.
  const isFirst = String(chosen.map(dueOf)) === String(first.map(dueOf)) && answer.length === first.length;
  const isPossible = isNew && isFirst;
  return (isPossible ? chosen : first).map((exchange) => {
    const lease = isPossible ? (texts.get(exchange.transfer_id) ?? "") : "a new text";
    exchangeLeases.set(exchange.transfer_id, { lease, until });
    return { exchange, lease };
  });
}

/** Returns a query for leases of any number of exchanges, so many minutes after a fixed time. They last five minutes. */
export function exchangeLeaseQuery(minutes = 0, more: Partial<ExchangeLeaseQuery> = {}): ExchangeLeaseQuery {
  const at = (later: number): string => leaseTime(minutes + later);
  return { due: at(0), now: at(0), until: at(5), latest: at(10), limit: 1_000, ...more };
}

/** In minutes. */
const MOMENT = 1 / 60_000;

const leaseAny = fc
  .record({
    // Leases of minute 0 end in minute 5. A moment is a thousandth of a second.
    now: fc.constantFrom(0, 5 - MOMENT, 5, 9, 20),
    lasting: fc.constantFrom(5, 5 + MOMENT, 10, 30),
    due: fc.constantFrom(-MOMENT, 0, 1, 6),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ now, lasting, due, limit }) =>
    leaseExchanges(exchangeLeaseQuery(now, { due: leaseTime(due), until: leaseTime(now + lasting), limit })),
  );

/** Ends one of the last leases of an exchange. */
export function releaseExchange(id: string, before: number): Step {
  return step("exchanges.release", [id, `the last but ${before}`], {
    call: async ({ exchanges }, { exchangeLeases }) => {
      const lease = exchangeLeases.get(id)?.at(-1 - before) ?? NO_LEASE;
      await exchanges.release(id, lease);
      return lease;
    },
    expected: ({ exchangeLeases }, lease) => {
      const last = exchangeLeases.get(id);
      if (last !== undefined && last.lease === lease) exchangeLeases.set(id, { lease, until: undefined });
      return lease;
    },
  });
}

const releaseAny = fc.tuple(anyExchange, fc.constantFrom(0, 0, 1)).map((given) => releaseExchange(...given));

interface Filter {
  readonly vasp_id: string;
  readonly from: string;
}

const anyFilter: fc.Arbitrary<Filter> = fc.record({ vasp_id: anyVaspId, from: stamp });

function exchangeWalk(filter: Filter, size: number): Walk<Exchange> {
  return {
    name: "exchanges.list",
    query: { ...filter, size },
    page: ({ exchanges }, cursor) => exchanges.list({ ...filter, size, ...(cursor !== undefined && { cursor }) }),
    idOf: ({ transfer_id }) => transfer_id,
    stored: (model) => new Map(expectedMatches(model, filter).map((each) => [each.transfer_id, each])),
  };
}

function listExchanges(filter: Filter, size: number): Step {
  return listAll(
    (each) => exchangeWalk(filter, each),
    size,
    ({ started_at }) => started_at,
    (model) => expectedMatches(model, filter),
  );
}

function expectedMatches({ exchanges }: Model, { vasp_id, from }: Filter): readonly Exchange[] {
  const matching = [...exchanges.values()].filter((each) => each.vasp_id === vasp_id && each.started_at >= from);
  return matching.sort((a, b) => byCodeUnits(b.started_at, a.started_at) || byCodeUnits(a.transfer_id, b.transfer_id));
}

const anyRemoval = fc.oneof(pruneTransfers, eraseAny);

export const exchangeSteps: Steps = {
  first: [
    ...transferSteps.first,
    ...EXCHANGES.slice(2).map((id) => saveExchange(exchangeRecord(id, 1, { ended: id === "R1" ? STAMP : undefined }))),
  ],
  writes: [anySave, anySave],
  reads: [anyExchange.map(findExchange), anyExchange.map(allFacts)],
  lists: [
    leaseAny,
    leaseAny,
    releaseAny,
    anyRemoval,
    fc.tuple(anyFilter, fc.integer({ min: 1, max: 3 })).map((given) => listExchanges(...given)),
    fc
      .tuple(anyFilter, fc.integer({ min: 1, max: 2 }), fc.array(fc.oneof(anySave, anyRemoval), { maxLength: 3 }))
      .map(([filter, size, changes]) => walkAmid(exchangeWalk(filter, size), changes)),
  ],
  finalReads: [
    ...EXCHANGES.map(findExchange),
    ...VASPS.map((vasp_id) => listExchanges({ vasp_id, from: "2025" }, 2)),
    allFacts("r1"),
  ],
};

/** Concurrent changes of exchanges and erasures of their accounts. Not `prune`, which removes in several steps. */
export const exchangeRaces: Steps = {
  ...exchangeSteps,
  reads: [anyExchange.map(findExchange)],
  writes: [fc.oneof({ weight: 3, arbitrary: anySave }, { weight: 1, arbitrary: eraseAny })],
};
