/** Challenges of ownership that are the same in every run. */
import { sha256 } from "@noble/hashes/sha2.js";
import { beforeEach, vi } from "vitest";

/** Bytes of the text that a process draws once, with the first row that it stores. */
const WRITER = 8;

/**
 * Replaces the random bytes of each test of a file by one sequence: ids, salts, nonces and amounts of challenges.
 *
 * @returns A function that starts the sequence again.
 */
export function fixedRandom(): () => void {
  let drawn = 0;
  const restart = (): void => {
    drawn = 0;
  };
  const { crypto } = globalThis;
  const real = crypto.getRandomValues.bind(crypto);
  const fixed: typeof real = (bytes) => {
    if (!(bytes instanceof Uint8Array) || bytes.length === WRITER) return real(bytes);
    bytes.set(sha256(Uint8Array.of(drawn)).subarray(0, bytes.length));
    drawn += 1;
    return bytes;
  };
  beforeEach(() => {
    restart();
    const spy = vi.spyOn(crypto, "getRandomValues").mockImplementation(fixed);
    return () => spy.mockRestore();
  });
  return restart;
}
