/** `convertIvms101`: from one edition to the other. */

import type { Result } from "../domain/result.js";
import type { Ivms101IssueCode } from "./issue.js";
import { type LatinPayload, latinPayload } from "./latin-payload.js";
import type { JsonObject } from "./message.js";
import type {
  Ivms101Edition,
  Ivms101Note,
  Ivms101Payload,
  Ivms101Payload2020,
  Ivms101Payload2023,
  ParsedIvms101,
  Person2023,
} from "./model.js";
import { parseIvms101 } from "./parse.js";
import type { Ivms101ProfileName } from "./profiles/profile.js";
import { checkedWriting, type Ivms101Loss, missingEntities, type WriteIvms101Options, writeDocument } from "./write.js";

/** A document of an edition. Only the profile `standard` has the spelling of the types. */
export type Ivms101Document<
  Edition extends Ivms101Edition = Ivms101Edition,
  Profile extends Ivms101ProfileName = "standard",
> = Profile extends "standard" ? (Edition extends "2020" ? Ivms101Payload2020 : Ivms101Payload2023) : JsonObject;

/** A written document, and what could not be kept. */
export interface ConvertedIvms101<Document = Ivms101Document> {
  readonly document: Document;
  /** What the document does not contain, or the edition does not allow. Empty if the conversion can be undone. */
  readonly losses: readonly Ivms101Loss[];
  /** What the tolerant parser noted about the given document. */
  readonly notes: readonly Ivms101Note[];
}

/**
 * Converts a document to an edition, and to the spelling of a counterparty. Reads it tolerantly. From 2020 to 2023, the
 * accounts of an originator go to each person. From 2023 to 2020, all accounts of the persons go beside them, once each.
 * Names and addresses outside ASCII are written in Latin letters.
 *
 * @param payload - a document of either edition, or a parsed payload
 * @param edition - edition of the result
 * @param options - profile, and current date for C2
 * @returns the document with losses, or every issue: of the given document, the entities that the profile requires, and
 *   identifiers outside ASCII. None contains a value.
 * @throws ComplianceError `invalid_input` for an invalid edition or option
 * @example
 * const converted = convertIvms101(received, "2023");
 * if (converted.ok && converted.value.losses.length === 0) send(converted.value.document);
 */
export function convertIvms101<
  const Edition extends Ivms101Edition,
  const Profile extends Ivms101ProfileName = "standard",
>(
  payload: unknown,
  edition: Edition,
  options: WriteIvms101Options & { readonly profile?: Profile | undefined } = {},
): Result<ConvertedIvms101<Ivms101Document<Edition, Profile>>, Ivms101IssueCode> {
  const { profile, today } = checkedWriting("convertIvms101", edition, options);
  const parsed = parseIvms101(payload, { mode: "tolerant", today });
  if (!parsed.ok) return parsed;
  const { payload: model, losses, issues } = inEdition(parsed.value, edition);
  const faults = [...issues, ...missingEntities(model, profile)];
  if (faults.length > 0) return { ok: false, issues: faults };
  // The tables of the edition have written it.
  const document = writeDocument(model, edition, profile) as Ivms101Document<Edition, Profile>;
  return { ok: true, value: { document, losses, notes: parsed.value.notes } };
}

/** Returns the payload as an edition has it: in its characters, and with accounts and metadata where it has them. */
export function inEdition(parsed: ParsedIvms101, edition: Ivms101Edition): LatinPayload {
  const { payload, losses, issues } = latinPayload(parsed, edition);
  const accounts: Ivms101Loss[] = [];
  const placed = moved(payload, edition, accounts);
  const dropped = accounts.filter(({ code }) => code !== "account_holder");
  const kept = losses.filter(({ path }) => !dropped.some((each) => `${path}/`.startsWith(`${each.path}/`)));
  return { payload: placed, losses: [...unknownElements(parsed.notes), ...kept, ...accounts], issues };
}

