/** Single updates of a stored address. The storage conformance checks cover sequences. */
import { describe, expect, it } from "vitest";
import type { AddressUpdate, StoredAddress } from "../../../src/domain/addresses/address.js";
import { applyAddressUpdate, sortAddresses } from "../../../src/domain/addresses/record.js";
import { screening } from "../../support/storage-records.js";

const NOW = "2026-11-21T07:35:00.123+00:00";
const LATER = "2026-11-22T07:35:00.123+00:00";

const update = { chain: "tezos", address: "tz1", created: LATER } as const satisfies AddressUpdate;

const stored: StoredAddress = {
  chain: "tezos",
  address: "tz1",
  is_self_hosted: true,
  account_ref_id: "A-1",
  balance: { balance: "0.10", balance_usd: null, created: NOW },
  screening: screening(1, NOW),
  created: NOW,
};

describe("applyAddressUpdate", () => {
  it("creates a record from the update, with defaults for the rest", () => {
    expect(applyAddressUpdate(undefined, update)).toStrictEqual({
      chain: "tezos",
      address: "tz1",
      created: LATER,
    });
  });

  it("keeps everything that the update leaves out", () => {
    expect(applyAddressUpdate(stored, update)).toStrictEqual(stored);
  });

  it("replaces everything but created, also the screening", () => {
    const changes = {
      is_self_hosted: false,
      account_ref_id: "A-2",
      balance: { balance: "0.2", balance_usd: "1.00", created: LATER },
    };
    expect(applyAddressUpdate(stored, { ...update, ...changes, screening: screening(2, LATER) })).toStrictEqual({
      ...stored,
      ...changes,
      linked: LATER,
      screening: screening(2, LATER),
    });
  });

  it("changes neither of its arguments", () => {
    const before = structuredClone(stored);
    applyAddressUpdate(stored, { ...update, screening: screening(2) });
    expect(stored).toStrictEqual(before);
  });
});

describe("sortAddresses", () => {
  it("sorts by created, then chain, then address, and leaves its argument as it is", () => {
    const of = (chain: StoredAddress["chain"], address: string, created = NOW): StoredAddress => ({
      ...stored,
      chain,
      address,
      created,
    });
    const given = [of("xdc", "b", LATER), of("xdc", "b"), of("near", "z"), of("xdc", "a"), of("xdc", "B")];
    const texts = sortAddresses(given).map(({ chain, address, created }) => [chain, address, created === NOW]);
    expect(texts).toEqual([
      ["near", "z", true],
      ["xdc", "B", true],
      ["xdc", "a", true],
      ["xdc", "b", true],
      ["xdc", "b", false],
    ]);
    expect(given[0]?.created).toBe(LATER);
  });
});
