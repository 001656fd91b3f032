/** Lists of addresses in the order of their keys. */
import type { AddressListQuery, StoredAddress } from "../../../domain/addresses/address.js";
import type { Chain } from "../../../domain/chains/chain.js";
import { plainCursors } from "../../../domain/cursor.js";
import type { CursorPage } from "../../../domain/page.js";
import { bytesOf, type Row, runWithRetry } from "./database.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";

const AFTER = `select address_key, record from vaspkit_addresses where address_key > ? and address_key < ?
  order by address_key limit ?`;

const HEX = /^(?:[0-9a-f]{2})+$/;

/** How many records one statement reads if the storage has to find those of a chain among them. */
const SCANNED = 1000;

type AddressOf = (row: Row) => StoredAddress;

interface KeyRange {
  /** Before the first key. */
  readonly start: Uint8Array;
  /** After the last key. */
  readonly end: Uint8Array;
}

const ALL: KeyRange = { start: new Uint8Array(), end: new Uint8Array(64).fill(0xff) };

/** An address and its key. */
interface Found {
  readonly key: Buffer;
  readonly stored: StoredAddress;
}

/**
 * Returns one page; undefined for a cursor that this storage did not write. The keys of an encrypted database are digests,
 * which do not show the chain: there, a list of one chain reads all addresses.
 */
export async function listAddresses(
  db: OpenDatabase,
  { chain, size, cursor }: AddressListQuery,
  addressOf: AddressOf,
): Promise<CursorPage<StoredAddress> | undefined> {
  const { encrypts } = db.codec;
  const listing = `addresses ${encrypts ? "by digest " : ""}${chain ?? ""}`;
  const keys = chain === undefined || encrypts ? ALL : keysOf(chain);
  const start = cursor === undefined ? keys.start : keyIn(cursor, listing);
  if (start === undefined) return undefined;
  const found = await firstOf(
    addressesIn(db, { ...keys, start }, encrypts ? chain : undefined, size + 1, addressOf),
    size + 1,
  );
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  return {
    items: page.map(({ stored }) => stored),
    next_cursor: last ? plainCursors.write(listing, [last.key.toString("hex")]) : null,
  };
}

/** Yields the addresses in the range; with `wanted`, those of that chain. */
async function* addressesIn(
  { database }: OpenDatabase,
  { start, end }: KeyRange,
  wanted: Chain | undefined,
  most: number,
  addressOf: AddressOf,
): AsyncGenerator<Found> {
  const batch = wanted === undefined ? most : SCANNED;
  let after = start;
  let isComplete = false;
  while (!isComplete) {
    const { rows } = await runWithRetry(database, AFTER, [after, end, batch]);
    for (const row of rows) {
      after = bytesOf(row, "address_key");
      const stored = addressOf(row);
      if (wanted === undefined || stored.chain === wanted) yield { key: bytesOf(row, "address_key"), stored };
    }
    isComplete = rows.length < batch;
  }
}

async function firstOf<T>(items: AsyncIterable<T>, count: number): Promise<readonly T[]> {
  const first: T[] = [];
  for await (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}

function keyIn(cursor: string, listing: string): Uint8Array | undefined {
  const [hex = ""] = plainCursors.read(listing, cursor, 1) ?? [];
  return HEX.test(hex) ? Buffer.from(hex, "hex") : undefined;
}

/** Returns the keys that begin with the chain and a space. Chain names contain no space. */
function keysOf(chain: string): KeyRange {
  return { start: keyOf(`${chain}\u001f`), end: keyOf(`${chain}!`) };
}
