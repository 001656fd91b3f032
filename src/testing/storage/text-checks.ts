/** Checks of ids, names and cursors that a storage may confuse. */
import * as fc from "fast-check";
import type { AccountSort } from "../../domain/accounts/list.js";
import { VASP_FIELDS } from "../../domain/vasps/list.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import type { ConformanceCheck } from "../check.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, PATTERN_CHARACTERS, SIMILAR_TEXTS, UNKNOWN_TEXTS } from "./compare.js";
import { exchangeRecord } from "./exchange-steps.js";
import { accountTexts, expectedAccounts, expectedListing, expectedVasps, foldedTexts, vaspTexts } from "./model.js";
import { challengeRecord } from "./ownership-steps.js";
import {
  ALL,
  addressUpdate,
  alert,
  anyAccount,
  anyPage,
  anyTerm,
  anyVasp,
  bareAddress,
  drawnTerm,
  entity,
  individual,
  linkedEvaluation,
  linkedTo,
  STAMP,
  storedAlert,
  streamOf,
  termOf,
  transactionsOf,
  vasp,
} from "./records.js";
import { transferRecord } from "./transfer-steps.js";
import { caseCheck, drawnCaseCheck, type StorageSuite } from "./trial.js";

export function textChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [idCheck(suite), orderCheck(suite), wildcardCheck(suite), cursorCheck(suite), ...drawnChecks(suite)];
}

function idCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "ids are compared by code units",
    "Two ids, addresses, tags or link keys are the same only if all their code units are.",
    async ({ storage }) => {
      for (const id of SIMILAR_TEXTS) {
        expectSame(`the insert of account ${quoted(id)}`, await storage.accounts.insert(individual(id)), "inserted");
        expectSame(`the insert of alert ${quoted(id)}`, await storage.alerts.insert(alert(id)), "inserted");
        await storage.addresses.save(addressUpdate(id, { account_ref_id: id }));
        await storage.addresses.save(addressUpdate("tagged", { account_ref_id: id, tag: id }));
        await storage.linked.add(linkedEvaluation(id, `of ${id}`));
        await storage.linked.add(linkedEvaluation("k", id));
        await storage.transfers.save(transferRecord(id, 1, { sides: [id, null] }), { accounts: [individual(id)] });
        await storage.exchanges.save(exchangeRecord(id, 1, { vasp_id: id }));
        await storage.ownership.save(
          challengeRecord(id, 1, { ...{ account_ref_id: id, address: id }, proved_at: STAMP }),
        );
      }
      const counts = await storage.vasps.load(streamOf(SIMILAR_TEXTS.map((id) => vasp(id))));
      expectSame("the counts for different vasp ids", counts, { loaded: SIMILAR_TEXTS.length, replaced: 0 });
      for (const id of SIMILAR_TEXTS) {
        const address = { ...bareAddress(id), ...linkedTo(id), tags: [null] };
        const tagged = { ...bareAddress("tagged"), tags: [id] };
        const linked = [address, tagged].sort((a, b) => (a.address < b.address ? -1 : 1));
        const of = [
          individual(id),
          vasp(id),
          storedAlert(id),
          bareAddress(id).address,
          linked,
          id,
          [`of ${id}`],
          ...[id, [id], id, [id], id, [id]],
        ];
        expectSame(`what is stored for ${quoted(id)}`, await everythingOf(storage, id), of);
      }
      const nothing = [
        ...[undefined, undefined, undefined, undefined, [], undefined, []],
        ...[undefined, [], undefined, [], undefined, []],
      ];
      for (const id of UNKNOWN_TEXTS) {
        expectSame(`what is stored for ${quoted(id)}`, await everythingOf(storage, id), nothing);
      }
      const ofKey = await transactionsOf(storage.linked, "k");
      expectSame("the number of transactions of k", ofKey.length, SIMILAR_TEXTS.length);
      expectSame("an address of another chain", await storage.addresses.find("near", "r"), undefined);
    },
  );
}

