import { describe, expect, it } from "vitest";
import { toAlgorand } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, read } from "../../support/addresses.js";

const text = "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA";

describe("algorand", () => {
  it.each([
    text,
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ", // the zero address
    toAlgorand(new Uint8Array(32).fill(255)),
  ])("%s is its own canonical form", (given) => {
    expect(read("algorand", given)).toEqual({ canonical: given, format: "base32" });
  });

  it.each([
    ["one character changed", text.replace("VCMJ", "VCMK"), "address_checksum"],
    ["the last character changed in its checksum", `${text.slice(0, -1)}E`, "address_checksum"],
    ["the last character changed in its unused bits", `${text.slice(0, -1)}B`, "address_checksum"],
    ["lower case", text.toLowerCase(), "address_characters"],
    ["padding", `${text}======`, "address_characters"],
    ["1", text.replace("5", "1"), "address_characters"],
    ["one character less", text.slice(1), "address_length"],
    ["one character more", `${text}A`, "address_length"],
    ["stellar", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "address_other_network"],
  ])("rejects %s", (_, given, expected) => {
    expect(canonicalOf("algorand", given)).toBe(expected);
  });
});
