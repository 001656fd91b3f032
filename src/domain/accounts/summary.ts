/** How a found account is shown (§4.5). */
import type { Account } from "./account.js";
import { nameOf } from "./name.js";

/** One item of a search result (§4.5): types are capitalized, a non-customer is a `recipient`. */
export interface AccountSummary {
  readonly reference_id: string;
  readonly account_type: "Individual" | "Entity";
  /** Individual: first, middle and last name joined by one space; entity: legal name. */
  readonly name: string;
  readonly account_category: "customer" | "recipient";
  readonly email?: string;
  /** ISO 8601 with offset. */
  readonly created: string;
  /** ISO 8601 with offset. */
  readonly last_modified: string;
}

/** §4.5. */
export function summaryOf(account: Account): AccountSummary {
  const { reference_id, account_type, account_category, email, created, last_modified } = account;
  return {
    reference_id,
    account_type: account_type === "individual" ? "Individual" : "Entity",
    name: nameOf(account),
    account_category: account_category === "customer" ? "customer" : "recipient",
    ...(email !== undefined && { email }),
    created,
    last_modified,
  };
}
