/** What the searches are compared with: the texts folded beforehand, and a look at every one of them. */
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { Account } from "../../src/domain/accounts/account.js";
import { foldText, squeezeText } from "../../src/domain/text.js";
import { type Search, scanOf } from "./search-peers.js";
import { directoryIn, type OpenSubject } from "./storage-subject.js";

/** The memory storage, but for its search. */
export function openScan(): OpenSubject {
  const directory = directoryIn(memoryStorage());
  const accounts: Account[] = [];
  let scan: Search | undefined;
  return {
    directory: {
      ...directory,
      insert: async (account) => {
        accounts.push(account);
        return true;
      },
      find: async (id) => accounts.find(({ reference_id }) => reference_id === id),
      search: async (typed) => {
        scan ??= scanOf(accounts);
        return scan(squeezeText(foldText(typed))).map(({ reference_id }) => reference_id);
      },
    },
    settings:
      "no storage, but what the searches of one are compared with: every account's folded texts, one after another",
  };
}
