/** Addresses inside longer texts. */

/** Addresses of most chains have 26 characters or more. A shorter text may be a part of any word. */
const LONG = 20;

/** Returns a function that replaces the addresses in a text. Others may spell an address in another case. */
export function replacerOf(
  addresses: Iterable<string>,
  digestOf: (address: string) => string,
): (text: string) => string {
  const patterns = [...addresses].map((address) => {
    const quoted = address.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    // A short address must be the whole text.
    return { address, pattern: new RegExp(address.length >= LONG ? quoted : `^${quoted}$`, "gi") };
  });
  return (given) =>
    patterns.reduce((text, { address, pattern }) => text.replace(pattern, () => digestOf(address)), given);
}
