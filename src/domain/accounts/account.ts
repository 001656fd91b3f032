/** Types of accounts and their parts (§2.2–2.6). Property names are those on the wire. */
import type { CountryCode } from "../identifiers/codes.js";

/** Whether an account belongs to a person or an organization (§2.2). */
export type AccountType = "individual" | "entity";

/** Whether an account is a customer of yours (§2.2). Queries and search results call a non-customer a recipient (§4.5). */
export type AccountCategory = "customer" | "non-customer";

/** Name of a person (§2.3). */
export interface IndividualName {
  /** Kind of name: `LEGL`, the legal name, is the only one. */
  readonly name_type: "LEGL";
  /** First name. */
  readonly name_first?: string | undefined;
  /** Middle name. */
  readonly name_middle?: string | undefined;
  /** Last name. */
  readonly name_last: string;
}

/** A person (§2.3). Date and place of birth together identify a person without other identifying items (rule 2.2.1). */
export interface Individual {
  /** Legal name. */
  readonly individual_name: IndividualName;
  /** Legal name in the local language or script. */
  readonly individual_localname?: IndividualName | undefined;
  /** `YYYY-MM-DD`, not after today. */
  readonly date_of_birth?: string | undefined;
  /** City, region or country of birth. */
  readonly place_of_birth?: string | undefined;
  /** Country of nationality, for example `"CH"`. */
  readonly nationality_country?: CountryCode | undefined;
  /** Country of residence, for example `"CH"`. */
  readonly residence_country?: CountryCode | undefined;
}

/** Name of an organization (§2.4). */
export interface EntityName {
  /** Kind of name: `LEGL`, the legal name, is the only one. */
  readonly name_type: "LEGL";
  /** Official legal name. */
  readonly name_legal: string;
  /** Trade name. */
  readonly name_business?: string | undefined;
}

/** An organization (§2.4). */
export interface Entity {
  /** Legal and trade name. */
  readonly entity_name: EntityName;
  /** Legal and trade name in the local language or script. */
  readonly entity_localname?: EntityName | undefined;
  /** Country of incorporation, for example `"CH"`. */
  readonly registration_country?: CountryCode | undefined;
}

/** Postal address (§2.5). It needs `address_line`, or `address_street_name` with `address_street_no` or `address_building_name`. */
export interface PostalAddress {
  /** `HOME` residential, `BIZZ` business, `GEOG` geographic (the common value). */
  readonly address_type: "HOME" | "BIZZ" | "GEOG";
  /** Whole address in one line. */
  readonly address_line?: string | undefined;
  /** House number. Needs `address_street_name`. */
  readonly address_street_no?: string | undefined;
  /** Street. */
  readonly address_street_name?: string | undefined;
  /** Building, instead of `address_street_no`. Needs `address_street_name`. */
  readonly address_building_name?: string | undefined;
  /** Floor. */
  readonly address_floor?: string | undefined;
  /** Room. */
  readonly address_room?: string | undefined;
  /** Department of an organization. */
  readonly address_department?: string | undefined;
  /** Part of a department. */
  readonly address_subdepartment?: string | undefined;
  /** Post-office box. */
  readonly address_postbox?: string | undefined;
  /** Part of a city. */
  readonly address_city_location?: string | undefined;
  /** City. */
  readonly address_city: string;
  /** Region, state or province. */
  readonly address_region?: string | undefined;
  /** District. */
  readonly address_district?: string | undefined;
  /** Postal code. */
  readonly address_postcode?: string | undefined;
  /** Country, for example `"CH"`. */
  readonly address_country_code: CountryCode;
}

/**
 * Code of an individual's national id (§2.6):
 *
 * - ARNU alien registration, CCPT passport, DRLC driver licence, FIIN foreign investment
 * - SOCS social security, IDCD identity card, MISC any other
 */
export type IndividualNationalIdType = "ARNU" | "CCPT" | "DRLC" | "FIIN" | "SOCS" | "IDCD" | "MISC";

/**
 * Code of an entity's national id (§2.6): RAID registration authority identifier, TXID tax number, LEIX legal entity
 * identifier, MISC unspecified.
 */
export type EntityNationalIdType = "RAID" | "TXID" | "LEIX" | "MISC";

/** National id of an individual (§2.6). It has no registration authority. */
export interface IndividualNationalId {
  /** Kind of number, for example `"CCPT"` for a passport. */
  readonly national_id_type: IndividualNationalIdType;
  /** The number. */
  readonly national_id: string;
  /** Country that issued it, for example `"CH"`. */
  readonly issue_country?: CountryCode | undefined;
}

/** National id of an entity (§2.6). It has no issuing country. */
export interface EntityNationalId {
  /** Kind of number, for example `"LEIX"` for a legal entity identifier. */
  readonly national_id_type: EntityNationalIdType;
  /** The number. Of type LEIX: an LEI with right check digits. */
  readonly national_id: string;
  /** Code of the registration authority, for example `"RA000548"`. Required unless the type is LEIX. */
  readonly registration_authority?: string | undefined;
}

