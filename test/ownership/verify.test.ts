/** What every method shares: wrong arguments of verifySignature. */
import { base58 } from "@scure/base";
import nacl from "tweetnacl";
import { describe, expect, it } from "vitest";
import {
  cosmosMessages,
  evmMessages,
  type SignedText,
  solanaMessages,
  suiMessages,
  verifySignature,
} from "../../src/ownership.js";
import { solanaWallet } from "../support/ownership/solana-wallet.js";
import { walletCases } from "../support/ownership/wallets.js";

const wallet = solanaWallet.wallet(new Uint8Array(32).fill(7));
const signed: SignedText = { address: wallet.address, text: "text", ...wallet.sign("text") };
const CONTRACT = "0x52908400098527886E0F7030069857D2E4169EE7";
const hostile: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error("Jane Doe");
    },
  },
);

describe("verifySignature", () => {
  it.each([
    ["nothing", undefined],
    ["a text", "solana"],
    ["a method without a function", { ...solanaMessages, verify: undefined }],
    ["a method without formats", { ...solanaMessages, formats: [] }],
    ["a method with a short nonce", { ...solanaMessages, nonceBytes: 8 }],
    ["a proxy that throws", hostile],
  ])("throws configuration_invalid for %s in place of a method", (_, method) => {
    expect(() => verifySignature(method as never, signed)).toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });

  it.each([
    ["nothing", undefined],
    ["an unknown status", { status: "maybe" }],
    ["a format of another method", { status: "proved", format: "bip-322" }],
    ["a proxy that throws", hostile],
  ])("throws configuration_invalid for a method that returns %s", (_, verdict) => {
    const faulty = { ...solanaMessages, verify: () => verdict as never };
    expect(() => verifySignature(faulty, signed)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });

  it("refuses what a method throws, without its text", () => {
    const faulty = {
      ...solanaMessages,
      verify: () => {
        throw new Error("Jane Doe");
      },
    };
    const verdict = verifySignature(faulty, signed);
    expect(verdict).toMatchObject({ status: "refused", reason: "signature_malformed" });
    expect(JSON.stringify(verdict)).not.toContain("Jane");
  });

  it.each<[string, Partial<Record<keyof SignedText, unknown>>, string]>([
    ["no address", { address: undefined }, "address_invalid"],
    ["an address of another chain", { address: "0x52908400098527886E0F7030069857D2E4169EE7" }, "address_invalid"],
    ["an unknown format", { format: "bip-322" }, "format_unknown"],
    ["half a surrogate pair", { text: "\ud800" }, "text_malformed"],
    ["a text that is too long", { text: "a".repeat(10_001) }, "text_malformed"],
    ["no signature", { signature: "" }, "signature_malformed"],
    ["a signature that is too long", { signature: "a".repeat(10_001) }, "signature_malformed"],
    ["a signature that is longer than any secret", { signature: "a".repeat(1_001) }, "signature_malformed"],
    ["an address as signature", { signature: wallet.address }, "signature_malformed"],
    ["a public key that is no text", { public_key: 5 }, "public_key_malformed"],
    ["64 bytes as public key", { public_key: signed.signature }, "secret_key"],
    ["32 bytes in hex as signature", { signature: `0X${"ab".repeat(32)}` }, "secret_key"],
    ["33 bytes in hex as signature", { signature: `${"ab".repeat(32)}1b` }, "secret_key"],
    ["a key in JSON as signature", { signature: `{"privateKey":"0x${"ab".repeat(32)}"}` }, "secret_key"],
    ["32 bytes in base64 as signature", { signature: `${"Ab+/".repeat(10)}AAA=` }, "secret_key"],
    ["a key of Sui as signature", { signature: `suiprivkey1${"q".repeat(59)}` }, "secret_key"],
    ["a key of Aptos as signature", { signature: `ed25519-priv-0x${"ab".repeat(32)}` }, "secret_key"],
    ["a key of Sui as public key", { public_key: ` suiprivkey1${"q".repeat(59)} ` }, "secret_key"],
    ["a key of Aptos as public key", { public_key: `secp256k1-priv-0x${"ab".repeat(32)}` }, "secret_key"],
    ["a nonce that is no text", { nonce: {} }, "public_key_malformed"],
    [
      "a recovery phrase as public key",
      { public_key: "legal winner thank year wave sausage worth useful legal winner thank yellow" },
      "secret_key",
    ],
  ])("refuses %s", (_, more, reason) => {
    expect(verifySignature(solanaMessages, { ...signed, ...more } as never)).toMatchObject({
      status: "refused",
      reason,
    });
  });

  const key = "5a".repeat(32);

  // The hex could be that of a contract wallet, whose signature goes to the node.
  it.each([
    ["an Ed25519 key of PKCS #8", `302e020100300506032b657004220420${key}`],
    ["a key of secp256k1 of PKCS #8", `0x3030020100300706052b8104000a04220420${key}`],
    ["a key of SEC 1", `30740201010420${key}a00706052b8104000a`],
    ["a key of bitcoin", `80${key}deadbeef`],
    ["a compressed key of bitcoin", `0x80${key}01DEADBEEF`],
    ["a key of bitcoin without its checksum", `80${key}01`],
    ["a key in CBOR", `5820${key}`],
  ])("refuses %s as a signature of a contract wallet", (_, signature) => {
    const verdict = verifySignature(evmMessages, { address: CONTRACT, text: "text", signature });
    expect(verdict).toMatchObject({ status: "refused", reason: "secret_key" });
  });

  it.each([
    ["another length", `5820${key}0000`],
    ["numbers of ASN.1", `30440220${key}0220${key}`],
    ["bytes of a key within a longer signature", `005820${key}${key}`],
  ])("leaves %s to the contract", (_, signature) => {
    const verdict = verifySignature(evmMessages, { address: CONTRACT, text: "text", signature });
    expect(verdict).toMatchObject({ status: "inconclusive", reason: "contract_wallet" });
  });

  const arrayOf = (bytes: Uint8Array) => JSON.stringify([...bytes]);
  const bytes = base58.decode(signed.signature);
  const keypair = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7)).secretKey;

  it.each([
    ["proves a signature", arrayOf(bytes), { status: "proved" }],
    ["proves a signature with spaces", arrayOf(bytes).replaceAll(",", ", "), { status: "proved" }],
    ["refuses another signature", arrayOf(bytes.with(0, 1)), { reason: "signature_wrong" }],
    ["finds a keypair file", arrayOf(keypair), { reason: "secret_key" }],
    [
      "finds a keypair file with a number that is no byte",
      arrayOf(keypair).replace("7", "256"),
      { reason: "secret_key" },
    ],
    ["refuses 63 bytes", arrayOf(bytes.subarray(1)), { reason: "signature_malformed" }],
    ["refuses what is no number", arrayOf(bytes).replace("[", "[null,"), { reason: "signature_malformed" }],
  ])("reads an array of 64 bytes: %s", (_, signature, verdict) => {
    expect(verifySignature(solanaMessages, { ...signed, signature })).toMatchObject(verdict);
  });

  // The method of EVM chains refuses the array, and that of Sui throws.
  it.each([
    [evmMessages, CONTRACT],
    [cosmosMessages, "cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud"],
    [suiMessages, `0x${"1".repeat(64)}`],
  ])("refuses an array of 64 bytes as a secret key where a signature has another form: %#", (method, address) => {
    const public_key = method === cosmosMessages ? "A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9" : undefined;
    const verdict = verifySignature(method, { address, text: "text", signature: arrayOf(keypair), public_key });
    expect(verdict).toMatchObject({ reason: "secret_key" });
  });

  // Public keys of these chains have 33 bytes or more, so that 32 are a secret key. It may be that of the signature.
  it.each([["evm, eip-191"], ["tron, tip-191"], ["bitcoin-cash p2pkh, bip-137"], ["cosmos"], ["ripple secp256k1"]])(
    "refuses 32 bytes as public key: %s",
    (name) => {
      // The cast: there are such wallets.
      const { method, wallet: walletOf } = walletCases.find(
        (each) => each.name === name,
      ) as (typeof walletCases)[number];
      const key = new Uint8Array(32).fill(7);
      const { address, sign } = walletOf(key);
      const hex = Buffer.from(key).toString("hex");
      const texts = [hex, `0x${hex}`, Buffer.from(key).toString("base64"), `{"privateKey":"0x${hex}"}`, ` ${hex}\n`];
      for (const public_key of texts) {
        const verdict = verifySignature(method, { address, text: "text", ...sign("text"), public_key });
        expect([public_key, verdict]).toEqual([public_key, expect.objectContaining({ reason: "secret_key" })]);
        expect(JSON.stringify(verdict)).not.toContain(hex.slice(0, 8));
      }
      expect(verifySignature(method, { address, text: "text", ...sign("text") }).status).toBe("proved");
      // The coordinates of a public key, as some libraries write it.
      const public_key = hex.repeat(2);
      expect(verifySignature(method, { address, text: "text", ...sign("text"), public_key })).not.toMatchObject({
        reason: "secret_key",
      });
    },
  );
});
