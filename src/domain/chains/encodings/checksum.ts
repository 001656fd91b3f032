/** Adds a checksum to an encoding of `@scure/base`. */
import { concatBytes } from "@noble/hashes/utils.js";
import type { BytesCoder } from "@scure/base";

/** An encoding of bytes with a checksum at the end. */
export interface ChecksumCodec {
  /** Returns the text of a payload and its checksum. */
  readonly encode: (payload: Uint8Array) => string;
  /** Returns the payload; undefined when the text cannot be decoded or its checksum is wrong. */
  readonly decode: (text: string) => Uint8Array | undefined;
}

/**
 * @param checksumOf - returns the checksum; bytes after `length` are ignored
 * @param length - bytes of the checksum
 */
export function withChecksum(
  encoding: BytesCoder,
  length: number,
  checksumOf: (payload: Uint8Array) => Uint8Array,
): ChecksumCodec {
  return {
    encode: (payload) => encoding.encode(concatBytes(payload, checksumOf(payload).subarray(0, length))),
    decode: (text) => {
      const bytes = decodeOrUndefined(encoding, text);
      if (bytes === undefined || bytes.length <= length) return undefined;
      const payload = bytes.subarray(0, -length);
      const checksum = checksumOf(payload);
      const isValid = bytes.subarray(-length).every((byte, index) => byte === checksum[index]);
      return isValid ? payload : undefined;
    },
  };
}

function decodeOrUndefined(encoding: BytesCoder, text: string): Uint8Array | undefined {
  try {
    return encoding.decode(text);
  } catch {
    // The text is not canonical, for example base32 with non-zero unused bits.
    return undefined;
  }
}
