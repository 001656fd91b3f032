/** Calls of a storage and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { StoredAddress } from "../../domain/addresses/address.js";
import type { AlertFilter, AlertListQuery, StoredAlert } from "../../domain/alerts/alert.js";
import type { Chain } from "../../domain/chains/chain.js";
import { VASP_FIELDS, type VaspListQuery } from "../../domain/vasps/list.js";
import type { VaspSyncEntry } from "../../domain/vasps/sync.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { accountSteps, findAccount, insertAccount, removeAccount } from "./account-steps.js";
import { isSame } from "./compare.js";
import { linkedSteps } from "./linked-steps.js";
import {
  expectedAccount,
  expectedAddress,
  expectedAddressOrder,
  expectedAlerts,
  expectedAnswer,
  expectedHistory,
  expectedLinked,
  expectedListing,
  expectedSync,
  expectedVasps,
} from "./model.js";
import { allAlerts, listedAlerts, vaspsAfter } from "./pages.js";
import {
  ADDRESSES,
  type AddressChange,
  ALL,
  anyAddressChange,
  anyAlert,
  anyPage,
  anyTime,
  anyVasp,
  deliver,
  REFERENCES,
  review,
  TAGS,
  unreviewed,
} from "./records.js";
import { anyId, anyTerm, IDS, type Model, type Pause, type Step, type Steps, step, TERMS } from "./step.js";

async function* slowly<T>(records: readonly T[], pause: Pause, failure?: Error): AsyncGenerator<T> {
  for (const record of records) {
    await pause();
    yield record;
  }
  await pause();
  if (failure !== undefined) throw failure;
}

const anyStream = fc.array(
  fc.tuple(anyId, anyVasp).map(([vasp_id, record]): Vasp => ({ ...record, vasp_id })),
  { maxLength: 4 },
);

function loadVasps(given: readonly Vasp[]): Step {
  return step("vasps.load", given, {
    call: ({ vasps }, pause) => vasps.load(slowly(given, pause)),
    expected: ({ vasps }) => {
      const before = vasps.size;
      for (const record of given) vasps.set(record.vasp_id, record);
      const loaded = vasps.size - before;
      return { loaded, replaced: given.length - loaded };
    },
  });
}

function loadFailing(given: readonly Vasp[]): Step {
  const rejected = "rejected with the stream's own error";
  return step("vasps.load of a failing stream", given, {
    call: async ({ vasps }, pause) => {
      const failure = new Error("the source broke");
      try {
        return await vasps.load(slowly(given, pause, failure));
      } catch (error) {
        if (error === failure) return rejected;
        throw error;
      }
    },
    expected: () => rejected,
  });
}

const anyRegister = fc.record({
  entries: fc.array(
    fc
      .tuple(anyId, fc.option(anyVasp, { nil: undefined, freq: 4 }))
      .map(([vasp_id, record]): VaspSyncEntry => ({ vasp_id, record: record && { ...record, vasp_id } })),
    { maxLength: 4 },
  ),
  most: fc.integer({ min: 0, max: 3 }),
});

/** @param most how many records may be removed */
function syncVasps(entries: readonly VaspSyncEntry[], most: number): Step {
  return step("vasps.sync", [...entries, `at most ${most} removed`], {
    call: ({ vasps }, pause) => vasps.sync(slowly(entries, pause), ({ removed }) => removed <= most),
    expected: ({ vasps }) => {
      const { records, ...counts } = expectedSync([...vasps.values()], entries);
      if (counts.removed > most) return "refused";
      vasps.clear();
      for (const record of records) vasps.set(record.vasp_id, record);
      return counts;
    },
  });
}

function removeVasp(id: string): Step {
  return step("vasps.remove", [id], {
    call: ({ vasps }) => vasps.remove(id),
    expected: ({ vasps }) => vasps.delete(id),
  });
}

function findVasp(id: string): Step {
  return step("vasps.find", [id], { call: ({ vasps }) => vasps.find(id), expected: ({ vasps }) => vasps.get(id) });
}

