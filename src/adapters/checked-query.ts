/** What is looked at before an outside service is asked about an address, and in its answer. */
import type { Chain, ParsedAddress } from "../domain/chains/chain.js";
import { parseAddress } from "../domain/chains/parse.js";
import { isChain } from "../domain/chains/registry.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { unwrap } from "../domain/result.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import type { JsonNode } from "./transport/json.js";

/**
 * The address of a query, once it is known to be one of its chain, so that a typing error costs no request.
 *
 * @throws ComplianceError `chain_unsupported` when `supports` denies the chain; `invalid_input` with the issues.
 */
export function checkedQuery(
  { chain, address }: AddressQuery,
  name: string,
  supports: (chain: Chain) => boolean,
): ParsedAddress {
  if (!supports(chain)) throw chainUnsupported(name, chain);
  return unwrap(parseAddress(chain, address));
}

/** @param name of the provider or source, for a person to read */
export function chainUnsupported(name: string, chain: Chain): ComplianceError {
  // A caller without types may give any text for a chain.
  const which = isChain(chain) ? chain : "that is named";
  const message = `${name} does not know the chain ${which}; nothing was asked. Use another one for this chain.`;
  return new ComplianceError("chain_unsupported", message);
}

/** Refuses an answer about another address, in whatever spelling that is written. */
export function checkSubject(node: JsonNode, { chain, canonical }: Pick<ParsedAddress, "chain" | "canonical">): void {
  const parsed = parseAddress(chain, node.text());
  if (!parsed.ok || parsed.value.canonical !== canonical) node.refuse("is about another address");
}
