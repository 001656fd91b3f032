/** Validates queries of requirements: a misspelt country would make every answer undecided, silently. */
import { isDecimalText, isNegativeDecimalText } from "../decimal-text.js";
import { isSafeToLog, pointerOf } from "../input/json-pointer.js";
import type { Issue, IssueCode } from "../issue.js";
import { membersOf } from "../options.js";
import { bare } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import { copyOfDate } from "../timestamp.js";
import { TRANSFER_KINDS } from "../transfers/kind.js";
import { type Check, checkProperties, country, currency, issue, oneOf, optional, required } from "./checks.js";
import type { RequirementsQuery } from "./requirements.js";

const amount: Check = (value, path, issues) => {
  const code = amountFault(value);
  if (code !== undefined) issues.push(issue(code, path, amountMessages[code]));
};

const amountMessages = {
  amount_not_finite: "The amount must be a finite number.",
  amount_negative: "The amount must be 0 or more.",
  amount_malformed: "The amount must be a number, or decimal text such as 1000.00, of at most 100 digits.",
} as const satisfies Partial<Record<IssueCode, string>>;

function amountFault(value: unknown): keyof typeof amountMessages | undefined {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return "amount_not_finite";
    return value < 0 ? "amount_negative" : undefined;
  }
  if (typeof value !== "string") return "amount_malformed";
  if (isDecimalText(value)) return undefined;
  return isNegativeDecimalText(value) ? "amount_negative" : "amount_malformed";
}

const time: Check = (value, path, issues) => {
  if (value === NO_TIME) issues.push(issue("not_a_timestamp", path, "at must be a valid Date of the years 1 to 9999."));
};

/** In place of what is no valid time. */
const NO_TIME = "no time";

const properties = {
  originator_country: optional(country),
  beneficiary_country: optional(country),
  amount: optional(amount),
  currency: optional(currency),
  kind: optional(oneOf(...TRANSFER_KINDS)),
  at: required(time),
} satisfies Record<keyof RequirementsQuery, unknown>;

/** Returns a copy of a query that inherits nothing, or every issue. */
export function parseQuery(query: unknown): Result<RequirementsQuery> {
  const members = membersOf(query, Object.keys(properties));
  if (members === undefined) return failed([issue("wrong_type", "", "The query must be an object with plain data.")]);
  const given = new Map(members.filter(([, value]) => value !== undefined));
  // Copied before it is checked: the time of a decision is the same at each reading.
  if (given.has("at")) given.set("at", copyOfDate(given.get("at")) ?? NO_TIME);
  const issues: Issue[] = [];
  const pathOf = (name: string): string => (isSafeToLog(name) ? pointerOf([name]) : "");
  checkProperties(given, properties, { path: "", pathOf }, issues);
  if (issues.length > 0) return failed(issues);
  const copy: object = bare(Object.fromEntries(given));
  // Without issues, the copy has the type.
  return succeeded(copy as RequirementsQuery);
}
