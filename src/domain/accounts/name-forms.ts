/** Comparison of the name of a party with what a counterparty wrote (Article 16 of Regulation (EU) 2023/1113). */
import { isLatin, latinForm } from "../latin-form.js";
import { bare, own } from "../own.js";
import { foldText } from "../text.js";
import type { EntityName, IndividualName, PartyDraft } from "./account.js";

/** What separates the words of a name. */
const SEPARATORS = /[\s\-‐-―'’.,]+/u;

/**
 * Returns the forms of each name of a party, of the name and of the local name: folded words in one order, as written and
 * transliterated. A person and an organisation share no form.
 *
 * @example
 * nameForms(party); // [["individual jose maria muller", "individual jose maria mueller", "individual jose muller", …]]
 */
export function nameForms(party: PartyDraft): readonly (readonly string[])[] {
  const { individual, entity } = bare(party as PartyDraft & { individual?: object; entity?: object });
  const names = [
    ...(individual === undefined ? [] : namesIn(individual, "individual").map(textsOfPerson)),
    ...(entity === undefined ? [] : namesIn(entity, "entity").flatMap(textsOfEntity)),
  ];
  const type = individual === undefined ? "entity" : "individual";
  return names.map((texts) => formsOf(texts).map((form) => `${type} ${form}`)).filter(({ length }) => length > 0);
}

function formsOf(texts: readonly string[]): readonly string[] {
  const forms = texts.flatMap((text) => [formOf(text), formOf(latinForm(text, "2023") ?? text)]);
  return [...new Set(forms.filter((form) => form !== ""))];
}

/**
 * Returns whether these names are those of the party. A wrong name beside the right one is a difference. Without a transliteration
 * a name is only compared with names of its kind: in Latin letters, or in other ones.
 */
export function isSameName(names: readonly (readonly string[])[], party: PartyDraft): boolean {
  const known = nameForms(party);
  const isSame = (forms: readonly string[]) => known.some((each) => each.some((form) => forms.includes(form)));
  const isComparable = (forms: readonly string[]) => known.some((each) => each.some(isLatin) === forms.some(isLatin));
  const compared = names.filter((forms) => forms.length === 0 || isSame(forms) || isComparable(forms));
  return compared.length > 0 && compared.every(isSame);
}

function namesIn(described: object, kind: "individual" | "entity"): readonly object[] {
  const names = bare(described as Readonly<Record<string, object | undefined>>);
  return [names[`${kind}_name`], names[`${kind}_localname`]].filter((name) => name !== undefined);
}

/** A middle name may be left out. */
function textsOfPerson(name: object): readonly string[] {
  // The cast: it is the name of a person.
  const given = name as IndividualName;
  const [first = "", middle = ""] = [own(given, "name_first"), own(given, "name_middle")];
  const { name_last: last } = given;
  return [`${first} ${middle} ${last}`, `${first} ${last}`];
}

/** The legal and the trade name are two names. */
function textsOfEntity(name: object): readonly (readonly string[])[] {
  // The cast: it is the name of an entity.
  const given = name as EntityName;
  return [[given.name_legal], [own(given, "name_business") ?? ""]];
}

/** Marks of Latin, Greek and Cyrillic letters may be left out. In other scripts they are vowels. */
const FURTHER_MARK = /(?![\u0300-\u036f])\p{M}/u;

/** Orders differ: a family name may come first. */
function formOf(text: string): string {
  const folded = FURTHER_MARK.test(text.normalize("NFD")) ? text.normalize("NFKC").toLowerCase() : foldText(text);
  return folded.split(SEPARATORS).filter(Boolean).sort().join(" ");
}
