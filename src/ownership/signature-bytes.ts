/** Reads bytes in the encodings that wallets use for signatures and keys. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { base58, base64, base64nopad, base64url, base64urlnopad } from "@scure/base";

const HEX = /^(?:0x)?(?:[0-9A-Fa-f]{2})*$/;

/** Decodes hex, with 0x or without; undefined for other text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  return HEX.test(text) ? hexToBytes(text.replace(/^0x/, "")) : undefined;
}

/** Longer texts are not base58, whose decoding takes time by the square of the length. */
const MAX_BASE58 = 200;

type Codec = { readonly decode: (text: string) => Uint8Array | undefined };

const hexAndBase64: readonly Codec[] = [{ decode: bytesOfHex }, base64, base64nopad, base64url, base64urlnopad];

/**
 * Decodes hex, base64 and base58. A text may be valid in two of them.
 *
 * @param lengths - the numbers of bytes that are accepted
 * @returns every reading with such a length
 */
export function bytesOf(text: string, lengths: readonly number[]): readonly Uint8Array[] {
  return readingsOf(text, lengths, text.length > MAX_BASE58 ? hexAndBase64 : [...hexAndBase64, base58]);
}

/** The same without base58. */
export function bytesOfHexOrBase64(text: string, lengths: readonly number[]): readonly Uint8Array[] {
  return readingsOf(text, lengths, hexAndBase64);
}

function readingsOf(text: string, lengths: readonly number[], codecs: readonly Codec[]): readonly Uint8Array[] {
  const read = new Map<string, Uint8Array>();
  for (const { decode } of codecs) {
    try {
      const bytes = decode(text);
      if (bytes !== undefined && lengths.includes(bytes.length)) read.set(bytes.join(), bytes);
    } catch {
      // Not in this encoding.
    }
  }
  return [...read.values()];
}
