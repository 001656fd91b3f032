/** Keys of rows, for statements of the application. */
import type { Kysely } from "kysely";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { checkedOptions } from "../../../domain/options.js";
import { tuple } from "../../../ports/collections.js";
import { keyringOf } from "../encryption.js";
import { withRetry } from "../repositories/attempts.js";
import { databaseOf } from "./database.js";
import { keyOf } from "./keys.js";
import { openOnce } from "./open.js";
import type { SqlStorageOptions } from "./storage.js";

/** The domain of the digests of each kind. */
const domains = {
  account: "accounts",
  address: "addresses",
  alert: "alerts",
  group: "link keys",
  transaction: "transactions",
} as const;

/**
 * Returns the content of a key column, for statements of your own that read. In an encrypted database it is a digest of the
 * id. Delete records with the operations only: your statements would leave links, which a new account with the same id
 * would get.
 *
 * @param kysely an instance for PostgreSQL, SQLite or MySQL.
 * @param kind what the id identifies: `account` for `row_key` of accounts and `account` of links, `address` for `row_key` of
 * addresses and `address` of links and screenings, `alert` for `row_key` of alerts, `transaction` for their
 * `transaction_id`, `group` for the `link_key` of linked transactions.
 * @param id the reference id, the alert id, the transaction id or the link key. For an address, its chain, a space and its canonical form.
 * @param options those of {@link sqlStorage}.
 * @returns the bytes of the column.
 * @throws ComplianceError `invalid_input` for another kind or an id that is no text; and as {@link sqlStorage}.
 *
 * @example
 * const key = await rowKey(kysely, "account", "C-1", { encryption });
 * await kysely.selectFrom("vaspkit_accounts").select("created").where("row_key", "=", key).execute();
 */
export async function rowKey<DB>(
  kysely: Kysely<DB>,
  kind: "account" | "address" | "alert" | "group" | "transaction",
  id: string,
  options: SqlStorageOptions = {},
): Promise<Uint8Array> {
  const { encryption } = checkedOptions("rowKey", options, { encryption: "checked" });
  const keyring = encryption === undefined ? undefined : keyringOf(encryption);
  if (typeof kind !== "string" || !Object.hasOwn(domains, kind) || typeof id !== "string") {
    throw new ComplianceError(
      "invalid_input",
      "rowKey takes the kind account, address, alert, group or transaction, and an id as text.",
    );
  }
  const { codec } = await withRetry(openOnce(databaseOf("rowKey", kysely), keyring));
  const space = id.indexOf(" ");
  const key = kind === "address" ? tuple([id.slice(0, space), id.slice(space + 1)]) : id;
  return keyOf(codec === undefined ? key : codec.digest(domains[kind], key));
}
