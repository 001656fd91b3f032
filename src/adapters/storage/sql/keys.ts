/**
 * Keys: a text as bytes that compare like its UTF-16 code units, on every database and in every collation, lone
 * surrogates and NUL included.
 *
 * Each code unit is encoded like the code point of that number in UTF-8 (1 to 3 bytes, CESU-8), so ASCII stays readable.
 * An index entry holds about 2,700 bytes on PostgreSQL, and 3,072 on MySQL, and an index may have two keys. So a longer key
 * is cut and completed by its hash. Such keys are equal only if the texts are; the hash orders texts with the same first
 * {@link CUT} bytes.
 */
import { createHash } from "node:crypto";

export const MAX_KEY_BYTES = 1_200;
const CUT = 1_167;
/** Above every byte of an encoded code unit. */
const CUT_MARK = Buffer.from([0xff]);
const SURROGATE = /[\ud800-\udfff]/;

/** Returns the key of a text. */
export function keyOf(text: string): Buffer {
  const bytes = orderedBytes(text);
  if (bytes.length <= MAX_KEY_BYTES) return bytes;
  return Buffer.concat([bytes.subarray(0, CUT), CUT_MARK, createHash("sha256").update(bytes).digest()]);
}

/** Returns the text as bytes that sort like it, whatever its length: for columns without a full index. */
export function orderedBytes(text: string): Buffer {
  return SURROGATE.test(text) ? encodeUnits(text) : Buffer.from(text, "utf8");
}

/** Returns the text of bytes that {@link orderedBytes} returned. */
export function textOfBytes(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are all characters of one byte.
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  const units: string[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3);
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
    const rest = length === 3 ? ((second & 0x3f) << 6) | (third & 0x3f) : second & 0x3f;
    units.push(
      String.fromCharCode(length === 1 ? first : ((first & (length === 2 ? 0x1f : 0x0f)) << (6 * (length - 1))) | rest),
    );
    index += length - 1;
  }
  return units.join("");
}

/** Encodes each code unit. UTF-8 encodes surrogate pairs as one character, which would sort above U+E000 to U+FFFF. */
function encodeUnits(text: string): Buffer {
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
