import { createCompliance, unwrap } from "vaspkit";
import {
  bestMatches,
  collections,
  holds,
  isIndexed,
  isSameData,
  nextVersion,
  orderOf,
  stateColumns,
  storageOf,
} from "vaspkit/storage";
import { engineConformance, storageConformance } from "vaspkit/testing";

/** A storage engine of your own, over maps. It keeps rows; vaspkit keeps the rules about accounts, links and alerts. */
function ownEngine() {
  const rows = new Map(collections.map(({ name }) => [name, new Map()]));
  const shapes = new Map(collections.map((collection) => [collection.name, collection]));
  const stored = ({ collection, key }) => rows.get(collection).get(key);

  /** The rows of a range, in its order. */
  function ranged({
    collection,
    index,
    where = [],
    descending = false,
    after,
    limit = Number.POSITIVE_INFINITY,
    offset = 0,
  }) {
    const shape = index === undefined ? { by: [] } : shapes.get(collection).indexes[index];
    const order = orderOf(shape, descending);
    const all = [...rows.get(collection).values()].filter((row) => isIndexed(row, shape) && holds(row, where));
    const found = all.sort(order);
    if (after === undefined) return found.slice(offset, offset + limit);
    // The place has the group of the rows.
    const [value, key] = after;
    const place = { key, columns: { ...found[0]?.columns, [shape.by[0]]: value } };
    return found.filter((row) => order(row, place) > 0).slice(offset, offset + limit);
  }

  function read(request) {
    if ("key" in request) return [stored(request)].filter((row) => row !== undefined);
    const found = ranged(request);
    if (request.follow === undefined) return found;
    const { column, collection } = request.follow;
    const keys = [...new Set(found.map(({ columns }) => columns[column]))];
    return keys.map((key) => stored({ collection, key })).filter((row) => row !== undefined);
  }

  /** Columns that are in no record keep their values. */
  function put(token, collection, draft) {
    const before = rows.get(collection).get(draft.key);
    const kept =
      before === undefined ? [] : stateColumns(shapes.get(collection)).map((name) => [name, before.columns[name]]);
    const columns = { ...draft.columns, ...Object.fromEntries(kept) };
    rows.get(collection).set(draft.key, { ...draft, columns, version: nextVersion(token, before?.version ?? "") });
  }

  function set(token, collection, row, columns) {
    const changed = { ...row, columns: { ...row.columns, ...columns }, version: nextVersion(token, row.version) };
    rows.get(collection).set(row.key, changed);
    return changed;
  }

  function isExpected({ expect, ...change }) {
    const row = stored(change);
    if (row === undefined) return expect === "absent";
    return expect !== "absent" && (expect === "present" || holds(row, expect));
  }

  function apply(token, { collection, ...change }) {
    if (change.put) put(token, collection, change.put);
    else if (change.set) set(token, collection, stored({ collection, ...change }), change.set);
    else if (change.remove) rows.get(collection).delete(change.key);
  }

  function remove({ collection, where, keys }) {
    const gone = ranged({ collection, where }).filter(({ key }) => keys === undefined || keys.includes(key));
    for (const { key } of gone) rows.get(collection).delete(key);
    return gone.length;
  }

  /** The rows that a replacement puts, by what becomes of them. */
  function compared(collection, drafts, others) {
    const compared = { added: [], changed: [], same: [] };
    for (const [key, draft] of drafts) {
      const row = stored({ collection, key });
      const isSame = draft === undefined || (others === "remove" && isSameData(row?.record, draft.record));
      if (row !== undefined) compared[isSame ? "same" : "changed"].push(draft);
      else if (draft !== undefined) compared.added.push(draft);
    }
    return compared;
  }

  return {
    read: async (requests) =>
      requests.map((request) => {
        const found = read(request);
        return { rows: request.count ? [] : found, count: found.length };
      }),
    // No await in between: all of it happens in one step.
    commit: async (token, changes, removals) => {
      if (!changes.every(isExpected)) return "conflict";
      for (const change of changes) apply(token, change);
      return { removed: removals.reduce((sum, removal) => sum + remove(removal), 0) };
    },
    take: async (token, { range, set: columns, next }) => {
      // The one group column of the index "due" comes first.
      const group = ranged({ ...range, where: range.where.slice(0, 1), limit: undefined });
      const values = next && { [next]: group.reduce((most, row) => Math.max(most, row.columns[next]), 0) + 1 };
      return ranged(range).map((row) => set(token, range.collection, row, { ...columns, ...values }));
    },
    search: async ({ collection, term, where, limit }) => {
      const found = ranged({ collection, where });
      const searchable = found.map((row) => ({ id: row.key, record: row, texts: row.texts }));
      return bestMatches(searchable, term, { limit });
    },
    replaceAll: async (token, collection, drafts, { others, isAllowed }) => {
      const { added, changed, same } = compared(collection, drafts, others);
      const before = others === "remove" ? [...rows.get(collection).keys()] : [];
      const gone = before.filter((key) => !drafts.has(key));
      const counts = { added: added.length, changed: changed.length, same: same.length, removed: gone.length };
      if (!isAllowed({ ...counts, stored: before.length })) return "refused";
      for (const draft of [...added, ...changed]) put(token, collection, draft);
      for (const key of gone) rows.get(collection).delete(key);
      return { ...counts, stored: before.length };
    },
    compact: async () => undefined, // nothing is left of removed rows
    close: async () => undefined, // nothing has to be released
  };
}

const compliance = createCompliance({ storage: storageOf(ownEngine()) });
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Züri Coin AG" }]);
for (const { vasp_id, name_legal } of unwrap(await compliance.vasps.search({ search_term: "zuri" }))) {
  console.log(vasp_id, name_legal);
}
await compliance.close();

// The checks that the storages of vaspkit pass. In a test: it(check.name, () => check.run()).
const checks = [
  ...engineConformance(ownEngine, { runs: 20 }),
  ...storageConformance(() => storageOf(ownEngine()), { runs: 20 }),
];
for (const check of checks) await check.run();
console.log(checks.length, "checks passed");

// A failed check shows what it saw, and the calls that it made.
function hastyEngine() {
  return { ...ownEngine(), take: async () => [] };
}
const leasing = storageConformance(() => storageOf(hastyEngine())).find(
  ({ name }) => name === "of concurrent leases of an alert or an exchange, one gets it",
);
await leasing.run().catch((error) => console.log(error.message.split("\n")[0]));
