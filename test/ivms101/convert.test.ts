/** `convertIvms101`: editions, profiles, losses. */
import { describe, expect, it } from "vitest";
import { convertIvms101, type Ivms101ProfileName, ivms101Profiles, parseIvms101 } from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { example1, example2, originated, underPollution } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";
import { isValidIvms101 } from "../support/ivms101-second-checker.js";
import { share } from "../support/runs.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;
const profiles = Object.keys(ivms101Profiles) as Ivms101ProfileName[];

function converted(document: unknown, edition: "2020" | "2023", profile: Ivms101ProfileName = "standard") {
  const result = convertIvms101(document, edition, { profile, today });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

function payloadOf(document: unknown, edition: "2020" | "2023", mode: "strict" | "tolerant" = "strict") {
  const result = parseIvms101(document, { edition, mode, today });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value.payload;
}

const person = (secret: string, accountNumber: readonly string[]) => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: secret, naturalPersonNameIdentifierType: "LEGL" }] },
    customerIdentification: secret,
  },
  accountNumber,
});

describe.each(editions)("documents of %s", (edition) => {
  const other = edition === "2020" ? "2023" : "2020";
  const samples = [example1(edition), example2(edition)];

  it("are valid in the other edition, and come back the same", () => {
    for (const sample of samples) {
      const there = converted(sample, other);
      expect(there.losses).toEqual([]);
      expect(payloadOf(there.document, other)).toBeDefined();
      expect(payloadOf(converted(there.document, edition).document, edition)).toEqual(payloadOf(sample, edition));
    }
  });

  it.each(profiles)("are read as the same payload when written as %s", (profile) => {
    const { required } = ivms101Profiles[profile];
    const complying = [...samples, complete(edition)].filter((sample) => required.every((name) => name in sample));
    expect(complying).not.toEqual([]);
    for (const sample of complying) {
      const own = converted(sample, edition).document;
      const { document } = converted(sample, edition, profile);
      expect(payloadOf(document, edition, "tolerant")).toEqual(payloadOf(own, edition));
    }
  });

  it("are converted from their parsed payload, too", () => {
    for (const sample of samples) {
      expect(converted(payloadOf(sample, edition), other).document).toEqual(converted(sample, other).document);
    }
  });

  it("never make it throw, whatever a value is replaced with", () => {
    let count = 0;
    for (const { path } of share(nodesOf(complete(edition)))) {
      for (const value of [null, {}, "\u0000", [[]]]) {
        const mutated = replacedAt(complete(edition), path, value);
        expect(typeof convertIvms101(mutated, other, { today }).ok).toBe("boolean");
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe("required entities", () => {
  const full = { ...complete("2023") };
  const cases = profiles.flatMap((profile) => ivms101Profiles[profile].required.map((entity) => [profile, entity]));

  it.each(cases)("of %s: %s is missed, absent or without a person", (profile, entity) => {
    const { [entity]: _, ...without } = full as Record<string, unknown>;
    const empty = entity?.endsWith("VASP") ? [{ ...without, [`${entity}`]: {} }] : [];
    for (const given of [without, ...empty]) {
      for (const edition of editions) {
        const result = convertIvms101(given, edition, { profile: profile as Ivms101ProfileName, today });
        const issue = { code: "required", path: `/${entity}`, clause: `IVMS101 profile ${profile}` };
        expect(result.ok || result.issues).toEqual([expect.objectContaining(issue)]);
        expect(convertIvms101(given, edition, { today }).ok).toBe(true);
      }
    }
  });
});

describe("a document of something else", () => {
  it.each([
    ["a parsed document with its notes", { payload: complete("2023"), edition: "2023", notes: [] }],
    ["the message around the document", { IVMS101: complete("2023") }],
  ])("is refused, and not read as empty: %s", (_, given) => {
    for (const edition of editions) {
      const result = convertIvms101(given, edition, { today });
      expect(result.ok || result.issues).toEqual([expect.objectContaining({ code: "unknown_property", path: "" })]);
    }
  });

  it("is not one without any element", () => {
    expect(convertIvms101({}, "2020", { today })).toMatchObject({ ok: true, value: { document: {} } });
  });
});

describe("losses", () => {
  it("name what 2020 has no place for, without a value", () => {
    const secret = "Canary";
    const given = {
      payloadMetadata: { payloadVersion: "101.2023" },
      originator: { originatorPerson: [person(secret, ["Canary1", "C".repeat(101)]), person(secret, ["Canary1"])] },
      originatingVASP: {
        originatingVASP: {
          legalPerson: {
            name: { nameIdentifier: [{ legalPersonName: secret, legalPersonNameIdentifierType: "LEGL" }] },
          },
          accountNumber: ["Canary2"],
        },
      },
      Canary: secret,
    };
    const { document, losses, notes } = converted(given, "2020");
    expect(losses.map(({ path, code }) => `${code} ${path}`).toSorted()).toEqual([
      "account_holder /originator/originatorPerson/0/accountNumber",
      "account_holder /originator/originatorPerson/1/accountNumber",
      "no_place /originatingVASP/originatingVASP/accountNumber",
      "too_long /originator/originatorPerson/0/accountNumber/1",
      expect.stringMatching(/^unknown_element /),
    ]);
    expect(document).toMatchObject({ originator: { accountNumber: ["Canary1"] } });
    expect(JSON.stringify([losses, notes])).not.toMatch(/Canary[0-9]/);
  });

  it("say that who holds the accounts of 2020 is not known", () => {
    const given = converted(
      { originator: { originatorPerson: [person("Wu", ["1"]), person("Xi", ["2"])] } },
      "2020",
    ).document;
    const there = converted(given, "2023");
    expect(there.losses).toEqual([{ path: "/originator/accountNumber", code: "account_holder" }]);
    const both = { accountNumber: ["1", "2"] };
    expect(there.document).toMatchObject({ originator: { originatorPerson: [both, both] } });
    expect(converted(there.document, "2020").document).toEqual(given);
  });
});

describe("texts", () => {
  const at = "/originator/originatorPerson/0";
  const called = (edition: "2020" | "2023", names: readonly string[], more = {}) => {
    const type = edition === "2020" ? "nameIdentifierType" : "naturalPersonNameIdentifierType";
    const nameIdentifier = names.map((primaryIdentifier) => ({ primaryIdentifier, [type]: "LEGL" }));
    return originated(edition, { naturalPerson: { name: { nameIdentifier }, customerIdentification: "1", ...more } });
  };
  const told = (losses: readonly { code: string; path: string }[]) => losses.map(({ code, path }) => `${code} ${path}`);

  it("from 2023 to 2020, list ASCII that 2020 does not allow, and keep it", () => {
    const home = { addressType: "HOME", streetName: "St. John-St", buildingNumber: "1", townName: "X", country: "GB" };
    const given = called("2023", ["Smith-Jones, Jr."], { geographicAddress: [home] });
    const { document, losses } = converted(given, "2020");
    expect(told(losses)).toEqual([
      `characters_2020 ${at}/naturalPerson/name/nameIdentifier/0/primaryIdentifier`,
      `characters_2020 ${at}/naturalPerson/geographicAddress/0/streetName`,
    ]);
    expect(JSON.stringify(document)).toContain('"Smith-Jones, Jr."');
    // A document of 2020 has the note.
    expect(converted(document, "2020").losses).toEqual([]);
    expect(converted(document, "2020").notes.map(({ code }) => code)).toEqual(["characters_2020", "characters_2020"]);
    expect(converted(given, "2023").losses).toEqual([]);
  });

  it.each(editions)("outside ASCII are transliterated in %s, with the own spelling in the local name", (edition) => {
    const local = [{ primaryIdentifier: "Müller", nameIdentifierType: "LEGL" }];
    const name = {
      nameIdentifier: ["Zoë", "Müller", "Wu"].map((primaryIdentifier) => ({
        primaryIdentifier,
        secondaryIdentifier: "Ana",
        nameIdentifierType: "LEGL",
      })),
      localNameIdentifier: local.map((each) => ({ secondaryIdentifier: "Ana", ...each })),
    };
    const birth = { dateOfBirth: "1990-02-25", placeOfBirth: "Thüringen" };
    const given = {
      ...originated("2020", { naturalPerson: { name, dateAndPlaceOfBirth: birth } }),
      beneficiaryVASP: {
        beneficiaryVASP: {
          legalPerson: {
            name: { nameIdentifier: [{ legalPersonName: "Börse, AG", legalPersonNameIdentifierType: "LEGL" }] },
          },
        },
      },
    };
    const { document, losses, notes } = converted(given, edition);
    expect(isValidIvms101(edition, document, today)).toBe(true);
    const payload = payloadOf(document, edition);
    expect(payload.originator?.originatorPerson[0]?.naturalPerson).toMatchObject({
      name: {
        nameIdentifier: [{ primaryIdentifier: "Zoe" }, { primaryIdentifier: "Mueller" }, { primaryIdentifier: "Wu" }],
        localNameIdentifier: [
          { primaryIdentifier: "Müller", secondaryIdentifier: "Ana", nameIdentifierType: "LEGL" },
          { primaryIdentifier: "Zoë", secondaryIdentifier: "Ana", nameIdentifierType: "LEGL" },
        ],
      },
      dateAndPlaceOfBirth: { placeOfBirth: "Thueringen" },
    });
    expect(payload.beneficiaryVASP?.beneficiaryVASP?.legalPerson?.name).toEqual({
      nameIdentifier: [{ legalPersonName: "Boerse, AG", legalPersonNameIdentifierType: "LEGL" }],
      localNameIdentifier: [{ legalPersonName: "Börse, AG", legalPersonNameIdentifierType: "LEGL" }],
    });
    const person = `${at}/naturalPerson`;
    expect(told(losses)).toEqual([
      `transliterated ${person}/name/nameIdentifier/0/primaryIdentifier`,
      `transliterated ${person}/name/nameIdentifier/1/primaryIdentifier`,
      `transliterated ${person}/dateAndPlaceOfBirth/placeOfBirth`,
      "transliterated /beneficiaryVASP/beneficiaryVASP/legalPerson/name/nameIdentifier/0/legalPersonName",
    ]);
    expect(notes.filter(({ code }) => code === "characters_2020")).toHaveLength(4);
  });

  it("that cannot be written are issues: identifiers, long forms, and a dash alone in 2020", () => {
    const issuesOf = (given: unknown, edition: "2020" | "2023") => {
      const result = convertIvms101(given, edition, { today });
      return result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
    };
    const person = `${at}/naturalPerson`;
    expect(issuesOf(called("2023", ["Wu"], { customerIdentification: "Zoë" }), "2020")).toEqual([
      `text_characters ${person}/customerIdentification`,
    ]);
    const first = `${person}/name/nameIdentifier/0/primaryIdentifier`;
    expect(issuesOf(called("2023", ["ß".repeat(51)]), "2023")).toEqual([`text_too_long ${first}`]);
    expect(issuesOf(called("2023", ["\u2013"]), "2020")).toEqual([`text_characters ${first}`]);
    expect(issuesOf(called("2023", ["\u2013"]), "2023")).toEqual([]);
  });

  it("of an account that is dropped are no further loss", () => {
    const given = originated("2023", person("Wu", ["a-b", `${"a".repeat(100)}-`]));
    expect(told(converted(given, "2020").losses)).toEqual([
      `characters_2020 ${at}/accountNumber/0`,
      `too_long ${at}/accountNumber/1`,
    ]);
  });
});

it("writes each profile as it is documented", () => {
  const trisa = JSON.stringify(converted(complete("2020"), "2020", "trisa").document);
  expect(trisa).toContain('"postCode"');
  expect(trisa).not.toContain('"postcode"');
  expect(Object.keys(converted(example1("2020"), "2020", "code").document)).toContain("Originator");
  expect(Object.keys(converted(example1("2020"), "2020", "gtr").document["originatingVASP"] ?? {})).toEqual([
    "legalPerson",
  ]);
});

it("reports the issues of the given document, and invalid options", () => {
  expect(convertIvms101({ originator: {} }, "2023").ok).toBe(false);
  expect(() => convertIvms101({}, "2021" as "2020")).toThrow("The edition must be 2020 or 2023.");
  expect(() => convertIvms101({}, "2020", { profile: "constructor" as "trp" })).toThrow("profile");
  expect(() => convertIvms101({}, "2020", { today: "x" })).toThrow("today");
});

it("gives the same answer under a polluted prototype", () => {
  const documents = [example1("2023"), complete("2020")];
  const answer = () => JSON.stringify(documents.flatMap((each) => editions.map((edition) => converted(each, edition))));
  const expected = answer();
  for (const name of ["accountNumber", "payloadMetadata", "profile", "edition", "legalPerson", "transferPath"]) {
    expect(underPollution(name, { value: "Canary", writable: true }, answer), name).toBe(expected);
  }
});
