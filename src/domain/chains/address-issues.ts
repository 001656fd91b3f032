/** What is wrong with the text of an address, in words. None of them holds any of the text. */
import type { AddressIssue, AddressReading } from "./chain.js";

/** The characters of an encoding. */
export interface Alphabet {
  /** The encoding and what it has, for a sentence. */
  readonly name: string;
  /** What a text of these characters alone matches, the empty one as well. */
  readonly characters: RegExp;
}

/** How a format is written: enough to refuse most texts before anything is decoded. */
export interface Writing {
  readonly alphabet: Alphabet;
  /** The lengths that there are, in characters. */
  readonly least: number;
  readonly most: number;
}

/** No text of any network is longer. What is longer is not looked at: decoding base58 costs the square of the length. */
export const LONGEST = 150;

/** What is wrong before anything is decoded. */
export function writingFault(text: string, { alphabet, least, most }: Writing): AddressIssue | undefined {
  if (text.length <= LONGEST && !alphabet.characters.test(text)) return charactersFault(text, alphabet);
  if (text.length >= least && text.length <= most) return undefined;
  return lengthFault(least === most ? `${least} characters` : `${least} to ${most} characters`);
}

/** @param right how long an address is: `"26 to 35 characters"` */
export function lengthFault(right: string): AddressIssue {
  return { code: "address_length", message: `The address is too short or too long: in this format it has ${right}.` };
}

export function charactersFault(text: string, alphabet: Alphabet): AddressIssue {
  return { code: "address_characters", message: charactersMessage(text, alphabet.name) };
}

/** @param name of the alphabet */
function charactersMessage(text: string, name: string): string {
  if (/\s/.test(text)) return "The address has white space around or in it; give it without any.";
  // A letter of another script can look like the right one, and fold to it: U+212A becomes "k" in lower case.
  if (/[^!-~]/.test(text)) {
    return "The address has a character beyond printable ASCII, right as it may look; copy it again from its source.";
  }
  return `The address has a character that is not in ${name}; give the address alone, without a scheme, a tag or anything else around it.`;
}

export const mixedCaseFault: AddressIssue = {
  code: "address_characters",
  message: "The address mixes upper and lower case; this format is written in one of them throughout.",
};

export const checksumFault: AddressIssue = {
  code: "address_checksum",
  message:
    "The checksum does not agree with the rest of the address: a character is wrong, missing or misplaced; copy it again from its source.",
};

/** The checksum is right, the network is another one. Whether it has a name here is found out elsewhere. */
export const networkFault: AddressIssue = {
  code: "address_network",
  message:
    "The checksum is right, but the prefix is not that of this chain, and no network known here has such an address; get one of this chain.",
};

export function formatFault(message: string): AddressIssue {
  return { code: "address_format", message };
}

export function isAddressIssue(reading: AddressReading): reading is AddressIssue {
  return "code" in reading;
}
