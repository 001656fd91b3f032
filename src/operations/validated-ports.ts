/** Risk providers and balance sources of the caller, with their responses validated. */
import { parseBalanceResponse, parseRiskResponse } from "../domain/addresses/responses.js";
import { ComplianceError, responseOf } from "../domain/compliance-error.js";
import type { Result } from "../domain/result.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { NamedRiskProvider } from "./risk-providers.js";

/** Wraps a risk provider under its key: responses are validated and copied, and every failure is a ComplianceError. */
export function validatedRiskProvider(name: string, provider: RiskProvider): NamedRiskProvider {
  const part = `The risk provider ${JSON.stringify(name)}`;
  return {
    provider_name: name,
    screen: (query) => validResponse(part, () => provider.screen(query), parseRiskResponse),
  };
}

/** Wraps a balance source: responses are validated and copied, and every failure is a ComplianceError. */
export function validatedBalanceSource(source: BalanceSource): BalanceSource {
  const part = "The balance source (option balances)";
  return { balance: (query) => validResponse(part, () => source.balance(query), parseBalanceResponse) };
}

async function validResponse<T>(
  part: string,
  request: () => Promise<unknown>,
  parse: (response: unknown) => Result<T>,
): Promise<T> {
  const parsed = parse(await responseOf(`${part} failed; see the cause. Nothing was stored.`, request));
  if (parsed.ok) return parsed.value;
  const issues = parsed.issues.slice(0, MAX_NAMED_ISSUES).map(({ code, path }) => `${code} at "${path}"`);
  const more = parsed.issues.length - issues.length;
  const named = `${issues.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const message = `${part} returned an invalid response (${named}). Nothing was stored. Fix the part that returned it.`;
  throw new ComplianceError("provider_unreadable", message);
}

/** An invalid response can have thousands of issues. */
const MAX_NAMED_ISSUES = 3;
