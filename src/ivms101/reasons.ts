/** Reasons of rejections, cancellations and errors: one table for the errors of TRISA and the free text of TRP. */
import { ComplianceError } from "../domain/compliance-error.js";
import { type TravelReasonRow, travelReasonRows } from "../reference/travel-reasons.js";
import { MAX_TEXT } from "./travel-issue.js";

/** A row of {@link travelReasons}. */
export interface KnownTravelReason extends TravelReasonRow {
  /** One sentence of ours, without personal data. */
  readonly message: string;
}

/** Why a counterparty refused, as far as its words have a known code. */
export interface TravelReason {
  /** TRISA's number, also one that the table lacks. Null for free text without a code. */
  readonly code: number | null;
  /** TRISA's name of the code, correctly spelled. */
  readonly name: string | null;
  /** Codes of Sygna for the same reason: `"BVRC007"`. */
  readonly sygna: readonly string[];
  /** `"repair"`: the counterparty needs corrected data, 150 to 155. `"unknown"`: no code of the table. */
  readonly group: TravelReasonRow["group"] | "unknown";
  /** What the counterparty wrote, unchanged. It can be personal data: do not log it. */
  readonly text: string | null;
}

type Code = (typeof travelReasonRows)[number]["code"];

const messages: { readonly [code in Code]: string } = {
  0: "The service failed for an unknown reason.",
  1: "The service is not available. Send the request again later.",
  2: "The service is under maintenance.",
  3: "The service does not support this request.",
  49: "The recipient could not process the request.",
  50: "The transfer was rejected without a specific reason.",
  51: "The VASP does not control this wallet address.",
  52: "The VASP has no customer data for this wallet address.",
  53: "The originator could not be identified.",
  54: "The beneficiary could not be identified.",
  60: "The VASP does not support this currency or asset.",
  61: "The VASP cannot receive more of this volume.",
  75: "The VASP does not support this confirmation of an address.",
  76: "The control of the address could not be confirmed.",
  90: "A compliance check failed.",
  91: "The VASP cannot comply with the travel rule.",
  92: "The VASP refuses the transfer after a risk assessment.",
  99: "The address or the transaction is not in this network.",
  100: "Access was denied without a specific reason.",
  101: "No key to sign with is available.",
  102: "The certificate was revoked.",
  103: "The certificate could not be verified.",
  104: "No trusted connection could be made.",
  105: "A signature could not be verified.",
  106: "The message cannot be decrypted with this key.",
  107: "The envelope could not be decoded or decrypted.",
  108: "The algorithm of the encryption or of the signature is not supported.",
  150: "The request is invalid. Correct it and send it again.",
  151: "The identity payload could not be read.",
  152: "The transaction payload could not be read.",
  153: "Required fields are missing.",
  154: "The identity payload is incomplete.",
  155: "A field is invalid.",
  198: "The period for compliance is over.",
  199: "The transfer was canceled.",
};

/** Every reason with a code, in the order of the codes. */
export const travelReasons: readonly KnownTravelReason[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ travelReasonRows.map((row) =>
    Object.freeze({ ...row, sygna: Object.freeze([...row.sygna]), message: messages[row.code] }),
  ),
);

/** Further names in TRISA's list: two misspelled ones, and those of Sygna. */
const aliases: Readonly<Record<string, Code>> = {
  UNKOWN_IDENTITY: 52,
  UNKOWN_BENEFICIARY: 54,
  SERVICE_DOWN_TIME: 1,
  BENEFICIARY_NAME_UNMATCHED: 54,
  PRIVATE_INFO_DECODE_FAIL: 107,
  PRIVATE_INFO_WRONG_FORMAT: 151,
};

/**
 * Returns the code of a name of TRISA or Sygna, in any case; undefined for other texts.
 *
 * @param name - `"MISSING_FIELDS"`, `"UNKOWN_BENEFICIARY"`, `"BVRC007"`
 */
export function reasonCodeOf(name: string): number | undefined {
  const upper = name.toUpperCase();
  if (Object.hasOwn(aliases, upper)) return aliases[upper];
  return travelReasons.find((row) => row.name === upper || row.sygna.includes(upper))?.code;
}