interface PartyFields {
  /** Your own identifier of the customer; one of the identifying items (rule 2.2.1). */
  readonly customer_id?: string | undefined;
  /** E-mail address. */
  readonly email?: string | undefined;
  /** Postal address; one of the identifying items (rule 2.2.1). */
  readonly address?: PostalAddress | undefined;
}

interface IndividualFields extends PartyFields {
  /** A person. */
  readonly account_type: "individual";
  /** Name, birth and countries of the person. */
  readonly individual: Individual;
  /** National id; one of the identifying items (rule 2.2.1). */
  readonly national_id?: IndividualNationalId | undefined;
}

interface EntityFields extends PartyFields {
  /** An organization. */
  readonly account_type: "entity";
  /** Names and country of the organization. */
  readonly entity: Entity;
  /** National id; one of the identifying items (rule 2.2.1). */
  readonly national_id?: EntityNationalId | undefined;
}

interface Categorized {
  /** Whether the account is a customer of yours. */
  readonly account_category: AccountCategory;
}

interface OptionallyCategorized {
  /**
   * Whether the account is a customer of yours.
   *
   * @default "customer"
   */
  readonly account_category?: AccountCategory | undefined;
}

interface Referenced {
  /** Your own unique identifier of the account. */
  readonly reference_id: string;
}

/** Properties that only a stored account has: a stored account does not compile as a draft. */
interface NotStored {
  /** Set by the storage; leave it out. */
  readonly created?: never;
  /** Set by the storage; leave it out. */
  readonly last_modified?: never;
}

interface Stored {
  /** When the account was created: ISO 8601 with offset, milliseconds, UTC. */
  readonly created: string;
  /** When the account was last changed: ISO 8601 with offset, milliseconds, UTC. */
  readonly last_modified: string;
}

/** A parsed person: an account without its reference id (§2.9). */
export interface IndividualParty extends IndividualFields, Categorized {}

/** A parsed organization: an account without its reference id (§2.9). */
export interface EntityParty extends EntityFields, Categorized {}

/** A party of a transfer, parsed by the rules of accounts (§2.9 rule 1). */
export type Party = IndividualParty | EntityParty;

/** A person as you write it into a transfer. */
export interface IndividualPartyDraft extends IndividualFields, OptionallyCategorized {
  /** Not part of a party; refer to a stored account with `…_account_reference_id` instead. */
  readonly reference_id?: never;
}

/** An organization as you write it into a transfer. */
export interface EntityPartyDraft extends EntityFields, OptionallyCategorized {
  /** Not part of a party; refer to a stored account with `…_account_reference_id` instead. */
  readonly reference_id?: never;
}

/** A party as you write it into a transfer. Without `account_category` it is a customer (§2.2). */
export type PartyDraft = IndividualPartyDraft | EntityPartyDraft;

/** A person's account as you write it. */
export interface IndividualAccountDraft extends Referenced, IndividualFields, OptionallyCategorized, NotStored {}

/** An organization's account as you write it. */
export interface EntityAccountDraft extends Referenced, EntityFields, OptionallyCategorized, NotStored {}

/**
 * An account as you write it, for `accounts.create`. Without `account_category` it is a customer (§2.2).
 *
 * @example
 * const draft = { reference_id: "A-1", account_type: "entity", … } satisfies AccountDraft;
 */
export type AccountDraft = IndividualAccountDraft | EntityAccountDraft;

/** A person's account after parsing. */
export interface IndividualAccountInput extends Referenced, IndividualParty {}

/** An organization's account after parsing. */
export interface EntityAccountInput extends Referenced, EntityParty {}

/** An account after parsing: `account_category` has its default (§2.2). */
export type AccountInput = IndividualAccountInput | EntityAccountInput;

/** The stored account of a person. */
export interface IndividualAccount extends IndividualAccountInput, Stored {}

/** The stored account of an organization. */
export interface EntityAccount extends EntityAccountInput, Stored {}

/** A stored account (§2.2). */
export type Account = IndividualAccount | EntityAccount;

/** Postal address of a retrieved account: three properties are null where unset (§4.4). */
export interface RetrievedAddress
  extends Omit<PostalAddress, "address_department" | "address_subdepartment" | "address_city_location"> {
  /** Department of an organization. */
  readonly address_department: string | null;
  /** Part of a department. */
  readonly address_subdepartment: string | null;
  /** Part of a city. */
  readonly address_city_location: string | null;
}

interface Retrieved {
  /** Postal address. */
  readonly address?: RetrievedAddress | undefined;
  /** When the account was created: `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
  readonly created: string;
  /** When the account was last changed: `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
  readonly last_modified: string;
}

/** The account of a person as `accounts.retrieve` returns it (§4.4). */
export interface RetrievedIndividualAccount extends Omit<IndividualAccountInput, "address">, Retrieved {}

/** The account of an organization as `accounts.retrieve` returns it (§4.4). */
export interface RetrievedEntityAccount extends Omit<EntityAccountInput, "address">, Retrieved {}

/** An account as `accounts.retrieve` returns it (§4.4). */
export type RetrievedAccount = RetrievedIndividualAccount | RetrievedEntityAccount;
