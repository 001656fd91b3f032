/** Reads bytes in the encodings that wallets use for signatures and keys. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { base58, base64, base64nopad, base64url, base64urlnopad } from "@scure/base";

const HEX = /^(?:0x)?(?:[0-9A-Fa-f]{2})*$/;

/** Decodes hex, with 0x or without; undefined for other text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  return HEX.test(text) ? hexToBytes(text.replace(/^0x/, "")) : undefined;
}

/** Reads the JSON array of 64 bytes that some websites make of a signature. Any other number of bytes may be a key. */
function bytesOfArray(text: string): Uint8Array | undefined {
  const numbers: unknown = text.startsWith("[") ? JSON.parse(text) : undefined;
  if (!Array.isArray(numbers) || numbers.length !== 64) return undefined;
  return numbers.every((each) => Number.isInteger(each) && each >= 0 && each < 256)
    ? Uint8Array.from(numbers)
    : undefined;
}

/** Longer texts are not base58, whose decoding takes time by the square of the length. */
const MAX_BASE58 = 200;

type Codec = { readonly decode: (text: string) => Uint8Array | undefined };

const hexAndBase64: readonly Codec[] = [{ decode: bytesOfHex }, base64, base64nopad, base64url, base64urlnopad];

const longCodecs: readonly Codec[] = [...hexAndBase64, { decode: bytesOfArray }];

/**
 * Decodes hex, base64, base58, and an array of 64 bytes. A text may be valid in two of them.
 *
 * @param lengths - the numbers of bytes that are accepted
 * @returns every reading with such a length
 */
export function bytesOf(text: string, lengths: readonly number[]): readonly Uint8Array[] {
  return readingsOf(text, lengths, text.length > MAX_BASE58 ? longCodecs : [...longCodecs, base58]);
}

/** Decodes hex and base64. */
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
