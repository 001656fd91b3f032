/** The laws of AddressRepository. */
import type { StoredAddress } from "../../domain/addresses/address.js";
import type { ConformanceCheck } from "../law.js";
import { IN_ORDER, LIKE_TEXTS, OUT_OF_ORDER, RIVALS, UNKNOWN_TEXTS } from "./common.js";
import { addressUpdate, bareAddress, screening } from "./records.js";
import { same } from "./same.js";
import { caseLaw, type Making } from "./storage-law.js";

const EARLIER = "2026-01-01T00:00:00.000+00:00";
const LATER = "2026-03-01T00:00:00.000+00:00";

export function addressLaws(making: Making): readonly ConformanceCheck[] {
  return [...addressSaveLaws(making), ...racingUpdateLaws(making), ...linkLaws(making)];
}

function addressSaveLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "an address that is new gets its record",
      "save creates the record of an address that is new with what the update brings, answers it, and find gives it",
      async ({ storage: { addresses } }) => {
        same("what is found before", await addresses.find("tezos", "a"), undefined);
        same("the answer", await addresses.save(addressUpdate("a")), bareAddress("a"));
        same("what is found after it", await addresses.find("tezos", "a"), bareAddress("a"));
        const balance = { balance: "0.10", balance_usd: null, created: EARLIER };
        const whole = { is_self_hosted: true, account_ref_id: "r1", balance };
        const right = { ...bareAddress("b"), ...whole, screenings: [screening(7)] };
        const update = addressUpdate("b", { ...whole, screening: screening(7) });
        same("the answer to an update with everything", await addresses.save(update), right);
        same("what is found after that", await addresses.find("tezos", "b"), right);
      },
    ),
    caseLaw(
      making,
      "an update keeps what it does not bring",
      "save applies the update to the record that is there: a balance replaces the one before, screenings add up, created is that of the first update, and the rest stays",
      async ({ storage: { addresses } }) => {
        const balance = { balance: "1", balance_usd: "2.00", created: EARLIER };
        await addresses.save(addressUpdate("a", { is_self_hosted: true, account_ref_id: "r1", balance }));
        const first = { ...bareAddress("a"), is_self_hosted: true, account_ref_id: "r1", balance };
        same("the answer to an empty update", await addresses.save(addressUpdate("a", { created: LATER })), first);
        await addresses.save(addressUpdate("a", { screening: screening(1) }));
        await addresses.save(addressUpdate("a", { screening: screening(100, LATER), is_self_hosted: false }));
        const newer = { ...balance, balance: "3", created: LATER };
        await addresses.save(addressUpdate("a", { account_ref_id: "r2", balance: newer, created: EARLIER }));
        const screenings = [screening(1), screening(100, LATER)];
        const right = { ...bareAddress("a"), account_ref_id: "r2", balance: newer, screenings };
        same("what is found after all updates", await addresses.find("tezos", "a"), right);
      },
    ),
    caseLaw(
      making,
      "addresses are told apart by their chain and by every code unit, and by nothing else",
      "the record of a chain and address is that of this chain and these code units, and no other",
      async ({ storage: { addresses } }) => {
        const texts = [...LIKE_TEXTS, "near a"];
        const said = (text: string): string => `tezos ${JSON.stringify(text)}`;
        for (const text of texts) {
          same(`the answer of ${said(text)}`, await addresses.save(addressUpdate(text)), bareAddress(text));
        }
        for (const text of texts) same(said(text), await addresses.find("tezos", text), bareAddress(text));
        for (const text of UNKNOWN_TEXTS) same(said(text), await addresses.find("tezos", text), undefined);
        same('near "a"', await addresses.find("near", "a"), undefined);
        same('near "r"', await addresses.find("near", "r"), undefined);
      },
    ),
  ];
}

function racingUpdateLaws(making: Making): readonly ConformanceCheck[] {
  const ascending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);
  return [
    caseLaw(
      making,
      "of racing updates of an address none is lost",
      "save is atomic: each of many updates at once finds all those before it, and one record is left with what all of them brought",
      async ({ storage: { addresses } }) => {
        const updates = RIVALS.map((ratio) =>
          addressUpdate("a", { screening: screening(ratio), ...(ratio % 2 === 0 && { account_ref_id: "r1" }) }),
        );
        const answers = await Promise.all(updates.map((update) => addresses.save(update)));
        const counts = answers.map(({ screenings }) => screenings.length);
        same(
          "the numbers of screenings in the answers",
          ascending(counts),
          RIVALS.map((index) => index + 1),
        );
        const stored = await addresses.find("tezos", "a");
        const kept = stored?.screenings.map(([entry]) => entry?.risk_ratio ?? -1) ?? [];
        same("the screenings kept, by their ratios", ascending(kept), RIVALS);
        same("the addresses of the account", await addresses.ofAccount("r1"), [stored]);
      },
    ),
  ];
}

function linkLaws(making: Making): readonly ConformanceCheck[] {
  const textsOf = (found: readonly StoredAddress[]): readonly string[] => found.map(({ address }) => address);
  return [
    caseLaw(
      making,
      "an address is linked to one account at a time",
      "link links the address to the account instead of the one before and changes nothing else of its record",
      async ({ storage: { addresses } }) => {
        await addresses.save(addressUpdate("a", { screening: screening(5) }));
        for (const account of ["r1", "r1", "r2"]) {
          same(`the link to ${account}`, await addresses.link("tezos", "a", account), "linked");
        }
        const right = { ...bareAddress("a"), account_ref_id: "r2", screenings: [screening(5)] };
        same("the record", await addresses.find("tezos", "a"), right);
        same("the addresses of the account before", await addresses.ofAccount("r1"), []);
        same("the addresses of the account", await addresses.ofAccount("r2"), [right]);
      },
    ),
    caseLaw(
      making,
      "an address that is not there is not linked",
      "link of a chain and address without a record answers unknown, and nothing happens",
      async ({ storage: { addresses } }) => {
        same("the link of an unknown address", await addresses.link("tezos", "a", "r1"), "unknown");
        same("the record", await addresses.find("tezos", "a"), undefined);
        await addresses.save(addressUpdate("a"));
        same("the link of the address on another chain", await addresses.link("near", "a", "r1"), "unknown");
        same("the record on the other chain", await addresses.find("near", "a"), undefined);
        same("the record", await addresses.find("tezos", "a"), bareAddress("a"));
        same("the addresses of the account", await addresses.ofAccount("r1"), []);
      },
    ),
    caseLaw(
      making,
      "the addresses of an account are in the order of their creation",
      "ofAccount gives the addresses that are linked to the account, the oldest created first, ties by chain, then address, by code units",
      async ({ storage: { addresses } }) => {
        const saved = [
          addressUpdate("0", { created: LATER }),
          ...OUT_OF_ORDER.map((text) => addressUpdate(text)),
          addressUpdate("y", { chain: "near" }),
          addressUpdate("z", { created: EARLIER }),
        ];
        for (const update of saved) await addresses.save({ ...update, account_ref_id: "r1" });
        await addresses.save(addressUpdate("other", { account_ref_id: "R1" }));
        await addresses.save(addressUpdate("nobody's"));
        same("the order", textsOf(await addresses.ofAccount("r1")), ["z", "y", ...IN_ORDER, "0"]);
        for (const id of ["r2", "constructor", ""]) same(`those of ${id}`, await addresses.ofAccount(id), []);
      },
    ),
  ];
}
