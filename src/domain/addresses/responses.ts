/** Checks the responses of risk providers and balance sources before anything is stored (§2.8). */

import { balanceResponseReader, riskResponseReader } from "../../generated/response.reader.js";
import { parseInput } from "../input/parse-input.js";
import { failed, type Result, succeeded } from "../result.js";
import type { BalanceResponse, RiskEntry } from "./address.js";

/** Parses the response of a risk provider: one or more complete entries. Paths of issues start at the response. */
export function parseRiskResponse(response: unknown): Result<readonly RiskEntry[]> {
  const parsed = parseInput(riskResponseReader, { entries: response });
  if (parsed.ok) return succeeded(parsed.value.entries);
  return failed(parsed.issues.map((issue) => ({ ...issue, path: issue.path.slice("/entries".length) })));
}

/** Parses the response of a balance source: two decimal texts. `balance_usd` may be null. */
export function parseBalanceResponse(response: unknown): Result<BalanceResponse> {
  return parseInput(balanceResponseReader, response);
}
