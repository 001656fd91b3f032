/** IVMS101 payloads: the types of both editions, and the model that serves both. */

/** Editions: May 2020, and IVMS101.2023. */
export type Ivms101Edition = "2020" | "2023";

/** Kinds of names of a natural person. */
export type NaturalPersonNameTypeCode = "ALIA" | "BIRT" | "MAID" | "LEGL" | "MISC";
/** Kinds of names of a legal person. */
export type LegalPersonNameTypeCode = "LEGL" | "SHRT" | "TRAD";
/** Kinds of addresses. */
export type AddressTypeCode = "HOME" | "BIZZ" | "GEOG";
/** Kinds of national identifiers. */
export type NationalIdentifierTypeCode =
  | "ARNU"
  | "CCPT"
  | "RAID"
  | "DRLC"
  | "FIIN"
  | "TXID"
  | "SOCS"
  | "IDCD"
  | "LEIX"
  | "MISC";
/** Methods of transliteration. */
export type TransliterationMethodCode =
  | "arab"
  | "aran"
  | "armn"
  | "cyrl"
  | "deva"
  | "geor"
  | "grek"
  | "hani"
  | "hebr"
  | "kana"
  | "kore"
  | "thai"
  | "othr";

/** A name of a natural person, as the 2020 edition spells it. */
export interface NaturalPersonNameId2020 {
  readonly primaryIdentifier: string;
  readonly secondaryIdentifier?: string;
  readonly nameIdentifierType: NaturalPersonNameTypeCode;
}

/** A name of a natural person, as the 2023 edition spells it. */
export interface NaturalPersonNameId2023 {
  readonly primaryIdentifier: string;
  readonly secondaryIdentifier?: string;
  readonly naturalPersonNameIdentifierType: NaturalPersonNameTypeCode;
}

/** A local or phonetic name of a natural person: the same in both editions. */
export type LocalNaturalPersonNameId = NaturalPersonNameId2020;

/** All names of a natural person. */
export interface NaturalPersonName<Name = NaturalPersonNameId2023> {
  readonly nameIdentifier: readonly Name[];
  readonly localNameIdentifier?: readonly LocalNaturalPersonNameId[];
  readonly phoneticNameIdentifier?: readonly LocalNaturalPersonNameId[];
}

/** A name of a legal person: Latin, local or phonetic. */
export interface LegalPersonNameId {
  readonly legalPersonName: string;
  readonly legalPersonNameIdentifierType: LegalPersonNameTypeCode;
}

/** All names of a legal person. */
export interface LegalPersonName {
  readonly nameIdentifier: readonly LegalPersonNameId[];
  readonly localNameIdentifier?: readonly LegalPersonNameId[];
  readonly phoneticNameIdentifier?: readonly LegalPersonNameId[];
}

/** A postal address. */
export interface Ivms101Address {
  readonly addressType: AddressTypeCode;
  readonly department?: string;
  readonly subDepartment?: string;
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly buildingName?: string;
  readonly floor?: string;
  readonly postBox?: string;
  readonly room?: string;
  readonly postcode?: string;
  /** The documents contradict themselves: required in the table, optional in the text. */
  readonly townName?: string;
  readonly townLocationName?: string;
  readonly districtName?: string;
  readonly countrySubDivision?: string;
  readonly addressLine?: readonly string[];
  readonly country: string;
}

/** Date and place of birth. */
export interface DateAndPlaceOfBirth {
  readonly dateOfBirth: string;
  readonly placeOfBirth: string;
}

/** An identifier that a government or a registration authority issued. */
export interface NationalIdentification {
  readonly nationalIdentifier: string;
  readonly nationalIdentifierType: NationalIdentifierTypeCode;
  readonly countryOfIssue?: string;
  readonly registrationAuthority?: string;
}

/** A human being. */
export interface NaturalPerson<Name = NaturalPersonNameId2023> {
  readonly name: NaturalPersonName<Name>;
  readonly geographicAddress?: readonly Ivms101Address[];
  readonly nationalIdentification?: NationalIdentification;
  readonly customerIdentification?: string;
  readonly dateAndPlaceOfBirth?: DateAndPlaceOfBirth;
  readonly countryOfResidence?: string;
}

/** A company or another organization. */
export interface LegalPerson {
  readonly name: LegalPersonName;
  readonly geographicAddress?: readonly Ivms101Address[];
  readonly customerIdentification?: string;
  readonly nationalIdentification?: NationalIdentification;
  readonly countryOfRegistration?: string;
}

