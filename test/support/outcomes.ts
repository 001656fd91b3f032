/** How a spec test breaks an input in one place, and says what must come of it. */
import { expect } from "vitest";
import { ComplianceError, type ComplianceErrorCode, type IssueCode, type Result } from "../../src/index.js";

/** What of an issue a program may rely on. */
export type Fault<Code extends string = IssueCode> = readonly [code: Code, path: string, rule: string];

/** The issues of a result, in order; none for a value. Each has a sentence for a person as well. */
export function faultsOf<Code extends string>(result: Result<unknown, Code>): readonly Fault<Code>[] {
  if (result.ok) return [];
  for (const { message } of result.issues) expect(message).toMatch(/^[A-Za-z].*\.$/);
  return result.issues.map(({ code, path, clause }) => [code, path, clause]);
}

/** A deep copy of plain data with another value at a JSON Pointer; undefined takes the member away. */
export function withValue(document: object, pointer: string, value: unknown): object {
  const changed = structuredClone(document);
  const path = pointer.split("/").slice(1);
  const last = path.pop();
  if (last === undefined) throw new Error("the pointer must name a member");
  const parent = path.reduce<object>((at, token) => {
    const member: unknown = Reflect.get(at, token);
    if (typeof member !== "object" || member === null) throw new Error(`the document has no object at ${pointer}`);
    return member;
  }, changed);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return changed;
}

/** Without the members at these JSON Pointers. */
export function without(document: object, ...pointers: readonly string[]): object {
  return pointers.reduce((rest, pointer) => withValue(rest, pointer, undefined), document);
}

/** What such a promise rejects with; it must be a ComplianceError of that code. */
export async function failureOf(promise: Promise<unknown>, code: ComplianceErrorCode): Promise<ComplianceError> {
  const reason: unknown = await promise.then(
    () => "it resolved",
    (error: unknown) => error,
  );
  return complianceErrorOf(reason, code);
}

/** The same for what a function throws. */
export function thrownBy(act: () => unknown, code: ComplianceErrorCode): ComplianceError {
  try {
    act();
  } catch (error) {
    return complianceErrorOf(error, code);
  }
  throw new Error(`expected ${code}, but nothing was thrown`);
}

function complianceErrorOf(reason: unknown, code: ComplianceErrorCode): ComplianceError {
  if (!(reason instanceof ComplianceError)) throw new Error(`expected ${code}`, { cause: reason });
  expect(reason.code).toBe(code);
  expect(reason.message).toMatch(/^[A-Za-z].*\.$/);
  return reason;
}

/** Runs a call to its end, also an iteration, for its events. It may throw. */
export async function ended(call: () => unknown): Promise<void> {
  try {
    const answer = await call();
    const isIterable = Object(answer) === answer && Symbol.asyncIterator in Object(answer);
    if (isIterable) for await (const _item of Object(answer));
  } catch {
    // The events of the call count.
  }
}
