import { ComplianceError, createCompliance, unwrap } from "vaspkit";
import {
  addLinkedAmount,
  applyAddressUpdate,
  bestMatches,
  linkChangeOf,
  pageOf,
  pageOfAccounts,
  plainCursors,
  readRegister,
  replaceAccount,
  searchTextsOf,
  sortAddresses,
  sortAlerts,
  sortLinked,
  sortLinks,
  sortVasps,
  unlinkAddress,
  vaspSync,
  vaspTextsOf,
} from "vaspkit/storage";
import { storageConformance } from "vaspkit/testing";

/** A storage of your own, over maps. vaspkit gives the texts that a search looks at, and the orders. */
function ownStorage() {
  const [accounts, vasps, alerts, leases, addresses, screenings, links, linked] = Array.from(
    { length: 8 },
    () => new Map(),
  );
  const underWay = new Set();
  let closed = false;

  /** Counts what is under way, refuses calls after `close`, and returns copies. */
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

  /** Puts a copy unless the id is taken, without an await in between. */
  function put(map, id, value) {
    if (map.has(id)) return "taken";
    map.set(id, structuredClone(value));
    return "inserted";
  }

  const rowsOf = (map, id, textsOf) =>
    [...map.values()].map((record) => ({ id: record[id], record, texts: textsOf(record) }));
  const place = (chain, address) => JSON.stringify([chain, address]);

  /** The alerts that match every condition, newest first. */
  function matching({ transaction_id, delivered, reviewed, from = "", to }) {
    const rows = [...alerts.values()].filter(
      ({ alert, ...row }) =>
        (transaction_id ?? alert.transaction_id) === alert.transaction_id &&
        (delivered ?? row.delivered) === row.delivered &&
        (reviewed ?? row.reviews.length > 0) === row.reviews.length > 0 &&
        alert.raised_at >= from &&
        (to === undefined || alert.raised_at < to),
    );
    return sortAlerts(rows.map(({ alert }) => alert)).map(({ alert_id }) => alerts.get(alert_id));
  }

  const isLeased = ({ alert }, now, latest) => {
    const { until } = leases.get(alert.alert_id) ?? {};
    return until > now && until <= latest;
  };

  const roundOf = ({ alert }) => leases.get(alert.alert_id)?.round ?? 0;

  /** A cursor names the last alert of its page, never a count. */
  function alertPage(rows, size) {
    const items = rows.slice(0, size);
    const last = size < rows.length ? items.at(-1)?.alert : undefined;
    return { items, next_cursor: last ? plainCursors.write("alerts", [last.raised_at, last.alert_id]) : null };
  }

  /** The link that an address has now under a tag; null is no tag. */
  const linkOf = (id, tag) => links.get(id)?.find((link) => link.tag === tag && link.unlinked === null);

  const linkingOf = (before, { account_ref_id: id, ...more }) =>
    id && !accounts.has(id) ? "unknown_account" : linkChangeOf(before, { account_ref_id: id, ...more });

  function changeAddress(given) {
    const update = structuredClone(given);
    const id = place(update.chain, update.address);
    const before = linkOf(id, update.tag ?? null);
    const linking = linkingOf(before, update);
    if (typeof linking === "string") return linking;
    const stored = applyAddressUpdate(addresses.get(id), update);
    if (!addresses.has(id)) for (const map of [screenings, links]) map.set(id, []);
    if (update.screening) screenings.get(id).push(stored.screening);
    const kept = links.get(id).filter((link) => link !== before);
    if (linking) links.set(id, [...kept, ...(linking.past ? [linking.past] : []), linking.link]);
    addresses.set(id, stored);
    return stored;
  }

  function removeLinked(isRemoved) {
    const ids = [...linked].filter(([, each]) => isRemoved(each)).map(([id]) => id);
    for (const id of ids) linked.delete(id);
    return ids.length;
  }

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
      put: whileOpen(async (account, ifLastModified) => {
        const stored = accounts.get(account.reference_id);
        if (ifLastModified !== undefined && stored?.last_modified !== ifLastModified) return "changed_meanwhile";
        const next = stored === undefined ? account : replaceAccount(stored, account);
        accounts.set(account.reference_id, structuredClone(next));
        return { account: next, is_new: stored === undefined };
      }),
      remove: whileOpen(async (reference_id) => {
        for (const [id, stored] of addresses) {
          if (stored.account_ref_id === reference_id) addresses.set(id, unlinkAddress(stored));
          links.set(
            id,
            links.get(id).filter((link) => link.account_ref_id !== reference_id),
          );
        }
        return accounts.delete(reference_id);
      }),
      list: whileOpen(async (query) => pageOfAccounts(accounts.values(), query)),
    },
    vasps: {
      load: whileOpen(async (records) => {
        const staged = []; // nothing is stored before the stream has ended
        for await (const record of records) staged.push(structuredClone(record));
        const before = vasps.size;
        for (const record of staged) vasps.set(record.vasp_id, record);
        const loaded = vasps.size - before;
        return { loaded, replaced: staged.length - loaded };
      }),
      sync: whileOpen(async (entries, isAllowed) => {
        const sync = vaspSync(await readRegister(entries, structuredClone));
        for (const record of vasps.values()) sync.compare(record);
        const { stored, put: changed, removed, counts } = sync.plan();
        if (!isAllowed({ stored, removed: removed.length })) return "refused";
        for (const id of removed) vasps.delete(id);
        for (const record of changed) vasps.set(record.vasp_id, record);
        return counts;
      }),
      remove: whileOpen(async (vasp_id) => vasps.delete(vasp_id)),
      find: whileOpen(async (vasp_id) => vasps.get(vasp_id)),
      search: whileOpen(async (term, limit) => bestMatches(rowsOf(vasps, "vasp_id", vaspTextsOf), term, { limit })),
      list: whileOpen(async ({ sort, ...page }) => pageOf(sortVasps(vasps.values(), sort), page)),
      after: whileOpen(async (id, limit) => {
        const sorted = sortVasps(vasps.values());
        return sorted.filter(({ vasp_id }) => id === undefined || vasp_id > id).slice(0, limit);
      }),
    },
    alerts: {
      insert: whileOpen(async (alert) => put(alerts, alert.alert_id, { alert, delivered: false, reviews: [] })),
      find: whileOpen(async (alert_id) => alerts.get(alert_id)),
      markDelivered: whileOpen(async (alert_id, lease) => {
        if (leases.get(alert_id)?.lease === lease) alerts.get(alert_id).delivered = true;
      }),
      lease: whileOpen(async ({ limit, now, until, latest, alert_id, round }) => {
        const pending = matching({ delivered: false }).reverse(); // oldest first
        const next = round ?? Math.max(0, ...pending.map(roundOf)) + 1;
        const free = pending
          .filter(({ alert }) => (alert_id ?? alert.alert_id) === alert.alert_id)
          .filter((row) => roundOf(row) < next && !isLeased(row, now, latest));
        const chosen = free.sort((a, b) => roundOf(a) - roundOf(b)).slice(0, limit);
        return chosen.map(({ alert }) => {
          const lease = crypto.randomUUID();
          leases.set(alert.alert_id, { lease, until, round: next });
          return { alert, lease, round: next };
        });
      }),
      release: whileOpen(async (alert_id, lease) => {
        const { until, ...held } = leases.get(alert_id) ?? {};
        if (held.lease === lease) leases.set(alert_id, held);
      }),
      review: whileOpen(async (alert_id, review) => {
        alerts.get(alert_id)?.reviews.push(structuredClone(review));
        return alerts.get(alert_id);
      }),
      list: whileOpen(async ({ cursor, size, ...conditions }) => {
        if (cursor === undefined) return alertPage(matching(conditions), size);
        const [raised_at, alert_id] = plainCursors.read("alerts", cursor, 2) ?? [];
        if (alert_id === undefined) return undefined;
        const last = { raised_at, alert_id };
        const isAfter = ({ alert }) => alert.alert_id !== alert_id && sortAlerts([alert, last])[0] === last;
        return alertPage(matching(conditions).filter(isAfter), size);
      }),
      prune: whileOpen(async (before, includeUndelivered) => {
        const done = matching({ delivered: includeUndelivered ? undefined : true, reviewed: true, to: before });
        for (const { alert } of done) for (const rows of [alerts, leases]) rows.delete(alert.alert_id);
        return done.length;
      }),
    },
    addresses: {
      save: whileOpen(async (update) => changeAddress(update)),
      update: whileOpen(async (update) =>
        addresses.has(place(update.chain, update.address)) ? changeAddress(update) : "unknown",
      ),
      remove: whileOpen(async (chain, address) => {
        for (const map of [screenings, links]) map.delete(place(chain, address));
        return addresses.delete(place(chain, address));
      }),
      find: whileOpen(async (chain, address) => addresses.get(place(chain, address))),
      accountOf: whileOpen(async (chain, address, tag = null) => linkOf(place(chain, address), tag)?.account_ref_id),
      ofAccount: whileOpen(async (account) => {
        const linked = [...addresses].map(([id, stored]) => {
          const own = links.get(id).filter((link) => link.account_ref_id === account && link.unlinked === null);
          const tags = own.map(({ tag }) => tag).filter((tag) => tag !== null);
          return { ...stored, tags: [...(tags.length < own.length ? [null] : []), ...tags.sort()] };
        });
        return sortAddresses(linked.filter(({ tags }) => tags.length > 0));
      }),
      history: whileOpen(async (chain, address) => {
        const id = place(chain, address);
        const stored = addresses.get(id);
        return stored && { ...stored, screenings: screenings.get(id), links: sortLinks(links.get(id)) };
      }),
      list: whileOpen(async ({ chain, size, cursor }) => {
        const listing = `addresses ${chain}`;
        const [last] = cursor === undefined ? [""] : (plainCursors.read(listing, cursor, 1) ?? []);
        if (last === undefined) return undefined;
        const isListed = (id) => id > last && (chain === undefined || addresses.get(id).chain === chain);
        const ids = [...addresses.keys()].filter(isListed).sort();
        const next_cursor = ids.length > size ? plainCursors.write(listing, [ids[size - 1]]) : null;
        return { items: ids.slice(0, size).map((id) => addresses.get(id)), next_cursor };
      }),
    },
    linked: {
      add: whileOpen(async ({ link_key, transaction_id, ...evaluation }) => {
        const id = JSON.stringify([link_key, transaction_id]);
        linked.set(id, addLinkedAmount(linked.get(id), structuredClone({ link_key, transaction_id, ...evaluation })));
        return linked.get(id);
      }),
      within: whileOpen(async ({ link_key, from, to, limit }) => {
        const isFound = (each) => each.link_key === link_key && each.time >= from && each.time <= to;
        return sortLinked([...linked.values()].filter(isFound)).slice(0, limit);
      }),
      remove: whileOpen(async (link_key) => removeLinked((each) => each.link_key === link_key)),
      prune: whileOpen(async (before) => removeLinked(({ time }) => time < before)),
    },
    compact: whileOpen(async () => undefined), // the maps have nothing of removed records
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

// The checks that the storages of vaspkit pass. In a test: it(check.name, () => check.run()).
const checks = storageConformance(ownStorage, { runs: 20 });
for (const check of checks) await check.run();
console.log(checks.length, "checks passed");

// A failed check shows what it saw, and the calls that it made.
function hastyStorage() {
  const storage = ownStorage();
  return { ...storage, addresses: { ...storage.addresses, remove: async () => true } };
}
const removal = storageConformance(hastyStorage).find(({ name }) => name === "a removed address leaves nothing");
await removal.run().catch((error) => console.log(error.message));
