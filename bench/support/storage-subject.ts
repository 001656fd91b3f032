/** What the benchmark asks of a storage, be it one of vaspkit's or another thing that keeps accounts. */
import type { Account } from "../../src/domain/accounts/account.js";
import type { AddressUpdate } from "../../src/domain/addresses/address.js";
import type { Alert } from "../../src/domain/alerts/alert.js";
import { foldText, squeezeText } from "../../src/domain/text.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import type { Operation } from "./storage-results.js";

/** The operations that are timed and those that check them. Each resolves once it is as durable as the storage makes it. */
export interface Directory {
  /** false: the id is taken. */
  insert(account: Account): Promise<boolean>;
  find(reference_id: string): Promise<Account | undefined>;
  /** The ids of the accounts that are found by what somebody typed. */
  search(typed: string): Promise<readonly string[]>;
  /** false: the id is taken. */
  insertAlert(alert: Alert): Promise<boolean>;
  hasAlert(alert_id: string): Promise<boolean>;
  /** How many screenings the address has now. */
  screen(update: AddressUpdate): Promise<number>;
  screenings(update: AddressUpdate): Promise<number>;
  close(): Promise<void>;
}

/** A storage that is open, in a process of its own. */
export interface OpenSubject {
  readonly directory: Directory;
  /** How it runs, as it says itself: settings that decide what an acknowledged write is worth. */
  readonly settings: string;
  /** Called once it is full: puts in order what the storage puts in order by itself sooner or later. */
  readonly settle?: () => Promise<void>;
  /** What its records and indexes take on disk; without it, the files in the folder count. */
  readonly bytes?: () => Promise<number>;
}

/** Being filled, a database may wait for no disk; what is measured always does. */
export type Purpose = "filling" | "measuring";

/** One contender. */
export interface Subject {
  /** As `--only` names it. */
  readonly group: string;
  readonly name: string;
  readonly title: string;
  /** The largest directory that it is asked to hold. */
  readonly largest: number;
  /** How many callers insert at a time when it is filled. */
  readonly fillers: number;
  /** Each search indexes some more accounts, until all are: it is measured then. */
  readonly indexesWhileSearching?: true;
  /** The operation that is measured; undefined: all. */
  readonly only?: Operation;
  /** Where the records are while it is open. What is in memory only ends with the process. */
  readonly keeps: "in memory" | "in memory and on disk" | "on disk";
  /** Why it cannot be measured here; undefined: it can. */
  readonly missing?: () => Promise<string | undefined>;
  readonly open: (folder: string, purpose: Purpose) => Promise<OpenSubject>;
  /** Removes what it keeps outside of the folder. */
  readonly remove?: (folder: string) => Promise<void>;
}

/** The directory in one of vaspkit's storages. */
export function directoryIn({ accounts, alerts, addresses, close }: ComplianceStorage): Directory {
  return {
    insert: async (account) => (await accounts.insert(account)) === "inserted",
    find: accounts.find,
    search: async (typed) => {
      const found = await accounts.search({ term: squeezeText(foldText(typed)) });
      return found.map(({ reference_id }) => reference_id);
    },
    insertAlert: async (alert) => (await alerts.insert(alert)) === "inserted",
    hasAlert: async (alert_id) => (await alerts.find(alert_id)) !== undefined,
    screen: async (update) => (await addresses.save(update)).screenings.length,
    screenings: async ({ chain, address }) => (await addresses.find(chain, address))?.screenings.length ?? 0,
    close,
  };
}
