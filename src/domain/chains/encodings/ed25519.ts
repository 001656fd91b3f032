/** Points of Ed25519 (RFC 8032). */

const P = 2n ** 255n - 19n;
/** -121665 / 121666 modulo P. */
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;
const HALF = (P - 1n) / 2n;

/**
 * Returns whether 32 bytes are a point: y, low byte first, and the sign of x in the highest bit. x² is (y² − 1) / (dy² + 1),
 * and a root of it exists if u · v is a square as well.
 */
export function isEd25519Point(bytes: Uint8Array): boolean {
  const number = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const y = number & (2n ** 255n - 1n);
  if (y >= P) return false;
  const u = y * y - 1n;
  const v = (D * y * y + 1n) % P;
  // 0 has no sign.
  if (u % P === 0n) return y === number;
  return power((((u % P) + P) * v) % P, HALF) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
