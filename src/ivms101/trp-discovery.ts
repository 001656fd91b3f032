/** What a host of the Travel Rule Protocol (TRP) says about itself: `/version`, `/extensions` and `/identity`. */
import { isLei } from "../domain/identifiers/lei.js";
import type { Result } from "../domain/result.js";
import { type JsonObject, type JsonValue, Message, memberOf } from "./message.js";
import { resultOf, type TravelIssueCode } from "./travel-issue.js";

/** The body of `/version`. */
export interface TrpVersion {
  /** The version of the software: `"1.2.0"`. */
  readonly version: string;
  readonly vendor?: string;
}

/** The body of `/extensions`: names of protocol extensions, such as `"message-signing"`. */
export interface TrpExtensions {
  /** Every request must use them. */
  readonly required: readonly string[];
  readonly supported: readonly string[];
}

/** The body of `/identity`: who operates the host. */
export interface TrpIdentity {
  readonly name: string;
  readonly lei?: string;
  /** A certificate in PEM. Its content is not checked. */
  readonly x509?: string;
  /** Further properties, unchecked: TRP 3.2.1 has more identifiers. */
  readonly other?: JsonObject;
}

/**
 * Returns the body of `/version`.
 *
 * @param version - version and vendor of your software
 * @returns the body, for `JSON.stringify`, or every issue
 * @example
 * toTrpVersion({ version: "1.2.0", vendor: "Exchange AG" });
 */
export function toTrpVersion(version: TrpVersion): Result<TrpVersion, TravelIssueCode> {
  const message = new Message(VERSION);
  return readVersion(message.copyOfObject(version), message);
}

/**
 * Parses and checks the body of `/version`. Never throws because of the body.
 *
 * @param body - the text of the body, or what `JSON.parse` returned
 * @returns version and vendor, or every issue. An empty vendor is absent
 * @example
 * const parsed = parseTrpVersion(await response.text());
 */
export function parseTrpVersion(body: unknown): Result<TrpVersion, TravelIssueCode> {
  const message = new Message(VERSION);
  return readVersion(message.copyOf(body), message);
}

const VERSION = "TRP Version";

function readVersion(copy: JsonObject | undefined, message: Message): Result<TrpVersion, TravelIssueCode> {
  if (copy === undefined) return { ok: false, issues: message.issues };
  message.checkNames(copy, "", ["version", "vendor"]);
  const version = message.text(memberOf(copy, "version"), "/version");
  const vendor = optionalText(copy, "vendor", message);
  // Without issues, the version is a text.
  return resultOf(message.issues, () => ({ version, ...vendor }) as TrpVersion);
}

/**
 * Returns the body of `/extensions`.
 *
 * @param extensions - the names of both lists
 * @returns the body, for `JSON.stringify`, or every issue
 * @example
 * toTrpExtensions({ required: [], supported: ["discoverability"] });
 */
export function toTrpExtensions(extensions: TrpExtensions): Result<TrpExtensions, TravelIssueCode> {
  const message = new Message(EXTENSIONS);
  return readExtensions(message.copyOfObject(extensions), message);
}

/**
 * Parses and checks the body of `/extensions`. Never throws because of the body.
 *
 * @param body - the text of the body, or what `JSON.parse` returned
 * @returns both lists, or every issue. A list that is null is empty
 * @example
 * const parsed = parseTrpExtensions(await response.text());
 * if (parsed.ok && parsed.value.required.length > 0) review(parsed.value.required);
 */
export function parseTrpExtensions(body: unknown): Result<TrpExtensions, TravelIssueCode> {
  const message = new Message(EXTENSIONS);
  return readExtensions(message.copyOf(body), message);
}

const EXTENSIONS = "TRP Extensions";

function readExtensions(copy: JsonObject | undefined, message: Message): Result<TrpExtensions, TravelIssueCode> {
  if (copy === undefined) return { ok: false, issues: message.issues };
  message.checkNames(copy, "", ["required", "supported"]);
  const required = names(memberOf(copy, "required"), "/required", message);
  const supported = names(memberOf(copy, "supported"), "/supported", message);
  return resultOf(message.issues, () => ({ required, supported }));
}

function names(value: JsonValue | undefined, path: string, message: Message): readonly string[] {
  // Go writes an empty list as null.
  if (value === null) return [];
  if (!Array.isArray(value)) {
    message.missing(value, path, "a list of names");
    return [];
  }
  return value.flatMap((name: JsonValue, index) => message.text(name, `${path}/${index}`) ?? []);
}

/**
 * Returns the body of `/identity`.
 *
 * @param identity - name, LEI and certificate of your VASP
 * @returns the body, for `JSON.stringify`, or every issue
 * @example
 * toTrpIdentity({ name: "Exchange AG", lei: "506700GE1G29325QX363" });
 */
export function toTrpIdentity(identity: TrpIdentity): Result<JsonObject, TravelIssueCode> {
  const message = new Message(IDENTITY);
  const copy = message.copyOfObject(identity);
  if (copy === undefined) return { ok: false, issues: message.issues };
  message.checkNames(copy, "", [...identityNames, "other"]);
  const { other, ...rest } = copy;
  const more = other === undefined ? {} : (message.object(other, "/other", Object.keys(Object(other))) ?? {});
  for (const name of identityNames) {
    if (!Object.hasOwn(more, name)) continue;
    message.add(`/other/${name}`, "unknown_property", "Write this property beside other, not in it.");
  }
  const known = readIdentity(rest, message);
  return resultOf(message.issues, () => ({ ...more, ...known }));
}

/**
 * Parses and checks the body of `/identity`. Never throws because of the body.
 *
 * @param body - the text of the body, or what `JSON.parse` returned
 * @returns the identity, or every issue. Empty properties are absent, unknown ones are in `other`
 * @example
 * const parsed = parseTrpIdentity(await response.text());
 * if (parsed.ok) match(parsed.value.lei);
 */
export function parseTrpIdentity(body: unknown): Result<TrpIdentity, TravelIssueCode> {
  const message = new Message(IDENTITY);
  const copy = message.copyOf(body);
  if (copy === undefined) return { ok: false, issues: message.issues };
  const known = readIdentity(copy, message);
  const more = Object.entries(copy).filter(([name]) => !identityNames.includes(name));
  const other = more.length > 0 ? { other: Object.fromEntries(more) } : {};
  // Without issues, the name is a text.
  return resultOf(message.issues, () => ({ ...known, ...other }) as unknown as TrpIdentity);
}

const IDENTITY = "TRP Identity";
const identityNames: readonly string[] = ["name", "lei", "x509"];

/** Longest certificate in PEM. */
const MAX_CERTIFICATE = 100_000;

function readIdentity(copy: JsonObject, message: Message): JsonObject {
  const name = message.text(memberOf(copy, "name"), "/name");
  const lei = optionalText(copy, "lei", message);
  if (lei["lei"] !== undefined && !isLei(lei["lei"])) {
    message.add("/lei", "not_an_lei", "lei must have 20 characters A–Z, 0–9 with correct check digits (ISO 17442).");
  }
  return { ...(name !== undefined && { name }), ...lei, ...optionalText(copy, "x509", message, MAX_CERTIFICATE) };
}

/** Returns the property in an object; an empty object if it is absent, null or empty, and after adding an issue. */
function optionalText(
  copy: JsonObject,
  name: string,
  message: Message,
  max?: number,
): Readonly<Record<string, string>> {
  const text = message.optionalText(memberOf(copy, name), `/${name}`, max);
  return text === undefined ? {} : { [name]: text };
}
