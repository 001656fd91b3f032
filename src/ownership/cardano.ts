/**
 * Cardano. A wallet signs a COSE_Sign1 (CIP-8, RFC 9052) and returns its key as a COSE_Key (CIP-30, `signData`), both in hex.
 *
 * - Only what the protected header says is signed: the algorithm and the address, which must be the address to prove.
 * - The payload is the text. Hardware wallets sign its hash instead, and say so in the header `hashed`, which is not signed.
 * - The payment key proves a base, pointer or enterprise address, and the stake key a reward address, as CIP-30 demands. A
 *   stake key never proves a base address: the payment key alone spends, and both keys may have different owners.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { type CborItem, type CborMap, cborReader, readCborItem, toCborBytes } from "../domain/chains/encodings/cbor.js";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { cardano } from "../domain/chains/further/cardano.js";
import {
  frozenMethod,
  inconclusive,
  type OwnershipMethod,
  proved,
  refused,
  type SignatureVerdict,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import { isSignedByEd25519 } from "./ed25519.js";
import { bytesOf } from "./signature-bytes.js";

/** Messages of Cardano wallets. The `public_key` is the `key` that `signData` of CIP-30 returns. */
export const cardanoMessages: OwnershipMethod<"cardano"> = /* @__PURE__ */ frozenMethod({
  chains: { cardano: "cip34:1-764824073" },
  accountOf: "Cardano",
  formats: ["cip-8"],
  // A read of the property here would keep the method in bundles that do not use it.
  parse: (text) => cardano.parse(text),
  verify,
});

function verify(signed: Parameters<OwnershipMethod["verify"]>[0]): SignatureVerdict {
  if (signed.decoded.format === "byron") return byronUnknown;
  const address = bech32.fromWords(bech32.decode(signed.address, MAX_ADDRESS).words);
  if (hasScript(address)) return scriptUnknown;
  if (signed.public_key === undefined) return keyMissing;
  const keys = readKeys(signed.public_key, address);
  if ("status" in keys) return keys;
  const message = readOrUndefined(() => readMessage(hexToBytes(signed.signature.replace(/^0x/, ""))));
  if (message === undefined) return signatureMalformed("a COSE_Sign1 with EdDSA and an address in hex, as of CIP-30");
  if (!equalBytes(message.address, address)) return otherAddress;
  const key = keys.find((each) => equalBytes(blake224(each), credentialOf(address)));
  if (key === undefined) return otherKey;
  const text = utf8ToBytes(signed.text);
  const payload = message.isHashed ? blake224(text) : text;
  const isOfText = message.payload === null || equalBytes(message.payload, payload);
  const isProved = isOfText && isSignedByEd25519(message.signature, toBeSigned(message.headers, payload), key);
  return isProved ? proved("cip-8") : signatureWrong;
}

/** As of the chain module. */
const MAX_ADDRESS = 108;

/** CIP-19: the lowest bit of the type says whether the payment part, or that of a reward address, is a script. */
function hasScript([header = 0]: Uint8Array): boolean {
  return ((header >> 4) & 1) === 1;
}

/** The hash of the payment key, or of the stake key of a reward address. */
function credentialOf(address: Uint8Array): Uint8Array {
  return address.subarray(1, 29);
}

function blake224(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 28 });
}

/** Labels and values of RFC 9052 and RFC 9053. */
const ALGORITHM = 1;
const CRITICAL = 2;
const EDDSA = -8;
const KEY_TYPE = 1;
const OCTET_KEY_PAIR = 1;
const KEY_ALGORITHM = 3;
const CURVE = -1;
const ED25519 = 6;
const PUBLIC = -2;
const PRIVATE = -4;
const KEY_ID = 2;
const KEY_OPERATIONS = 4;
const VERIFY = 2;
const KEY_LABELS: readonly unknown[] = [KEY_TYPE, KEY_ID, KEY_ALGORITHM, KEY_OPERATIONS, CURVE, PUBLIC];
/** Labels of CIP-8 in the header that is not signed. The message is stored, and another one may have a private key. */
const UNSIGNED_LABELS: readonly unknown[] = ["hashed", "version"];