/** A person of the 2020 edition. */
export type Person2020 =
  | { readonly naturalPerson: NaturalPerson<NaturalPersonNameId2020>; readonly legalPerson?: never }
  | { readonly legalPerson: LegalPerson2020; readonly naturalPerson?: never };

/** A legal person of the 2020 edition. Its document has two spellings of the customer's identifier. */
export type LegalPerson2020 = LegalPerson & { readonly customerNumber?: string };

/** A person of the 2023 edition, with the accounts that the transfer uses. */
export type Person2023 = { readonly accountNumber?: readonly string[] } & (
  | { readonly naturalPerson: NaturalPerson; readonly legalPerson?: never }
  | { readonly legalPerson: LegalPerson; readonly naturalPerson?: never }
);

/** A hop of the transfer path. */
export interface IntermediaryVasp<Person = Person2023> {
  readonly intermediaryVASP: Person;
  /** Position in the path: 0, 1, 2 … */
  readonly sequence: number;
}

/** What both editions have in the same form. */
interface Vasps<Person> {
  readonly originatingVASP?: { readonly originatingVASP?: Person };
  readonly beneficiaryVASP?: { readonly beneficiaryVASP?: Person };
  readonly transferPath?: { readonly transferPath?: readonly IntermediaryVasp<Person>[] };
}

/** A payload of the 2020 edition. */
export interface Ivms101Payload2020 extends Vasps<Person2020> {
  readonly originator?: {
    readonly originatorPersons: readonly Person2020[];
    readonly accountNumber?: readonly string[];
  };
  readonly beneficiary?: {
    readonly beneficiaryPersons: readonly Person2020[];
    readonly accountNumber?: readonly string[];
  };
  readonly payloadMetadata?: { readonly transliterationMethod?: readonly TransliterationMethodCode[] };
}

/** A payload of the 2023 edition. */
export interface Ivms101Payload2023 extends Vasps<Person2023> {
  readonly originator?: { readonly originatorPerson: readonly Person2023[] };
  readonly beneficiary?: { readonly beneficiaryPerson: readonly Person2023[] };
  readonly payloadMetadata?: {
    readonly payloadVersion: "101.2023";
    readonly transliterationMethod?: readonly TransliterationMethodCode[];
  };
}

/**
 * A payload of either edition. Elements have the names of the 2023 edition. Accounts are where the document has them: a
 * document of 2020 has them beside the persons, one of 2023 in each person.
 */
export interface Ivms101Payload extends Vasps<Person2023> {
  readonly originator?: {
    readonly originatorPerson: readonly Person2023[];
    readonly accountNumber?: readonly string[];
  };
  readonly beneficiary?: {
    readonly beneficiaryPerson: readonly Person2023[];
    readonly accountNumber?: readonly string[];
  };
  readonly payloadMetadata?: { readonly transliterationMethod?: readonly TransliterationMethodCode[] };
}

/** Codes of {@link Ivms101Note}. */
export type Ivms101NoteCode =
  // warnings, in both modes
  | "lei_check_digits"
  | "characters_2020"
  | "town_missing"
  // leniencies of the tolerant mode
  | "characters_2023"
  | "edition_assumed"
  | "code_spelling"
  | "element_spelling"
  | "other_edition"
  | "repeated_element"
  | "unknown_element"
  | "single_for_list"
  | "list_for_single"
  | "flat_entity"
  | "empty_element"
  | "number_as_text";

/** A warning, or something that the tolerant mode accepted. It never contains a value of the document. */
export interface Ivms101Note {
  readonly code: Ivms101NoteCode;
  /** JSON Pointer (RFC 6901) into the given document. */
  readonly path: string;
  /** One English sentence. */
  readonly message: string;
}

/** A valid document: its model, the edition, and notes. */
export interface ParsedIvms101 {
  readonly payload: Ivms101Payload;
  readonly edition: Ivms101Edition;
  readonly notes: readonly Ivms101Note[];
}

/** Options of `parseIvms101`. */
export interface ParseIvms101Options {
  /**
   * Edition of the document.
   * @default "detect": payloadVersion decides, then the names of elements
   */
  readonly edition?: Ivms101Edition | "detect" | undefined;
  /**
   * `"strict"` follows the documents. `"tolerant"` also reads spellings that occur in practice, with a note for each.
   * @default "strict"
   */
  readonly mode?: "strict" | "tolerant" | undefined;
  /**
   * Current date as YYYY-MM-DD, for C2.
   * @default the date in UTC
   */
  readonly today?: string | undefined;
}
