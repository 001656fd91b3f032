/** Checks of an address before a request, and of the address in a response. */
import type { Chain, ParsedAddress } from "../domain/chains/chain.js";
import { parseAddress } from "../domain/chains/parse.js";
import { isChain } from "../domain/chains/registry.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { unwrap } from "../domain/result.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import type { JsonNode } from "./transport/json.js";

/**
 * Parses the address of a query, so that a mistyped address causes no request.
 *
 * @param name the provider or source, for messages
 * @throws ComplianceError `chain_unsupported` when `supports` returns false; `invalid_input` with the issues
 */
export function checkedQuery(
  { chain, address }: AddressQuery,
  name: string,
  supports: (chain: Chain) => boolean,
): ParsedAddress {
  if (!supports(chain)) throw chainUnsupported(name, chain);
  return unwrap(parseAddress(chain, address));
}

/** Creates the error for a chain that a provider or source does not support. */
export function chainUnsupported(name: string, chain: Chain): ComplianceError {
  // Callers without types may pass any text as a chain.
  const which = isChain(chain) ? chain : "in the request";
  const message = `${name} does not support the chain ${which}. No request was sent. Use another provider or source.`;
  return new ComplianceError("chain_unsupported", message);
}

/** Fails when a response is about another address. Any spelling of the address is accepted. */
export function checkAddress(node: JsonNode, { chain, canonical }: Pick<ParsedAddress, "chain" | "canonical">): void {
  const parsed = parseAddress(chain, node.text());
  if (!parsed.ok || parsed.value.canonical !== canonical) node.fail("another address than requested");
}
