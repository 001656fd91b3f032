/** Search of accounts (§4.5). */
import { bare, own } from "../own.js";
import { bestMatches, foldedTexts, type Searchable, squeezedTexts } from "../ranking.js";
import { foldText } from "../text.js";
import type { Account, AccountCategory, AccountType, Entity, Individual, IndividualName } from "./account.js";

/** An account search for a storage. `term` is folded (`foldText`). */
export interface AccountQuery {
  readonly term: string;
  readonly account_category?: AccountCategory | undefined;
  readonly account_type?: AccountType | undefined;
  readonly limit?: number | undefined;
}

/** Returns first, middle and last name joined by spaces, without absent ones. */
export function fullName(name: IndividualName): string {
  const { name_first, name_middle, name_last } = bare(name);
  return [name_first, name_middle, name_last].filter((part) => part !== undefined).join(" ");
}

/**
 * Returns the folded texts that an account search matches (§4.5):
 * - business and legal name, or first, last and full name, the latter with and without the middle name
 * - the same of the local name, and its middle name
 * - the e-mail address
 *
 * @param account - the account
 * @returns each text once
 * @example
 * searchTextsOf(account); // ["lukasz", "wisniewski", "lukasz wisniewski", "lukasz@example.org"]
 */
export function searchTextsOf(account: Account): readonly string[] {
  const email = own(account, "email");
  if (account.account_type === "entity") return foldedTexts([...entityTexts(bare(account.entity)), email]);
  return squeezedTexts([...individualTexts(bare(account.individual)), email && foldText(email)]);
}

function individualTexts({ individual_name, individual_localname }: Individual): (string | undefined)[] {
  const name = foldedName(individual_name);
  if (individual_localname === undefined) return nameTexts(name);
  const local = foldedName(individual_localname);
  return [...nameTexts(name), local.name_middle, ...nameTexts(local)];
}

/** Folds each part once, because the folded full name consists of the folded parts. */
function foldedName(name: IndividualName): IndividualName {
  const { name_type, name_first, name_middle, name_last } = bare(name);
  return bare({
    name_type,
    ...(name_first !== undefined && { name_first: foldText(name_first) }),
    ...(name_middle !== undefined && { name_middle: foldText(name_middle) }),
    name_last: foldText(name_last),
  });
}

function nameTexts(name: IndividualName): (string | undefined)[] {
  const { name_middle: _, ...firstAndLast } = name;
  return [name.name_first, name.name_last, fullName(name), fullName(firstAndLast)];
}

function entityTexts({ entity_name: name, entity_localname: local }: Entity): (string | undefined)[] {
  return [name, local].flatMap((each) => (each ? [each.name_legal, own(each, "name_business")] : []));
}

/** Returns the accounts that match the query, best match first, ties by reference_id. */
export function searchAccounts(all: Iterable<Searchable<Account>>, query: AccountQuery): readonly Account[] {
  return bestMatches(all, query.term, { limit: own(query, "limit"), accepts: accountFilter(query) });
}

/** Returns a function that accepts accounts of the category and type in the query. */
export function accountFilter(query: AccountQuery): (account: Account) => boolean {
  const { account_category, account_type } = bare(query);
  return (account) =>
    (account_category === undefined || account.account_category === account_category) &&
    (account_type === undefined || account.account_type === account_type);
}
