/** CRC-32 of zlib: reflected polynomial edb88320, inverted at both ends. Returns the high byte first. */
export function crc32(bytes: Uint8Array): Uint8Array {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return Uint8Array.of(~crc >>> 24, (~crc >>> 16) & 0xff, (~crc >>> 8) & 0xff, ~crc & 0xff);
}
