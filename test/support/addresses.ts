/** Short forms of the result of parseAddress. */
import type { Chain, ParsedAddress } from "../../src/domain/chains/chain.js";
import { parseAddress } from "../../src/domain/chains/parse.js";

/** Returns the address without its chain, or the code of the issue. */
export function read(chain: Chain, text: string): Omit<ParsedAddress, "chain"> | string {
  const parsed = parseAddress(chain, text);
  if (!parsed.ok) return parsed.issues.map(({ code }) => code).join(" ");
  const { chain: _, ...address } = parsed.value;
  return address;
}

/** Returns the canonical form, or the code of the issue. */
export function canonicalOf(chain: Chain, text: string): string {
  const address = read(chain, text);
  return typeof address === "string" ? address : address.canonical;
}

/** Returns the message of the issue, or an empty text for an address. */
export function messageOf(chain: Chain, text: string): string {
  const parsed = parseAddress(chain, text);
  return parsed.ok ? "" : parsed.issues.map(({ message }) => message).join("\n");
}
