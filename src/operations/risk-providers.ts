/** Risk providers of the option `riskProviders`, found by their names. */
import type { AddressCreateFields } from "../domain/addresses/address.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import type { RiskProvider } from "../ports/risk-provider.js";

/** A risk provider under its key of the option. */
export interface NamedRiskProvider extends RiskProvider {
  readonly provider_name: string;
}

/** Risk providers by the `provider_name` of a request. */
export type RiskProviders = ReadonlyMap<AddressCreateFields["provider_name"], NamedRiskProvider>;

/** Creates the error for a screening without the option `riskProviders`. */
export function providersMissing(operation: string): ComplianceError {
  const message = `${operation} needs the option riskProviders of createCompliance. Add it.`;
  return new ComplianceError("not_configured", message);
}

/** Creates the issue for a name that the option does not have. */
export function unknownProvider(): Issue {
  const message =
    "No risk provider has this provider_name; use a name of the option riskProviders of createCompliance.";
  return { code: "unknown_provider", path: "/provider_name", clause: "4.1", message };
}
