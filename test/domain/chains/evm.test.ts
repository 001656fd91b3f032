/** ethereum, polygon and xdc share their addresses. xdc has a prefix of its own. */
import { describe, expect, it } from "vitest";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";

const chains = ["ethereum", "polygon", "xdc"] as const;

/** EIP-55, "Test Cases". */
const allCaps = ["0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D"];
const allLower = ["0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26"];
const normal = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

describe.each(chains)("%s, EIP-55", (chain) => {
  it.each([...allCaps, ...allLower])("%s: one case has no checksum", (text) => {
    expect(read(chain, text)).toEqual({ canonical: text, format: "hex" });
  });

  it.each(normal)("%s: mixed case is a checksum", (text) => {
    expect(read(chain, text)).toEqual({ canonical: text, format: "eip-55" });
    expect(read(chain, text.toLowerCase())).toEqual({ canonical: text, format: "hex" });
    expect(read(chain, `0x${text.slice(2).toUpperCase()}`)).toEqual({ canonical: text, format: "hex" });
  });

  it.each(normal)("%s: rejects the other case of one letter", (text) => {
    for (const [index, letter] of [...text].entries()) {
      if (index < 2 || /\d/.test(letter)) continue;
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      expect(canonicalOf(chain, text.slice(0, index) + other + text.slice(index + 1))).toBe("address_checksum");
    }
  });

  it.each([
    ["without 0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_format"],
    ["0X", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_format"],
    ["a name", "vitalik.eth", "address_format"],
    ["nothing", "", "address_length"],
    ["39 digits", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "address_length"],
    ["41 digits", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd", "address_length"],
    ["no digits", "0x", "address_length"],
    ["a g", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "address_characters"],
    ["a space in front", " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_characters"],
    ["full-width digits", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA\uff11\uff11", "address_characters"],
    ["100,000 digits", `0x${"1".repeat(100_000)}`, "address_length"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_other_network"],
  ])("rejects %s", (_, text, expected) => {
    expect(canonicalOf(chain, text)).toBe(expected);
  });

  it("warns that 64 digits may be a private key", () => {
    const text = `0x${"4c0883a6".repeat(8)}`;
    expect(canonicalOf(chain, text)).toBe("address_length");
    expect(messageOf(chain, text)).toContain("a private key to treat as exposed");
    // Wallets export a key without 0x.
    expect(messageOf(chain, text.slice(2))).toContain("a private key to treat as exposed");
    for (const other of [`${text}a`, `0x${text}`]) expect(messageOf(chain, other)).not.toContain("exposed");
  });
});

describe("xdc", () => {
  it.each(["xdc", "XDC"])("accepts %s instead of 0x", (prefix) => {
    for (const canonical of [...allCaps, ...allLower, ...normal]) {
      const digits = canonical.slice(2);
      expect(read("xdc", prefix + digits)).toEqual({ canonical, format: "xdc" });
      expect(read("xdc", prefix + digits.toLowerCase())).toEqual({ canonical, format: "xdc" });
    }
  });

  it.each([
    ["another case of the prefix", "Xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_format"],
    ["both prefixes", "xdc0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_length"],
    ["xdc within the digits", "0xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "address_length"],
    ["a wrong checksum", "xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "address_checksum"],
    ["39 digits", "xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "address_length"],
  ])("rejects %s", (_, text, expected) => {
    expect(canonicalOf("xdc", text)).toBe(expected);
  });

  it("is named when another chain gets its address", () => {
    const text = "xdc5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
    expect(canonicalOf("ethereum", text)).toBe("address_other_network");
    expect(messageOf("ethereum", text)).toContain("is valid on xdc,");
    expect(messageOf("bitcoin", normal.join("").slice(0, 42))).toContain("ethereum, xdc and polygon");
  });
});
