/** Forms in which operations return accounts: search results (§4.5) and retrieved accounts (§4.4). */
import { own } from "../own.js";
import { toRetrievedForm } from "../timestamp.js";
import type { Account, Party, PostalAddress, RetrievedAccount, RetrievedAddress } from "./account.js";
import { fullName } from "./search.js";

/** An account found by `accounts.search` (§4.5). */
export interface AccountSummary {
  /** Your own unique identifier of the account. */
  readonly reference_id: string;
  /** Whether the account belongs to a person or an organization; capitalized here. */
  readonly account_type: "Individual" | "Entity";
  /** First, middle and last name of a person, joined by spaces; legal name of an organization. */
  readonly name: string;
  /** Whether the account is a customer of yours; a non-customer is a recipient here. */
  readonly account_category: "customer" | "recipient";
  /** E-mail address. */
  readonly email?: string | undefined;
  /** When the account was created: ISO 8601 with offset. */
  readonly created: string;
  /** When the account was last changed: ISO 8601 with offset. */
  readonly last_modified: string;
}

/** Returns an account as a search result (§4.5). */
export function summaryOf(account: Account): AccountSummary {
  const { reference_id, account_type, account_category, created, last_modified } = account;
  const email = own(account, "email");
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

/** Returns the full name of a person or the legal name of an organization (§4.5). */
function nameOf(party: Party): string {
  return party.account_type === "individual"
    ? fullName(party.individual.individual_name)
    : party.entity.entity_name.name_legal;
}

/** Returns an account as a retrieved account: three address properties null where unset, timestamps in another form (§4.4). */
export function retrievedForm(account: Account): RetrievedAccount {
  const { address: _, created, last_modified, ...rest } = account;
  const address = own(account, "address");
  return {
    ...rest,
    ...(address && { address: retrievedAddress(address) }),
    created: toRetrievedForm(created),
    last_modified: toRetrievedForm(last_modified),
  };
}

function retrievedAddress(address: PostalAddress): RetrievedAddress {
  return {
    ...address,
    address_department: own(address, "address_department") ?? null,
    address_subdepartment: own(address, "address_subdepartment") ?? null,
    address_city_location: own(address, "address_city_location") ?? null,
  };
}
