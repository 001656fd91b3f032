/**
 * Rows as files hold them: a record. In a collection with columns that are in no record, an object has the record and these
 * columns, but for those with their initial value.
 */
import { bare, own } from "../../../domain/own.js";
import { collections } from "../../../ports/collections.js";
import type { ColumnShape, ColumnValue } from "../../../ports/storage-engine.js";
import type { TableRow } from "../table.js";
import { type Rows, rowOf, statesOf, type Tables } from "../tables.js";

/** Returns a row as files hold it. */
export function storedForm(collection: string, { record, columns }: TableRow): unknown {
  const states = durableStates.get(collection) ?? [];
  if (states.length === 0) return record;
  const changed = states.filter(([name, initial]) => columns[name] !== initial);
  if (changed.length === 0) return { record };
  return { record, columns: Object.fromEntries(changed.map(([name]) => [name, columns[name]])) };
}

const durableStates = new Map(
  collections.map(({ name, columns }) => [
    name,
    (statesOf.get(name) ?? []).flatMap((column): (readonly [name: string, initial: ColumnValue])[] => {
      const { initial = null, isVolatile } = bare<Partial<ColumnShape>>(columns[column] ?? {});
      return isVolatile ? [] : [[column, initial]];
    }),
  ]),
);

/** Returns the row of a form that {@link storedForm} returned. Throws for any other. */
function rowOfStored({ of, loaded }: Tables, name: string, form: unknown): TableRow {
  const { collection } = of(name);
  const states = durableStates.get(name) ?? [];
  if (states.length === 0) return rowOf(collection.draftOf(form), loaded);
  // The cast: a checksum guarantees that vaspkit wrote the form.
  const { record, columns = {} } = bare(form as Partial<Pick<TableRow, "record" | "columns">>);
  const draft = collection.draftOf(record);
  const kept = states.map(([name, initial]) => [name, checkedValue(own(columns, name) ?? initial)]);
  return rowOf({ ...draft, columns: { ...draft.columns, ...Object.fromEntries(kept) } }, loaded);
}

function checkedValue(value: unknown): ColumnValue {
  if (typeof value === "string" || typeof value === "number") return value;
  throw new TypeError("A column has no value.");
}

/** Forms of rows and keys of removed rows, by collection. */
export type StoredForms = Readonly<Record<string, Iterable<unknown>>>;

/** Returns the rows of these forms and keys. Throws for forms of another shape. */
export function rowsOfStored(tables: Tables, put: StoredForms, removed: StoredForms = {}): Rows {
  return new Map(
    collections.map(({ name }) => {
      const rows = new Map<string, TableRow | undefined>();
      for (const form of own(put, name) ?? []) {
        const row = rowOfStored(tables, name, form);
        rows.set(row.key, row);
      }
      for (const key of own(removed, name) ?? []) rows.set(checkedKey(key), undefined);
      return [name, rows];
    }),
  );
}

function checkedKey(key: unknown): string {
  if (typeof key === "string") return key;
  throw new TypeError("A key is not a text.");
}
