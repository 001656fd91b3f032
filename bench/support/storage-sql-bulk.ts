/**
 * Fills a PostgreSQL with what the storage itself writes for each account, many rows a statement: a million single
 * statements would take longer than everything that is measured on them.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";

const ROWS_EACH = 1_000;
const INSERT = /^(insert into vaspkit_accounts .*?values )\((.*?)\)(.*)$/s;

/** An instance that gathers inserts of accounts on their way to `target`, and a way to send off the last of them. */
export function gathering<DB>(target: Kysely<DB>): {
  readonly kysely: Kysely<DB>;
  readonly flush: () => Promise<void>;
} {
  let gathered: (readonly unknown[])[] = [];
  let parts: readonly string[] = [];
  const flush = async (): Promise<void> => {
    const rows = gathered;
    gathered = [];
    if (rows.length > 0) await target.executeQuery(CompiledQuery.raw(statementOf(parts, rows), rows.flat()));
  };
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      const found = INSERT.exec(query.sql);
      if (found === null) return target.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters]));
      parts = found;
      gathered.push(query.parameters);
      if (gathered.length >= ROWS_EACH) await flush();
      return { rows: [], numAffectedRows: 1n };
    },
    streamQuery: () => {
      throw new Error("nothing is streamed while a directory is filled");
    },
  };
  return { kysely: new Kysely<DB>({ dialect: dialectOf(connection) }), flush };
}

function statementOf([, head = "", , tail = ""]: readonly string[], rows: readonly (readonly unknown[])[]): string {
  let number = 0;
  const next = (): string => {
    number += 1;
    return `$${number}`;
  };
  return `${head}${rows.map((row) => `(${row.map(next).join(", ")})`).join(", ")}${tail}`;
}

function dialectOf(connection: DatabaseConnection): Dialect {
  const nothing = async (): Promise<void> => undefined;
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  };
}
