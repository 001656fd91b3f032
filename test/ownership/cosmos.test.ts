/** Chains of the Cosmos SDK: ADR-36. */
import { makeSignDoc, pubkeyToAddress, Secp256k1Wallet } from "@cosmjs/amino";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64, bech32 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cosmosMessages } from "../../src/ownership/cosmos.js";
import { verifySignature } from "../../src/ownership.js";
import { arbitraryDoc, signArbitrary } from "../support/ownership/cosmos-wallets.js";
import { runs } from "../support/runs.js";

const seed = new Uint8Array(32).fill(7);
const key = secp256k1.getPublicKey(seed);
const public_key = base64.encode(key);
const type = "tendermint/PubKeySecp256k1";
const address = pubkeyToAddress({ type, value: public_key }, "cosmos");
const osmo = pubkeyToAddress({ type, value: public_key }, "osmo");
const text = 'I control this address <&> "é".';
const proved = { status: "proved", format: "adr-36" };

test("proves a message of Keplr", () => {
  const verdict = verifySignature(cosmosMessages, {
    address: "cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud",
    text: "cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud",
    public_key: "A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9",
    signature: "vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg==",
  });
  expect(verdict).toEqual(proved);
});

test.each(["cosmos", "osmo"])("agrees with CosmJS about true and changed signatures of %s", async (prefix) => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(([first]) => first !== 0 && first !== 0xff);
  await fc.assert(
    fc.asyncProperty(
      seeds,
      fc.string({ unit: "grapheme", maxLength: 100 }),
      fc.nat(511),
      async (secret, drawn, bit) => {
        const wallet = await Secp256k1Wallet.fromKey(secret, prefix);
        const [account] = await wallet.getAccounts();
        const signer = account?.address ?? "";
        const value = { signer, data: base64.encode(utf8ToBytes(drawn)) };
        const doc = makeSignDoc([{ type: "sign/MsgSignData", value }], { gas: "0", amount: [] }, "", "", 0, 0);
        const { signature, pub_key } = (await wallet.signAmino(signer, doc)).signature;
        const signed = { address: signer, text: drawn, signature, public_key: pub_key.value };
        expect(verifySignature(cosmosMessages, signed)).toEqual(proved);
        expect(verifySignature(cosmosMessages, { ...signed, public_key: JSON.stringify(pub_key) })).toEqual(proved);
        const bytes = base64.decode(signature);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const digest = sha256(arbitraryDoc(signer, drawn));
        expect(secp256k1.verify(bytes, digest, base64.decode(pub_key.value), { prehash: false })).toBe(false);
        const changed = verifySignature(cosmosMessages, { ...signed, signature: base64.encode(bytes) });
        expect(changed).toMatchObject({ status: "refused", reason: "signature_wrong" });
      },
    ),
    { numRuns: runs(50) },
  );
});