function searchVasps(term: string): Step {
  return step("vasps.search", [term], {
    call: ({ vasps }) => vasps.search(term),
    expected: ({ vasps }) => expectedVasps([...vasps.values()], term),
  });
}

function listVasps({ page, size, sort }: VaspListQuery): Step {
  const query = { page, size, ...(sort !== undefined && { sort }) };
  return step("vasps.list", [query], {
    call: ({ vasps }) => vasps.list(query),
    expected: ({ vasps }) => {
      const items = expectedListing([...vasps.values()], sort).slice((page - 1) * size, page * size);
      return { items, pagination: { total: vasps.size, page, size } };
    },
  });
}

/** Reads all records in calls of this limit. The port leaves the order open, so they are sorted. */
function allVasps(limit: number): Step {
  return step("vasps.after, to the end", [limit], {
    call: async ({ vasps }) => expectedListing(await vaspsAfter(vasps, limit), undefined),
    expected: ({ vasps }) => expectedListing([...vasps.values()], undefined),
  });
}

const anySort = fc.record({ field: fc.constantFrom(...VASP_FIELDS), descending: fc.boolean() });

export const vaspSteps: Steps = {
  first: [],
  writes: [
    anyStream.map(loadVasps),
    anyStream.map(loadFailing),
    anyRegister.map(({ entries, most }) => syncVasps(entries, most)),
    anyId.map(removeVasp),
  ],
  reads: [anyId.map(findVasp)],
  lists: [
    anyTerm.map(searchVasps),
    fc.tuple(anyPage, anySort).map(([page, sort]) => listVasps({ ...page, sort })),
    fc.integer({ min: 1, max: 3 }).map(allVasps),
  ],
  finalReads: [...IDS.map(findVasp), listVasps(ALL), allVasps(2), ...TERMS.map(searchVasps)],
};

const insertAlert = fc.tuple(anyId, anyAlert).map(([alert_id, alert]): Step => {
  const given = { ...alert, alert_id };
  return step("alerts.insert", [given], {
    call: ({ alerts }) => alerts.insert(given),
    expected: ({ alerts }) => {
      if (alerts.has(alert_id)) return "taken";
      alerts.set(alert_id, unreviewed(given));
      return "inserted";
    },
  });
});

const markDelivered = anyId.map((id) =>
  step("alerts.markDelivered", [id], {
    call: ({ alerts }) => deliver(alerts, id),
    expected: ({ alerts }) => {
      const stored = alerts.get(id);
      if (stored !== undefined) alerts.set(id, { ...stored, delivered: true });
      return undefined;
    },
  }),
);

function findAlert(id: string): Step {
  return step("alerts.find", [id], {
    call: ({ alerts }) => alerts.find(id),
    expected: ({ alerts }) => alerts.get(id),
  });
}

function listAlerts(query: AlertListQuery): Step {
  const { size, ...filter } = query;
  return step("alerts.list", [query], {
    call: async ({ alerts }) => {
      const page = await alerts.list(query);
      const listed = (await listedAlerts(alerts, filter)).slice(0, size);
      return { isBeginning: isSame(page?.items, listed), isLast: page?.next_cursor === null };
    },
    expected: ({ alerts }) => ({ isBeginning: true, isLast: expectedMatches(alerts, query).length <= size }),
  });
}

/** Lists all pages. */
function walkAlerts(filter: AlertFilter, size: number): Step {
  return step("all pages of alerts.list", [filter, size], {
    call: ({ alerts }) => allAlerts(alerts, filter, size),
    expected: ({ alerts }) => expectedMatches(alerts, filter),
  });
}

function expectedMatches(alerts: Model["alerts"], filter: AlertFilter): readonly StoredAlert[] {
  const { transaction_id, delivered, reviewed, from, to } = filter;
  const matching = [...alerts.values()].filter(
    (each) =>
      (delivered ?? each.delivered) === each.delivered &&
      (reviewed ?? each.reviews.length > 0) === each.reviews.length > 0 &&
      (transaction_id ?? each.alert.transaction_id) === each.alert.transaction_id &&
      (from ?? "") <= each.alert.raised_at &&
      (to === undefined || each.alert.raised_at < to),
  );
  const sorted = expectedAlerts(matching.map(({ alert }) => alert));
  return sorted.map(({ alert_id }) => alerts.get(alert_id)).filter((each) => each !== undefined);
}

