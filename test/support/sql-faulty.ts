/** SQLite with a connection that can break at any statement. */
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { onTestFinished } from "vitest";
import type { AnyKysely } from "./sql-connections.js";

/** The fate of a statement: not executed, executed but the result lost, or rejected as busy. */
export type Fate = "lost" | "answer lost" | "refused" | undefined;

export interface Faulty {
  readonly kysely: AnyKysely;
  readonly statements: string[];
  fate: (statement: string) => Fate;
}

/** Returns SQLite in memory with a connection that can break. */
export function faultySqlite(): Faulty {
  const database = new SQLite(":memory:");
  const state: Pick<Faulty, "statements" | "fate"> = { statements: [], fate: () => undefined };
  const broken = (): Error => Object.assign(new Error("Connection terminated"), { code: "08006" });
  const through = <R>(statement: string, act: () => R): R => {
    state.statements.push(statement);
    const fate = state.fate(statement);
    if (fate === "lost") throw broken();
    if (fate === "refused") throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    const answer = act();
    if (fate === "answer lost") throw broken();
    return answer;
  };
  const behind = {
    close: () => database.close(),
    prepare: (text: string) => {
      const statement = database.prepare(text);
      return {
        reader: statement.reader,
        all: (values: readonly unknown[]) => through(text, () => statement.all(...values)),
        run: (values: readonly unknown[]) => through(text, () => statement.run(...values)),
        iterate: (values: readonly unknown[]) => statement.iterate(...values),
      };
    },
  };
  const kysely: AnyKysely = new Kysely({ dialect: new SqliteDialect({ database: behind }) });
  onTestFinished(() => kysely.destroy());
  return Object.assign(state, { kysely });
}
