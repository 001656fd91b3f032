/** Cardano: CIP-8 and CIP-30. */
import {
  CBORValue,
  COSESign1,
  EdDSA25519Key,
  type HeaderMap,
  Int,
  Label,
  Labels,
} from "@emurgo/cardano-message-signing-nodejs";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64, bech32 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cardanoMessages } from "../../src/ownership/cardano.js";
import { verifySignature } from "../../src/ownership.js";
import { keyHash, signData, toCardano } from "../support/ownership/cardano-wallets.js";
import { runs } from "../support/runs.js";

const seed = new Uint8Array(32).fill(7);
const key = ed25519.getPublicKey(seed);
const stakeSeed = new Uint8Array(32).fill(8);
const stakeKey = ed25519.getPublicKey(stakeSeed);
const base = toCardano(0x01, keyHash(key), keyHash(stakeKey));
const reward = toCardano(0xe1, keyHash(stakeKey));
const text = "I control this address.";
const proved = { status: "proved", format: "cip-8" };

/** The key as a COSE_Key. */
function cose(bytes: string): string {
  return `a4010103272006215820${bytes}`;
}

function fromHex(hex: string): string {
  const [header = 0, ...hash] = hexToBytes(hex);
  return toCardano(header, Uint8Array.from(hash));
}

/** Mainnet messages of wallets. */
const stakeVector = {
  address: "stake1uyvfslqkzgrf6syq5r4jg7pqewv8l65phh024lw5r7vk9qgznhyty",
  text: "Augusta Ada King, Countess of Lovelace",
  public_key: cose("b89526fd6bf4ba737c55ea90670d16a27f8de6cc1982349b3b676705a2f420c6"),
  signature:
    "84582aa201276761646472657373581de118987c1612069d4080a0eb247820cb987fea81bddeaafdd41f996281a166686173686564f458264175677573746120416461204b696e672c20436f756e74657373206f66204c6f76656c61636558401712458b19f606b322982f6290c78529a235b56c0f1cec4f24b12a8660b40cd37f4c5440a465754089c462ed4b0d613bffaee3d1833516569fda4852f42a4a0f",
};
const baseVector = {
  address: "addr1qxtu4w2rq2mdguw4fkms2ge4m070nq8cmlyjfhghwlh8sjscnp7pvysxn4qgpg8ty3uzpjuc0l4gr0w74t7ag8uev2qseuyw6u",
  text: "Hello World",
  public_key: cose("472be3f30b51ead6d020e0d370774861e242ca23eaca2f4eff4ddb8eaa3abefd"),
  signature:
    "845846a20127676164647265737358390197cab94302b6d471d54db7052335dbfcf980f8dfc924dd1777ee784a18987c1612069d4080a0eb247820cb987fea81bddeaafdd41f996281a166686173686564f44b48656c6c6f20576f726c645840b65cb33e107a692605a479811a8405e44eeac5217c6ef92b79c221c2309305ec2db927fb75a7d197602e1eb2e663dae227aa7c0510b6484f5591b2b4bd47b70d",
};

