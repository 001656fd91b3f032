/** Secret keys of the chains of `vaspkit/chains`, given as an address. They are published, or easy to guess. */
import { bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import {
  aptos,
  bsc,
  cardano,
  cosmos,
  defaultChains,
  hedera,
  kaspa,
  monero,
  stacks,
  sui,
  ton,
  tron,
} from "../../../../src/chains.js";
import { createCompliance, memoryStorage } from "../../../../src/index.js";
import { messageWith, readWith } from "../../../support/chain-modules.js";
import { toBech32 } from "../../../support/further-addresses/encoders.js";

const digits = "0123456789abcdef".repeat(4);
const key = new Uint8Array(64).fill(5);

const secrets: readonly (readonly [text: string, what: string])[] = [
  ["suiprivkey1qzvc37l58uka7m4kt4lhtw0zr0u5fl3rn7wyhx7cw99arjp37h68j4x8msk", "a private key of Sui"],
  [toBech32("addr_xsk", key), "a private key of Cardano"],
  [toBech32("ed25519_sk", key.subarray(32)), "a private key of Cardano"],
  [toBech32("xprv", key), "a private key of Cardano"],
  [toBech32("secret-extended-key-main", new Uint8Array(169)), "a secret key of Zcash"],
  [toBech32("zxviews", new Uint8Array(169)), "a viewing key of Zcash"],
  [bech32m.encode("uview", bech32.toWords(key), 200), "a viewing key of Zcash"],
  [`ed25519-priv-0x${digits}`, "a private key (AIP-80)"],
  [`secp256k1-priv-0x${digits.toUpperCase()}`, "a private key (AIP-80)"],
  [`302e020100300506032b657004220420${digits}`, "a private key (DER)"],
  [`0x3030020100300706052b8104000a04220420${digits}`, "a private key (DER)"],
  [`7b2254797065223a22${digits}`, "a private key of Filecoin"],
  ["PVT_K1_2bfGi9rYsXQSXXTvJbDAPhHLQUojjaNLomdm3cEJ1XTzMqUt3V", "a private key of EOS"],
  ["-----BEGIN EC PRIVATE KEY-----\nMHQCAQEE\n-----END EC PRIVATE KEY-----", "a private key (PEM)"],
];

describe("64 hex digits", () => {
  it.each([tron, bsc, monero, stacks, kaspa, cardano, cosmos])("may be a private key: $name", (module) => {
    for (const text of [digits, `0x${digits}`, `${digits}01`, digits.toUpperCase()]) {
      expect(readWith(module, text)).toMatch(/^address_/);
      expect(messageWith(module, text)).toContain("a private key to treat as exposed");
    }
    expect(messageWith(module, `${digits}f`)).not.toContain("exposed");
  });

  it.each([sui, aptos])("are an address of $name after 0x", (module) => {
    expect(readWith(module, `0x${digits}`)).toMatchObject({ canonical: `0x${digits}` });
  });
});

describe("a long text", () => {
  it("is not examined for keys, also by the module alone", () => {
    const long = `ed25519-priv-0x${digits}${" ".repeat(1_000)}`;
    expect(ton.parse(long)).toMatchObject({ code: expect.stringMatching(/^address_(?!secret_key)/) });
  });
});

describe("a secret key", () => {
  it.each(secrets)("%s is reported on every chain, and not repeated", (text, what) => {
    for (const module of [ton, sui, aptos, hedera]) {
      expect(readWith(module, text), module.name).toBe("address_secret_key");
      expect(messageWith(module, text)).toContain(`The text is ${what}, not a wallet address; treat it as exposed`);
      expect(messageWith(module, text)).not.toContain(text.slice(4, 16));
    }
  });

  // No request may contain the line breaks of PEM.
  it.each(secrets.slice(0, -1))(
    "%s is reported for every registered chain, if one of them knows it",
    async (text, what) => {
      const chains = [...defaultChains, bsc, tron, ton];
      const { addresses } = createCompliance({ storage: memoryStorage(), chains });
      for (const chain of ["ethereum", "ripple", "bsc", "tron"] as const) {
        const result = await addresses.create({ chain, address: text, is_self_hosted: false });
        expect(result).toMatchObject({ ok: false, issues: [{ code: "address_secret_key", path: "/address" }] });
        expect(JSON.stringify(result)).toContain(what);
      }
    },
  );

  it.each(secrets.slice(0, -1))("%s is refused as a memo and without a chain, if a chain has it", async (text) => {
    const chains = [...defaultChains, cosmos, ton];
    const { addresses, transfers } = createCompliance({ storage: memoryStorage(), chains });
    const address = "cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh";
    const link = { chain: "cosmos", address, account_ref_id: "A-1", is_self_hosted: false, tag: text } as const;
    const linked = await addresses.create(link);
    // Only the issue of the address matters: the parties are missing, too.
    const checked = await transfers.check({ originator_address: text, beneficiary_address: address } as never);
    const secret = { code: "address_secret_key" };
    expect(linked).toMatchObject({ ok: false, issues: [{ ...secret, path: "/tag" }] });
    expect(checked.ok || checked.issues).toContainEqual(
      expect.objectContaining({ ...secret, path: "/originator_address" }),
    );
    expect(JSON.stringify([linked, checked])).not.toContain(text.slice(4, 16));
  });

  it.each([
    ["a wrong checksum", "suiprivkey1qzvc37l58uka7m4kt4lhtw0zr0u5fl3rn7wyhx7cw99arjp37h68j4x8msq"],
    ["another prefix", toBech32("addr_vk", key)],
    ["a public key", `ed25519-pub-0x${digits}`],
    ["64 hex digits, which may be anything", digits],
    ["more than 1,000 characters", `7b2254797065223a22${"0".repeat(1_000)}`],
  ])("is not reported for %s", (_, text) => {
    expect(readWith(ton, text)).toMatch(/^address_(length|characters|checksum|format|network)$/);
  });
});
