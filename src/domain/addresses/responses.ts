/** Checks the responses of risk providers and balance sources before anything is stored (§2.8). */
import { isDecimalText } from "../decimal.js";
import { parseInput } from "../input/parse-input.js";
import { formatRule, integerRule, rulesAt } from "../input/rules.js";
import type { InputSchema, Rule, RuleGroup } from "../input/types.js";
import { failed, type Result, succeeded } from "../result.js";
import type { BalanceResponse, RiskEntry, RiskResponse } from "./address.js";
import { balanceResponseShape, riskResponseShape } from "./address.shape.js";

const ENTRIES = "/entries";

/** A 0 says that the provider found nothing, so it must not come from a missing value. */
const reasonRule: Rule<RiskEntry> = {
  code: "required",
  clause: "2.8",
  path: "/risk_descriptors/0",
  dependsOn: ["risk_ratio", "risk_descriptors"],
  isViolated: ({ risk_ratio, risk_descriptors }) => risk_ratio === 0 && risk_descriptors.length === 0,
  message: "risk_descriptors must have a reason when risk_ratio is 0, for example not-listed.",
};

const entryRules: readonly Rule<RiskEntry>[] = [integerRule("risk_ratio", "2.8", 0, 100), reasonRule];

/** Requires at least one entry, and applies the rules to each. */
const entriesRule: RuleGroup = {
  issuesOf: (document, faulty, context) => {
    if (["", ENTRIES].some((path) => faulty.has(path))) return [];
    // The schema makes it an array. Each rule checks the type of its own property.
    const { entries } = document as RiskResponse;
    const message =
      "The risk provider returned no entry; return at least one: risk_ratio 0 says that nothing was found.";
    if (entries.length === 0) return [{ code: "required", path: `${ENTRIES}/0`, clause: "2.8", message }];
    return entries.flatMap((_, index) =>
      rulesAt(`${ENTRIES}/${index}`, entryRules).issuesOf(document, faulty, context),
    );
  },
};

const riskSchema: InputSchema<RiskResponse> = {
  record: "risk response",
  shape: riskResponseShape,
  nullIsAbsent: false,
  mayBeEmpty: ["vasp_name_legal", "vasp_name_business", "vasp_category"],
  clauses: [["", "2.8"]],
  rules: [entriesRule],
};

/** Parses the response of a risk provider: one or more complete entries. Paths of issues start at the response. */
export function parseRiskResponse(response: unknown): Result<readonly RiskEntry[]> {
  const parsed = parseInput(riskSchema, { entries: response });
  if (parsed.ok) return succeeded(parsed.value.entries);
  return failed(parsed.issues.map((issue) => ({ ...issue, path: issue.path.slice(ENTRIES.length) })));
}

const decimalRules = (["balance", "balance_usd"] as const).map((property) =>
  formatRule<BalanceResponse, typeof property>(
    property,
    "amount_malformed",
    "2.8",
    isDecimalText,
    `${property} must be decimal text, for example 0.10: digits, at most one point, no sign, at most 100 digits.`,
  ),
);

const balanceSchema: InputSchema<BalanceResponse> = {
  record: "balance response",
  shape: balanceResponseShape,
  nullIsAbsent: false,
  clauses: [["", "2.8"]],
  rules: [rulesAt("", decimalRules)],
};

/** Parses the response of a balance source: two decimal texts. `balance_usd` may be null. */
export function parseBalanceResponse(response: unknown): Result<BalanceResponse> {
  return parseInput(balanceSchema, response);
}
