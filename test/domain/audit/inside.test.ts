/** Addresses inside texts of others. */
import { describe, expect, it } from "vitest";
import { replacerOf } from "../../../src/domain/audit/inside.js";

const EVM = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
const CASH = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

describe("replacerOf", () => {
  it.each([
    [EVM, EVM, "-"],
    [EVM, `owner ${EVM.toLowerCase()}!`, "owner -!"],
    [EVM, `owner ${EVM.slice(2)}`, "owner -"],
    [EVM, `${EVM.slice(0, 30)}…`, `${EVM.slice(0, 30)}…`],
    [CASH, CASH.toUpperCase(), "-"],
    [CASH, `to ${CASH.slice(12)}, at once`, "to -, at once"],
    ["0.0.1234", "0.0.1234", "-"],
    ["0.0.1234", "version 0.0.1234", "version 0.0.1234"],
    ["a+b", "a+b", "-"],
  ])("replaces %s in the text %s", (address, text, expected) => {
    expect(replacerOf([address], () => "-")(text)).toBe(expected);
  });
});
