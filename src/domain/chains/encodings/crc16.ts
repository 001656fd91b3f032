/** CRC-16/XModem: polynomial x^16 + x^12 + x^5 + 1, one byte at a time. Returns the high byte first. */
export function crc16(bytes: Uint8Array): Uint8Array {
  let crc = 0;
  for (const byte of bytes) {
    const top = (crc >> 8) ^ byte;
    const mixed = top ^ (top >> 4);
    crc = ((crc << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xffff;
  }
  return Uint8Array.of(crc >> 8, crc & 0xff);
}