describe("vectors", () => {
  test.each([
    ["reward address (cardano-verify-datasignature)", stakeVector],
    ["base address (cardano-verify-datasignature)", baseVector],
    [
      "detached payload of an enterprise address (cardano-verify-datasignature)",
      {
        address: fromHex("617863b5c43bdf0a06608abc82f0573a549714ff69166074dcdde393d8"),
        text: "Hello world",
        public_key: cose("755b017578b701dc9ddd4eaee67015b4ca8baf66293b7b1d204df426c0ceccb9"),
        signature:
          "84582aa201276761646472657373581d617863b5c43bdf0a06608abc82f0573a549714ff69166074dcdde393d8a166686173686564f4f65840fc58155f0cee05bc00e7299af1df1f159ac82a46a055786b259657934eff346eec81349d4678ceabc79f213c66a2bdbfd4ea5d9ebdc630bee5ac9cce75cfc001",
      },
    ],
    [
      "key in the protected header, as of older wallets (cardano-client-lib)",
      {
        address: fromHex(
          "01d2eb831c6cad4aba700eb35f86966fbeff19d077954430e32ce65e8da79a3abe84f4ce817fad066acc1435be2ffc6bd7dce2ec1cc6cca6cb",
        ),
        text: "hello",
        public_key: "674d11e432450118d70ea78673d5e31d5cc1aec63de0ff6284784876544be340",
        signature:
          "845869a30127045820674d11e432450118d70ea78673d5e31d5cc1aec63de0ff6284784876544be3406761646472657373583901d2eb831c6cad4aba700eb35f86966fbeff19d077954430e32ce65e8da79a3abe84f4ce817fad066acc1435be2ffc6bd7dce2ec1cc6cca6cba166686173686564f44568656c6c6f5840a3b5acd99df5f3b5e4449c5a116078e9c0fcfc126a4d4e2f6a9565f40b0c77474cafd89845e768fae3f6eec0df4575fcfe7094672c8c02169d744b415c617609",
      },
    ],
    [
      "base address (Yoroi)",
      {
        address:
          "addr1qynqc23tpx4dqps6xgqy9s2l3xz5fxu734wwmzj9uddn0h2z6epfcukqmswgwwfruxh7gaddv9x0d5awccwahnhwleqqc4zkh4",
        text: "whatever",
        public_key: cose("be6a4d7e9789dd7458049c971ad783107e7f041c6f1f542b4530d63d5fe5afb1"),
        signature:
          "845846a201276761646472657373583901260c2a2b09aad0061a320042c15f8985449b9e8d5ced8a45e35b37dd42d6429c72c0dc1c873923e1afe475ad614cf6d3aec61ddbceeefe40a166686173686564f448776861746576657258406a16fcb9cc6c3f7d83fdd623e8896d4b81c0ef6a9fb68d916794e2e4c3c0766666b485f71c6f1f56241cb30905cc18618c7e95721dba3e91bcd9918f51e8b90a",
      },
    ],
  ])("proves the message of a %s", (_, vector) => {
    expect(verifySignature(cardanoMessages, vector)).toEqual(proved);
  });

  test.each([
    ["another text", { ...stakeVector, text: `!${stakeVector.text}!` }],
    ["a base address with the stake key of the reward address", { ...stakeVector, address: baseVector.address }],
    ["the reward address of the base address", { ...baseVector, address: stakeVector.address }],
    ["another key", { ...baseVector, public_key: stakeVector.public_key }],
  ])("refuses %s", (_, vector) => {
    expect(verifySignature(cardanoMessages, vector)).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });
});

