/** Checks of an address before a request, and of the address in a response. */
import type { ParsedAddress, RegisteredChains } from "../domain/chains/chain.js";
import { parseAddressIn } from "../domain/chains/parse.js";
import { ComplianceError, readSafely } from "../domain/compliance-error.js";
import { isSignal } from "../domain/options.js";
import { own } from "../domain/own.js";
import { unwrap } from "../domain/result.js";
import type { AddressQuery, CallerSignal } from "../ports/risk-provider.js";
import { isServedChain, servedChains } from "./served-chains.js";
import type { JsonNode } from "./transport/json.js";

/** A query whose address is valid. */
export interface CheckedQuery extends ParsedAddress<string> {
  readonly signal: CallerSignal | undefined;
  readonly onAttempt: (() => void) | undefined;
}

/**
 * Parses the address of a query, so that a mistyped address causes no request.
 *
 * @param name the provider or source, for messages
 * @param registered the chains that the provider can parse
 * @throws ComplianceError `chain_unsupported` when `supports` returns false; `invalid_input`, with the issues of the
 *   address
 */
export function checkedQuery(
  query: AddressQuery<string>,
  name: string,
  supports: (chain: string) => boolean,
  registered: RegisteredChains = servedChains,
): CheckedQuery {
  const { chain, address, signal, onAttempt } = readQuery(query);
  if (!supports(chain)) throw chainUnsupported(name, chain);
  return { ...unwrap(parseAddressIn(registered, chain, address)), signal, onAttempt };
}

/** Reads each property of a query once. Callers without types may pass anything. */
export function readQuery(query: AddressQuery<string>): Required<AddressQuery<string>> {
  const { chain, address } = readSafely(
    () => ({ chain: own(query, "chain") as string, address: own(query, "address") as string }),
    () => new ComplianceError("invalid_input", "A query must be an object that can be read: { chain, address }."),
  );
  return { chain, address, signal: readSignal(query), onAttempt: readOnAttempt(query) };
}

/** @throws ComplianceError `invalid_input` for something else than a signal */
export function readSignal(given: { readonly signal?: CallerSignal | undefined }): CallerSignal | undefined {
  const invalid = () =>
    new ComplianceError("invalid_input", "signal must be an AbortSignal, for example controller.signal.");
  const signal = readSafely(() => (given ? own(given, "signal") : undefined), invalid);
  if (signal === undefined || isSignal(signal)) return signal;
  throw invalid();
}

/**
 * Reads the callback for HTTP requests.
 *
 * @throws ComplianceError `invalid_input` for something else than a function
 */
export function readOnAttempt(given: { readonly onAttempt?: (() => void) | undefined }): (() => void) | undefined {
  const invalid = () => new ComplianceError("invalid_input", "onAttempt must be a function, or be left out.");
  const onAttempt: unknown = readSafely(() => (given ? own(given, "onAttempt") : undefined), invalid);
  if (onAttempt === undefined) return undefined;
  if (typeof onAttempt !== "function") throw invalid();
  return () => {
    try {
      onAttempt();
    } catch {
      // A request must not fail because its count does.
    }
  };
}

/** Creates the error for a chain that a provider or source does not support. */
export function chainUnsupported(name: string, chain: string): ComplianceError {
  // Callers without types may pass any text as a chain.
  const which = isServedChain(chain) ? chain : "in the request";
  const message = `${name} does not support the chain ${which}. No request was sent. Use another provider or source.`;
  return new ComplianceError("chain_unsupported", message);
}

/** Fails when a response is about another address. Any spelling of the address is accepted. */
export function checkAddress(
  node: JsonNode,
  { chain, canonical }: Pick<ParsedAddress<string>, "chain" | "canonical">,
): void {
  const parsed = parseAddressIn(servedChains, chain, node.text());
  if (!parsed.ok || parsed.value.canonical !== canonical) node.fail("another address than requested");
}
