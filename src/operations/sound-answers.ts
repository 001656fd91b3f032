/** The caller's providers and sources as operations ask them: what they throw and answer is never taken on trust. */
import { parseBalanceResponse, parseRiskResponse } from "../domain/addresses/responses.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Result } from "../domain/result.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { RiskProvider } from "../ports/risk-provider.js";

/** The provider of that name, its answers checked and copied; what it throws becomes an error with a code. */
export function soundRiskProvider(name: string, provider: RiskProvider): RiskProvider {
  const part = `The risk provider ${JSON.stringify(name)}`;
  return { screen: (query) => soundAnswer(part, () => provider.screen(query), parseRiskResponse) };
}

/** The same for a source of balances. */
export function soundBalanceSource(source: BalanceSource): BalanceSource {
  return {
    balance: (query) => soundAnswer("The source given as balances", () => source.balance(query), parseBalanceResponse),
  };
}

async function soundAnswer<T>(
  part: string,
  ask: () => Promise<unknown>,
  parse: (answer: unknown) => Result<T>,
): Promise<T> {
  const parsed = parse(await answerOf(part, ask));
  if (parsed.ok) return parsed.value;
  const faults = parsed.issues.slice(0, MOST_TOLD).map(({ code, path }) => `${code} at "${path}"`);
  const more = parsed.issues.length - faults.length;
  const told = `${faults.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const message = `${part} gave an answer of another form than it must have: ${told}. Nothing was stored; mend it.`;
  throw new ComplianceError("provider_unreadable", message);
}

/** A broken answer can have thousands of faults, and the first ones tell enough. */
const MOST_TOLD = 3;

async function answerOf(part: string, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ComplianceError) throw cause;
    throw new ComplianceError("provider_unavailable", `${part} failed; see the cause. Nothing was stored.`, { cause });
  }
}