/** Returns the losses of reading a document. */
export function unknownElements(notes: readonly Ivms101Note[]): Ivms101Loss[] {
  const unknown = notes.filter(({ code }) => code === "unknown_element");
  return unknown.map(({ path }) => ({ path, code: "unknown_element" }));
}

/** Highest number of characters of an account in the 2020 edition. */
const MAX_ACCOUNT_2020 = 100;

/** Returns the model with the accounts, and the metadata, where the edition has them. Adds what has no place there. */
function moved(model: Ivms101Payload, edition: Ivms101Edition, losses: Ivms101Loss[]): Ivms101Payload {
  const members = Object.entries(model).filter(([name]) => name !== "payloadMetadata");
  const entities = members.map(([name, entity]) => {
    if (name === "originator" || name === "beneficiary") return [name, party(name, entity, edition, losses)];
    return [name, edition === "2020" ? withoutVaspAccounts(name, entity, losses) : entity];
  });
  const metadata = Object.hasOwn(model, "payloadMetadata") ? (model.payloadMetadata ?? {}) : {};
  const hasMetadata = edition === "2023" || Object.keys(metadata).length > 0;
  // The entities have the form of the model; only accounts moved.
  return Object.fromEntries(hasMetadata ? [...entities, ["payloadMetadata", metadata]] : entities) as Ivms101Payload;
}

function accountsOf(owner: object): readonly string[] {
  return Object.hasOwn(owner, "accountNumber") ? (Reflect.get(owner, "accountNumber") as readonly string[]) : [];
}

function withoutAccounts<T extends object>(owner: T): T {
  const members = Object.entries(owner).filter(([name]) => name !== "accountNumber");
  return Object.fromEntries(members) as T;
}

function union(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

function withList<T extends object>(owner: T, accounts: readonly string[]): T {
  const rest = withoutAccounts(owner);
  return accounts.length === 0 ? rest : { ...rest, accountNumber: accounts };
}

function party(name: "originator" | "beneficiary", entity: object, edition: Ivms101Edition, losses: Ivms101Loss[]) {
  const list = `${name}Person`;
  const persons = Reflect.get(entity, list) as readonly Person2023[];
  const beside = accountsOf(entity);
  if (edition === "2023") {
    if (persons.length > 1 && beside.length > 0) {
      losses.push({ path: `/${name}/accountNumber`, code: "account_holder" });
    }
    return { [list]: persons.map((person) => withList(person, union(accountsOf(person), beside))) };
  }
  const fitting = (accounts: readonly string[], path: string): readonly string[] =>
    accounts.filter((account, index) => {
      const fits = [...account].length <= MAX_ACCOUNT_2020;
      if (!fits) losses.push({ path: `${path}/${index}`, code: "too_long" });
      return fits;
    });
  const lists = persons.map((person, index) => {
    const accounts = accountsOf(person);
    const path = `/${name}/${list}/${index}/accountNumber`;
    if (persons.length > 1 && accounts.length > 0) losses.push({ path, code: "account_holder" });
    return fitting(accounts, path);
  });
  const all = union(fitting(beside, `/${name}/accountNumber`), ...lists);
  return withList({ [list]: persons.map(withoutAccounts) }, all);
}

/** In 2020, only originators and beneficiaries have accounts. */
function withoutVaspAccounts(name: string, entity: object, losses: Ivms101Loss[]): object {
  const strip = (person: object, path: string): object => {
    if (accountsOf(person).length > 0) losses.push({ path: `${path}/accountNumber`, code: "no_place" });
    return withoutAccounts(person);
  };
  if (!Object.hasOwn(entity, name)) return entity;
  const inner = Reflect.get(entity, name) as object;
  if (!Array.isArray(inner)) return { [name]: strip(inner, `/${name}/${name}`) };
  const hops = inner.map((hop: { intermediaryVASP: object }, index) => ({
    ...hop,
    intermediaryVASP: strip(hop.intermediaryVASP, `/${name}/${name}/${index}/intermediaryVASP`),
  }));
  return { [name]: hops };
}
