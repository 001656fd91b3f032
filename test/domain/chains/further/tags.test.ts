/** The tags of further chains: memos and comments that an exchange requires beside an address. */
import { describe, expect, it } from "vitest";
import * as further from "../../../../src/chains.js";
import { createCompliance, memoryStorage } from "../../../../src/index.js";

const { cosmos, eos, hedera, internetComputer, monero, osmosis, stacks, ton } = further;

describe("the tag of a link", () => {
  it.each([
    [ton, "any comment of any length".repeat(40), undefined],
    [cosmos, "m".repeat(512), "m".repeat(513)],
    [osmosis, "é".repeat(256), "é".repeat(257)],
    [hedera, "m".repeat(100), "m".repeat(101)],
    [stacks, "m".repeat(34), "m".repeat(35)],
    [eos, "m".repeat(256), "m".repeat(257)],
    [internetComputer, "18446744073709551615", "18446744073709551616"],
    [monero, "0123456789abcdef", "0123456789abcdef0"],
  ])("$name", async (module, longest, tooLong) => {
    const { addresses } = createCompliance({ storage: memoryStorage(), chains: [module] });
    const codesOf = async (tag: string) => {
      const created = await addresses.create({ chain: module.name, address: "?", account_ref_id: "A-1", tag });
      return created.ok ? [] : created.issues.filter(({ path }) => path === "/tag").map(({ code }) => code);
    };
    expect(await codesOf(longest)).toEqual([]);
    if (tooLong !== undefined) expect(await codesOf(tooLong)).toEqual(["tag_malformed"]);
  });

  it("is frozen, and absent where no memo is in use", () => {
    const modules = Object.values(further).filter((member) => typeof member === "object" && "parse" in member);
    for (const module of modules) expect(Object.isFrozen(module.tag), module.name).toBe(true);
    expect(
      modules
        .filter(({ tag }) => tag !== undefined)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["cosmos", "eos", "hedera", "internet-computer", "monero", "osmosis", "stacks", "ton"]);
  });
});
