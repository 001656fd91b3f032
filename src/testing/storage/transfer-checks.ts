/** Checks of what decisions about transfers depend on: whose account it is, many links, and many proofs. */
import type { ConformanceCheck } from "../check.js";
import { expectSame } from "./compare.js";
import { challengeRecord } from "./ownership-steps.js";
import { addressUpdate, individual, insertAccounts, minute } from "./records.js";
import { transferRecord } from "./transfer-steps.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function transferChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [sameIdCheck(suite), manyLinksCheck(suite), manyProofsCheck(suite)];
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
