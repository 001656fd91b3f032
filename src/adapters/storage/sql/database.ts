/** The caller's Kysely instance as the repositories use it: statements, rows and transactions. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  MysqlAdapter,
  PostgresAdapter,
  SqliteAdapter,
} from "kysely";
import { type ComplianceError, readSafely } from "../../../domain/compliance-error.js";
import { configurationInvalid } from "../../../domain/options.js";
import { pacer } from "../../../runtime/turns.js";
import { inTime, noConnection, providedInTime } from "./deadline.js";
import { type Execute, postgres, type Row, type SqlDialect, sqlite } from "./dialects.js";
import { isQueryTimeout, isTaken } from "./failures.js";
import { mysql } from "./mysql.js";

type RunInTurn = <R>(task: () => Promise<R>) => Promise<R>;

export interface Database {
  readonly dialect: SqlDialect;
  /** Runs tasks in the order of the calls. If there is one connection, lets timers run in between. */
  readonly inTurn: RunInTurn;
  /** Runs one statement outside a transaction. It takes effect as a whole or not at all. */
  readonly run: Execute;
  /** Runs the statements of `work` in one transaction. Throws what `work` or the driver threw. */
  transaction<R>(work: (execute: Execute) => Promise<R>): Promise<R>;
}

/**
 * Returns the database of a Kysely instance.
 *
 * @param caller the public function, for messages
 * @throws ComplianceError `configuration_invalid` unless it is a Kysely instance for PostgreSQL, SQLite or MySQL.
 */
export function databaseOf<DB>(caller: string, kysely: Kysely<DB>): Database {
  const dialect = readSafely(
    () => dialectOf(caller, kysely),
    () => notKysely(caller),
  );
  const cache = new Map<string, CompiledQuery<Row>>();
  // Without plugins, because a plugin may rename the columns of these statements.
  const executor = kysely.withoutPlugins().getExecutor();
  const executing =
    (connection: DatabaseConnection): Execute =>
    async (statement, values = []) => {
      const query = { ...compiled(dialect, statement, cache), parameters: values };
      const { rows, numAffectedRows } = await inTime(() => connection.executeQuery<Row>(query), dialect.deadlineMs);
      return { rows, changed: Number(numAffectedRows ?? 0n) };
    };
  const prepared = new WeakMap<DatabaseConnection, "once" | "kept">();
  /** Prepares a connection before its first work. A pool that resets it is found before the second. */
  const working = async <R>(connection: DatabaseConnection, work: (execute: Execute) => Promise<R>): Promise<R> => {
    const execute = executing(connection);
    if (dialect.prepare !== undefined && prepared.get(connection) !== "kept") {
      const isPrepared = prepared.has(connection);
      await dialect.prepare(execute, isPrepared);
      prepared.set(connection, isPrepared ? "kept" : "once");
    }
    return work(execute);
  };
  const newQueue = dialect.hasOneConnection ? createQueue : (): RunInTurn => (task) => task();
  const statements = newQueue();
  let isConnected = false;
  /** Rejects before the connection is returned to the pool, which may be much later. */
  const onConnection = <R>(work: (execute: Execute) => Promise<R>, isTransaction: boolean): Promise<R> =>
    new Promise((resolve, reject) => {
      const use = async (connection: DatabaseConnection): Promise<void> => {
        isConnected = true;
        try {
          resolve(await working(connection, work));
        } catch (thrown) {
          const execute = executing(connection);
          let isFree = isTransaction ? await isTransactionOver(execute) : !isQueryTimeout(thrown);
          reject(thrown);
          // In the pool, it would add other statements to the transaction, or delay them until they time out too.
          while (!isFree) isFree = await isTransactionOver(execute);
        }
      };
      const failure = () => (isConnected ? noConnection() : wrongPool());
      const inTurn = () => providedInTime((task) => executor.provideConnection(task), use, dialect.deadlineMs, failure);
      statements(inTurn).catch(reject);
    });
  return {
    dialect,
    inTurn: newQueue(),
    run: (statement, values) => onConnection((execute) => execute(statement, values), false),
    transaction: (work) =>
      onConnection(async (execute) => {
        await execute(dialect.begin);
        const result = await work(execute);
        await execute("commit");
        return result;
      }, true),
  };
}