describe("signatures", () => {
  const signature = signArbitrary(seed, address, text);
  const verdictOf = (changed: object) =>
    verifySignature(cosmosMessages, { address, text, signature, public_key, ...changed });

  it("are proved in base64 and hex, for an address in upper case", () => {
    expect(verdictOf({})).toEqual(proved);
    expect(verdictOf({ signature: bytesToHex(base64.decode(signature)) })).toEqual(proved);
    expect(verdictOf({ address: address.toUpperCase() })).toEqual(proved);
    expect(verdictOf({ address: osmo.toUpperCase(), signature: signArbitrary(seed, osmo, text) })).toEqual(proved);
  });

  it("with a high s are refused", () => {
    const { r, s } = secp256k1.Signature.fromBytes(base64.decode(signature), "compact");
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes("compact");
    expect(secp256k1.verify(high, sha256(arbitraryDoc(address, text)), key, { prehash: false, lowS: false })).toBe(
      true,
    );
    expect(verdictOf({ signature: base64.encode(high) })).toMatchObject({ reason: "signature_wrong" });
  });

  test.each([
    ["of the text itself", base64.encode(secp256k1.sign(utf8ToBytes(text), seed))],
    ["for the same key on another chain", signArbitrary(seed, osmo, text)],
    ["of another text", signArbitrary(seed, address, `${text} `)],
    ["of another key", signArbitrary(new Uint8Array(32).fill(8), address, text)],
    ["of zeros", base64.encode(new Uint8Array(64))],
  ])("%s are refused", (_, changed) => {
    expect(verdictOf({ signature: changed })).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });

  test.each([
    ["63 bytes", base64.encode(new Uint8Array(63))],
    ["no base64", "signature!"],
  ])("of %s are malformed", (_, changed) => {
    expect(verdictOf({ signature: changed })).toMatchObject({ status: "refused", reason: "signature_malformed" });
  });

  it("of another key decide nothing, because a multisig or Osmosis may permit it", () => {
    const other = new Uint8Array(32).fill(8);
    const verdict = verdictOf({
      signature: signArbitrary(other, address, text),
      public_key: base64.encode(secp256k1.getPublicKey(other)),
    });
    expect(verdict).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
  });

  it("decide nothing about an address of 32 bytes", () => {
    const contract = bech32.encode("osmo", bech32.toWords(new Uint8Array(32).fill(1)));
    const verdict = verdictOf({ address: contract, signature: signArbitrary(seed, contract, text) });
    expect(verdict).toMatchObject({ status: "inconclusive", reason: "contract_wallet" });
  });

  it("are refused for another chain", () => {
    const noble = pubkeyToAddress({ type, value: public_key }, "noble");
    const verdict = verdictOf({ address: noble, signature: signArbitrary(seed, noble, text) });
    expect(verdict).toMatchObject({ status: "refused", reason: "address_invalid" });
  });
});

describe("public keys", () => {
  const signature = signArbitrary(seed, address, text);
  const verdictOf = (given: string | undefined) =>
    verifySignature(cosmosMessages, { address, text, signature, public_key: given });

  test.each([
    ["base64", public_key],
    ["hex", bytesToHex(key)],
    ["amino JSON", JSON.stringify({ type, value: public_key })],
    ["JSON of protobuf", JSON.stringify({ "@type": "/cosmos.crypto.secp256k1.PubKey", key: public_key })],
    ["amino JSON in another order", JSON.stringify({ value: public_key, type })],
    ["JSON with white space", JSON.stringify({ type, value: public_key }, null, 2)],
  ])("are read in %s", (_, given) => {
    expect(verdictOf(given)).toEqual(proved);
  });

  test("are required", () => {
    expect(verdictOf(undefined)).toMatchObject({ status: "refused", reason: "public_key_missing" });
  });

  test.each([
    ["another text", "key"],
    ["an uncompressed key", bytesToHex(secp256k1.getPublicKey(seed, false))],
    ["another first byte", `05${bytesToHex(key).slice(2)}`],
    ["JSON that is cut off", JSON.stringify({ type, value: public_key }).slice(0, -1)],
    ["JSON without a type", JSON.stringify({ value: public_key })],
    ["JSON without a key", JSON.stringify({ type })],
    ["JSON with a key that is no text", JSON.stringify({ type, value: [public_key] })],
    ["the text of an object", JSON.stringify({ type, value: "{}" })],
    ["JSON with a private key", JSON.stringify({ type, value: public_key, key: base64.encode(seed) })],
    ["JSON with the JSON of a private key", JSON.stringify({ type, value: public_key, key: { privateKey: "" } })],
    ["JSON with two types", JSON.stringify({ type, "@type": type, value: public_key })],
    ["JSON with one name twice", `{"type":"${type}","value":"${base64.encode(seed)}","value":"${public_key}"}`],
  ])("are malformed: %s", (_, given) => {
    expect(verdictOf(given)).toMatchObject({ status: "refused", reason: "public_key_malformed" });
  });

  test.each([
    ["ethermint/PubKeyEthSecp256k1", "type", "value"],
    ["tendermint/PubKeyEd25519", "type", "value"],
    ["tendermint/PubKeyMultisigThreshold", "type", "value"],
    ["/cosmos.crypto.secp256r1.PubKey", "@type", "key"],
  ])("of another type decide nothing: %s", (name, typeName, valueName) => {
    const verdict = verdictOf(JSON.stringify({ [typeName]: name, [valueName]: public_key }));
    expect(verdict).toMatchObject({ status: "inconclusive", reason: "scheme_unknown" });
  });
});