/** Returns what each repository has for an id. */
async function everythingOf(storage: ComplianceStorage, id: string): Promise<readonly unknown[]> {
  const { accounts, vasps, alerts, addresses, linked, transfers, ownership, exchanges } = storage;
  return [
    await accounts.find(id),
    await vasps.find(id),
    await alerts.find(id),
    (await addresses.find("tezos", id))?.address,
    await addresses.ofAccount(id),
    await addresses.accountOf("tezos", "tagged", id),
    await transactionsOf(linked, id),
    (await transfers.find(id))?.transfer_id,
    (await transfers.list({ size: 2, account_ref_id: id }))?.items.map(({ transfer_id }) => transfer_id),
    (await ownership.find(id))?.challenge_id,
    (await ownership.proofs("tezos", id)).map(({ challenge_id }) => challenge_id),
    (await exchanges.find(id))?.transfer_id,
    (await exchanges.list({ vasp_id: id, from: STAMP, size: 2 }))?.items.map(({ transfer_id }) => transfer_id),
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function orderCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "ties are in the order of code units",
    "Ties are in the order of UTF-16 code units, in any locale. That holds for searches, VASP lists, the addresses and tags " +
      "of an account, the accounts of an address, and linked transactions.",
    async ({ storage: { accounts, vasps, addresses, linked, transfers } }) => {
      await accounts.insert(individual("r1"));
      for (const id of OUT_OF_ORDER) {
        await accounts.insert(entity(id, "Bank"));
        await addresses.save(addressUpdate(id, { account_ref_id: "r1" }));
        await addresses.save(addressUpdate("a", { account_ref_id: "r1", tag: id }));
        await addresses.save(addressUpdate("shared", { account_ref_id: id, tag: id }));
        await linked.add(linkedEvaluation("k", id));
      }
      const given = OUT_OF_ORDER.map((id) => vasp(id, { name_legal: "Bank", address_city: id }));
      await vasps.load(streamOf([...given, vasp("no city", { name_legal: "Other" })]));
      const found = await accounts.search({ term: "bank" });
      const ids = found.map(({ reference_id }) => reference_id);
      expectSame("the order of an account search", ids, IN_ORDER);
      const vaspIds = (await vasps.search("bank")).map(({ vasp_id }) => vasp_id);
      expectSame("the order of a VASP search", vaspIds, IN_ORDER);
      const listed = async (descending: boolean): Promise<readonly string[]> => {
        const { items } = await vasps.list({ ...ALL, sort: { field: "address_city", descending } });
        return items.map(({ vasp_id }) => vasp_id);
      };
      expectSame("the order of a VASP list", await listed(false), [...IN_ORDER, "no city"]);
      expectSame("its descending order", await listed(true), [...IN_ORDER.toReversed(), "no city"]);
      const ofAccount = await addresses.ofAccount("r1");
      const texts = ofAccount.map(({ address }) => address);
      expectSame("the order of the addresses", texts, IN_ORDER);
      expectSame("the order of the tags", ofAccount.find(({ address }) => address === "a")?.tags, [null, ...IN_ORDER]);
      const shared = { chain: "tezos", address: "shared" } as const;
      const facts = await transfers.facts({ transfer_id: "t", accounts: [], vasps: [], addresses: [shared] });
      expectSame("the order of the accounts of an address", facts.addresses[0]?.shared_by, IN_ORDER);
      expectSame("the order of linked transactions", await transactionsOf(linked, "k"), IN_ORDER);
    },
  );
}

function wildcardCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a search has no wildcard characters",
    "Every character of a term stands for itself.",
    async ({ storage: { accounts, vasps } }) => {
      const names = [["plain", "axb"] as const, ...PATTERN_CHARACTERS.map((each) => [each, `a${each}b`] as const)];
      for (const [id, name] of names) await accounts.insert(entity(id, name));
      await vasps.load(streamOf(names.map(([id, name_legal]) => vasp(id, { name_legal }))));
      for (const [id, name] of names) {
        const term = termOf(name);
        const found = await accounts.search({ term });
        expectSame(`the accounts for ${quoted(term)}`, found, [entity(id, name)]);
        expectSame(`the VASPs for ${quoted(term)}`, await vasps.search(term), [vasp(id, { name_legal: name })]);
      }
    },
  );
}

const SORTS: readonly AccountSort[] = ["created", "-created", "last_modified", "-last_modified"];

function cursorCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a cursor is valid in its own list only",
    "list returns undefined for a cursor of another order or chain, and for a text that is no cursor.",
    async ({ storage: { accounts, alerts, addresses, transfers, exchanges } }) => {
      for (const id of ["a", "b", "c"]) {
        await accounts.insert(individual(id));
        await alerts.insert(alert(id));
        await addresses.save(addressUpdate(id));
      }
      for (const sort of SORTS) {
        const cursor = (await accounts.list({ size: 1, sort }))?.next_cursor ?? "";
        for (const other of SORTS.filter((each) => each !== sort)) {
          const list = await accounts.list({ size: 1, sort: other, cursor });
          expectSame(`the list by ${other} with a cursor by ${sort}`, list, undefined);
        }
      }
      const ofChain = (await addresses.list({ size: 1, chain: "tezos" }))?.next_cursor ?? "";
      const all = (await addresses.list({ size: 1 }))?.next_cursor ?? "";
      const ofAll = await addresses.list({ size: 1, chain: "tezos", cursor: all });
      expectSame("the list of a chain with a cursor of all", ofAll, undefined);
      for (const cursor of [
        "",
        "a",
        "2",
        "null",
        "e30",
        "W10",
        "bm90IGEgY3Vyc29y",
        "__proto__",
        `${ofChain}A`,
        ofChain,
      ]) {
        const list = await addresses.list({ size: 1, cursor });
        expectSame(`the addresses with the cursor ${quoted(cursor)}`, list, undefined);
        const others = [
          await alerts.list({ size: 1, cursor }),
          await accounts.list({ size: 1, sort: "created", cursor }),
          await transfers.list({ size: 1, cursor }),
          await exchanges.list({ vasp_id: "a", from: STAMP, size: 1, cursor }),
        ].filter((each) => each !== undefined);
        expectSame(`the other lists with the cursor ${quoted(cursor)}`, others, []);
      }
    },
  );
}

const anyAccountQuery = fc.record(
  {
    draw: anyTerm,
    account_category: fc.constantFrom("customer" as const, "non-customer" as const),
    account_type: fc.constantFrom("individual" as const, "entity" as const),
    limit: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ["draw"] },
);

const anyVaspSort = fc.record({ field: fc.constantFrom(...VASP_FIELDS), descending: fc.boolean() });

const anyVaspListQuery = fc
  .tuple(anyPage, fc.option(anyVaspSort, { nil: undefined }))
  .map(([page, sort]) => ({ ...page, ...(sort !== undefined && { sort }) }));

const anyVaspQuery = fc.record({ draw: anyTerm, limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }) });

function drawnChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    drawnCaseCheck(
      suite,
      "every account search agrees with the reference model",
      "search returns exactly the matching accounts in their order, for folded texts of any script.",
      {
        arbitrary: () =>
          fc.tuple(fc.array(anyAccount, { maxLength: 8 }), fc.array(anyAccountQuery, { minLength: 1, maxLength: 8 })),
      },
      async ({ storage: { accounts } }, [given, queries]) => {
        for (const account of given) await accounts.insert(account);
        // The first account of each id.
        const stored = lastOfEach(given.toReversed(), ({ reference_id }) => reference_id);
        const texts = foldedTexts(stored.flatMap(accountTexts));
        for (const { draw, ...filters } of queries) {
          const query = { ...filters, term: drawnTerm(draw, texts) };
          const expected = expectedAccounts(stored, query);
          expectSame(`the search ${JSON.stringify(query)}`, await accounts.search(query), expected);
        }
      },
    ),
    drawnCaseCheck(
      suite,
      "every VASP search and list agrees with the reference model",
      "search returns exactly the records with the term in a name, in their order, for folded texts of any script. list " +
        "returns the requested page in the order of any property of §2.7, absent values last.",
      {
        arbitrary: () =>
          fc.tuple(
            fc.array(anyVasp, { maxLength: 8 }),
            fc.array(anyVaspQuery, { minLength: 1, maxLength: 8 }),
            fc.array(anyVaspListQuery, { minLength: 1, maxLength: 8 }),
          ),
      },
      async ({ storage: { vasps } }, [given, searches, lists]) => {
        await vasps.load(streamOf(given));
        const stored = lastOfEach(given, ({ vasp_id }) => vasp_id);
        const texts = foldedTexts(stored.flatMap(vaspTexts));
        for (const { draw, limit } of searches) {
          const term = drawnTerm(draw, texts);
          const expected = expectedVasps(stored, term).slice(0, limit);
          expectSame(`the search ${quoted(term)} with limit ${limit}`, await vasps.search(term, limit), expected);
        }
        for (const query of lists) {
          const { page, size, sort } = query;
          const items = expectedListing(stored, sort).slice((page - 1) * size, page * size);
          const expected = { items, pagination: { total: stored.length, page, size } };
          expectSame(`the list ${JSON.stringify(query)}`, await vasps.list(query), expected);
        }
      },
    ),
  ];
}

/** Returns the last record of each id. */
function lastOfEach<T>(records: readonly T[], idOf: (record: T) => string): T[] {
  return [...new Map(records.map((record) => [idOf(record), record])).values()];
}
