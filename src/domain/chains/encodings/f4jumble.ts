/** F4Jumble of Zcash (ZIP-316): mixes all bytes of an address, so that a changed one shows in all others. */
import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes } from "@noble/hashes/utils.js";

/** The longest digest of BLAKE2b. */
const BLOCK = 64;

/** Reverses F4Jumble. */
export function unjumble(bytes: Uint8Array): Uint8Array {
  const left = bytes.slice(0, Math.min(BLOCK, bytes.length >> 1));
  const right = bytes.slice(left.length);
  xorWithH(1, left, right);
  xorWithG(1, left, right);
  xorWithH(0, left, right);
  xorWithG(0, left, right);
  return concatBytes(left, right);
}

function xorWithH(round: number, left: Uint8Array, right: Uint8Array): void {
  xor(left, blake2b(right, { personalization: personal("H", round, 0), dkLen: left.length }));
}

function xorWithG(round: number, left: Uint8Array, right: Uint8Array): void {
  for (let block = 0; block * BLOCK < right.length; block += 1) {
    xor(right.subarray(block * BLOCK), blake2b(left, { personalization: personal("G", round, block), dkLen: BLOCK }));
  }
}

/** 16 bytes: a name, the round, and the number of the block, low byte first. */
function personal(name: "G" | "H", round: number, block: number): Uint8Array {
  const text = Array.from(`UA_F4Jumble_${name}`, (letter) => letter.charCodeAt(0));
  return Uint8Array.of(...text, round, block & 0xff, block >> 8);
}

function xor(target: Uint8Array, mask: Uint8Array): void {
  for (const [index, byte] of mask.subarray(0, target.length).entries())
    target.set([Number(target[index]) ^ byte], index);
}
