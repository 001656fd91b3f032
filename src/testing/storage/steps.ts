/** Calls of a storage and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { AccountQuery } from "../../domain/accounts/search.js";
import type { Alert, AlertListQuery } from "../../domain/alerts/alert.js";
import type { Chain } from "../../domain/chains/chain.js";
import { VASP_FIELDS, type VaspListQuery } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import { jsonText } from "../outcome.js";
import {
  expectedAccounts,
  expectedAddress,
  expectedAddressOrder,
  expectedAlerts,
  expectedHistory,
  expectedListing,
  expectedVasps,
} from "./model.js";
import {
  ADDRESSES,
  type AddressChange,
  ALL,
  anyAccount,
  anyAddressChange,
  anyAlert,
  anyPage,
  anyVasp,
  nameText,
  REFERENCES,
  termOf,
} from "./records.js";

/** Everything stored, as plain maps. The records are never changed. */
export interface Model {
  readonly accounts: Map<string, Account>;
  readonly vasps: Map<string, Vasp>;
  readonly alerts: Map<string, { readonly alert: Alert; readonly delivered: boolean }>;
  /** The changes of each address, by {@link keyOf}. */
  readonly addresses: Map<string, readonly AddressChange[]>;
}

export function emptyModel(): Model {
  return { accounts: new Map(), vasps: new Map(), alerts: new Map(), addresses: new Map() };
}

export function copyOfModel({ accounts, vasps, alerts, addresses }: Model): Model {
  return {
    accounts: new Map(accounts),
    vasps: new Map(vasps),
    alerts: new Map(alerts),
    addresses: new Map(addresses),
  };
}

/** Lets other calls run first. */
type Pause = () => Promise<void>;

/** For calls one after another. */
export const noPause: Pause = () => Promise.resolve();

/** One call. */
export interface Step {
  /** The call as text, for errors. */
  readonly text: string;
  /** Makes the call. Awaits `pause` wherever the caller's own part takes time. */
  readonly call: (storage: ComplianceStorage, pause: Pause) => Promise<unknown>;
  /** Returns the expected answer, and applies the call to the model. */
  readonly expected: (model: Model) => unknown;
}

function step(name: string, given: readonly unknown[], { call, expected }: Omit<Step, "text">): Step {
  return { text: `${name}(${given.map(jsonText).join(", ")})`, call, expected };
}

/** The steps of some repositories. */
export interface Steps {
  readonly writes: readonly fc.Arbitrary<Step>[];
  /** Reads of one record. */
  readonly reads: readonly fc.Arbitrary<Step>[];
  /** Reads of many records. */
  readonly lists: readonly fc.Arbitrary<Step>[];
  /** Reads that together return everything that these writes can have stored. */
  readonly finalReads: readonly Step[];
}

/** Two ids, so that they repeat, and one that is a property of every object. */
const IDS = ["r1", "r2", "__proto__"] as const;
const anyId = fc.constantFrom(...IDS);
const anyTerm = nameText.map(termOf);
const TERMS = ["a", "b", "e"];

const insertAccount = fc.tuple(anyId, anyAccount).map(([reference_id, account]): Step => {
  const given = { ...account, reference_id };
  return step("accounts.insert", [given], {
    call: ({ accounts }) => accounts.insert(given),
    expected: ({ accounts }) => {
      if (accounts.has(reference_id)) return "taken";
      accounts.set(reference_id, given);
      return "inserted";
    },
  });
});

function findAccount(id: string): Step {
  return step("accounts.find", [id], {
    call: ({ accounts }) => accounts.find(id),
    expected: ({ accounts }) => accounts.get(id),
  });
}

function searchAccounts(query: AccountQuery): Step {
  return step("accounts.search", [query], {
    call: ({ accounts }) => accounts.search(query),
    expected: ({ accounts }) => expectedAccounts([...accounts.values()], query),
  });
}

const anyAccountQuery: fc.Arbitrary<AccountQuery> = fc.record(
  {
    term: anyTerm,
    limit: fc.integer({ min: 1, max: 2 }),
    account_type: fc.constantFrom("individual" as const, "entity" as const),
  },
  { requiredKeys: ["term"] },
);

