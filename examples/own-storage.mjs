import { ComplianceError, createCompliance, unwrap } from "vaspkit";
import {
  applyAddressUpdate,
  bestMatches,
  pageOf,
  searchTextsOf,
  sortAddresses,
  sortAlerts,
  sortVasps,
  vaspTextsOf,
} from "vaspkit/storage";
import { storageConformance } from "vaspkit/testing";

/** A storage of your own, here over maps. vaspkit gives the texts that a search looks at, and the orders. */
function ownStorage() {
  const [accounts, vasps, alerts, addresses, screenings] = Array.from({ length: 5 }, () => new Map());
  const underWay = new Set();
  let closed = false;

  /** Counts what is under way, refuses what comes after `close`, and gives copies of what is stored. */
  function whileOpen(method) {
    return async (...given) => {
      if (closed) throw new ComplianceError("storage_closed", "This storage is closed.");
      const running = method(...given);
      underWay.add(running);
      try {
        return structuredClone(await running);
      } finally {
        underWay.delete(running);
      }
    };
  }

  /** Puts a copy unless the id is taken: at once, with no await in between. */
  function put(map, id, value) {
    if (map.has(id)) return "taken";
    map.set(id, structuredClone(value));
    return "inserted";
  }

  const rowsOf = (map, id, textsOf) =>
    [...map.values()].map((record) => ({ id: record[id], record, texts: textsOf(record) }));
  const place = (chain, address) => JSON.stringify([chain, address]);

  return {
    accounts: {
      insert: whileOpen(async (account) => put(accounts, account.reference_id, account)),
      find: whileOpen(async (reference_id) => accounts.get(reference_id)),
      search: whileOpen(async ({ term, limit, account_category, account_type }) => {
        const accepts = (account) =>
          (account_category ?? account.account_category) === account.account_category &&
          (account_type ?? account.account_type) === account.account_type;
        return bestMatches(rowsOf(accounts, "reference_id", searchTextsOf), term, { limit, accepts });
      }),
    },
    vasps: {
      load: whileOpen(async (records) => {
        const staged = []; // nothing is stored before the stream has come to its end
        for await (const record of records) staged.push(structuredClone(record));
        const before = vasps.size;
        for (const record of staged) vasps.set(record.vasp_id, record);
        const loaded = vasps.size - before;
        return { loaded, replaced: staged.length - loaded };
      }),
      find: whileOpen(async (vasp_id) => vasps.get(vasp_id)),
      search: whileOpen(async (term) => bestMatches(rowsOf(vasps, "vasp_id", vaspTextsOf), term)),
      list: whileOpen(async ({ sort, ...page }) => pageOf(sortVasps(vasps.values(), sort), page)),
    },
    alerts: {
      insert: whileOpen(async (alert) => put(alerts, alert.alert_id, { alert, delivered: false })),
      find: whileOpen(async (alert_id) => alerts.get(alert_id)),
      markDelivered: whileOpen(async (alert_id) => {
        if (alerts.has(alert_id)) alerts.get(alert_id).delivered = true;
      }),
      list: whileOpen(async ({ delivered, ...page }) => {
        const asked = [...alerts.values()].filter((row) => (delivered ?? row.delivered) === row.delivered);
        return pageOf(sortAlerts(asked.map(({ alert }) => alert)), page);
      }),
    },
    addresses: {
      save: whileOpen(async (update) => {
        const id = place(update.chain, update.address);
        const stored = applyAddressUpdate(addresses.get(id), structuredClone(update));
        if (!addresses.has(id)) screenings.set(id, []);
        if (update.screening) screenings.get(id).push(stored.screening);
        addresses.set(id, stored);
        return stored;
      }),
      link: whileOpen(async (chain, address, account_ref_id) => {
        const stored = addresses.get(place(chain, address));
        if (stored === undefined) return "unknown";
        addresses.set(place(chain, address), { ...stored, account_ref_id });
        return "linked";
      }),
      find: whileOpen(async (chain, address) => addresses.get(place(chain, address))),
      ofAccount: whileOpen(async (id) =>
        sortAddresses([...addresses.values()].filter(({ account_ref_id }) => account_ref_id === id)),
      ),
      history: whileOpen(async (chain, address) => {
        const stored = addresses.get(place(chain, address));
        return stored && { ...stored, screenings: screenings.get(place(chain, address)) };
      }),
    },
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
    },
  };
}

const compliance = createCompliance({ storage: ownStorage() });
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Züri Coin AG" }]);
for (const { vasp_id, name_legal } of unwrap(await compliance.vasps.search({ search_term: "zuri" }))) {
  console.log(vasp_id, name_legal);
}
await compliance.close();

// The same checks that the storages of vaspkit pass. In a test: it(check.name, () => check.run()).
const checks = storageConformance(ownStorage, { runs: 20 });
for (const check of checks) await check.run();
console.log(checks.length, "checks passed");

// A failed check shows what it saw, and the calls that it made.
function hastyStorage() {
  const storage = ownStorage();
  return { ...storage, addresses: { ...storage.addresses, link: async () => "linked" } };
}
const linking = storageConformance(hastyStorage).find(({ name }) => name === "an unknown address is not linked");
await linking.run().catch((error) => console.log(error.message));
