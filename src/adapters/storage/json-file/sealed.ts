/**
 * Encrypted files (encryption/cipher.ts). A sealed snapshot begins with one line of JSON,
 *
 *     {"vaspkit":{"format":3,"sealed":{"key":"<id of the key>","salt":"<32 hex digits>","check":"<base64>"}}}
 *
 * and every line after it is the base64 of one sealed piece of what would follow the header line of a plain file. Each
 * piece is bound to its place and to being the last one or not, so that cutting, swapping and removing show. The salt is
 * drawn anew for each file, makes its cipher, and is what journals call the snapshot by. `check` is a sealed nothing: it
 * tells a wrong or changed header before anything is opened.
 */
import { randomBytes } from "node:crypto";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Cipher, Keyring } from "../encryption.js";
import { corrupt, FORMAT } from "./format.js";

/** How a header says what it is sealed with. */
export interface Seal {
  readonly key: string;
  readonly check: string;
}

const HEADER =
  /^\{"vaspkit":\{"format":3,"sealed":\{"key":"([0-9a-f]{16})","salt":"([0-9a-f]{32})","check":"([0-9A-Za-z+/=]+)"\}\}\}\n$/;
const PURPOSE = "snapshot";
const NOTHING = new Uint8Array();
const BASE64 = /^[0-9A-Za-z+/]+={0,2}$/;

export interface SealedHeader extends Seal {
  readonly salt: string;
}

/** A new salt, or a new id of a journal: never used before. */
export function newSalt(): string {
  return randomBytes(16).toString("hex");
}

/** The first line of a new sealed snapshot, and the cipher of the rest. */
export function newSealedHeader(keys: Keyring): {
  readonly line: string;
  readonly salt: string;
  readonly cipher: Cipher;
} {
  const salt = newSalt();
  const { seal, cipher } = newSeal(keys, salt, PURPOSE, "");
  return {
    line: `${JSON.stringify({ vaspkit: { format: FORMAT, sealed: { key: seal.key, salt, check: seal.check } } })}\n`,
    salt,
    cipher,
  };
}

/** What a first line with its LF says; undefined: it is not one of a sealed snapshot. */
export function parseSealedHeader(line: string): SealedHeader | undefined {
  const [, key, salt, check] = HEADER.exec(line) ?? [];
  return key === undefined || salt === undefined || check === undefined ? undefined : { key, salt, check };
}

/** The cipher of the rest of a sealed snapshot. */
export function cipherOf({ salt, ...seal }: SealedHeader, keys: Keyring | undefined, name: string): Cipher {
  return openSeal(seal, { keys, salt, purpose: PURPOSE, facts: "", name });
}

/** One line of a sealed snapshot, with its LF. */
export function sealedLine(cipher: Cipher, text: string, index: number, isLast: boolean): string {
  return `${toBase64(cipher.encrypt(Buffer.from(text), placeOf(index, isLast)))}\n`;
}

/** What {@link sealedLine} was given; undefined: the line stands in another place, or is another one. */
export function openedLine(cipher: Cipher, line: Buffer, index: number, isLast: boolean): Buffer | undefined {
  const sealed = fromBase64(line.toString("latin1"));
  return sealed && cipher.decrypt(sealed, placeOf(index, isLast));
}

function placeOf(index: number, isLast: boolean): string {
  return `piece ${index}${isLast ? " and last" : ""}`;
}

/** A cipher under the current key, and how a header says so. `facts` are the other members of the header, sealed along. */
export function newSeal(
  keys: Keyring,
  salt: string,
  purpose: string,
  facts: string,
): { readonly seal: Seal; readonly cipher: Cipher } {
  const cipher = keys.current.cipher(Buffer.from(salt, "hex"), purpose);
  const check = toBase64(cipher.encrypt(NOTHING, `header ${facts}`));
  return { seal: { key: keys.current.id, check }, cipher };
}

interface Opening {
  readonly keys: Keyring | undefined;
  readonly salt: string;
  readonly purpose: string;
  readonly facts: string;
  /** The file's, for messages. */
  readonly name: string;
}

/** The cipher that a header names. Throws `storage_key_wrong` when no key is that one, `storage_corrupt` when it was changed. */
export function openSeal({ key, check }: Seal, { keys, salt, purpose, facts, name }: Opening): Cipher {
  if (keys === undefined) {
    throw keyWrong(name, "is encrypted: give its key as the option encryption: { key }");
  }
  const cipher = keys.keyOf(key)?.cipher(Buffer.from(salt, "hex"), purpose);
  if (cipher === undefined) {
    throw keyWrong(
      name,
      "is encrypted with another key: give that key as encryption.key, or, where it was replaced, among encryption.previousKeys",
    );
  }
  const sealed = fromBase64(check);
  if (sealed === undefined || cipher.decrypt(sealed, `header ${facts}`) === undefined) {
    throw corrupt(name, "has a header that was damaged or changed");
  }
  return cipher;
}

/** The failure of a plain file or journal where an encrypted one was to be. */
export function notSealed(name: string): ComplianceError {
  return keyWrong(
    name,
    "is not encrypted although a key was given: set encryption.encryptExisting to have it encrypted now, or leave the option encryption out",
  );
}

function keyWrong(name: string, what: string): ComplianceError {
  return new ComplianceError("storage_key_wrong", `The file "${name}" ${what}. It was left untouched.`);
}

export function toBase64(bytes: Buffer): string {
  return bytes.toString("base64");
}

/** undefined: not what {@link toBase64} writes. Node's own decoder passes over what it does not know. */
export function fromBase64(text: string): Buffer | undefined {
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return toBase64(bytes) === text ? bytes : undefined;
}
