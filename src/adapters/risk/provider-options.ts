/** Options that several risk providers have, checked when a provider is made. */

import type { Chain } from "../../domain/chains/chain.js";
import { isChain } from "../../domain/chains/registry.js";
import { isSoundText } from "../../domain/input/text-rules.js";
import { configurationInvalid, membersOf } from "../../domain/options.js";

/** Our names of chains, each with the word that a service has for it. What is absent is not screened. */
export type ChainWords = Readonly<Partial<Record<Chain, string>>>;

/**
 * The code that the entries of a provider carry: what the caller says, or the usual one.
 *
 * @throws ComplianceError `configuration_invalid` for what no record could hold.
 */
export function checkedProviderName(usual: string, name: string = usual): string {
  if (typeof name === "string" && isSoundText(name)) return name;
  throw configurationInvalid("provider_name must be a text with something in it, on one line, such as OFAC.");
}

/** @throws ComplianceError `configuration_invalid`, naming the option `chains`. */
export function checkedChains(usual: readonly Chain[], chains: readonly Chain[] = usual): ReadonlySet<Chain> {
  if (Array.isArray(chains) && chains.length > 0 && chains.every(isChain)) return new Set(chains);
  throw configurationInvalid('chains must be a list of chains of §4.1 with at least one of them, such as ["bitcoin"].');
}

/** @throws ComplianceError `configuration_invalid`, naming the option `chains`. */
export function checkedChainWords(usual: ChainWords, words: ChainWords = usual): ReadonlyMap<Chain, string> {
  const given = membersOf(words) ?? [];
  if (given.length > 0 && given.every(isChainWord)) return new Map(given);
  throw configurationInvalid(
    'chains must be a table of the service\'s words by chain of §4.1, such as { bitcoin: "bitcoin" }.',
  );
}

function isChainWord(entry: readonly [string, unknown]): entry is readonly [Chain, string] {
  const [chain, word] = entry;
  return isChain(chain) && typeof word === "string" && /^[\x21-\x7e]+$/.test(word);
}
