/** Keys of rows, for statements of the application. */
import type { Kysely } from "kysely";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { checkedOptions } from "../../../domain/options.js";
import { keyringOf } from "../encryption.js";
import { databaseOf } from "./database.js";
import type { KeyKind } from "./encryption.js";
import { keyOf } from "./keys.js";
import { openOnce } from "./open.js";
import type { SqlStorageOptions } from "./storage.js";

const kinds: Readonly<Record<Exclude<KeyKind, "link" | "tag" | "linked">, true>> = {
  account: true,
  address: true,
  alert: true,
  group: true,
  transaction: true,
};

/**
 * Returns the content of a key column, for statements of your own that read. In an encrypted database it is a digest of the
 * id. Delete records with the operations only: your statements would leave links, which a new account with the same id
 * would get.
 *
 * @param kysely an instance for PostgreSQL or SQLite.
 * @param kind what the id identifies: `account` for `account_key` of every table, `address` for `address_key`, `alert` for
 * `alert_key`, `transaction` for the `transaction_key` of alerts, `group` for the `group_key` of linked transactions.
 * @param id the reference id, the alert id, the transaction id or the link key. For an address, its chain, a space and its canonical form.
 * @param options those of {@link sqlStorage}.
 * @returns the bytes of the column.
 * @throws ComplianceError `invalid_input` for another kind or an id that is no text; and as {@link sqlStorage}.
 *
 * @example
 * const key = await rowKey(kysely, "account", "C-1", { encryption });
 * await kysely.selectFrom("vaspkit_accounts").select("created").where("account_key", "=", key).execute();
 */
export async function rowKey<DB>(
  kysely: Kysely<DB>,
  kind: "account" | "address" | "alert" | "group" | "transaction",
  id: string,
  options: SqlStorageOptions = {},
): Promise<Uint8Array> {
  const { encryption } = checkedOptions("rowKey", options, { encryption: "checked" });
  const keyring = encryption === undefined ? undefined : keyringOf(encryption);
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind) || typeof id !== "string") {
    throw new ComplianceError(
      "invalid_input",
      "rowKey takes the kind account, address, alert, group or transaction, and an id as text.",
    );
  }
  const { codec } = await openOnce(databaseOf("rowKey", kysely), keyring)();
  return codec.storedKey(kind, keyOf(id));
}
