/** Strkey of Stellar (SEP-23): base32 of a version byte, a payload and a CRC-16 of both, its low byte first. */
import { concatBytes } from "@noble/hashes/utils.js";
import { base32nopad } from "@scure/base";
import type { Writing } from "../address-issues.js";
import { base32Alphabet, decodeBase32 } from "./base32.js";

/** 32 bytes of payload: `G…`, `C…` and the seed `S…`. */
export const strkeyWriting: Writing = { alphabet: base32Alphabet, least: 56, most: 56 };
/** 40 bytes of payload: `M…`. */
export const muxedWriting: Writing = { alphabet: base32Alphabet, least: 69, most: 69 };

/** Version bytes: five bits of type, three of algorithm. */
export const strkeyTypes = { contract: 0x10, account: 0x30, muxed: 0x60, seed: 0x90 } as const;

const CRC_LENGTH = 2;

/** Version byte and payload of a text that is written as one of the above; undefined when its checksum is wrong. */
export function decodeStrkey(text: string): Uint8Array | undefined {
  const bytes = decodeBase32(text);
  if (bytes === undefined) return undefined;
  const body = bytes.subarray(0, -CRC_LENGTH);
  const [low, high] = bytes.subarray(-CRC_LENGTH);
  const crc = crc16(body);
  return low === (crc & 0xff) && high === crc >> 8 ? body : undefined;
}

export function encodeStrkey(version: number, payload: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(version), payload);
  const crc = crc16(body);
  return base32nopad.encode(concatBytes(body, Uint8Array.of(crc & 0xff, crc >> 8)));
}

/** CRC-16/XModem: polynomial x^16 + x^12 + x^5 + 1, a byte at a time. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    const top = (crc >> 8) ^ byte;
    const mixed = top ^ (top >> 4);
    crc = ((crc << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xffff;
  }
  return crc;
}
