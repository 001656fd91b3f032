/** Drawn calls of an engine, with the answer of the reference. */
import * as fc from "fast-check";
import { accounts, addresses, alerts, linked, links, tuple, vasps } from "../../ports/collections.js";
import { newToken, stateColumns } from "../../ports/rows.js";
import type {
  Change,
  Condition,
  Draft,
  Found,
  RangeRead,
  Read,
  Removal,
  Row,
  StorageEngine,
  Taking,
} from "../../ports/storage-engine.js";
import { jsonText } from "../outcome.js";
import { alert, individual, review, STAMP, vasp } from "../storage/records.js";
import {
  collectionOf,
  type Model,
  modelCommit,
  modelRead,
  modelReplace,
  modelSearch,
  modelTake,
  rowsIn,
} from "./reference-engine.js";

/** A call with the answer of the reference. Making it changes the model. */
interface EngineCall {
  readonly text: string;
  readonly expected: unknown;
  /** Makes the call and returns its answer in the form of `expected`. */
  readonly call: (engine: StorageEngine) => Promise<unknown>;
}

/** Draws calls whose arguments may depend on what is stored. */
export type EngineStep = (model: Model) => EngineCall;

const IDS = ["a", "B", "\u{1f600}", "\uffff", "__proto__"] as const;
const TIMES = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"] as const;
const anyId = fc.constantFrom(...IDS);
const anyTime = fc.constantFrom(...TIMES);

/** A record and its collection. */
type Placed = readonly [name: string, draft: Draft];

const anyAccount = fc
  .tuple(anyId, anyTime, anyTime, fc.constantFrom("customer", "non-customer"))
  .map(([id, created, last_modified, account_category]): Placed => {
    const given = { created, last_modified, account_category } as const;
    return [
      accounts.name,
      accounts.draftOf({ ...individual(id, { name_last: id === "a" ? "Coin Ruiz" : `Ruiz ${id}` }), ...given }),
    ];
  });
const anyAlert = fc.tuple(anyId, anyTime, fc.boolean()).map(([id, raised_at, isReviewed]): Placed => {
  const reviews = isReviewed ? [review()] : [];
  return [alerts.name, alerts.draftOf({ alert: { ...alert(id), raised_at, transaction_id: `t ${id}` }, reviews })];
});
const anyAddress = fc.oneof(anyId, fc.constantFrom("a1", "a2", "a3")).map((address): Placed => {
  const given = { chain: "tezos", address, is_self_hosted: false, created: STAMP, earlier: 0 } as const;
  return [addresses.name, addresses.draftOf(given)];
});
const anyLink = fc
  .tuple(anyId, anyId, fc.option(anyId), fc.boolean())
  .map(([address, account_ref_id, tag, isEnded]): Placed => {
    const link = { account_ref_id, tag, linked: STAMP, unlinked: isEnded ? STAMP : null };
    return [links.name, links.draftOf({ chain: "tezos", address, link, ...(isEnded && { ended: account_ref_id }) })];
  });
const anyLinked = fc.tuple(anyId, anyId, anyTime).map(([link_key, transaction_id, time]): Placed => {
  return [linked.name, linked.draftOf({ link_key, transaction_id, time, amounts: [] })];
});
const NAMES: ReadonlyMap<string, string> = new Map([
  ["a", "Bitcoin"],
  ["B", "A Coin"],
  ["\u{1f600}", "Coins"],
]);
const anyVasp = fc.tuple(anyId, fc.option(anyId, { nil: undefined })).map(([id, website]) => {
  // Of the ranks of a match, the best one is not that of the first key.
  const name_legal = NAMES.get(id) ?? "Coin";
  return vasps.draftOf(vasp(id, { name_legal, ...(website !== undefined && { website }) }));
});
const anyPlaced = fc.oneof(anyAccount, anyAlert, anyAlert, anyAddress, anyLink, anyLinked);

const anyState = fc.record({ delivered: fc.nat(1), until: anyTime, lease: anyId }, { requiredKeys: ["delivered"] });

interface DrawnChange {
  readonly placed: Placed;
  readonly expect: "absent" | "present" | "current" | "stale" | "pending";
  readonly action: "put" | "remove" | "stay" | "set";
  readonly set: object;
}

const anyChange: fc.Arbitrary<DrawnChange> = fc.record({
  placed: anyPlaced,
  expect: fc.constantFrom("absent", "present", "current", "stale", "pending"),
  action: fc.constantFrom("put", "put", "set", "set", "remove", "stay"),
  set: anyState,
});