export const accountSteps: Steps = {
  writes: [insertAccount],
  reads: [anyId.map(findAccount)],
  lists: [anyAccountQuery.map(searchAccounts)],
  finalReads: [...IDS.map(findAccount), ...TERMS.map((term) => searchAccounts({ term }))],
};

async function* slowly(records: readonly Vasp[], pause: Pause, failure?: Error): AsyncGenerator<Vasp> {
  for (const record of records) {
    await pause();
    yield record;
  }
  await pause();
  if (failure !== undefined) throw failure;
}

const anyStream = fc.array(
  fc.tuple(anyId, anyVasp).map(([vasp_id, record]): Vasp => ({ ...record, vasp_id })),
  { maxLength: 4 },
);

function loadVasps(given: readonly Vasp[]): Step {
  return step("vasps.load", given, {
    call: ({ vasps }, pause) => vasps.load(slowly(given, pause)),
    expected: ({ vasps }) => {
      const before = vasps.size;
      for (const record of given) vasps.set(record.vasp_id, record);
      const loaded = vasps.size - before;
      return { loaded, replaced: given.length - loaded };
    },
  });
}

function loadFailing(given: readonly Vasp[]): Step {
  const rejected = "rejected with the stream's own error";
  return step("vasps.load of a failing stream", given, {
    call: async ({ vasps }, pause) => {
      const failure = new Error("the source broke");
      try {
        return await vasps.load(slowly(given, pause, failure));
      } catch (error) {
        if (error === failure) return rejected;
        throw error;
      }
    },
    expected: () => rejected,
  });
}

function findVasp(id: string): Step {
  return step("vasps.find", [id], { call: ({ vasps }) => vasps.find(id), expected: ({ vasps }) => vasps.get(id) });
}

function searchVasps(term: string): Step {
  return step("vasps.search", [term], {
    call: ({ vasps }) => vasps.search(term),
    expected: ({ vasps }) => expectedVasps([...vasps.values()], term),
  });
}

function listVasps({ page, size, sort }: VaspListQuery): Step {
  const query = { page, size, ...(sort !== undefined && { sort }) };
  return step("vasps.list", [query], {
    call: ({ vasps }) => vasps.list(query),
    expected: ({ vasps }) => {
      const items = expectedListing([...vasps.values()], sort).slice((page - 1) * size, page * size);
      return { items, pagination: { total: vasps.size, page, size } };
    },
  });
}

const anySort = fc.record({ field: fc.constantFrom(...VASP_FIELDS), descending: fc.boolean() });

export const vaspSteps: Steps = {
  writes: [anyStream.map(loadVasps), anyStream.map(loadFailing)],
  reads: [anyId.map(findVasp)],
  lists: [anyTerm.map(searchVasps), fc.tuple(anyPage, anySort).map(([page, sort]) => listVasps({ ...page, sort }))],
  finalReads: [...IDS.map(findVasp), listVasps(ALL), ...TERMS.map(searchVasps)],
};

const insertAlert = fc.tuple(anyId, anyAlert).map(([alert_id, alert]): Step => {
  const given = { ...alert, alert_id };
  return step("alerts.insert", [given], {
    call: ({ alerts }) => alerts.insert(given),
    expected: ({ alerts }) => {
      if (alerts.has(alert_id)) return "taken";
      alerts.set(alert_id, { alert: given, delivered: false });
      return "inserted";
    },
  });
});

const markDelivered = anyId.map((id) =>
  step("alerts.markDelivered", [id], {
    call: ({ alerts }) => alerts.markDelivered(id),
    expected: ({ alerts }) => {
      const stored = alerts.get(id);
      if (stored !== undefined) alerts.set(id, { ...stored, delivered: true });
      return undefined;
    },
  }),
);

function findAlert(id: string): Step {
  return step("alerts.find", [id], {
    call: ({ alerts }) => alerts.find(id),
    expected: ({ alerts }) => alerts.get(id),
  });
}

