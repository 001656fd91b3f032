/** Shape of accounts, from which their readers are generated. Rules are in account.rules.ts. */
import type {
  AccountCategory,
  AccountType,
  Entity,
  EntityNationalIdType,
  Individual,
  IndividualNationalIdType,
  PostalAddress,
} from "./account.js";

/** A national id of either account type (§2.6). */
interface NationalIdShape {
  /** Kind of number, for example `"CCPT"` for a passport. */
  national_id_type: IndividualNationalIdType | EntityNationalIdType;
  /** The number. Of type LEIX: an LEI with right check digits. */
  national_id: string;
  /** Country that issued it, for example `"CH"`. Not of an entity. */
  issue_country?: string;
  /** Code of the registration authority, for example `"RA000548"`. Of an entity, unless the type is LEIX. */
  registration_authority?: string;
}

/** A party of either account type (§2.9: an account without its reference id). */
export interface PartyShape {
  /** Whether the account belongs to a person or an organization. */
  account_type: AccountType;
  /** Whether the account is a customer of yours; without it, it is. */
  account_category?: AccountCategory;
  /** Your own identifier of the customer; one of the identifying items (rule 2.2.1). */
  customer_id?: string;
  /** E-mail address. */
  email?: string;
  /** Name, birth and countries of a person. Required for an individual. */
  individual?: Individual;
  /** Names and country of an organization. Required for an entity. */
  entity?: Entity;
  /** Postal address; one of the identifying items (rule 2.2.1). */
  address?: PostalAddress;
  /** National id; one of the identifying items (rule 2.2.1). */
  national_id?: NationalIdShape;
}

/** An account of either type, as it is written (§2.2). */
export interface AccountShape extends PartyShape {
  /** Your own unique identifier of the account. */
  reference_id: string;
}
