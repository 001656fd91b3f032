/** TRISA's error: why an envelope was refused. */
import type { Result } from "../domain/result.js";
import { type JsonObject, type JsonValue, Message, memberOf } from "./message.js";
import { reasonCodeOf } from "./reasons.js";
import { resultOf, type TravelIssueCode } from "./travel-issue.js";

/** An error of TRISA. `readTravelReason` returns what its code means. */
export interface TrisaError {
  /** The number: 153. Newer codes than those of `travelReasons` are read too. */
  readonly code: number;
  /** What the counterparty wrote. It can be personal data. */
  readonly message: string;
  /** Whether a corrected message can be sent again. */
  readonly retry: boolean;
  /** A message with `@type`, unchecked. */
  readonly details?: JsonObject;
}

/**
 * Returns an error for TRISA. Its code is a number, because older peers refuse names that their list lacks.
 *
 * @param error - code, message, and whether to retry
 * @returns the error, for `JSON.stringify`, in both forms; or every issue
 * @example
 * toTrisaError({ code: 153, message: "Send the date of birth.", retry: true });
 */
export function toTrisaError(error: TrisaError): Result<JsonObject, TravelIssueCode> {
  const message = new Message(CLAUSE);
  const copy = message.copyOfObject(error);
  const code = copy && memberOf(copy, "code");
  // A name, and the absent code of a received error, are not for sending.
  const isNumber = typeof code === "number";
  if (copy && !isNumber) message.missing(code, "/code", "a number");
  const read = copy && readError(isNumber ? copy : { ...copy, code: 0 }, message);
  return resultOf(message.issues, () => read ?? {});
}

/**
 * Parses and checks an error of TRISA. Never throws because of it.
 *
 * @param error - its text, or what `JSON.parse` returned. Its code is a number or a name
 * @returns the error, or every issue. An absent code is 0. Without code and message there is no error: `required`
 * @example
 * const parsed = parseTrisaError(envelope.error);
 * if (parsed.ok) show(readTravelReason(parsed.value));
 */
export function parseTrisaError(error: unknown): Result<TrisaError, TravelIssueCode> {
  const message = new Message(CLAUSE);
  const copy = message.copyOf(error);
  const read = copy && readError(copy, message);
  // Without issues, every property was read.
  return resultOf(message.issues, () => read as unknown as TrisaError);
}

const CLAUSE = "TRISA Error";

/** Longest text for people: lists of missing elements are long. */
const MAX_NOTE = 10_000;

/** Numbers of codes have 32 bits in protobuf. */
const CODES = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

function readError(copy: JsonObject, message: Message): JsonObject {
  message.checkNames(copy, "", ["code", "message", "retry", "details"]);
  const text = message.optionalText(memberOf(copy, "message"), "/message", MAX_NOTE);
  const code = codeOf(copy, message);
  const retry = memberOf(copy, "retry") ?? false;
  if (typeof retry !== "boolean") message.missing(retry, "/retry", "true or false");
  const given = memberOf(copy, "details") ?? undefined;
  const details = given && message.object(given, "/details", Object.keys(Object(given)));
  return { code, message: text ?? "", retry, ...(details && { details }) };
}

function codeOf(copy: JsonObject, message: Message): number {
  const code: JsonValue | undefined = memberOf(copy, "code") ?? undefined;
  if (code === undefined) {
    // protobuf leaves out a code of 0. An object without all is no error: envoy sends it with successes.
    const text = memberOf(copy, "message") ?? "";
    if (text === "") message.missing(undefined, "/code", "a code or a message");
    return 0;
  }
  if (typeof code === "string") {
    const known = reasonCodeOf(code);
    if (known === undefined) {
      message.add("/code", "not_allowed", "The name is no code of travelReasons. Ask the sender for the number.");
    }
    return known ?? 0;
  }
  if (typeof code !== "number") message.missing(code, "/code", "a number or a name");
  else if (!Number.isInteger(code) || code < CODES.min || code > CODES.max) {
    message.add("/code", "out_of_range", "The code must be an integer of 32 bits.", CODES);
  }
  return Number(code);
}
