import { describe, expect, it } from "vitest";
import { bytesOf, toStrkey } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

describe("stellar, the valid test cases of SEP-23", () => {
  addressVectors(
    "stellar",
    `
    account GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
    muxed MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ id=0
    muxed MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ id=9223372036854775808
    contract CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA
    address_length PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM a signed payload
    address_format LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN a liquidity pool
    address_length BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU a claimable balance
  `,
  );
});

describe("stellar, the invalid test cases of SEP-23", () => {
  addressVectors(
    "stellar",
    `
    address_length GAAAAAAAACGC6
    address_checksum MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR
    address_length GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA
    address_length GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI
    address_format G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I
    address_length MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA
    address_length MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I
    address_checksum M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ
    address_characters MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===
    address_checksum MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO
    address_length PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM
    address_length PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ
    address_length PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6
    address_length BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV
    address_length BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA
  `,
  );
});

describe("stellar, other texts", () => {
  const key = new Uint8Array(32).fill(3);

  addressVectors(
    "stellar",
    `
    address_characters alice*example.com a federated address
    address_other_network VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA algorand
  `,
    [
      ["lower case", account.toLowerCase(), "address_characters"],
      ["0 for O", `${account.slice(0, -1)}0`, "address_characters"],
      ["nothing", "", "address_length"],
      ["a pre-authorized transaction", toStrkey(19 * 8, key), "address_format"],
      ["a muxed account's type with 32 bytes", toStrkey(12 * 8, key), "address_length"],
      ["an account's type with 40 bytes", toStrkey(6 * 8, bytesOf(key, new Uint8Array(8))), "address_length"],
    ],
  );

  it("reports a seed as a secret, without repeating it", () => {
    const seed = toStrkey(18 * 8, key);
    expect(seed).toMatch(/^S/);
    expect(canonicalOf("stellar", seed)).toBe("address_secret_key");
    expect(messageOf("stellar", seed)).toContain("treat it as exposed");
    expect(messageOf("stellar", seed)).not.toContain(seed.slice(1, 8));
    expect(canonicalOf("stellar", `${seed.slice(0, -1)}${seed.endsWith("A") ? "B" : "A"}`)).toBe("address_checksum");
  });
});
