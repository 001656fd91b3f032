/** A storage that notes what is asked of it and what it answers, so that a broken law can show it. */
import type { Vasp } from "../../domain/vasps/vasp.js";
import type {
  AccountRepository,
  AddressRepository,
  AlertRepository,
  ComplianceStorage,
  VaspRepository,
} from "../../ports/storage.js";
import { textOf } from "./same.js";

/** The calls so far, in their order, as lines. */
export interface Notes {
  readonly lines: () => readonly string[];
  /** Calls the method, and notes what comes of it. `call` is told when the lines are asked for. */
  readonly noted: <T>(call: () => string, ask: () => Promise<T>) => Promise<T>;
}

/** No calls yet. */
export function notes(): Notes {
  const calls: { readonly call: () => string; outcome: string }[] = [];
  return {
    lines: () => calls.map(({ call, outcome }, index) => `${index + 1}. ${call()} → ${outcome}`),
    noted: async (call, ask) => {
      const entry = { call, outcome: "(no answer yet)" };
      calls.push(entry);
      try {
        const answer = await ask();
        // At once: the caller may write over it.
        entry.outcome = textOf(answer);
        return answer;
      } catch (error) {
        entry.outcome = `failed with ${failureText(error)}`;
        throw error;
      }
    },
  };
}

/** In the words of the error: all records are made up here, so that it can tell nothing personal. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return `what is no error: ${textOf(error)}`;
  const code: unknown = Reflect.get(error, "code");
  return `${error.name}${typeof code === "string" ? ` ${code}` : ""}: ${error.message}`;
}

/** The storage, with every call noted. */
export function watched(storage: ComplianceStorage, { noted }: Notes): ComplianceStorage {
  const call = <T>(name: string, given: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    // At once, for the same reason.
    const told = `${name}(${given.map(textOf).join(", ")})`;
    return noted(() => told, ask);
  };
  return {
    accounts: watchedAccounts(storage, call),
    vasps: watchedVasps(storage, call, noted),
    alerts: watchedAlerts(storage, call),
    addresses: watchedAddresses(storage, call),
    close: () => call("close", [], () => storage.close()),
  };
}

type Call = <T>(name: string, given: readonly unknown[], ask: () => Promise<T>) => Promise<T>;

function watchedAccounts(storage: ComplianceStorage, call: Call): AccountRepository {
  return {
    insert: (account) => call("accounts.insert", [account], () => storage.accounts.insert(account)),
    find: (id) => call("accounts.find", [id], () => storage.accounts.find(id)),
    search: (query) => call("accounts.search", [query], () => storage.accounts.search(query)),
  };
}

function watchedVasps(storage: ComplianceStorage, call: Call, noted: Notes["noted"]): VaspRepository {
  return {
    load: (records) => {
      const told: string[] = [];
      return noted(
        () => `vasps.load(a stream of [${told.join(",")}])`,
        () => storage.vasps.load(tapped(records, told)),
      );
    },
    find: (id) => call("vasps.find", [id], () => storage.vasps.find(id)),
    search: (term) => call("vasps.search", [term], () => storage.vasps.search(term)),
    list: (query) => call("vasps.list", [query], () => storage.vasps.list(query)),
  };
}

async function* tapped(records: AsyncIterable<Vasp>, told: string[]): AsyncGenerator<Vasp> {
  for await (const record of records) {
    told.push(textOf(record));
    yield record;
  }
}

function watchedAlerts(storage: ComplianceStorage, call: Call): AlertRepository {
  return {
    insert: (alert) => call("alerts.insert", [alert], () => storage.alerts.insert(alert)),
    find: (id) => call("alerts.find", [id], () => storage.alerts.find(id)),
    markDelivered: (id) => call("alerts.markDelivered", [id], () => storage.alerts.markDelivered(id)),
    list: (query) => call("alerts.list", [query], () => storage.alerts.list(query)),
  };
}

function watchedAddresses(storage: ComplianceStorage, call: Call): AddressRepository {
  return {
    save: (update) => call("addresses.save", [update], () => storage.addresses.save(update)),
    link: (chain, address, account) =>
      call("addresses.link", [chain, address, account], () => storage.addresses.link(chain, address, account)),
    find: (chain, address) => call("addresses.find", [chain, address], () => storage.addresses.find(chain, address)),
    ofAccount: (account) => call("addresses.ofAccount", [account], () => storage.addresses.ofAccount(account)),
  };
}
