/** What the fakes that are asked about addresses have in common. */
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import { parseAddress } from "../../domain/chains/parse.js";
import { isChain } from "../../domain/chains/registry.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { unwrap } from "../../domain/result.js";
import type { AddressQuery } from "../../ports/risk-provider.js";
import { checkedList, wrongFake } from "./configuration.js";
import { abortedBy } from "./script.js";

/** A question that a fake was asked, without its signal. */
export type AskedAddress = Pick<AddressQuery, "chain" | "address">;

/** Whether a chain is among those that a fake knows: all, unless it is told. */
export type Knows = (chain: Chain) => boolean;

/** @throws ComplianceError `configuration_invalid`. */
export function knowsOf(fake: string, chains: readonly Chain[] | undefined): Knows {
  if (chains === undefined) return () => true;
  if (!checkedList(fake, "chains", chains).every(isChain)) throw wrongFake(fake, "chains has a name that is no chain");
  const known = new Set(chains);
  return (chain) => known.has(chain);
}

/**
 * The address of a question that is one.
 *
 * @throws ComplianceError as every port does before anybody is asked: `aborted`, `chain_unsupported`, `invalid_input`.
 */
export function checkedQuestion({ chain, address, signal }: AddressQuery, who: string, knows: Knows): ParsedAddress {
  if (signal?.aborted) throw abortedBy(signal, who);
  if (!isChain(chain) || !knows(chain)) {
    throw new ComplianceError("chain_unsupported", `The ${who} does not know this chain; see its option chains.`);
  }
  return unwrap(parseAddress(chain, address));
}

/** What keeps apart two addresses of a list that a fake is given, in whatever spelling. */
export function keyOf({ chain, canonical }: Pick<ParsedAddress, "chain" | "canonical">): string {
  return `${chain} ${canonical}`;
}

/** @throws ComplianceError `configuration_invalid`, naming the place. */
export function checkedKey(fake: string, place: string, { chain, address }: AskedAddress): string {
  const parsed = parseAddress(chain, address);
  if (!parsed.ok) throw wrongFake(fake, `${place} must have a chain and an address of it; see parseAddress`);
  return keyOf(parsed.value);
}
