/**
 * Wallet addresses (§2.8), one row each with its newest screening. The screenings that a write replaces become a row of
 * `vaspkit_screenings` in the same transaction. So a write costs the same however many there are. A writer names the
 * version it changed. If another writer came first, it reads the row and applies its updates again. Concurrent updates of
 * one address in this process are written in one batch.
 */
import type { AddressUpdate, Screening, StoredAddress } from "../../../domain/addresses/address.js";
import { applyAddressUpdate, sortAddresses } from "../../../domain/addresses/record.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { own } from "../../../domain/own.js";
import type { AddressRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
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
import { ConflictError, corrupt, faultOf, retryOnFault } from "./failures.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { batchByKey, newToken } from "./writes.js";

const FIND = "select address_key, record, version, tokens from vaspkit_addresses where address_key = ?";
const OF_ACCOUNT = "select address_key, record from vaspkit_addresses where account_key = ?";
const INSERT = `insert into vaspkit_addresses (address_key, account_key, record, tokens, version)
  values (?, ?, ?, ?, 1) on conflict (address_key) do nothing`;
const UPDATE = `update vaspkit_addresses set account_key = ?, record = ?, tokens = ?, version = version + 1
  where address_key = ? and version = ?`;
const KEEP = "insert into vaspkit_screenings (address_key, version, record) values (?, ?, ?)";
/** The kept screenings, then the address with the newest one. */
const HISTORY = `select 0 as is_address, version, record from vaspkit_screenings where address_key = ?
  union all select 1, version, record from vaspkit_addresses where address_key = ? order by is_address, version`;

/** How many write tokens a row keeps, see {@link applyChanges}. */
const KEPT_TOKENS = 4;

/** Returns the repository of addresses in a database. */
export function addressRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): AddressRepository {
  const inBatch = batchByKey(async (id, changes: readonly Change[]) => {
    const db = await open();
    return applyChanges(db, addressKey(db, id), changes);
  });
  return {
    save: (given) =>
      run(async () => {
        const update = copyOf(given);
        // The cast: an update has a result.
        return inBatch(addressId(update.chain, update.address), () => update) as Promise<StoredAddress>;
      }),
    link: (chain, address, account_ref_id) =>
      run(async () => {
        const linked = await inBatch(
          addressId(chain, address),
          (stored) => stored && { chain, address, account_ref_id, created: stored.created },
        );
        return linked === undefined ? "unknown" : "linked";
      }),
    find: (chain, address) =>
      run(async () => {
        const db = await open();
        const { rows } = await runWithRetry(db.database, FIND, [addressKey(db, addressId(chain, address))]);
        return rows.map((row) => addressOf(db, row)).at(0);
      }),
    ofAccount: (account_ref_id) =>
      run(async () => {
        const db = await open();
        const { rows } = await runWithRetry(db.database, OF_ACCOUNT, [accountKey(db, account_ref_id)]);
        const linked = rows.map((row) => addressOf(db, row));
        // The column is not authenticated, so someone with write access to the database could have changed the link.
        if (linked.some((each) => own(each, "account_ref_id") !== account_ref_id))
          throw corrupt("An address has another link");
        return sortAddresses(linked);
      }),
    history: (chain, address) =>
      run(async () => {
        const db = await open();
        const key = addressKey(db, addressId(chain, address));
        const { rows } = await runWithRetry(db.database, HISTORY, [key, key]);
        const last = rows.at(-1);
        if (last === undefined) return undefined;
        if (numberOf(last, "is_address") !== 1) throw corrupt("An address was deleted without its screenings");
        const kept = rows.slice(0, -1).flatMap((row) => {
          const ref = { table: "screenings", key, version: numberOf(row, "version") } as const;
          return recordOf<readonly Screening[]>(db.codec.decode(ref, textOf(row, "record")));
        });
        const stored = addressOf(db, { ...last, address_key: key });
        const screening = own(stored, "screening");
        return { ...stored, screenings: screening === undefined ? [] : [...kept, screening] };
      }),
  };
}

type Stored = StoredAddress | undefined;
/** Returns the update to apply; undefined to leave the record as it is. */
type Change = (stored: Stored) => AddressUpdate | undefined;

/** A row as it was read. */
interface StoredRow {
  readonly json: string | undefined;
  readonly version: number;
  readonly tokens: readonly string[];
}

const NO_ROW: StoredRow = { json: undefined, version: 0, tokens: [] };

/** An update of this version was sent, and its outcome is unknown: it may have been executed, or may be later. */
interface UnknownOutcome {
  readonly version: number;
  readonly results: readonly Stored[];
}

