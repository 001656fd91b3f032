/**
 * The baseline: lowdb as its readme shows it. An array per kind, `push` and `write` for each record, a look through the
 * array for the rest. It does not wait for the disk, keeps no lock, and takes an id twice unless somebody looks first.
 */
import { join } from "node:path";
import { Low } from "lowdb";
import { JSONFile } from "lowdb/node";
import type { Account } from "../../src/domain/accounts/account.js";
import { searchTextsOf } from "../../src/domain/accounts/search.js";
import type { AddressUpdate, StoredAddress } from "../../src/domain/addresses/address.js";
import { applyAddressUpdate } from "../../src/domain/addresses/record.js";
import type { Alert } from "../../src/domain/alerts/alert.js";
import { foldText, squeezeText } from "../../src/domain/text.js";
import type { Directory, OpenSubject, Purpose } from "./storage-subject.js";

interface Data {
  readonly accounts: Account[];
  readonly alerts: Alert[];
  readonly addresses: StoredAddress[];
}

/** Plain lowdb on a file of the folder. */
export async function openLowdb(folder: string, purpose: Purpose): Promise<OpenSubject> {
  const low = new Low<Data>(new JSONFile(join(folder, "lowdb.json")), { accounts: [], alerts: [], addresses: [] });
  await low.read();
  const put = async <T>(records: T[], record: T): Promise<void> => {
    records.push(record);
    // Filled with a write for each record, it would not be full within the hour.
    if (purpose === "measuring") await low.write();
  };
  return {
    directory: directoryOf(low, put),
    settings: "JSONFile, push and write for each record, no fsync, no check for a taken id",
    settle: () => low.write(),
  };
}

function directoryOf({ data }: Low<Data>, put: <T>(records: T[], record: T) => Promise<void>): Directory {
  return {
    insert: async (account) => {
      await put(data.accounts, account);
      return true;
    },
    find: async (id) => data.accounts.find(({ reference_id }) => reference_id === id),
    search: async (typed) => {
      const term = squeezeText(foldText(typed));
      const found = data.accounts.filter((account) => searchTextsOf(account).some((text) => text.includes(term)));
      return found.map(({ reference_id }) => reference_id);
    },
    insertAlert: async (alert) => {
      await put(data.alerts, alert);
      return true;
    },
    hasAlert: async (id) => data.alerts.some(({ alert_id }) => alert_id === id),
    screen: async (update) => {
      const record = applyAddressUpdate(storedIn(data, update), update);
      await put(data.addresses, record);
      return record.screenings.length;
    },
    screenings: async (update) => storedIn(data, update)?.screenings.length ?? 0,
    close: async () => undefined,
  };
}

function storedIn({ addresses }: Data, { chain, address }: AddressUpdate): StoredAddress | undefined {
  return addresses.findLast((stored) => stored.chain === chain && stored.address === address);
}
