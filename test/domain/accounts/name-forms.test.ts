/** Comparison of the names of two parties (Article 16 of Regulation (EU) 2023/1113). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PartyDraft } from "../../../src/domain/accounts/account.js";
import { isSameName, nameForms } from "../../../src/domain/accounts/name-forms.js";

type Name = Readonly<Record<string, string>>;

const person = (name: Name, local?: Name): PartyDraft => ({
  account_type: "individual",
  individual: { individual_name: named(name), ...(local && { individual_localname: named(local) }) },
});

const named = (name: Name) => ({ name_type: "LEGL", name_last: "", ...name }) as const;

const entity = (name_legal: string, name_business?: string): PartyDraft =>
  ({
    account_type: "entity",
    entity: { entity_name: { name_legal, ...(name_business !== undefined && { name_business }) } },
  }) as unknown as PartyDraft;

function mayBeSame(one: PartyDraft, two: PartyDraft): boolean {
  return isSameName(nameForms(one), two);
}

describe("the names of two persons may be the same", () => {
  it.each<readonly [string, Name, Name]>([
    ["in another case", { name_first: "Ada", name_last: "LOVELACE" }, { name_first: "ADA", name_last: "Lovelace" }],
    ["in another order", { name_first: "Ming", name_last: "Li" }, { name_first: "Li", name_last: "Ming" }],
    ["without marks", { name_first: "José", name_last: "Núñez" }, { name_first: "Jose", name_last: "Nunez" }],
    ["transliterated", { name_first: "Иван", name_last: "Петров" }, { name_first: "Ivan", name_last: "Petrov" }],
    ["with an umlaut written out", { name_last: "Müller" }, { name_last: "Mueller" }],
    [
      "without the middle name",
      { name_first: "A", name_middle: "B", name_last: "C" },
      { name_first: "A", name_last: "C" },
    ],
    [
      "with a hyphen",
      { name_first: "Anna-Maria", name_last: "O'Neil" },
      { name_first: "Anna Maria", name_last: "O Neil" },
    ],
  ])("%s", (_, one, two) => {
    expect(mayBeSame(person(one), person(two))).toBe(true);
    expect(mayBeSame(person(two), person(one))).toBe(true);
  });

  it("if one of them has the other's local name", () => {
    const both = person({ name_first: "Sunny", name_last: "Chan" }, { name_first: "Иван", name_last: "Петров" });
    expect(mayBeSame(person({ name_first: "Ivan", name_last: "Petrov" }), both)).toBe(true);
    expect(mayBeSame(person({ name_first: "Sunny", name_last: "Chan" }), both)).toBe(true);
    expect(mayBeSame(both, both)).toBe(true);
  });

  it("if the local name has no transliteration and there is none to compare it with", () => {
    const local = { name_first: "明", name_last: "李" };
    const both = person({ name_first: "Ming", name_last: "Li" }, local);
    expect(mayBeSame(both, person({ name_first: "Ming", name_last: "Li" }))).toBe(true);
    expect(mayBeSame(person(local), person({ name_first: "Ming", name_last: "Li" }))).toBe(false);
    const other = person({ name_first: "Ming", name_last: "Li" }, { name_first: "亮", name_last: "李" });
    expect(mayBeSame(both, other)).toBe(false);
    expect(mayBeSame(both, person(local))).toBe(true);
    expect(mayBeSame(both, person({ name_first: "亮", name_last: "李" }))).toBe(false);
  });

  it("whatever the order and the case of their words", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(words, (given) => {
        const [first = "", ...rest] = given;
        const one = person({ name_first: first, name_last: rest.join(" ") });
        const two = person({ name_first: rest.join("-").toUpperCase(), name_last: first });
        expect(mayBeSame(one, two)).toBe(true);
      }),
    );
  });
});

describe("the names of two parties differ", () => {
  it.each<readonly [string, PartyDraft, PartyDraft]>([
    [
      "in a word",
      person({ name_first: "Ivan", name_last: "Petrov" }),
      person({ name_first: "Ivan", name_last: "Sidorov" }),
    ],
    ["in a further word", person({ name_first: "A", name_last: "B" }), person({ name_first: "A", name_last: "B C" })],
    ["in the first name", person({ name_first: "A", name_last: "B" }), person({ name_last: "B" })],
    ["for two entities", entity("Acme Ltd"), entity("Acme Inc")],
    [
      "in one of two names",
      person({ name_first: "Eve", name_last: "Mallory" }, { name_first: "Иван", name_last: "Петров" }),
      person({ name_first: "Ivan", name_last: "Petrov" }),
    ],
    ["in a vowel that is a mark", person({ name_last: "राम" }), person({ name_last: "रोम" })],
    ["for a company with the name of a person", entity("Ivan Petrov"), person({ name_last: "Ivan Petrov" })],
    ["without a name", person({ name_last: "-" }), person({ name_last: "-" })],
  ])("%s", (_, one, two) => expect(mayBeSame(one, two)).toBe(false));
});

it("an entity has the forms of its legal and of its business name", () => {
  expect(mayBeSame(entity("Société Générale"), entity("SOCIETE GENERALE"))).toBe(true);
  expect(mayBeSame(entity("Roadrunner"), entity("Acme Ltd", "Roadrunner"))).toBe(true);
  expect(mayBeSame(entity("Mallory Ltd", "Roadrunner"), entity("Acme Ltd", "Roadrunner"))).toBe(false);
  expect(nameForms(entity("Acme, Ltd."))).toEqual([["entity acme ltd"]]);
});
