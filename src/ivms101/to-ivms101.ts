/** `toIvms101`: from a checked transfer to a document, with issues and losses at our fields. */

import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { checkedOptions } from "../domain/options.js";
import type { Result } from "../domain/result.js";
import type { Transfer } from "../domain/transfers/transfer.js";
import type { ConvertedIvms101, Ivms101Document } from "./convert.js";
import type { Ivms101IssueCode } from "./issue.js";
import { LatinTexts, type Transliterate } from "./latin-texts.js";
import type { Ivms101Edition, Ivms101Payload } from "./model.js";
import { parseIvms101 } from "./parse.js";
import type { Ivms101ProfileName } from "./profiles/profile.js";
import { ivms101Profiles } from "./profiles.js";
import { type BuiltNode, TransferSource } from "./transfer-source.js";
import {
  checkedWriting,
  type Ivms101Omission,
  missingEntities,
  type WriteIvms101Options,
  writeDocument,
} from "./write.js";

/** A document of a transfer, what it could not keep, and what no message has. */
export interface WrittenIvms101<Document = Ivms101Document> extends ConvertedIvms101<Document> {
  /** Fields that no IVMS101 message has. They are no losses. */
  readonly omitted: readonly Ivms101Omission[];
}

/**
 * Writes a checked transfer as a document: both parties, their accounts, and the VASPs. The VASP of a self-hosted side
 * is left out. Latin and Cyrillic letters are transliterated by ICAO Doc 9303, except in identifiers. The own spelling of
 * a name becomes a local name.
 *
 * @param transfer - as `transfers.check` returns it
 * @param options - edition, profile, current date for C2, and Latin forms of other scripts
 * @returns the document with losses and omitted fields, or every issue. Pointers are those of the transfer; none contains
 *   a value. The issue `required` at `/beneficiary_vasp`: the profile requires a VASP, and the beneficiary is self-hosted.
 * @throws ComplianceError `invalid_input` for an invalid option
 * @example
 * const checked = await compliance.transfers.check(draft);
 * if (checked.ok) console.log(toIvms101(checked.value, { edition: "2020", profile: "trisa" }));
 */
export function toIvms101<const Edition extends Ivms101Edition, const Profile extends Ivms101ProfileName = "standard">(
  transfer: Transfer<string>,
  options: ToIvms101Options & { readonly edition: Edition; readonly profile?: Profile | undefined },
): Result<WrittenIvms101<Ivms101Document<Edition, Profile>>, Ivms101IssueCode> {
  const { edition, profile, today, transliterate } = checkedEdition(options);
  const latinTexts = new LatinTexts(edition, transliterate);
  const source = new TransferSource(transfer, latinTexts);
  let built: unknown;
  let unwritten: ReturnType<TransferSource["unwritten"]>;
  try {
    const missing = ["originator_account", "beneficiary_account"].filter((account) => !source.has(account));
    if (missing.length > 0) return { ok: false, issues: missing.map((account) => missingParty(account, edition)) };
    built = source.build(payloadOf(source, edition));
    unwritten = source.unwritten();
  } catch {
    // The error is dropped on purpose: it may contain personal data.
    const message = "The transfer is unreadable here. Pass it as transfers.check returns it.";
    return { ok: false, issues: [{ code: "unreadable", path: "", clause: `IVMS101.${edition}`, message }] };
  }
  // The parser checks what was built, so it has the form of the model.
  const model = built as Ivms101Payload;
  const plain = writeDocument(model, edition, ivms101Profiles.standard);
  const parsed = parseIvms101(plain, { edition, today });
  const found = [...(parsed.ok ? [] : parsed.issues), ...missingEntities(model, profile)];
  const issues = [...latinTexts.issues, ...found.map((issue) => atField(issue, source, latinTexts))];
  if (!parsed.ok || issues.length > 0) return { ok: false, issues };
  const notes = parsed.value.notes.map((note) => ({ ...note, path: source.pointerOf(note.path) }));
  // The tables of the edition have written it.
  const document = writeDocument(model, edition, profile) as Ivms101Document<Edition, Profile>;
  return { ok: true, value: { document, ...unwritten, notes } };
}

/** How to write a transfer. */
export interface ToIvms101Options extends WriteIvms101Options {
  readonly edition: Ivms101Edition;
  /**
   * Returns the Latin form of a text with letters that have no standard one. It is synchronous.
   * @default none: such a text is the issue `text_characters`
   */
  readonly transliterate?: Transliterate | undefined;
}

