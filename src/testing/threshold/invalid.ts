/** What is said when the configuration of a law cannot be right. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { isDecimalText } from "../../domain/decimal.js";

/** @param what without a full stop */
export function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `${what}.`);
}

/** What a threshold may be: a finite number of 0 or more, or decimal text. */
export function isAmount(given: unknown): given is number | string {
  return typeof given === "number"
    ? given >= 0 && Number.isFinite(given)
    : typeof given === "string" && isDecimalText(given);
}
