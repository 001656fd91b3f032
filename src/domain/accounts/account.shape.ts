/** The shape of an account for typia. Internal: rules between fields are in account.rules.ts, forms of texts too. */
import typia from "typia";
import type { Shape } from "../input/types.js";
import type {
  AccountCategory,
  AccountType,
  Entity,
  EntityNationalIdType,
  Individual,
  IndividualNationalIdType,
  PostalAddress,
} from "./account.js";

/** §2.6 before account_type is known to fit. */
export interface NationalIdShape {
  national_id_type: IndividualNationalIdType | EntityNationalIdType;
  national_id: string;
  issue_country?: string;
  registration_authority?: string;
}

/** A party before account_type is known to fit (§2.9: an account without its reference id). */
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

export const accountShape: Shape<AccountShape> = typia.json.schemas<[AccountShape], "3.1">();
