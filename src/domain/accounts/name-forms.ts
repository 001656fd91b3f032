/** Comparison of the name of a party with what a counterparty wrote (Article 16 of Regulation (EU) 2023/1113). */
import { latinForm } from "../latin-form.js";
import { bare, own } from "../own.js";
import { foldText } from "../text.js";
import type { EntityName, IndividualName, PartyDraft } from "./account.js";

/** What separates the words of a name. */
const SEPARATORS = /[\s\-‐-―'’.,]+/u;

/**
 * Returns forms of the names of a party: folded words in one order, of the name and the local name, as written and
 * transliterated. Two parties may have the same name if they share a form.
 *
 * @example
 * nameForms(party); // ["jose maria muller", "jose maria mueller", "jose muller", …]
 */
export function nameForms(party: PartyDraft): readonly string[] {
  const { individual, entity } = bare(party as PartyDraft & { individual?: object; entity?: object });
  const texts = [
    ...(individual === undefined ? [] : namesIn(individual, "individual").flatMap(textsOfPerson)),
    ...(entity === undefined ? [] : namesIn(entity, "entity").flatMap(textsOfEntity)),
  ];
  const forms = texts.flatMap((text) => [formOf(text), formOf(latinForm(text, "2023") ?? text)]);
  return [...new Set(forms.filter((form) => form !== ""))];
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

function textsOfEntity(name: object): readonly string[] {
  // The cast: it is the name of an entity.
  const given = name as EntityName;
  return [given.name_legal, own(given, "name_business") ?? ""];
}

/** Orders differ: a family name may come first. */
function formOf(text: string): string {
  return foldText(text).split(SEPARATORS).filter(Boolean).sort().join(" ");
}