function listAlerts(query: AlertListQuery): Step {
  const { page, size, delivered } = query;
  return step("alerts.list", [query], {
    call: ({ alerts }) => alerts.list(query),
    expected: ({ alerts }) => {
      const matching = [...alerts.values()].filter((each) => delivered === undefined || each.delivered === delivered);
      const sorted = expectedAlerts(matching.map(({ alert }) => alert));
      const items = sorted.slice((page - 1) * size, page * size);
      return { items, pagination: { total: sorted.length, page, size } };
    },
  });
}

const anyAlertQuery = fc
  .tuple(anyPage, fc.record({ delivered: fc.boolean() }, { requiredKeys: [] }))
  .map(([page, state]) => ({ ...page, ...state }));

export const alertSteps: Steps = {
  writes: [insertAlert, markDelivered],
  reads: [anyId.map(findAlert)],
  lists: [anyAlertQuery.map(listAlerts)],
  finalReads: [
    ...IDS.map(findAlert),
    listAlerts(ALL),
    listAlerts({ ...ALL, delivered: true }),
    listAlerts({ ...ALL, delivered: false }),
  ],
};

function keyOf({ chain, address }: { readonly chain: string; readonly address: string }): string {
  return JSON.stringify([chain, address]);
}

function changeAddress(change: AddressChange): Step {
  const { chain, address, account_ref_id } = change.update;
  const key = keyOf(change.update);
  if (change.kind === "save") {
    return step("addresses.save", [change.update], {
      call: ({ addresses }) => addresses.save(change.update),
      expected: ({ addresses }) => {
        const history = [...(addresses.get(key) ?? []), change];
        addresses.set(key, history);
        return expectedAddress(history);
      },
    });
  }
  return step("addresses.link", [chain, address, account_ref_id], {
    call: ({ addresses }) => addresses.link(chain, address, change.update.account_ref_id),
    expected: ({ addresses }) => {
      const history = addresses.get(key);
      if (history === undefined) return "unknown";
      addresses.set(key, [...history, change]);
      return "linked";
    },
  });
}

interface AddressId {
  readonly chain: Chain;
  readonly address: string;
}

function findAddress({ chain, address }: AddressId): Step {
  return step("addresses.find", [chain, address], {
    call: ({ addresses }) => addresses.find(chain, address),
    expected: ({ addresses }) => expectedAddress(addresses.get(keyOf({ chain, address })) ?? []),
  });
}

function historyOf({ chain, address }: AddressId): Step {
  return step("addresses.history", [chain, address], {
    call: ({ addresses }) => addresses.history(chain, address),
    expected: ({ addresses }) => expectedHistory(addresses.get(keyOf({ chain, address })) ?? []),
  });
}

function addressesOf(account: string): Step {
  return step("addresses.ofAccount", [account], {
    call: ({ addresses }) => addresses.ofAccount(account),
    expected: ({ addresses }) => {
      const all = [...addresses.values()].map(expectedAddress).filter((each) => each !== undefined);
      return expectedAddressOrder(all.filter(({ account_ref_id }) => account_ref_id === account));
    },
  });
}

function addressStepsFor(...[addresses, references]: Parameters<typeof anyAddressChange>): Steps {
  return {
    writes: [anyAddressChange(addresses, references).map(changeAddress)],
    reads: [fc.constantFrom(...addresses).map(findAddress), fc.constantFrom(...addresses).map(historyOf)],
    lists: [fc.constantFrom(...references).map(addressesOf)],
    finalReads: [...addresses.map(findAddress), ...addresses.map(historyOf), ...references.map(addressesOf)],
  };
}

export const addressSteps: Steps = addressStepsFor(ADDRESSES, REFERENCES);

/** Steps on one address, for concurrent calls that conflict. */
export const oneAddressSteps: Steps = addressStepsFor([ADDRESSES[0]], [REFERENCES[0], REFERENCES[1]]);

const everySteps = [accountSteps, vaspSteps, alertSteps, addressSteps];

/** Steps on all repositories. */
export const allSteps: Steps = {
  writes: everySteps.flatMap(({ writes }) => writes),
  reads: everySteps.flatMap(({ reads }) => reads),
  lists: everySteps.flatMap(({ lists }) => lists),
  finalReads: everySteps.flatMap(({ finalReads }) => finalReads),
};