const reviewAlert = fc.tuple(anyId, fc.constantFrom("one", "two")).map(([id, by]) =>
  step("alerts.review", [id, review(by)], {
    call: ({ alerts }) => alerts.review(id, review(by)),
    expected: ({ alerts }) => {
      const stored = alerts.get(id);
      if (stored === undefined) return undefined;
      const reviewed = { ...stored, reviews: [...stored.reviews, review(by)] };
      alerts.set(id, reviewed);
      return reviewed;
    },
  }),
);

const pruneAlerts = fc.tuple(anyTime, fc.boolean()).map(([before, includeUndelivered]) =>
  step("alerts.prune", [before, includeUndelivered], {
    call: ({ alerts }) => alerts.prune(before, includeUndelivered),
    expected: ({ alerts }) => {
      const isDone = ({ alert, delivered, reviews }: StoredAlert): boolean =>
        (delivered || includeUndelivered) && reviews.length > 0 && alert.raised_at < before;
      const done = [...alerts].filter(([, stored]) => isDone(stored));
      for (const [id] of done) alerts.delete(id);
      return done.length;
    },
  }),
);

const anyAlertFilter: fc.Arbitrary<AlertFilter> = fc.record(
  {
    delivered: fc.boolean(),
    reviewed: fc.boolean(),
    transaction_id: fc.constantFrom("transaction of r1", "transaction of r2"),
    from: anyTime,
    to: anyTime,
  },
  { requiredKeys: [] },
);
const anyAlertQuery = fc.tuple(anyAlertFilter, fc.integer({ min: 1, max: 5 }));
const anyAlertWalk = fc.tuple(anyAlertFilter, fc.integer({ min: 1, max: 3 }));

export const alertSteps: Steps = {
  first: [],
  writes: [insertAlert, markDelivered, reviewAlert],
  reads: [anyId.map(findAlert)],
  lists: [
    anyAlertQuery.map(([filter, size]) => listAlerts({ ...filter, size })),
    anyAlertWalk.map(([filter, size]) => walkAlerts(filter, size)),
    pruneAlerts,
  ],
  finalReads: [
    ...IDS.map(findAlert),
    walkAlerts({}, 1_000),
    walkAlerts({ delivered: true }, 1_000),
    walkAlerts({ delivered: false }, 1_000),
    walkAlerts({ reviewed: true }, 1_000),
  ],
};

function keyOf({ chain, address }: { readonly chain: string; readonly address: string }): string {
  return JSON.stringify([chain, address]);
}

function changeAddress(change: AddressChange): Step {
  const key = keyOf(change.update);
  return step(`addresses.${change.kind}`, [change.update], {
    call: ({ addresses }) => addresses[change.kind](change.update),
    expected: ({ accounts, addresses }) => {
      const updates = addresses.get(key) ?? [];
      const answer = expectedAnswer(updates, change, accounts);
      if (typeof answer !== "string") addresses.set(key, [...updates, change.update]);
      return answer;
    },
  });
}

interface AddressId {
  readonly chain: Chain;
  readonly address: string;
}

function findAddress({ chain, address }: AddressId): Step {
  return step("addresses.find", [chain, address], {
    call: ({ addresses }) => addresses.find(chain, address),
    expected: ({ addresses }) => expectedAddress(addresses.get(keyOf({ chain, address })) ?? []),
  });
}

function historyOf({ chain, address }: AddressId): Step {
  return step("addresses.history", [chain, address], {
    call: ({ addresses }) => addresses.history(chain, address),
    expected: ({ addresses }) => expectedHistory(addresses.get(keyOf({ chain, address })) ?? []),
  });
}

function removeAddress({ chain, address }: AddressId): Step {
  return step("addresses.remove", [chain, address], {
    call: ({ addresses }) => addresses.remove(chain, address),
    expected: ({ addresses }) => addresses.delete(keyOf({ chain, address })),
  });
}

