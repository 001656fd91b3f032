/** Search of accounts (§4.5): what is matched, and in which order. */
import { bestMatches, foldedTexts, type Searchable } from "../ranking.js";
import type { Account, AccountCategory, AccountType, Entity, Individual, IndividualName } from "./account.js";

/** A query that a storage answers. `term` is folded (`foldText`). */
export interface AccountQuery {
  readonly term: string;
  readonly account_category?: AccountCategory;
  readonly account_type?: AccountType;
  readonly limit?: number;
}

/** First, middle and last name as far as they are there, joined by one space. */
export function fullName({ name_first, name_middle, name_last }: IndividualName): string {
  return [name_first, name_middle, name_last].filter((part) => part !== undefined).join(" ");
}

/**
 * The folded texts that a search of this account looks at (§4.5): business and legal name, first and last name, the
 * full name with and without the middle name, every part of the local name and it in full, and the e-mail address.
 */
export function searchTextsOf(account: Account): readonly string[] {
  const names =
    account.account_type === "individual" ? individualTexts(account.individual) : entityTexts(account.entity);
  return foldedTexts([...names, account.email]);
}

function individualTexts({ individual_name: name, individual_localname: local }: Individual): (string | undefined)[] {
  return local === undefined ? nameTexts(name) : [...nameTexts(name), local.name_middle, ...nameTexts(local)];
}

function nameTexts(name: IndividualName): (string | undefined)[] {
  const { name_middle: _, ...firstAndLast } = name;
  return [name.name_first, name.name_last, fullName(name), fullName(firstAndLast)];
}

function entityTexts({ entity_name: name, entity_localname: local }: Entity): (string | undefined)[] {
  return [name.name_legal, name.name_business, local?.name_legal, local?.name_business];
}

/** The accounts that answer the query, best match first, ties by reference_id, at most `limit`. */
export function searchAccounts(all: Iterable<Searchable<Account>>, query: AccountQuery): readonly Account[] {
  const { term, limit, account_category, account_type } = query;
  return bestMatches(all, term, {
    limit,
    accepts: (account) =>
      (account_category === undefined || account.account_category === account_category) &&
      (account_type === undefined || account.account_type === account_type),
  });
}
