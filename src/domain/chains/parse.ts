/** Parses a text as an address of a given chain. The chain is never guessed. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import type { Issue } from "../issue.js";
import { configurationInvalid } from "../options.js";
import { own } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import { isAddressIssue } from "./address-issues.js";
import type {
  AddressParseCode,
  Chain,
  ChainModule,
  ParsedAddress,
  RecoveryPhraseTest,
  RegisteredChains,
} from "./chain.js";
import { detectOtherNetwork } from "./detect-other-network.js";
import { checkMessages, fixedPoint, isChainModule, parseWith } from "./module.js";
import { withPhraseTest } from "./register.js";
import { chains, isChain, specifiedChains } from "./registry.js";

/** Options of {@link parseAddress}. */
export interface AddressParseOptions {
  /**
   * Finds recovery phrases, besides those that their form shows: `isRecoveryPhrase` of `vaspkit/recovery-phrases`. Their
   * issue is `address_secret_key`.
   *
   * @default English phrases by their form, and those of Monero by their checksum
   */
  readonly isRecoveryPhrase?: ((text: string) => boolean) | undefined;
}

/** Where the issue of a text is, and the clause that requires addresses. */
const wholeInput = { path: "", clause: "4.1" } as const;

/**
 * Parses a text as a wallet address of a chain. Verifies the checksum of every format that has one. Trims and converts
 * nothing.
 *
 * @param chain - the chain, a name of {@link chains}
 * @param text - the address in any main-network format of the chain
 * @param options - a test of recovery phrases
 * @returns the address in canonical form, or one issue with an `address_…` code and the path `""`
 * @example
 * const parsed = parseAddress("ripple", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
 * if (parsed.ok) store(parsed.value.canonical, tagOf(parsed.value)); // "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "1"
 */
export function parseAddress(
  chain: Chain,
  text: string,
  options?: AddressParseOptions,
): Result<ParsedAddress, AddressParseCode>;
/**
 * Parses a text as a wallet address of a chain of `vaspkit/chains`, or of your own.
 *
 * @param chain - the module of the chain
 * @param text - the address in any main-network format of the chain
 * @param options - a test of recovery phrases
 * @returns the address in canonical form, or one issue with an `address_…` code and the path `""`
 * @throws ComplianceError `configuration_invalid` if the module has the name of a chain of {@link chains}, throws, returns
 *   no valid address or issue, or repeats the text in a message
 * @example
 * const parsed = parseAddress(tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
 */
export function parseAddress<Name extends string>(
  chain: ChainModule<Name>,
  text: string,
  options?: AddressParseOptions,
): Result<ParsedAddress<Name>, AddressParseCode>;
export function parseAddress(
  chain: Chain | ChainModule,
  text: string,
  options?: AddressParseOptions,
): Result<ParsedAddress<string>, AddressParseCode> {
  const registered = chainsFor(options);
  if (!isChainModule(chain)) return parseAddressIn(registered, chain, text);
  // An address of another chain would be stored as one of this name.
  if (isChain(chain.name) && chains[chain.name] !== chain) {
    throw configurationInvalid(`The chain module has the name ${chain.name} of another chain. Rename it.`);
  }
  const parse: ChainModule["parse"] = (each) => chain.parse(each);
  if (!checkedModules.has(chain)) checkMessages(chain, parse);
  checkedModules.add(chain);
  return parseOn(chain, text, registered, fixedPoint(parse));
}

function chainsFor(options: AddressParseOptions | undefined): RegisteredChains {
  if (options === undefined) return specifiedChains;
  const isRecoveryPhrase = readSafely(() => phraseTestOf(options), optionsInvalid);
  return isRecoveryPhrase === undefined ? specifiedChains : withPhraseTest(isRecoveryPhrase);
}

/** Not `checkedOptions`, because small bundles have only `parseAddress`. */
function phraseTestOf(options: AddressParseOptions): RecoveryPhraseTest | undefined {
  if (typeof options !== "object" || Object.keys(options).some((name) => name !== "isRecoveryPhrase")) {
    throw optionsInvalid();
  }
  return own(options, "isRecoveryPhrase");
}

function optionsInvalid(): ComplianceError {
  return configurationInvalid("parseAddress takes an object with one option, isRecoveryPhrase.");
}

/** Modules whose messages were checked, so that each is checked once. */
const checkedModules = new WeakSet<ChainModule>();

/**
 * Parses a text as an address of a registered chain.
 *
 * @param registered - the chains to choose from; an address of another one is named in the issue
 */
export function parseAddressIn(
  registered: RegisteredChains,
  chain: string,
  text: string,
): Result<ParsedAddress<string>, AddressParseCode> {
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
): Result<ParsedAddress<string>, AddressParseCode> {
  if (typeof text !== "string") return failed(textIssues(text));
  const { name } = module;
  const decoded = parseWith(module, text, parse);
  if (!isAddressIssue(decoded)) return succeeded({ chain: name, ...decoded });
  const { code, message } = detectOtherNetwork(module, text, decoded, registered) ?? decoded;
  return failed([{ ...wholeInput, code, message }]);
}

function unknownChain(registered: RegisteredChains): Issue<AddressParseCode> {
  const names = [...registered.keys()].join(", ");
  return {
    ...wholeInput,
    code: "not_allowed",
    message: `The chain must be one of ${names}. For another chain, pass its module.`,
  };
}

function textIssues(text: unknown): readonly Issue<AddressParseCode>[] {
  if (typeof text === "string") return [];
  return [{ ...wholeInput, code: "wrong_type", message: "The wallet address must be text." }];
}

/**
 * Returns the tag that a parsed address contains, in the form of links and of `addresses.accountOf`. It is the `tag` of an
 * X-address of the XRP Ledger. It is the `id` of a muxed account of Stellar or an integrated address of Monero.
 *
 * @param address - the value of {@link parseAddress}
 * @returns The tag; undefined for an address without one.
 * @throws ComplianceError `invalid_input` for something else than a parsed address.
 * @example
 * const parsed = unwrap(parseAddress("ripple", depositAddress));
 * await compliance.addresses.accountOf(parsed.chain, parsed.canonical, tagOf(parsed));
 */
export function tagOf(address: ParsedAddress<string>): string | undefined {
  return readSafely(() => {
    const tag: unknown = own(address, "tag") ?? own(address, "id");
    // Callers without types may pass the whole result, which has no tag.
    if (typeof own(address, "canonical") !== "string") throw notParsed();
    if (tag !== undefined && typeof tag !== "string") throw notParsed();
    return tag;
  }, notParsed);
}

function notParsed(): ComplianceError {
  return new ComplianceError("invalid_input", "tagOf takes the value of parseAddress, for example parsed.value.");
}
