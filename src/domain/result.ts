/** Results of parsing and operations: a value or issues. Other failures are thrown. */
import { ComplianceError, readSafely } from "./compliance-error.js";
import type { Issue, IssueCode } from "./issue.js";

/**
 * The value of an operation, or every issue of its input.
 *
 * @typeParam Code - the codes of the issues
 * @example
 * const parsed = parseAccount(body);
 * if (!parsed.ok) return reply(400, parsed.issues);
 * use(parsed.value);
 */
export type Result<T, Code extends string = IssueCode> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue<Code>[] };

export function succeeded<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function failed<Code extends string>(issues: readonly Issue<Code>[]): Result<never, Code> {
  return { ok: false, issues };
}

/** Returns the issues of all results, in their order. */
export function issuesOf<Code extends string>(results: readonly Result<unknown, Code>[]): readonly Issue<Code>[] {
  return results.flatMap((each) => (each.ok ? [] : each.issues));
}

/**
 * Returns the value of a result, for code that prefers exceptions.
 *
 * @param result - a result of any parser or operation
 * @returns its value
 * @throws ComplianceError `invalid_input` with every issue in `issues`
 * @example
 * const account = unwrap(await compliance.accounts.create(body));
 */
export function unwrap<T>(result: Result<T, string>): T {
  return readSafely(
    () => {
      if (result.ok) return result.value;
      throw inputInvalid("The input", result.issues);
    },
    () => new ComplianceError("invalid_input", "unwrap takes the result of an operation or a parser. Await it first."),
  );
}

/** Returns the error of an input with issues, where there is no place for a result. */
export function inputInvalid(input: string, issues: readonly Issue<string>[]): ComplianceError {
  const where = issues.map(({ code, path }) => `${code} at "${path}"`).join(", ");
  return new ComplianceError("invalid_input", `${input} has issues: ${where}.`, { issues });
}
