/** Storing a whole directory of VASPs at once. */
import { compareText } from "../../../domain/text.js";
import { vaspTextsOf } from "../../../domain/vasps/list.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import { type Database, numberOf, type SqlValue } from "./database.js";
import { newToken } from "./insert.js";
import { keyOf, orderedBytes } from "./keys.js";
import { retrying } from "./retry.js";
import { SORTED_FIELDS } from "./schema.js";
import { markedTexts } from "./search-texts.js";

const COLUMNS = ["vasp_key", ...SORTED_FIELDS, "record", "texts", "token"] as const;
const REPLACED = COLUMNS.filter((column) => column !== "vasp_key").map((column) => `${column} = excluded.${column}`);
/** Rows in one statement: more are no faster, and a text of some ten thousand values is long enough. */
const BATCH = 250;

/**
 * Stores these records, all or none, and says how many were new. The rows of all loads are written in one order, so that
 * two at once wait for each other and never in a circle. A load whose connection broke may have been stored: done again
 * with the same token it counts the same rows as new.
 */
export async function storeVasps(database: Database, vasps: ReadonlyMap<string, Vasp>): Promise<number> {
  if (vasps.size === 0) return 0;
  const token = newToken();
  const sorted = [...vasps].sort(([a], [b]) => compareText(a, b)).map(([, vasp]) => vasp);
  const batch = Math.min(BATCH, Math.floor(database.dialect.maxValues / COLUMNS.length));
  return retrying(() =>
    database.transaction(async (execute) => {
      let loaded = 0;
      for (let start = 0; start < sorted.length; start += batch) {
        const rows = sorted.slice(start, start + batch).map((vasp) => valuesOf(vasp, token));
        const { rows: written } = await execute(upsert(rows.length), rows.flat());
        loaded += written.filter((row) => numberOf(row, "version") === 1).length;
      }
      return loaded;
    }),
  );
}

/** Version 1 is a row that is new. */
function upsert(rows: number): string {
  const one = `(${COLUMNS.map(() => "?").join(", ")}, 1)`;
  return `insert into vaspkit_vasps (${COLUMNS.join(", ")}, version) values ${Array(rows).fill(one).join(", ")}
    on conflict (vasp_key) do update set ${REPLACED.join(", ")}, version = vaspkit_vasps.version +
      case when vaspkit_vasps.token = excluded.token then 0 else 1 end
    returning version`;
}

function valuesOf(vasp: Vasp, token: Buffer): readonly SqlValue[] {
  // NUL is below every character of a text, so that the joined text orders as the list does (`sortVasps`).
  const sorted = SORTED_FIELDS.map((field) => {
    const value = vasp[field];
    return value === undefined ? null : orderedBytes(typeof value === "string" ? value : value.join("\0"));
  });
  return [keyOf(vasp.vasp_id), ...sorted, JSON.stringify(vasp), markedTexts(vaspTextsOf(vasp)), token];
}