/** Twice as often what the row is like, so that most commits happen. */
function changeOf(model: Model, { placed: [collection, put], expect, action, set }: DrawnChange): Change {
  const row = rowsIn(model, collection).get(put.key);
  const at = { collection, key: put.key };
  const isState = collection === alerts.name;
  if (row === undefined && expect !== "stale") return { ...at, expect: "absent", put };
  const version: Condition = ["version", "=", expect === "stale" ? "0".repeat(16) : (row?.version ?? "")];
  const conditions: readonly Condition[] = expect === "pending" && isState ? [["delivered", "=", 0]] : [version];
  const expected = expect === "absent" || expect === "present" ? expect : conditions;
  if (expected === "absent") return { ...at, expect: "absent", put };
  if (action === "put") return { ...at, expect: expected, put };
  if (action === "set" && isState) return { ...at, expect: expected, set: set as Readonly<Record<string, string>> };
  return action === "remove" ? { ...at, expect: expected, remove: true } : { ...at, expect: expected };
}

const anyRemoval = fc.oneof(
  fc.tuple(anyId, fc.boolean()).map(([id, isCurrent]): Removal => {
    const where: Condition[] = [["account", "=", id]];
    return { collection: links.name, where: isCurrent ? [...where, ["is_current", "=", 1]] : where };
  }),
  anyId.map((id): Removal => ({ collection: linked.name, where: [["link_key", "=", id]] })),
  fc.tuple(fc.uniqueArray(anyId), anyTime).map(([keys, time]): Removal => {
    return {
      collection: alerts.name,
      where: [
        ["delivered", "=", 1],
        ["raised_at", "<", time],
      ],
      keys,
    };
  }),
);

const anyCommit = fc
  .record({ changes: fc.array(anyChange, { maxLength: 4 }), removals: fc.array(anyRemoval, { maxLength: 1 }) })
  .map(
    ({ changes: drawn, removals }): EngineStep =>
      (model) => {
        const all = drawn.map((each) => changeOf(model, each));
        const changes = [...new Map(all.map((change) => [`${change.collection} ${change.key}`, change])).values()];
        const token = newToken();
        return {
          text: `commit(${[token, changes, removals].map(jsonText).join(", ")})`,
          expected: modelCommit(model, token, changes, removals),
          call: (engine) => engine.commit(token, changes, removals),
        };
      },
  );

const anyLimits: fc.Arbitrary<Pick<RangeRead, "limit" | "offset">> = fc.oneof(
  fc.constant({}),
  fc.record({ limit: fc.integer({ min: 1, max: 4 }), offset: fc.nat(2) }, { requiredKeys: ["limit"] }),
);
const anyPlace = fc.option(fc.nat(4), { nil: undefined });

const anyRange = fc
  .oneof(
    fc.constantFrom<RangeRead>(
      { collection: accounts.name },
      { collection: accounts.name, index: "created" },
      { collection: accounts.name, index: "last_modified", where: [["account_category", "=", "customer"]] },
      { collection: vasps.name, index: "website" },
      { collection: vasps.name, where: [["website", "=", null]] },
      { collection: alerts.name, index: "raised" },
      { collection: addresses.name, index: "chain", where: [["chain", "=", "tezos"]] },
    ),
    fc.tuple(anyId, anyTime, anyTime).map(([id, from, to]): RangeRead => {
      const where: Condition[] = [
        ["link_key", "=", id],
        ["time", ">=", from],
        ["time", "<=", to],
      ];
      return { collection: linked.name, index: "link_key", where };
    }),
    anyTime.map((time): RangeRead => ({ collection: linked.name, index: "time", where: [["time", "<", time]] })),
    fc.tuple(fc.constantFrom("delivered", "reviewed"), fc.nat(1), anyTime).map(([index, state, time]): RangeRead => {
      return {
        collection: alerts.name,
        index,
        where: [
          [index, "=", state],
          ["raised_at", ">", time],
        ],
      };
    }),
    fc.tuple(anyId, fc.nat(1)).map(([id, is_current]): RangeRead => {
      return {
        collection: links.name,
        index: "account",
        where: [
          ["account", "=", id],
          ["is_current", "=", is_current],
        ],
      };
    }),
    anyId.map((id): RangeRead => {
      return { collection: links.name, index: "address", where: [["address", "=", tuple(["tezos", id])]] };
    }),
  )
  .chain((range) =>
    fc
      .tuple(fc.boolean(), anyLimits, anyPlace, fc.boolean(), fc.boolean())
      .map(([descending, limits, place, count, isFollowed]) => (model: Model): Read => {
        if (count) return { ...range, count };
        const follow = { column: "address", collection: addresses.name };
        if (isFollowed && range.collection === links.name) return { ...range, follow };
        return pageOf(model, { ...range, descending }, limits, place);
      }),
  );

/** Returns a page, which begins behind the row in that place if there is one. */
function pageOf(
  model: Model,
  range: RangeRead,
  limits: Pick<RangeRead, "limit" | "offset">,
  place: number | undefined,
): RangeRead {
  const last = place === undefined ? undefined : modelRead(model, range).rows[place];
  if (last === undefined) return { ...range, ...limits };
  const [by] = range.index === undefined ? [] : (collectionOf(range.collection).indexes[range.index]?.by ?? []);
  const value = by === undefined ? null : (last.columns[by] ?? null);
  return { ...range, limit: limits.limit, after: [value, last.key] };
}