/**
 * Returns the reason of a counterparty in one form. Never throws because of what is given.
 *
 * In free text, a code is recognized at the beginning only: `"153 MISSING_FIELDS"`, `"153"`, `"MISSING_FIELDS: …"`,
 * `"TRISA 153 …"`, `"BVRC007 …"`. A name of one word needs a colon or the end after it, because `"Rejected by …"` is a
 * sentence. Other text has the group `"unknown"`.
 *
 * @param given - an error of TRISA, whose code is a number or a name; or the reason of `parseTrpResponse`
 * @returns the reason. Numbers that the table lacks are kept. An unknown name is in `text`, before the message
 * @example
 * readTravelReason({ code: 153, message: "no date of birth" }).name; // "MISSING_FIELDS"
 * readTravelReason("BVRC007 no such account").code; // 54
 */
export function readTravelReason(
  given: { readonly code?: unknown; readonly message?: unknown } | string | null,
): TravelReason {
  if (typeof given === "string") return reasonOf(recognized(given), given);
  const code = propertyOf(given, "code");
  const message = propertyOf(given, "message");
  const text = typeof message === "string" ? message : "";
  if (typeof code === "number" && Number.isSafeInteger(code)) return reasonOf(code, text);
  if (typeof code !== "string" || code === "") return reasonOf(recognized(text), text);
  const known = recognized(code);
  if (known !== undefined) return reasonOf(known, text);
  return reasonOf(undefined, text === "" ? code : `${code}: ${text}`);
}

/** Returns a property of any value. */
function propertyOf(given: unknown, name: string): unknown {
  try {
    return typeof given === "object" && given !== null && Object.hasOwn(given, name) ? Reflect.get(given, name) : null;
  } catch {
    // A getter or a proxy threw.
    return null;
  }
}

function reasonOf(code: number | undefined, given: string): TravelReason {
  const text = given === "" ? null : given;
  const row = rowOf(code);
  if (row !== undefined) return { code: row.code, name: row.name, sygna: row.sygna, group: row.group, text };
  return { code: code ?? null, name: null, sygna: [], group: "unknown", text };
}

function rowOf(code: unknown): KnownTravelReason | undefined {
  return travelReasons.find((row) => row.code === code);
}

/** Three digits at most: a longer number is an account, not a code. */
const NUMBER = /^(?:0|[1-9]\d{0,2})(?![^\s:])/;
const NAME = /^(?:[A-Z]+(?:_[A-Z]+)*|BVRC\d{3})(?!\w)/i;
const TRISA = /^TRISA\s+/i;

/** Returns the code at the beginning of a text. */
function recognized(given: string): number | undefined {
  const start = given.slice(0, MAX_TEXT).trimStart();
  const text = start.replace(TRISA, "");
  const [digits] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return codeOfHeading(text);
  const rest = text.slice(digits.length).replace(/^[\s:]+/, "");
  // Without a name after it, a number can be a quantity: "3 documents are missing".
  if (rest === "" || text !== start) return Number(digits);
  const [name = ""] = NAME.exec(rest) ?? [];
  return reasonCodeOf(name) === Number(digits) ? Number(digits) : undefined;
}

function codeOfHeading(text: string): number | undefined {
  const [name = ""] = NAME.exec(text) ?? [];
  const isHeading = /[_\d]/.test(name) || /^\s*(?::|$)/.test(text.slice(name.length));
  return isHeading ? reasonCodeOf(name) : undefined;
}

/**
 * Returns a reason as free text for TRP: `"153 MISSING_FIELDS: Required fields are missing."`.
 *
 * @param code - a code of {@link travelReasons}
 * @param note - what to write after the name. The default is the message of the table
 * @returns the `reason` that `toTrpResponse` takes
 * @throws ComplianceError `invalid_input` for a code that the table lacks, and for a note that is blank or too long
 * @example
 * toTrpResponse({ kind: "rejected", reason: writeTravelReason(153, "Send the date of birth.") });
 */
export function writeTravelReason(code: number, note?: string): string {
  const row = rowOf(code);
  if (row === undefined) throw invalid("The code must be one of travelReasons, for example 153.");
  if (note !== undefined && (typeof note !== "string" || note.trim() === "")) {
    throw invalid("The note must be a text that is not blank. Leave it out for the message of the table.");
  }
  const text = `${row.code} ${row.name}: ${note ?? row.message}`;
  if (text.length > MAX_TEXT) throw invalid(`The reason has over ${MAX_TEXT} characters. Shorten the note.`);
  return text;
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/**
 * Returns whether corrected data can continue the exchange: the codes 150 to 155.
 *
 * @param reason - what {@link readTravelReason} returned
 * @returns true for the group `"repair"`
 * @example
 * if (isRepairReason(readTravelReason(response.reason))) sendAgain();
 */
export function isRepairReason(reason: Pick<TravelReason, "group">): boolean {
  return propertyOf(reason, "group") === "repair";
}
