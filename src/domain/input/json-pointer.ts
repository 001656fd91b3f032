/** JSON Pointers (RFC 6901) into an input. */
import type { Issue } from "../issue.js";

/** Returns one escaped reference token: `~` becomes `~0`, `/` becomes `~1`. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/** Identifiers without four digits in a row. Other names could be a person's name, e-mail address, date or number. */
const IDENTIFIER = /^(?!.*\d{4})[A-Za-z_$][\w.~/$-]{0,39}$/;

/** 24 letters and digits in a row with a digit among them: a blockchain address, a key, a token. */
const SECRET_LIKE = /(?=[A-Za-z]*\d)[A-Za-z\d]{24}/;

/** Returns whether a path or a message may contain the property name. */
export function isSafeToLog(name: string): boolean {
  return IDENTIFIER.test(name) && (name.length < 24 || !SECRET_LIKE.test(name));
}

export function tokensOf(pointer: string): readonly string[] {
  const tokens = pointer.split("/").slice(1);
  return pointer.includes("~") ? tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")) : tokens;
}

/**
 * Returns the place of an issue as property names and array indices.
 *
 * @param issue - an issue of any operation
 * @returns the tokens of its `path`, unescaped: `["individual", "date_of_birth"]`; `[]` for the whole input
 * @example
 * for (const issue of result.issues) form.setError(pathOf(issue).join("."), issue.message);
 */
export function pathOf(issue: Pick<Issue, "path">): readonly string[] {
  try {
    return tokensOf(issue.path);
  } catch {
    // Callers without types may pass something else than an issue.
    return [];
  }
}

/** Returns the value at the tokens of a pointer, or undefined. Reads own properties only. */
export function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let value = document;
  for (const token of tokens) value = ownProperty(value, token);
  return value;
}

function ownProperty(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** Returns the quoted name of an unknown option for a message, with a space before it, if the name is safe to log. */
export function quotedName(name: string): string {
  return isSafeToLog(name) ? ` ${JSON.stringify(name)}` : " of that name";
}
