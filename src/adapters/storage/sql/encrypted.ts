/**
 * Encryption as an engine around an engine. Keys and personal columns are digests, which compare for equality only, and
 * records are encrypted texts. Rows of equal place are in the order of digests. Times and other columns stay readable.
 */
import { own } from "../../../domain/own.js";
import { collections } from "../../../ports/collections.js";
import { columnOf, stateColumns } from "../../../ports/rows.js";
import type {
  Change,
  Collection,
  Columns,
  ColumnValue,
  Condition,
  Draft,
  KeyRead,
  RangeRead,
  Read,
  Removal,
  Row,
  StorageEngine,
} from "../../../ports/storage-engine.js";
import { notEncrypted, type RecordCodec } from "./encryption.js";
import { corrupt } from "./failures.js";
import { searchByScan } from "./search-scan.js";

/** @param codecOf - returns the codec of the opened engine */
export function encryptedEngine(engine: StorageEngine, codecOf: () => Promise<RecordCodec>): StorageEngine {
  return {
    ...engine,
    read: async (reads) => {
      const codec = await codecOf();
      const found = await engine.read(reads.map((read) => hiddenRead(codec, read)));
      return found.map(({ rows, count }, index) => {
        const target = targetOf(reads[index] as Read);
        return { count, rows: rows.map((row) => shownRow(codec, target, row)) };
      });
    },
    commit: async (token, changes, removals) => {
      const codec = await codecOf();
      const hidden = removals.map((removal) => hiddenRemoval(codec, removal));
      return engine.commit(
        token,
        changes.map((change) => hiddenChange(codec, change)),
        hidden,
      );
    },
    take: async (token, { range, ...taking }) => {
      const codec = await codecOf();
      const rows = await engine.take(token, { range: hiddenRead(codec, range), ...taking });
      return rows.map((row) => shownRow(codec, collectionOf(range.collection), row));
    },
    // A database cannot search what it cannot read.
    search: async (query) => {
      const collection = collectionOf(query.collection);
      if (!collection.isPersonal) return engine.search(query);
      const codec = await codecOf();
      const shown = (row: Row) => {
        const plain = shownRow(codec, collection, row);
        return { row: plain, texts: collection.textsOf(plain.record), key: plain.key };
      };
      return searchByScan((range) => engine.read([range]), query, shown);
    },
    replaceAll: async (token, name, rows, options) => {
      const codec = await codecOf();
      const collection = collectionOf(name);
      const hidden = [...rows].map(
        ([key, draft]) => [keyIn(codec, collection, key), draft && hiddenDraft(codec, collection, draft)] as const,
      );
      return engine.replaceAll(token, name, new Map(hidden), options);
    },
  };
}

const named = new Map(collections.map((collection) => [collection.name, collection]));

function collectionOf(name: string): Collection {
  const found = named.get(name);
  if (found === undefined) throw new TypeError("There is no such collection.");
  return found;
}

function targetOf(read: Read): Collection {
  const follow = isKeyRead(read) ? undefined : own(read, "follow");
  return collectionOf(follow === undefined ? read.collection : follow.collection);
}

function isKeyRead(read: Read): read is KeyRead {
  return Object.hasOwn(read, "key");
}

function keyIn(codec: RecordCodec, { name, isPersonal }: Collection, key: string): string {
  return isPersonal ? codec.digest(name, key) : key;
}

function valueIn(codec: RecordCodec, collection: Collection, name: string, value: ColumnValue): ColumnValue {
  if (value === null) return value;
  if (name === "key") return keyIn(codec, collection, String(value));
  const domain = own(collection.columns, name)?.personal;
  return domain === undefined ? value : codec.digest(domain, String(value));
}

function columnsIn(codec: RecordCodec, collection: Collection, columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, valueIn(codec, collection, name, value)]),
  );
}

function hiddenConditions(
  codec: RecordCodec,
  collection: Collection,
  where: readonly Condition[],
): readonly Condition[] {
  return where.map((condition): Condition => {
    if (condition[1] === "outside") return condition;
    const [column, is, value] = condition;
    return [column, is, valueIn(codec, collection, column, value)];
  });
}

function hiddenRead<R extends Read>(codec: RecordCodec, read: R): R {
  const collection = collectionOf(read.collection);
  if (isKeyRead(read)) return { ...read, key: keyIn(codec, collection, read.key) };
  const range: RangeRead = read;
  const [where, after] = [own(range, "where"), own(range, "after")];
  return {
    ...read,
    where: where && hiddenConditions(codec, collection, where),
    after: after && [after[0], keyIn(codec, collection, after[1])],
  };
}

function hiddenChange(codec: RecordCodec, change: Change): Change {
  const collection = collectionOf(change.collection);
  const { key, expect } = change;
  const [put, set] = [own(change, "put"), own(change, "set")];
  return {
    ...change,
    key: keyIn(codec, collection, key),
    expect: typeof expect === "string" ? expect : hiddenConditions(codec, collection, expect),
    put: put && hiddenDraft(codec, collection, put),
    set: set && columnsIn(codec, collection, set),
  };
}

function hiddenRemoval(codec: RecordCodec, removal: Removal): Removal {
  const collection = collectionOf(removal.collection);
  const keys = own(removal, "keys");
  return {
    collection: collection.name,
    where: hiddenConditions(codec, collection, removal.where),
    keys: keys?.map((key) => keyIn(codec, collection, key)),
  };
}

/** Returns the row as it is stored. */
export function hiddenDraft(codec: RecordCodec, collection: Collection, draft: Draft): Draft {
  if (!collection.isPersonal) return draft;
  const key = keyIn(codec, collection, draft.key);
  const record = codec.encode({ table: collection.name, key }, JSON.stringify(draft.record));
  return { key, columns: columnsIn(codec, collection, draft.columns), record, texts: [] };
}

/** Returns the row with its record. Columns are not authenticated, so those that repeat the record are compared with it. */
function shownRow(codec: RecordCodec, collection: Collection, row: Row): Row {
  if (!collection.isPersonal) return row;
  const record = recordOf(codec, collection, row);
  const plain = collection.draftOf(record);
  const expected = columnsIn(codec, collection, plain.columns);
  const states = stateColumns(collection);
  const isSame = Object.keys(expected).every((name) => states.includes(name) || expected[name] === columnOf(row, name));
  if (!isSame || keyIn(codec, collection, plain.key) !== row.key) {
    throw corrupt(`A row of ${collection.name} has other columns than its record`);
  }
  const kept = Object.fromEntries(states.map((name) => [name, columnOf(row, name)]));
  return { key: plain.key, version: row.version, columns: { ...plain.columns, ...kept }, record };
}

function recordOf(codec: RecordCodec, { name }: Collection, { key, record }: Row): unknown {
  if (typeof record !== "string") throw notEncrypted();
  return JSON.parse(codec.decode({ table: name, key }, record));
}
