/** What a tool shows: a value, or why there is none. */
import { ComplianceError } from "vaspkit";

/** An issue of an input, or an error of the environment, which has no path and no clause. */
export interface ShownIssue {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly clause?: string;
}

export type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ShownIssue[] };

/** Returns the result of a function of the package that throws. */
export function attempt<Value>(run: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    return { ok: false, issues: error.issues.length > 0 ? error.issues : [error] };
  }
}

/** Returns the value of a JSON text, or the parser's message. */
export function attemptJson(text: string): Attempt<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, issues: [{ code: "not_json", message: String(error) }] };
  }
}
