/** Search of accounts (§4.5). */
import { own } from "../own.js";
import { foldedTexts, squeezedTexts } from "../ranking.js";
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
  return [own(name, "name_first"), own(name, "name_middle"), name.name_last]
    .filter((part) => part !== undefined)
    .join(" ");
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
  if (account.account_type === "entity") return foldedTexts([...entityTexts(account.entity), email]);
  return squeezedTexts([...individualTexts(account.individual), email && foldText(email)]);
}

function individualTexts(individual: Individual): (string | undefined)[] {
  const name = foldedName(individual.individual_name);
  const individual_localname = own(individual, "individual_localname");
  if (individual_localname === undefined) return nameTexts(name);
  const local = foldedName(individual_localname);
  return [...nameTexts(name), local.name_middle, ...nameTexts(local)];
}

/** Folds each part once, because the folded full name consists of the folded parts. */
function foldedName(name: IndividualName): IndividualName {
  const [name_first, name_middle] = [own(name, "name_first"), own(name, "name_middle")];
  return {
    name_type: name.name_type,
    name_first: name_first && foldText(name_first),
    name_middle: name_middle && foldText(name_middle),
    name_last: foldText(name.name_last),
  };
}

function nameTexts(name: IndividualName): (string | undefined)[] {
  const { name_middle: _, ...firstAndLast } = name;
  return [name.name_first, name.name_last, fullName(name), fullName(firstAndLast)];
}

function entityTexts(entity: Entity): (string | undefined)[] {
  const [name, local] = [entity.entity_name, own(entity, "entity_localname")];
  return [name.name_legal, own(name, "name_business"), local?.name_legal, local && own(local, "name_business")];
}
