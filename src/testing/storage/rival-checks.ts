/** Checks of many concurrent calls that want the same thing, and of what a long history costs. */
import type { AddressUpdate, Screening } from "../../domain/addresses/address.js";
import type { AddressRepository, ComplianceStorage } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { expectSame, RIVALS } from "./compare.js";
import { exchangeLeaseQuery, exchangeRecord } from "./exchange-steps.js";
import { TODAY } from "./held.js";
import {
  addressUpdate,
  alert,
  individual,
  insertAccounts,
  leaseQuery,
  linkedEvaluation,
  minute,
  review,
  STAMP,
  screening,
  streamOf,
  transactionsOf,
  vasp,
} from "./records.js";
import { transferRecord } from "./transfer-steps.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function rivalChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    winnerCheck(suite),
    keptCheck(suite),
    leaseCheck(suite),
    lifetimeCheck(suite),
    erasureCheck(suite),
    sumCheck(suite),
    manyCheck(suite),
    manyTransfersCheck(suite),
    costCheck(suite),
  ];
}

/** Calls of which one wins. The others get the answer of a loser, and what is stored is that of the winner. */
interface Contest {
  readonly call: (rival: number) => Promise<unknown>;
  readonly lost: unknown;
  /** Returns which rival is stored; undefined if that cannot be seen. */
  readonly stored: () => Promise<number | undefined>;
}

function contestsOf({
  accounts,
  vasps,
  alerts,
  addresses,
  transfers,
  exchanges,
}: ComplianceStorage): Readonly<Record<string, Contest>> {
  const named = (id: string, rival: number) => individual(id, { name_last: `Rival ${rival}` });
  const numberOf = (text: string | undefined): number => Number(text?.match(/\d+$/)?.[0]);
  const nameOf = async (id: string): Promise<number> => {
    const found = await accounts.find(id);
    return numberOf(found?.account_type === "individual" ? found.individual.individual_name.name_last : undefined);
  };
  const linking = (tag: { readonly tag?: string }): Contest => ({
    call: (rival) => addresses.update(addressUpdate("a", { account_ref_id: `rival ${rival}`, ...tag })),
    lost: "linked_elsewhere",
    stored: async () => numberOf(await addresses.accountOf("tezos", "a", tag.tag)),
  });
  const saving = (id: string, revision: number): Contest => ({
    call: (rival) => transfers.save(transferRecord(id, revision, { sides: [`rival ${rival}`, null] })),
    lost: "changed_meanwhile",
    stored: async () => numberOf((await transfers.find(id))?.accounts[0]),
  });
  const exchanging = (id: string, revision: number): Contest => ({
    call: (rival) => exchanges.save(exchangeRecord(id, revision, { vasp_id: `rival ${rival}` })),
    lost: "changed_meanwhile",
    stored: async () => numberOf((await exchanges.find(id))?.vasp_id),
  });
  return {
    "accounts.insert": {
      call: (rival) => accounts.insert(named("new", rival)),
      lost: "taken",
      stored: () => nameOf("new"),
    },
    // In the same millisecond, because last_modified must differ even then.
    "accounts.put over one version": {
      call: (rival) => accounts.put(named("old", rival), STAMP),
      lost: "changed_meanwhile",
      stored: () => nameOf("old"),
    },
    "alerts.insert": {
      call: (rival) => alerts.insert({ ...alert("a"), transaction_id: `rival ${rival}` }),
      lost: "taken",
      stored: async () => numberOf((await alerts.find("a"))?.alert.transaction_id),
    },
    "addresses.update with a link": linking({}),
    "addresses.update with a link under a tag": linking({ tag: "1" }),
    "transfers.save of a new record": saving("new", 1),
    "transfers.save in place of one revision": saving("old", 2),
    "exchanges.save of a new record": exchanging("new", 1),
    "exchanges.save in place of one revision": exchanging("old", 2),
    "vasps.remove": { call: () => vasps.remove("a"), lost: false, stored: async () => undefined },
  };
}

function winnerCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "one of several concurrent calls wins",
    "Methods that are atomic store what one of the concurrent calls gives, and tell the others that they lost.",
    async ({ storage }) => {
      await insertAccounts(storage.accounts, "old", ...RIVALS.map((rival) => `rival ${rival}`));
      await storage.addresses.save(addressUpdate("a"));
      await storage.vasps.load(streamOf([vasp("a")]));
      await storage.transfers.save(transferRecord("old"));
      await storage.exchanges.save(exchangeRecord("old"));
      for (const [name, { call, lost, stored }] of Object.entries(contestsOf(storage))) {
        const answers = await Promise.all(RIVALS.map(call));
        const winners = RIVALS.filter((rival) => answers[rival] !== lost);
        expectSame(`the number of winners of ${name}`, winners.length, 1);
        expectSame(`what is stored by ${name}`, (await stored()) ?? winners[0], winners[0]);
      }
    },
  );
}

function keptCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "no concurrent change is lost",
    "Of concurrent puts, screenings, reviews, amounts and loads, each one sees those before it, and all are stored.",
    async ({ storage: { accounts, vasps, alerts, addresses, linked } }) => {
      await alerts.insert(alert("a"));
      const puts = await Promise.all(RIVALS.map(() => accounts.put(individual("a"))));
      const stored = puts.flatMap((put) => (put === "changed_meanwhile" ? [] : [put]));
      expectSame("the number of puts that created", stored.filter(({ is_new }) => is_new).length, 1);
      expectSame("the versions", new Set(stored.map(({ account }) => account.last_modified)).size, RIVALS.length);
      const ratioOf = (each: Screening | undefined): number => each?.[0]?.risk_ratio ?? -1;
      const saved = await Promise.all(
        RIVALS.map((rival) => addresses.save(addressUpdate("a", { screening: screening(rival) }))),
      );
      const ofAnswers = saved.map((each) => (typeof each === "string" ? -1 : ratioOf(each.screening)));
      expectSame("the screenings in the answers", ofAnswers, RIVALS);
      const screenings = (await addresses.history("tezos", "a"))?.screenings ?? [];
      expectSame("the stored screenings", screenings.map(ratioOf).sort(ascending), RIVALS);
      await Promise.all(RIVALS.map((rival) => alerts.review("a", review(`rival ${rival}`))));
      const reviews = (await alerts.find("a"))?.reviews ?? [];
      expectSame("the reviewers", new Set(reviews.map(({ by }) => by)).size, RIVALS.length);
      const amounts = RIVALS.map((rival) => ({ amount: String(rival + 1), currency: "EUR" }));
      await Promise.all([...amounts, ...amounts].map((amount) => linked.add(linkedEvaluation("k", "t", { amount }))));
      const [transaction] = await linked.within({ link_key: "k", from: minute(0), to: minute(1439), limit: 9 });
      const found = transaction?.amounts.map(({ amount }) => Number(amount)) ?? [];
      expectSame(
        "the amounts",
        found.sort(ascending),
        RIVALS.map((rival) => rival + 1),
      );
      const counts = await Promise.all(
        RIVALS.map((rival) => vasps.load(streamOf([vasp("shared"), vasp(`rival ${rival}`)]))),
      );
      const loaded = counts.reduce((sum, each) => sum + each.loaded, 0);
      expectSame("the number of VASPs that were new", loaded, RIVALS.length + 1);
      expectSame("the number of stored VASPs", (await vasps.list({ page: 1, size: 1 })).pagination.total, loaded);
    },
  );
}

function ascending(a: number, b: number): number {
  return a - b;
}

function leaseCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "of concurrent leases of an alert or an exchange, one gets it",
    "lease is atomic: each of several alerts and exchanges is leased to one of several concurrent calls.",
    async ({ storage: { alerts, exchanges } }) => {
      const ids = ["a", "b", "c"];
      for (const id of ids) await alerts.insert(alert(id));
      const leases = await Promise.all(RIVALS.map(() => alerts.lease(leaseQuery(0, { limit: 2 }))));
      const rest = await alerts.lease(leaseQuery(0));
      const leased = [...leases.flat(), ...rest].map((lease) => lease.alert.alert_id);
      expectSame("the leased alerts", leased.sort(), ids);
      for (const id of ids) await exchanges.save(exchangeRecord(id));
      const ofExchanges = await Promise.all(RIVALS.map(() => exchanges.lease(exchangeLeaseQuery(0, { limit: 2 }))));
      const others = await exchanges.lease(exchangeLeaseQuery());
      const transfers = [...ofExchanges.flat(), ...others].map((lease) => lease.exchange.transfer_id);
      expectSame("the leased exchanges", transfers.sort(), ids);
    },
  );
}

function lifetimeCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a link never outlives its account",
    "Of a link and a concurrent accounts.remove, either the link is refused or the removal ends it.",
    async ({ storage }) => {
      await insertAccounts(storage.accounts, "other");
      for (const rival of RIVALS) await linkAndRemove(storage, rival);
    },
  );
}

/** Links an account and removes it concurrently, in both orders, with and without a tag. */
async function linkAndRemove({ accounts, addresses }: ComplianceStorage, rival: number): Promise<void> {
  const id = `r${rival}`;
  const tag = rival % 2 === 0 ? {} : { tag: "1" };
  const link = (account_ref_id: string) =>
    addresses.save(addressUpdate(id, { account_ref_id, relink: true, screening: screening(rival), ...tag }));
  await insertAccounts(accounts, id);
  // In half of the rounds the link becomes a past one meanwhile.
  const isRelinked = rival % 8 >= 4;
  if (isRelinked) await link(id);
  const calls = [() => link(isRelinked ? "other" : id), () => accounts.remove(id, TODAY)];
  await Promise.all((rival % 4 < 2 ? calls : calls.reverse()).map((call) => call()));
  const links = (await addresses.history("tezos", id))?.links ?? [];
  expectSame("the removed account", await accounts.find(id), undefined);
  expectSame(
    "its links",
    links.filter(({ account_ref_id }) => account_ref_id === id),
    [],
  );
  await insertAccounts(accounts, id);
  expectSame("the addresses of a new account with this id", await addresses.ofAccount(id), []);
}

function erasureCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "no transfer outlives its erased account",
    "Of transfers.erase and a concurrent save, erase removes the transfer, or save refuses it.",
    async ({ storage: { accounts, transfers } }) => {
      for (const rival of RIVALS) {
        const id = `r${rival}`;
        const record = (name: string, revision: number) =>
          transferRecord(`${name} of ${id}`, revision, { sides: [id, null] });
        await insertAccounts(accounts, id);
        await transfers.save(record("old", 1), { accounts: [individual(id)] });
        const saves: Promise<unknown>[] = [];
        const save = () =>
          saves.push(
            rival % 2 === 0
              ? transfers.save(record("old", 2))
              : transfers.save(record("new", 1), { accounts: [individual(id)] }),
          );
        if (rival % 4 < 2) save();
        await transfers.erase(id, (remove) => {
          // Once, while the erasure runs.
          if (saves.length === 0) save();
          return { remove, keep: [] };
        });
        await Promise.all(saves);
        expectSame("the erased account", await accounts.find(id), undefined);
        const left = [await transfers.find(`old of ${id}`), await transfers.find(`new of ${id}`)];
        expectSame("its transfers", left, [undefined, undefined]);
      }
    },
  );
}

function sumCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "of two concurrent transactions, one finds both",
    "Once add has resolved, every later within finds the transaction. So no sum of concurrent evaluations is missed.",
    async ({ storage: { linked } }) => {
      const seen = await Promise.all(
        RIVALS.map(async (index) => {
          await linked.add(linkedEvaluation("k", `t${index}`));
          return transactionsOf(linked, "k");
        }),
      );
      for (const [index, ids] of seen.entries()) {
        expectSame(`whether transaction ${index} found itself`, ids.includes(`t${index}`), true);
        const missed = seen.findIndex((others, other) => !ids.includes(`t${other}`) && !others.includes(`t${index}`));
        expectSame(`a transaction that missed transaction ${index}, and was missed by it`, missed, -1);
      }
    },
  );
}

/** More than a storage may read or remove at once. */
const MANY = 1_100;

function manyCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "every linked transaction of a long period is found and removed",
    "within finds all transactions of the period up to its limit, so that no sum lacks one. remove removes all of them.",
    async ({ storage: { linked }, unlogged }) => {
      const ids = Array.from({ length: MANY }, (_, index) => `t${index}`);
      await Promise.all(
        ids.map((id, index) => unlogged.linked.add(linkedEvaluation("k", id, { time: minute(index) }))),
      );
      await linked.add(linkedEvaluation("other", "t"));
      const period = { link_key: "k", from: minute(0), to: minute(1439) };
      for (const limit of [MANY, MANY - 1, 1]) {
        const found = await linked.within({ ...period, limit });
        expectSame(`the number of transactions with the limit ${limit}`, found.length, limit);
      }
      expectSame("the number of removed transactions", await linked.remove("k"), MANY);
      expectSame("the transactions afterwards", await linked.within({ ...period, limit: 1 }), []);
      expectSame("the number of expired transactions", await linked.prune(minute(1439)), 1);
    },
  );
}

function manyTransfersCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "every transfer of an account is erased, and every ended one is pruned",
    "erase removes or keeps all transfers of the account, and prune removes all that ended, however many there are.",
    async ({ storage: { accounts, transfers }, unlogged }) => {
      const ids = Array.from({ length: MANY }, (_, index) => `t${index}`);
      await insertAccounts(accounts, "r1");
      await Promise.all(ids.map((id) => unlogged.transfers.save(transferRecord(id, 1, { decision: "reject" }))));
      const erased = await unlogged.transfers.erase("r1", (found) => ({
        remove: found.slice(MANY / 2),
        keep: found.slice(0, MANY / 2).map((record) => ({ ...record, accounts: [], revision: 2 })),
      }));
      const counts = { account: true, links: 0, challenges: 0, linked_transactions: 0, alerts: 0, uses: 0 };
      expectSame("what was erased", erased, { ...counts, transfers: MANY / 2, kept_transfers: MANY / 2 });
      const left = await transfers.list({ size: 1, account_ref_id: "r1" });
      expectSame("the transfers of the account", left, { items: [], next_cursor: null });
      const pruned = await transfers.prune("9999-12-31T23:59:59.999+00:00", TODAY);
      expectSame("the number of ended transfers", pruned, { removed: MANY / 2, held: 0 });
    },
  );
}

/** Together 3 MB. A storage that reads or writes them each time takes many times as long as for one entry. */
const LONG_SCREENINGS = 10;
const ENTRIES = 1000;
const ROUNDS = 5;
/** Wide, because storages wait for disks and networks. */
const MAX_RATIO = 5;
const SLACK_MS = 5;

function costCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a long history does not slow an address down",
    "save, find and ofAccount cost the same however many screenings the address has.",
    async ({ storage: { accounts, addresses }, unlogged }) => {
      await insertAccounts(accounts, "r1", "r2");
      const long: Screening = Array.from({ length: ENTRIES }, (_, index) => screening(index % 101)).flat();
      for (const each of [...Array<Screening>(LONG_SCREENINGS).fill(long), screening(1), screening(1)]) {
        await unlogged.addresses.save(addressUpdate("long", { account_ref_id: "r1", screening: each }));
      }
      let [ofLong, ofShort] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let round = 0; round < ROUNDS; round += 1) {
        ofLong = Math.min(ofLong, await timeOf(addresses, addressUpdate("long", { account_ref_id: "r1" })));
        ofShort = Math.min(ofShort, await timeOf(addresses, addressUpdate("short", { account_ref_id: "r2" })));
      }
      if (ofLong <= ofShort * MAX_RATIO + SLACK_MS) return;
      throw new Violation(
        `save, find and ofAccount of an address with ${LONG_SCREENINGS * ENTRIES} earlier entries took ` +
          `${Math.round(ofLong)} ms, and those of an address with few took ${Math.round(ofShort)} ms`,
      );
    },
  );
}

async function timeOf(addresses: AddressRepository, update: AddressUpdate): Promise<number> {
  const { chain, address, account_ref_id = "" } = update;
  const start = performance.now();
  await addresses.save({ ...update, screening: screening(1) });
  await addresses.find(chain, address);
  await addresses.ofAccount(account_ref_id);
  return performance.now() - start;
}
