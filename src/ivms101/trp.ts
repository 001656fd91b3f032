/** Inquiries of the Travel Rule Protocol (TRP), as pure codecs. Sending them is up to the application. */

import { ComplianceError } from "../domain/compliance-error.js";
import { checkedOptions } from "../domain/options.js";
import type { Result } from "../domain/result.js";
import { type JsonObject, type JsonValue, Message, memberOf } from "./message.js";
import type { ParsedIvms101, ParseIvms101Options } from "./model.js";
import { parseIvms101 } from "./parse.js";
import { resultOf, type TravelIssueCode } from "./travel-issue.js";
import {
  type AmountForm,
  checkedTrpProfile,
  readAmount,
  type TrpProfile,
  type trpProfiles,
  writeAmount,
} from "./trp-amount.js";

/** An asset, by one or both of its identifiers. */
export interface TrpAsset {
  /** Digital token identifier (ISO 24165): `"4H95J0R2X"` is Bitcoin. Since TRP 3.2.0. */
  readonly dti?: string;
  /** Coin type of SLIP-44: `0` is Bitcoin. TRISA writes a symbol: `"BTC"`. */
  readonly slip0044?: number | string;
}

/** An inquiry: who sends how much to whom. */
export interface TrpInquiry {
  readonly asset: TrpAsset;
  /** Exact decimal text in whole units of the asset: `"0.000021"`. */
  readonly amount: string;
  /** `https` URL for the resolution. Before a request to it: `checkPublicUrl`. */
  readonly callback: string;
  /** The IVMS101 document. Every known implementation expects the 2020 edition. */
  readonly IVMS101: JsonObject;
  /** Data of protocol extensions, unchecked. */
  readonly extensions?: JsonObject;
}

/** The body of an inquiry, for `JSON.stringify`. `amount` has the form of the profile. */
export interface TrpInquiryBody extends Omit<TrpInquiry, "amount"> {
  readonly amount: number | string;
}

/** A received inquiry. */
export interface ParsedTrpInquiry {
  readonly inquiry: TrpInquiry;
  /** The IVMS101 document of the inquiry, parsed. */
  readonly ivms101: ParsedIvms101;
}

/** Options of {@link toTrpInquiry} and {@link parseTrpInquiry}. Those of `parseIvms101` are for the key `IVMS101`. */
export interface TrpInquiryOptions extends ParseIvms101Options {
  /** Form of `amount`: one of `trpProfiles` by name, or your own. Required, because the forms differ by orders of magnitude. */
  readonly profile: keyof typeof trpProfiles | TrpProfile;
  /**
   * Decimals of the asset: 8 for Bitcoin. Required for a profile whose unit is the smallest one.
   * @default 0, which other profiles ignore
   */
  readonly decimals?: number | undefined;
}

const NAMES = {
  profile: "checked",
  decimals: "checked",
  edition: "checked",
  mode: "checked",
  today: "checked",
} as const;

interface CheckedOptions {
  readonly form: AmountForm;
  readonly document: ParseIvms101Options;
}

