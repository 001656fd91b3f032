/** VASP records (§2.7), one row each. */
import { bare, own } from "../../../domain/own.js";
import type { Page } from "../../../domain/page.js";
import { bestMatches } from "../../../domain/ranking.js";
import { compareText } from "../../../domain/text.js";
import { type VaspListQuery, vaspTextsOf } from "../../../domain/vasps/list.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
import { type Database, numberOf, type Row, recordOf, runWithRetry, type SqlValue, textOf } from "./database.js";
import { keyOf, orderedBytes } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { SORT_PREFIX, SORTED_FIELDS } from "./schema.js";
import { indexedTexts, isWellFormed, searchByScan, searchByText } from "./search.js";
import { newToken, retryWrite } from "./writes.js";

const FIND = "select record from vaspkit_vasps where vasp_key = ?";

const COLUMNS = ["vasp_key", ...SORTED_FIELDS, "record", "texts", "token"] as const;
const REPLACED = COLUMNS.filter((column) => column !== "vasp_key").map((column) => `${column} = excluded.${column}`);
/** Rows in one statement. More are not faster. */
const BATCH = 250;

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
        const loaded = await storeVasps(database, last);
        return { loaded, replaced: count - loaded };
      }),
    find: (vasp_id) =>
      run(async () => {
        const { database } = await open();
        const { rows } = await runWithRetry(database, FIND, [keyOf(vasp_id)]);
        return rows.map(vaspOf).at(0);
      }),
    search: (term) => run(async () => search(await open(), term)),
    list: (given) =>
      run(async () => {
        const query = bare(copyOf(given));
        return list(await open(), query);
      }),
  };
}

/**
 * Stores all records or none, and returns how many were new. Rows are written in key order, so that two loads wait for each
 * other and never in a cycle. A load whose connection broke may have been stored. Repeated with the same token, it counts
 * the same rows as new.
 */
async function storeVasps(database: Database, vasps: ReadonlyMap<string, Vasp>): Promise<number> {
  if (vasps.size === 0) return 0;
  const token = newToken();
  const sorted = [...vasps].sort(([a], [b]) => compareText(a, b)).map(([, vasp]) => vasp);
  const batch = Math.min(BATCH, Math.floor(database.dialect.maxValues / COLUMNS.length));
  return retryWrite((send) => {
    let isComplete = false;
    const transaction = database.transaction(async (execute) => {
      let loaded = 0;
      for (let start = 0; start < sorted.length; start += batch) {
        const rows = sorted.slice(start, start + batch).map((vasp) => valuesOf(vasp, token));
        const { rows: written } = await execute(upsert(rows.length), rows.flat());
        loaded += written.filter((row) => numberOf(row, "version") === 1).length;
      }
      isComplete = true;
      return loaded;
    });
    return send(transaction, () => isComplete);
  });
}

/** Version 1 marks a new row. */
function upsert(rows: number): string {
  const one = `(${COLUMNS.map(() => "?").join(", ")}, 1)`;
  return `insert into vaspkit_vasps (${COLUMNS.join(", ")}, version) values ${Array(rows).fill(one).join(", ")}
    on conflict (vasp_key) do update set ${REPLACED.join(", ")}, version = vaspkit_vasps.version +
      case when vaspkit_vasps.token = excluded.token then 0 else 1 end
    returning version`;
}

function valuesOf(vasp: Vasp, token: Buffer): readonly SqlValue[] {
  // NUL sorts below every character of a text, so the joined text sorts like the list (`sortVasps`).
  const sorted = SORTED_FIELDS.map((field) => {
    const value = own(vasp, field);
    return value === undefined ? null : orderedBytes(typeof value === "string" ? value : value.join("\0"));
  });
  return [keyOf(vasp.vasp_id), ...sorted, JSON.stringify(vasp), indexedTexts(vaspTextsOf(vasp)), token];
}

async function search(db: OpenDatabase, term: string): Promise<readonly Vasp[]> {
  if (term === "") return [];
  const all = { table: "vaspkit_vasps", key: "vasp_key", conditions: [], values: [] } as const;
  if (!isWellFormed(term)) {
    const matches = await searchByScan(db.database, all, term, (row) => {
      const record = vaspOf(row);
      return { id: record.vasp_id, record, texts: vaspTextsOf(record) };
    });
    return bestMatches(matches, term);
  }
  const { rows } = await searchByText(db, { ...all, term, limit: undefined });
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

function vaspOf(row: Row): Vasp {
  return recordOf<Vasp>(textOf(row, "record"));
}
