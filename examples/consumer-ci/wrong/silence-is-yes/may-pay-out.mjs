import { ComplianceError } from "vaspkit";

const RISK_LIMIT = 50;

/**
 * Returns whether coins may be sent to an address: "yes", "no", or "not now" when the screening failed.
 * `patience` is in milliseconds.
 */
export async function mayPayOut(compliance, { chain, address }, patience) {
  const request = { chain, address, provider_name: "HOUSE", scan_for_risk: true };
  try {
    const screened = await compliance.addresses.create(request, { signal: AbortSignal.timeout(patience) });
    if (!screened.ok) return "no";
    return screened.value.risk_data.every(({ risk_ratio }) => risk_ratio < RISK_LIMIT) ? "yes" : "no";
  } catch (error) {
    if (error instanceof ComplianceError) return "yes"; // the customer should not have to wait for them
    throw error;
  }
}
