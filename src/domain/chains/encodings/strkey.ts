/** Strkey of Stellar (SEP-23): base32 of a version byte, a payload and their CRC-16, low byte first. */
import { base32nopad } from "@scure/base";
import { type ChecksumCodec, withChecksum } from "./checksum.js";
import { crc16 } from "./crc16.js";

/** Decodes to version byte and payload. */
export const strkey: ChecksumCodec = /* @__PURE__ */ withChecksum(base32nopad, 2, (bytes) => crc16(bytes).reverse());

/** Version bytes: five bits of type, three of algorithm. */
export const strkeyTypes = { contract: 0x10, account: 0x30, muxed: 0x60, seed: 0x90 } as const;
