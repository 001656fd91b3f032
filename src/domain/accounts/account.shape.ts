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
  national_id_type: IndividualNationalIdType | EntityNationalIdType;
  national_id: string;
  issue_country?: string;
  registration_authority?: string;
}

/** A party of either account type (§2.9: an account without its reference id). */
export interface PartyShape {
  account_type: AccountType;
  account_category?: AccountCategory;
  customer_id?: string;
  email?: string;
  individual?: Individual;
  entity?: Entity;
  address?: PostalAddress;
  national_id?: NationalIdShape;
}

export interface AccountShape extends PartyShape {
  reference_id: string;
}
