/** What a tool shows: a value, or why there is none. */
import { ComplianceError } from "vaspkit";

/** An issue, a note or a loss of an input; or an error of the environment, which has no path and no clause. */
export interface ShownIssue {
  readonly code: string;
  readonly message?: string;
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

/** Returns the value of a JSON text. */
export function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the engine repeats a part of the text.
    throw new ComplianceError("invalid_input", "This is not JSON. Look at commas, quotation marks and brackets.");
  }
}