/** Returns checked options, which are read once. */
function checkedEdition(
  given: ToIvms101Options,
): ReturnType<typeof checkedWriting> & Pick<ToIvms101Options, "edition" | "transliterate"> {
  const names = { edition: "checked", profile: "checked", today: "checked", transliterate: "function" } as const;
  const fail = (message: string): ComplianceError => new ComplianceError("invalid_input", message);
  const { edition, profile, today, transliterate } = checkedOptions("toIvms101", given, names, fail);
  return { edition, transliterate, ...checkedWriting("toIvms101", edition, { profile, today }) };
}

const IDENTIFIER =
  "IVMS101 allows only printable ASCII here, and an identifier is not transliterated. Write it as its issuer does in Latin letters.";

/** A draft refers to accounts, which only `transfers.check` retrieves. */
function missingParty(account: string, edition: Ivms101Edition): Issue<Ivms101IssueCode> {
  const message = `${account} is missing. Pass the value that transfers.check returns, with both accounts.`;
  return { code: "required", path: `/${account}`, clause: `IVMS101.${edition}`, message };
}

const LONG_ACCOUNT =
  "The 2020 edition has accounts of at most 100 characters. Write the 2023 edition, which allows 512.";

function atField(
  issue: Issue<Ivms101IssueCode>,
  source: TransferSource,
  latinTexts: LatinTexts,
): Issue<Ivms101IssueCode> {
  const path = source.pointerOf(issue.path);
  return { ...issue, path, message: messageOf(issue, path, latinTexts) };
}

function messageOf({ code, clause, message }: Issue<Ivms101IssueCode>, path: string, latinTexts: LatinTexts): string {
  if (code === "text_too_long") {
    if (latinTexts.isTransliterated(path))
      return `${message} Its Latin form is longer than the text: write a shorter one.`;
    return path.endsWith("_address") && clause.startsWith("IVMS101.2020") ? LONG_ACCOUNT : message;
  }
  // Other texts are in Latin letters, or local names.
  return code === "text_characters" && !path.includes("_localname/") ? IDENTIFIER : message;
}

function payloadOf(source: TransferSource, edition: Ivms101Edition): BuiltNode {
  const party = (side: "originator" | "beneficiary"): BuiltNode => {
    const account = source.list(source.leaf(`${side}_address`));
    const person = personOf(source, `${side}_account`);
    const persons = source.list(edition === "2023" ? source.withMembers(person, { accountNumber: account }) : person);
    return source.object({ [`${side}Person`]: persons, ...(edition === "2020" && { accountNumber: account }) });
  };
  const vasp = (side: "originator" | "beneficiary", name: string): BuiltNode =>
    source.isSelfHosted(side) ? undefined : source.object({ [name]: vaspOf(source, `${side}_vasp`) });
  return {
    originator: party("originator"),
    beneficiary: party("beneficiary"),
    originatingVASP: vasp("originator", "originatingVASP"),
    beneficiaryVASP: vasp("beneficiary", "beneficiaryVASP"),
    payloadMetadata: edition === "2023" ? {} : undefined,
  };
}

function personOf(source: TransferSource, account: string): BuiltNode {
  const identified = {
    geographicAddress: source.list(addressOf(source, account)),
    customerIdentification: source.leaf(account, "customer_id"),
    nationalIdentification: source.object({
      nationalIdentifier: source.leaf(account, "national_id", "national_id"),
      nationalIdentifierType: source.leaf(account, "national_id", "national_id_type"),
      countryOfIssue: source.leaf(account, "national_id", "issue_country"),
      registrationAuthority: source.leaf(account, "national_id", "registration_authority"),
    }),
  };
  if (source.has(account, "entity")) {
    const legalPerson = {
      name: legalNames(source, [account, "entity", "entity_name"], [account, "entity", "entity_localname"]),
      ...identified,
      countryOfRegistration: source.leaf(account, "entity", "registration_country"),
    };
    return source.object({ legalPerson });
  }
  const individual = [account, "individual"] as const;
  const isBorn = source.has(...individual, "date_of_birth") && source.has(...individual, "place_of_birth");
  const naturalPerson = {
    name: naturalNames(source, ...individual),
    ...identified,
    dateAndPlaceOfBirth: isBorn
      ? source.object({
          dateOfBirth: source.leaf(...individual, "date_of_birth"),
          placeOfBirth: source.latin(...individual, "place_of_birth"),
        })
      : undefined,
    countryOfResidence: source.leaf(...individual, "residence_country"),
  };
  return source.object({ naturalPerson });
}

type Tokens = readonly string[];

/** Returns a text in its own spelling, or its Latin form. */
function spelled(source: TransferSource, spelling: "own" | "latin", ...tokens: Tokens): BuiltNode {
  return spelling === "latin" ? source.latin(...tokens) : source.leaf(...tokens);
}

