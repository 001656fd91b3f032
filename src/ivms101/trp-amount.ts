/** Amounts of inquiries. Implementations of TRP disagree on form and unit; inside, amounts are exact decimal texts. */
import { isDecimalText } from "../domain/decimal-text.js";
import { checkedOptions } from "../domain/options.js";
import type { JsonValue, Message } from "./message.js";

/** How a counterparty writes the amount. */
export interface TrpProfile {
  /** Version of TRP for the header `api-version`: `"3.1.0"`. */
  readonly version: string;
  /**
   * A JSON number, or a text of digits. Both are read, except a text in place of a number of whole units: other
   * implementations write texts in the smallest unit.
   */
  readonly amount: "number" | "text";
  /** Whole units of the asset (0.000021 bitcoin), or its smallest unit (2100 satoshi). */
  readonly unit: "asset" | "smallest";
}

/**
 * Profiles of implementations. `trisa`: TRISA's library and envoy. `getdefy`: getdefy's travel-rule service. For any other
 * counterparty, ask it and pass a profile of your own.
 */
export const trpProfiles: { readonly [name in "trisa" | "getdefy"]: TrpProfile } = /* @__PURE__ */ Object.freeze({
  trisa: /* @__PURE__ */ Object.freeze({ version: "3.1.0", amount: "number", unit: "asset" }),
  getdefy: /* @__PURE__ */ Object.freeze({ version: "3.2.1", amount: "text", unit: "smallest" }),
});

/**
 * Returns a checked profile, which may be one of {@link trpProfiles} by name.
 *
 * @param fail - creates the error
 */
export function checkedTrpProfile(
  owner: string,
  named: keyof typeof trpProfiles | TrpProfile,
  fail: (message: string) => Error,
): TrpProfile {
  const known: unknown = typeof named === "string" && Object.hasOwn(trpProfiles, named) ? trpProfiles[named] : named;
  if (typeof known !== "object" || known === null) {
    throw fail(`The option profile of ${owner} must be ${Object.keys(trpProfiles).join(", ")}, or an object.`);
  }
  const names = { version: "text", amount: "checked", unit: "checked" } as const;
  const profile = checkedOptions(`profile of ${owner}`, known as TrpProfile, names, fail);
  if (profile.amount !== "number" && profile.amount !== "text") throw fail(`${owner}: amount is number or text.`);
  if (profile.unit !== "asset" && profile.unit !== "smallest") throw fail(`${owner}: unit is asset or smallest.`);
  return profile;
}

/** Where the decimal point is: the profile, and the decimals of the asset if the unit is the smallest one. */
export interface AmountForm {
  readonly profile: TrpProfile;
  readonly decimals: number;
}

const PATH = "/amount";

/** A double keeps 15 significant digits of every decimal. */
const EXACT_DIGITS = 15;

/** Returns the amount of a received message in whole units of the asset; undefined after adding an issue. */
export function readAmount(
  value: JsonValue | undefined,
  literal: string | undefined,
  { profile, decimals }: AmountForm,
  message: Message,
): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return message.missing(value, PATH, "a number or a text");
  if (typeof value === "number" && literal === undefined && !isExact(value, profile)) {
    return message.add(
      PATH,
      "amount_inexact",
      "The number has over 15 digits and may be rounded. Pass the body as text.",
    );
  }
  if (typeof value === "string" && profile.unit === "asset" && profile.amount === "number") {
    return message.add(PATH, "amount_malformed", TEXT);
  }
  const text = typeof value === "string" ? value : decimalOf(literal ?? String(value));
  if (text === undefined || !isDecimalText(text)) return message.add(PATH, "amount_malformed", MALFORMED);
  if (profile.unit === "asset") return shifted(text, 0);
  const amount = shifted(text, -decimals);
  if (shifted(text, 0).includes(".")) {
    return message.add(
      PATH,
      "amount_malformed",
      "The amount must be a whole number of the smallest unit of the asset.",
    );
  }
  return isDecimalText(amount) ? amount : message.add(PATH, "amount_malformed", MALFORMED);
}

export const MALFORMED = "The amount must be 0 or more: digits with at most one decimal point, at most 100 digits.";

const TEXT =
  "The amount must be a number: this profile writes whole units of the asset, and texts may be smallest units.";

/** An integer of the smallest unit is exact as long as doubles are. */
function isExact(value: number, { unit }: TrpProfile): boolean {
  if (unit === "smallest" && Number.isSafeInteger(value)) return true;
  return digitsOf(String(value)) <= EXACT_DIGITS;
}

/** Returns the amount as the counterparty writes it; undefined after adding an issue. */
export function writeAmount(
  value: JsonValue | undefined,
  { profile, decimals }: AmountForm,
  message: Message,
): string | number | undefined {
  if (typeof value !== "string") return message.missing(value, PATH, "a decimal text");
  if (!isDecimalText(value)) return message.add(PATH, "amount_malformed", MALFORMED);
  const text = shifted(value, profile.unit === "asset" ? 0 : decimals);
  if (profile.unit === "smallest" && text.includes(".")) {
    const note = "The amount has more decimals than the asset. Check the amount and the option decimals.";
    return message.add(PATH, "amount_inexact", note);
  }
  if (profile.amount === "text") return text;
  if (isExact(Number(text), profile) && digitsOf(text) <= 16 && decimalOf(String(Number(text))) === text) {
    return Number(text);
  }
  return message.add(PATH, "amount_inexact", "A JSON number cannot carry this amount exactly. It has over 15 digits.");
}

/** Returns the number of significant digits of a number literal. */
function digitsOf(literal: string): number {
  const [digits = ""] = literal.split("e");
  return digits.replace(/[-.]/g, "").replace(/^0+|0+$/g, "").length;
}

/** Returns a number literal of JSON as decimal text; undefined for a negative one and for one of over 200 digits. */
export function decimalOf(literal: string): string | undefined {
  const [digits = "", exponent = "0"] = literal.toLowerCase().split("e");
  const by = Number(exponent);
  return literal.startsWith("-") || digits.length > 200 || Math.abs(by) > 200 ? undefined : shifted(digits, by);
}

/** Moves the decimal point of a decimal text to the right. No zeros remain before or after the number. */
function shifted(text: string, by: number): string {
  const [whole = "", fraction = ""] = text.split(".");
  const point = whole.length + by;
  const digits = "0".repeat(Math.max(0, -point)) + whole + fraction;
  const end = Math.max(0, point);
  const integer = digits.slice(0, end).padEnd(end, "0").replace(/^0+/, "");
  const rest = digits.slice(end).replace(/0+$/, "");
  return (integer === "" ? "0" : integer) + (rest === "" ? "" : `.${rest}`);
}
