/** The VASP records of a storage whose rows are in memory. */
import { bare, own } from "../../domain/own.js";
import { pageOf } from "../../domain/page.js";
import { compareText } from "../../domain/text.js";
import { isSameVasp, readRegister, type VaspRegister, type VaspSyncCounts, vaspSync } from "../../domain/vasps/sync.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../ports/storage.js";
import { pacer } from "../../runtime/turns.js";
import type { RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import type { Change, TableHost } from "./table-host.js";
import { type Lookup, type VaspRow, vaspRow } from "./tables.js";

// The repository copies its arguments before its first await, because the caller may change them after the call.

/** Returns the repository of VASPs in the tables of `host`. */
export function vaspRepository(host: TableHost, runWhileOpen: RunWhileOpen): VaspRepository {
  return {
    load: (records: AsyncIterable<Vasp>) =>
      runWhileOpen(async () => {
        // Collected first: if the stream fails, nothing changes.
        await host.tables();
        const loaded = new Map<string, VaspRow>();
        let count = 0;
        for await (const record of records) {
          const row = vaspRow(keptCopyOf(record));
          loaded.set(row.id, row);
          count += 1;
        }
        return host.change(({ vasps }) => {
          let added = 0;
          for (const id of loaded.keys()) if (vasps.get(id) === undefined) added += 1;
          const result = { loaded: added, replaced: count - added };
          return loaded.size === 0 ? { result } : { result, rows: { vasps: loaded } };
        });
      }),
    sync: (entries, isAllowed) =>
      runWhileOpen(async () => {
        await host.tables();
        const register = await readRegister(entries, keptCopyOf);
        const prepared = await prepareSync((await host.tables()).vasps, register);
        return host.change((rows) => syncChange(rows, prepared, isAllowed));
      }),
    remove: (vasp_id) =>
      runWhileOpen(() =>
        host.change(({ vasps }) => {
          if (vasps.get(vasp_id) === undefined) return { result: false };
          return { result: true, rows: { vasps: new Map([[vasp_id, undefined]]) } };
        }),
      ),
    find: (vasp_id) => runWhileOpen(async () => copyIfAny((await host.tables()).vasps.get(vasp_id)?.record)),
    search: (term, limit) => runWhileOpen(async () => copyOf((await host.tables()).vaspSearch.search(term, { limit }))),
    list: (query) =>
      runWhileOpen(async () => {
        const { page, size, sort } = bare(copyOf(query));
        const { items, pagination } = pageOf((await host.tables()).vaspListings.inOrder(sort), { page, size });
        return { items: items.map(vaspCopy), pagination };
      }),
    after: (vasp_id, limit) =>
      runWhileOpen(async () => {
        const follows = (record: Vasp): boolean => vasp_id === undefined || compareText(record.vasp_id, vasp_id) > 0;
        return (await host.tables()).vaspListings.inOrder(undefined).from(follows, limit).map(vaspCopy);
      }),
  };
}

/** Copies a stored record, whose properties are texts and one list of texts, in a third of the time of `copyOf`. */
function vaspCopy(stored: Vasp): Vasp {
  const protocols = own(stored, "supported_protocols");
  return protocols === undefined ? { ...stored } : { ...stored, supported_protocols: [...protocols] };
}

/** A register, and what the atomic step looks up instead of comparing. */
interface PreparedSync {
  readonly register: VaspRegister;
  /** Whether a stored record has the content of the register's. Stored records are never changed, only replaced. */
  readonly same: ReadonlyMap<Vasp, boolean>;
  /** New records and those with another content, by id. */
  readonly rows: ReadonlyMap<string, VaspRow>;
}

/** Compares and folds record by record, so that timers and I/O run in between. Writers may come meanwhile. */
async function prepareSync(vasps: ReadonlyMap<string, VaspRow>, register: VaspRegister): Promise<PreparedSync> {
  const same = new Map<Vasp, boolean>();
  const rows = new Map<string, VaspRow>();
  const pace = pacer();
  for (const [id, record] of register) {
    if (record === undefined) continue;
    const stored = vasps.get(id)?.record;
    const isSame = stored !== undefined && isSameVasp(stored, record);
    if (stored !== undefined) same.set(stored, isSame);
    if (!isSame) rows.set(id, vaspRow(record));
    await pace();
  }
  return { register, same, rows };
}

function syncChange(
  { vasps }: Lookup,
  { register, same, rows: prepared }: PreparedSync,
  isAllowed: Parameters<VaspRepository["sync"]>[1],
): Change<VaspSyncCounts | "refused"> {
  // A record that another writer stored meanwhile was not compared yet.
  const sync = vaspSync(register, (stored, record) => same.get(stored) ?? isSameVasp(stored, record));
  for (const id of vasps.keys()) {
    const row = vasps.get(id);
    if (row !== undefined) sync.compare(row.record);
  }
  const { stored, put, removed, counts } = sync.plan();
  if (!isAllowed({ stored, removed: removed.length })) return { result: "refused" };
  if (put.length + removed.length === 0) return { result: counts };
  const rows = new Map<string, VaspRow | undefined>(removed.map((id) => [id, undefined]));
  // Copied, because the plan may run again.
  for (const record of put) rows.set(record.vasp_id, { ...(prepared.get(record.vasp_id) ?? vaspRow(record)) });
  return { result: counts, rows: { vasps: rows } };
}
