/** Issues of wallet addresses, and the checks before decoding. No message contains a part of the text. */
import type { AddressIssue } from "./chain.js";

/** The characters of an encoding. */
export interface Alphabet {
  /** Name and characters, for a message. */
  readonly name: string;
  /** Matches the empty text, and every text of these characters only. */
  readonly pattern: RegExp;
}

/** The characters and lengths of a format. Most invalid texts are rejected by them, before decoding. */
export interface TextLimits {
  readonly alphabet: Alphabet;
  /** In characters. */
  readonly minLength: number;
  /** In characters. */
  readonly maxLength: number;
}

/**
 * Longer texts are not examined, because decoding base58 takes quadratic time. Only formats in bech32, which takes linear
 * time, have higher limits of their own.
 */
export const MAX_LENGTH = 150;

/** Checks characters and length of a text. */
export function checkText(text: string, { alphabet, minLength, maxLength }: TextLimits): AddressIssue | undefined {
  if (text.length <= Math.max(MAX_LENGTH, maxLength) && !alphabet.pattern.test(text)) {
    return charactersIssue(text, alphabet);
  }
  if (text.length >= minLength && text.length <= maxLength) return undefined;
  return lengthIssue(minLength === maxLength ? `${minLength} characters` : `${minLength} to ${maxLength} characters`);
}

/**
 * @param expected - the length of an address: `"26 to 35 characters"`
 * @param hint - what a text of another length may be
 */
export function lengthIssue(expected: string, hint?: string): AddressIssue {
  const length = hint === undefined ? expected : `${expected} (${hint})`;
  return {
    code: "address_length",
    message: `The wallet address is too short or too long; in this format it has ${length}.`,
  };
}

const HEX_64 = /^(?:0x)?[0-9A-Fa-f]{64}(?:01)?$/;

/** Returns the issue with another hint, if the text may be a private key in hex. It may also be a transaction hash. */
export function withKeyHint(issue: AddressIssue, text: string): AddressIssue {
  if (!HEX_64.test(text)) return issue;
  return {
    code: issue.code,
    message:
      "The text is no wallet address: 64 hex digits are a transaction hash, or a private key to treat as exposed; get the address.",
  };
}

/**
 * Returns the issue of a text of 64 hex digits that has no chain; undefined for another text. Only the chain shows whether
 * it is an address or a private key.
 */
export function hexWithoutChainIssue(text: string): AddressIssue | undefined {
  return HEX_64.test(text) ? formatIssue(HEX_WITHOUT_CHAIN) : undefined;
}

const HEX_WITHOUT_CHAIN =
  "The text has 64 hex digits: a private key to treat as exposed, a transaction hash, or an address of a few chains; set chain if it is one.";

export function charactersIssue(text: string, { name }: Alphabet): AddressIssue {
  return { code: "address_characters", message: charactersMessage(text, name) };
}

function charactersMessage(text: string, alphabet: string): string {
  if (/\s/.test(text)) return "The wallet address contains white space; remove it.";
  // Letters of other scripts look alike, and may fold to ASCII: U+212A becomes "k" in lower case.
  if (/[^!-~]/.test(text)) {
    return "The wallet address contains a character outside ASCII that may look right; copy it again from its source.";
  }
  return `The wallet address contains a character outside ${alphabet}; give the address alone, without a scheme or tag.`;
}

export const mixedCaseIssue: AddressIssue = {
  code: "address_characters",
  message: "The wallet address mixes upper and lower case; write an address of this format in one case.",
};

export const checksumIssue: AddressIssue = {
  code: "address_checksum",
  message:
    "The checksum of the wallet address is wrong: a character is wrong, missing or misplaced; copy it again from its source.",
};

/** The checksum is valid, but the prefix is not one of this chain. */
export const unknownNetworkIssue: AddressIssue = {
  code: "address_network",
  message:
    "The wallet address is of an unknown network: its checksum is valid, its prefix is not; get one of this chain.",
};

export function otherNetworkIssue(network: string): AddressIssue {
  const message = `The wallet address is valid on ${network}, but not on the given chain; find out whether the chain or the address is wrong.`;
  return { code: "address_other_network", message };
}

/** SEC 1 (RFC 5915) and PKCS #8 (RFC 5958) in hex: both have a version first, and the key in an octet string. */
export const privateKeyInDer: readonly [form: RegExp, secret: string] = [
  /(?<![0-9a-z])(?:0x)?30(?:[0-7][0-9a-f]|81[0-9a-f]{2})02010[01](?:[0-9a-f]{2}){0,40}0420[0-9a-f]{64}/i,
  "a private key (DER)",
];

export function secretKeyIssue(secret: string): AddressIssue {
  const message = `The text is ${secret}, not a wallet address; treat it as exposed, move its assets to a new key, and do not store it.`;
  return { code: "address_secret_key", message };
}

export function formatIssue(message: string): AddressIssue {
  return { code: "address_format", message };
}

export function isAddressIssue(value: object): value is AddressIssue {
  return Object.hasOwn(value, "code");
}
