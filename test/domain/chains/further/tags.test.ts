/** The tags of further chains: memos and comments that an exchange requires beside an address. */
import { describe, expect, it } from "vitest";
import * as further from "../../../../src/chains.js";
import { registerChains } from "../../../../src/domain/chains/register.js";
import { parseTransferOn } from "../../../../src/domain/transfers/parse.js";
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

  it("is a property of each side of a transfer too", () => {
    const own = { ...cosmos, name: "house", parse: (text: string) => ({ canonical: text, format: "plain" }) };
    const route = {
      originator_address: "a",
      beneficiary_address: "b",
      originator_vasp_id: "V",
      beneficiary_vasp_id: "W",
    };
    const parties = { originator_account_reference_id: "A", beneficiary_account_reference_id: "B" };
    const codesOf = (tags: object) => {
      const parsed = parseTransferOn(
        { ...route, ...parties, chain: "house", ...tags },
        { chains: registerChains([own]) },
      );
      return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`);
    };
    expect(codesOf({ originator_tag: "m".repeat(512), beneficiary_tag: "x" })).toEqual([]);
    expect(codesOf({ originator_tag: "m".repeat(513), beneficiary_tag: "m".repeat(513) })).toEqual([
      "tag_malformed /originator_tag",
      "tag_malformed /beneficiary_tag",
    ]);
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