function checked(owner: string, given: TrpInquiryOptions): CheckedOptions {
  const { profile: named, decimals, edition, mode, today } = checkedOptions(owner, given, NAMES, invalid);
  const profile = checkedTrpProfile(owner, named, invalid);
  const isCount = Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 36;
  if (decimals === undefined ? profile.unit === "smallest" : !isCount) {
    throw invalid(`${owner} needs the option decimals for this profile: an integer from 0 to 36.`);
  }
  return { form: { profile, decimals: decimals ?? 0 }, document: { edition, mode, today } };
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/**
 * Returns the body of an inquiry in the form of a counterparty. Checks everything that {@link parseTrpInquiry} checks.
 *
 * @param inquiry - asset, exact amount, callback and IVMS101 document
 * @param options - the profile of the counterparty
 * @returns the body, or every issue. `amount_inexact`: the form of the profile cannot carry the amount.
 * @throws ComplianceError `invalid_input` for invalid options
 * @example
 * const body = toTrpInquiry({ asset, amount: "0.000021", callback, IVMS101 }, { profile: "trisa" });
 * if (body.ok) await post(travelAddress.url, JSON.stringify(body.value));
 */
export function toTrpInquiry(inquiry: TrpInquiry, options: TrpInquiryOptions): Result<TrpInquiryBody, TravelIssueCode> {
  const { form, document } = checked("toTrpInquiry", options);
  const message = new Message(CLAUSE);
  const copy = message.copyOfObject(inquiry);
  const amount = copy && writeAmount(memberOf(copy, "amount"), form, message);
  const read = copy && readInquiry(copy, document, message);
  // Without issues, every part was read.
  return resultOf(message.issues, () => ({ ...read?.rest, amount }) as unknown as TrpInquiryBody);
}

/**
 * Parses and checks the body of an inquiry, with its IVMS101 document. Never throws because of the body.
 *
 * @param body - the text of the body, which keeps all digits of `amount`, or what `JSON.parse` returned. Then a number of
 *   over 15 digits is an issue
 * @param options - the profile of the counterparty; how to parse the IVMS101 document
 * @returns the inquiry with an exact amount, or every issue. Issues contain no value of the body.
 * @throws ComplianceError `invalid_input` for invalid options
 * @example
 * const parsed = parseTrpInquiry(await request.text(), { profile: "getdefy", decimals: 8, mode: "tolerant" });
 * if (!parsed.ok) return reply(400, parsed.issues);
 */
export function parseTrpInquiry(body: unknown, options: TrpInquiryOptions): Result<ParsedTrpInquiry, TravelIssueCode> {
  const { form, document } = checked("parseTrpInquiry", options);
  const message = new Message(CLAUSE);
  let literal: string | undefined;
  const read = (text: string): number => {
    literal = text;
    // The literal has the amount, which a number could not hold.
    return 0;
  };
  const copy = message.copyOf(body, { at: ["/amount"], read });
  const amount = copy && readAmount(memberOf(copy, "amount"), literal, form, message);
  const parts = copy && readInquiry(copy, document, message);
  // Without issues, every part was read.
  return resultOf(
    message.issues,
    () => ({ inquiry: { ...parts?.rest, amount }, ivms101: parts?.ivms101 }) as unknown as ParsedTrpInquiry,
  );
}

const CLAUSE = "TRP Inquiry";
const KEYS = ["asset", "amount", "callback", "IVMS101", "extensions"];

interface ReadInquiry {
  /** Everything but the amount. */
  readonly rest: JsonObject;
  readonly ivms101: ParsedIvms101 | undefined;
}

function readInquiry(copy: JsonObject, options: ParseIvms101Options, message: Message): ReadInquiry {
  message.checkNames(copy, "", KEYS);
  checkAsset(memberOf(copy, "asset"), message);
  message.url(memberOf(copy, "callback"), "/callback");
  const extensions = memberOf(copy, "extensions");
  if (
    extensions !== undefined &&
    (extensions === null || typeof extensions !== "object" || Array.isArray(extensions))
  ) {
    message.missing(extensions, "/extensions", "an object");
  }
  const { amount: _, ...rest } = copy;
  return { rest, ivms101: readDocument(memberOf(copy, "IVMS101"), options, message) };
}

function readDocument(
  value: JsonValue | undefined,
  options: ParseIvms101Options,
  message: Message,
): ParsedIvms101 | undefined {
  if (value === undefined) return message.missing(value, "/IVMS101", "an IVMS101 document");
  const parsed = parseIvms101(value, options);
  if (parsed.ok) {
    const notes = parsed.value.notes.map((note) => ({ ...note, path: `/IVMS101${note.path}` }));
    return { ...parsed.value, notes };
  }
  message.issues.push(...parsed.issues.map((issue) => ({ ...issue, path: `/IVMS101${issue.path}` })));
  return undefined;
}

/** ISO 24165: digits and capital letters without vowels. */
const DTI = /^[0-9B-DF-HJ-NP-TV-Z]{9}$/;

/** Highest coin type of SLIP-44: an index of BIP-32. */
const MAX_COIN_TYPE = 2 ** 31 - 1;

function checkAsset(value: JsonValue | undefined, message: Message): void {
  const asset = message.object(value, "/asset", ["dti", "slip0044"]);
  if (asset === undefined) return;
  const [dti, slip0044] = [memberOf(asset, "dti"), memberOf(asset, "slip0044")];
  if (dti === undefined && slip0044 === undefined) {
    message.add("/asset", "trp_asset", "The asset needs dti, slip0044 or both.");
  }
  if (dti !== undefined && typeof dti !== "string") message.missing(dti, "/asset/dti", "a text");
  else if (dti !== undefined && !DTI.test(dti)) {
    message.add("/asset/dti", "not_a_dti", "dti must have 9 digits or capital letters without vowels (ISO 24165).");
  }
  if (slip0044 === undefined) return;
  if (typeof slip0044 !== "number") message.text(slip0044, "/asset/slip0044");
  else if (!Number.isInteger(slip0044) || slip0044 < 0 || slip0044 > MAX_COIN_TYPE) {
    const params = { min: 0, max: MAX_COIN_TYPE };
    message.add("/asset/slip0044", "out_of_range", "slip0044 must be an integer, a coin type of SLIP-44.", params);
  }
}
