/** Links: their order, current ones after past ones of the same time and tag, and the tag that an address contains. */
import { describe, expect, it } from "vitest";
import type { AddressLink } from "../../../src/domain/addresses/address.js";
import { tagIn } from "../../../src/domain/addresses/address.rules.js";
import { sortLinks } from "../../../src/domain/addresses/link.js";
import { specifiedChains } from "../../../src/domain/chains/registry.js";

const linked = "2026-02-03T04:05:06.789Z";
const past = (account_ref_id: string, unlinked: string): AddressLink => ({
  account_ref_id,
  tag: null,
  linked,
  unlinked,
});
const current: AddressLink = { account_ref_id: "A-1", tag: null, linked, unlinked: null };

describe("links of one time and tag", () => {
  const sorted = [past("A-3", "2026-02-04T00:00:00.000Z"), past("A-2", "2026-02-05T00:00:00.000Z"), current];

  it.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]], [[2, 0, 1]]])(
    "are in the order of their ends, the current one last: %j",
    (order) => {
      const given = order.map((index) => sorted[index] as AddressLink);
      expect(sortLinks(given)).toEqual(sorted);
    },
  );

  it("are in the order of their accounts, if they ended together", () => {
    const ended = ["A-1", "A-2", "A-3"].map((account) => past(account, "2026-02-04T00:00:00.000Z"));
    expect(sortLinks([...ended].reverse())).toEqual(ended);
  });
});

describe("the tag in an address", () => {
  it.each([
    ["an X-address", "XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2m4Er6SnvjVLpMWPjR", "0"],
    ["an address without a tag", "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY", undefined],
    ["a text that is no address", "rPEPPER", undefined],
  ])("is read from %s", (_, address, tag) => {
    expect(tagIn(specifiedChains, "ripple", address)).toBe(tag);
  });
});
