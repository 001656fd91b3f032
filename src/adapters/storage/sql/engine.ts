/** The engine of all SQL databases: a table for each collection. */
import { own } from "../../../domain/own.js";
import { compareText, isWellFormed } from "../../../domain/text.js";
import { isSameData } from "../../../ports/rows.js";
import type {
  Change,
  Collection,
  Committed,
  Draft,
  Found,
  Read,
  Removal,
  ReplaceCounts,
  ReplaceOptions,
  Row,
  SearchQuery,
  StorageEngine,
} from "../../../ports/storage-engine.js";
import type { Execute, Row as ResultRow } from "./dialects.js";
import { asFault, codeOf, engineFault } from "./failures.js";
import { gramsOfChange, gramsOfRows, removeOrphans } from "./grams.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { numberOf, textOf } from "./results.js";
import { optimizeTrigramTables, searchStatement } from "./search.js";
import { searchByScan } from "./search-scan.js";
import { marksOf, type Statement, selection, type TableStatements, whereOf } from "./statements.js";
import { take } from "./take.js";

/** An expectation does not hold. */
class ConflictError extends Error {}

/** Returns the engine of a database. */
export function sqlEngine(open: () => Promise<OpenDatabase>): StorageEngine {
  return {
    read: async (reads) => read(await open(), reads),
    commit: async (token, changes, removals) => commit(await open(), token, changes, removals),
    take: async (token, taking) => take(await open(), token, taking),
    search: async (query) => search(await open(), query),
    replaceAll: async (token, collection, rows, options) => {
      const db = await open();
      const statements = db.of(collection);
      if (options.others === "keep") return store(db, statements, token, rows);
      return synchronize(db, statements, token, rows, options);
    },
    compact: async () => {
      const { database } = await open();
      await asFault(() => optimizeTrigramTables(database));
    },
    close: async () => undefined,
  };
}

/** Runs a statement that reads. */
async function find({ database }: OpenDatabase, { text, values }: Statement): Promise<readonly ResultRow[]> {
  return asFault(async () => (await database.run(text, values)).rows);
}

/** Returns the collection whose rows a read returns. */
function targetOf({ of }: OpenDatabase, read: Read): TableStatements {
  const follow = Object.hasOwn(read, "key") ? undefined : own(read as Extract<Read, { follow?: unknown }>, "follow");
  return of(follow === undefined ? read.collection : follow.collection);
}

function isCount(read: Read): boolean {
  return Object.hasOwn(read, "count") && (read as { count?: boolean }).count === true;
}

/** Returns the select of a read with these columns. */
function selectionOf(db: OpenDatabase, read: Read, columns: readonly string[], unlimited?: string): Statement {
  const { collection } = db.of(read.collection);
  const target = targetOf(db, read);
  const follow = Object.hasOwn(read, "key") ? undefined : own(read as Extract<Read, { follow?: unknown }>, "follow");
  if (follow === undefined) return selection(collection, read, columns, unlimited);
  const { text, values } = selection(collection, read, [follow.column]);
  // A select of its own, because MySQL has no limit directly inside of `in`.
  const keys = `select followed.${follow.column} from (${text}) followed`;
  return { text: `select ${columns.join(", ")} from ${target.table} where row_key in (${keys})`, values };
}

/** All reads are one statement, because a statement sees one moment, whatever the isolation is. */
async function read(db: OpenDatabase, reads: readonly Read[]): Promise<readonly Found[]> {
  const [first] = reads;
  if (first === undefined) return [];
  if (reads.length === 1) {
    const target = targetOf(db, first);
    const rows = await find(db, selectionOf(db, first, target.selected));
    if (isCount(first)) return [{ rows: [], count: numberOf(rows.at(0), "count") }];
    return [{ rows: rows.map(target.rowOf), count: rows.length }];
  }
  const rows = await find(db, unionOf(db, reads));
  const parts = reads.map((): ResultRow[] => []);
  for (const row of rows) parts[numberOf(row, "part")]?.push(row);
  return reads.map((each, index) => {
    const found = (parts[index] ?? []).sort((a, b) => numberOf(a, "place") - numberOf(b, "place"));
    if (isCount(each)) return { rows: [], count: numberOf(found.at(0), "place") };
    return { rows: found.map(targetOf(db, each).rowOf), count: found.length };
  });
}

const FIXED = ["row_key", "writers", "record"];

