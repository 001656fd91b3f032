/** Neighbours with one text that breaks a rule of all texts, or is not the code that its field asks for. */
import fc from "fast-check";
import { brokenCodes } from "../../../src/testing/arbitraries/codes.js";
import { brokenTexts } from "../../../src/testing/arbitraries/text.js";
import {
  accountSubject,
  entitySubject,
  enumerated,
  evaluationSubject,
  individualSubject,
  subjects,
  transactionSubject,
  transferSubject,
  vaspSubject,
} from "../subjects.js";
import { type Break, brokenAny, type Neighbour, named, replacing } from "./neighbour.js";

/** Every text that is not one of a list: of those any other text is simply not allowed. */
const free: Break["at"] = ({ name, value }) => typeof value === "string" && !enumerated.has(name);

const withFreeText = subjects.filter(({ name }) => !name.startsWith("a page of"));

function texts(values: fc.Arbitrary<string>): fc.Arbitrary<Neighbour> {
  return brokenAny(withFreeText, replacing(free, values));
}

/** A term of marks alone is blank for a search only: nothing is left to look for. */
const blankTerm = brokenAny(
  subjects.filter(({ name }) => name.startsWith("a search of")),
  replacing(named("search_term"), fc.constantFrom("\u0301", "\u0308 \u0301", "¨", " \u093f")),
);

export const text_blank: fc.Arbitrary<Neighbour> = fc.oneof(
  { weight: 4, arbitrary: texts(brokenTexts.text_blank) },
  { weight: 1, arbitrary: blankTerm },
);
export const text_too_long: fc.Arbitrary<Neighbour> = texts(brokenTexts.text_too_long);
export const text_malformed: fc.Arbitrary<Neighbour> = texts(brokenTexts.text_malformed);
export const text_control_character: fc.Arbitrary<Neighbour> = texts(brokenTexts.text_control_character);

export const not_a_country: fc.Arbitrary<Neighbour> = brokenAny(
  [
    accountSubject,
    individualSubject,
    entitySubject,
    vaspSubject,
    transferSubject,
    transactionSubject,
    evaluationSubject,
  ],
  replacing(
    named(
      "nationality_country",
      "residence_country",
      "registration_country",
      "address_country_code",
      "issue_country",
      "national_id_issue_country",
      "country",
    ),
    brokenCodes.not_a_country,
  ),
);

export const not_a_currency: fc.Arbitrary<Neighbour> = brokenAny(
  [transactionSubject, evaluationSubject],
  replacing(named("currency"), brokenCodes.not_a_currency),
);

export const not_a_date: fc.Arbitrary<Neighbour> = brokenAny(
  [individualSubject, transferSubject],
  replacing(named("date_of_birth"), brokenCodes.not_a_date),
);

export const not_an_email: fc.Arbitrary<Neighbour> = brokenAny(
  [individualSubject, entitySubject, transferSubject],
  replacing(named("email"), brokenCodes.not_an_email),
);

/** The text of a national id whose type, beside it, says LEIX. */
const leiAt: Break["at"] = (place, document) => {
  const isText = place.name === "national_id" && typeof place.value === "string";
  return isText && typeBeside(document, place.path) === "LEIX";
};

function typeBeside(document: object, path: string): unknown {
  const parent = path
    .split("/")
    .slice(1, -1)
    .reduce<unknown>((value, name) => Object(value)[name], document);
  return Object(parent).national_id_type ?? Object(parent).national_id_type_code;
}

export const not_an_lei: fc.Arbitrary<Neighbour> = brokenAny(
  [entitySubject, vaspSubject, transferSubject],
  replacing(leiAt, brokenCodes.not_an_lei),
);

export const not_a_registration_authority: fc.Arbitrary<Neighbour> = brokenAny(
  [entitySubject, vaspSubject, transferSubject],
  replacing(
    named("registration_authority", "national_id_registration_authority"),
    brokenCodes.not_a_registration_authority,
  ),
);