interface Message {
  /** The protected header in CBOR. */
  readonly headers: Uint8Array;
  readonly address: Uint8Array;
  readonly isHashed: boolean;
  /** Null if the message leaves it out, which CIP-8 permits. */
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** @throws an error for anything else than a COSE_Sign1 of an address */
function readMessage(bytes: Uint8Array): Message {
  const cbor = cborReader(bytes);
  cbor.array(4);
  const headers = cbor.bytes();
  const signedHeaders = readMap(headers);
  const unsigned = asMap(readCborItem(cbor));
  const payload = readCborItem(cbor);
  const signature = cbor.bytes();
  cbor.end();
  const address = signedHeaders.get("address");
  const isHashed = unsigned.has("hashed") ? unsigned.get("hashed") : false;
  const isValid =
    signedHeaders.get(ALGORITHM) === EDDSA &&
    // It lists headers that a reader must understand.
    !signedHeaders.has(CRITICAL) &&
    Number.isInteger(unsigned.get("version") ?? 0) &&
    // RFC 9052, section 3: a label is in one of both headers.
    [...unsigned.keys()].every((label) => UNSIGNED_LABELS.includes(label) && !signedHeaders.has(label));
  if (!isValid || !(address instanceof Uint8Array) || typeof isHashed !== "boolean") throw malformed();
  if (payload !== null && !(payload instanceof Uint8Array)) throw malformed();
  return { headers, address, isHashed, payload, signature };
}

/** Sig_structure: the context, the protected header, no further data, and the payload. */
function toBeSigned(headers: Uint8Array, payload: Uint8Array): Uint8Array {
  return concatBytes(CONTEXT, toCborBytes(headers), toCborBytes(new Uint8Array()), toCborBytes(payload));
}

/** An array of four items, and the text "Signature1". */
const CONTEXT = /* @__PURE__ */ concatBytes(
  /* @__PURE__ */ Uint8Array.of(0x84, 0x6a),
  /* @__PURE__ */ utf8ToBytes("Signature1"),
);

/** CIP-5. A key with a chain code (`addr_xvk`) is none of a message (CIP-8). */
const BECH32_KEY = /^(?:addr|stake)_vk1/;

/** Reads a COSE_Key in hex, or the 32 bytes of a key in hex, base64 or bech32. */
function readKeys(text: string, address: Uint8Array): readonly Uint8Array[] | SignatureVerdict {
  const keys = bytesOf(text, [32]);
  if (keys.length > 0) return keys;
  if (BECH32_KEY.test(text)) {
    const key = bech32.decodeUnsafe(text);
    const bytes = key && bech32.fromWordsUnsafe(key.words);
    return bytes?.length === 32 ? [bytes] : keyMalformed;
  }
  const map = readOrUndefined(() => readMap(hexToBytes(text.replace(/^0x/, ""))));
  if (map?.has(PRIVATE)) return privateKey;
  const key = map && readOkp(map, address);
  return key ? [key] : keyMalformed;
}

/** Returns the public key. The COSE_Key is stored with the proof, so that it must not have more than the key. */
function readOkp(map: CborMap, address: Uint8Array): Uint8Array | undefined {
  const key = map.get(PUBLIC);
  const [id, operations] = [map.get(KEY_ID) ?? address, map.get(KEY_OPERATIONS) ?? [VERIFY]];
  const isEd25519 =
    [...map.keys()].every((label) => KEY_LABELS.includes(label)) &&
    map.get(KEY_TYPE) === OCTET_KEY_PAIR &&
    (map.get(KEY_ALGORITHM) ?? EDDSA) === EDDSA &&
    map.get(CURVE) === ED25519 &&
    key instanceof Uint8Array &&
    key.length === 32 &&
    // CIP-30 recommends the address.
    id instanceof Uint8Array &&
    [key, address].some((each) => equalBytes(each, id)) &&
    Array.isArray(operations) &&
    operations.every((each) => each === VERIFY);
  return isEd25519 ? key : undefined;
}

function readMap(bytes: Uint8Array): CborMap {
  const cbor = cborReader(bytes);
  const map = asMap(readCborItem(cbor));
  cbor.end();
  return map;
}

function asMap(item: CborItem): CborMap {
  if (!(item instanceof Map)) throw malformed();
  return item;
}

function malformed(): TypeError {
  return new TypeError("The bytes are not COSE of the expected kind.");
}

function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The hex or the CBOR is malformed.
    return undefined;
  }
}

const byronUnknown: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "Signed messages of addresses of the Byron era are not supported.",
  "Use a transfer of a predefined amount from the address, or an address of the wallet that begins with addr1.",
);

const scriptUnknown: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "script_unknown",
  "The address is controlled by a script, which a signature of one key does not satisfy.",
);

const keyMissing: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_missing",
  "The address has only a hash of its key. Send the key that signData of CIP-30 returned as public_key.",
);

const keyMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_malformed",
  "The public_key must be the key that signData of CIP-30 returned, in hex, or 32 bytes in hex, base64 or bech32.",
);

const privateKey: SignatureVerdict = /* @__PURE__ */ refused(
  "secret_key",
  "The public_key contains a private key. Treat it as exposed: move the assets to a new wallet.",
);

const otherAddress: SignatureVerdict = /* @__PURE__ */ refused(
  "signature_wrong",
  "The wallet signed the text for another address. Sign it again, with the address to prove as the first argument of signData.",
);

const otherKey: SignatureVerdict = /* @__PURE__ */ refused(
  "signature_wrong",
  "The public_key is not the key of this address. Sign with its payment key, or with the stake key of a stake address.",
);
