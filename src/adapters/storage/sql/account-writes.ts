/** Writes of accounts that depend on the stored row: replacing and removing. A writer names the token of the row it read. */
import type { Account } from "../../../domain/accounts/account.js";
import { replaceAccount } from "../../../domain/accounts/list.js";
import { searchTextsOf } from "../../../domain/accounts/search.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { AccountPut } from "../../../ports/storage.js";
import { linkedAddresses, unlinkAddresses } from "./addresses.js";
import { bytesOf, type Execute, type Row, recordOf, type SqlValue, textOf } from "./database.js";
import { ConflictError, faultOf } from "./failures.js";
import { keyOf } from "./keys.js";
import { deleteLinksOf } from "./links.js";
import type { OpenDatabase } from "./open.js";
import { indexedTexts } from "./search.js";
import { newToken, retryWrite } from "./writes.js";

export const INSERT = `insert into vaspkit_accounts
  (account_key, account_type, account_category, record, texts, created, last_modified, token)
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (account_key) do nothing`;
const FIND = "select account_key, record, token from vaspkit_accounts where account_key = ?";
const UPDATE = `update vaspkit_accounts
  set account_type = ?, account_category = ?, record = ?, texts = ?, created = ?, last_modified = ?, token = ?
  where account_key = ? and token = ?`;
const DELETE = "delete from vaspkit_accounts where account_key = ? and token = ?";

/** Returns the key of the account with that reference_id. */
export function accountKey({ codec }: OpenDatabase, reference_id: string): Uint8Array {
  return codec.storedKey("account", keyOf(reference_id));
}

/** Returns the values of the columns of a row, without its key and token. */
export function columnsOf({ codec }: OpenDatabase, key: Uint8Array, account: Account): readonly SqlValue[] {
  const { account_type, account_category } = account;
  const record = codec.encode({ table: "accounts", key }, JSON.stringify(account));
  const texts = codec.encrypts ? null : indexedTexts(searchTextsOf(account));
  return [account_type, account_category, record, texts, keyOf(account.created), keyOf(account.last_modified)];
}

/** Returns the account of a row. */
export function accountOf({ codec }: OpenDatabase, row: Row): Account {
  const ref = { table: "accounts", key: bytesOf(row, "account_key") } as const;
  return recordOf<Account>(codec.decode(ref, textOf(row, "record")));
}

async function rowOf({ database }: OpenDatabase, key: Uint8Array): Promise<Row | undefined> {
  return (await database.run(FIND, [key])).rows.at(0);
}

/**
 * Stores the account, in place of the stored one. A statement that the database executes late, after its connection broke,
 * has no effect once another write has changed the token.
 */
export async function putAccount(
  db: OpenDatabase,
  account: Account,
  ifLastModified: string | undefined,
): Promise<AccountPut | "changed_meanwhile"> {
  const key = accountKey(db, account.reference_id);
  const token = newToken();
  let unknown: AccountPut | undefined;
  return retryWrite(async (send) => {
    const row = await rowOf(db, key);
    if (unknown !== undefined && row !== undefined && bytesOf(row, "token").equals(token)) return unknown;
    const stored = row && accountOf(db, row);
    if (ifLastModified !== undefined && stored?.last_modified !== ifLastModified) {
      if (unknown !== undefined) throw replacedSince();
      return "changed_meanwhile";
    }
    const put = { account: stored ? replaceAccount(stored, account) : account, is_new: stored === undefined };
    const columns = columnsOf(db, key, put.account);
    const write = async (): Promise<void> => {
      const { changed } = row
        ? await db.database.run(UPDATE, [...columns, token, key, bytesOf(row, "token")])
        : await db.database.run(INSERT, [key, ...columns, token]);
      if (changed === 0) throw new ConflictError("Another writer came first.");
    };
    await send(write()).catch((thrown: unknown) => {
      if (isUnknown(thrown)) unknown = put;
      throw thrown;
    });
    return put;
  });
}

/** Whether the statement may have been executed, or may be later. */
function isUnknown(thrown: unknown): boolean {
  return !(thrown instanceof ConflictError) && !faultOf(thrown).isRejection;
}

function replacedSince(): ComplianceError {
  return new ComplianceError(
    "storage_outcome_unknown",
    "The connection broke, and another writer has changed the same account since. Retrieve it before storing it again.",
  );
}

/**
 * Removes the account and unlinks its addresses, in one transaction. It looks for links after the account is deleted: the
 * deletion waits for writers that are linking it, and later ones do not find it. Returns whether the account was stored.
 */
export async function removeAccount(db: OpenDatabase, reference_id: string): Promise<boolean> {
  const key = accountKey(db, reference_id);
  let wasSent = false;
  return retryWrite(async (send) => {
    const row = await rowOf(db, key);
    // After a broken connection, the account was most likely removed by this call.
    if (row === undefined) return wasSent;
    let isSent = false;
    const removing = db.database.transaction(async (execute) => {
      await expectOne(execute(DELETE, [key, bytesOf(row, "token")]));
      await unlinkAddresses(db, execute, await linkedAddresses(db, execute, reference_id));
      // After the addresses: a writer that ended a link of the account has then committed.
      await deleteLinksOf(execute, key);
      isSent = true;
    });
    await send(removing, () => isSent).catch((thrown: unknown) => {
      wasSent ||= isSent && isUnknown(thrown);
      throw thrown;
    });
    return true;
  });
}

async function expectOne(result: ReturnType<Execute>): Promise<void> {
  if ((await result).changed === 0) throw new ConflictError("Another writer came first.");
}
