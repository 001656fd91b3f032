/** `convertIvms101`: editions, profiles, losses. */
import { describe, expect, it } from "vitest";
import { convertIvms101, type Ivms101ProfileName, ivms101Profiles, parseIvms101 } from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { example1, example2 } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";
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
    expect(losses.map(({ pointer, code }) => `${code} ${pointer}`).toSorted()).toEqual([
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
    expect(there.losses).toEqual([{ pointer: "/originator/accountNumber", code: "account_holder" }]);
    const both = { accountNumber: ["1", "2"] };
    expect(there.document).toMatchObject({ originator: { originatorPerson: [both, both] } });
    expect(converted(there.document, "2020").document).toEqual(given);
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
    let polluted: string;
    Object.defineProperty(Object.prototype, name, { value: "Canary", configurable: true, writable: true });
    try {
      polluted = answer();
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
    expect(polluted, name).toBe(expected);
  }
});
