import { unwrap } from "vaspkit";

/**
 * Whether a withdrawal must be reported. It rejects when that cannot be decided (no rate, an old rate, no threshold):
 * who asks then holds the withdrawal back.
 */
export async function mustReport(compliance, { id, amount, currency, country }) {
  const transaction = { transaction_id: id, amount: Number(amount).toFixed(2), currency, country };
  const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };
  const { results } = unwrap(await compliance.rules.evaluate(request));
  return results.some(({ status }) => status === "breach");
}
