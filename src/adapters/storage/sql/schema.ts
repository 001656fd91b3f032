/**
 * The tables. Every one has a primary key of bytes that says nothing of when a row was written, so that it can be
 * sharded by its hash or by its range; there are no sequences and no foreign keys, and no operation but the loading of
 * VASPs (a whole directory at once) writes more than one row.
 *
 * - `record`: the record as JSON, or sealed. A text, not jsonb, which refuses some texts and loses the order of members
 * - `…_key`: see keys.ts
 * - `texts`: see search-texts.ts; null where the record is sealed
 * - `token`: 8 random bytes of the write that stored the row. A writer whose connection broke knows by it what it wrote
 */
import { randomBytes } from "node:crypto";
import { VASP_FIELDS } from "../../../domain/vasps/list.js";
import type { SqlValue } from "./database.js";
import type { SqlDialect } from "./dialect.js";

/** One step of the schema. They are applied in this order and never changed once they have been released. */
export interface Migration {
  readonly name: string;
  readonly statements: (dialect: SqlDialect) => readonly SchemaStatement[];
}

interface SchemaStatement {
  readonly text: string;
  readonly values?: readonly SqlValue[];
}

/** What the database itself is known by: the migrations applied, the salt of its keys, how records are kept. */
export const META = "vaspkit_meta";
export const CREATE_META =
  "create table if not exists vaspkit_meta (name varchar(60) primary key, value varchar(400) not null)";

/** Fields of §2.7 that have a column of their own to sort by: all but the key. */
export const SORTED_FIELDS = VASP_FIELDS.filter((field) => field !== "vasp_id");

/** An index entry of PostgreSQL holds some 2,700 bytes, and a key may have 2,400 of them. */
export const SORT_PREFIX = 200;

export const migrations: readonly Migration[] = [
  {
    name: "0001_directory",
    statements: (dialect) => [
      ...tablesOf(dialect).map((text) => ({ text })),
      ...INDEXES.map((text) => ({ text })),
      {
        text: "insert into vaspkit_meta (name, value) values ('salt', ?) on conflict (name) do nothing",
        values: [randomBytes(16).toString("hex")],
      },
    ],
  },
];

function tablesOf({ bytesType: bytes, rowColumn }: SqlDialect): readonly string[] {
  // SQLite refers to rows by number; the key is then a unique column beside it.
  const key = (name: string): string => `${rowColumn}${name} ${bytes} not null ${rowColumn ? "unique" : "primary key"}`;
  const sorted = SORTED_FIELDS.map((field) => `${field} ${bytes}`).join(", ");
  return [
    `create table if not exists vaspkit_accounts (${key("account_key")}, account_type varchar(20) not null,
      account_category varchar(20) not null, record text not null, texts text, token ${bytes} not null)`,
    `create table if not exists vaspkit_vasps (${key("vasp_key")}, ${sorted}, record text not null,
      texts text not null, version integer not null, token ${bytes} not null)`,
    `create table if not exists vaspkit_alerts (alert_key ${bytes} not null primary key, raised_at ${bytes} not null,
      delivered integer not null, record text not null, token ${bytes} not null)`,
    `create table if not exists vaspkit_addresses (address_key ${bytes} not null primary key, account_key ${bytes},
      record text not null, version integer not null, tokens varchar(100) not null)`,
  ];
}

const INDEXES: readonly string[] = [
  ...SORTED_FIELDS.map(
    (field) =>
      `create index if not exists vaspkit_vasps_${field}
        on vaspkit_vasps (substr(${field}, 1, ${SORT_PREFIX})) where ${field} is not null`,
  ),
  "create index if not exists vaspkit_alerts_newest on vaspkit_alerts (raised_at desc, alert_key)",
  `create index if not exists vaspkit_alerts_undelivered on vaspkit_alerts (raised_at desc, alert_key)
    where delivered = 0`,
  `create index if not exists vaspkit_addresses_of_account on vaspkit_addresses (account_key)
    where account_key is not null`,
];
