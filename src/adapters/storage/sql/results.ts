/** Values in the rows of results. */
import { types } from "node:util";
import type { Row } from "./dialects.js";
import { corrupt } from "./failures.js";

/** Returns the text of a column. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw corrupt(`The column ${column} holds no text`);
  return value;
}

/** Returns the number of a column. Some drivers return counts as text. */
export function numberOf(row: Row | undefined, column: string): number {
  const value = Number(row?.[column] ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw corrupt(`The column ${column} holds no number`);
  return value;
}

/** Returns the bytes of a column. */
export function bytesOf(row: Row, column: string): Buffer {
  const value = row[column];
  // Not `instanceof`, because the bytes may come from another realm, such as a test runner's.
  if (!types.isUint8Array(value)) throw corrupt(`The column ${column} holds no bytes`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
