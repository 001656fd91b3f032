/** Changes of VASP records: loads, synchronizations and removals. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import { own } from "../../../domain/own.js";
import { compareText } from "../../../domain/text.js";
import { vaspTextsOf } from "../../../domain/vasps/list.js";
import { type VaspRegister, type VaspSyncCounts, type VaspSyncPlan, vaspSync } from "../../../domain/vasps/sync.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../../ports/storage.js";
import {
  bytesOf,
  type Database,
  type Execute,
  numberOf,
  type Row,
  recordOf,
  type SqlValue,
  textOf,
} from "./database.js";
import { faultOf } from "./failures.js";
import { keyOf, orderedBytes } from "./keys.js";
import { SORTED_FIELDS } from "./schema.js";
import { indexedTexts } from "./search.js";
import { newToken, retryWrite } from "./writes.js";

const COLUMNS = ["vasp_key", ...SORTED_FIELDS, "record", "texts", "token"] as const;
const REPLACED = COLUMNS.filter((column) => column !== "vasp_key").map((column) => `${column} = excluded.${column}`);
/** Rows in one statement that writes. More are not faster. */
const WRITTEN = 250;
/** Rows in one statement that reads. */
const READ = 1_000;

/**
 * Stores all records or none, and returns how many were new. A load whose connection broke may have been stored. Repeated
 * with the same token, it counts the same rows as new.
 */
export async function storeVasps(database: Database, vasps: Iterable<Vasp>): Promise<number> {
  const sorted = inKeyOrder(vasps);
  if (sorted.length === 0) return 0;
  const token = newToken();
  return retryWrite((send) => {
    let isComplete = false;
    const transaction = database.transaction(async (execute) => {
      const loaded = await putVasps(database, execute, sorted, token);
      isComplete = true;
      return loaded;
    });
    return send(transaction, () => isComplete);
  });
}

/** Two loads that write in this order wait for each other and never in a cycle. */
function inKeyOrder(vasps: Iterable<Vasp>): readonly Vasp[] {
  return [...vasps].sort((a, b) => compareText(a.vasp_id, b.vasp_id));
}

/** Adds or replaces rows. Returns how many are new. */
async function putVasps(
  { dialect }: Database,
  execute: Execute,
  vasps: readonly Vasp[],
  token: Buffer,
): Promise<number> {
  const batch = Math.min(WRITTEN, Math.floor(dialect.maxValues / COLUMNS.length));
  let added = 0;
  for (let start = 0; start < vasps.length; start += batch) {
    const rows = vasps.slice(start, start + batch).map((vasp) => valuesOf(vasp, token));
    const { rows: written } = await execute(upsert(rows.length), rows.flat());
    added += written.filter((row) => numberOf(row, "version") === 1).length;
  }
  return added;
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

/**
 * Makes the table equal to the register, or changes nothing. The stored records are read in parts and written in the same
 * transaction, while other writers wait.
 *
 * A synchronization whose connection broke may have been stored. If the repeated one then finds nothing to change, the
 * counts are those of the first.
 */
export async function syncVasps(
  database: Database,
  register: VaspRegister,
  isAllowed: Parameters<VaspRepository["sync"]>[1],
): Promise<VaspSyncCounts | "refused"> {
  const token = newToken();
  let maybeStored: VaspSyncCounts | undefined;
  return retryWrite(async (send) => {
    let sent: VaspSyncCounts | undefined;
    const transaction = database.transaction(async (execute): Promise<VaspSyncCounts | "refused"> => {
      const { stored, put, removed, counts } = await planIn(database, execute, register);
      if (!isAllowed({ stored, removed: removed.length })) {
        if (maybeStored !== undefined) throw new ComplianceError("storage_outcome_unknown", REFUSED_LATER);
        return "refused";
      }
      if (put.length + removed.length === 0) return maybeStored ?? counts;
      await removeVasps(database, execute, removed);
      await putVasps(database, execute, inKeyOrder(put), token);
      sent = counts;
      return counts;
    });
    try {
      return await send(transaction, () => sent !== undefined);
    } catch (thrown) {
      if (sent !== undefined && !faultOf(thrown).isRejection) maybeStored = sent;
      throw thrown;
    }
  });
}

const REFUSED_LATER =
  "An attempt to store may have succeeded. Meanwhile others changed the records, so that the next attempt was refused. Repeat the call.";

/** Compares all rows with the register, and keeps other writers out. */
async function planIn({ dialect }: Database, execute: Execute, register: VaspRegister): Promise<VaspSyncPlan> {
  if (dialect.lockTable !== undefined) await execute(dialect.lockTable("vaspkit_vasps"));
  const sync = vaspSync(register);
  let last: Row | undefined;
  do {
    const after = last === undefined ? [] : [bytesOf(last, "vasp_key")];
    const condition = last === undefined ? "" : "where vasp_key > ?";
    const statement = `select vasp_key, record from vaspkit_vasps ${condition} order by vasp_key limit ${READ}`;
    const { rows } = await execute(statement, after);
    for (const row of rows) sync.compare(vaspOf(row));
    last = rows.length < READ ? undefined : rows.at(-1);
  } while (last !== undefined);
  return sync.plan();
}

async function removeVasps({ dialect }: Database, execute: Execute, ids: readonly string[]): Promise<void> {
  const batch = Math.min(READ, dialect.maxValues);
  for (let start = 0; start < ids.length; start += batch) {
    const keys = ids.slice(start, start + batch).map(keyOf);
    await execute(`delete from vaspkit_vasps where vasp_key in (${keys.map(() => "?").join(", ")})`, keys);
  }
}

/**
 * Removes a record and returns whether there was one. A removal whose connection broke may have been executed. If the
 * repeated one then finds nothing, the record that was there before it counts.
 */
export async function removeVasp(database: Database, vasp_id: string): Promise<boolean> {
  const key = keyOf(vasp_id);
  let [wasStored, isRepeated] = [false, false];
  return retryWrite(async (send) => {
    if (!wasStored) {
      const { rows } = await database.run("select 1 as found from vaspkit_vasps where vasp_key = ?", [key]);
      wasStored = rows.length > 0;
    }
    if (!wasStored) return false;
    try {
      const { changed } = await send(database.run("delete from vaspkit_vasps where vasp_key = ?", [key]));
      return changed > 0 || isRepeated;
    } catch (thrown) {
      isRepeated ||= !faultOf(thrown).isRejection;
      throw thrown;
    }
  });
}

/** Returns the record of a row. */
export function vaspOf(row: Row): Vasp {
  return recordOf<Vasp>(textOf(row, "record"));
}
