/** `toIvms101`: from a checked transfer to a document, with issues and losses at our fields. */
import { ComplianceError } from "../domain/compliance-error.js";
import { checkedOptions } from "../domain/options.js";
import type { Transfer } from "../domain/transfers/transfer.js";
import type { ConvertedIvms101, Ivms101Document } from "./convert.js";
import type { Ivms101Issue, Ivms101Result } from "./issue.js";
import type { Ivms101Edition, Ivms101Payload } from "./model.js";
import { parseIvms101 } from "./parse.js";
import type { Ivms101ProfileName } from "./profiles/profile.js";
import { ivms101Profiles } from "./profiles.js";
import { type BuiltNode, TransferSource } from "./transfer-source.js";
import { checkedWriting, type Ivms101Loss, missingEntities, type WriteIvms101Options, writeDocument } from "./write.js";

/**
 * Writes a checked transfer as a document: both parties, their accounts, and the VASPs. The VASP of a self-hosted side
 * is left out.
 *
 * @param transfer - as `transfers.check` returns it
 * @param options - edition, profile, and current date for C2
 * @returns the document with losses, or every issue. Pointers are those of the transfer; none contains a value. The issue
 *   `required` at `/beneficiary_vasp`: the profile requires a VASP, and the beneficiary is self-hosted.
 * @throws ComplianceError `invalid_input` for an invalid option
 * @example
 * const checked = await compliance.transfers.check(draft);
 * if (checked.ok) console.log(toIvms101(checked.value, { edition: "2020", profile: "trisa" }));
 */
export function toIvms101<const Edition extends Ivms101Edition, const Profile extends Ivms101ProfileName = "standard">(
  transfer: Transfer<string>,
  options: WriteIvms101Options & { readonly edition: Edition; readonly profile?: Profile | undefined },
): Ivms101Result<ConvertedIvms101<Ivms101Document<Edition, Profile>>> {
  const { edition, profile, today } = checkedEdition(options);
  const source = new TransferSource(transfer);
  let built: unknown;
  let losses: readonly Ivms101Loss[];
  try {
    const missing = ["originator_account", "beneficiary_account"].filter((account) => !source.has(account));
    if (missing.length > 0) return { ok: false, issues: missing.map((account) => missingParty(account, edition)) };
    built = source.build(payloadOf(source, edition));
    losses = source.losses();
  } catch {
    // The error is dropped on purpose: it may contain personal data.
    const message = "The transfer is unreadable here. Pass it as transfers.check returns it.";
    return { ok: false, issues: [{ code: "unreadable", path: "", clause: `IVMS101.${edition}`, message }] };
  }
  // The parser checks what was built, so it has the form of the model.
  const model = built as Ivms101Payload;
  const plain = writeDocument(model, edition, ivms101Profiles.standard);
  const parsed = parseIvms101(plain, { edition, today });
  const issues = [...(parsed.ok ? [] : parsed.issues), ...missingEntities(model, profile)];
  if (!parsed.ok || issues.length > 0) return { ok: false, issues: issues.map((issue) => atField(issue, source)) };
  const notes = parsed.value.notes.map((note) => ({ ...note, path: source.pointerOf(note.path) }));
  // The tables of the edition have written it.
  const document = writeDocument(model, edition, profile) as Ivms101Document<Edition, Profile>;
  return { ok: true, value: { document, losses, notes } };
}

interface EditionOptions extends WriteIvms101Options {
  readonly edition: Ivms101Edition;
}

/** Returns checked options, which are read once. */
function checkedEdition(given: EditionOptions): ReturnType<typeof checkedWriting> & Pick<EditionOptions, "edition"> {
  const names = { edition: "checked", profile: "checked", today: "checked" } as const;
  const fail = (message: string): ComplianceError => new ComplianceError("invalid_input", message);
  const { edition, profile, today } = checkedOptions("toIvms101", given, names, fail);
  return { edition, ...checkedWriting("toIvms101", edition, { profile, today }) };
}

const LATIN =
  "IVMS101 has this text in Latin letters of ASCII only. Write its Latin form here. A name in another script belongs to the local name.";

/** A draft refers to accounts, which only `transfers.check` retrieves. */
function missingParty(account: string, edition: Ivms101Edition): Ivms101Issue {
  const message = `${account} is missing. Pass the value that transfers.check returns, with both accounts.`;
  return { code: "required", path: `/${account}`, clause: `IVMS101.${edition}`, message };
}

