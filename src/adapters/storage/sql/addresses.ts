/**
 * Wallet addresses (§2.8), one row each with its newest screening and the link without a tag. The screenings that a write
 * replaces become a row of `vaspkit_screenings` in the same transaction, and links rows of `vaspkit_links`. So a write costs
 * the same however many there are. A link keeps its account from being removed until its transaction ends, and a removal of
 * an account looks for links after it has deleted the account. A writer names the version it changed. If another writer came first, it reads the row and
 * applies its updates again. Concurrent updates of one address in this process are written in one batch.
 */
import type { AddressUpdate, LinkedAddress, Screening, StoredAddress } from "../../../domain/addresses/address.js";
import { compareTags, linkChangeOf, linkOf, sortLinks } from "../../../domain/addresses/link.js";
import { applyAddressUpdate, sortAddresses, unlinkAddress } from "../../../domain/addresses/record.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { bare, own } from "../../../domain/own.js";
import type { AddressRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
import { addressId } from "../tables.js";
import { listAddresses } from "./address-list.js";
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
import { accountOfTag, addressKey, type LinkBatch, type Linked, linkBatch, linkOfRow } from "./links.js";
import type { OpenDatabase } from "./open.js";
import { batchByKey, newToken, retryWrite } from "./writes.js";

const FIND = "select address_key, record, version, tokens from vaspkit_addresses where address_key = ?";
/** The links under a tag, then the addresses that are linked without one. */
const OF_ACCOUNT = `select a.address_key as address_key, a.record as address, l.link_key as link_key,
    l.is_current as is_current, l.record as record
  from vaspkit_links l join vaspkit_addresses a on a.address_key = l.address_key
  where l.account_key = ? and l.is_current = 1
  union all select address_key, record, null, 0, '' from vaspkit_addresses where account_key = ?`;
const ACCOUNT = "select account_key from vaspkit_accounts where account_key = ?";
const LINKED = `select address_key, record, version, tokens from vaspkit_addresses where account_key = ?
  order by address_key`;
const INSERT = `insert into vaspkit_addresses (address_key, account_key, record, tokens, version)
  values (?, ?, ?, ?, 1) on conflict (address_key) do nothing`;
/** Names the tokens too: a row that was removed and created again may have the same version. */
const UPDATE = `update vaspkit_addresses set account_key = ?, record = ?, tokens = ?, version = version + 1
  where address_key = ? and version = ? and tokens = ?`;
const KEEP = "insert into vaspkit_screenings (address_key, version, record) values (?, ?, ?)";
/** The links, the kept screenings, then the address with the newest one. */
const HISTORY = `select 0 as part, 0 as version, record, link_key, is_current from vaspkit_links where address_key = ?
  union all select 1, version, record, null, 0 from vaspkit_screenings where address_key = ?
  union all select 2, version, record, null, 0 from vaspkit_addresses where address_key = ? order by part, version`;
/** The address first: a writer of it that came first has then committed, and a later one finds no row. */
const REMOVE = ["addresses", "screenings", "links"].map(
  (table) => `delete from vaspkit_${table} where address_key = ?`,
);

/** How many write tokens a row keeps, see {@link applyChanges}. */
const KEPT_TOKENS = 4;

/** Returns the repository of addresses in a database. */
export function addressRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): AddressRepository {
  const inBatch = batchByKey(async (_id, changes: readonly Change[]) => {
    const db = await open();
    return applyChanges(db, changes);
  });
  const change = (given: AddressUpdate, mustExist: boolean): Promise<Outcome> =>
    run(async () => {
      const update = copyOf(given);
      return inBatch(addressId(update.chain, update.address), { update, mustExist });
    });
  return {
    // The cast: only an update that must find its record returns "unknown".
    save: (update) => change(update, false) as Promise<Exclude<Outcome, "unknown">>,
    update: (update) => change(update, true),
    remove: (chain, address) => run(async () => removeAddress(await open(), { chain, address })),
    find: (chain, address) => run(async () => findAddress(await open(), { chain, address })),
    accountOf: (chain, address, tag) =>
      run(async () => {
        const db = await open();
        if (tag !== undefined) return accountOfTag(db, { chain, address }, tag);
        return linkOf(await findAddress(db, { chain, address }))?.account_ref_id;
      }),
    ofAccount: (account_ref_id) => run(async () => addressesOf(await open(), account_ref_id)),
    history: (chain, address) =>
      run(async () => {
        const db = await open();
        const key = addressKey(db, { chain, address });
        const { rows } = await runWithRetry(db.database, HISTORY, [key, key, key]);
        const last = rows.at(-1);
        if (last === undefined) return undefined;
        if (numberOf(last, "part") !== 2) throw corrupt("An address was deleted without its screenings and links");
        const partsOf = (part: number): readonly Row[] => rows.filter((row) => numberOf(row, "part") === part);
        const kept = partsOf(1).flatMap((row) => {
          const ref = { table: "screenings", key, version: numberOf(row, "version") } as const;
          return recordOf<readonly Screening[]>(db.codec.decode(ref, textOf(row, "record")));
        });
        const stored = addressOf(db, { ...last, address_key: key });
        const links = partsOf(0).map((row) => linkOfRow(db, row, { chain, address }));
        return {
          ...stored,
          screenings: [...kept, own(stored, "screening")].filter((each) => each !== undefined),
          links: sortLinks([...links, linkOf(stored)].filter((each) => each !== undefined)),
        };
      }),
    list: (given) =>
      run(async () => {
        const query = bare(copyOf(given));
        const db = await open();
        return listAddresses(db, query, (row) => addressOf(db, row));
      }),
  };
}

