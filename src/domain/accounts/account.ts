/** The account and its parts (§2.2–2.6). Names are those on the wire. */
import type { CountryCode } from "../identifiers/codes.js";

/** Whether an account is a person or an organization (§2.2). */
export type AccountType = "individual" | "entity";

/** Whether an account is onboarded (§2.2). Queries and search results call a non-customer a recipient (§4.5). */
export type AccountCategory = "customer" | "non-customer";

/** The name of a person (§2.3). */
export interface IndividualName {
  /** Legal name: the only kind there is. */
  readonly name_type: "LEGL";
  readonly name_first?: string;
  readonly name_middle?: string;
  readonly name_last: string;
}

/** A person (§2.3). Date and place of birth together identify one who has no other identifying item (rule 2.2.1). */
export interface Individual {
  readonly individual_name: IndividualName;
  /** The name in the local language or script. */
  readonly individual_localname?: IndividualName;
  /** `YYYY-MM-DD`, not after today. */
  readonly date_of_birth?: string;
  readonly place_of_birth?: string;
  readonly nationality_country?: CountryCode;
  readonly residence_country?: CountryCode;
}

/** The name of an organization (§2.4). */
export interface EntityName {
  /** Legal name: the only kind there is. */
  readonly name_type: "LEGL";
  /** The official legal name. */
  readonly name_legal: string;
  /** The trade name. */
  readonly name_business?: string;
}

/** An organization (§2.4). */
export interface Entity {
  readonly entity_name: EntityName;
  /** The name in the local language or script. */
  readonly entity_localname?: EntityName;
  /** Where it is incorporated. */
  readonly registration_country?: CountryCode;
}

/** A postal address (§2.5): `address_line`, or `address_street_name` with `address_street_no` or `address_building_name`. */
export interface PostalAddress {
  /** Residential, business, or geographic, the common value. */
  readonly address_type: "HOME" | "BIZZ" | "GEOG";
  /** The whole address in one line. */
  readonly address_line?: string;
  readonly address_street_no?: string;
  readonly address_street_name?: string;
  readonly address_building_name?: string;
  readonly address_floor?: string;
  readonly address_room?: string;
  readonly address_department?: string;
  readonly address_subdepartment?: string;
  readonly address_postbox?: string;
  readonly address_city_location?: string;
  readonly address_city: string;
  readonly address_region?: string;
  readonly address_district?: string;
  readonly address_postcode?: string;
  readonly address_country_code: CountryCode;
}

/**
 * The codes of an individual's national id (§2.6): ARNU alien registration number, CCPT passport number, DRLC driver
 * licence number, FIIN foreign investment identity number, SOCS social security number, IDCD identity card number, MISC
 * unspecified.
 */
export type IndividualNationalIdType = "ARNU" | "CCPT" | "DRLC" | "FIIN" | "SOCS" | "IDCD" | "MISC";

/**
 * The codes of an entity's national id (§2.6): RAID registration authority identifier, TXID tax identification number,
 * LEIX legal entity identifier, MISC unspecified.
 */
export type EntityNationalIdType = "RAID" | "TXID" | "LEIX" | "MISC";

/** §2.6 for an individual: no registration authority. */
export interface IndividualNationalId {
  readonly national_id_type: IndividualNationalIdType;
  readonly national_id: string;
  readonly issue_country?: CountryCode;
}

/** §2.6 for an entity: no issuing country; a registration authority unless the id is an LEI. */
export interface EntityNationalId {
  readonly national_id_type: EntityNationalIdType;
  readonly national_id: string;
  readonly registration_authority?: string;
}

interface PartyCommon {
  readonly account_category: AccountCategory;
  /** The internal identifier of the account; one of the identifying items (rule 2.2.1). */
  readonly customer_id?: string;
  readonly email?: string;
  readonly address?: PostalAddress;
}

/** An individual described directly: an account without its reference id (§2.9). */
export interface IndividualParty extends PartyCommon {
  readonly account_type: "individual";
  readonly individual: Individual;
  readonly national_id?: IndividualNationalId;
}

/** An entity described directly: an account without its reference id (§2.9). */
export interface EntityParty extends PartyCommon {
  readonly account_type: "entity";
  readonly entity: Entity;
  readonly national_id?: EntityNationalId;
}

/** A party described directly, by the rules of accounts (§2.9 rule 1). */
export type Party = IndividualParty | EntityParty;

/** An account of §2.2 once parsed: `account_category` has its default. See {@link AccountDraft} for what a caller writes. */
export type AccountInput = Party & { readonly reference_id: string };

type WithOptionalCategory<P extends Party> = Omit<P, "account_category"> & Partial<Pick<P, "account_category">>;

/** A party as a caller may write it: without `account_category` it is a customer (§2.2). */
export type PartyDraft = WithOptionalCategory<IndividualParty> | WithOptionalCategory<EntityParty>;

/**
 * What `accounts.create` takes, for callers who want their compiler to check it.
 *
 * @example
 * const draft = { reference_id: "A-1", account_type: "entity", … } satisfies AccountDraft;
 */
export type AccountDraft = PartyDraft & { readonly reference_id: string };

/** A stored account. `created` and `last_modified`: ISO 8601 with offset, milliseconds, UTC (§2.2). */
export type Account = AccountInput & { readonly created: string; readonly last_modified: string };

/** §4.4: the address of a retrieved account shows these three as null where unset. */
export type RetrievedAddress = Omit<
  PostalAddress,
  "address_department" | "address_subdepartment" | "address_city_location"
> & {
  readonly address_department: string | null;
  readonly address_subdepartment: string | null;
  readonly address_city_location: string | null;
};

/** §4.4: an account as `accounts.retrieve` shows it. Timestamps: `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
export type RetrievedAccount = (
  | Omit<Extract<Account, { account_type: "individual" }>, "address">
  | Omit<Extract<Account, { account_type: "entity" }>, "address">
) & { readonly address?: RetrievedAddress };