/**
 * Applies the changes one after the other, stores the record, and returns the record after each change. After a broken
 * connection, the tokens of the row show whether the update was executed, as long as few other writers followed.
 */
async function applyChanges(db: OpenDatabase, key: Uint8Array, changes: readonly Change[]): Promise<readonly Stored[]> {
  const token = newToken().toString("hex");
  let unknown: UnknownOutcome | undefined;
  const attempt = async (): Promise<readonly Stored[]> => {
    const row = await read(db, key);
    if (unknown !== undefined && row.tokens.includes(token)) return unknown.results;
    unknown = stillUnknown(unknown, row);
    const { results, last, replaced } = changed(changes, row);
    // The texts are comparable, because `applyAddressUpdate` writes the properties in a fixed order.
    const json = JSON.stringify(last);
    if (last === undefined || (json === row.json && replaced.length === 0)) return results;
    try {
      if (await write(db, key, { row, token, json, account: own(last, "account_ref_id"), replaced })) return results;
    } catch (thrown) {
      if (!faultOf(thrown).isRejection) unknown = { version: row.version, results };
      throw thrown;
    }
    throw new ConflictError("Another writer came first.");
  };
  return retryOnFault(attempt, () => unknown !== undefined);
}

/** For a row without the token: an update of an earlier version than the row's will not be executed any more. */
function stillUnknown(unknown: UnknownOutcome | undefined, { version }: StoredRow): UnknownOutcome | undefined {
  if (unknown === undefined || unknown.version === version) return unknown;
  if (version > unknown.version + KEPT_TOKENS) {
    throw new ComplianceError(
      "storage_outcome_unknown",
      "The connection broke, and other writers have changed the same address since. Read its history before saving again.",
    );
  }
  return undefined;
}

function changed(
  changes: readonly Change[],
  { json }: StoredRow,
): { readonly results: readonly Stored[]; readonly last: Stored; readonly replaced: readonly Screening[] } {
  let last: Stored = json === undefined ? undefined : recordOf<StoredAddress>(json);
  const replaced: Screening[] = [];
  const results = changes.map((change) => {
    const update = change(last);
    if (update === undefined) return undefined;
    const screening = Object.hasOwn(update, "screening") && last && own(last, "screening");
    if (screening) replaced.push(screening);
    last = applyAddressUpdate(last, update);
    // Copied, because the next change may share parts of this result.
    return copyOf(last);
  });
  return { results, last, replaced };
}

async function read(db: OpenDatabase, key: Uint8Array): Promise<StoredRow> {
  const { rows } = await db.database.run(FIND, [key]);
  const [row] = rows;
  if (row === undefined) return NO_ROW;
  return { json: jsonOf(db, row), version: numberOf(row, "version"), tokens: textOf(row, "tokens").split(" ") };
}

/** Returns false if another writer came first. */
async function write(
  db: OpenDatabase,
  key: Uint8Array,
  next: {
    readonly row: StoredRow;
    readonly token: string;
    readonly json: string;
    readonly account: string | undefined;
    readonly replaced: readonly Screening[];
  },
): Promise<boolean> {
  const { database, codec } = db;
  const { row, token, json, account, replaced } = next;
  const tokens = [token, ...row.tokens].slice(0, KEPT_TOKENS).join(" ");
  const account_key = account === undefined ? null : accountKey(db, account);
  const columns: readonly SqlValue[] = [account_key, codec.encode({ table: "addresses", key }, json), tokens];
  const put = async (run: Execute): Promise<boolean> => {
    const { changed: count } =
      row === NO_ROW ? await run(INSERT, [key, ...columns]) : await run(UPDATE, [...columns, key, row.version]);
    return count > 0;
  };
  if (replaced.length === 0) return put(database.run);
  const kept = codec.encode({ table: "screenings", key, version: row.version }, JSON.stringify(replaced));
  return database.transaction(async (run) => {
    if (!(await put(run))) return false;
    await run(KEEP, [key, row.version, kept]);
    return true;
  });
}

function addressKey({ codec }: OpenDatabase, id: string): Uint8Array {
  return codec.storedKey("address", keyOf(id));
}

function accountKey({ codec }: OpenDatabase, reference_id: string): Uint8Array {
  return codec.storedKey("account", keyOf(reference_id));
}

function jsonOf({ codec }: OpenDatabase, row: Row): string {
  return codec.decode({ table: "addresses", key: bytesOf(row, "address_key") }, textOf(row, "record"));
}

function addressOf(db: OpenDatabase, row: Row): StoredAddress {
  return recordOf<StoredAddress>(jsonOf(db, row));
}
