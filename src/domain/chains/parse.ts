/** Parses a text as an address of a given chain. The chain is never guessed. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import type { Issue } from "../issue.js";
import { own } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import { isAddressIssue } from "./address-issues.js";
import type { Chain, ParsedAddress } from "./chain.js";
import { detectOtherNetwork } from "./detect-other-network.js";
import { chains, isChain } from "./registry.js";

/** Where the issue of a text is, and the clause that requires addresses. */
const wholeInput = { path: "", clause: "4.1" } as const;

/**
 * Parses a text as a wallet address of a chain. Verifies the checksum of every format that has one. Trims and converts
 * nothing.
 *
 * @param chain - the chain, a name of {@link chains}
 * @param text - the address in any main-network format of the chain
 * @returns the address in canonical form, or one issue with an `address_…` code and the path `""`
 * @example
 * const parsed = parseAddress("ripple", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
 * if (parsed.ok) store(parsed.value.canonical, tagOf(parsed.value)); // "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "1"
 */
export function parseAddress(chain: Chain, text: string): Result<ParsedAddress> {
  // Callers without types may pass other values.
  if (!isChain(chain) || typeof text !== "string") return failed([...chainIssues(chain), ...textIssues(text)]);
  const decoded = chains[chain].parse(text);
  if (!isAddressIssue(decoded)) return succeeded({ chain, ...decoded });
  const { code, message } = detectOtherNetwork(chain, text, decoded) ?? decoded;
  return failed([{ ...wholeInput, code, message }]);
}

function chainIssues(chain: unknown): readonly Issue[] {
  if (isChain(chain)) return [];
  return [
    { ...wholeInput, code: "not_allowed", message: `The chain must be one of ${Object.keys(chains).join(", ")}.` },
  ];
}

function textIssues(text: unknown): readonly Issue[] {
  if (typeof text === "string") return [];
  return [{ ...wholeInput, code: "wrong_type", message: "The wallet address must be text." }];
}

/**
 * Returns the tag of a parsed address in the form of links and of `addresses.accountOf`: text. It is the `tag` of an X-address
 * of the XRP Ledger, a number, or the `id` of a muxed account of Stellar.
 *
 * @param address - the value of {@link parseAddress}
 * @returns The tag as text; undefined for an address without one.
 * @throws ComplianceError `invalid_input` for something else than a parsed address.
 * @example
 * const parsed = unwrap(parseAddress("ripple", depositAddress));
 * await compliance.addresses.accountOf(parsed.chain, parsed.canonical, tagOf(parsed));
 */
export function tagOf(address: ParsedAddress): string | undefined {
  return readSafely(() => {
    const [tag, id] = [own(address, "tag"), own(address, "id")];
    // Callers without types may pass the whole result, which has no tag.
    if (typeof own(address, "canonical") !== "string") throw notParsed();
    return tag === undefined ? id : String(tag);
  }, notParsed);
}

function notParsed(): ComplianceError {
  return new ComplianceError("invalid_input", "tagOf takes the value of parseAddress, for example parsed.value.");
}