async function findAddress(db: OpenDatabase, linked: Linked): Promise<StoredAddress | undefined> {
  const { rows } = await runWithRetry(db.database, FIND, [addressKey(db, linked)]);
  return rows.map((row) => addressOf(db, row)).at(0);
}

async function addressesOf(db: OpenDatabase, account_ref_id: string): Promise<readonly LinkedAddress[]> {
  const key = accountKey(db, account_ref_id);
  const { rows } = await runWithRetry(db.database, OF_ACCOUNT, [key, key]);
  const found = new Map<string, StoredAddress & { tags: (string | null)[] }>();
  for (const row of rows) {
    const id = bytesOf(row, "address_key").toString("hex");
    const linked = found.get(id) ?? { ...addressOf(db, { ...row, record: row["address"] }), tags: [] };
    found.set(id, linked);
    const link = row["link_key"] === null ? linkOf(linked) : linkOfRow(db, row, linked);
    // The columns are not authenticated, so someone with write access to the database could have changed the link.
    if (link?.account_ref_id !== account_ref_id) throw corrupt("An address has another link");
    linked.tags.push(link.tag);
    linked.tags.sort(compareTags);
  }
  return sortAddresses(found.values());
}

/** An address that was found by an attempt whose outcome is unknown existed, so the removal is reported. */
async function removeAddress(db: OpenDatabase, linked: Linked): Promise<boolean> {
  const key = addressKey(db, linked);
  let wasFound = false;
  await retryWrite((send) => {
    let isComplete = false;
    const transaction = db.database.transaction(async (execute) => {
      let found = false;
      for (const statement of REMOVE) found = (await execute(statement, [key])).changed > 0 || found;
      wasFound ||= found;
      isComplete = true;
    });
    return send(transaction, () => isComplete);
  });
  return wasFound;
}

type Outcome = StoredAddress | "linked_elsewhere" | "unknown_account" | "unknown";

interface Change {
  readonly update: AddressUpdate;
  /** Whether the change leaves an address alone that is not stored. */
  readonly mustExist: boolean;
}

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
  readonly results: readonly Outcome[];
}

/**
 * Applies the changes of one address one after the other, stores the record, and returns the result of each. After a broken
 * connection, the tokens of the row show whether the update was executed, as long as few other writers followed.
 */
