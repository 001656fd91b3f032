/** Helpers for wrong storages: the storage in memory with other methods. */
import { setImmediate } from "node:timers/promises";
import { closable, type RunWhileOpen } from "../../../src/adapters/storage/closable.js";
import { memoryStorage } from "../../../src/adapters/storage/memory.js";
import type { Account } from "../../../src/domain/accounts/account.js";
import { searchTextsOf } from "../../../src/domain/accounts/search.js";
import { bestMatches, type Searchable } from "../../../src/domain/ranking.js";
import { vaspTextsOf } from "../../../src/domain/vasps/list.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { StorageSubject } from "../../../src/testing.js";

/** A storage with one fault, and the check that must fail. */
export interface WrongStorage {
  readonly check: string;
  readonly fault: string;
  readonly subject: StorageSubject;
}

type Changes = {
  readonly [Name in keyof ComplianceStorage]?: Name extends "close" | "compact"
    ? ComplianceStorage[Name]
    : Partial<ComplianceStorage[Name]>;
};

/** Replaces methods of the storage in memory. `change` gets the correct storage. */
export function altered(change: (storage: ComplianceStorage) => Changes): () => ComplianceStorage {
  return () => {
    const storage = memoryStorage();
    const { accounts, vasps, alerts, addresses, linked, compact, close } = change(storage);
    return {
      accounts: { ...storage.accounts, ...accounts },
      vasps: { ...storage.vasps, ...vasps },
      alerts: { ...storage.alerts, ...alerts },
      addresses: { ...storage.addresses, ...addresses },
      linked: { ...storage.linked, ...linked },
      compact: compact ?? storage.compact,
      close: close ?? storage.close,
    };
  };
}

/** Lets other calls run first, as a disk or a network does. */
export function elsewhere(): Promise<void> {
  return setImmediate();
}

/** Returns the stream as an array. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const record of stream) records.push(record);
  return records;
}

/** Returns a stream of the records. */
export async function* streamed<T>(records: readonly T[]): AsyncGenerator<T> {
  yield* records;
}

/** Replaces each text that matches by the term. */
function seenAs(
  term: string,
  texts: readonly string[],
  matches: (term: string, text: string) => boolean = () => false,
): readonly string[] {
  return texts.map((text) => (matches(term, text) ? term : text));
}

/** Whether LIKE matches the text without escaping the term. */
export function likeMatches(term: string, text: string): boolean {
  const pattern = term
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll("%", ".*")
    .replaceAll("_", ".");
  return new RegExp(pattern, "su").test(text);
}

/** Keeps all inserted accounts, for another search. */
function remembering(storage: ComplianceStorage): {
  readonly rows: readonly Searchable<Account>[];
  readonly insert: ComplianceStorage["accounts"]["insert"];
} {
  const rows: Searchable<Account>[] = [];
  const insert: ComplianceStorage["accounts"]["insert"] = async (account) => {
    const record = structuredClone(account);
    const outcome = await storage.accounts.insert(account);
    if (outcome === "inserted") rows.push({ id: record.reference_id, record, texts: searchTextsOf(record) });
    return outcome;
  };
  return { rows, insert };
}

type Row = Searchable<Account>;

/** A correct search of accounts, except for the compared texts and the order. */
export function searching(
  look: (row: Row) => readonly string[],
  order: (found: readonly Account[], limit: number | undefined) => readonly Account[] = (found, limit) =>
    found.slice(0, limit),
  matches?: (term: string, text: string) => boolean,
): () => ComplianceStorage {
  return altered((storage) => {
    const { rows, insert } = remembering(storage);
    const search: ComplianceStorage["accounts"]["search"] = async (query) => {
      const { account_category, account_type, limit } = { ...query };
      await storage.accounts.search(query);
      const found = bestMatches(
        rows.map((row) => ({ ...row, texts: seenAs(query.term, look(row), matches) })),
        query.term,
        {
          accepts: (account) =>
            (account_category ?? account.account_category) === account.account_category &&
            (account_type ?? account.account_type) === account.account_type,
        },
      );
      return structuredClone(order(found, limit));
    };
    return { accounts: { insert, search } };
  });
}

/** A correct search of VASP records, except for the compared texts and the order. */
export function searchingVasps(
  look: (vasp: Vasp) => readonly string[] = vaspTextsOf,
  order: (found: readonly Vasp[]) => readonly Vasp[] = (found) => found,
  matches?: (term: string, text: string) => boolean,
): () => ComplianceStorage {
  return altered(({ vasps }) => ({
    vasps: {
      search: async (term) => {
        const { items } = await vasps.list({ page: 1, size: 1000 });
        const rows = items.map((record) => ({
          id: record.vasp_id,
          record,
          texts: seenAs(term, look(record), matches),
        }));
        return order(bestMatches(rows, term));
      },
    },
  }));
}

/** A place in memory that keeps records after `close`. `lost` makes a reopened storage wrong. */
export function placeInMemory(
  lost: (storage: ComplianceStorage) => Changes = () => ({}),
): () => Promise<() => ComplianceStorage> {
  return async () => {
    const kept = memoryStorage();
    let opened = 0;
    return () => {
      opened += 1;
      const { accounts, vasps, alerts, addresses, linked, compact } = opened > 1 ? lost(kept) : {};
      const { runWhileOpen: run, close } = closable(async () => undefined);
      return {
        accounts: whileOpen({ ...kept.accounts, ...accounts }, run),
        vasps: whileOpen({ ...kept.vasps, ...vasps }, run),
        alerts: whileOpen({ ...kept.alerts, ...alerts }, run),
        addresses: whileOpen({ ...kept.addresses, ...addresses }, run),
        linked: whileOpen({ ...kept.linked, ...linked }, run),
        compact: () => run(compact ?? kept.compact),
        close,
      };
    };
  };
}

/** Limits the methods to one open storage. */
function whileOpen<Methods extends object>(methods: Methods, run: RunWhileOpen): Methods {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    (...given: readonly unknown[]) => run(() => method(...given)),
  ]);
  return Object.fromEntries(entries);
}
