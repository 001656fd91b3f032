/** Addresses inside longer texts. */

/** Addresses of most chains have 26 characters or more. A shorter text may be a part of any word. */
const LONG = 20;

/** What others leave out: `0x`, and the prefixes of CashAddr and its like. */
const PREFIX = /^(?:0x|[a-z0-9-]+:)/i;

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Returns a function that replaces the addresses in a text. Others may spell an address in another case,
 * or without its prefix.
 */
export function replacerOf(
  addresses: Iterable<string>,
  digestOf: (address: string) => string,
): (text: string) => string {
  const patterns = [...addresses].map((address) => {
    const [prefix = ""] = PREFIX.exec(address) ?? [];
    const rest = address.slice(prefix.length);
    // A short address must be the whole text.
    const pattern = rest.length >= LONG ? `(?:${quoted(prefix)})?${quoted(rest)}` : `^${quoted(address)}$`;
    return { address, pattern: new RegExp(pattern, "gi") };
  });
  return (given) =>
    patterns.reduce((text, { address, pattern }) => text.replace(pattern, () => digestOf(address)), given);
}
