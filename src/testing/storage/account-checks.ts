/** Checks of AccountRepository. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { ConformanceCheck } from "../check.js";
import {
  expectSame,
  IN_ORDER,
  OUT_OF_ORDER,
  PATTERN_CHARACTERS,
  RIVALS,
  SIMILAR_TEXTS,
  UNKNOWN_TEXTS,
} from "./compare.js";
import { accountTexts, expectedAccounts, firstOfEach, foldedTexts } from "./model.js";
import { anyAccount, anyTerm, drawnTerm, entity, individual, termOf } from "./records.js";
import { caseCheck, drawnCaseCheck, type StorageSuite } from "./trial.js";

export function accountChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [...insertChecks(suite), ...orderChecks(suite), ...searchChecks(suite)];
}

function insertChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "an account is stored unless its reference_id is taken",
      "insert stores the account, and find returns it unchanged. A second account with the same reference_id changes nothing.",
      async ({ storage: { accounts } }) => {
        const first = individual("r1", { name_first: "Ana", name_last: "Ruiz" }, { email: "ana@example.org" });
        expectSame("find before the first insert", await accounts.find("r1"), undefined);
        expectSame("the first insert", await accounts.insert(first), "inserted");
        expectSame("find after it", await accounts.find("r1"), first);
        expectSame("the second insert", await accounts.insert(entity("r1", "Another")), "taken");
        expectSame("find after both", await accounts.find("r1"), first);
        expectSame("a search for the second", await accounts.search({ term: "another" }), []);
      },
    ),
    caseCheck(
      suite,
      "reference ids are compared by code units",
      "Two reference ids are the same only if all their code units are.",
      async ({ storage: { accounts } }) => {
        for (const id of SIMILAR_TEXTS)
          expectSame(`the insert of ${quoted(id)}`, await accounts.insert(individual(id)), "inserted");
        for (const id of SIMILAR_TEXTS)
          expectSame(`the account ${quoted(id)}`, await accounts.find(id), individual(id));
        for (const id of UNKNOWN_TEXTS) expectSame(`the account ${quoted(id)}`, await accounts.find(id), undefined);
      },
    ),
    caseCheck(
      suite,
      "concurrent inserts of one reference_id store one account",
      "insert is atomic: one of several concurrent accounts with the same reference_id is inserted, and the others are taken.",
      async ({ storage: { accounts } }) => {
        const rivals = RIVALS.map((index) => individual("r1", { name_last: `Rival ${index}` }));
        const outcomes = await Promise.all(rivals.map((rival) => accounts.insert(rival)));
        const countOf = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
        expectSame("the number of inserted accounts", countOf("inserted"), 1);
        expectSame("the number of taken ones", countOf("taken"), rivals.length - 1);
        const winner = rivals[outcomes.indexOf("inserted")];
        expectSame("the found account", await accounts.find("r1"), winner);
        expectSame("the result of a search", await accounts.search({ term: "rival" }), [winner]);
      },
    ),
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function idsOf(found: readonly Account[]): readonly string[] {
  return found.map(({ reference_id }) => reference_id);
}

function orderChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "account search returns the best matches first, up to limit",
      "search ranks the whole text, then its beginning, the beginning of a word, and inside a word. It returns at most limit.",
      async ({ storage: { accounts } }) => {
        const names = {
          e: "xbank",
          d: "The Bank",
          c: "Banker",
          b: "BANK",
          a: "Riverbank Bank",
          Z: "bänk",
          f: "nothing",
          // No word begins after a letter of two code units.
          ee: "𠮷bank",
        };
        for (const [id, legal] of Object.entries(names)) await accounts.insert(entity(id, legal));
        const search = async (query: { term: string; limit?: number }) => idsOf(await accounts.search(query));
        expectSame("the order", await search({ term: "bank" }), ["Z", "b", "c", "a", "d", "e", "ee"]);
        expectSame("the result with limit 2", await search({ term: "bank", limit: 2 }), ["Z", "b"]);
        expectSame("the result for the empty term", await search({ term: "" }), []);
      },
    ),
    caseCheck(
      suite,
      "equal account matches are ordered by reference_id",
      "Ties of a search are in the order of UTF-16 code units, in any locale.",
      async ({ storage: { accounts } }) => {
        for (const id of OUT_OF_ORDER) await accounts.insert(entity(id, "Bank"));
        expectSame("the order", idsOf(await accounts.search({ term: "bank" })), IN_ORDER);
        const limited = idsOf(await accounts.search({ term: "bank", limit: 3 }));
        expectSame("the result with limit 3", limited, IN_ORDER.slice(0, 3));
      },
    ),
  ];
}

function searchChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "account search has no wildcard characters",
      "Every character of a term stands for itself.",
      async ({ storage: { accounts } }) => {
        await accounts.insert(entity("plain", "axb"));
        for (const each of PATTERN_CHARACTERS) await accounts.insert(entity(each, `a${each}b`));
        for (const each of PATTERN_CHARACTERS) {
          const term = termOf(`a${each}b`);
          expectSame(`the result for ${quoted(term)}`, idsOf(await accounts.search({ term })), [each]);
        }
      },
    ),
    drawnCaseCheck(
      suite,
      "every account search agrees with the reference model",
      "search returns exactly the matching accounts in their order, for folded texts of any script.",
      {
        arbitrary: () =>
          fc.tuple(fc.array(anyAccount, { maxLength: 8 }), fc.array(anyQuery, { minLength: 1, maxLength: 8 })),
      },
      async ({ storage: { accounts } }, [given, queries]) => {
        for (const account of given) await accounts.insert(account);
        const stored = firstOfEach(given, ({ reference_id }) => reference_id);
        const texts = foldedTexts(stored.flatMap(accountTexts));
        for (const { draw, ...filters } of queries) {
          const query = { ...filters, term: drawnTerm(draw, texts) };
          const expected = expectedAccounts(stored, query);
          expectSame(`the search ${JSON.stringify(query)}`, await accounts.search(query), expected);
        }
      },
    ),
  ];
}

const anyQuery = fc.record(
  {
    draw: anyTerm,
    account_category: fc.constantFrom("customer" as const, "non-customer" as const),
    account_type: fc.constantFrom("individual" as const, "entity" as const),
    limit: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ["draw"] },
);
