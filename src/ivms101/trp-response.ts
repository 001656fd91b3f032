/** Responses of the Travel Rule Protocol (TRP): answers to inquiries, resolutions and confirmations. */
import type { Result } from "../domain/result.js";
import { type JsonObject, type JsonValue, Message, memberOf } from "./message.js";
import { resultOf, type TravelIssueCode } from "./travel-issue.js";

/** What a VASP responds. The wire has one key for each kind: `version`, `approved`, `rejected`, `txid`, `canceled`. */
export type TrpResponse =
  /** The answer comes later. `version` is the version of TRP: `"3.2.1"`. */
  | { readonly kind: "pending"; readonly version: string }
  /** `address` is the payment address; `callback` an `https` URL for the confirmation. */
  | { readonly kind: "approved"; readonly address: string; readonly callback: string }
  /** `reason` can be null, which TRISA refuses. */
  | { readonly kind: "rejected"; readonly reason: string | null }
  /** `txid` is the identifier of the transaction on its chain. */
  | { readonly kind: "confirmed"; readonly txid: string }
  /** `reason` can be null, which TRISA refuses. */
  | { readonly kind: "cancelled"; readonly reason: string | null };

/** Where a response is expected: the answer to an inquiry, the later resolution, or the confirmation. */
export type TrpStage = "answer" | "resolution" | "confirmation";

/** The body of a response, for `JSON.stringify`. */
export type TrpResponseBody =
  | { readonly version: string }
  | { readonly approved: { readonly address: string; readonly callback: string } }
  | { readonly rejected: string | null }
  | { readonly txid: string }
  | { readonly canceled: string | null };

type Kind = TrpResponse["kind"];

const keys: { readonly [kind in Kind]: string } = {
  pending: "version",
  approved: "approved",
  rejected: "rejected",
  confirmed: "txid",
  cancelled: "canceled",
};

const stages = {
  answer: ["pending", "approved", "rejected"],
  resolution: ["approved", "rejected"],
  confirmation: ["confirmed", "cancelled"],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

/**
 * Returns the body of a response.
 *
 * @param response - approved, rejected, confirmed, cancelled, or pending
 * @returns the body, or every issue of the response
 * @example
 * toTrpResponse({ kind: "approved", address, callback }); // { approved: { address, callback } }
 * toTrpResponse({ kind: "cancelled", reason: "The customer cancelled." }); // { canceled: "The customer cancelled." }
 */
export function toTrpResponse(response: TrpResponse): Result<TrpResponseBody, TravelIssueCode> {
  const message = new Message("TRP Response");
  const copy = message.copyOfObject(response);
  const kind = copy && kindOf(copy, message);
  if (copy === undefined || kind === undefined) return { ok: false, issues: message.issues };
  const { kind: _, ...fields } = copy;
  checkFields(kind, fields, message);
  const [only = null] = Object.values(fields);
  // Without issues, the fields have the form of the kind.
  return resultOf(
    message.issues,
    () => ({ [keys[kind]]: kind === "approved" ? fields : only }) as unknown as TrpResponseBody,
  );
}

function kindOf(copy: JsonObject, message: Message): Kind | undefined {
  const kind = memberOf(copy, "kind");
  if (typeof kind !== "string") return message.missing(kind, "/kind", "a text");
  const allowed = Object.keys(keys);
  if (allowed.includes(kind)) return kind as Kind;
  return message.add("/kind", "not_allowed", `kind must be one of ${allowed.join(", ")}.`, { allowed });
}

const fieldNames: { readonly [kind in Kind]: readonly string[] } = {
  pending: ["version"],
  approved: ["address", "callback"],
  rejected: ["reason"],
  confirmed: ["txid"],
  cancelled: ["reason"],
};

function checkFields(kind: Kind, fields: JsonObject, message: Message): void {
  message.checkNames(fields, "", fieldNames[kind]);
  if (kind === "approved") checkApproval(fields, "", message);
  else {
    const [name = ""] = fieldNames[kind];
    checkValue(kind, memberOf(fields, name), `/${name}`, message);
  }
}

/**
 * Parses and checks the body of a response. Never throws because of the body.
 *
 * @param body - the text of the body, or what `JSON.parse` returned
 * @param stage - `"answer"`: pending, approved or rejected; `"resolution"`: approved or rejected; `"confirmation"`:
 *   confirmed or cancelled
 * @returns the response, or every issue. `trp_choice`: it has none or several of the keys of its stage
 * @example
 * const parsed = parseTrpResponse(await response.text(), "answer");
 * if (parsed.ok && parsed.value.kind === "approved") pay(parsed.value.address);
 */
export function parseTrpResponse(body: unknown, stage: TrpStage): Result<TrpResponse, TravelIssueCode> {
  const message = new Message("TRP Response");
  // Code without types may pass anything.
  if (typeof stage !== "string" || !Object.hasOwn(stages, stage)) {
    message.add("", "not_allowed", "The stage must be answer, resolution or confirmation.", {
      allowed: Object.keys(stages),
    });
    return { ok: false, issues: message.issues };
  }
  const copy = message.copyOf(body);
  if (copy === undefined) return { ok: false, issues: message.issues };
  const kinds: readonly Kind[] = stages[stage];
  const allowed = kinds.map((kind) => keys[kind]);
  message.checkNames(copy, "", allowed);
  const present = kinds.filter((kind) => Object.hasOwn(copy, keys[kind]));
  if (present.length !== 1) {
    message.add("", "trp_choice", `The message must have exactly one of ${allowed.join(", ")}.`, { allowed });
  }
  for (const kind of present) {
    const path = `/${keys[kind]}`;
    const value = memberOf(copy, keys[kind]);
    if (kind === "approved") {
      const approval = message.object(value, path, fieldNames.approved);
      if (approval) checkApproval(approval, path, message);
    } else checkValue(kind, value, path, message);
  }
  const [kind] = present;
  // Without issues, there is one kind, and its value has its form.
  return resultOf(message.issues, () => responseOf(kind as Kind, memberOf(copy, keys[kind as Kind])));
}

function responseOf(kind: Kind, value: JsonValue | undefined): TrpResponse {
  const fields = kind === "approved" ? Object(value) : { [fieldNames[kind][0] ?? ""]: value };
  return { kind, ...fields };
}

function checkApproval(fields: JsonObject, path: string, message: Message): void {
  message.text(memberOf(fields, "address"), `${path}/address`);
  message.url(memberOf(fields, "callback"), `${path}/callback`);
}

function checkValue(kind: Kind, value: JsonValue | undefined, path: string, message: Message): void {
  // A rejection without a reason is null or empty.
  const isReason = kind === "rejected" || kind === "cancelled";
  if (isReason && (value === null || value === "")) return;
  const text = message.text(value, path);
  if (kind !== "pending" || text === undefined || /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(text)) return;
  message.add(path, "trp_version", "The version must be three numbers, such as 3.2.1.");
}