const anyKeyRead = anyPlaced.map(
  ([collection, { key }]) =>
    (): Read => ({ collection, key }),
);

const anyRead = fc.array(fc.oneof(anyKeyRead, anyRange), { maxLength: 3 }).map(
  (drawn): EngineStep =>
    (model) => {
      const reads = drawn.map((read) => read(model));
      return {
        text: `read(${jsonText(reads)})`,
        expected: reads.map((read) => seen(read, modelRead(model, read))),
        call: async (engine) => {
          const found = await engine.read(reads);
          return reads.map((read, index) => seen(read, found[index]));
        },
      };
    },
);

/** Rows that are followed are in any order. */
function seen(read: Read, found: Found | undefined): unknown {
  const isFollowed = "follow" in read && read.follow !== undefined;
  const collection = isFollowed ? (read.follow?.collection ?? "") : read.collection;
  const rows = (found?.rows ?? []).map((row) => shown(collection, row));
  return { count: found?.count, rows: isFollowed ? sorted(rows) : rows };
}

/** A row that is read may lack the columns that repeat its record. */
export function shown(collection: string, { key, version, columns, record }: Row) {
  const states = stateColumns(collectionOf(collection));
  return { key, version, record, columns: Object.fromEntries(states.map((name) => [name, columns[name]])) };
}

function sorted<T extends { readonly key: string }>(rows: readonly T[]): readonly T[] {
  return [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
}

const anyTake = fc
  .tuple(fc.nat(2), anyTime, fc.option(fc.nat(3), { nil: undefined }), fc.option(anyId, { nil: undefined }))
  .map(
    ([limit, until, round, id]): EngineStep =>
      (model) => {
        const where: Condition[] = [
          ["delivered", "=", 0],
          ["until", "outside", TIMES[0], TIMES[1]],
        ];
        if (round !== undefined) where.push(["round", "<", round]);
        if (id !== undefined) where.push(["key", "=", id]);
        const range = { collection: alerts.name, index: "due", where, limit: limit + 1 };
        const token = newToken();
        const set = { until, lease: token, ...(round !== undefined && { round }) };
        const taking: Taking = round === undefined ? { range, set, next: "round" } : { range, set };
        return {
          text: `take(${jsonText(token)}, ${jsonText(taking)})`,
          expected: sorted(modelTake(model, token, taking).map((row) => shown(alerts.name, row))),
          call: async (engine) => sorted((await engine.take(token, taking)).map((row) => shown(alerts.name, row))),
        };
      },
  );

const anySearch = fc
  .tuple(
    fc.constantFrom("coin", "coin", "ruiz", "r", "a", "ä", "\ud83d", "uiz b", "%"),
    fc.option(fc.nat(2)),
    fc.boolean(),
  )
  .map(
    ([term, limit, isAccount]): EngineStep =>
      (model) => {
        const where: Condition[] = isAccount ? [["account_category", "=", "customer"]] : [];
        const collection = isAccount ? accounts.name : vasps.name;
        const query = { collection, term, where, ...(limit !== null && { limit: limit + 1 }) };
        return {
          text: `search(${jsonText(query)})`,
          expected: modelSearch(model, query).map((row) => shown(collection, row)),
          call: async (engine) => (await engine.search(query)).map((row) => shown(collection, row)),
        };
      },
  );

const anyReplacement = fc
  .record({
    drafts: fc.array(anyVasp, { maxLength: 5 }),
    kept: fc.uniqueArray(anyId, { maxLength: 2 }),
    others: fc.constantFrom("keep", "remove"),
    mostRemoved: fc.nat(3),
  })
  .map(
    ({ drafts, kept, others, mostRemoved }): EngineStep =>
      (model) => {
        const keeps = others === "remove" ? kept : [];
        const rows = new Map([
          ...keeps.map((key) => [key, undefined] as const),
          ...drafts.map((each) => [each.key, each] as const),
        ]);
        const token = newToken();
        const isAllowed = ({ removed }: { readonly removed: number }): boolean => removed <= mostRemoved;
        return {
          text: `replaceAll(${[token, vasps.name, [...rows], { others, mostRemoved }].map(jsonText).join(", ")})`,
          expected: modelReplace(model, token, vasps.name, rows, { others, mostRemoved }),
          call: (engine) => engine.replaceAll(token, vasps.name, rows, { others, isAllowed }),
        };
      },
  );

/** Any call. */
export const anyStep: fc.Arbitrary<EngineStep> = fc.oneof(
  { weight: 6, arbitrary: anyCommit },
  { weight: 4, arbitrary: anyRead },
  { weight: 2, arbitrary: anyTake },
  { weight: 2, arbitrary: anySearch },
  { weight: 1, arbitrary: anyReplacement },
);
