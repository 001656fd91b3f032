/** Addresses with the verdict that their making gives them, the same in every run: valid ones, and each broken in one way. */
import * as fc from "fast-check";
import type { Chain } from "../../src/domain/chains/chain.js";
import { chains } from "../../src/domain/chains/registry.js";
import { validAddress } from "../../src/testing/arbitraries/address.js";

export interface AddressCase {
  readonly text: string;
  readonly valid: boolean;
}

const EACH = 200;
const SEED = 20261121;

export const chainNames = Object.keys(chains) as readonly Chain[];

/** Chains whose addresses are written alike: one's address may be another's. */
const families: readonly (readonly Chain[])[] = [
  ["ethereum", "polygon", "xdc", "near"],
  ["bitcoin", "litecoin", "bitcoin-cash"],
];

/** Valid addresses of the chain in all its formats. */
export function validCases(chain: Chain): readonly AddressCase[] {
  return fc.sample(validAddress(chain), { seed: SEED, numRuns: EACH }).map((text) => ({ text, valid: true }));
}

/**
 * The valid ones whose check costs every validator the same: hex in one case has no checksum, and only vaspkit computes
 * one for it, since the canonical form has it.
 */
export function timedCases(chain: Chain): readonly AddressCase[] {
  const valid = validCases(chain);
  const checked = valid.filter(({ text }) => isMixedHex(text.slice(-40)));
  return chain === "ethereum" || chain === "polygon" || chain === "xdc" ? checked : valid;
}

function isMixedHex(digits: string): boolean {
  return /[a-f]/.test(digits) && /[A-F]/.test(digits);
}

/** Texts that are no address of the chain: one changed character, an address of another chain, odd texts. */
export function invalidCases(chain: Chain): readonly AddressCase[] {
  const changed = validCases(chain).flatMap(({ text }) => spoilt(chain, text));
  const foreign = chainNames
    .filter((other) => other !== chain && !isFamily(chain, other) && !takesAnyText(chain, other))
    .flatMap((other) => validCases(other).slice(0, Math.ceil(EACH / 14)));
  const odd = ["", " ", "0", "?", "…", "x".repeat(300)].map((text) => ({ text, valid: false }));
  return [...changed, ...foreign.map(({ text }) => ({ text, valid: false })), ...odd];
}

function isFamily(a: Chain, b: Chain): boolean {
  return families.some((family) => family.includes(a) && family.includes(b));
}

/** NEAR's names and Solana's keys have no checksum: a text of another chain may be one. */
function takesAnyText(chain: Chain, _other: Chain): boolean {
  return chain === "near" || chain === "solana";
}

/** The text with one character changed so that it surely is no address: as the format's check promises. */
function spoilt(chain: Chain, text: string): readonly AddressCase[] {
  const at = Math.floor(text.length / 2);
  switch (chain) {
    case "solana":
    case "near":
      // No checksum: only a character that the format does not have is surely wrong.
      return [{ text: replaced(text, at, chain === "near" ? "!" : "0"), valid: false }];
    case "ethereum":
    case "polygon":
    case "xdc":
      return caseFlipped(text);
    default:
      return [{ text: replaced(text, at, text[at] === "q" ? "p" : "q"), valid: false }];
  }
}

/** EIP-55: in a text of both cases, the case of one letter. A text of one case carries no checksum. */
function caseFlipped(text: string): readonly AddressCase[] {
  const digits = text.slice(-40);
  const letters = [...digits.matchAll(/[a-f]/gi)];
  const letter = letters[Math.floor(letters.length / 2)];
  if (!isMixedHex(digits) || letter === undefined) return [];
  const [old] = letter;
  const flipped = old === old.toLowerCase() ? old.toUpperCase() : old.toLowerCase();
  const broken = text.slice(0, -40) + replaced(digits, letter.index, flipped);
  return isMixedHex(broken.slice(-40)) ? [{ text: broken, valid: false }] : [];
}

function replaced(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}
