/** The laws of AddressRepository. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { StoredAddress } from "../../../src/domain/addresses/address.js";
import { type AddressChange, addressUpdate, anyAddressChange, screening } from "./address-records.js";
import { forAll, type Opened, spoil } from "./laws.js";
import { expectedAddress, expectedOrder } from "./model.js";

const EARLIER = "2026-01-01T00:00:00.000+00:00";
const LATER = "2026-03-01T00:00:00.000+00:00";

/** What {@link addressUpdate} leaves of a new address. */
function bare(address: string): StoredAddress {
  const { chain, created } = addressUpdate(address);
  return { chain, address, is_self_hosted: false, screenings: [], created };
}

export function addressLaws(opened: Opened, runs: number): void {
  it("creates the record of an address that is new, says what is stored, and finds it", async () => {
    const { addresses } = await opened();
    expect(await addresses.find("tezos", "a")).toBeUndefined();
    expect(await addresses.save(addressUpdate("a"))).toEqual(bare("a"));
    expect(await addresses.find("tezos", "a")).toEqual(bare("a"));
    const whole = {
      is_self_hosted: true,
      account_ref_id: "r1",
      balance: { balance: "0.10", balance_usd: null, created: EARLIER },
    };
    const stored = { ...bare("b"), ...whole, screenings: [screening(7)] };
    expect(await addresses.save(addressUpdate("b", { ...whole, screening: screening(7) }))).toEqual(stored);
    expect(await addresses.find("tezos", "b")).toEqual(stored);
  });

  it("applies an update to the record that is there: what it does not bring stays, screenings add up, created is kept", async () => {
    const { addresses } = await opened();
    const balance = { balance: "1", balance_usd: "2.00", created: EARLIER };
    await addresses.save(addressUpdate("a", { is_self_hosted: true, account_ref_id: "r1", balance }));
    const first = { ...bare("a"), is_self_hosted: true, account_ref_id: "r1", balance };
    expect(await addresses.save(addressUpdate("a", { created: LATER }))).toEqual(first);
    await addresses.save(addressUpdate("a", { screening: screening(1) }));
    await addresses.save(addressUpdate("a", { screening: screening(100, LATER), is_self_hosted: false }));
    const newer = { ...balance, balance: "3", created: LATER };
    await addresses.save(addressUpdate("a", { account_ref_id: "r2", balance: newer, created: EARLIER }));
    expect(await addresses.find("tezos", "a")).toEqual({
      ...bare("a"),
      account_ref_id: "r2",
      balance: newer,
      screenings: [screening(1), screening(100, LATER)],
    });
  });

  it("tells addresses apart by their chain, by every code unit of the address, and by nothing else", async () => {
    const { addresses } = await opened();
    const texts = ["a", "A", "a ", "é", "e\u0301", "__proto__", "constructor", "\u{1f600}", "\ud83d", "near a"];
    for (const text of texts) expect(await addresses.save(addressUpdate(text))).toEqual(bare(text));
    for (const text of texts) expect(await addresses.find("tezos", text)).toEqual(bare(text));
    expect(await addresses.find("near", "a")).toBeUndefined();
    expect(await addresses.find("tezos", "toString")).toBeUndefined();
  });

  it("loses none of many racing updates, and leaves one record", async () => {
    const { addresses } = await opened();
    const ratios = Array.from({ length: 20 }, (_, index) => index);
    const saving = ratios.map((ratio) =>
      addresses.save(
        addressUpdate("a", { screening: screening(ratio), ...(ratio % 2 === 0 && { account_ref_id: "r1" }) }),
      ),
    );
    const counts = (await Promise.all(saving)).map(({ screenings }) => screenings.length);
    // Each update found all those before it.
    expect([...counts].sort((a, b) => a - b)).toEqual(ratios.map((ratio) => ratio + 1));
    const stored = await addresses.find("tezos", "a");
    const kept = stored?.screenings.map(([entry]) => entry?.risk_ratio ?? -1) ?? [];
    expect([...kept].sort((a, b) => a - b)).toEqual(ratios);
    expect(await addresses.ofAccount("r1")).toEqual([stored]);
  });

  it("links an address to an account instead of the one before; of an unknown address nothing happens", async () => {
    const { addresses } = await opened();
    expect(await addresses.link("tezos", "a", "r1")).toBe("unknown");
    expect(await addresses.find("tezos", "a")).toBeUndefined();
    await addresses.save(addressUpdate("a", { screening: screening(5) }));
    expect(await addresses.link("near", "a", "r1")).toBe("unknown");
    for (const account of ["r1", "r1", "r2"]) expect(await addresses.link("tezos", "a", account)).toBe("linked");
    const stored = { ...bare("a"), account_ref_id: "r2", screenings: [screening(5)] };
    expect(await addresses.find("tezos", "a")).toEqual(stored);
    expect(await addresses.ofAccount("r1")).toEqual([]);
    expect(await addresses.ofAccount("r2")).toEqual([stored]);
  });

  it("gives an account's addresses, the oldest first, ties by chain, then address in code units", async () => {
    const { addresses } = await opened();
    const saved = [
      addressUpdate("z", { created: LATER }),
      addressUpdate("\uffff"),
      addressUpdate("\u{1f600}"),
      addressUpdate("b", { chain: "near" }),
      addressUpdate("c", { created: EARLIER }),
      addressUpdate("a"),
    ];
    for (const update of saved) await addresses.save({ ...update, account_ref_id: "r1" });
    await addresses.save(addressUpdate("other", { account_ref_id: "R1" }));
    await addresses.save(addressUpdate("nobody's"));
    const found = (await addresses.ofAccount("r1")).map(({ address }) => address);
    expect(found).toEqual(["c", "b", "a", "\u{1f600}", "\uffff", "z"]);
    expect(await addresses.ofAccount("r2")).toEqual([]);
    expect(await addresses.ofAccount("constructor")).toEqual([]);
  });

  it("keeps nothing that a caller holds: not the update, not what was answered, found or listed", async () => {
    const { addresses } = await opened();
    const truth = { ...bare("a"), account_ref_id: "r1", screenings: [screening(5)] };
    const given = structuredClone(addressUpdate("a", { account_ref_id: "r1", screening: screening(5) }));
    const saving = addresses.save(given);
    spoil(given);
    const answered = await saving;
    expect(answered).toEqual(truth);
    for (const held of [answered, await addresses.find("tezos", "a"), await addresses.ofAccount("r1")]) {
      if (held !== undefined) spoil(held);
    }
    expect(await addresses.find("tezos", "a")).toEqual(truth);
    expect(await addresses.ofAccount("r1")).toEqual([truth]);
  });

  it("answers everything as the plain model does, after any updates and links", async () => {
    const changes = fc.array(anyAddressChange, { maxLength: 12 });
    const reference = fc.constantFrom("r1", "r2", "__proto__");
    await forAll(opened, runs, changes, reference, async ({ addresses }, given, asked) => {
      const made = new Map<string, AddressChange[]>();
      for (const change of given) {
        const { chain, address } = change.brings;
        const history = [...(made.get(`${chain} ${address}`) ?? []), change];
        made.set(`${chain} ${address}`, history);
        const expected = expectedAddress(history);
        if (change.kind === "save") expect(await addresses.save(change.brings)).toEqual(expected);
        else
          expect(await addresses.link(chain, address, change.brings.account_ref_id)).toBe(
            expected === undefined ? "unknown" : "linked",
          );
        expect(await addresses.find(chain, address)).toEqual(expected);
      }
      const all = [...made.values()].map(expectedAddress).filter((each) => each !== undefined);
      const ofAccount = expectedOrder(all.filter(({ account_ref_id }) => account_ref_id === asked));
      expect(await addresses.ofAccount(asked)).toEqual(ofAccount);
    });
  });
}
