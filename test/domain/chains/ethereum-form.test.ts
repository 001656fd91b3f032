/** One form for the addresses that the key of an Ethereum address controls. */
import { expect, it } from "vitest";
import { ethereumFormOf } from "../../../src/domain/chains/ethereum-form.js";
import { filecoin } from "../../../src/domain/chains/further/filecoin.js";
import { parseWith } from "../../../src/domain/chains/module.js";

const MIXED = "0x52908400098527886E0F7030069857D2E4169EE7";
const LOWER = MIXED.toLowerCase();

it("is that of Filecoin's address of the same key", () => {
  const parsed = parseWith(filecoin, MIXED);
  const canonical = "canonical" in parsed ? parsed.canonical : "";
  expect(canonical).toMatch(/^f410f/);
  expect(ethereumFormOf("filecoin", canonical)).toBe(LOWER);
});

it.each([
  ["ethereum", MIXED, LOWER],
  ["near", LOWER, LOWER],
  ["bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", undefined],
  ["filecoin", "f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za", undefined],
  ["filecoin", "f410faa", undefined],
  ["filecoin", "f410fa", undefined],
  ["other", "f410faa", undefined],
])("of %s %s is %s", (chain, canonical, expected) => {
  expect(ethereumFormOf(chain, canonical)).toBe(expected);
});
