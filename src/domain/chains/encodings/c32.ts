/** C32 of Stacks (SIP-5): Crockford's base32 of a number, in which each leading zero byte is one 0. */
const CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** @returns The bytes of an upper-case text, which must not be long. */
export function decodeC32(text: string): Uint8Array {
  const zeros = text.length - text.replace(/^0+/, "").length;
  let number = 0n;
  for (const character of text) number = number * 32n + BigInt(CHARACTERS.indexOf(character));
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes]);
}
