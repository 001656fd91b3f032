/** Forms in which operations return accounts: search results (§4.5) and retrieved accounts (§4.4). */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { own } from "../own.js";
import { toRetrievedForm } from "../timestamp.js";
import type {
  Account,
  AccountDraft,
  EntityAccount,
  EntityAccountDraft,
  IndividualAccount,
  IndividualAccountDraft,
  Party,
  PostalAddress,
  RetrievedAccount,
  RetrievedAddress,
  RetrievedEntityAccount,
  RetrievedIndividualAccount,
} from "./account.js";
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
  const address = own(account, "address");
  // Properties that the copy has already: V8 adds others slowly.
  const retrieved: { -readonly [K in keyof Account]: unknown } = { ...account };
  if (address !== undefined) retrieved.address = retrievedAddress(address);
  retrieved.created = toRetrievedForm(account.created);
  retrieved.last_modified = toRetrievedForm(account.last_modified);
  // The cast: without its types the compiler does not pair account_type with the party.
  return retrieved as RetrievedAccount;
}

function retrievedAddress(address: PostalAddress): RetrievedAddress {
  // As literals and first: any other form of this copy takes 4 to 20 times as long.
  const retrieved = { address_department: null, address_subdepartment: null, address_city_location: null, ...address };
  // A storage of the caller may return undefined for an unset property.
  retrieved.address_department ??= null;
  retrieved.address_subdepartment ??= null;
  retrieved.address_city_location ??= null;
  // The cast: the compiler does not see that none of them is undefined.
  return retrieved as RetrievedAddress;
}

/**
 * Returns an account that an operation returned as a draft, to change and store it again. Leaves out `created`,
 * `last_modified` and the null properties of a retrieved address (§4.4).
 *
 * @param account - an account of `retrieve`, `create`, `put` or `list`; it is not changed
 * @returns The draft, for `accounts.put`.
 * @throws ComplianceError `invalid_input` for something else than an account, such as undefined.
 * @example
 * const read = await compliance.accounts.retrieve("A-1");
 * if (read === undefined) return reply(404);
 * const draft = { ...toDraft(read), email: "new@example.com" };
 * const put = await compliance.accounts.put(draft, { ifLastModified: read.last_modified });
 */
export function toDraft(account: RetrievedIndividualAccount | IndividualAccount): IndividualAccountDraft;
/** Returns the account of an organization as a draft. */
export function toDraft(account: RetrievedEntityAccount | EntityAccount): EntityAccountDraft;
/** Returns an account of either type as a draft. */
export function toDraft(account: RetrievedAccount | Account): AccountDraft;
export function toDraft(account: RetrievedAccount | Account): AccountDraft {
  return readSafely(() => {
    if (typeof account !== "object" || account === null) throw notAnAccount();
    const { created: _, last_modified: __, address: ___, ...rest } = account;
    const address = own(account, "address");
    // The cast: without its types the compiler does not pair account_type with the party.
    return { ...rest, ...(address !== undefined && { address: withoutNulls(address) }) } as AccountDraft;
  }, notAnAccount);
}

/** Leaves out null, which only the three properties of §4.4 can be. */
function withoutNulls(address: RetrievedAddress | PostalAddress): PostalAddress {
  // The cast: no other property of an address can be null.
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null)) as unknown as PostalAddress;
}

function notAnAccount(): ComplianceError {
  return new ComplianceError("invalid_input", "toDraft takes an account that an operation returned, not undefined.");
}
