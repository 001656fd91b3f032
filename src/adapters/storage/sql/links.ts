/**
 * Links under a tag, current and past, and the ended links without a tag: one row each. The current link without a tag is in
 * the row of its address. Every write of a link also writes the version of the address row, so that two writers never decide
 * on the same state.
 */
import { createHash } from "node:crypto";
import type { AddressLink } from "../../../domain/addresses/address.js";
import type { LinkChange } from "../../../domain/addresses/link.js";
import type { Chain } from "../../../domain/chains/chain.js";
import { addressId } from "../tables.js";
import {
  bytesOf,
  type Execute,
  numberOf,
  type Row,
  recordOf,
  runWithRetry,
  type SqlValue,
  textOf,
} from "./database.js";
import { corrupt } from "./failures.js";
import { keyOf, orderedBytes } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { newToken } from "./writes.js";

const COLUMNS = "link_key, address_key, account_key, tag_key, is_current, record";
const OF_ADDRESS = `select ${COLUMNS} from vaspkit_links where address_key = ?`;
const INSERT = `insert into vaspkit_links (${COLUMNS}) values (?, ?, ?, ?, ?, ?)`;
const END = "update vaspkit_links set is_current = 0, record = ? where link_key = ? and address_key = ?";

/** The record of a row. It names its address, because columns are not authenticated. */
interface LinkRecord {
  readonly chain: Chain;
  readonly address: string;
  readonly link: AddressLink;
}

/** A link as it is stored or will be. */
interface LinkDraft {
  /** Undefined for a link without a row. */
  readonly key: Uint8Array | undefined;
  readonly link: AddressLink;
}

/** An address. */
export interface Linked {
  readonly chain: Chain;
  readonly address: string;
}

/** Applies the links of one batch of updates, and collects what has to be written. */
export interface LinkBatch {
  /** Returns the link that the address has under that tag after the updates so far. */
  current(tag: string): AddressLink | undefined;
  /** Adds the change of an update. */
  add(change: LinkChange): void;
  readonly hasChanges: () => boolean;
  /** Writes the changes with `execute`, in the transaction of the address row. */
  write(execute: Execute): Promise<void>;
}

/** How many tags one statement looks for. */
const TAGS = 500;

/** Reads the current links of the address under these tags, and returns a batch of changes over them. */
export async function linkBatch(db: OpenDatabase, linked: Linked, tags: readonly string[]): Promise<LinkBatch> {
  const state = await currentLinks(db, linked, tags);
  const ended: LinkDraft[] = [];
  return {
    current: (tag) => state.get(tag)?.link,
    add: ({ link, past }) => {
      if (past !== undefined) ended.push({ key: past.tag === null ? undefined : state.get(past.tag)?.key, link: past });
      if (link.tag !== null) state.set(link.tag, { key: undefined, link });
    },
    hasChanges: () => ended.length > 0 || [...state.values()].some(({ key }) => key === undefined),
    write: async (execute) => {
      // First, because two rows cannot be current under one tag.
      for (const { key, link } of ended) {
        if (key === undefined) await insert(db, execute, linked, link);
        else await end(db, execute, linked, { key, link });
      }
      for (const { key, link } of state.values()) if (key === undefined) await insert(db, execute, linked, link);
    },
  };
}

async function currentLinks(
  db: OpenDatabase,
  linked: Linked,
  tags: readonly string[],
): Promise<Map<string, LinkDraft>> {
  const found = new Map<string, LinkDraft>();
  const distinct = [...new Set(tags)];
  for (let start = 0; start < distinct.length; start += TAGS) {
    const keys = distinct.slice(start, start + TAGS).map((tag) => tagKey(db, linked, tag));
    const statement = `${OF_ADDRESS} and is_current = 1 and tag_key in (${keys.map(() => "?").join(", ")})`;
    const { rows } = await db.database.run(statement, [addressKey(db, linked), ...keys]);
    for (const row of rows) {
      const link = linkOfRow(db, row, linked);
      if (link.tag !== null) found.set(link.tag, { key: bytesOf(row, "link_key"), link });
    }
  }
  return found;
}

async function insert(db: OpenDatabase, execute: Execute, linked: Linked, link: AddressLink): Promise<void> {
  const { codec } = db;
  const key = codec.storedKey("link", Buffer.concat([newToken(), newToken()]));
  const tag_key = link.tag === null ? null : tagKey(db, linked, link.tag);
  const values: readonly SqlValue[] = [
    key,
    addressKey(db, linked),
    codec.storedKey("account", keyOf(link.account_ref_id)),
    tag_key,
    link.unlinked === null ? 1 : 0,
    encoded(db, key, linked, link),
  ];
  await execute(INSERT, values);
}

/** A row that is missing was erased with its account, and stays so. */
async function end(
  db: OpenDatabase,
  execute: Execute,
  linked: Linked,
  { key, link }: { readonly key: Uint8Array; readonly link: AddressLink },
): Promise<void> {
  await execute(END, [encoded(db, key, linked, link), key, addressKey(db, linked)]);
}

function encoded({ codec }: OpenDatabase, key: Uint8Array, { chain, address }: Linked, link: AddressLink): string {
  const record: LinkRecord = { chain, address, link };
  return codec.encode({ table: "links", key }, JSON.stringify(record));
}

/**
 * Returns the link of a row with a key and the columns `is_current` and `record`. Throws `storage_corrupt` if it belongs to
 * another address.
 */
export function linkOfRow(db: OpenDatabase, row: Row, linked: Linked): AddressLink {
  const key = bytesOf(row, "link_key");
  const json = db.codec.decode({ table: "links", key }, textOf(row, "record"));
  const { link, ...of } = recordOf<LinkRecord>(json);
  const isCurrent = numberOf(row, "is_current") === 1;
  const isSame = of.chain === linked.chain && of.address === linked.address;
  if (!isSame || isCurrent !== (link.unlinked === null)) throw corrupt("A link belongs to another address");
  return link;
}

/** Returns the key of an address. */
export function addressKey({ codec }: OpenDatabase, { chain, address }: Linked): Uint8Array {
  return codec.storedKey("address", keyOf(addressId(chain, address)));
}

/** Returns the key of a tag of an address: a hash of both, so that it is short and shows no two addresses with one tag. */
function tagKey({ codec }: OpenDatabase, { chain, address }: Linked, tag: string): Uint8Array {
  const bytes = orderedBytes(`${addressId(chain, address)} ${tag}`);
  return codec.storedKey("tag", createHash("sha256").update(bytes).digest());
}

/** Returns the account that is linked to the address under that tag. */
export async function accountOfTag(db: OpenDatabase, linked: Linked, tag: string): Promise<string | undefined> {
  const statement = `${OF_ADDRESS} and is_current = 1 and tag_key = ?`;
  const { rows } = await runWithRetry(db.database, statement, [addressKey(db, linked), tagKey(db, linked, tag)]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const link = linkOfRow(db, row, linked);
  if (link.tag !== tag) throw corrupt("A link has another tag");
  return link.account_ref_id;
}

/** Deletes the links of the account with that key, current and past. */
export async function deleteLinksOf(execute: Execute, key: Uint8Array): Promise<void> {
  await execute("delete from vaspkit_links where account_key = ?", [key]);
}
