/** Wrong storages of accounts. */
import type { Account } from "../../../src/domain/accounts/account.js";
import { foldText, squeezeText } from "../../../src/domain/text.js";
import { altered, elsewhere, likeMatches, searching, type WrongStorage } from "./altered.js";

const byLocale = (found: readonly Account[], limit: number | undefined): readonly Account[] =>
  [...found].sort((a, b) => a.reference_id.localeCompare(b.reference_id, "en")).slice(0, limit);
const byCodePoints = (found: readonly Account[], limit: number | undefined): readonly Account[] =>
  [...found].sort((a, b) => Buffer.compare(Buffer.from(a.reference_id), Buffer.from(b.reference_id))).slice(0, limit);

const insertCheck = "an account is stored unless its reference_id is taken";
const apartCheck = "reference ids are compared by code units";
const rankCheck = "account search returns the best matches first, up to limit";
const tieCheck = "equal account matches are ordered by reference_id";
const searchCheck = "every account search agrees with the reference model";

/** Changes every reference_id. */
function underId(change: (id: string) => string): WrongStorage["subject"] {
  const kept = new Map<string, string>();
  return altered(({ accounts }) => ({
    accounts: {
      insert: (account) => accounts.insert({ ...account, reference_id: change(account.reference_id) }),
      find: async (id) => {
        kept.set(change(id), id);
        const found = await accounts.find(change(id));
        return found && { ...found, reference_id: id };
      },
    },
  }));
}

export const wrongAccountStorages: readonly WrongStorage[] = [
  {
    check: insertCheck,
    fault: "the second account replacing the first",
    subject: altered(({ accounts }) => {
      const kept = new Map<string, Account>();
      return {
        accounts: {
          insert: async (account) => {
            kept.set(account.reference_id, structuredClone(account));
            return accounts.insert(account);
          },
          find: async (id) => structuredClone(kept.get(id)),
        },
      };
    }),
  },
  {
    check: insertCheck,
    fault: "null for a missing account",
    subject: altered(({ accounts }) => ({
      // A storage without types may return it.
      accounts: { find: async (id) => (await accounts.find(id)) ?? (null as never) },
    })),
  },
  { check: apartCheck, fault: "ids without regard to case", subject: underId((id) => id.toLowerCase()) },
  { check: apartCheck, fault: "normalized ids", subject: underId((id) => id.normalize("NFC")) },
  { check: apartCheck, fault: "trimmed ids, as in padded columns", subject: underId((id) => id.trimEnd()) },
  {
    check: apartCheck,
    fault: "ids in UTF-8, which merges lone surrogates",
    subject: underId((id) => Buffer.from(id).toString()),
  },
  {
    check: apartCheck,
    fault: "numeric ids as numbers",
    subject: underId((id) => (id === "" ? id : String(Number(id) || id))),
  },
  {
    check: apartCheck,
    fault: "an object instead of a map",
    subject: altered(({ accounts }) => {
      const kept: Record<string, Account> = {};
      return {
        accounts: {
          insert: (account) => {
            kept[account.reference_id] = structuredClone(account);
            return accounts.insert(account);
          },
          find: async (id) => kept[id],
        },
      };
    }),
  },
  {
    check: "concurrent inserts of one reference_id store one account",
    fault: "a read and then a write",
    subject: altered(({ accounts }) => {
      const kept = new Map<string, Account>();
      return {
        accounts: {
          insert: async (account) => {
            if (kept.has(account.reference_id)) return "taken";
            await elsewhere();
            kept.set(account.reference_id, structuredClone(account));
            await accounts.insert(account);
            return "inserted";
          },
          find: async (id) => structuredClone(kept.get(id)),
        },
      };
    }),
  },
  {
    check: "concurrent inserts of one reference_id store one account",
    fault: "the last concurrent account instead of the inserted one",
    subject: altered(({ accounts }) => {
      let last: Account | undefined;
      return {
        accounts: {
          insert: async (account) => {
            last = structuredClone(account);
            return accounts.insert(account);
          },
          find: async () => structuredClone(last),
        },
      };
    }),
  },
  {
    check: rankCheck,
    fault: "an ignored limit",
    subject: searching(
      ({ texts }) => texts,
      (found) => found,
    ),
  },
  {
    check: rankCheck,
    fault: "the order of ids instead of matches",
    subject: searching(
      ({ texts }) => texts,
      (found, limit) => [...found].sort((a, b) => (a.reference_id < b.reference_id ? -1 : 1)).slice(0, limit),
    ),
  },
  {
    check: rankCheck,
    fault: "a limit before sorting",
    subject: altered(({ accounts }) => ({
      accounts: {
        search: async ({ limit, ...query }) => {
          const found = await accounts.search(query);
          const first = new Set([...found].map(({ reference_id }) => reference_id).sort((a, b) => (a > b ? -1 : 1)));
          const some = new Set([...first].slice(0, limit));
          return found.filter(({ reference_id }) => some.has(reference_id));
        },
      },
    })),
  },
  { check: tieCheck, fault: "the order of a locale", subject: searching(({ texts }) => texts, byLocale) },
  { check: tieCheck, fault: "the order of UTF-8", subject: searching(({ texts }) => texts, byCodePoints) },
  { check: searchCheck, fault: "texts that are not folded", subject: searching(({ record }) => namesOf(record)) },
  {
    check: searchCheck,
    fault: "folding of case only",
    subject: searching(({ record }) => namesOf(record).map((text) => text.toLowerCase())),
  },
  {
    check: searchCheck,
    fault: "unchanged white space",
    subject: searching(({ record }) => namesOf(record).map(foldText)),
  },
  {
    check: searchCheck,
    fault: "omitted middle names",
    subject: searching(({ record, texts }) => {
      const name = record.account_type === "individual" ? record.individual.individual_name : undefined;
      const middle = name?.name_middle === undefined ? undefined : squeezeText(foldText(name.name_middle));
      return middle === undefined ? texts : texts.filter((text) => !text.includes(middle));
    }),
  },
  {
    check: "account search has no wildcard characters",
    fault: "a term for LIKE",
    subject: searching(
      ({ texts }) => texts,
      (found) => found,
      likeMatches,
    ),
  },
  {
    check: "account search has no wildcard characters",
    fault: "words of a full-text index",
    subject: searching(
      ({ texts }) => texts,
      (found) => found,
      (term, text) => term.split(/[^\p{L}\p{N}]+/u).every((word) => text.includes(word)),
    ),
  },
  {
    check: searchCheck,
    fault: "an ignored account_type",
    subject: altered(({ accounts }) => ({
      accounts: { search: ({ account_type: _, ...query }) => accounts.search(query) },
    })),
  },
];

/** Returns the names and the e-mail address unchanged. */
function namesOf(account: Account): readonly string[] {
  const name: object =
    account.account_type === "individual" ? account.individual.individual_name : account.entity.entity_name;
  return [...Object.values(name), account.email ?? ""];
}