describe("the library of Emurgo", () => {
  /** The library composes what was signed. It has no Ed25519. */
  function accepts(signature: string, publicKey: Uint8Array, signedText: string): boolean {
    try {
      const message = COSESign1.from_bytes(hexToBytes(signature));
      const payload = message.payload() === undefined ? utf8ToBytes(signedText) : undefined;
      return ed25519.verify(message.signature(), message.signed_data(undefined, payload).to_bytes(), publicKey);
    } catch {
      return false;
    }
  }

  it("agrees about true and changed signatures", () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const short = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(
        seeds,
        short,
        fc.boolean(),
        fc.boolean(),
        fc.nat(),
        (secret, signedText, isHashed, isDetached, at) => {
          const address = toCardano(0x61, keyHash(ed25519.getPublicKey(secret)));
          // The library hashes no payload that the message leaves out.
          const signed = signData(secret, address, signedText, { isHashed: isHashed && !isDetached, isDetached });
          const publicKey = ed25519.getPublicKey(secret);
          expect(accepts(signed.signature, publicKey, signedText)).toBe(true);
          expect(verifySignature(cardanoMessages, { address, text: signedText, ...signed })).toEqual(proved);
          const bytes = hexToBytes(signed.signature);
          // One of the 64 bytes of the signature.
          const place = bytes.length - 64 + (at % 64);
          bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8));
          expect(accepts(bytesToHex(bytes), publicKey, signedText)).toBe(false);
          const changed = { address, text: signedText, ...signed, signature: bytesToHex(bytes) };
          expect(verifySignature(cardanoMessages, changed)).toMatchObject({ reason: "signature_wrong" });
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe("headers", () => {
  it("proves nothing with a changed bit", () => {
    const signed = signData(seed, base, "a");
    const hex = signed.signature;
    // The signature itself has its own property.
    for (let bit = 0; bit < 8 * (hex.length / 2 - 64); bit += 1) {
      const bytes = hexToBytes(hex);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const verdict = verifySignature(cardanoMessages, {
        address: base,
        text: "a",
        ...signed,
        signature: bytesToHex(bytes),
      });
      expect([bit, verdict.status]).toEqual([bit, "refused"]);
    }
  });

  function withHeaders(change: (signed: HeaderMap, unsigned: HeaderMap) => void): unknown {
    return verifySignature(cardanoMessages, { address: base, text, ...signData(seed, base, text, { change }) });
  }
  const malformed = { status: "refused", reason: "signature_malformed" };
  const value = (bytes: number[]) => CBORValue.new_bytes(Uint8Array.from(bytes));

  const version = (given: CBORValue) => (_: HeaderMap, unsigned: HeaderMap) =>
    unsigned.set_header(Label.new_text("version"), given);

  it("ignores further headers that are signed, and the version", () => {
    expect(withHeaders((signed) => signed.set_key_id(key))).toEqual(proved);
    expect(withHeaders(version(CBORValue.new_int(Int.new_i32(1))))).toEqual(proved);
  });

  // The message is stored with the proof.
  it.each<[string, (signed: HeaderMap, unsigned: HeaderMap) => void]>([
    [
      "a label of a private key",
      (_, unsigned) => unsigned.set_header(Label.new_int(Int.new_i32(-4)), CBORValue.new_bytes(seed)),
    ],
    ["a key id", (_, unsigned) => unsigned.set_key_id(seed)],
    ["a version that is no number", version(CBORValue.new_bytes(seed))],
  ])("refuses further headers that are not signed: %s", (_, change) => {
    expect(withHeaders(change)).toMatchObject(malformed);
  });

  it("refuses critical headers", () => {
    const verdict = withHeaders((signed) => {
      const labels = Labels.new();
      labels.add(Label.new_text("address"));
      signed.set_criticality(labels);
    });
    expect(verdict).toMatchObject(malformed);
  });

  it("refuses a label that is in both headers", () => {
    const verdict = withHeaders((_, unsigned) => unsigned.set_header(Label.new_text("address"), value([1])));
    expect(verdict).toMatchObject(malformed);
  });

  it("refuses the header hashed if it is no boolean", () => {
    const signed = signData(seed, base, text);
    const signature = signed.signature.replace("686173686564f4", "686173686564f6");
    expect(verifySignature(cardanoMessages, { address: base, text, ...signed, signature })).toMatchObject(malformed);
  });
});

describe("signatures", () => {
  const signed = signData(seed, base, text);
  const verdictOf = (changed: object) =>
    verifySignature(cardanoMessages, { address: base, text, ...signed, ...changed });
  const { signature } = signed;

  test.each([
    ["no hex", "COSE"],
    ["base64", base64.encode(hexToBytes(signature))],
    ["a bare signature", signature.slice(-128)],
    ["a cut one", signature.slice(0, -2)],
    ["a byte behind it", `${signature}00`],
    ["a tag", `d2${signature}`],
    ["an indefinite array", `9f${signature.slice(2)}ff`],
    ["another algorithm", signature.replace("a20127", "a20126")],
    ["no algorithm", signature.replace("a20127", "a20327")],
    ["no address", signature.replace(bytesToHex(utf8ToBytes("address")), bytesToHex(utf8ToBytes("Address")))],
    [
      "a text as payload",
      signature.replace(`f457${bytesToHex(utf8ToBytes(text))}`, `f477${bytesToHex(utf8ToBytes(text))}`),
    ],
    ["no map of headers", signature.replace("a166686173686564f4", "80")],
  ])("refuses %s as malformed", (_, changed) => {
    expect(changed).not.toBe(signature);
    expect(verdictOf({ signature: changed })).toMatchObject({ status: "refused", reason: "signature_malformed" });
  });

  test("accepts 0x and upper case", () => {
    expect(verdictOf({ signature: `0x${signature.toUpperCase()}` })).toEqual(proved);
  });

  test.each([
    ["the hash of the text without the header", signature.replace("686564f4", "686564f5")],
    ["the message of another address", signData(seed, toCardano(0x61, keyHash(key)), text).signature],
    ["the message of the stake key for the base address", signData(stakeSeed, base, text).signature],
    ["the message of a signature that is too short", `${signature.slice(0, -132)}583f${signature.slice(-126)}`],
  ])("refuses %s", (_, changed) => {
    expect(verdictOf({ signature: changed })).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });

  test("refuses a valid message of the stake key, with its key, for a base address", () => {
    const byStake = signData(stakeSeed, base, text);
    expect(verdictOf(byStake)).toMatchObject({ status: "refused", reason: "signature_wrong" });
    expect(verdictOf({ ...signData(stakeSeed, reward, text), address: reward })).toEqual(proved);
    expect(verdictOf({ ...signData(seed, reward, text), address: reward })).toMatchObject({
      reason: "signature_wrong",
    });
  });
});

describe("addresses", () => {
  const hash = keyHash(key);
  const other = keyHash(stakeKey);
  const pointer = Uint8Array.of(1, 2, 3);
  const verdictOf = (address: string) =>
    verifySignature(cardanoMessages, { address, text, ...signData(seed, address, text) });

  test.each([
    ["base", toCardano(0x01, hash, other)],
    ["base with the script of a stake", toCardano(0x21, hash, other)],
    ["pointer", toCardano(0x41, hash, pointer)],
    ["enterprise", toCardano(0x61, hash)],
    ["reward", toCardano(0xe1, hash)],
  ])("proves an address of a key: %s", (_, address) => {
    expect(verdictOf(address)).toEqual(proved);
  });

  test.each([
    ["base", toCardano(0x11, hash, other)],
    ["base with two scripts", toCardano(0x31, hash, other)],
    ["pointer", toCardano(0x51, hash, pointer)],
    ["enterprise", toCardano(0x71, hash)],
    ["reward", toCardano(0xf1, hash)],
  ])("decides nothing about a script: %s", (_, address) => {
    expect(verdictOf(address)).toMatchObject({ status: "inconclusive", reason: "script_unknown" });
  });

  test("decides nothing about an address of the Byron era", () => {
    const address = "Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi";
    const verdict = verifySignature(cardanoMessages, { address, text, ...signData(seed, base, text) });
    expect(verdict).toMatchObject({ status: "inconclusive", reason: "scheme_unknown" });
  });

  test("refuses a test network", () => {
    const address = bech32.encode("addr_test", bech32.toWords(Uint8Array.of(0x60, ...hash)), 150);
    expect(verdictOf(address)).toMatchObject({ status: "refused", reason: "address_invalid" });
  });
});

describe("public keys", () => {
  const { signature } = signData(seed, base, text);
  const verdictOf = (public_key: string | undefined) =>
    verifySignature(cardanoMessages, { address: base, text, signature, public_key });
  const hex = bytesToHex(key);

  function built(change: (each: EdDSA25519Key) => void): string {
    const builder = EdDSA25519Key.new(key);
    change(builder);
    return bytesToHex(builder.build().to_bytes());
  }

  function withMember(member: string): string {
    return `a5${cose(hex).slice(2)}${member}`;
  }
  const baseHex = bytesToHex(bech32.fromWords(bech32.decode(base as `addr1${string}`, 150).words));

  test.each([
    ["COSE_Key", cose(hex)],
    ["COSE_Key with 0x", `0x${cose(hex)}`],
    ["COSE_Key with its uses", built((each) => each.is_for_verifying())],
    ["COSE_Key with the key as its id", withMember(`025820${hex}`)],
    ["COSE_Key with the address as its id", withMember(`025839${baseHex}`)],
    ["COSE_Key without an algorithm", `a301012006215820${hex}`],
    ["hex", hex],
    ["base64", base64.encode(key)],
    ["bech32 of a payment key", bech32.encode("addr_vk", bech32.toWords(key))],
    ["bech32 of a stake key", bech32.encode("stake_vk", bech32.toWords(key))],
  ])("reads %s", (_, publicKey) => {
    expect(verdictOf(publicKey)).toEqual(proved);
  });

  test("are required", () => {
    expect(verdictOf(undefined)).toMatchObject({ status: "refused", reason: "public_key_missing" });
  });

  test.each([
    ["another text", "key"],
    ["31 bytes", hex.slice(2)],
    ["another type", cose(hex).replace("a40101", "a40102")],
    ["another algorithm", cose(hex).replace("0327", "0326")],
    ["another curve", cose(hex).replace("2006", "2007")],
    ["a key of 31 bytes", `a401010327200621581f${hex.slice(2)}`],
    ["a key that is a text", `a4010103272006217820${"61".repeat(32)}`],
    ["no map", "80"],
    ["a byte behind it", `${cose(hex)}00`],
    ["a key with a chain code", bech32.encode("addr_xvk", bech32.toWords(new Uint8Array(64)), 150)],
    ["bech32 of 31 bytes", bech32.encode("addr_vk", bech32.toWords(key.subarray(1)))],
    // The text is stored with the proof.
    ["a COSE_Key with another id", withMember(`025820${bytesToHex(seed)}`)],
    ["a COSE_Key with a text as id", withMember("026161")],
    ["a COSE_Key with another use", withMember("048101")],
    ["a COSE_Key with uses that are no list", withMember(`045820${bytesToHex(seed)}`)],
    ["a COSE_Key with a further member", withMember(`225820${bytesToHex(seed)}`)],
    ["bech32 with a wrong checksum", `${bech32.encode("addr_vk", bech32.toWords(key)).slice(0, -1)}b`],
  ])("refuses %s as malformed", (_, publicKey) => {
    expect(verdictOf(publicKey)).toMatchObject({ status: "refused", reason: "public_key_malformed" });
  });

  test("refuses a COSE_Key with the private key", () => {
    const verdict = verdictOf(built((each) => each.set_private_key(seed)));
    expect(verdict).toMatchObject({ status: "refused", reason: "secret_key" });
  });
});
