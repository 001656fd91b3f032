/** Takes rows: sets columns of the first ones that no concurrent call takes. */
import { own } from "../../../domain/own.js";
import type { Collection, Row, Taking } from "../../../ports/storage-engine.js";
import { engineFault } from "./failures.js";
import type { OpenDatabase } from "./open.js";
import { assigned, rangeOf, type Statement, selection, valuesOf } from "./statements.js";

/** Takes rows in one statement. */
export async function take(
  db: OpenDatabase,
  token: string,
  { range, set, ...taking }: Taking,
): Promise<readonly Row[]> {
  const { collection, table, selected, rowOf } = db.of(range.collection);
  const { database } = db;
  const { dialect } = database;
  const next = own(taking, "next");
  const highest = next === undefined ? undefined : highestOf(collection, range, next);
  // A select of its own, because MySQL reads a table that it updates only so.
  const setNext =
    highest === undefined ? "" : `, ${next} = coalesce((select highest.${next} from (${highest.text}) highest), 0) + 1`;
  const update = `update ${table} set ${assigned(Object.keys(set), dialect)}${setNext}`;
  const assignedValues = [token, ...valuesOf(collection, set), ...(highest?.values ?? [])];
  try {
    if (dialect.skipLocked === undefined) {
      const { filter, order, values } = rangeOf(collection, range);
      const limit = own(range, "limit") ?? Number.MAX_SAFE_INTEGER;
      const { changed } = await database.run(`${update} ${filter} ${order} limit ?`, [
        ...assignedValues,
        ...values,
        limit,
      ]);
      return await takenBy(db, { range, set, ...taking }, token, changed);
    }
    const due = selection(collection, range, ["row_key as due_key"]);
    // A list in its own step: PostgreSQL may run a subquery with a limit several times.
    const text = `with due as materialized (${due.text} ${dialect.skipLocked}) ${update}
      where row_key in (select due_key from due) returning ${selected.join(", ")}`;
    return (await database.run(text, [...due.values, ...assignedValues])).rows.map(rowOf);
  } catch (thrown) {
    throw engineFault(thrown, true);
  }
}

/**
 * Reads the rows that a token took; others may have written them since. They are the last of the index if that has a changed
 * column, and else among the first. So the read ends when it has them.
 */
async function takenBy(
  { database, of }: OpenDatabase,
  { range, set, ...taking }: Taking,
  token: string,
  count: number,
): Promise<readonly Row[]> {
  if (count === 0) return [];
  const { collection, table, selected, rowOf } = of(range.collection);
  const { index = "", where = [] } = range;
  const changed = [...Object.keys(set), own(taking, "next")];
  const isLast = collection.indexes[index]?.by.some((column) => changed.includes(column)) === true;
  const first = { ...range, where: where.filter(([column]) => !changed.includes(column)) };
  const { filter, order, values } = rangeOf(
    collection,
    isLast ? { ...groupOf(collection, range), descending: true } : first,
  );
  const text = `select ${selected.join(", ")} from ${table} ${filter === "" ? "where" : `${filter} and`}
    ${database.dialect.position}(writers, ?) > 0 ${order} limit ?`;
  return (await database.run(text, [...values, token, count])).rows.map(rowOf);
}

function highestOf(collection: Collection, range: Taking["range"], column: string): Statement {
  return selection(collection, { ...groupOf(collection, range), descending: true, limit: 1 }, [column]);
}

/** Returns the range of all rows of the group. */
function groupOf(collection: Collection, { index, where = [] }: Taking["range"]): Taking["range"] {
  const group = (index === undefined ? undefined : collection.indexes[index]?.group) ?? [];
  return { collection: collection.name, index, where: where.filter(([name]) => group.includes(name)) };
}
