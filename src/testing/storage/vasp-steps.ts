/** Calls of VaspRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import { VASP_FIELDS, type VaspListQuery } from "../../domain/vasps/list.js";
import type { VaspSyncEntry } from "../../domain/vasps/sync.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { expectedListing, expectedSync, expectedVasps } from "./model.js";
import { ALL, anyPage, anyVasp } from "./records.js";
import { anyId, anyTerm, IDS, type Run, type Step, type Steps, step, TERMS } from "./step.js";
import { pagesOf, type Walk, walkAmid } from "./walk.js";

async function* slowly<T>(records: readonly T[], { pause }: Run): AsyncGenerator<T> {
  for (const record of records) {
    await pause();
    yield record;
  }
  await pause();
}

const anyStream = fc.array(
  fc.tuple(anyId, anyVasp).map(([vasp_id, record]): Vasp => ({ ...record, vasp_id })),
  { maxLength: 4 },
);

export function loadVasps(given: readonly Vasp[]): Step {
  return step("vasps.load", given, {
    call: ({ vasps }, run) => vasps.load(slowly(given, run)),
    expected: ({ vasps }) => {
      const before = vasps.size;
      for (const record of given) vasps.set(record.vasp_id, record);
      const loaded = vasps.size - before;
      return { loaded, replaced: given.length - loaded };
    },
  });
}

/** Stores nothing. The stream looks at the records before it ends. */
function loadFailing(given: readonly Vasp[], isSync: boolean): Step {
  const rejected = "rejected with the stream's own error";
  const look: readonly Step[] = [...IDS.map(findVasp), listVasps(ALL)];
  return step(`vasps.${isSync ? "sync" : "load"} of a failing stream that looks at the records`, given, {
    call: async (storage, run) => {
      const failure = new Error("the source broke");
      const seen: unknown[] = [];
      async function* looking(): AsyncGenerator<Vasp> {
        yield* slowly(given, run);
        for (const { call } of look) seen.push(await call(storage, run));
        throw failure;
      }
      try {
        await (isSync ? storage.vasps.sync(entriesOf(looking()), () => true) : storage.vasps.load(looking()));
        return "resolved";
      } catch (error) {
        if (error !== failure) throw error;
        return { rejected, seen };
      }
    },
    expected: (model) => ({ rejected, seen: look.map(({ expected }) => expected(model, undefined)) }),
  });
}

async function* entriesOf(records: AsyncIterable<Vasp>): AsyncGenerator<VaspSyncEntry> {
  for await (const record of records) yield { vasp_id: record.vasp_id, record };
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
    call: async ({ vasps }, run) => {
      let asked: unknown;
      const counts = await vasps.sync(slowly(entries, run), (removal) => {
        asked = { ...removal };
        return removal.removed <= most;
      });
      return { counts, asked };
    },
    expected: ({ vasps }) => {
      const { records, ...counts } = expectedSync([...vasps.values()], entries);
      const asked = { stored: vasps.size, removed: counts.removed };
      if (counts.removed > most) return { counts: "refused", asked };
      vasps.clear();
      for (const record of records) vasps.set(record.vasp_id, record);
      return { counts, asked };
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

/** Reads all records in calls of this limit. */
function vaspWalk(size: number): Walk<Vasp> {
  return {
    name: "vasps.after",
    query: { size },
    page: async ({ vasps }, cursor) => {
      const items = await vasps.after(cursor, size);
      return { items, next_cursor: items.length < size ? null : (items.at(-1)?.vasp_id ?? null) };
    },
    idOf: ({ vasp_id }) => vasp_id,
    stored: ({ vasps }) => vasps,
  };
}

/** The port leaves the order open, so the records are sorted. */
function allVasps(limit: number): Step {
  return step("vasps.after, to the end", [limit], {
    call: async (storage) => expectedListing((await pagesOf(storage, vaspWalk(limit))).flat()),
    expected: ({ vasps }) => expectedListing([...vasps.values()]),
  });
}

const anySort = fc.record({ field: fc.constantFrom(...VASP_FIELDS), descending: fc.boolean() });

const vaspWrites = [
  anyStream.map(loadVasps),
  anyRegister.map(({ entries, most }) => syncVasps(entries, most)),
  anyId.map(removeVasp),
];

export const vaspSteps: Steps = {
  first: [],
  writes: vaspWrites,
  reads: [anyId.map(findVasp)],
  lists: [
    fc.tuple(anyStream, fc.boolean()).map(([given, isSync]) => loadFailing(given, isSync)),
    anyTerm.map(searchVasps),
    fc.tuple(anyPage, anySort).map(([page, sort]) => listVasps({ ...page, sort })),
    fc.integer({ min: 1, max: 3 }).map(allVasps),
    fc
      .tuple(fc.integer({ min: 1, max: 2 }), fc.array(fc.oneof(...vaspWrites), { maxLength: 3 }))
      .map(([size, changes]) => walkAmid(vaspWalk(size), changes)),
  ],
  finalReads: [...IDS.map(findVasp), listVasps(ALL), allVasps(2), ...TERMS.map(searchVasps)],
};
