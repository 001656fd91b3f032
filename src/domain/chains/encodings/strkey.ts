/** Strkey of Stellar (SEP-23): base32 of a version byte, a payload and their CRC-16, low byte first. */
import { base32nopad } from "@scure/base";
import { type ChecksumCodec, withChecksum } from "./checksum.js";

/** Decodes to version byte and payload. */
export const strkey: ChecksumCodec = /* @__PURE__ */ withChecksum(base32nopad, 2, crc16);

/** Version bytes: five bits of type, three of algorithm. */
export const strkeyTypes = { contract: 0x10, account: 0x30, muxed: 0x60, seed: 0x90 } as const;

/** CRC-16/XModem: polynomial x^16 + x^12 + x^5 + 1, one byte at a time. */
function crc16(bytes: Uint8Array): Uint8Array {
  let crc = 0;
  for (const byte of bytes) {
    const top = (crc >> 8) ^ byte;
    const mixed = top ^ (top >> 4);
    crc = ((crc << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xffff;
  }
  return Uint8Array.of(crc & 0xff, crc >> 8);
}
