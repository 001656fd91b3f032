/** The VASP records (§2.7), a row each. */
import type { Page } from "../../../domain/page.js";
import { bestMatches } from "../../../domain/ranking.js";
import type { VaspListQuery } from "../../../domain/vasps/list.js";
import { vaspTextsOf } from "../../../domain/vasps/list.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
import { numberOf, type Row, type SqlValue, textOf } from "./database.js";
import { keyOf } from "./keys.js";
import { asked, type Opened } from "./opened.js";
import { recordOf } from "./records.js";
import { SORT_PREFIX, SORTED_FIELDS } from "./schema.js";
import { matchesByScan, searchOf } from "./search.js";
import { isWellFormed } from "./search-texts.js";
import { storeVasps } from "./vasp-load.js";

const FIND = "select record from vaspkit_vasps where vasp_key = ?";

/** The repository of VASPs in an opened database. */
export function vaspRepository(opened: () => Promise<Opened>, run: RunWhileOpen): VaspRepository {
  return {
    load: (records) =>
      run(async () => {
        // Read to its end before anything is stored: a stream that fails leaves the database as it was.
        const { database } = await opened();
        const last = new Map<string, Vasp>();
        let count = 0;
        for await (const record of records) {
          last.set(record.vasp_id, copyOf(record));
          count += 1;
        }
        const loaded = await storeVasps(database, last);
        return { loaded, replaced: count - loaded };
      }),
    find: (vasp_id) =>
      run(async () => {
        const { database } = await opened();
        const { rows } = await asked(database, FIND, [keyOf(vasp_id)]);
        return rows.map(vaspOf)[0];
      }),
    search: (term) => run(async () => search(await opened(), term)),
    list: (given) =>
      run(async () => {
        const query = copyOf(given);
        return list(await opened(), query);
      }),
  };
}

async function search(here: Opened, term: string): Promise<readonly Vasp[]> {
  if (term === "") return [];
  const all = { table: "vaspkit_vasps", key: "vasp_key", conditions: [], values: [] } as const;
  if (!isWellFormed(term)) {
    const matches = await matchesByScan(here.database, all, term, (row) => {
      const record = vaspOf(row);
      return { id: record.vasp_id, record, texts: vaspTextsOf(record) };
    });
    return bestMatches(matches, term);
  }
  const { rows } = await searchOf(here, { ...all, term });
  return rows.map(vaspOf);
}

/**
 * Those that have the field, by its index, then those that lack it, by key. Two statements: a load that ends between
 * them may show in the page and not in the total.
 */
async function list(here: Opened, { page, size, sort }: VaspListQuery): Promise<Page<Vasp>> {
  const start = (page - 1) * size;
  // From the list of columns, never from outside: it becomes part of the statement.
  const column = SORTED_FIELDS.find((field) => field === sort?.field) ?? "vasp_key";
  const { rows } = await asked(
    here.database,
    `select count(*) as total, count(${column}) as present from vaspkit_vasps`,
  );
  const total = numberOf(rows[0], "total");
  const present = numberOf(rows[0], "present");
  const direction = sort?.descending === true ? "desc" : "asc";
  // The index holds the beginning of a value; what follows decides among equal beginnings.
  const order =
    column === "vasp_key"
      ? `vasp_key ${direction}`
      : `substr(${column}, 1, ${SORT_PREFIX}) ${direction}, ${column} ${direction}, vasp_key`;
  const inOrder = pageStatement(`${column} is not null`, order);
  const absent = pageStatement(`${column} is null`, "vasp_key");
  const items: Vasp[] = [];
  const take = async (statement: string, from: number): Promise<void> => {
    const values: readonly SqlValue[] = [size - items.length, from];
    items.push(...(await asked(here.database, statement, values)).rows.map(vaspOf));
  };
  if (start < present) await take(inOrder, start);
  if (items.length < size && start + items.length < total && present < total) {
    await take(absent, Math.max(0, start - present));
  }
  return { items, pagination: { total, size, page } };
}

/** Only keys are put in order and counted off; the records are fetched of those that are on the page. */
function pageStatement(condition: string, order: string): string {
  return `select record from vaspkit_vasps
    join (select vasp_key as chosen from vaspkit_vasps where ${condition} order by ${order} limit ? offset ?) p
      on vasp_key = chosen
    order by ${order}`;
}

function vaspOf(row: Row): Vasp {
  return recordOf<Vasp>(textOf(row, "record"));
}
