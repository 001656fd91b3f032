/** Checks of what protocols record about exchanges. Callers without types may pass anything. */
import { ComplianceError } from "../compliance-error.js";
import { isKey } from "../input/text-rules.js";
import { PARTY_SIDES } from "../jurisdictions/requirements.js";
import { checkedOptions } from "../options.js";
import { own } from "../own.js";
import type { ExchangeSubject, NewExchangeEvent } from "./apply.js";
import { EXCHANGE_EVENT_KINDS, type ExchangeReason, type ExchangeUrls } from "./exchange.js";

const EVENT = {
  kind: "checked",
  from: "checked",
  message_id: "checked",
  digest: "checked",
  reason: "checked",
  address: "checked",
  isOtherAddress: "checked",
  urls: "checked",
  transaction_hash: "checked",
  body: "checked",
  names: "checked",
  is_incomplete: "boolean",
  answers: "checked",
  asked: "checked",
} as const;

/** Returns whether a value is a key of at most 1,000 characters. */
export function isShortKey(value: unknown): value is string {
  return isKey(value) && value.length <= 1_000;
}

/** @throws ComplianceError `invalid_input` */
export function checkedEvent(given: unknown): NewExchangeEvent {
  // The cast: every property is checked below.
  const event = checkedOptions("event", given as NewExchangeEvent, EVENT, invalid);
  const { isOtherAddress: _, reason, urls, body, ...rest } = event;
  if (!EXCHANGE_EVENT_KINDS.includes(event.kind)) {
    throw invalid(`event.kind must be one of ${EXCHANGE_EVENT_KINDS.join(", ")}.`);
  }
  if (event.from !== "own" && event.from !== "counterparty") throw invalid("event.from must be own or counterparty.");
  for (const name of ["message_id", "digest", "address", "transaction_hash", "answers", "asked"] as const) {
    const text = own(event, name);
    if (text !== undefined && !isShortKey(text))
      throw invalid(`event.${name} must be a text of at most 1,000 characters.`);
  }
  if (event.from === "counterparty" && own(event, "message_id") !== undefined && own(event, "digest") === undefined) {
    throw invalid("event needs the digest of the message of a counterparty.");
  }
  const names = own(event, "names");
  if (names !== undefined && !isListOf(names, (forms) => isListOf(forms, (form) => typeof form === "string"))) {
    throw invalid("event.names must be a list of lists of texts.");
  }
  return {
    ...rest,
    ...(reason !== undefined && { reason: checkedReason(reason) }),
    ...(urls !== undefined && { urls: checkedUrls(urls) }),
    ...(body !== undefined && { body: plainCopy(body) }),
  };
}

function isListOf(list: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(isItem);
}

/** @throws ComplianceError `invalid_input` */
export function checkedSubject(given: unknown): Omit<ExchangeSubject, "transfer_id"> {
  const kinds = { side: "checked", vasp_id: "checked", account: "checked" } as const;
  // The cast: every property is checked below.
  const subject = given as Omit<ExchangeSubject, "transfer_id">;
  const { side, vasp_id, account } = checkedOptions("subject", subject, kinds, invalid);
  if (!PARTY_SIDES.includes(side)) throw invalid("subject.side must be originator or beneficiary.");
  if (!isShortKey(vasp_id)) throw invalid("subject.vasp_id must be the vasp_id of the counterparty.");
  if (account !== null && !isShortKey(account)) throw invalid("subject.account must be a reference id or null.");
  return { side, vasp_id, account };
}

function checkedReason(given: unknown): ExchangeReason {
  const kinds = { code: "checked", text: "checked" } as const;
  const { code, text } = checkedOptions("event.reason", given as ExchangeReason, kinds, invalid);
  const isCode = code === null || (Number.isSafeInteger(code) && code >= 0);
  const isText = text === null || typeof text === "string";
  if (!(isCode && isText)) throw invalid("event.reason must have code, a number or null, and text, a text or null.");
  return { code, text };
}

function checkedUrls(given: unknown): ExchangeUrls {
  const kinds = { inquiry: "text", resolution: "text", confirmation: "text" } as const;
  return { ...checkedOptions("event.urls", given as ExchangeUrls, kinds, invalid) };
}

/** Returns a copy of JSON data. */
function plainCopy(body: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(body));
  } catch {
    // The error is dropped on purpose: it may contain personal data.
    throw invalid("event.body must be JSON data.");
  }
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}
