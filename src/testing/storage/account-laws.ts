/** The laws of AccountRepository. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { ConformanceCheck } from "../law.js";
import { IN_ORDER, LIKE_TEXTS, OUT_OF_ORDER, PATTERN_CHARACTERS, RIVALS, UNKNOWN_TEXTS } from "./common.js";
import { accountTexts, expectedAccounts, firstOfEach, foldedTexts } from "./model.js";
import { anyAccount, anyTerm, drawnTerm, entity, individual, termOf } from "./records.js";
import { same } from "./same.js";
import { caseLaw, drawnLaw, type Making } from "./storage-law.js";

export function accountLaws(making: Making): readonly ConformanceCheck[] {
  return [...accountInsertLaws(making), ...accountOrderLaws(making), ...accountMatchLaws(making)];
}

function accountInsertLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "an account is stored unless its reference_id is taken",
      "insert stores the account, find gives it as it was given, and an account of a taken reference_id changes nothing",
      async ({ storage: { accounts } }) => {
        const first = individual("r1", { name_first: "Ana", name_last: "Ruiz" }, { email: "ana@example.org" });
        same("what is found before the first insert", await accounts.find("r1"), undefined);
        same("the first insert", await accounts.insert(first), "inserted");
        same("what is found after it", await accounts.find("r1"), first);
        same("the second insert", await accounts.insert(entity("r1", "Another")), "taken");
        same("what is found after both", await accounts.find("r1"), first);
        same("a search for the second", await accounts.search({ term: "another" }), []);
      },
    ),
    caseLaw(
      making,
      "reference ids are told apart by every code unit and by nothing else",
      "the account of a reference_id is that of these code units, and no other",
      async ({ storage: { accounts } }) => {
        for (const id of LIKE_TEXTS)
          same(`the insert of ${said(id)}`, await accounts.insert(individual(id)), "inserted");
        for (const id of LIKE_TEXTS) same(`the account of ${said(id)}`, await accounts.find(id), individual(id));
        for (const id of UNKNOWN_TEXTS) same(`the account of ${said(id)}`, await accounts.find(id), undefined);
      },
    ),
    caseLaw(
      making,
      "of racing inserts of a reference_id one is stored",
      "insert is atomic: of accounts of one reference_id that are inserted at once one is inserted, and the others are taken",
      async ({ storage: { accounts } }) => {
        const rivals = RIVALS.map((index) => individual("r1", { name_last: `Rival ${index}` }));
        const outcomes = await Promise.all(rivals.map((rival) => accounts.insert(rival)));
        same("the number of those inserted", outcomes.filter((outcome) => outcome === "inserted").length, 1);
        same("the number of those taken", outcomes.filter((outcome) => outcome === "taken").length, rivals.length - 1);
        const winner = rivals[outcomes.indexOf("inserted")];
        same("what is found", await accounts.find("r1"), winner);
        same("what a search finds", await accounts.search({ term: "rival" }), [winner]);
      },
    ),
  ];
}

function said(id: string): string {
  return JSON.stringify(id);
}

function idsOf(found: readonly Account[]): readonly string[] {
  return found.map(({ reference_id }) => reference_id);
}

function accountOrderLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "accounts are found best match first, and no more than asked for",
      "search ranks the whole text, its beginning, the beginning of a word in it and inside a word, and gives at most limit",
      async ({ storage: { accounts } }) => {
        const names = {
          e: "xbank",
          d: "The Bank",
          c: "Banker",
          b: "BANK",
          a: "Riverbank Bank",
          Z: "bänk",
          f: "nothing",
          // A letter of two code units before it, so that no word begins there.
          ee: "𠮷bank",
        };
        for (const [id, legal] of Object.entries(names)) await accounts.insert(entity(id, legal));
        const asked = async (query: { term: string; limit?: number }) => idsOf(await accounts.search(query));
        same("the order found", await asked({ term: "bank" }), ["Z", "b", "c", "a", "d", "e", "ee"]);
        same("what is found with a limit of 2", await asked({ term: "bank", limit: 2 }), ["Z", "b"]);
        same("what is found of the empty term", await asked({ term: "" }), []);
      },
    ),
    caseLaw(
      making,
      "equal matches of accounts are ordered by the code units of reference_id",
      "ties of a search are in the order of UTF-16 code units, whatever the locale of the machine or of a database",
      async ({ storage: { accounts } }) => {
        for (const id of OUT_OF_ORDER) await accounts.insert(entity(id, "Bank"));
        same("the order found", idsOf(await accounts.search({ term: "bank" })), IN_ORDER);
        same(
          "what is found with a limit of 3",
          idsOf(await accounts.search({ term: "bank", limit: 3 })),
          IN_ORDER.slice(0, 3),
        );
      },
    ),
  ];
}

function accountMatchLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "no character of a term for accounts is a pattern",
      "a term is sought as it is: nothing in it stands for other texts, ends it or joins it to another",
      async ({ storage: { accounts } }) => {
        await accounts.insert(entity("plain", "axb"));
        for (const each of PATTERN_CHARACTERS) await accounts.insert(entity(each, `a${each}b`));
        for (const each of PATTERN_CHARACTERS) {
          const term = termOf(`a${each}b`);
          same(`what is found of ${said(term)}`, idsOf(await accounts.search({ term })), [each]);
        }
      },
    ),
    drawnLaw(
      making,
      "every search of accounts finds what the plain model finds",
      "search gives exactly the matches of the query among folded and squeezed texts of whatever script, in their order",
      {
        drawn: () =>
          fc.tuple(fc.array(anyAccount, { maxLength: 8 }), fc.array(anyQuery, { minLength: 1, maxLength: 8 })),
      },
      async ({ storage: { accounts } }, [given, queries]) => {
        for (const account of given) await accounts.insert(account);
        const stored = firstOfEach(given, ({ reference_id }) => reference_id);
        const texts = foldedTexts(stored.flatMap(accountTexts));
        for (const { draw, ...asked } of queries) {
          const query = { ...asked, term: drawnTerm(draw, texts) };
          same(`the search ${JSON.stringify(query)}`, await accounts.search(query), expectedAccounts(stored, query));
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