const LONG_ACCOUNT =
  "The 2020 edition has accounts of at most 100 characters. Write the 2023 edition, which allows 512.";

function atField(issue: Ivms101Issue, source: TransferSource): Ivms101Issue {
  const path = source.pointerOf(issue.path);
  if (issue.code === "text_too_long" && path.endsWith("_address")) {
    return issue.clause.startsWith("IVMS101.2020") ? { ...issue, path, message: LONG_ACCOUNT } : { ...issue, path };
  }
  return issue.code === "text_malformed" ? { ...issue, path, message: LATIN } : { ...issue, path };
}

function payloadOf(source: TransferSource, edition: Ivms101Edition): BuiltNode {
  const party = (side: "originator" | "beneficiary"): BuiltNode => {
    const account = source.list(source.leaf(`${side}_address`));
    const person = personOf(source, `${side}_account`);
    const persons = source.list(edition === "2023" ? source.joined(person, { accountNumber: account }) : person);
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
      name: source.object({
        nameIdentifier: legalNames(source, account, "entity", "entity_name"),
        localNameIdentifier: legalNames(source, account, "entity", "entity_localname"),
      }),
      ...identified,
      countryOfRegistration: source.leaf(account, "entity", "registration_country"),
    };
    return source.object({ legalPerson });
  }
  const individual = [account, "individual"] as const;
  const isBorn = source.has(...individual, "date_of_birth") && source.has(...individual, "place_of_birth");
  const naturalPerson = {
    name: source.object({
      nameIdentifier: naturalName(source, "naturalPersonNameIdentifierType", ...individual, "individual_name"),
      localNameIdentifier: naturalName(source, "nameIdentifierType", ...individual, "individual_localname"),
    }),
    ...identified,
    dateAndPlaceOfBirth: isBorn
      ? source.object({
          dateOfBirth: source.leaf(...individual, "date_of_birth"),
          placeOfBirth: source.leaf(...individual, "place_of_birth"),
        })
      : undefined,
    countryOfResidence: source.leaf(...individual, "residence_country"),
  };
  return source.object({ naturalPerson });
}

function naturalName(source: TransferSource, type: string, ...name: readonly string[]): BuiltNode {
  const primaryIdentifier = source.leaf(...name, "name_last");
  if (primaryIdentifier === undefined) return undefined;
  const secondaryIdentifier = source.both([...name, "name_first"], [...name, "name_middle"]);
  return [{ primaryIdentifier, secondaryIdentifier, [type]: source.constant("LEGL") }];
}

function legalNames(source: TransferSource, ...name: readonly string[]): BuiltNode {
  const one = (field: string, type: string): BuiltNode => {
    const legalPersonName = source.leaf(...name, field);
    if (legalPersonName === undefined) return undefined;
    return { legalPersonName, legalPersonNameIdentifierType: source.constant(type) };
  };
  return source.list(one("name_legal", "LEGL"), one("name_business", "TRAD"));
}

function addressOf(source: TransferSource, account: string): BuiltNode {
  const at = (field: string): BuiltNode => source.leaf(account, "address", `address_${field}`);
  return source.object({
    addressType: at("type"),
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
    country: at("country_code"),
  });
}

/** The record of a VASP has no type of its address: GEOG. Without street, number and country, it is no valid address. */
function vaspOf(source: TransferSource, vasp: string): BuiltNode {
  const needed = ["address_street_name", "address_street_no", "address_country_code", "address_city"];
  const hasAddress = needed.every((field) => source.has(vasp, field));
  const isLei = source.is("LEIX", vasp, "national_id_type_code");
  const hasId = source.has(vasp, "national_id") && source.has(vasp, "national_id_type_code");
  const legalPerson = {
    name: source.object({ nameIdentifier: legalNames(source, vasp) }),
    geographicAddress: hasAddress
      ? [
          {
            addressType: source.constant("GEOG"),
            streetName: source.leaf(vasp, "address_street_name"),
            buildingNumber: source.leaf(vasp, "address_street_no"),
            postcode: source.leaf(vasp, "address_postcode"),
            townName: source.leaf(vasp, "address_city"),
            countrySubDivision: source.leaf(vasp, "address_region"),
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