/** The own spelling of a transliterated name is a local name, beside that of the caller. */
function naturalNames(source: TransferSource, ...individual: Tokens): BuiltNode {
  const name = [...individual, "individual_name"];
  const local = [...individual, "individual_localname"];
  const one = (type: string, spelling: "own" | "latin", at: Tokens): BuiltNode => {
    const primaryIdentifier = spelled(source, spelling, ...at, "name_last");
    if (primaryIdentifier === undefined) return undefined;
    const first = spelled(source, spelling, ...at, "name_first");
    const secondaryIdentifier = source.joined(first, spelled(source, spelling, ...at, "name_middle"));
    return { primaryIdentifier, secondaryIdentifier, [type]: source.constant("LEGL") };
  };
  const latin = one("naturalPersonNameIdentifierType", "latin", name);
  const fields = ["name_last", "name_first", "name_middle"];
  const isOther =
    fields.some((field) => source.isTransliterated(...name, field)) &&
    fields.some((field) => !source.isSame([...name, field], [...local, field]));
  return source.object({
    nameIdentifier: source.list(latin),
    localNameIdentifier: source.list(
      one("nameIdentifierType", "own", local),
      isOther ? one("nameIdentifierType", "own", name) : undefined,
    ),
  });
}

/** As {@link naturalNames}. Only entities have local names of the caller. */
function legalNames(source: TransferSource, name: Tokens, local?: Tokens): BuiltNode {
  const types = { name_legal: "LEGL", name_business: "TRAD" };
  const one = (spelling: "own" | "latin", at: Tokens, field: keyof typeof types): BuiltNode => {
    const legalPersonName = spelled(source, spelling, ...at, field);
    if (legalPersonName === undefined) return undefined;
    return { legalPersonName, legalPersonNameIdentifierType: source.constant(types[field]) };
  };
  const locals = (field: keyof typeof types): readonly BuiltNode[] => {
    const given = local === undefined ? undefined : one("own", local, field);
    const isSame = local !== undefined && source.isSame([...name, field], [...local, field]);
    return [given, source.isTransliterated(...name, field) && !isSame ? one("own", name, field) : undefined];
  };
  return source.object({
    nameIdentifier: source.list(one("latin", name, "name_legal"), one("latin", name, "name_business")),
    localNameIdentifier: source.list(...locals("name_legal"), ...locals("name_business")),
  });
}

function addressOf(source: TransferSource, account: string): BuiltNode {
  const at = (field: string): BuiltNode => source.latin(account, "address", `address_${field}`);
  return source.object({
    addressType: source.leaf(account, "address", "address_type"),
    department: at("department"),
    subDepartment: at("subdepartment"),
    streetName: at("street_name"),
    buildingNumber: at("street_no"),
    buildingName: at("building_name"),
    floor: at("floor"),
    postBox: at("postbox"),
    room: at("room"),
    postcode: at("postcode"),
    townName: at("city"),
    townLocationName: at("city_location"),
    districtName: at("district"),
    countrySubDivision: at("region"),
    addressLine: source.lines(account, "address", "address_line"),
    country: source.leaf(account, "address", "address_country_code"),
  });
}

/** The record of a VASP has no type of its address: GEOG. Without street, number and country, it is no valid address. */
function vaspOf(source: TransferSource, vasp: string): BuiltNode {
  const needed = ["address_street_name", "address_street_no", "address_country_code", "address_city"];
  const hasAddress = needed.every((field) => source.has(vasp, field));
  const isLei = source.is("LEIX", vasp, "national_id_type_code");
  const hasId = source.has(vasp, "national_id") && source.has(vasp, "national_id_type_code");
  const legalPerson = {
    name: legalNames(source, [vasp]),
    geographicAddress: hasAddress
      ? [
          {
            addressType: source.constant("GEOG"),
            streetName: source.latin(vasp, "address_street_name"),
            buildingNumber: source.latin(vasp, "address_street_no"),
            postcode: source.latin(vasp, "address_postcode"),
            townName: source.latin(vasp, "address_city"),
            countrySubDivision: source.latin(vasp, "address_region"),
            country: source.leaf(vasp, "address_country_code"),
          },
        ]
      : undefined,
    nationalIdentification: hasId
      ? source.object({
          nationalIdentifier: source.leaf(vasp, "national_id"),
          nationalIdentifierType: source.leaf(vasp, "national_id_type_code"),
          registrationAuthority: isLei ? undefined : source.leaf(vasp, "national_id_registration_authority"),
        })
      : undefined,
  };
  return source.object({ legalPerson });
}
