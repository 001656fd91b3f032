/** Checks of AddressRepository. */
import type { AddressUpdate, Screening, StoredAddress } from "../../domain/addresses/address.js";
import type { CursorPage } from "../../domain/page.js";
import type { AddressRepository } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { expectSame, RIVALS, SIMILAR_TEXTS, UNKNOWN_TEXTS } from "./compare.js";
import { linkChecks } from "./link-checks.js";
import { addressLink, addressUpdate, bareAddress, insertAccounts, linkedTo, screening } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

const EARLIER = "2026-01-01T00:00:00.000+00:00";
const LATER = "2026-03-01T00:00:00.000+00:00";

export function addressChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...saveChecks(suite),
    ...screeningChecks(suite),
    costCheck(suite),
    ...linkChecks(suite),
    ...removalChecks(suite),
    ...listChecks(suite),
  ];
}

function saveChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "the first update of an address creates its record",
      "save creates the record from the update and returns it, and find returns it too.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1");
        expectSame("find before", await addresses.find("tezos", "a"), undefined);
        expectSame("the answer", await addresses.save(addressUpdate("a")), bareAddress("a"));
        expectSame("find after it", await addresses.find("tezos", "a"), bareAddress("a"));
        const balance = { balance: "0.10", balance_usd: null, created: EARLIER };
        const all = { is_self_hosted: true, account_ref_id: "r1", balance };
        const expected = { ...bareAddress("b"), ...all, ...linkedTo("r1"), screening: screening(7) };
        const update = addressUpdate("b", { ...all, screening: screening(7) });
        expectSame("the answer to an update of everything", await addresses.save(update), expected);
        expectSame("find after that", await addresses.find("tezos", "b"), expected);
      },
    ),
    caseCheck(
      suite,
      "an update keeps what it does not set",
      "save applies the update to the record: a balance or screening replaces the one before. created is the time of the " +
        "first update.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1");
        const balance = { balance: "1", balance_usd: "2.00", created: EARLIER };
        await addresses.save(addressUpdate("a", { is_self_hosted: true, account_ref_id: "r1", balance }));
        const first = { ...bareAddress("a"), is_self_hosted: true, ...linkedTo("r1"), balance };
        const answer = await addresses.save(addressUpdate("a", { created: LATER }));
        expectSame("the answer to an empty update", answer, first);
        await addresses.save(addressUpdate("a", { screening: screening(1) }));
        await addresses.save(addressUpdate("a", { screening: screening(100, LATER), is_self_hosted: false }));
        const newer = { ...balance, balance: "3", created: LATER };
        await addresses.save(addressUpdate("a", { account_ref_id: "r1", balance: newer, created: EARLIER }));
        const newest = { balance: newer, screening: screening(100, LATER) };
        const expected = { ...bareAddress("a"), ...linkedTo("r1"), ...newest };
        expectSame("find after all updates", await addresses.find("tezos", "a"), expected);
      },
    ),
    comparisonCheck(suite),
  ];
}

function comparisonCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "addresses are compared by chain and code units",
    "Two addresses are the same only if their chains and all their code units are.",
    async ({ storage: { addresses } }) => {
      const texts = [...SIMILAR_TEXTS, "near a"];
      const named = (text: string): string => `tezos ${JSON.stringify(text)}`;
      // Different times show whether a storage returns another record under the requested address.
      const records = texts.map((text, index) => ({
        ...bareAddress(text),
        created: `2026-01-01T00:00:${10 + index}.000+00:00`,
      }));
      for (const record of records) {
        const { address, created } = record;
        expectSame(
          `the answer for ${named(address)}`,
          await addresses.save(addressUpdate(address, { created })),
          record,
        );
      }
      for (const record of records) {
        expectSame(named(record.address), await addresses.find("tezos", record.address), record);
      }
      for (const text of UNKNOWN_TEXTS) expectSame(named(text), await addresses.find("tezos", text), undefined);
      expectSame('near "a"', await addresses.find("near", "a"), undefined);
      expectSame('near "r"', await addresses.find("near", "r"), undefined);
    },
  );
}

function screeningChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  const ratioOf = (each: Screening | undefined): number => each?.[0]?.risk_ratio ?? -1;
  const ascending = (a: number, b: number): number => a - b;
  return [
    caseCheck(
      suite,
      "every screening of an address is kept",
      "history returns the record with all its screenings, oldest first, equal ones included.",
      async ({ storage: { addresses } }) => {
        expectSame("the history before", await addresses.history("tezos", "a"), undefined);
        await addresses.save(addressUpdate("a"));
        const none = { ...bareAddress("a"), screenings: [], links: [] };
        expectSame("the history without a screening", await addresses.history("tezos", "a"), none);
        const screenings = [2, 1, 1, 100].map((ratio) => screening(ratio));
        for (const each of screenings) {
          await addresses.save(addressUpdate("a", { screening: each }));
          await addresses.save(addressUpdate("a 1", { screening: each }));
        }
        const expected = { ...bareAddress("a"), screening: screening(100) };
        expectSame("the record", await addresses.find("tezos", "a"), expected);
        expectSame("the history", await addresses.history("tezos", "a"), { ...expected, screenings, links: [] });
        expectSame("the history on another chain", await addresses.history("near", "a"), undefined);
      },
    ),
    caseCheck(
      suite,
      "no concurrent update of an address is lost",
      "save is atomic: each concurrent update sees all those before it, and one record remains with all of them.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1");
        const updates = RIVALS.map((ratio) =>
          addressUpdate("a", { screening: screening(ratio), ...(ratio % 2 === 0 && { account_ref_id: "r1" }) }),
        );
        const answers = await Promise.all(updates.map((update) => addresses.save(update)));
        const newest = answers.map((answer) => (typeof answer === "string" ? -1 : ratioOf(answer.screening)));
        expectSame("the ratios of the screenings in the answers", newest, RIVALS);
        const stored = await addresses.find("tezos", "a");
        const { screenings } = (await addresses.history("tezos", "a")) ?? { screenings: [] };
        expectSame("the ratios of the stored screenings", [...screenings.map(ratioOf)].sort(ascending), RIVALS);
        expectSame("the newest screening", stored?.screening, screenings.at(-1));
        expectSame("the addresses of the account", await addresses.ofAccount("r1"), [{ ...stored, tags: [null] }]);
      },
    ),
  ];
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

function removalChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a removed address leaves nothing",
      "remove deletes the record with its screenings and links, and returns whether it was stored. Other records stay.",
      async ({ storage: { accounts, addresses } }) => {
        expectSame("the removal of an unknown address", await addresses.remove("tezos", "a"), false);
        await insertAccounts(accounts, "r1", "r2", "r3");
        for (const address of ["a", "a 1"]) {
          await addresses.save(addressUpdate(address, { account_ref_id: "r1", screening: screening(1) }));
          const more = { account_ref_id: "r2", relink: true, screening: screening(2) };
          await addresses.save(addressUpdate(address, more));
          await addresses.save(addressUpdate(address, { account_ref_id: "r1", tag: "1" }));
        }
        expectSame("the removal on another chain", await addresses.remove("near", "a"), false);
        expectSame("the removal", await addresses.remove("tezos", "a"), true);
        expectSame("the second removal", await addresses.remove("tezos", "a"), false);
        expectSame("the record", await addresses.find("tezos", "a"), undefined);
        expectSame("the history", await addresses.history("tezos", "a"), undefined);
        expectSame("the account under the tag", await addresses.accountOf("tezos", "a", "1"), undefined);
        const other = { ...bareAddress("a 1"), ...linkedTo("r2"), screening: screening(2) };
        expectSame("the addresses of r1", await addresses.ofAccount("r1"), [{ ...other, tags: ["1"] }]);
        expectSame("the addresses of r2", await addresses.ofAccount("r2"), [{ ...other, tags: [null] }]);
        expectSame("the list", (await addresses.list({ size: 5 }))?.items, [other]);
        await addresses.save(addressUpdate("a", { account_ref_id: "r3", tag: "1" }));
        const anew = { ...bareAddress("a"), screenings: [], links: [addressLink("r3", { tag: "1" })] };
        expectSame("the history after it was stored again", await addresses.history("tezos", "a"), anew);
      },
    ),
  ];
}

/** Reads all pages. Removes and adds addresses after each: also the last ones of the page, whose positions stay valid. */
async function seenWhileChanging(addresses: AddressRepository): Promise<readonly string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
    const { items, next_cursor } = (await addresses.list({ size: 4, cursor })) ?? NO_PAGE;
    if (next_cursor !== null) expectSame(`the size of page ${page}`, items.length, 4);
    seen.push(...items.map(({ address }) => address));
    cursor = next_cursor ?? undefined;
    for (const { address } of items) if (address.endsWith(" goes")) await addresses.remove("tezos", address);
    await addresses.save(addressUpdate(`added ${page}`));
  }
  return seen;
}

const NO_PAGE: CursorPage<StoredAddress> = { items: [], next_cursor: null };

function listChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a list has every address once, whatever changes between its pages",
      "list returns full pages up to the last. A record that stays stored is on exactly one of them, although others are " +
        "added and removed.",
      async ({ storage: { addresses } }) => {
        const staying = SIMILAR_TEXTS.map((text) => `${text} stays`);
        for (const text of SIMILAR_TEXTS) {
          await addresses.save(addressUpdate(`${text} goes`));
          await addresses.save(addressUpdate(`${text} stays`));
        }
        const seen = await seenWhileChanging(addresses);
        const found = seen.filter((text) => staying.includes(text));
        expectSame("the addresses that stayed", [...found].sort(), [...staying].sort());
      },
    ),
    caseCheck(
      suite,
      "a list of a chain has no other addresses, and rejects other cursors",
      "list with chain returns the records of that chain. A cursor that is not of such a list returns undefined.",
      async ({ storage: { addresses } }) => {
        for (const chain of ["bitcoin", "bitcoin-cash", "near"] as const) {
          for (const address of ["a", "b", "cash a"]) await addresses.save(addressUpdate(address, { chain }));
        }
        const ofChain = await addresses.list({ size: 2, chain: "bitcoin" });
        const rest = await addresses.list({ size: 2, chain: "bitcoin", cursor: ofChain?.next_cursor ?? undefined });
        const items = [...(ofChain?.items ?? []), ...(rest?.items ?? [])];
        const expected = ["a", "b", "cash a"].map((address) => ({ ...bareAddress(address), chain: "bitcoin" }));
        const sorted = [...items].sort((a, b) => (a.address < b.address ? -1 : 1));
        expectSame("the addresses of the chain", sorted, expected);
        expectSame("the cursor of the last page", rest?.next_cursor, null);
        expectSame("the list of an empty chain", await addresses.list({ size: 2, chain: "tezos" }), {
          items: [],
          next_cursor: null,
        });
        for (const cursor of ["", "a", "bm90IGEgY3Vyc29y", `${ofChain?.next_cursor}A`]) {
          expectSame(`the list with the cursor "${cursor}"`, await addresses.list({ size: 2, cursor }), undefined);
        }
        const cursor = ofChain?.next_cursor ?? "";
        expectSame("the list with another chain's cursor", await addresses.list({ size: 2, cursor }), undefined);
      },
    ),
  ];
}