/**
 * Returns a function that runs tasks one after the other, in the order of the calls, and lets timers run in between.
 * Without it, Kysely would wake all waiting statements whenever one ends.
 */
function createQueue(): RunInTurn {
  let waiting = 0;
  let last = Promise.resolve();
  const pace = pacer();
  const end = (): void => {
    waiting -= 1;
  };
  return (task) => {
    const run = () => pace()?.then(task) ?? task();
    waiting += 1;
    const result = waiting === 1 ? run() : last.then(run);
    last = result.then(end, end);
    return result;
  };
}

/** A failed rollback means a broken connection, which ends the transaction, except after a query time-out. */
async function isTransactionOver(execute: Execute): Promise<boolean> {
  try {
    await execute("rollback");
    return true;
  } catch (thrown) {
    return !isQueryTimeout(thrown);
  }
}

/** Longer statements depend on a number of rows, and are not cached. */
const LONGEST_CACHED = 4_000;

/** Replaces each `?` by the dialect's marker. The statements of vaspkit contain no other `?`. */
function compiled(dialect: SqlDialect, statement: string, cache: Map<string, CompiledQuery<Row>>): CompiledQuery<Row> {
  const cached = cache.get(statement);
  if (cached !== undefined) return cached;
  let count = 0;
  const text = statement.replace(/\?/g, () => {
    count += 1;
    return dialect.placeholder(count);
  });
  // Its node and id serve plugins, and there are none.
  const query = CompiledQuery.raw(text) as CompiledQuery<Row>;
  if (statement.length <= LONGEST_CACHED) cache.set(statement, query);
  return query;
}

/** A pool with promises ignores callbacks. Others report in ten seconds that they cannot connect. */
function wrongPool(): ComplianceError {
  return configurationInvalid(
    "The pool returned neither a connection nor a failure within 30 seconds. Create it by createPool of mysql2, not of mysql2/promise, for vaspkit alone, and with a connectTimeout below 30 seconds.",
  );
}

function notKysely(caller: string): ComplianceError {
  return configurationInvalid(`${caller} takes a Kysely instance: new Kysely({ dialect }).`);
}

function dialectOf<DB>(caller: string, kysely: Kysely<DB>): SqlDialect {
  if (typeof kysely?.getExecutor !== "function" || typeof kysely.withoutPlugins !== "function") {
    throw notKysely(caller);
  }
  if (kysely.isTransaction) {
    throw configurationInvalid(
      `${caller} takes a Kysely instance, not a transaction, because a rollback would undo acknowledged changes.`,
    );
  }
  const { adapter, plugins } = kysely.getExecutor();
  if (plugins.some((plugin) => plugin.constructor.name === "WithSchemaPlugin")) {
    throw configurationInvalid(
      `${caller} does not take an instance withSchema(…). Set the search_path of its connections to that schema.`,
    );
  }
  if (isAdapter(adapter, PostgresAdapter)) return postgres;
  if (isAdapter(adapter, SqliteAdapter)) return sqlite;
  if (isAdapter(adapter, MysqlAdapter)) return mysql;
  throw configurationInvalid(
    `${caller} takes a Kysely instance for PostgreSQL, SQLite or MySQL. This one has another dialect.`,
  );
}

/** Compares names as well: an instance from Kysely's other build (ESM or CommonJS) has other classes of the same name. */
function isAdapter(adapter: object, wanted: { readonly name: string }): boolean {
  for (let proto = Object.getPrototypeOf(adapter); proto !== null; proto = Object.getPrototypeOf(proto)) {
    if (proto.constructor.name === wanted.name) return true;
  }
  return false;
}

/** A row of `vaspkit_meta`. */
export type MetaRow = readonly [name: string, value: string];

/** Stores a row of `vaspkit_meta`. Fails if its name is taken. */
export const INSERT_META = "insert into vaspkit_meta (name, value) values (?, ?)";

/** Stores a row of `vaspkit_meta` unless there is one of its name. Returns whether it did. Not within a transaction. */
export function insertMeta(run: Execute, row: MetaRow): Promise<boolean> {
  return unlessTaken(() => run(INSERT_META, row));
}

/** Returns false if a row could not be stored because its key is taken. */
export async function unlessTaken(step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (thrown) {
    if (isTaken(thrown)) return false;
    throw thrown;
  }
}
