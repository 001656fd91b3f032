/**
 * Keys: a text as bytes that are equal, and ordered, as the text is by its UTF-16 code units, on every database and in
 * every collation, lone surrogates and NUL included.
 *
 * Each code unit is written as UTF-8 would write the code point of that number (1 to 3 bytes; CESU-8), so that ASCII
 * stays readable. A b-tree of PostgreSQL takes entries of some 2,700 bytes; a longer text, of which no field of an
 * input is, is cut off and completed by its hash: equal only when the texts are, ordered among those with the same
 * first {@link CUT} bytes by the hash.
 */
import { createHash } from "node:crypto";

const MAX_BYTES = 2_400;
const CUT = 2_367;
/** Above every byte that a code unit can have. */
const CUT_OFF = Buffer.from([0xff]);
const SURROGATE = /[\ud800-\udfff]/;

/** The key of a text. */
export function keyOf(text: string): Buffer {
  const bytes = orderedBytes(text);
  if (bytes.length <= MAX_BYTES) return bytes;
  return Buffer.concat([bytes.subarray(0, CUT), CUT_OFF, createHash("sha256").update(bytes).digest()]);
}

/** The key of a text that may be absent. */
export function keyIfAny(text: string | undefined): Buffer | null {
  return text === undefined ? null : keyOf(text);
}

/** The text as bytes in its order, however long: for columns that no index holds the whole of. */
export function orderedBytes(text: string): Buffer {
  return SURROGATE.test(text) ? byUnits(text) : Buffer.from(text, "utf8");
}

/** Without surrogates UTF-8 is the same; with them it pairs them, and orders pairs above what is ordered above them here. */
function byUnits(text: string): Buffer {
  const bytes = Buffer.alloc(text.length * 3);
  let end = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[end++] = unit;
    } else if (unit < 0x800) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[end++] = 0xe0 | (unit >> 12);
      bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[end++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes.subarray(0, end);
}
