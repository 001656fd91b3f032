/** Checks of the links of AddressRepository. */
import type { StoredAddress } from "../../domain/addresses/address.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import type { ConformanceCheck } from "../check.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, RIVALS, SIMILAR_TEXTS, UNKNOWN_TEXTS } from "./compare.js";
import { addressLink, addressUpdate, bareAddress, insertAccounts, linkedTo, STAMP, screening } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

const EARLIER = "2026-01-01T00:00:00.000+00:00";
const LATER = "2026-03-01T00:00:00.000+00:00";

export function linkChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...singleLinkChecks(suite),
    ...refusalChecks(suite),
    ...tagChecks(suite),
    ...historyChecks(suite),
    erasureCheck(suite),
    lifetimeCheck(suite),
    ...orderChecks(suite),
  ];
}

function singleLinkChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "an address is linked to one account at a time",
      "A link with relink replaces the account of the address and changes nothing else of its record.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1", "r2");
        await addresses.save(addressUpdate("a", { screening: screening(5) }));
        for (const account of ["r1", "r1", "r2"]) {
          const expected = { ...bareAddress("a"), ...linkedTo(account), screening: screening(5) };
          const link = { account_ref_id: account, relink: true };
          expectSame(`the link to ${account}`, await addresses.update(addressUpdate("a", link)), expected);
          expectSame("the account", await addresses.accountOf("tezos", "a"), account);
        }
        const expected = { ...bareAddress("a"), ...linkedTo("r2"), screening: screening(5) };
        expectSame("the record", await addresses.find("tezos", "a"), expected);
        expectSame("the addresses of the earlier account", await addresses.ofAccount("r1"), []);
        expectSame("the addresses of the account", await addresses.ofAccount("r2"), [{ ...expected, tags: [null] }]);
      },
    ),
    caseCheck(
      suite,
      "an account is not replaced by accident",
      "An update with another account and without relink returns linked_elsewhere, and nothing of it is stored.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1", "r2");
        await addresses.save(addressUpdate("a", { account_ref_id: "r1" }));
        await addresses.save(addressUpdate("a", { account_ref_id: "r1", tag: "1" }));
        const before = await addresses.history("tezos", "a");
        for (const link of [{ account_ref_id: "r2" }, { account_ref_id: "r2", tag: "1", relink: false }]) {
          const update = addressUpdate("a", { ...link, screening: screening(9), is_self_hosted: true });
          expectSame("the answer of save", await addresses.save(update), "linked_elsewhere");
          expectSame("the answer of update", await addresses.update(update), "linked_elsewhere");
        }
        expectSame("the history", await addresses.history("tezos", "a"), before);
        expectSame("the addresses of the other account", await addresses.ofAccount("r2"), []);
      },
    ),
  ];
}

function refusalChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "one of several concurrent links wins",
      "Of concurrent links of one address and tag to different accounts, exactly one is stored.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, ...RIVALS.map((rival) => `r${rival}`));
        await addresses.save(addressUpdate("a"));
        for (const tag of [undefined, "1"]) {
          const answers = await Promise.all(
            RIVALS.map((rival) =>
              addresses.update(addressUpdate("a", { account_ref_id: `r${rival}`, ...(tag !== undefined && { tag }) })),
            ),
          );
          const winners = RIVALS.filter((rival) => answers[rival] !== "linked_elsewhere").map((rival) => `r${rival}`);
          expectSame("the winner", [await addresses.accountOf("tezos", "a", tag)], winners);
        }
        expectSame("the number of links", (await addresses.history("tezos", "a"))?.links.length, 2);
      },
    ),
    caseCheck(
      suite,
      "an unknown address is not updated",
      "update of a chain and address without a record returns unknown and changes nothing.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1");
        const update = addressUpdate("a", { account_ref_id: "r1", screening: screening(1) });
        expectSame("the update of an unknown address", await addresses.update(update), "unknown");
        expectSame("the link of one", await addresses.update({ ...update, tag: "1" }), "unknown");
        expectSame("the record", await addresses.find("tezos", "a"), undefined);
        await addresses.save(addressUpdate("a"));
        expectSame("the update on another chain", await addresses.update({ ...update, chain: "near" }), "unknown");
        expectSame("the record on the other chain", await addresses.find("near", "a"), undefined);
        expectSame("the record", await addresses.find("tezos", "a"), bareAddress("a"));
        expectSame("the addresses of the account", await addresses.ofAccount("r1"), []);
      },
    ),
  ];
}

function tagChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "an address has one account for each tag",
      "Links under different tags, and the one without, are independent. Tags are compared by code units. The record of the " +
        "address has only the link without a tag.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r0", ...SIMILAR_TEXTS.map((tag) => `of ${tag}`));
        await addresses.save(addressUpdate("a", { account_ref_id: "r0" }));
        for (const tag of SIMILAR_TEXTS) await addresses.save(addressUpdate("a", { account_ref_id: `of ${tag}`, tag }));
        const stored = { ...bareAddress("a"), ...linkedTo("r0") };
        for (const tag of SIMILAR_TEXTS) {
          expectSame(
            `the account of ${JSON.stringify(tag)}`,
            await addresses.accountOf("tezos", "a", tag),
            `of ${tag}`,
          );
          expectSame("its addresses", await addresses.ofAccount(`of ${tag}`), [{ ...stored, tags: [tag] }]);
        }
        for (const tag of UNKNOWN_TEXTS) {
          expectSame(`the account of ${JSON.stringify(tag)}`, await addresses.accountOf("tezos", "a", tag), undefined);
        }
        expectSame("the account without a tag", await addresses.accountOf("tezos", "a"), "r0");
        expectSame("the account on another chain", await addresses.accountOf("near", "a", "r"), undefined);
        expectSame("the account of another address", await addresses.accountOf("tezos", "r a", "r"), undefined);
        for (const tag of OUT_OF_ORDER) {
          await addresses.save(addressUpdate("a", { account_ref_id: "r0", tag, relink: true }));
        }
        const tags = [null, ...IN_ORDER];
        expectSame("the addresses of the account", await addresses.ofAccount("r0"), [{ ...stored, tags }]);
      },
    ),
  ];
}

function historyChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "every link of an address is kept",
      "history has current and past links with their times, in the order of sortLinks. Linking the same account again is no " +
        "new link.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1", "r2", "r3", "r4");
        const link = async (account_ref_id: string, created: string, tag?: string): Promise<void> => {
          const update = { account_ref_id, created, relink: true, ...(tag !== undefined && { tag }) };
          await addresses.save(addressUpdate("a", update));
        };
        await link("r1", EARLIER);
        await link("r1", STAMP);
        await link("r2", STAMP);
        await link("r1", LATER);
        await link("r3", EARLIER, "2");
        await link("r4", EARLIER, "1");
        await link("r2", STAMP, "2");
        expectSame("the links", (await addresses.history("tezos", "a"))?.links, [
          addressLink("r1", { linked: EARLIER, unlinked: STAMP }),
          addressLink("r4", { linked: EARLIER, tag: "1" }),
          addressLink("r3", { linked: EARLIER, tag: "2", unlinked: STAMP }),
          addressLink("r2", { unlinked: LATER }),
          addressLink("r2", { tag: "2" }),
          addressLink("r1", { linked: LATER }),
        ]);
        expectSame("the account without a tag", await addresses.accountOf("tezos", "a"), "r1");
        expectSame("the account under a tag", await addresses.accountOf("tezos", "a", "2"), "r2");
        expectSame("the addresses of an earlier account", await addresses.ofAccount("r3"), []);
      },
    ),
  ];
}

function erasureCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a removed account leaves no link",
    "accounts.remove deletes the links of the account under every tag, and its past links from all histories.",
    async ({ storage: { accounts, addresses } }) => {
      await insertAccounts(accounts, "r1", "r2", "r3");
      for (const account_ref_id of ["r1", "r2"]) {
        const links = { account_ref_id, relink: true };
        await addresses.save(addressUpdate("a", { ...links, created: account_ref_id === "r1" ? EARLIER : STAMP }));
        await addresses.save(addressUpdate("a", { ...links, tag: "1" }));
      }
      await addresses.save(addressUpdate("a", { account_ref_id: "r1", tag: "2" }));
      await addresses.save(addressUpdate("a", { account_ref_id: "r2", tag: "3" }));
      await accounts.remove("r1");
      const links = ["1", "3"].map((tag) => addressLink("r2", { tag }));
      expectSame("the links", (await addresses.history("tezos", "a"))?.links, [addressLink("r2"), ...links]);
      expectSame("the account under its tag", await addresses.accountOf("tezos", "a", "2"), undefined);
      expectSame("its addresses", await addresses.ofAccount("r1"), []);
      await addresses.save(addressUpdate("a", { account_ref_id: "r3", tag: "2" }));
      expectSame("the next account under its tag", await addresses.accountOf("tezos", "a", "2"), "r3");
    },
  );
}

function lifetimeCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "a link never outlives its account",
    "An update with an account that is not stored returns unknown_account, and nothing of it is stored. Of a link and a " +
      "concurrent accounts.remove, either the link is refused or the removal ends it.",
    async ({ storage }) => {
      const { accounts, addresses } = storage;
      await addresses.save(addressUpdate("a"));
      for (const tag of [{}, { tag: "1" }]) {
        const link = { account_ref_id: "r", screening: screening(9), relink: true, ...tag };
        expectSame("the link of a stored address", await addresses.update(addressUpdate("a", link)), "unknown_account");
        expectSame("the same with save", await addresses.save(addressUpdate("a", link)), "unknown_account");
        expectSame("the link of a new address", await addresses.save(addressUpdate("b", link)), "unknown_account");
      }
      expectSame("the record", await addresses.find("tezos", "a"), bareAddress("a"));
      expectSame("the new address", await addresses.find("tezos", "b"), undefined);
      await insertAccounts(accounts, "other");
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
  const calls = [() => link(isRelinked ? "other" : id), () => accounts.remove(id)];
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

function orderChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  const textsOf = (found: readonly StoredAddress[]): readonly string[] => found.map(({ address }) => address);
  return [
    caseCheck(
      suite,
      "the addresses of an account are in the order of creation",
      "ofAccount returns the linked addresses, oldest first. Ties are ordered by chain, then address, by code units.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1", "R1");
        const saved = [
          addressUpdate("0", { created: LATER }),
          ...OUT_OF_ORDER.map((text) => addressUpdate(text)),
          addressUpdate("y", { chain: "near" }),
          addressUpdate("z", { created: EARLIER }),
        ];
        for (const [index, update] of saved.entries()) {
          // A link under a tag orders like one without.
          await addresses.save({ ...update, account_ref_id: "r1", ...(index % 2 === 1 && { tag: "1" }) });
        }
        await addresses.save(addressUpdate("other", { account_ref_id: "R1" }));
        await addresses.save(addressUpdate("unlinked"));
        expectSame("the order", textsOf(await addresses.ofAccount("r1")), ["z", "y", ...IN_ORDER, "0"]);
        for (const id of ["r2", "constructor", ""]) {
          expectSame(`the addresses of ${id}`, await addresses.ofAccount(id), []);
        }
      },
    ),
  ];
}
