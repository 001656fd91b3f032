/** Parses transactions and evaluation requests (§4.9). */

import { evaluationReader, transactionReader } from "../../generated/transaction.reader.js";
import { checkParseOptions, parseInput } from "../input/parse-input.js";
import type { ParseOptions } from "../input/types.js";
import { type Result, succeeded } from "../result.js";
import type { AnyTransaction, EvaluationRequest } from "./types.js";

/**
 * Parses a transaction (§4.9), in a currency or in a crypto-asset.
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept
 * @returns the transaction as a plain copy, or every issue
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 * @example
 * const parsed = parseTransaction({ transaction_id: "T-1", amount: "2999.99", currency: "EUR", country: "US" });
 */
export function parseTransaction(input: unknown, options?: ParseOptions): Result<AnyTransaction> {
  checkParseOptions("parseTransaction", options);
  return parseInput(transactionReader, input, options);
}

/** Parses an evaluation request (§4.9). Repeated rule codes are removed. */
export function parseEvaluationRequest(input: unknown, options?: ParseOptions): Result<EvaluationRequest> {
  const parsed = parseInput(evaluationReader, input, options);
  if (!parsed.ok) return parsed;
  const { transaction, rule_codes } = parsed.value;
  return succeeded({ transaction, rule_codes: [...new Set(rule_codes)] });
}