async function applyChanges(db: OpenDatabase, changes: readonly Change[]): Promise<readonly Outcome[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const linked = first.update;
  const token = newToken().toString("hex");
  let unknown: UnknownOutcome | undefined;
  const attempt = async (): Promise<readonly Outcome[]> => {
    // Before the row, so that an account whose link is found exists.
    const accounts = await storedAccounts(db, changes);
    const row = await read(db, addressKey(db, linked));
    if (unknown !== undefined && row.tokens.includes(token)) return unknown.results;
    unknown = stillUnknown(unknown, row);
    // After the row: a link that was written since has changed its version.
    const tags = changes.flatMap(({ update }) => own(update, "tag") ?? []);
    const links = await linkBatch(db, linked, tags);
    const { results, last, replaced } = changed(changes, { row, links, accounts });
    // The texts are comparable, because `applyAddressUpdate` writes the properties in a fixed order.
    const json = JSON.stringify(last);
    if (last === undefined || (json === row.json && replaced.length === 0 && !links.hasChanges())) return results;
    try {
      if (await write(db, linked, { row, token, stored: last, json, replaced, links, accounts })) return results;
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

interface Changed {
  readonly results: readonly Outcome[];
  /** The record to store; undefined if there is none and none is created. */
  readonly last: StoredAddress | undefined;
  readonly replaced: readonly Screening[];
}

/** What the changes of an address are applied to. */
interface ChangeBase {
  readonly row: StoredRow;
  readonly links: LinkBatch;
  readonly accounts: StoredAccounts;
}

function changed(changes: readonly Change[], { row: { json }, links, accounts }: ChangeBase): Changed {
  let last = json === undefined ? undefined : recordOf<StoredAddress>(json);
  const replaced: Screening[] = [];
  const results = changes.map(({ update, mustExist }): Outcome => {
    if (last === undefined && mustExist) return "unknown";
    const account = own(update, "account_ref_id");
    if (account !== undefined && !accounts.has(account)) return "unknown_account";
    const tag = own(update, "tag");
    const linking = linkChangeOf(tag === undefined ? linkOf(last) : links.current(tag), update);
    if (linking === "linked_elsewhere") return linking;
    if (linking !== undefined) links.add(linking);
    const screening = Object.hasOwn(update, "screening") && last && own(last, "screening");
    if (screening) replaced.push(screening);
    last = applyAddressUpdate(last, update);
    // Copied, because the next change may share parts of this result.
    return copyOf(last);
  });
  return { results, last, replaced };
}

/** The keys of the accounts that changes link to and that are stored, by reference id. */
type StoredAccounts = ReadonlyMap<string, Uint8Array>;

async function storedAccounts(db: OpenDatabase, changes: readonly Change[]): Promise<StoredAccounts> {
  const found = new Map<string, Uint8Array>();
  for (const id of new Set(changes.flatMap(({ update }) => own(update, "account_ref_id") ?? []))) {
    const key = accountKey(db, id);
    const { rows } = await db.database.run(ACCOUNT, [key]);
    if (rows.length > 0) found.set(id, key);
  }
  return found;
}

/**
 * Keeps the accounts from being removed until the end of the transaction. Returns false if one was removed meanwhile. Locks
 * them in one order, so that no two transactions wait for each other.
 */
async function keepAccounts({ database }: OpenDatabase, execute: Execute, accounts: StoredAccounts): Promise<boolean> {
  for (const key of [...accounts.values()].sort(Buffer.compare)) {
    const { rows } = await execute(`${ACCOUNT} ${database.dialect.keepRows}`, [key]);
    if (rows.length === 0) return false;
  }
  return true;
}

async function read(db: OpenDatabase, key: Uint8Array): Promise<StoredRow> {
  const { rows } = await db.database.run(FIND, [key]);
  const [row] = rows;
  if (row === undefined) return NO_ROW;
  return { json: jsonOf(db, row), version: numberOf(row, "version"), tokens: textOf(row, "tokens").split(" ") };
}

interface NextRow {
  readonly row: StoredRow;
  readonly token: string;
  readonly stored: StoredAddress;
  /** `stored` as JSON. */
  readonly json: string | undefined;
  readonly replaced: readonly Screening[];
  readonly links: LinkBatch;
  readonly accounts: StoredAccounts;
}

/** Returns false if another writer came first, or if an account to link was removed. */
async function write(db: OpenDatabase, linked: Linked, next: NextRow): Promise<boolean> {
  const { database, codec } = db;
  const { row, token, stored, json = "", replaced, links, accounts } = next;
  const key = addressKey(db, linked);
  const tokens = [token, ...row.tokens].slice(0, KEPT_TOKENS).join(" ");
  const account = own(stored, "account_ref_id");
  const account_key = account === undefined ? null : accountKey(db, account);
  const columns: readonly SqlValue[] = [account_key, codec.encode({ table: "addresses", key }, json), tokens];
  const put = async (run: Execute): Promise<boolean> => {
    const { changed: count } =
      row === NO_ROW
        ? await run(INSERT, [key, ...columns])
        : await run(UPDATE, [...columns, key, row.version, row.tokens.join(" ")]);
    return count > 0;
  };
  if (replaced.length === 0 && !links.hasChanges() && accounts.size === 0) return put(database.run);
  return database.transaction(async (run) => {
    if (!((await keepAccounts(db, run, accounts)) && (await put(run)))) return false;
    if (replaced.length > 0) {
      const kept = codec.encode({ table: "screenings", key, version: row.version }, JSON.stringify(replaced));
      await run(KEEP, [key, row.version, kept]);
    }
    await links.write(run);
    return true;
  });
}

/** Reads the addresses that are linked to an account, in the order in which all writers of several change them. */
export async function linkedAddresses(
  db: OpenDatabase,
  execute: Execute,
  reference_id: string,
): Promise<readonly Row[]> {
  const { rows } = await execute(LINKED, [accountKey(db, reference_id)]);
  // The column is not authenticated, see `ofAccount`.
  if (rows.some((row) => own(addressOf(db, row), "account_ref_id") !== reference_id)) {
    throw corrupt("An address has another link");
  }
  return rows;
}

/** Unlinks these addresses, within a transaction. Throws if another writer has changed one of them. */
export async function unlinkAddresses(db: OpenDatabase, execute: Execute, linked: readonly Row[]): Promise<void> {
  const token = newToken().toString("hex");
  for (const row of linked) {
    const key = bytesOf(row, "address_key");
    const record = db.codec.encode({ table: "addresses", key }, JSON.stringify(unlinkAddress(addressOf(db, row))));
    const before = textOf(row, "tokens");
    const tokens = [token, ...before.split(" ")].slice(0, KEPT_TOKENS).join(" ");
    const { changed: count } = await execute(UPDATE, [null, record, tokens, key, numberOf(row, "version"), before]);
    if (count === 0) throw new ConflictError("Another writer came first.");
  }
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
