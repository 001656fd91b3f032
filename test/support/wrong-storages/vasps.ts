/** Wrong storages of VASP records. */
import { bestMatches } from "../../../src/domain/ranking.js";
import { vaspTextsOf } from "../../../src/domain/vasps/list.js";
import type { VaspSyncEntry } from "../../../src/domain/vasps/sync.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import {
  altered,
  answers,
  asks,
  collected,
  elsewhere,
  likeMatches,
  over,
  sorted,
  streamed,
  type WrongStorages,
} from "./altered.js";

type Vasps = ComplianceStorage["vasps"];

/** Loads other records than those of the stream. */
function loading(
  change: (records: readonly Vasp[], vasps: Vasps) => readonly Vasp[] | Promise<readonly Vasp[]>,
): () => ComplianceStorage {
  return over(
    "vasps.load",
    (load, { vasps }) =>
      async (records) =>
        load(streamed(await change(await collected(records), vasps))),
  );
}

/** Loads each record when the stream has it. */
async function loadEarly({ load }: Vasps, records: AsyncIterable<Vasp>): ReturnType<Vasps["load"]> {
  const sum = { loaded: 0, replaced: 0 };
  for await (const record of records) {
    const { loaded, replaced } = await load(streamed([record]));
    sum.loaded += loaded;
    sum.replaced += replaced;
  }
  return sum;
}

async function* recordsOf(entries: AsyncIterable<VaspSyncEntry>): AsyncGenerator<Vasp> {
  for await (const { record } of entries) if (record !== undefined) yield record;
}

function failing(): never {
  throw new Error("It failed.");
}

export const wrongLoads: WrongStorages = {
  "any sequence of VASP calls agrees with the reference model": {
    "replaced records counted as new": answers("vasps.load", ({ loaded, replaced }) => ({
      loaded: loaded + replaced,
      replaced: 0,
    })),
    "duplicates within a stream counted once": loading((all) => [
      ...new Map(all.map((record) => [record.vasp_id, record])).values(),
    ]),
    "properties of the earlier record in the new one": loading((all, { find }) =>
      Promise.all(all.map(async (record) => ({ ...(await find(record.vasp_id)), ...record }))),
    ),
    "ids in UTF-8, which merges lone surrogates": loading((all) =>
      all.map((record) => ({ ...record, vasp_id: Buffer.from(record.vasp_id).toString() })),
    ),
    "streams stored record by record": over("vasps.load", (_, { vasps }) => {
      let loads = 0;
      return async (records) => {
        loads += 1;
        // The later the stream, the earlier its second record and the later its third.
        const turns = [0, 10 - loads, 3 * loads];
        const all = await collected(records);
        async function* slowly(): AsyncGenerator<Vasp> {
          for (const [index, record] of all.entries()) {
            for (let turn = 0; turn < (turns[index] ?? 0); turn += 1) await elsewhere();
            yield record;
          }
        }
        return loadEarly(vasps, slowly());
      };
    }),
    "records before the failure kept": over(
      "vasps.load",
      (_, { vasps }) =>
        (records) =>
          loadEarly(vasps, records),
    ),
    "another error than the stream's": over("vasps.load", (load) => (records) => load(records).catch(failing)),
    "a swallowed failure": over(
      "vasps.load",
      (load) => (records) => load(records).catch(() => ({ loaded: 0, replaced: 0 })),
    ),
    "records visible before the end": over(
      "vasps.load",
      (_, { vasps }) =>
        (records) =>
          loadEarly(vasps, records),
    ),
  },
};

/** Syncs with other entries than those of the stream. */
function syncing(
  change: (entries: readonly VaspSyncEntry[], stored: readonly Vasp[]) => readonly VaspSyncEntry[],
): () => ComplianceStorage {
  return over(
    "vasps.sync",
    (sync, storage) => async (entries, isAllowed) =>
      sync(streamed(change(await collected(entries), await allOf(storage))), isAllowed),
  );
}

async function allOf({ vasps }: ComplianceStorage): Promise<readonly Vasp[]> {
  return (await vasps.list({ page: 1, size: 1000 })).items;
}

