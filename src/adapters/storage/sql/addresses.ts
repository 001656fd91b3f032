/**
 * The addresses (§2.8), a row each with its whole history: what an operation changes is one row of one shard, and no lock
 * is held from one statement to the next. A writer says which version it changed; where another one came first, it reads
 * and applies its updates anew. Updates of one address that this process is asked for at once are written together.
 */
import type { AddressUpdate, StoredAddress } from "../../../domain/addresses/address.js";
import { applyAddressUpdate, sortAddresses } from "../../../domain/addresses/record.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { AddressRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyIfAny, copyOf } from "../copy.js";
import { addressId } from "../tables.js";
import { bytesOf, numberOf, type Row, type SqlValue, textOf } from "./database.js";
import { corrupt, faultOf } from "./failures.js";
import { inGroups } from "./groups.js";
import { newToken } from "./insert.js";
import { keyIfAny, keyOf } from "./keys.js";
import { asked, type Opened } from "./opened.js";
import { recordOf } from "./records.js";
import { RaceLost, retrying } from "./retry.js";

const FIND = "select address_key, record, version, tokens from vaspkit_addresses where address_key = ?";
const OF_ACCOUNT = "select address_key, record from vaspkit_addresses where account_key = ?";
const INSERT = `insert into vaspkit_addresses (address_key, account_key, record, tokens, version)
  values (?, ?, ?, ?, 1) on conflict (address_key) do nothing`;
const UPDATE = `update vaspkit_addresses set account_key = ?, record = ?, tokens = ?, version = version + 1
  where address_key = ? and version = ?`;

/** A row keeps the tokens of so many writes: see {@link change}. */
const KEPT_TOKENS = 4;

/** The repository of addresses in an opened database. */
export function addressRepository(opened: () => Promise<Opened>, run: RunWhileOpen): AddressRepository {
  const together = inGroups(async (key, plans: readonly Plan[]) => change(await opened(), keyOf(key), plans));
  // The group answers each plan with what that one made.
  const changed = <R extends Stored>(id: string, plan: (stored: Stored) => R) => together(id, plan) as Promise<R>;
  return {
    save: (given) =>
      run(async () => {
        const update = copyOf(given);
        return changed(addressId(update.chain, update.address), (stored) => applyAddressUpdate(stored, update));
      }),
    link: (chain, address, account_ref_id) =>
      run(async () => {
        const linked = await changed(addressId(chain, address), (stored) => {
          if (stored === undefined) return undefined;
          const update: AddressUpdate = { chain, address, account_ref_id, created: stored.created };
          return applyAddressUpdate(stored, update);
        });
        return linked === undefined ? "unknown" : "linked";
      }),
    find: (chain, address) =>
      run(async () => {
        const here = await opened();
        const { rows } = await asked(here.database, FIND, [keyOf(addressId(chain, address))]);
        return rows.map((row) => addressOf(here, row))[0];
      }),
    ofAccount: (account_ref_id) =>
      run(async () => {
        const here = await opened();
        const { rows } = await asked(here.database, OF_ACCOUNT, [keyOf(account_ref_id)]);
        const linked = rows.map((row) => addressOf(here, row));
        // The column is not sealed as the record is: whoever can write to the database might link with it.
        if (linked.some((each) => each.account_ref_id !== account_ref_id)) throw corrupt("An address has another link");
        return sortAddresses(linked);
      }),
  };
}

type Stored = StoredAddress | undefined;
/** What an operation makes of the record; undefined: nothing. */
type Plan = (stored: Stored) => Stored;

/** A row as it was read. */
interface Found {
  readonly json: string | undefined;
  readonly version: number;
  readonly tokens: readonly string[];
}

const NOTHING: Found = { json: undefined, version: 0, tokens: [] };

/**
 * Stores what the plans make of the record, one after the other, and says what each made. A connection may break after
 * the update was sent: then the row tells by its tokens whether it was carried out, for as long as not too many others
 * have written since.
 */
async function change(here: Opened, key: Buffer, plans: readonly Plan[]): Promise<readonly Stored[]> {
  const token = newToken().toString("hex");
  let unsure: Unsure | undefined;
  return retrying(async () => {
    const found = await read(here, key);
    if (unsure !== undefined && found.tokens.includes(token)) return unsure.answers;
    unsure = stillUnsure(unsure, found);
    const { answers, last } = carriedOut(plans, found);
    // The texts can be compared, for `applyAddressUpdate` writes its members always in one order.
    const json = JSON.stringify(last);
    if (last === undefined || json === found.json) return answers;
    try {
      if (await write(here, key, { found, token, json, account: last.account_ref_id })) return answers;
    } catch (thrown) {
      if (!faultOf(thrown).isRefusal) unsure = { version: found.version, answers };
      throw thrown;
    }
    throw new RaceLost("Another writer came first.");
  });
}

/** An update of that version was sent and nothing heard of it: it may have been carried out, or may be yet. */
interface Unsure {
  readonly version: number;
  readonly answers: readonly Stored[];
}

/** Of a row without the token. What was sent for an earlier version than it has now will not be carried out any more. */
function stillUnsure(unsure: Unsure | undefined, { version }: Found): Unsure | undefined {
  if (unsure === undefined || unsure.version === version) return unsure;
  if (version > unsure.version + KEPT_TOKENS) throw outcomeUnknown();
  return undefined;
}

function carriedOut(plans: readonly Plan[], { json }: Found): { readonly answers: Stored[]; readonly last: Stored } {
  let last: Stored = json === undefined ? undefined : recordOf<StoredAddress>(json);
  const answers = plans.map((plan) => {
    const answer = plan(last);
    last = answer ?? last;
    // A copy, for the next plan may take over parts of what this one's caller gets.
    return copyIfAny(answer);
  });
  return { answers, last };
}

async function read(here: Opened, key: Buffer): Promise<Found> {
  const { rows } = await here.database.run(FIND, [key]);
  const [row] = rows;
  if (row === undefined) return NOTHING;
  return { json: jsonOf(here, row), version: numberOf(row, "version"), tokens: textOf(row, "tokens").split(" ") };
}

/** false: another writer came first. */
async function write(
  { database, sealing }: Opened,
  key: Buffer,
  next: { readonly found: Found; readonly token: string; readonly json: string; readonly account: string | undefined },
): Promise<boolean> {
  const { found, token, json, account } = next;
  const tokens = [token, ...found.tokens].slice(0, KEPT_TOKENS).join(" ");
  const columns: readonly SqlValue[] = [keyIfAny(account), sealing.write({ table: "addresses", key }, json), tokens];
  const { changed } =
    found === NOTHING
      ? await database.run(INSERT, [key, ...columns])
      : await database.run(UPDATE, [...columns, key, found.version]);
  return changed > 0;
}

function jsonOf({ sealing }: Opened, row: Row): string {
  return sealing.read({ table: "addresses", key: bytesOf(row, "address_key") }, textOf(row, "record"));
}

function addressOf(here: Opened, row: Row): StoredAddress {
  return recordOf<StoredAddress>(jsonOf(here, row));
}

function outcomeUnknown(): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    "The connection broke, and others have written the same address since: look at its history before you save again.",
  );
}
