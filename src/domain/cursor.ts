/** Cursors: positions in the order of a listing, as text for callers. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ComplianceError } from "./compliance-error.js";
import { formatRule } from "./input/rules.js";
import type { FormatRule } from "./input/types.js";
import type { Issue } from "./issue.js";

/** Writes and reads cursors. Only the storage that wrote a cursor reads it. */
export interface Cursors {
  /**
   * Returns the cursor for a position.
   *
   * @param listing - the listing with its order and filters, so that another one rejects the cursor
   * @param position - the values of the last listed record that decide about the order
   */
  write(listing: string, position: readonly string[]): string;
  /** Returns the position, or undefined for a text that is no cursor of this listing with `length` values. */
  read(listing: string, cursor: string, length: number): readonly string[] | undefined;
}

/** Cursors in base64url. Anybody can read the position. */
export const plainCursors: Cursors = cursorsOf(
  (bytes) => bytes,
  (bytes) => bytes,
);

/**
 * Returns cursors whose bytes are changed before they become text, for example encrypted.
 *
 * @param decode - the inverse of `encode`; undefined for bytes that `encode` did not return
 */
export function cursorsOf(
  encode: (bytes: Uint8Array) => Uint8Array,
  decode: (bytes: Uint8Array) => Uint8Array | undefined,
): Cursors {
  return {
    write: (listing, position) =>
      // JSON escapes lone surrogates, which UTF-8 cannot hold.
      toText(encode(new TextEncoder().encode(JSON.stringify([listing, ...position])))),
    read: (listing, cursor, length) => {
      try {
        const decoded = decode(toBytes(cursor));
        const values: unknown = JSON.parse(new TextDecoder().decode(decoded));
        return isPosition(values, listing, length) ? values.slice(1) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Returns a short text that differs for other conditions of a listing, so that its cursors can contain it.
 *
 * @param conditions - texts and booleans; undefined for an absent one
 */
export function conditionsMark(conditions: readonly unknown[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(conditions))).subarray(0, 4));
}

function isPosition(values: unknown, listing: string, length: number): values is readonly string[] {
  if (!Array.isArray(values) || values.length !== length + 1 || values[0] !== listing) return false;
  return values.every((value) => typeof value === "string");
}

function toText(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Longer than every cursor: a position has at most two texts of 1,000 UTF-16 code units. */
const CURSOR = /^[\w-]{1,16000}$/;

const MESSAGE =
  "cursor must be the next_cursor of an earlier page of the same listing, unchanged, with the same order and conditions.";

/** Returns the rule that `cursor`, if present, has the form of one. The storage checks the rest. */
export function cursorRule(clause: string): FormatRule {
  // A cursor may be longer than other texts.
  return formatRule("cursor", "cursor_invalid", clause, (text) => CURSOR.test(text), MESSAGE, true);
}

/** Returns the issue for a cursor that the storage rejected. */
export function cursorInvalid(clause: string): Issue {
  return { code: "cursor_invalid", path: "/cursor", clause, message: MESSAGE };
}

/** Creates the error for a cursor that its own storage rejected. */
export function cursorLost(): ComplianceError {
  const message = "The storage rejected a cursor that it returned. Check that its encryption keys were not changed.";
  return new ComplianceError("storage_key_wrong", message);
}