/** Loads the records of a sync before its end. */
const syncEarly = over("vasps.sync", (sync, { vasps }) => async (entries, isAllowed) => {
  const all: VaspSyncEntry[] = [];
  for await (const entry of entries) {
    all.push(entry);
    if (entry.record !== undefined) await vasps.load(streamed([entry.record]));
  }
  return sync(streamed(all), isAllowed);
});

export const wrongSyncs: WrongStorages = {
  "any sequence of VASP calls agrees with the reference model": {
    "records that the stream lacks kept": syncing((entries, stored) => [
      ...stored.map((record) => ({ vasp_id: record.vasp_id, record })),
      ...entries,
    ]),
    "the same content in another order counted as replaced": over(
      "vasps.sync",
      (sync, storage) => async (entries, isAllowed) => {
        const before = (await allOf(storage)).map((record) => JSON.stringify(record));
        const given = await collected(entries);
        const counts = await sync(streamed(given), isAllowed);
        const same = given.filter(({ record }) => before.includes(JSON.stringify(record))).length;
        if (counts === "refused") return counts;
        return { ...counts, replaced: counts.replaced + counts.unchanged - same, unchanged: same };
      },
    ),
    "arrays that are compared by their length": syncing((entries, stored) =>
      entries.map(({ vasp_id, record }) => {
        const before = stored.find((each) => each.vasp_id === vasp_id)?.supported_protocols;
        return before && before[0] === record?.supported_protocols?.[0] ? { vasp_id } : { vasp_id, record };
      }),
    ),
    "entries without a record taken as absent": syncing((entries) =>
      entries.filter(({ record }) => record !== undefined),
    ),
    "the first of several records": syncing((entries) => [...entries].reverse()),
    "a sync in two steps": over("vasps.sync", (_, storage) => async (entries) => {
      const given = await collected(recordsOf(entries));
      const before = await allOf(storage);
      await storage.vasps.load(streamed(given));
      await elsewhere();
      const ids = given.map(({ vasp_id }) => vasp_id);
      for (const { vasp_id } of before) if (!ids.includes(vasp_id)) await storage.vasps.remove(vasp_id);
      return { added: given.length, replaced: 0, unchanged: 0, removed: 0 };
    }),
    "a refusal after the change": over("vasps.sync", (sync) => async (entries, isAllowed) => {
      let isRefused = false;
      const counts = await sync(entries, (removal) => {
        isRefused = !isAllowed(removal);
        return true;
      });
      return isRefused ? "refused" : counts;
    }),
    "new records stored although it was refused": syncEarly,
    "the number of the remaining records instead of the stored ones": asks("vasps.sync", (entries, isAllowed) => [
      entries,
      ({ stored, removed }) => isAllowed({ stored: stored - removed, removed }),
    ]),
    "records before the failure kept": syncEarly,
    "another error than the stream's": over(
      "vasps.sync",
      (sync) => (entries, isAllowed) => sync(entries, isAllowed).catch(failing),
    ),
    "records visible before the end": syncEarly,
    "a removal of nothing that returns true": answers("vasps.remove", () => true),
    "a removed record that a search still finds": altered(({ vasps }) => {
      const kept: Vasp[] = [];
      return {
        "vasps.remove": async (id) => {
          const found = await vasps.find(id);
          if (found !== undefined) kept.push(found);
          return vasps.remove(id);
        },
        "vasps.search": async (term) => [...kept, ...(await vasps.search(term))],
      };
    }),
  },
  "one of several concurrent calls wins": {
    "a removal in two steps": over("vasps.remove", (remove, { vasps }) => async (id) => {
      const found = await vasps.find(id);
      await elsewhere();
      await remove(id);
      return found !== undefined;
    }),
  },
};

