/** Wallets of CIP-30, with the message signing library of Emurgo, which most wallets contain. */
import {
  AlgorithmId,
  CBORValue,
  COSESign1Builder,
  EdDSA25519Key,
  HeaderMap,
  Headers,
  Label,
  ProtectedHeaderMap,
} from "@emurgo/cardano-message-signing-nodejs";
import { ed25519 } from "@noble/curves/ed25519.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { cardanoMessages } from "../../../src/ownership/cardano.js";
import type { Signed, Wallet, WalletCase } from "./wallet-case.js";

export function keyHash(key: Uint8Array): Uint8Array {
  return blake2b(key, { dkLen: 28 });
}

/** CIP-19: a header, and one or two hashes of keys or scripts. */
export function toCardano(header: number, ...hashes: readonly Uint8Array[]): string {
  const prefix = header >> 4 >= 14 ? "stake" : "addr";
  return bech32.encode(prefix, bech32.toWords(concatBytes(Uint8Array.of(header), ...hashes)), 150);
}

interface Options {
  /** The hash of the text is signed, as hardware wallets do. */
  readonly isHashed?: boolean;
  /** The message has no payload. */
  readonly isDetached?: boolean;
  /** Adds headers. */
  readonly change?: (signed: HeaderMap, unsigned: HeaderMap) => void;
}

/** Signs as `signData` does. */
export function signData(seed: Uint8Array, address: string, text: string, options: Options = {}): Signed {
  const { isHashed = false, isDetached = false, change } = options;
  const [signed, unsigned] = [HeaderMap.new(), HeaderMap.new()];
  signed.set_algorithm_id(Label.from_algorithm_id(AlgorithmId.EdDSA));
  const bytes = bech32.fromWords(bech32.decode(address as `${string}1${string}`, 150).words);
  signed.set_header(Label.new_text("address"), CBORValue.new_bytes(bytes));
  change?.(signed, unsigned);
  const headers = Headers.new(ProtectedHeaderMap.new(signed), unsigned);
  const builder = COSESign1Builder.new(headers, utf8ToBytes(text), isDetached);
  if (isHashed) builder.hash_payload();
  const signature = ed25519.sign(builder.make_data_to_sign().to_bytes(), seed);
  return {
    signature: bytesToHex(builder.build(signature).to_bytes()),
    public_key: bytesToHex(EdDSA25519Key.new(ed25519.getPublicKey(seed)).build().to_bytes()),
  };
}

/** Longer messages do not fit into a signature of the longest accepted length. */
function toText(drawn: string): string {
  return [...drawn].slice(0, 400).join("");
}

function cardanoCase(name: string, isHashed: boolean, addressOf: (hash: Uint8Array) => string): WalletCase {
  const wallet = (seed: Uint8Array): Wallet => {
    const address = addressOf(keyHash(ed25519.getPublicKey(seed)));
    return { address, sign: (text) => signData(seed, address, text, { isHashed }) };
  };
  return { name, method: cardanoMessages, format: "cip-8", encoding: "hex", wallet, toText };
}

export const cardanoWallets: readonly WalletCase[] = [
  cardanoCase("cardano payment key", false, (hash) => toCardano(0x01, hash, keyHash(hash))),
  cardanoCase("cardano stake key, hashed", true, (hash) => toCardano(0xe1, hash)),
];