function accountOf({ chain, address }: AddressId, tag: string | undefined): Step {
  return step("addresses.accountOf", [chain, address, tag], {
    call: ({ addresses }) => addresses.accountOf(chain, address, tag),
    expected: ({ addresses }) => expectedAccount(addresses.get(keyOf({ chain, address })) ?? [], tag),
  });
}

function addressesOf(account: string): Step {
  return step("addresses.ofAccount", [account], {
    call: ({ addresses }) => addresses.ofAccount(account),
    expected: ({ addresses }) => {
      const linked = [...addresses.values()].map((updates) => expectedLinked(updates, account));
      return expectedAddressOrder(linked.filter((each) => each !== undefined));
    },
  });
}

/** Reads all pages. The port leaves the order open, so the records are sorted. */
function listAddresses(size: number, chain: Chain | undefined): Step {
  return step("addresses.list of all pages", [{ size, chain }], {
    call: async ({ addresses }) => {
      const pages: (readonly StoredAddress[])[] = [];
      let cursor: string | undefined;
      do {
        const page = await addresses.list({ size, chain, cursor });
        if (page === undefined) return "rejected its own cursor";
        pages.push(page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return { sizes: pages.map(({ length }) => length), items: expectedAddressOrder(pages.flat()) };
    },
    expected: ({ addresses }) => {
      const all = [...addresses.values()].map(expectedAddress).filter((each) => each !== undefined);
      const items = expectedAddressOrder(all.filter((each) => chain === undefined || each.chain === chain));
      const pages = Math.max(1, Math.ceil(items.length / size));
      const sizes = Array.from({ length: pages }, (_, page) => Math.min(size, items.length - page * size));
      return { sizes, items };
    },
  });
}

function addressStepsFor(...[addresses, references]: Parameters<typeof anyAddressChange>): Steps {
  const anyAddress = fc.constantFrom(...addresses);
  const anyTag = fc.constantFrom(undefined, ...TAGS);
  const changes = anyAddressChange(addresses, references).map(changeAddress);
  const anyReference = fc.constantFrom(...references);
  return {
    first: references.map((id) => insertAccount(id)),
    // Few removals, because there is little to read after them.
    writes: [
      fc.oneof(
        { weight: 10, arbitrary: changes },
        { weight: 2, arbitrary: anyAddress.map(removeAddress) },
        { weight: 1, arbitrary: anyReference.map(removeAccount) },
        { weight: 1, arbitrary: anyReference.map((id) => insertAccount(id)) },
      ),
    ],
    reads: [
      anyAddress.map(findAddress),
      anyAddress.map(historyOf),
      fc.tuple(anyAddress, anyTag).map(([address, tag]) => accountOf(address, tag)),
    ],
    lists: [
      fc.constantFrom(...references).map(addressesOf),
      fc
        .tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(undefined, "tezos" as const, "near" as const))
        .map(([size, chain]) => listAddresses(size, chain)),
    ],
    finalReads: [
      ...references.map(findAccount),
      ...addresses.map(findAddress),
      ...addresses.map(historyOf),
      ...references.map(addressesOf),
      ...[undefined, ...TAGS].map((tag) => accountOf(addresses[0] ?? ADDRESSES[0], tag)),
      listAddresses(2, undefined),
      listAddresses(2, "tezos"),
    ],
  };
}

export const addressSteps: Steps = addressStepsFor(ADDRESSES, REFERENCES);

/** Steps on one address, for concurrent calls that conflict. */
export const oneAddressSteps: Steps = addressStepsFor([ADDRESSES[0]], [REFERENCES[0], REFERENCES[1]]);

const everySteps = [accountSteps, vaspSteps, alertSteps, addressSteps, linkedSteps];

const compact = step("compact", [], { call: (storage) => storage.compact(), expected: () => undefined });

/** Steps on all repositories. */
export const allSteps: Steps = {
  first: [insertAccount(REFERENCES[0])],
  writes: [...everySteps.flatMap(({ writes }) => writes), fc.constant(compact)],
  reads: everySteps.flatMap(({ reads }) => reads),
  lists: everySteps.flatMap(({ lists }) => lists),
  finalReads: everySteps.flatMap(({ finalReads }) => finalReads),
};
