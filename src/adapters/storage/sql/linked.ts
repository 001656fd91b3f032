/**
 * Linked transactions, one row each. The row is committed before `add` resolves, and `within` is a later statement. So of
 * two evaluations in different processes, at least one finds both transactions, at any isolation level.
 */
import {
  addLinkedAmount,
  type LinkedEvaluation,
  type LinkedTransaction,
  sortLinked,
} from "../../../domain/thresholds/linked.js";
import type { LinkedQuery, LinkedTransactionRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
import { linkedId } from "../linked-listing.js";
import { bytesOf, type Row, recordOf, runWithRetry, textOf } from "./database.js";
import { ConflictError, corrupt } from "./failures.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { newToken, removeInBatches, retryWrite } from "./writes.js";

const INSERT = `insert into vaspkit_linked (linked_key, group_key, first_at, record, token)
  values (?, ?, ?, ?, ?) on conflict (linked_key) do nothing`;
const FIND = "select linked_key, first_at, record, token from vaspkit_linked where linked_key = ?";
const UPDATE = "update vaspkit_linked set record = ?, token = ? where linked_key = ? and token = ?";
const WITHIN = `select linked_key, first_at, record from vaspkit_linked
  where group_key = ? and first_at >= ? and first_at <= ? order by first_at limit ?`;
const OF_GROUP = { table: "vaspkit_linked", key: "linked_key", condition: "group_key = ?", order: "first_at" };
const EXPIRED = { table: "vaspkit_linked", key: "linked_key", condition: "first_at < ?", order: "first_at" };

/** Returns the repository of linked transactions in a database. */
export function linkedRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): LinkedTransactionRepository {
  return {
    add: (given) =>
      run(async () => {
        const evaluation = copyOf(given);
        return add(await open(), evaluation);
      }),
    within: (given) =>
      run(async () => {
        const query = copyOf(given);
        return within(await open(), query);
      }),
    remove: (link_key) =>
      run(async () => {
        const { database, codec } = await open();
        return removeInBatches(database, OF_GROUP, codec.storedKey("group", keyOf(link_key)));
      }),
    prune: (before) => run(async () => removeInBatches((await open()).database, EXPIRED, keyOf(before))),
  };
}

/**
 * Inserts the transaction, or adds its amount to the stored one. A repeated attempt finds its own amount, so it changes
 * nothing. The token shows whether another writer has changed the row since it was read.
 */
async function add(db: OpenDatabase, given: LinkedEvaluation): Promise<LinkedTransaction> {
  const { database, codec } = db;
  const first = addLinkedAmount(undefined, given);
  const key = codec.storedKey("linked", keyOf(linkedId(given)));
  const group = codec.storedKey("group", keyOf(given.link_key));
  const encode = (transaction: LinkedTransaction): string =>
    codec.encode({ table: "linked", key }, JSON.stringify(transaction));
  return retryWrite(async (send) => {
    const row = [key, group, keyOf(given.time), encode(first), newToken()];
    const { changed } = await send(database.run(INSERT, row));
    if (changed > 0) return first;
    const [found] = (await database.run(FIND, [key])).rows;
    if (found === undefined) throw new ConflictError("The transaction was removed meanwhile.");
    const stored = transactionOf(db, found);
    if (linkedId(stored) !== linkedId(given)) throw corrupt("A linked transaction has another id");
    const after = addLinkedAmount(stored, given);
    if (after === stored) return stored;
    const written = await send(database.run(UPDATE, [encode(after), newToken(), key, bytesOf(found, "token")]));
    if (written.changed === 0) throw new ConflictError("Another writer came first.");
    return after;
  });
}

async function within(db: OpenDatabase, query: LinkedQuery): Promise<readonly LinkedTransaction[]> {
  const { link_key, from, to, limit } = query;
  const group = db.codec.storedKey("group", keyOf(link_key));
  const { rows } = await runWithRetry(db.database, WITHIN, [group, keyOf(from), keyOf(to), limit]);
  const found = rows.map((row) => transactionOf(db, row));
  if (found.some((each) => each.link_key !== link_key)) throw corrupt("A linked transaction has another link key");
  return sortLinked(found);
}

/** Columns are not authenticated, so the time is compared with the record. */
function transactionOf({ codec }: OpenDatabase, row: Row): LinkedTransaction {
  const json = codec.decode({ table: "linked", key: bytesOf(row, "linked_key") }, textOf(row, "record"));
  const transaction = recordOf<LinkedTransaction>(json);
  if (bytesOf(row, "first_at").equals(keyOf(transaction.time))) return transaction;
  throw corrupt("A linked transaction has another time");
}
