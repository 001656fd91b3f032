/** Checks of AccountRepository: replacing, removing and listing. */
import type { Account } from "../../domain/accounts/account.js";
import type { AccountSort } from "../../domain/accounts/list.js";
import type { AccountPut } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, RIVALS, rejectionOf } from "./compare.js";
import { allPages, pageOfAccounts } from "./pages.js";
import { addressUpdate, bareAddress, entity, individual, linkedTo, linkUpdate, screening } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function accountWriteChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...putChecks(suite),
    versionCheck(suite),
    ...raceChecks(suite),
    removalCheck(suite),
    unlinkCheck(suite),
    ...listChecks(suite),
  ];
}

/** The n-th millisecond of a minute. */
function timeOf(millisecond: number): string {
  return `2026-02-03T04:05:06.${String(millisecond).padStart(3, "0")}+00:00`;
}

/** Sets both times, as a caller of put does. */
function at(time: string, account: Account): Account {
  return { ...account, created: time, last_modified: time };
}

function putChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "put stores an account, or replaces the one with its reference_id",
      "put returns the stored account and whether it is new. find and search return the new content, and nothing of the old.",
      async ({ storage: { accounts } }) => {
        const first = at(timeOf(1), individual("r1", { name_last: "Ruiz" }, { email: "ana@example.org" }));
        expectSame("the first put", await accounts.put(first), { account: first, is_new: true });
        expectSame("find after it", await accounts.find("r1"), first);
        const second = { ...at(timeOf(2), entity("r1", "Acme")), created: timeOf(1) };
        const put = await accounts.put(at(timeOf(2), entity("r1", "Acme")));
        expectSame("the second put", put, { account: second, is_new: false });
        expectSame("find after both", await accounts.find("r1"), second);
        expectSame("a search for the first", await accounts.search({ term: "ruiz" }), []);
        expectSame("a search for the second", await accounts.search({ term: "acme" }), [second]);
        expectSame("the insert of a stored reference_id", await accounts.insert(individual("r1")), "taken");
        expectSame("another reference_id", await accounts.find("R1"), undefined);
      },
    ),
    caseCheck(
      suite,
      "every put makes last_modified later",
      "A replaced account keeps created. Its last_modified is the time of the call, or a millisecond after the stored one if " +
        "the time of the call is not later. After the end of the year 9999 put rejects and stores nothing.",
      async ({ storage: { accounts } }) => {
        await accounts.insert(at(timeOf(10), individual("r1")));
        const steps = [
          { call: timeOf(10), expected: timeOf(11) },
          { call: timeOf(3), expected: timeOf(12) },
          { call: timeOf(20), expected: timeOf(20) },
          { call: timeOf(20), expected: timeOf(21) },
        ];
        for (const { call, expected } of steps) {
          const account = { ...individual("r1"), created: timeOf(10), last_modified: expected };
          const put = await accounts.put(at(call, individual("r1")));
          expectSame(`the answer to a put at ${call}`, put, { account, is_new: false });
          expectSame("find after it", await accounts.find("r1"), account);
        }
        const last = at("9999-12-31T23:59:59.999+00:00", individual("r2"));
        await accounts.insert(last);
        const next = at(last.created, entity("r2", "Acme"));
        await rejectionOf("a put over the last possible version", () => accounts.put(next));
        await rejectionOf("a put over the last expected version", () => accounts.put(next, last.last_modified));
        expectSame("find after both", await accounts.find("r2"), last);
      },
    ),
  ];
}

function versionCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "put replaces only the expected version",
    "With ifLastModified, put stores nothing unless an account is stored that has exactly this last_modified.",
    async ({ storage: { accounts } }) => {
      const first = at(timeOf(1), individual("r1"));
      expectSame("a put over a missing one", await accounts.put(first, timeOf(1)), "changed_meanwhile");
      expectSame("find after it", await accounts.find("r1"), undefined);
      await accounts.put(first);
      for (const other of [timeOf(0), timeOf(2), "2026-02-03T04:05:06.001Z", ""]) {
        const put = await accounts.put(at(timeOf(5), entity("r1")), other);
        expectSame(`a put over ${JSON.stringify(other)}`, put, "changed_meanwhile");
      }
      expectSame("find after other versions", await accounts.find("r1"), first);
      const second = { ...at(timeOf(5), entity("r1", "Acme")), created: timeOf(1) };
      const put = await accounts.put(at(timeOf(5), entity("r1", "Acme")), timeOf(1));
      expectSame("a put over the stored version", put, { account: second, is_new: false });
      const again = await accounts.put(at(timeOf(6), entity("r1")), timeOf(1));
      expectSame("a put over the first version", again, "changed_meanwhile");
      expectSame("find after all", await accounts.find("r1"), second);
    },
  );
}

function raceChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  const isStored = (outcome: AccountPut | "changed_meanwhile"): outcome is AccountPut =>
    outcome !== "changed_meanwhile";
  return [
    caseCheck(
      suite,
      "of concurrent puts over one version one stores",
      "put is atomic: of several concurrent calls with the same ifLastModified, one stores and the others return changed_meanwhile.",
      async ({ storage: { accounts } }) => {
        await accounts.insert(at(timeOf(1), individual("r1")));
        // In the same millisecond, because last_modified must differ even then.
        const rivals = RIVALS.map((index) => at(timeOf(1), individual("r1", { name_last: `Rival ${index}` })));
        const outcomes = await Promise.all(rivals.map((rival) => accounts.put(rival, timeOf(1))));
        const stored = outcomes.filter(isStored);
        expectSame("the number of calls that stored", stored.length, 1);
        expectSame("the found account", await accounts.find("r1"), stored[0]?.account);
        expectSame("the result of a search", await accounts.search({ term: "rival" }), [stored[0]?.account]);
      },
    ),
    caseCheck(
      suite,
      "concurrent puts create one account and number its versions",
      "put is atomic: one of several concurrent calls creates the account, and each version has its own last_modified.",
      async ({ storage: { accounts } }) => {
        const rivals = RIVALS.map((index) => at(timeOf(1), individual("r1", { name_last: `Rival ${index}` })));
        const outcomes = (await Promise.all(rivals.map((rival) => accounts.put(rival)))).filter(isStored);
        const times = outcomes.map(({ account }) => account.last_modified).sort();
        expectSame("the number of calls that created", outcomes.filter(({ is_new }) => is_new).length, 1);
        expectSame(
          "the versions",
          times,
          RIVALS.map((index) => timeOf(1 + index)),
        );
        const last = outcomes.find(({ account }) => account.last_modified === times.at(-1))?.account;
        expectSame("the found account", await accounts.find("r1"), last);
        expectSame("the result of a search", await accounts.search({ term: "rival" }), [last]);
      },
    ),
  ];
}

function removalCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a removed account is gone",
    "remove returns whether the account was stored. Afterwards find, search and list do not return it, and its id can be used again.",
    async ({ storage: { accounts } }) => {
      expectSame("the removal of a missing account", await accounts.remove("r1"), false);
      const other = individual("R1", { name_last: "Ruiz" });
      for (const account of [individual("r1", { name_last: "Ruiz" }), other]) await accounts.insert(account);
      // Before the removal too, because an index may be built by the first search or list.
      expectSame("a search before", (await accounts.search({ term: "ruiz" })).length, 2);
      expectSame("a list before", (await pageOfAccounts(accounts, { size: 9, sort: "created" })).items.length, 2);
      expectSame("the removal", await accounts.remove("r1"), true);
      expectSame("find afterwards", await accounts.find("r1"), undefined);
      expectSame("a search afterwards", await accounts.search({ term: "ruiz" }), [other]);
      for (const sort of SORTS) {
        const { items } = await pageOfAccounts(accounts, { size: 9, sort });
        expectSame(`a list by ${sort} afterwards`, items, [other]);
      }
      expectSame(
        "a put over the removed version",
        await accounts.put(individual("r1"), other.created),
        "changed_meanwhile",
      );
      expectSame("a second removal", await accounts.remove("r1"), false);
      expectSame("an insert afterwards", await accounts.insert(individual("r1")), "inserted");
      expectSame("find after that", await accounts.find("r1"), individual("r1"));
    },
  );
}

function unlinkCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "removing an account unlinks its addresses",
    "remove ends every link to the reference_id. The addresses and other links stay as they are.",
    async ({ storage: { accounts, addresses } }) => {
      for (const id of ["r1", "r2"]) await accounts.insert(individual(id));
      for (const address of ["a", "b"]) {
        await addresses.save(addressUpdate(address, { account_ref_id: "r1", screening: screening(1) }));
      }
      await addresses.save(addressUpdate("b", { screening: screening(2) }));
      await addresses.save(addressUpdate("c", { account_ref_id: "r2" }));
      await accounts.remove("r1");
      expectSame("the addresses of the removed account", await addresses.ofAccount("r1"), []);
      const [a, b] = [1, 2].map((ratio) => screening(ratio));
      expectSame("its first address", await addresses.find("tezos", "a"), { ...bareAddress("a"), screening: a });
      expectSame("its second address", await addresses.find("tezos", "b"), { ...bareAddress("b"), screening: b });
      const { screenings } = (await addresses.history("tezos", "b")) ?? {};
      expectSame("the screenings of its second address", screenings, [a, b]);
      const other = { ...bareAddress("c"), ...linkedTo("r2"), tags: [null] };
      expectSame("the addresses of the other account", await addresses.ofAccount("r2"), [other]);
      expectSame("a link to the removed account", await addresses.update(linkUpdate("a", "r1")), "unknown_account");
      expectSame("the second removal", await accounts.remove("r1"), false);
      expectSame("the addresses afterwards", await addresses.ofAccount("r1"), []);
      await accounts.insert(individual("r1"));
      expectSame("the addresses of a new account with this id", await addresses.ofAccount("r1"), []);
    },
  );
}

const SORTS: readonly AccountSort[] = ["created", "-created", "last_modified", "-last_modified"];

function listChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  const idsOf = (listed: readonly Account[]): readonly string[] => listed.map(({ reference_id }) => reference_id);
  return [
    caseCheck(
      suite,
      "accounts are listed by their times",
      "list returns every account once, in the order of created or last_modified, at most size on a page. next_cursor is null " +
        "on the last page.",
      async ({ storage: { accounts } }) => {
        const empty = await accounts.list({ size: 2, sort: "created" });
        expectSame("the list of an empty storage", empty, { items: [], next_cursor: null });
        for (const [id, millisecond] of [
          ["c", 3],
          ["a", 1],
          ["d", 4],
          ["b", 2],
        ] as const) {
          await accounts.insert(at(timeOf(millisecond), individual(id)));
        }
        await accounts.put(at(timeOf(9), individual("b")));
        const expected = { created: ["a", "b", "c", "d"], last_modified: ["a", "c", "d", "b"] };
        for (const [time, order] of Object.entries(expected) as [keyof typeof expected, string[]][]) {
          for (const size of [1, 2, 3, 4, 5]) {
            const pages = (sort: AccountSort) => allPages(accounts, { size, sort });
            const inPages = (ids: readonly string[]) =>
              Array.from({ length: Math.ceil(ids.length / size) }, (_, page) =>
                ids.slice(page * size, (page + 1) * size),
              );
            expectSame(`the pages by ${time}`, (await pages(time)).map(idsOf), inPages(order));
            expectSame(`the pages by -${time}`, (await pages(`-${time}`)).map(idsOf), inPages(order.toReversed()));
          }
        }
        const [first] = await allPages(accounts, { size: 1, sort: "created" });
        expectSame("the first account", first, [await accounts.find("a")]);
      },
    ),
    caseCheck(
      suite,
      "accounts of equal time are listed in one order",
      "Accounts of equal time have one fixed order, whatever the size of the pages. A descending list is the reverse.",
      async ({ storage: { accounts } }) => {
        for (const id of OUT_OF_ORDER) await accounts.insert(individual(id));
        const listed = async (sort: AccountSort, size: number) =>
          idsOf((await allPages(accounts, { size, sort })).flat());
        const order = await listed("created", IN_ORDER.length);
        expectSame("the listed ids", [...order].sort(), [...IN_ORDER].sort());
        for (const size of [1, 2, 4]) {
          expectSame(`the order in pages of ${size}`, await listed("created", size), order);
          expectSame(`the reverse in pages of ${size}`, await listed("-created", size), order.toReversed());
          expectSame(`the order by last_modified in pages of ${size}`, await listed("last_modified", size), order);
        }
      },
    ),
    ...cursorChecks(suite, idsOf),
  ];
}

function cursorChecks(
  suite: StorageSuite,
  idsOf: (listed: readonly Account[]) => readonly string[],
): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a cursor stays valid while accounts change",
      "A cursor names a position: accounts that are added, removed or changed between two pages neither skip nor repeat others.",
      async ({ storage: { accounts } }) => {
        for (const millisecond of [10, 20, 30, 40, 50, 60]) {
          await accounts.insert(at(timeOf(millisecond), individual(String(millisecond))));
        }
        for (const sort of ["created", "-created"] as const) {
          const { items, next_cursor } = await pageOfAccounts(accounts, { size: 2, sort });
          const cursor = expectCursor(next_cursor);
          const rest = async (size: number) => idsOf((await allPages(accounts, { size, sort, cursor })).flat());
          const before = await rest(9);
          // Also the account at the position itself.
          for (const { reference_id } of items) await accounts.remove(reference_id);
          await accounts.insert(at(timeOf(sort === "created" ? 5 : 65), individual(`before ${sort}`)));
          await accounts.put(at(timeOf(99), individual("30")));
          expectSame(`the rest of the list by ${sort}`, await rest(1), before);
          for (const account of items) await accounts.insert(account);
          await accounts.remove(`before ${sort}`);
        }
      },
    ),
    caseCheck(
      suite,
      "a cursor is valid in its own list only",
      "list returns undefined for a cursor of another order, and for a text that is no cursor.",
      async ({ storage: { accounts } }) => {
        for (const id of ["a", "b", "c"]) await accounts.insert(individual(id));
        for (const sort of SORTS) {
          const { next_cursor } = await pageOfAccounts(accounts, { size: 1, sort });
          for (const other of SORTS.filter((each) => each !== sort)) {
            const list = await accounts.list({ size: 1, sort: other, cursor: next_cursor ?? "" });
            expectSame(`the list by ${other} with a cursor by ${sort}`, list, undefined);
          }
        }
        for (const cursor of ["", "a", "2", "null", "e30", "W10", "__proto__", "\u{1f600}"]) {
          const list = await accounts.list({ size: 1, sort: "created", cursor });
          expectSame(`the list with the cursor ${JSON.stringify(cursor)}`, list, undefined);
        }
      },
    ),
  ];
}

function expectCursor(next_cursor: string | null): string {
  if (next_cursor === null) throw new Violation("the first page of three has no next_cursor");
  return next_cursor;
}
