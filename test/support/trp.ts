/** Messages of TRP: valid ones, and inputs with exactly one fault for every code. */
import fc from "fast-check";
import {
  type Ivms101IssueCode,
  type JsonObject,
  parseTrpInquiry,
  parseTrpResponse,
  type TravelIssueCode,
  type TrpInquiry,
  type TrpInquiryOptions,
  type TrpResponse,
  toTrpInquiry,
  toTrpResponse,
} from "../../src/ivms101.js";
import { replacedAt } from "../../src/testing/single-fault/document.js";
import { example1 } from "./ivms101.js";
import { type FaultyTravelInput, inquiryUrl, type TravelAddressCode } from "./travel.js";

export const document = example1("2020") as JsonObject;

export const trisa: TrpInquiryOptions = { profile: "trisa", today: "2026-01-01" };
export const getdefy: TrpInquiryOptions = { profile: "getdefy", decimals: 8, today: "2026-01-01" };

/** An amount of at most eight decimals and 15 digits, in normal form. */
function exactAmount(): fc.Arbitrary<string> {
  const units = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
  return fc.tuple(units, fc.nat(8)).map(([number, places]) => decimal(number, places));
}

/** Returns number ÷ 10^places in normal form. */
export function decimal(number: bigint, places: number): string {
  const digits = String(number).padStart(places + 1, "0");
  const end = digits.length - places;
  const fraction = digits.slice(end).replace(/0+$/, "");
  return digits.slice(0, end) + (fraction === "" ? "" : `.${fraction}`);
}

/** Draws valid inquiries. */
export function inquiry(amount = exactAmount()): fc.Arbitrary<TrpInquiry> {
  const assets = fc.constantFrom({ dti: "4H95J0R2X" }, { slip0044: 0 }, { dti: "X9J9K872S", slip0044: "ETH" });
  const extensions = fc.constantFrom({}, { extensions: { discoverability: { a: [1, null, "x"] } } });
  return fc
    .tuple(assets, amount, inquiryUrl(), extensions)
    .map(([asset, text, callback, more]) => ({ asset, amount: text, callback, IVMS101: document, ...more }));
}

/** Draws responses of every kind. */
export function response(): fc.Arbitrary<TrpResponse> {
  const text = fc.stringMatching(/^[a-zA-Z0-9]{1,40}$/);
  const reason = fc.oneof(text, fc.constantFrom(null, ""));
  return fc.oneof(
    fc.constant<TrpResponse>({ kind: "pending", version: "3.2.1" }),
    fc.tuple(text, inquiryUrl()).map<TrpResponse>(([address, callback]) => ({ kind: "approved", address, callback })),
    reason.map<TrpResponse>((why) => ({ kind: "rejected", reason: why })),
    text.map<TrpResponse>((txid) => ({ kind: "confirmed", txid })),
    reason.map<TrpResponse>((why) => ({ kind: "cancelled", reason: why })),
  );
}

const CANARY = "Qzxv77";

/** A received inquiry with another value at a pointer. */
function received(at: string, ...values: readonly unknown[]): fc.Arbitrary<FaultyTravelInput> {
  return fc.tuple(inquiry(), fc.constantFrom(...values)).map(([valid, value]) => {
    // The profile writes numbers.
    const body = replacedAt({ ...valid, amount: Number(valid.amount) }, at, value);
    return { run: () => parseTrpInquiry(body, trisa), canary: CANARY };
  });
}

const responded = (stage: "answer" | "resolution" | "confirmation", ...bodies: readonly unknown[]) =>
  fc.constantFrom(...bodies).map((body) => ({ run: () => parseTrpResponse(body, stage), canary: CANARY }));

const written = (...responses: readonly unknown[]) =>
  fc.constantFrom(...responses).map((given) => ({ run: () => toTrpResponse(given as TrpResponse), canary: CANARY }));

const sent = (amount: string, options: TrpInquiryOptions) =>
  inquiry().map((valid) => ({ run: () => toTrpInquiry({ ...valid, amount }, options), canary: CANARY }));

const withoutKey = (key: string) =>
  inquiry().map((valid) => {
    const { [key as "amount"]: _, ...rest } = { ...valid, amount: Number(valid.amount) };
    return { run: () => parseTrpInquiry(rest, trisa), canary: CANARY };
  });

/** Codes that only TRISA's messages and `/identity` have. Their inputs are in trisa-payload.ts. */
export type TrisaPayloadCode = "not_a_timestamp" | "not_an_lei" | "amount_contradicts";

