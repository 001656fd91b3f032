/** The three kinds of outcome: a value, the caller's wrong input (issues), or a failing world (thrown). */
import { ComplianceError } from "./compliance-error.js";
import type { Issue } from "./issue.js";

/**
 * What an operation says of its input: the value, or every issue found in it.
 *
 * @example
 * const parsed = parseAccount(body);
 * if (!parsed.ok) return reply(400, parsed.issues);
 * use(parsed.value);
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export function succeeded<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed(issues: readonly Issue[]): Result<never> {
  return { ok: false, issues };
}

/**
 * The value of a result, for callers who prefer exceptions.
 *
 * @throws ComplianceError `invalid_input`, whose `issues` hold every issue.
 * @example
 * const account = unwrap(await compliance.accounts.create(body));
 */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const where = result.issues.map(({ code, path }) => `${code} at "${path}"`).join(", ");
  throw new ComplianceError("invalid_input", `The input has issues: ${where}.`, { issues: result.issues });
}
