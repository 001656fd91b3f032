/** VASP records (§2.7), one row each. */
import { bare } from "../../../domain/own.js";
import type { Page } from "../../../domain/page.js";
import { bestMatches } from "../../../domain/ranking.js";
import { type VaspListQuery, vaspTextsOf } from "../../../domain/vasps/list.js";
import { readRegister } from "../../../domain/vasps/sync.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
import { numberOf, runWithRetry, type SqlValue } from "./database.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { SORT_PREFIX, SORTED_FIELDS } from "./schema.js";
import { isWellFormed, searchByScan, searchByText } from "./search.js";
import { removeVasp, storeVasps, syncVasps, vaspOf } from "./vasp-sync.js";

const FIND = "select record from vaspkit_vasps where vasp_key = ?";
const AFTER = "select record from vaspkit_vasps where vasp_key > ? order by vasp_key limit ?";

/** Returns the repository of VASPs in a database. */
export function vaspRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): VaspRepository {
  return {
    load: (records) =>
      run(async () => {
        // Read to the end before anything is stored, so that a stream that fails changes nothing.
        const { database } = await open();
        const last = new Map<string, Vasp>();
        let count = 0;
        for await (const record of records) {
          last.set(record.vasp_id, copyOf(record));
          count += 1;
        }
        const loaded = await storeVasps(database, last.values());
        return { loaded, replaced: count - loaded };
      }),
    sync: (entries, isAllowed) =>
      run(async () => {
        const { database } = await open();
        return syncVasps(database, await readRegister(entries, copyOf), isAllowed);
      }),
    remove: (vasp_id) => run(async () => removeVasp((await open()).database, vasp_id)),
    find: (vasp_id) =>
      run(async () => {
        const { database } = await open();
        const { rows } = await runWithRetry(database, FIND, [keyOf(vasp_id)]);
        return rows.map(vaspOf).at(0);
      }),
    search: (term, limit) => run(async () => search(await open(), term, limit)),
    list: (given) =>
      run(async () => {
        const query = bare(copyOf(given));
        return list(await open(), query);
      }),
    after: (vasp_id, limit) =>
      run(async () => {
        const { database } = await open();
        const { rows } = await runWithRetry(database, AFTER, [keyOf(vasp_id ?? ""), limit]);
        return rows.map(vaspOf);
      }),
  };
}

async function search(db: OpenDatabase, term: string, limit: number | undefined): Promise<readonly Vasp[]> {
  if (term === "") return [];
  const all = { table: "vaspkit_vasps", key: "vasp_key", conditions: [], values: [] } as const;
  if (!isWellFormed(term)) {
    const matches = await searchByScan(db.database, all, term, (row) => {
      const record = vaspOf(row);
      return { id: record.vasp_id, record, texts: vaspTextsOf(record) };
    });
    return bestMatches(matches, term, { limit });
  }
  const { rows } = await searchByText(db, { ...all, term, limit });
  return rows.map(vaspOf);
}

/**
 * Returns the rows with the field in index order, then those without it by key. These are separate statements: a load
 * that ends between them may show in the page but not in the total.
 */
async function list(db: OpenDatabase, { page, size, sort }: VaspListQuery): Promise<Page<Vasp>> {
  const start = (page - 1) * size;
  // Taken from the list of columns, never from the caller, because it becomes part of the statement.
  const column = SORTED_FIELDS.find((field) => field === sort?.field) ?? "vasp_key";
  const { rows } = await runWithRetry(
    db.database,
    `select count(*) as total, count(${column}) as present from vaspkit_vasps`,
  );
  const total = numberOf(rows.at(0), "total");
  const present = numberOf(rows.at(0), "present");
  const direction = sort?.descending === true ? "desc" : "asc";
  // The index holds the beginning of a value. The rest decides among equal beginnings.
  const order =
    column === "vasp_key"
      ? `vasp_key ${direction}`
      : `substr(${column}, 1, ${SORT_PREFIX}) ${direction}, ${column} ${direction}, vasp_key`;
  const items: Vasp[] = [];
  const take = async (statement: string, from: number): Promise<void> => {
    const values: readonly SqlValue[] = [size - items.length, from];
    items.push(...(await runWithRetry(db.database, statement, values)).rows.map(vaspOf));
  };
  if (start < present) await take(pageStatement(`${column} is not null`, order), start);
  if (items.length < size && start + items.length < total && present < total) {
    await take(pageStatement(`${column} is null`, "vasp_key"), Math.max(0, start - present));
  }
  return { items, pagination: { total, size, page } };
}

/** Sorts and skips by keys only, and reads the records of the page. */
function pageStatement(condition: string, order: string): string {
  return `select record from vaspkit_vasps
    join (select vasp_key as chosen from vaspkit_vasps where ${condition} order by ${order} limit ? offset ?) p
      on vasp_key = chosen
    order by ${order}`;
}