/** Codes of messages, without those that only IVMS101 documents, travel addresses and TRISA have. */
type TrpCode =
  | Exclude<
      TravelIssueCode,
      | Exclude<TravelAddressCode, "wrong_type" | "text_too_long" | `url_${string}`>
      | Ivms101IssueCode
      | TrisaPayloadCode
      | "url_tag"
    >
  | "unreadable"
  | "wrong_type"
  | "required"
  | "unknown_property"
  | "not_allowed"
  | "text_blank"
  | "text_too_long"
  | "out_of_range";

/** Inputs with one fault for every code. A code without them does not compile. */
export const trpFaults: { readonly [C in TrpCode]: fc.Arbitrary<FaultyTravelInput> } = {
  unreadable: fc.oneof(
    responded("answer", `{"approved":${CANARY}`, { approved: () => CANARY }, { rejected: [undefined, CANARY] }),
    received("/extensions", { x: 10n }, { x: new Map([[CANARY, 1]]) }),
  ),
  wrong_type: fc.oneof(
    received("/amount", true, [CANARY], null),
    received("/callback", 5, null),
    received("/asset", CANARY, [], null),
    received("/asset/dti", 5),
    received("/asset/slip0044", null),
    received("/extensions", CANARY, []),
    received("/IVMS101", CANARY, null, []),
    responded("answer", `"${CANARY}"`, [], null, { approved: CANARY }, { rejected: 5 }, { version: null }),
  ),
  required: fc.oneof(
    ...["asset", "amount", "callback", "IVMS101"].map(withoutKey),
    responded("resolution", { approved: { address: CANARY } }, { approved: { callback: "https://a.example" } }),
    written({ kind: "confirmed" }, { reason: CANARY, kind: undefined }),
  ),
  unknown_property: fc.oneof(
    received("/asset", { dti: "4H95J0R2X", [`${CANARY} x`]: 1 }),
    responded("confirmation", { txid: CANARY, reason: CANARY }, { canceled: null, [`${CANARY}@a.example`]: 1 }),
    written({ kind: "pending", version: "3.2.1", reason: CANARY }),
  ),
  not_allowed: fc.oneof(
    written({ kind: CANARY }),
    fc.constant({ run: () => parseTrpResponse({ txid: "1" }, CANARY as "answer"), canary: CANARY }),
  ),
  text_blank: fc.oneof(received("/asset", { slip0044: " " }), responded("confirmation", { txid: "" }, { txid: " " })),
  text_too_long: fc.oneof(
    received("/callback", `https://a.example/${CANARY.repeat(200)}`),
    responded("confirmation", { txid: CANARY.repeat(200) }, CANARY.repeat(200_000)),
  ),
  trp_version: fc.oneof(
    responded("answer", { version: CANARY }, { version: "3.2" }),
    written({ kind: "pending", version: CANARY }),
  ),
  out_of_range: received("/asset", { slip0044: -1 }, { slip0044: 0.5 }, { slip0044: 2 ** 31 }),
  url_malformed: received("/callback", `https://${CANARY}.example/a b`),
  url_scheme: received("/callback", `http://${CANARY}.example`, CANARY, ""),
  url_credentials: received("/callback", `https://${CANARY}:x@a.example`),
  url_fragment: received("/callback", `https://a.example#${CANARY}`),
  url_host: received("/callback", `https://${CANARY}/x`),
  amount_malformed: fc.oneof(
    received("/amount", -1, "2100", "-1", `1${CANARY}`, "1e3", "", "1,000", "0".repeat(200)),
    inquiry().map((valid) => ({ run: () => parseTrpInquiry({ ...valid, amount: "0.5" }, getdefy), canary: CANARY })),
  ),
  amount_inexact: fc.oneof(
    received("/amount", 0.1234567890123456, 1234567890.1234567),
    sent("0.1234567890123456", trisa),
    sent("9007199254740993", trisa),
    sent("0.000000001", getdefy),
  ),
  not_a_dti: received("/asset/dti", CANARY, "4H95J0R2A", "4h95j0r2x", ""),
  trp_asset: received("/asset", {}),
  trp_choice: fc.oneof(
    responded("answer", {}, { approved: { address: CANARY, callback: "https://a.example" }, rejected: CANARY }),
    responded("resolution", {}, "{}"),
    responded("confirmation", { txid: CANARY, canceled: null }),
  ),
};
