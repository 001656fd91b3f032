import { unwrap } from "vaspkit";

/**
 * Returns whether a withdrawal must be reported. Rejects when that cannot be decided (no rate, an outdated rate, no
 * threshold); the caller then holds the withdrawal.
 */
export async function mustReport(compliance, { id, amount, currency, country }) {
  const transaction = { transaction_id: id, amount: Number(amount).toFixed(2), currency, country };
  const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };
  const { results } = unwrap(await compliance.rules.evaluate(request));
  return results.some(({ status }) => status === "breach");
}
