/** Checks of AddressRepository. */
import type { AddressUpdate, Screening, StoredAddress } from "../../domain/addresses/address.js";
import type { AddressRepository } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, RIVALS, SIMILAR_TEXTS, UNKNOWN_TEXTS } from "./compare.js";
import { addressUpdate, bareAddress, screening } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

const EARLIER = "2026-01-01T00:00:00.000+00:00";
const LATER = "2026-03-01T00:00:00.000+00:00";

export function addressChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [...saveChecks(suite), ...screeningChecks(suite), costCheck(suite), ...linkChecks(suite)];
}

function saveChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "the first update of an address creates its record",
      "save creates the record from the update and returns it, and find returns it too.",
      async ({ storage: { addresses } }) => {
        expectSame("find before", await addresses.find("tezos", "a"), undefined);
        expectSame("the answer", await addresses.save(addressUpdate("a")), bareAddress("a"));
        expectSame("find after it", await addresses.find("tezos", "a"), bareAddress("a"));
        const balance = { balance: "0.10", balance_usd: null, created: EARLIER };
        const all = { is_self_hosted: true, account_ref_id: "r1", balance };
        const expected = { ...bareAddress("b"), ...all, screening: screening(7) };
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
      async ({ storage: { addresses } }) => {
        const balance = { balance: "1", balance_usd: "2.00", created: EARLIER };
        await addresses.save(addressUpdate("a", { is_self_hosted: true, account_ref_id: "r1", balance }));
        const first = { ...bareAddress("a"), is_self_hosted: true, account_ref_id: "r1", balance };
        const answer = await addresses.save(addressUpdate("a", { created: LATER }));
        expectSame("the answer to an empty update", answer, first);
        await addresses.save(addressUpdate("a", { screening: screening(1) }));
        await addresses.save(addressUpdate("a", { screening: screening(100, LATER), is_self_hosted: false }));
        const newer = { ...balance, balance: "3", created: LATER };
        await addresses.save(addressUpdate("a", { account_ref_id: "r2", balance: newer, created: EARLIER }));
        const newest = { balance: newer, screening: screening(100, LATER) };
        const expected = { ...bareAddress("a"), account_ref_id: "r2", ...newest };
        expectSame("find after all updates", await addresses.find("tezos", "a"), expected);
      },
    ),
    caseCheck(
      suite,
      "addresses are compared by chain and code units",
      "Two addresses are the same only if their chains and all their code units are.",
      async ({ storage: { addresses } }) => {
        const texts = [...SIMILAR_TEXTS, "near a"];
        const named = (text: string): string => `tezos ${JSON.stringify(text)}`;
        for (const text of texts) {
          expectSame(`the answer for ${named(text)}`, await addresses.save(addressUpdate(text)), bareAddress(text));
        }
        for (const text of texts) expectSame(named(text), await addresses.find("tezos", text), bareAddress(text));
        for (const text of UNKNOWN_TEXTS) expectSame(named(text), await addresses.find("tezos", text), undefined);
        expectSame('near "a"', await addresses.find("near", "a"), undefined);
        expectSame('near "r"', await addresses.find("near", "r"), undefined);
      },
    ),
  ];
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
        const none = { ...bareAddress("a"), screenings: [] };
        expectSame("the history without a screening", await addresses.history("tezos", "a"), none);
        const screenings = [2, 1, 1, 100].map((ratio) => screening(ratio));
        for (const each of screenings) {
          await addresses.save(addressUpdate("a", { screening: each }));
          await addresses.save(addressUpdate("a 1", { screening: each }));
        }
        await addresses.link("tezos", "a", "r1");
        const expected = { ...bareAddress("a"), account_ref_id: "r1", screening: screening(100) };
        expectSame("the record", await addresses.find("tezos", "a"), expected);
        expectSame("the history", await addresses.history("tezos", "a"), { ...expected, screenings });
        expectSame("the history on another chain", await addresses.history("near", "a"), undefined);
      },
    ),
    caseCheck(
      suite,
      "no concurrent update of an address is lost",
      "save is atomic: each concurrent update sees all those before it, and one record remains with all of them.",
      async ({ storage: { addresses } }) => {
        const updates = RIVALS.map((ratio) =>
          addressUpdate("a", { screening: screening(ratio), ...(ratio % 2 === 0 && { account_ref_id: "r1" }) }),
        );
        const answers = await Promise.all(updates.map((update) => addresses.save(update)));
        const newest = answers.map((answer) => ratioOf(answer.screening));
        expectSame("the ratios of the screenings in the answers", newest, RIVALS);
        const stored = await addresses.find("tezos", "a");
        const { screenings } = (await addresses.history("tezos", "a")) ?? { screenings: [] };
        expectSame("the ratios of the stored screenings", [...screenings.map(ratioOf)].sort(ascending), RIVALS);
        expectSame("the newest screening", stored?.screening, screenings.at(-1));
        expectSame("the addresses of the account", await addresses.ofAccount("r1"), [stored]);
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
    async ({ storage: { addresses }, unlogged }) => {
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

function linkChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  const textsOf = (found: readonly StoredAddress[]): readonly string[] => found.map(({ address }) => address);
  return [
    caseCheck(
      suite,
      "an address is linked to one account at a time",
      "link replaces the account of the address and changes nothing else of its record.",
      async ({ storage: { addresses } }) => {
        await addresses.save(addressUpdate("a", { screening: screening(5) }));
        for (const account of ["r1", "r1", "r2"]) {
          expectSame(`the link to ${account}`, await addresses.link("tezos", "a", account), "linked");
        }
        const expected = { ...bareAddress("a"), account_ref_id: "r2", screening: screening(5) };
        expectSame("the record", await addresses.find("tezos", "a"), expected);
        expectSame("the addresses of the earlier account", await addresses.ofAccount("r1"), []);
        expectSame("the addresses of the account", await addresses.ofAccount("r2"), [expected]);
      },
    ),
    caseCheck(
      suite,
      "an unknown address is not linked",
      "link of a chain and address without a record returns unknown and changes nothing.",
      async ({ storage: { addresses } }) => {
        expectSame("the link of an unknown address", await addresses.link("tezos", "a", "r1"), "unknown");
        expectSame("the record", await addresses.find("tezos", "a"), undefined);
        await addresses.save(addressUpdate("a"));
        expectSame("the link of the address on another chain", await addresses.link("near", "a", "r1"), "unknown");
        expectSame("the record on the other chain", await addresses.find("near", "a"), undefined);
        expectSame("the record", await addresses.find("tezos", "a"), bareAddress("a"));
        expectSame("the addresses of the account", await addresses.ofAccount("r1"), []);
      },
    ),
    caseCheck(
      suite,
      "the addresses of an account are in the order of creation",
      "ofAccount returns the linked addresses, oldest first. Ties are ordered by chain, then address, by code units.",
      async ({ storage: { addresses } }) => {
        const saved = [
          addressUpdate("0", { created: LATER }),
          ...OUT_OF_ORDER.map((text) => addressUpdate(text)),
          addressUpdate("y", { chain: "near" }),
          addressUpdate("z", { created: EARLIER }),
        ];
        for (const update of saved) await addresses.save({ ...update, account_ref_id: "r1" });
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
