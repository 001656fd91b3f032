import { describe, expect, it } from "vitest";
import { type Compliance, unwrap } from "../../src/index.js";
import {
  account_ref_id,
  addressCompliance,
  identity,
  loading,
  screening,
  wallets,
} from "../support/address-samples.js";
import { faultsOf } from "../support/outcomes.js";
import { untyped } from "../support/untyped.js";

const assignment = { ...loading, reference_id: account_ref_id } as const;

/** A compliance with two accounts in which the address is loaded. */
async function loaded(input: object = loading): Promise<Compliance> {
  const compliance = await addressCompliance();
  unwrap(await compliance.addresses.create(untyped(input)));
  return compliance;
}

describe("§4.2 assign an address to an account (deprecated)", () => {
  it("answers an object with reference_id, and the address belongs to the account", async () => {
    const { addresses } = await loaded();
    expect(await addresses.assign(assignment)).toStrictEqual({ ok: true, value: { reference_id: account_ref_id } });
    const record = await addresses.retrieve("ethereum", loading.address);
    expect(await addresses.ofAccount(account_ref_id)).toStrictEqual([{ ...record, tags: [null] }]);
  });

  it("takes any spelling of the address, and changes nothing else of it", async () => {
    const { addresses } = await loaded({ ...screening, is_self_hosted: true });
    const before = await addresses.retrieve("ethereum", loading.address);
    await addresses.assign({ ...assignment, address: wallets.ethereum.canonical });
    expect(await addresses.retrieve("ethereum", loading.address)).toStrictEqual(before);
    expect(await addresses.ofAccount(account_ref_id)).toStrictEqual([{ ...before, tags: [null] }]);
  });

  it("does the same as account_ref_id of §4.1, which supersedes it", async () => {
    const [assigned, created] = [await loaded(), await loaded({ ...loading, account_ref_id })];
    await assigned.addresses.assign(assignment);
    const histories = [assigned, created].map(({ addresses }) => addresses.history("ethereum", loading.address));
    const [one, other] = await Promise.all(histories);
    expect(one).toStrictEqual(other);
  });

  it("links another account only with relink (design)", async () => {
    const { addresses } = await loaded();
    for (const _ of [1, 2]) expect(faultsOf(await addresses.assign(assignment))).toEqual([]);
    const other = { ...assignment, reference_id: "ACC-2001" };
    const elsewhere = [["address_linked_elsewhere", "/reference_id", "4.2"]];
    expect(faultsOf(await addresses.assign(other))).toEqual(elsewhere);
    expect(faultsOf(await addresses.assign({ ...other, relink: false }))).toEqual(elsewhere);
    expect(faultsOf(await addresses.assign({ ...other, tag: "1" }))).toEqual([]);
    expect(faultsOf(await addresses.assign({ ...other, relink: true }))).toEqual([]);
    expect(await addresses.ofAccount(account_ref_id)).toEqual([]);
    expect(await addresses.ofAccount("ACC-2001")).toMatchObject([identity]);
  });

  it("all three are required, and there is nothing else", async () => {
    const { addresses } = await loaded();
    expect(faultsOf(await addresses.assign(untyped({ extra: 1 })))).toEqual([
      ["unknown_property", "/extra", "4.2"],
      ["required", "/chain", "4.2"],
      ["required", "/address", "4.2"],
      ["required", "/reference_id", "4.2"],
    ]);
    expect(faultsOf(await addresses.assign(untyped({ chain: "cardano", address: "", reference_id: 5 })))).toEqual([
      ["not_allowed", "/chain", "4.2"],
      ["text_blank", "/address", "4.2"],
      ["wrong_type", "/reference_id", "4.2"],
    ]);
    expect(faultsOf(await addresses.assign(untyped({ ...assignment, chain: null })))).toEqual([
      ["wrong_type", "/chain", "4.2"],
    ]);
    expect(faultsOf(await addresses.assign({ ...assignment, address: "0x1" }))).toEqual([
      ["address_length", "/address", "4.2"],
    ]);
  });

  it("an account that is not stored and an address that is not loaded are issues, both at once", async () => {
    const { addresses } = await loaded();
    const [account, address] = [
      ["unknown_account", "/reference_id", "4.2"],
      ["unknown_address", "/address", "4.2"],
    ];
    const elsewhere = { ...assignment, chain: "polygon" };
    expect(faultsOf(await addresses.assign({ ...assignment, reference_id: "ACC-9" }))).toEqual([account]);
    expect(faultsOf(await addresses.assign(untyped(elsewhere)))).toEqual([address]);
    expect(faultsOf(await addresses.assign(untyped({ ...elsewhere, reference_id: "ACC-9" })))).toEqual([
      address,
      account,
    ]);
    const { chain, address: text } = elsewhere;
    expect(faultsOf(await addresses.assign(untyped({ reference_id: "ACC-9", chain, address: text })))).toEqual([
      address,
      account,
    ]);
    expect(await addresses.retrieve("polygon", loading.address)).toBeUndefined();
    expect(await addresses.ofAccount("ACC-9")).toEqual([]);
    expect(await addresses.ofAccount(account_ref_id)).toEqual([]);
  });
});
