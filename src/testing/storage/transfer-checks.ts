/** Checks of what decisions about transfers depend on, and of many exchanges. */
import type { ConformanceCheck } from "../check.js";
import { expectSame } from "./compare.js";
import { exchangeRecord } from "./exchange-steps.js";
import { TODAY } from "./held.js";
import { challengeRecord } from "./ownership-steps.js";
import { addressUpdate, individual, insertAccounts, minute, STAMP } from "./records.js";
import { transferRecord } from "./transfer-steps.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function transferChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [sameIdCheck(suite), manyLinksCheck(suite), manyProofsCheck(suite), manyExchangesCheck(suite)];
}

function sameIdCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "no transfer is stored for another account with the same id",
    "transfers.save refuses an account that was created at another time than the one that was read.",
    async ({ storage: { accounts, transfers } }) => {
      const erased = individual("r1");
      const stored = { ...erased, created: "2026-02-03T04:05:06.790+00:00" };
      await accounts.insert(stored);
      const record = transferRecord("t1", 1, { sides: ["r1", null] });
      const refused = await transfers.save(record, { accounts: [erased] });
      expectSame("the outcome for the account that was stored before", refused, "unknown_account");
      expectSame("the transfer", await transfers.find("t1"), undefined);
      const saved = await transfers.save(record, { accounts: [stored] });
      expectSame("the outcome for the stored account", saved, "saved");
    },
  );
}

function manyLinksCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "an address with many links is found to have many",
    "has_many_links of transfers.facts is true from 100 current links on.",
    async ({ storage: { accounts, addresses, transfers }, unlogged }) => {
      await insertAccounts(accounts, "r1");
      const link = (tag: number) => addressUpdate("shared", { account_ref_id: "r1", tag: String(tag) });
      for (let tag = 1; tag < 100; tag += 1) await unlogged.addresses.save(link(tag));
      const place = { chain: "tezos", address: "shared" } as const;
      const hasMany = async (): Promise<boolean | undefined> => {
        const facts = await transfers.facts({ transfer_id: "t", accounts: [], vasps: [], addresses: [place] });
        return facts.addresses[0]?.has_many_links;
      };
      expectSame("has_many_links with 99 links", await hasMany(), false);
      await addresses.save(link(100));
      expectSame("has_many_links with 100 links", await hasMany(), true);
    },
  );
}

function manyProofsCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "the proofs of an account are found among many of others",
    "transfers.facts finds the newest 100 proofs of the account proofsOf, however many other accounts have.",
    async ({ storage: { accounts, ownership, transfers }, unlogged }) => {
      await insertAccounts(accounts, "r1", "r2");
      const place = { chain: "tezos", address: "proved" } as const;
      const record = (account_ref_id: string, index: number) =>
        challengeRecord(`proof ${index}`, 1, { account_ref_id, address: "proved", proved_at: minute(index) });
      const own = record("r1", 0);
      await ownership.save(own);
      for (let later = 1; later <= 100; later += 1) await unlogged.ownership.save(record("r2", later));
      const query = { transfer_id: "t", accounts: [], vasps: [], addresses: [place], proofsOf: "r1" };
      const [facts] = (await transfers.facts(query)).addresses;
      expectSame("the proofs of the account", facts?.proofs, [own]);
    },
  );
}

/** More than a storage may read or remove at once. */
const MANY = 300;

function manyExchangesCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "every exchange is removed with its transfer",
    "erase and prune remove the exchanges of the transfers that they remove, and prune the ended ones without a transfer, " +
      "however many others there are. An exchange of a transfer that stays loses the account.",
    async ({ storage: { accounts, transfers, exchanges }, unlogged }) => {
      await insertAccounts(accounts, "r1");
      const ids = Array.from({ length: MANY }, (_, index) => `t${index}`);
      await Promise.all(ids.map((id) => unlogged.transfers.save(transferRecord(id, 1, { decision: "reject" }))));
      const ended = { account: "r1", ended: "2025-12-31T23:59:59.999+00:00" };
      await Promise.all(ids.map((id) => unlogged.exchanges.save(exchangeRecord(id, 1, ended))));
      let kept: readonly string[] = [];
      await unlogged.transfers.erase("r1", (found) => {
        const keep = found.slice(MANY / 3).map((record) => ({ ...record, accounts: [], revision: 2 }));
        kept = keep.map(({ transfer_id }) => transfer_id).sort();
        return { remove: found.slice(0, MANY / 3), keep };
      });
      const left = async () => {
        const page = await unlogged.exchanges.list({ vasp_id: "r1", from: STAMP, size: MANY + 1 });
        const all = page?.items ?? [];
        return all.map(({ transfer_id, account, revision }) => `${transfer_id} ${account} ${revision}`).sort();
      };
      const expected = kept.map((id) => `${id} null 2`);
      expectSame("the exchanges after the erasure", await left(), expected);
      await exchanges.save(exchangeRecord("z", 1, { ...ended, account: null }));
      await transfers.prune(STAMP, TODAY);
      expectSame("the exchanges after the removal of one without a transfer", await left(), expected);
      await transfers.prune("9999-12-31T23:59:59.999+00:00", TODAY);
      expectSame("the exchanges of removed transfers", await left(), []);
    },
  );
}
