/** The identity payload of TRISA: IVMS101 of 2020 as protojson, and as the compact JSON of its REST interfaces. */
import type { Result } from "../domain/result.js";
import { inEdition } from "./convert.js";
import { type JsonObject, type JsonValue, Message } from "./message.js";
import type { ParsedIvms101, ParseIvms101Options } from "./model.js";
import { parseIvms101 } from "./parse.js";
import type { TravelIssueCode } from "./travel-issue.js";
import { isTrisaForm, type TrisaForm, withoutType, withType } from "./trisa-form.js";
import type { Ivms101Loss } from "./write.js";

/** An identity payload, and what could not be kept. */
export interface TrisaIdentity {
  /** For `JSON.stringify`. With `"protojson"` it has the `@type` of its message. */
  readonly identity: JsonObject;
  /** What the payload does not contain, as `convertIvms101` to the 2020 edition reports it. */
  readonly losses: readonly Ivms101Loss[];
}

const TYPE = "ivms101.IdentityPayload";
const CLAUSE = "TRISA IdentityPayload";

/**
 * Returns an IVMS101 document of either edition as TRISA's identity payload.
 *
 * @param document - the document, which is parsed and checked first
 * @param form - `"protojson"` or `"compact"`
 * @param options - how to parse the document
 * @returns the payload and its losses, or every issue of the document. The accounts of several persons become one list.
 * @throws ComplianceError `invalid_input` for invalid options of `parseIvms101`
 * @example
 * const written = toTrisaIdentity(document, "protojson");
 * if (written.ok) seal({ identity: written.value.identity, transaction });
 */
export function toTrisaIdentity(
  document: unknown,
  form: TrisaForm,
  options?: ParseIvms101Options,
): Result<TrisaIdentity, TravelIssueCode> {
  const message = new Message(CLAUSE);
  if (!isTrisaForm(form, message)) return { ok: false, issues: message.issues };
  const parsed = parseIvms101(document, options);
  if (!parsed.ok) return parsed;
  const { issues, losses, ...moved } = inEdition(parsed.value, "2020");
  if (issues.length > 0) return { ok: false, issues };
  // A parsed payload is plain data.
  const payload = moved.payload as unknown as JsonObject;
  // The metadata of a document of 2023 can have a version only, which the payload has no place for.
  const present = Object.entries(payload).filter(([, entity]) => Object.keys(Object(entity)).length > 0);
  const entries = present.map(([name, entity]): [string, JsonValue] => [
    nameOf(name, "", form),
    written(entity, name, form),
  ]);
  return { ok: true, value: { identity: withType(Object.fromEntries(entries), TYPE, form), losses } };
}

function written(value: JsonValue, name: string, form: TrisaForm): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => written(item, name, form));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [nameOf(key, name, form), written(member, key, form)]),
    );
  }
  if (form === "compact") return value;
  // protojson writes integers of 64 bits as text.
  if (typeof value === "number") return String(value);
  const list = Object.hasOwn(codeLists, name) ? codeLists[name as keyof typeof codeLists] : undefined;
  return list === undefined ? value : `${list}_${String(value).toUpperCase()}`;
}

/** Names of the code lists in protobuf, by element. */
const codeLists = {
  naturalPersonNameIdentifierType: "NATURAL_PERSON_NAME_TYPE_CODE",
  nameIdentifierType: "NATURAL_PERSON_NAME_TYPE_CODE",
  legalPersonNameIdentifierType: "LEGAL_PERSON_NAME_TYPE_CODE",
  addressType: "ADDRESS_TYPE_CODE",
  nationalIdentifierType: "NATIONAL_IDENTIFIER_TYPE_CODE",
  transliterationMethod: "TRANSLITERATION_METHOD_CODE",
} as const;

/** Names of 2020 that differ from the model. */
const names2020: Readonly<Record<string, string>> = {
  originatorPerson: "originatorPersons",
  beneficiaryPerson: "beneficiaryPersons",
  naturalPersonNameIdentifierType: "nameIdentifierType",
  postcode: "postCode",
};

/** Lists that are plurals in protojson. */
const plurals: Readonly<Record<string, string>> = {
  accountNumber: "account_numbers",
  nameIdentifier: "name_identifiers",
  localNameIdentifier: "local_name_identifiers",
  phoneticNameIdentifier: "phonetic_name_identifiers",
  geographicAddress: "geographic_addresses",
};

function nameOf(name: string, parent: string, form: TrisaForm): string {
  const isCustomer = parent === "legalPerson" && name === "customerIdentification";
  const old = isCustomer ? "customerNumber" : Object.hasOwn(names2020, name) ? names2020[name] : name;
  if (form === "compact") return old ?? name;
  if (Object.hasOwn(plurals, name)) return plurals[name] ?? name;
  return (old ?? name).replace("VASP", "Vasp").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Parses and checks TRISA's identity payload, protojson or compact JSON, in the tolerant mode of `parseIvms101`.
 *
 * @param identity - the text of the payload, or what `JSON.parse` returned; with `@type` or without
 * @param options - `today`, for C2
 * @returns the payload, or every issue. Empty elements of protojson are absent, with a note each.
 * @throws ComplianceError `invalid_input` for invalid options
 * @example
 * const parsed = parseTrisaIdentity(payload.identity);
 * if (parsed.ok) review(parsed.value.payload);
 */
export function parseTrisaIdentity(
  identity: unknown,
  options: Pick<ParseIvms101Options, "today"> = {},
): Result<ParsedIvms101, TravelIssueCode> {
  const message = new Message(CLAUSE);
  const copy = message.copyOf(identity);
  if (copy === undefined) return { ok: false, issues: message.issues };
  const document = withoutType(copy, TYPE, message);
  const parsed = parseIvms101(document, { ...options, edition: "2020", mode: "tolerant" });
  if (message.issues.length === 0) return parsed;
  return { ok: false, issues: parsed.ok ? message.issues : [...message.issues, ...parsed.issues] };
}
