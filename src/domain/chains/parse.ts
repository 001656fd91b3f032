/** Parses a text as an address of a given chain. The chain is never guessed. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import type { Issue } from "../issue.js";
import { configurationInvalid } from "../options.js";
import { own } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import { isAddressIssue } from "./address-issues.js";
import type { Chain, ChainModule, ParsedAddress, RegisteredChains } from "./chain.js";
import { detectOtherNetwork } from "./detect-other-network.js";
import { fixedPoint, isChainModule, parseWith } from "./module.js";
import { chains, isChain, specifiedChains } from "./registry.js";

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
export function parseAddress(chain: Chain, text: string): Result<ParsedAddress>;
/**
 * Parses a text as a wallet address of a chain of `vaspkit/chains`, or of your own.
 *
 * @param chain - the module of the chain
 * @param text - the address in any main-network format of the chain
 * @returns the address in canonical form, or one issue with an `address_…` code and the path `""`
 * @throws ComplianceError `configuration_invalid` if the module has the name of a chain of {@link chains}, throws, or returns
 *   no valid address or issue
 * @example
 * const parsed = parseAddress(tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
 */
export function parseAddress<Name extends string>(chain: ChainModule<Name>, text: string): Result<ParsedAddress<Name>>;
export function parseAddress(chain: Chain | ChainModule, text: string): Result<ParsedAddress<string>> {
  if (!isChainModule(chain)) return parseAddressIn(specifiedChains, chain, text);
  // An address of another chain would be stored as one of this name.
  if (isChain(chain.name) && chains[chain.name] !== chain) {
    throw configurationInvalid(`The chain module has the name ${chain.name} of another chain. Rename it.`);
  }
  return parseOn(
    chain,
    text,
    specifiedChains,
    fixedPoint((each) => chain.parse(each)),
  );
}

/**
 * Parses a text as an address of a registered chain.
 *
 * @param registered - the chains to choose from; an address of another one is named in the issue
 */
export function parseAddressIn(
  registered: RegisteredChains,
  chain: string,
  text: string,
): Result<ParsedAddress<string>> {
  const module = registered.get(chain);
  if (module !== undefined) return parseOn(module, text, registered);
  // Callers without types may pass other values.
  return failed([unknownChain(registered), ...textIssues(text)]);
}

function parseOn(
  module: ChainModule,
  text: string,
  registered: RegisteredChains,
  parse?: ChainModule["parse"],
): Result<ParsedAddress<string>> {
  if (typeof text !== "string") return failed(textIssues(text));
  const { name } = module;
  const decoded = parseWith(module, text, parse);
  if (!isAddressIssue(decoded)) return succeeded({ chain: name, ...decoded });
  const { code, message } = detectOtherNetwork(module, text, decoded, registered) ?? decoded;
  return failed([{ ...wholeInput, code, message }]);
}

function unknownChain(registered: RegisteredChains): Issue {
  const names = [...registered.keys()].join(", ");
  return {
    ...wholeInput,
    code: "not_allowed",
    message: `The chain must be one of ${names}. For another chain, pass its module.`,
  };
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
export function tagOf(address: ParsedAddress<string>): string | undefined {
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
