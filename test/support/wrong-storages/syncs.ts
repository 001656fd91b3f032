/** Wrong storages of VASP records: how they follow a register, and remove. */
import type { VaspSyncEntry } from "../../../src/domain/vasps/sync.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { altered, collected, elsewhere, streamed, type WrongStorage } from "./altered.js";

type Sync = ComplianceStorage["vasps"]["sync"];

const equalCheck = "a sync makes the directory equal to its stream";
const keepCheck = "an entry without a record keeps what is stored";
const refuseCheck = "a refused sync changes nothing";
const failCheck = "a failing stream of a sync changes nothing";
const removeCheck = "a removed VASP record is in no read";

function syncing(sync: (storage: ComplianceStorage) => Sync): WrongStorage["subject"] {
  return altered((storage) => ({ vasps: { sync: sync(storage) } }));
}

function recordsOf(entries: readonly VaspSyncEntry[]): Vasp[] {
  return entries.flatMap(({ record }) => record ?? []);
}

async function allOf({ vasps }: ComplianceStorage): Promise<readonly Vasp[]> {
  return (await vasps.list({ page: 1, size: 1000 })).items;
}

export const wrongSyncs: readonly WrongStorage[] = [
  {
    check: equalCheck,
    fault: "records that the stream lacks kept",
    subject: syncing((storage) => async (entries, isAllowed) => {
      const given = await collected(entries);
      const kept = (await allOf(storage)).filter((record) => given.every(({ vasp_id }) => vasp_id !== record.vasp_id));
      const counts = await storage.vasps.sync(
        streamed([...given, ...kept.map((record) => ({ vasp_id: record.vasp_id, record }))]),
        isAllowed,
      );
      return counts === "refused" ? counts : { ...counts, removed: kept.length };
    }),
  },
  {
    check: equalCheck,
    fault: "the same content in another order counted as replaced",
    subject: syncing((storage) => async (entries, isAllowed) => {
      const before = (await allOf(storage)).map((record) => JSON.stringify(record));
      const given = await collected(entries);
      const counts = await storage.vasps.sync(streamed(given), isAllowed);
      if (counts === "refused") return counts;
      const unchanged = recordsOf(given).filter((record) => before.includes(JSON.stringify(record))).length;
      return { ...counts, replaced: counts.replaced + counts.unchanged - unchanged, unchanged };
    }),
  },
  {
    check: equalCheck,
    fault: "arrays that are compared by their length",
    subject: syncing((storage) => async (entries, isAllowed) => {
      const { vasps } = storage;
      const before = await allOf(storage);
      const given = (await collected(entries)).map(({ vasp_id, record }): VaspSyncEntry => {
        const stored = before.find((each) => each.vasp_id === vasp_id);
        const isSame = stored?.supported_protocols?.[0] === record?.supported_protocols?.[0];
        return stored?.supported_protocols && isSame ? { vasp_id } : { vasp_id, record };
      });
      return vasps.sync(streamed(given), isAllowed);
    }),
  },
  {
    check: keepCheck,
    fault: "entries without a record taken as absent",
    subject: syncing(
      ({ vasps }) =>
        async (entries, isAllowed) =>
          vasps.sync(streamed((await collected(entries)).filter(({ record }) => record !== undefined)), isAllowed),
    ),
  },
  {
    check: keepCheck,
    fault: "the first of several records",
    subject: syncing(
      ({ vasps }) =>
        async (entries, isAllowed) =>
          vasps.sync(streamed((await collected(entries)).reverse()), isAllowed),
    ),
  },
  {
    check: "concurrent syncs and loads are stored one after another",
    fault: "a sync in two steps",
    subject: syncing((storage) => async (entries) => {
      const given = recordsOf(await collected(entries));
      const before = await allOf(storage);
      await storage.vasps.load(streamed(given));
      await elsewhere();
      const ids = given.map(({ vasp_id }) => vasp_id);
      for (const { vasp_id } of before) if (!ids.includes(vasp_id)) await storage.vasps.remove(vasp_id);
      return { added: given.length, replaced: 0, unchanged: 0, removed: 0 };
    }),
  },
  {
    check: refuseCheck,
    fault: "a refusal after the change",
    subject: syncing(({ vasps }) => async (entries, isAllowed) => {
      let isRefused = false;
      const counts = await vasps.sync(entries, (removal) => {
        isRefused = !isAllowed(removal);
        return true;
      });
      return isRefused ? "refused" : counts;
    }),
  },
  {
    check: refuseCheck,
    fault: "new records stored although it was refused",
    subject: syncing(({ vasps }) => async (entries, isAllowed) => {
      const given = await collected(entries);
      const counts = await vasps.sync(streamed(given), isAllowed);
      if (counts === "refused") await vasps.load(streamed(recordsOf(given)));
      return counts;
    }),
  },
  {
    check: refuseCheck,
    fault: "the number of the remaining records instead of the stored ones",
    subject: syncing(
      ({ vasps }) =>
        (entries, isAllowed) =>
          vasps.sync(entries, ({ stored, removed }) => isAllowed({ stored: stored - removed, removed })),
    ),
  },
  {
    check: failCheck,
    fault: "records before the failure kept",
    subject: syncing(({ vasps }) => async (entries, isAllowed) => {
      const all: VaspSyncEntry[] = [];
      try {
        for await (const entry of entries) all.push(structuredClone(entry));
      } finally {
        await vasps.load(streamed(recordsOf(all)));
      }
      return vasps.sync(streamed(all), isAllowed);
    }),
  },
  {
    check: failCheck,
    fault: "another error than the stream's",
    subject: syncing(({ vasps }) => async (entries, isAllowed) => {
      try {
        return await vasps.sync(entries, isAllowed);
      } catch (cause) {
        throw new Error("The sync failed.", { cause });
      }
    }),
  },
  {
    check: "changes of a sync are invisible before the end of its stream",
    fault: "records visible before the end",
    subject: syncing(({ vasps }) => async (entries, isAllowed) => {
      const all: VaspSyncEntry[] = [];
      for await (const entry of entries) {
        all.push(entry);
        await vasps.load(streamed(recordsOf([entry])));
      }
      return vasps.sync(streamed(all), isAllowed);
    }),
  },
  {
    check: removeCheck,
    fault: "a removal of nothing that returns true",
    subject: altered(({ vasps }) => ({
      vasps: {
        remove: async (id) => {
          await vasps.remove(id);
          return true;
        },
      },
    })),
  },
  {
    check: removeCheck,
    fault: "a removed record that a search still finds",
    subject: altered(({ vasps }) => {
      const kept: Vasp[] = [];
      return {
        vasps: {
          remove: async (id) => {
            const found = await vasps.find(id);
            if (found !== undefined) kept.push(found);
            return vasps.remove(id);
          },
          search: async (term) => [...kept, ...(await vasps.search(term))],
        },
      };
    }),
  },
  {
    check: "one of concurrent removals of a VASP record returns true",
    fault: "a removal in two steps",
    subject: altered(({ vasps }) => ({
      vasps: {
        remove: async (id) => {
          const found = await vasps.find(id);
          await elsewhere();
          await vasps.remove(id);
          return found !== undefined;
        },
      },
    })),
  },
];
