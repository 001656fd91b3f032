/** Shape of accounts for typia. Rules between properties and formats of texts are in account.rules.ts. */
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

/** A national id of either account type (§2.6). */
export interface NationalIdShape {
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

export const accountShape: Shape<AccountShape> = typia.json.schemas<[AccountShape], "3.1">();