/** Returns one statement for several reads. Each row has the number of its read and its place, because a union has no order. */
function unionOf(db: OpenDatabase, reads: readonly Read[]): Statement {
  const { nullOf, unlimited } = db.database.dialect;
  const targets = reads.map((each) => targetOf(db, each));
  const columns = new Map(
    targets.flatMap(({ collection, selected }) =>
      selected
        .filter((name) => !FIXED.includes(name))
        .map((name) => [name, collection.columns[name]?.type ?? "text"] as const),
    ),
  );
  const names = [...columns.keys()];
  const parts = reads.map((each, part): Statement => {
    const { selected } = targets[part] ?? db.of(each.collection);
    if (isCount(each)) {
      const { text, values } = selectionOf(db, each, []);
      const nulls = [...columns].map(([name, type]) => `${nullOf[type]} as ${name}`);
      const fixed = [`${nullOf.text} as row_key`, "'' as writers", "'' as record"];
      const all = [`${part} as part`, "count as place", ...fixed, ...nulls];
      return { text: `select ${all.join(", ")} from (${text}) p${part}`, values };
    }
    const own = names.map((name) =>
      selected.includes(name) ? name : `${nullOf[columns.get(name) ?? "text"]} as ${name}`,
    );
    // At most one row.
    if (Object.hasOwn(each, "key")) {
      return selectionOf(db, each, [`${part} as part`, "0 as place", ...FIXED, ...own]);
    }
    const { text, values } = selectionOf(db, each, [...FIXED, ...own], unlimited);
    const all = [`${part} as part`, "row_number() over () as place", ...FIXED, ...names];
    return { text: `select ${all.join(", ")} from (${text}) p${part}`, values };
  });
  return {
    text: parts.map(({ text }) => text).join(" union all "),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Rows in one statement that removes. */
const REMOVED = 500;

async function commit(
  db: OpenDatabase,
  token: string,
  changes: readonly Change[],
  removals: readonly Removal[],
): Promise<Committed | "conflict"> {
  const { database, of } = db;
  // One order for all writers, so that two of them do not wait for each other.
  const ordered = [...changes].sort((a, b) => compareText(a.collection, b.collection) || compareText(a.key, b.key));
  const statements = statementsOf(of, ordered, token);
  const removing = removals.flatMap((removal) => removalsOf(of(removal.collection).collection, removal));
  const grams = hasGrams(db) ? gramsOf(of, ordered, removals) : [];
  const [only, ...others] = [...statements, ...removing];
  if (only === undefined) return { removed: 0 };
  try {
    // One statement is a whole commit, unless it may change some of the rows that it should.
    if (others.length + grams.length === 0 && only.rows <= 1) {
      const count = await single(db, only);
      if (statements.length === 0) return { removed: count };
      return count === 1 ? { removed: 0 } : "conflict";
    }
    if (database.dialect.commitsInOne && removing.length === 0) {
      await single(db, inOne(statements));
      return { removed: 0 };
    }
    return await transaction(db, async (execute) => {
      for (const { text, values, rows: wanted } of statements) {
        const { rows, changed } = await execute(text, values);
        if ((changed || rows.length) !== wanted) throw new ConflictError();
      }
      let removed = 0;
      // Statements of their own: they see what was committed while the ones before waited for a lock.
      for (const { text, values } of removing) removed += (await execute(text, values)).changed;
      for (const { text, values } of grams) await execute(text, values);
      return { removed };
    });
  } catch (thrown) {
    if (thrown instanceof ConflictError) return "conflict";
    throw thrown;
  }
}

/** Whether statements keep the index of searches. */
function hasGrams({ database: { dialect } }: OpenDatabase): boolean {
  return dialect.search === "grams";
}

function gramsOf(
  of: OpenDatabase["of"],
  changes: readonly Change[],
  removals: readonly Removal[],
): readonly Statement[] {
  const isSearched = ({ collection }: Change | Removal): boolean => of(collection).collection.isSearched;
  return [
    ...changes.filter(isSearched).flatMap((change) => gramsOfChange(of(change.collection).collection, change)),
    ...removals.filter(isSearched).map(({ collection, ...removal }) => {
      return removeOrphans(of(collection).table, own(removal, "keys")?.map(keyOf));
    }),
  ];
}

/** A statement, and how many rows it changes or finds if all expectations hold; 0: any number. */
interface CountedStatement extends Statement {
  readonly rows: number;
}

/** Returns the statements of these changes. The new rows of a table are one, and so are those that must only stay. */
function statementsOf(of: OpenDatabase["of"], changes: readonly Change[], token: string): readonly CountedStatement[] {
  const added = new Map<string, Draft[]>();
  const kept = new Map<string, string[]>();
  const statements: CountedStatement[] = [];
  for (const change of changes) {
    const { collection, key, expect } = change;
    const put = own(change, "put");
    if (expect === "absent" && put !== undefined) added.set(collection, [...(added.get(collection) ?? []), put]);
    else if (expect === "present" && !isWrite(change)) kept.set(collection, [...(kept.get(collection) ?? []), key]);
    else statements.push({ ...of(collection).change(change, token), rows: 1 });
  }
  const keeping = [...kept].map(([name, keys]) => ({ ...of(name).keep(keys), rows: keys.length }));
  const inserts = [...added].map(([name, drafts]) => {
    return { ...of(name).insert(drafts, token), rows: drafts.length };
  });
  return [...keeping, ...statements, ...inserts];
}

function isWrite(change: Change): boolean {
  return (own(change, "put") ?? own(change, "set") ?? own(change, "remove")) !== undefined;
}

/** SQLSTATE of a division by zero, and the code of MySQL for a taken key. */
const CONFLICTS = /^(?:22012|1062)$/;

/** Returns one statement that makes all changes. Its division fails, and undoes all, unless each part found its row. */
function inOne(statements: readonly CountedStatement[]): Statement {
  const parts = statements.map(({ text }, n) => `s${n} as (${text}${text.startsWith("select") ? "" : " returning 1"})`);
  const all = statements.map(({ rows }, n) => `(select count(*) from s${n}) = ${rows}`).join(" and ");
  return {
    text: `with ${parts.join(", ")} select 1 / (case when ${all} then 1 else 0 end) as done`,
    values: statements.flatMap(({ values }) => values),
  };
}

function removalsOf(collection: Collection, { where, ...removal }: Removal): readonly CountedStatement[] {
  const table = `vaspkit_${collection.name}`;
  const keys = own(removal, "keys");
  if (keys === undefined) {
    const { text, values } = whereOf(collection, where);
    return [{ text: `delete from ${table} ${text}`, values, rows: 0 }];
  }
  const statements: CountedStatement[] = [];
  for (let start = 0; start < keys.length; start += REMOVED) {
    const some = keys.slice(start, start + REMOVED).map(keyOf);
    const { text, values } = whereOf(collection, where, [`row_key in (${marksOf(some)})`]);
    statements.push({ text: `delete from ${table} ${text}`, values: [...values, ...some], rows: 0 });
  }
  return statements;
}

/** Runs a statement that is a whole commit. Returns how many rows it changed or found. */
async function single({ database }: OpenDatabase, { text, values }: Statement): Promise<number> {
  try {
    const { rows, changed } = await database.run(text, values);
    return changed || rows.length;
  } catch (thrown) {
    throw isConflict(thrown) ? new ConflictError() : engineFault(thrown, true);
  }
}

function isConflict(thrown: unknown): boolean {
  return CONFLICTS.test(codeOf(thrown) ?? "");
}

/** Runs a transaction. It is not executed before its commit is sent, that is before its work is done. */
async function transaction<R>({ database }: OpenDatabase, work: (execute: Execute) => Promise<R>): Promise<R> {
  let sent: { readonly result: R } | undefined;
  try {
    return await database.transaction(async (execute) => {
      const result = await work(execute);
      sent = { result };
      return result;
    });
  } catch (thrown) {
    if (thrown instanceof ConflictError || isConflict(thrown)) throw new ConflictError();
    throw engineFault(thrown, sent !== undefined, sent?.result);
  }
}

async function search(db: OpenDatabase, query: SearchQuery): Promise<readonly Row[]> {
  const statements = db.of(query.collection);
  // A column holds no lone surrogates.
  if (!isWellFormed(query.term)) {
    const { collection } = statements;
    const shown = (row: Row) => ({ row, texts: collection.textsOf(row.record), key: row.key });
    return searchByScan((range) => read(db, [range]), query, shown);
  }
  return (await find(db, searchStatement(db, statements, query))).map(statements.rowOf);
}

/** Rows in one statement that writes. More are not faster. */
const WRITTEN = 250;
/** Rows in one statement that reads. */
const READ = 1_000;

/** Stores all rows or none, and counts the new ones. */
function store(
  db: OpenDatabase,
  statements: TableStatements,
  token: string,
  rows: ReadonlyMap<string, Draft | undefined>,
): Promise<ReplaceCounts> {
  const drafts = draftsIn(rows);
  const { lockTable, locksByRow } = db.database.dialect;
  return transaction(db, async (execute) => {
    if (locksByRow && lockTable !== undefined) await execute(lockTable(statements.table));
    const added = await put(db, statements, execute, token, drafts);
    return { added, changed: drafts.length - added, same: 0, removed: 0, stored: 0 };
  });
}

/** Two writers that write in this order wait for each other and never in a cycle. */
function draftsIn(rows: ReadonlyMap<string, Draft | undefined>): readonly Draft[] {
  const drafts = [...rows.values()].filter((draft) => draft !== undefined);
  return drafts.sort((a, b) => compareText(a.key, b.key));
}

/** Adds or replaces rows. Returns how many are new. */
async function put(
  db: OpenDatabase,
  { upsert, writersOf, collection }: TableStatements,
  execute: Execute,
  token: string,
  drafts: readonly Draft[],
): Promise<number> {
  const { dialect } = db.database;
  const columns = Object.keys(collection.columns).length + 4;
  const batch = Math.min(WRITTEN, Math.floor(dialect.maxValues / columns));
  let added = 0;
  for (let start = 0; start < drafts.length; start += batch) {
    const some = drafts.slice(start, start + batch);
    const { text, values } = upsert(some, token);
    const written = await execute(text, values);
    const reading = dialect.returnsRows ? undefined : writersOf(some);
    const { rows } = reading === undefined ? written : await execute(reading.text, reading.values);
    const grams = hasGrams(db) && collection.isSearched ? gramsOfRows(collection, some) : [];
    for (const each of grams) await execute(each.text, each.values);
    added += rows.filter((row) => textOf(row, "writers") === token).length;
  }
  return added;
}

/** Makes the table equal to the rows, or changes nothing. Other writers wait. */
async function synchronize(
  db: OpenDatabase,
  statements: TableStatements,
  token: string,
  rows: ReadonlyMap<string, Draft | undefined>,
  { isAllowed }: ReplaceOptions,
): Promise<ReplaceCounts | "refused"> {
  return transaction(db, async (execute) => {
    const { same, removed } = await compared(db, statements, execute, rows);
    const stored = same.size + removed.length;
    const drafts = draftsIn(rows).filter(({ key }) => same.get(key) !== true);
    const added = drafts.filter(({ key }) => !same.has(key)).length;
    const changed = drafts.length - added;
    const counts = { added, changed, same: same.size - changed, removed: removed.length, stored };
    if (!isAllowed(counts)) return "refused";
    for (let start = 0; start < removed.length; start += REMOVED) {
      const keys = removed.slice(start, start + REMOVED);
      const removing = removalsOf(statements.collection, removal(statements, keys));
      const grams = hasGrams(db) ? [removeOrphans(statements.table, keys.map(keyOf))] : [];
      for (const { text, values } of [...removing, ...grams]) await execute(text, values);
    }
    await put(db, statements, execute, token, drafts);
    return counts;
  });
}

function removal({ collection }: TableStatements, keys: readonly string[]): Removal {
  return { collection: collection.name, where: [], keys };
}

/** Compares all stored rows with the new ones, in parts. Returns which are the same or change, and which are removed. */
async function compared(
  { database }: OpenDatabase,
  { collection, table, selected, rowOf }: TableStatements,
  execute: Execute,
  rows: ReadonlyMap<string, Draft | undefined>,
): Promise<{ readonly same: ReadonlyMap<string, boolean>; readonly removed: readonly string[] }> {
  const { lockTable, lockRows } = database.dialect;
  if (lockTable !== undefined) await execute(lockTable(table));
  const same = new Map<string, boolean>();
  const removed: string[] = [];
  let after: readonly [null, string] | undefined;
  for (;;) {
    const { text, values } = selection(collection, { collection: collection.name, after, limit: READ }, selected);
    const found = (await execute(`${text} ${lockRows}`, values)).rows.map(rowOf);
    for (const { key, record } of found) {
      const draft = rows.get(key);
      if (rows.has(key)) same.set(key, draft === undefined || isSameData(record, draft.record));
      else removed.push(key);
    }
    const last = found.at(-1);
    if (last === undefined || found.length < READ) return { same, removed };
    after = [null, last.key];
  }
}
