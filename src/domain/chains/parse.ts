/** From a text to an address of a given chain. The chain is never guessed from the text. */
import type { Issue } from "../issue.js";
import { failed, type Result, succeeded } from "../result.js";
import { isAddressIssue } from "./address-issues.js";
import type { AddressIssue, Chain, ParsedAddress } from "./chain.js";
import { detectOtherNetwork } from "./detect-other-network.js";
import { chains, isChain } from "./registry.js";

/** Where the text stands in an input, and the clause that asks for it. */
interface AddressPlace {
  readonly path: string;
  readonly clause: string;
}

const alone: AddressPlace = { path: "", clause: "4.1" };

/**
 * The address that a text is on a chain, its checksum verified wherever the format has one. The one issue otherwise has
 * an `address_…` code and says what is wrong in terms of the format, or which other network the address is valid on.
 * Its path is "", the text itself. Nothing is trimmed, converted or guessed.
 *
 * @example
 * const parsed = parseAddress("ripple", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
 * if (parsed.ok) store(parsed.value.canonical, parsed.value.tag); // "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", 1
 */
export function parseAddress(chain: Chain, text: string): Result<ParsedAddress> {
  // The types say so, but a caller without them may give anything.
  if (isChain(chain) && typeof text === "string") return parseAddressAt(chain, text, alone);
  return failed([...chainIssues(chain), ...textIssues(text)]);
}

/** {@link parseAddress} of a text that is a part of an input: the issue says where it stands. */
export function parseAddressAt(chain: Chain, text: string, { path, clause }: AddressPlace): Result<ParsedAddress> {
  const reading = chains[chain].parse(text);
  if (!isAddressIssue(reading)) return succeeded({ chain, ...reading });
  const { code, message }: AddressIssue = detectOtherNetwork(chain, text, reading) ?? reading;
  return failed([{ code, path, clause: clause, message }]);
}

function chainIssues(chain: unknown): readonly Issue[] {
  if (isChain(chain)) return [];
  return [{ ...alone, code: "not_allowed", message: `The chain must be one of ${Object.keys(chains).join(", ")}.` }];
}

function textIssues(text: unknown): readonly Issue[] {
  if (typeof text === "string") return [];
  return [{ ...alone, code: "wrong_type", message: "The address must be text." }];
}
