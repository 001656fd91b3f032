/** From what a provider of risk or a source of balances answers to plain data that can be stored (§2.8). */
import { isDecimalText } from "../decimal.js";
import { form } from "../input/forms.js";
import { type InputSchema, parseInput } from "../input/grammar.js";
import { wholeNumber } from "../input/numbers.js";
import { type Rule, type RuleGroup, rulesAt } from "../input/rule.js";
import { failed, type Result, succeeded } from "../result.js";
import type { RiskEntry } from "./address.js";
import { type BalanceAnswer, balanceAnswerShape, type RiskAnswer, riskAnswerShape } from "./answer.shape.js";

const ENTRIES = "/entries";

const entryRules: readonly Rule<RiskEntry>[] = [wholeNumber("risk_ratio", "2.8", 0, 100)];

/** At least one entry, and the rules of each. */
const entriesRule: RuleGroup = {
  issuesOf: (document, faulty, context) => {
    if (["", ENTRIES].some((place) => faulty.has(place))) return [];
    // The shape says that it is an array; of what, each rule asks for itself.
    const { entries } = document as RiskAnswer;
    const message = "An answer must have at least one entry: no entry is no statement about a risk.";
    if (entries.length === 0) return [{ code: "required", path: `${ENTRIES}/0`, clause: "2.8", message }];
    return entries.flatMap((_, index) =>
      rulesAt(`${ENTRIES}/${index}`, entryRules).issuesOf(document, faulty, context),
    );
  },
};

const riskGrammar: InputSchema<RiskAnswer> = {
  shape: riskAnswerShape,
  nullIsAbsent: false,
  mayBeEmpty: ["vasp_name_legal", "vasp_name_business", "vasp_category"],
  clauses: [["", "2.8"]],
  rules: [entriesRule],
};

/** At least one complete entry, `risk_ratio` an integer 0–100, texts as all texts; the paths begin at the answer. */
export function parseRiskAnswer(answer: unknown): Result<readonly RiskEntry[]> {
  const parsed = parseInput(riskGrammar, { entries: answer });
  if (parsed.ok) return succeeded(parsed.value.entries);
  return failed(parsed.issues.map((issue) => ({ ...issue, path: issue.path.slice(ENTRIES.length) })));
}

const NO_DECIMAL = "must be decimal text such as 0.10: digits, at most one point, no sign; 100 digits at most.";

const balanceRules: readonly Rule<BalanceAnswer>[] = [
  form("balance", "amount_malformed", "2.8", isDecimalText, `balance ${NO_DECIMAL}`),
  form("balance_usd", "amount_malformed", "2.8", isDecimalText, `balance_usd ${NO_DECIMAL}`),
];

const balanceGrammar: InputSchema<BalanceAnswer> = {
  shape: balanceAnswerShape,
  nullIsAbsent: false,
  clauses: [["", "2.8"]],
  rules: [rulesAt("", balanceRules)],
};

/** Both members, each decimal text; `balance_usd` may be null. */
export function parseBalanceAnswer(answer: unknown): Result<BalanceAnswer> {
  return parseInput(balanceGrammar, answer);
}
