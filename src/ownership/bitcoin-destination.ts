/** What an address of Bitcoin, and of chains with addresses of its kinds, pays to. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { isAddressIssue } from "../domain/chains/address-issues.js";
import { base58Check, HASH_LENGTH } from "../domain/chains/encodings/base58check.js";
import { decodeBech32, isSegwitLike } from "../domain/chains/encodings/bech32.js";

export type Destination =
  /** The hash of a key, or of a script. */
  | { readonly kind: "p2pkh" | "p2sh"; readonly hash: Uint8Array }
  | { readonly kind: "witness"; readonly version: number; readonly program: Uint8Array };

/** Prefixes of Base58Check addresses, in hex. */
interface Base58Prefixes {
  readonly p2pkh: string;
  readonly p2sh: string;
}

/** Returns what a Base58Check address pays to; undefined for another text. */
function base58Destination(address: string, prefixes: Base58Prefixes): Destination | undefined {
  const payload = base58Check.decode(address);
  if (payload === undefined) return undefined;
  const prefix = bytesToHex(payload.subarray(0, -HASH_LENGTH));
  const hash = payload.subarray(-HASH_LENGTH);
  if (prefix === prefixes.p2pkh) return { kind: "p2pkh", hash };
  return prefix === prefixes.p2sh ? { kind: "p2sh", hash } : undefined;
}

/**
 * Returns what a segwit or Base58Check address pays to; undefined for another text.
 *
 * @param segwit - the prefix of segwit addresses
 */
export function segwitOrBase58Destination(
  address: string,
  segwit: string,
  prefixes: Base58Prefixes,
): Destination | undefined {
  return (isSegwitLike(address, segwit) ? witnessOf(address) : undefined) ?? base58Destination(address, prefixes);
}

function witnessOf(address: string): Destination | undefined {
  const decoded = decodeBech32(address);
  if (isAddressIssue(decoded)) return undefined;
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  return version === undefined || program === undefined ? undefined : { kind: "witness", version, program };
}
