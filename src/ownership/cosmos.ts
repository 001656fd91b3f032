/**
 * Chains of the Cosmos SDK. A wallet signs the text as the data of a transaction that no chain accepts (ADR-36, `signArbitrary`
 * of Keplr). Signed is SHA-256 of its amino JSON, which has the address. The address is a hash of the secp256k1 key.
 *
 * The hash may also be that of a multisig key, and Osmosis lets an account add keys. A valid signature of another key
 * decides nothing.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base64, bech32 } from "@scure/base";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { cosmos, osmosis } from "../domain/chains/further/cosmos.js";
import { own } from "../domain/own.js";
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
import { signedByOtherKey } from "./ed25519-address.js";
import { hash160, isSignedBySecp256k1 } from "./secp256k1.js";
import { bytesOf, bytesOfHexOrBase64 } from "./signature-bytes.js";

/** Messages of Cosmos wallets. The `public_key` is the `pub_key` of `signArbitrary`: its value, or its JSON text. */
export const cosmosMessages: OwnershipMethod<"cosmos" | "osmosis"> = /* @__PURE__ */ frozenMethod({
  chains: { cosmos: "cosmos:cosmoshub-4", osmosis: "cosmos:osmosis-1" },
  accountOf: "Cosmos",
  formats: ["adr-36"],
  publicKeyBytes: 33,
  parse: (text) => (/^osmo1/i.test(text) ? osmosis : cosmos).parse(text),
  verify,
});

function verify({ address, text, signature, public_key }: Parameters<OwnershipMethod["verify"]>[0]): SignatureVerdict {
  const account = bech32.decodeToBytes(address).bytes;
  if (account.length !== ACCOUNT_LENGTH) return contract;
  if (public_key === undefined) return keyMissing;
  const keys = readKeys(public_key);
  if ("status" in keys) return keys;
  const signatures = bytesOfHexOrBase64(signature, [64]);
  if (signatures.length === 0) return signatureMalformed("64 bytes in base64 or hex");
  const digest = sha256(utf8ToBytes(signDoc(address, text)));
  // The SDK refuses a high s.
  const key = keys.find((each) => signatures.some((bytes) => isSignedBySecp256k1(bytes, digest, each, true)));
  if (key === undefined) return signatureWrong;
  return equalBytes(hash160(key), account) ? proved("adr-36") : signedByOtherKey;
}

/** ADR-28: those of contracts and modules have 32 bytes. */
const ACCOUNT_LENGTH = 20;

/**
 * The amino JSON of ADR-36: keys in order, no white space. Base64 and bech32 have no character that JSON, or amino's escaping
 * of `<`, `>` and `&`, would change.
 */
function signDoc(signer: string, text: string): string {
  const data = base64.encode(utf8ToBytes(text));
  const message = `{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${signer}"}}`;
  return `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[${message}],"sequence":"0"}`;
}

/** Names of secp256k1 in amino JSON, and in the JSON of protobuf. */
const SECP256K1 = ["tendermint/PubKeySecp256k1", "/cosmos.crypto.secp256k1.PubKey"];

/** Reads 33 bytes in base64 or hex, or the JSON of a key. */
function readKeys(text: string): readonly Uint8Array[] | SignatureVerdict {
  const isJson = text.trimStart().startsWith("{");
  const json = isJson ? parseKey(text) : undefined;
  if (json !== undefined && !SECP256K1.includes(json.type)) return otherKeyType;
  const value = isJson ? json?.value : text;
  const keys = typeof value === "string" ? bytesOf(value, [33]).filter(isCompressed) : [];
  return keys.length > 0 ? keys : keyMalformed;
}

interface KeyOfJson {
  readonly type: string;
  /** The key in base64. That of a multisig is none. */
  readonly value: unknown;
}

/** Names of the members in amino JSON, and in the JSON of protobuf, in order. */
const MEMBERS = ["type,value", "@type,key"];

/** Returns undefined for a text that is no JSON of a key. */
function parseKey(text: string): KeyOfJson | undefined {
  try {
    const json = JSON.parse(text);
    const type = own(json, "type") ?? own(json, "@type");
    // The text is stored with the proof. Further members, or one of two with the same name, may be a private key.
    const isAlone = MEMBERS.includes(Object.keys(json).sort().join());
    if (typeof type !== "string" || !isAlone || JSON.stringify(json) !== text.replace(/\s/g, "")) return undefined;
    return { type, value: own(json, "value") ?? own(json, "key") };
  } catch {
    return undefined;
  }
}

function isCompressed(key: Uint8Array): boolean {
  return key[0] === 2 || key[0] === 3;
}

const contract: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "contract_wallet",
  "The address is that of a contract or a module, which has no key.",
);

const otherKeyType: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "Only signatures of one secp256k1 key are supported, not those of a multisig or another type of key.",
);

const keyMissing: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_missing",
  "The address has only a hash of its key. Send the pub_key that the wallet returned as public_key.",
);

const keyMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_malformed",
  "The public_key must be a secp256k1 key of 33 bytes in base64 or hex, or the JSON of pub_key.",
);
