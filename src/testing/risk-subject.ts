/** What the laws of a risk provider are checked with, and that it cannot be at fault itself. */
import { parseAddress } from "../domain/chains/parse.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { AddressQuery, RiskProvider } from "../ports/risk-provider.js";

/** A provider whose laws are to be checked. */
export interface RiskProviderSubject {
  /** Makes it. It must answer the same question in the same way while the laws run: give it a service that does. */
  readonly provider: () => RiskProvider;
  /** Addresses that it screens, in canonical form; at least one, better some with risk and some without. */
  readonly known: readonly AddressQuery[];
  /** Addresses of chains that it does not screen, if there are such. */
  readonly unsupported?: readonly AddressQuery[];
}

/** @throws ComplianceError `invalid_input`, with nothing of what is wrong but its place. */
export function checkSubject(subject: RiskProviderSubject): void {
  // For callers without types.
  if (typeof subject?.provider !== "function") {
    throw invalid("provider must be a function that makes the provider, such as () => houseList");
  }
  const { known, unsupported = [] } = subject;
  checkQueries("known", known);
  if (known.length === 0) {
    throw invalid("known must have at least one address that the provider screens, without which no law says anything");
  }
  checkQueries("unsupported", unsupported);
}

/** An address that is none would be refused by every provider, which would look like a fault of this one, or like a merit. */
function checkQueries(name: keyof RiskProviderSubject, queries: readonly AddressQuery[]): void {
  if (!Array.isArray(queries)) throw invalid(`${name} must be an array of { chain, address }`);
  const wrong = queries.findIndex((query) => !parseAddress(query?.chain, query?.address).ok);
  if (wrong === -1) return;
  throw invalid(`${name}[${wrong}] must be { chain, address } with an address of that chain; see parseAddress`);
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("invalid_input", `What riskProviderLaws was given is wrong, not the provider: ${what}.`);
}