/** A correct search, except for the compared texts, the order and further matches. */
function searching(
  textsOf: (vasp: Vasp) => readonly string[],
  order: (found: readonly Vasp[]) => readonly Vasp[] = (found) => found,
  matches: (term: string, text: string) => boolean = () => false,
): () => ComplianceStorage {
  return over("vasps.search", (_, storage) => async (term) => {
    const rows = (await allOf(storage)).map((record) => {
      const texts = textsOf(record).map((text) => (matches(term, text) ? term : text));
      return { id: record.vasp_id, record, texts };
    });
    return order(bestMatches(rows, term));
  });
}

/** Sorts lists by the city, absent ones last. */
function sortedBy(compare: (a: string, b: string) => number): () => ComplianceStorage {
  const cityOf = ({ address_city }: Vasp): string => address_city ?? "\uffff\uffff";
  return over("vasps.list", (list) => async (query) => {
    const { sort, page, size } = query;
    if (sort === undefined) return list(query);
    const { items } = await list({ page: 1, size: 1000, sort });
    const all = sorted(items, (a, b) => (sort.descending ? -1 : 1) * compare(cityOf(a), cityOf(b)));
    return { ...(await list(query)), items: all.slice((page - 1) * size, page * size) };
  });
}

export const wrongVasps: WrongStorages = {
  "any sequence of VASP calls agrees with the reference model": {
    "only legal names": searching(({ name_legal }) => vaspTextsOf({ vasp_id: "", name_legal })),
    "the order of a locale": searching(vaspTextsOf, (found) =>
      sorted(found, (a, b) => a.vasp_id.localeCompare(b.vasp_id, "en")),
    ),
    "a term for LIKE": searching(vaspTextsOf, undefined, likeMatches),
    "only beginnings of words": searching((vasp) =>
      vaspTextsOf(vasp).flatMap((text) => text.split(" ").map((_, index, words) => words.slice(index).join(" "))),
    ),
    "a list in the order of a locale": sortedBy((a, b) => a.localeCompare(b, "en")),
    "absent values first when descending": sortedBy((a, b) => (a < b ? -1 : 1)),
    "pages that count from 0": over("vasps.list", (list) => async (query) => {
      const { items } = await list({ ...query, page: query.page + 1 });
      return { ...(await list(query)), items };
    }),
    "a total of one page": answers("vasps.list", ({ items, pagination }) => ({
      items,
      pagination: { ...pagination, total: items.length },
    })),
    "the last page instead of an empty one": over("vasps.list", (list) => async (query) => {
      const asked = await list(query);
      const last = Math.max(1, Math.ceil(asked.pagination.total / query.size));
      return query.page <= last ? asked : list({ ...query, page: last });
    }),
    "the record of the id itself": over("vasps.after", (after, { vasps }) => async (id, limit) => {
      const found = await after(id, limit);
      const last = id === undefined ? undefined : await vasps.find(id);
      return last === undefined || found.length === 0 ? found : [last, ...found].slice(0, limit);
    }),
    "an ignored limit": asks("vasps.after", (id) => [id, 1000]),
    "fewer records than the limit before the end": asks("vasps.after", (id, limit) => [id, Math.min(limit, 2)]),
    "nothing after a removed record": over(
      "vasps.after",
      (after, { vasps }) =>
        async (id, limit) =>
          id !== undefined && (await vasps.find(id)) === undefined ? [] : after(id, limit),
    ),
    "an order cached across loads": over("vasps.list", (list) => {
      const kept = new Map<string, readonly Vasp[]>();
      return async ({ page, size, ...rest }) => {
        const key = JSON.stringify(rest);
        const { items, pagination } = await list({ ...rest, page: 1, size: 1000 });
        if (!kept.has(key)) kept.set(key, items);
        const shown = (kept.get(key) ?? []).slice((page - 1) * size, page * size);
        return { items: shown, pagination: { ...pagination, page, size } };
      };
    }),
  },
  "every VASP search and list agrees with the reference model": {
    "a limit before the ranking": over("vasps.search", (search) => async (term, limit) => {
      const found = await search(term);
      const first = sorted(found, (a, b) => (a.vasp_id < b.vasp_id ? -1 : 1)).slice(0, limit);
      return found.filter((record) => first.includes(record));
    }),
    "an ignored limit": asks("vasps.search", (term) => [term]),
  },
};
