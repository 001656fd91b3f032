/** The chains whose addresses arbitraries draw: those of §4.1, or those of the options. */
import * as fc from "fast-check";
import type { Chain, ChainModule, ParsedAddress, RegisteredChains } from "../../domain/chains/chain.js";
import { parseAddressIn } from "../../domain/chains/parse.js";
import { registerChains } from "../../domain/chains/register.js";
import { specifiedChains } from "../../domain/chains/registry.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { quotedName } from "../../domain/input/json-pointer.js";
import { isSafeText } from "../../domain/input/text-rules.js";
import { hasMethod, membersOf } from "../../domain/options.js";
import { own } from "../../domain/own.js";
import { allAddressFormats } from "./address.js";
import { text } from "./text.js";

/** Options about the chains that are drawn. */
export interface ChainArbitraryOptions<C extends string = Chain> {
  /**
   * The registered chains, as `createCompliance` and `parseTransfer` take them. Only their addresses are drawn.
   *
   * @default the fourteen chains of the specification
   */
  readonly chains?: readonly ChainModule<C>[] | undefined;
  /**
   * Addresses of each registered chain besides those fourteen, by its name, because its module has none to draw. A drawn
   * text that is no address of the chain throws `configuration_invalid`.
   *
   * @default none; required for each such chain
   * @example
   * const bsc = arbitraries.address({ chain: "ethereum" }).map(({ address }) => address);
   * arbitraries.transfer({ chains: [...defaultChains, chains.bsc], addresses: { bsc } });
   */
  readonly addresses?: Readonly<Record<Exclude<NoInfer<C>, Chain>, fc.Arbitrary<string>>> | undefined;
}

/** A valid address, and what `parseAddress` returns for it. */
export interface DrawnAddress<C extends string = Chain> extends ParsedAddress<C> {
  /** The text, in one of the spellings that the format allows. */
  readonly address: string;
}

/** Chains to draw. Inside, the names of registered chains have the type Chain. */
export interface DrawnChains {
  readonly registered: RegisteredChains;
  readonly names: readonly Chain[];
  /** Draws addresses of the chains in `names`, in any format. */
  readonly addressOf: (chain: Chain) => fc.Arbitrary<DrawnAddress>;
}

/** Draws addresses of a chain of §4.1 in one format. */
export function addressIn({
  chain,
  format,
  addresses,
}: (typeof allAddressFormats)[number]): fc.Arbitrary<DrawnAddress> {
  return addresses.map(({ text, ...parts }) => ({ chain, address: text, format, ...parts }));
}

function ofSpecification(chain: Chain): fc.Arbitrary<DrawnAddress> {
  const formats = allAddressFormats.filter((each) => each.chain === chain);
  return fc.oneof({ withCrossShrink: true }, ...formats.map(addressIn));
}

/** The chains of §4.1. */
export const specified: DrawnChains = {
  registered: specifiedChains,
  names: [...specifiedChains.keys()] as readonly Chain[],
  addressOf: ofSpecification,
};

/**
 * Returns the chains of options.
 *
 * @param of - the name of the function, for errors
 * @throws ComplianceError `configuration_invalid`.
 */
export function drawnChains(of: string, chains: unknown, addresses: unknown = {}): DrawnChains {
  // What is no list of modules throws.
  const registered = chains === undefined ? specifiedChains : registerChains(chains as readonly ChainModule[]);
  const names = [...registered.keys()] as readonly Chain[];
  const further = names.filter((name) => !specifiedChains.has(name));
  const members = membersOf(addresses);
  const given = new Map(members);
  const missing = further.find((name) => !hasMethod(given.get(name), "generate"));
  if (members === undefined || missing !== undefined) {
    throw invalid(`The option addresses of ${of} must have an arbitrary of texts for each further chain of chains`);
  }
  const unknown = [...given.keys()].find((name) => !further.some((each) => each === name));
  if (unknown !== undefined) {
    throw invalid(
      `The option addresses of ${of} has a chain${quotedName(unknown)} that the option chains does not add`,
    );
  }
  return {
    registered,
    names,
    addressOf: (chain) => {
      // It is an arbitrary, as checked.
      const texts = given.get(chain) as fc.Arbitrary<string> | undefined;
      return texts === undefined ? ofSpecification(chain) : texts.map((drawn) => parsed(of, registered, chain, drawn));
    },
  };
}

function parsed(of: string, registered: RegisteredChains, chain: Chain, address: string): DrawnAddress {
  const result = parseAddressIn(registered, chain, address);
  if (result.ok) return { ...result.value, chain, address };
  throw invalid(`The option addresses of ${of} drew a text that is no address of the chain ${chain}`);
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `${what}.`);
}

/** Draws tags that the chain allows beside an address. */
export function tagOn({ registered }: DrawnChains, chain: Chain): fc.Arbitrary<string> {
  const module = registered.get(chain);
  const tag = module && own(module, "tag");
  if (tag === undefined) return text();
  if (tag.kind === "integer") return integerOf(tag.bits);
  if (tag.kind === "hex") return fc.string({ unit: hexDigit, minLength: tag.digits, maxLength: tag.digits });
  const maxBytes = own(tag, "maxBytes");
  if (maxBytes === undefined) return text();
  // Characters of one byte.
  return fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: maxBytes }).filter(isSafeText);
}

const hexDigit = fc.constantFrom(..."0123456789abcdef");

function integerOf(bits: 32 | 64): fc.Arbitrary<string> {
  if (bits === 32) return fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(String);
  return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
}
