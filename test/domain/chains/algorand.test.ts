import { describe } from "vitest";
import { addressVectors } from "../../support/chain-modules.js";

const text = "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA";

describe("algorand", () => {
  addressVectors(
    "algorand",
    `
    base32 VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA
    base32 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ
    base32 7777777777777777777777777777777777777777777777777774MSJUVU
    address_other_network GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ stellar
  `,
    [
      ["one character changed", text.replace("VCMJ", "VCMK"), "address_checksum"],
      ["the last character changed in its checksum", `${text.slice(0, -1)}E`, "address_checksum"],
      ["the last character changed in its unused bits", `${text.slice(0, -1)}B`, "address_checksum"],
      ["lower case", text.toLowerCase(), "address_characters"],
      ["padding", `${text}======`, "address_characters"],
      ["1", text.replace("5", "1"), "address_characters"],
      ["one character less", text.slice(1), "address_length"],
      ["one character more", `${text}A`, "address_length"],
    ],
  );
});
