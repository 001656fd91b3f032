/** TRISA's identity payload in both forms. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  convertIvms101,
  fromIvms101,
  type JsonObject,
  parseIvms101,
  parseTrisaIdentity,
  type TrisaForm,
  toTrisaIdentity,
} from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { example1, example2, legal } from "../support/ivms101.js";
import { runs } from "../support/runs.js";

const identityOf = (document: unknown, form: TrisaForm): JsonObject => {
  const result = toTrisaIdentity(document, form);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value.identity;
};

const registered = legal("2023", {
  customerIdentification: "7",
  geographicAddress: [
    { addressType: "GEOG", addressLine: ["1 Kai"], postcode: "1010", townName: "Wien", country: "AT" },
  ],
});

describe("toTrisaIdentity", () => {
  it("protojson has plurals in snake_case, and codes with the name of their list", () => {
    expect(identityOf(registered, "protojson")).toEqual({
      "@type": "type.googleapis.com/ivms101.IdentityPayload",
      originator: {
        originator_persons: [
          {
            legal_person: {
              name: {
                name_identifiers: [
                  {
                    legal_person_name: "ABC Limited",
                    legal_person_name_identifier_type: "LEGAL_PERSON_NAME_TYPE_CODE_LEGL",
                  },
                ],
              },
              customer_number: "7",
              geographic_addresses: [
                {
                  address_type: "ADDRESS_TYPE_CODE_GEOG",
                  address_line: ["1 Kai"],
                  post_code: "1010",
                  town_name: "Wien",
                  country: "AT",
                },
              ],
            },
          },
        ],
      },
    });
    const json = JSON.stringify(identityOf(example2("2023"), "protojson"));
    for (const part of [
      ...['"transfer_path":{"transfer_path":[{"intermediary_vasp":', '"sequence":"0"'],
      ...['"originating_vasp":{"originating_vasp":{"legal_person":'],
      ...['"transliteration_method":["TRANSLITERATION_METHOD_CODE_HANI"]'],
      ...['"national_identifier_type":"NATIONAL_IDENTIFIER_TYPE_CODE_RAID"'],
      ...['"name_identifier_type":"NATURAL_PERSON_NAME_TYPE_CODE_ALIA"', '"local_name_identifiers":['],
      ...['"country_sub_division":"California"', '"date_and_place_of_birth":{"date_of_birth":'],
      ...['"beneficiary_persons":['],
    ]) {
      expect(json).toContain(part);
    }
  });

  it("compact JSON has the names of 2020, with postCode and customerNumber", () => {
    expect(identityOf(example1("2023"), "compact")).toEqual(identityOf(example1("2020"), "compact"));
    expect(identityOf(example1("2020"), "compact")).toEqual(example1("2020"));
    const json = JSON.stringify(identityOf(registered, "compact"));
    expect(json).toContain('"postCode":"1010"');
    expect(json).toContain('"customerNumber":"7"');
  });

  it("the accounts of several persons are one list, and a loss says so", () => {
    const [person] = (example1("2023")["beneficiary"] as { beneficiaryPerson: JsonObject[] }).beneficiaryPerson;
    const persons = [person, { ...person, accountNumber: ["2"] }, person];
    const result = toTrisaIdentity({ ...example1("2023"), beneficiary: { beneficiaryPerson: persons } }, "compact");
    expect(result.ok && result.value.identity["beneficiary"]).toMatchObject({
      accountNumber: ["00010190CBATRAD", "2"],
    });
    const converted = convertIvms101({ ...example1("2023"), beneficiary: { beneficiaryPerson: persons } }, "2020");
    const accounts = [0, 1, 2].map((index) => `/beneficiary/beneficiaryPerson/${index}/accountNumber`);
    expect(result.ok && result.value.losses).toEqual(accounts.map((path) => ({ path, code: "account_holder" })));
    expect(result.ok && result.value.losses).toEqual(converted.ok && converted.value.losses);
    expect(JSON.stringify(result.ok && result.value.losses)).not.toContain("CBATRAD");
  });

  it("accounts that 2020 has no place for are losses", () => {
    const { originator, originatingVASP } = example1("2023") as {
      originator: { originatorPerson: JsonObject[] };
      originatingVASP: { originatingVASP: JsonObject };
    };
    const vasp = { ...originatingVASP.originatingVASP, accountNumber: ["VASP-ACCOUNT"] };
    const [person] = originator.originatorPerson;
    const document = {
      ...example1("2023"),
      originator: { originatorPerson: [{ ...person, accountNumber: ["x".repeat(101), "y"] }] },
      originatingVASP: { originatingVASP: vasp },
    };
    for (const form of ["compact", "protojson"] as const) {
      const result = toTrisaIdentity(document, form);
      if (!result.ok) throw new Error(JSON.stringify(result.issues));
      const { identity, losses } = result.value;
      expect(losses).toEqual([
        { path: "/originator/originatorPerson/0/accountNumber/0", code: "too_long" },
        { path: "/originatingVASP/originatingVASP/accountNumber", code: "no_place" },
      ]);
      expect(JSON.stringify(result)).not.toMatch(/xxx|VASP-ACCOUNT/);
      expect(parseTrisaIdentity(identity).ok).toBe(true);
    }
  });

  it("elements that the tolerant mode ignores are losses", () => {
    const document = { ...example1("2020"), passportScan: "x" };
    const result = toTrisaIdentity(document, "compact", { mode: "tolerant" });
    expect(result.ok && result.value.losses).toEqual([{ path: "/passportScan", code: "unknown_element" }]);
  });

  it("issues are those of the document", () => {
    const result = toTrisaIdentity({ originator: 5 }, "compact");
    expect(result).toEqual(parseIvms101({ originator: 5 }));
    const form = toTrisaIdentity(example1("2020"), "xml" as TrisaForm);
    expect(form.ok ? [] : form.issues.map(({ code }) => code)).toEqual(["not_allowed"]);
  });
});

describe("parseTrisaIdentity", () => {
  it.each(["2020", "2023"] as const)("reads what was written of documents of %s, in both forms", (edition) => {
    for (const document of [example1(edition), example2(edition)]) {
      const expected = parseIvms101(identityOf(document, "compact"), { edition: "2020" });
      for (const form of ["compact", "protojson"] as const) {
        const identity = identityOf(document, form);
        for (const given of [identity, JSON.stringify(identity)]) {
          const parsed = parseTrisaIdentity(given);
          expect(parsed.ok && parsed.value.payload).toEqual(expected.ok && expected.value.payload);
        }
      }
    }
  });

  it("reads Latin letters as they are, and writes them in ASCII", () => {
    // As in the examples of TRISA Envoy: 2020 in camelCase, with lines in snake_case.
    const address = { addressType: "GEOG", address_lines: ["Rua Idílio, 857", "Paranaguá-PR"], country: "BR" };
    const named = (primaryIdentifier: string) => ({
      name: { nameIdentifier: [{ primaryIdentifier, secondaryIdentifier: "Ana", nameIdentifierType: "LEGL" }] },
      geographicAddress: [address],
    });
    const identity = {
      originator: {
        originatorPersons: [{ naturalPerson: { ...named("García"), customerIdentification: "1" } }],
        accountNumber: ["0x57"],
      },
      beneficiary: { beneficiaryPersons: [{ naturalPerson: named("Hachée") }] },
    };
    const parsed = parseTrisaIdentity(identity);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const line = "/originator/originatorPersons/0/naturalPerson/geographicAddress/0/address_lines/0";
    expect(parsed.value.notes).toContainEqual(expect.objectContaining({ code: "characters_2020", path: line }));
    const read = fromIvms101(identity);
    expect(read.ok && read.value.parties.beneficiary_account).toMatchObject({
      individual: { individual_name: { name_last: "Hachée" } },
    });
    // An address without a town is none of ours.
    expect(read.ok && read.value.losses).toContainEqual({
      code: "incomplete",
      path: "/beneficiary/beneficiaryPerson/0/naturalPerson/geographicAddress",
    });
    expect(toTrisaIdentity(identity, "compact").ok).toBe(false);
    for (const form of ["compact", "protojson"] as const) {
      const written = toTrisaIdentity(identity, form, { mode: "tolerant" });
      if (!written.ok) throw new Error(JSON.stringify(written.issues));
      expect(written.value.losses).toHaveLength(6);
      expect(JSON.stringify(written.value.identity)).toMatch(/"Garcia".*"García".*"Rua Idilio, 857".*"Hachee"/);
      expect(parseTrisaIdentity(written.value.identity).ok).toBe(true);
    }
  });

  it("does not write an identifier outside ASCII, and lists unknown elements", () => {
    const document = { ...example1("2020"), more: 1 };
    const written = toTrisaIdentity(document, "compact", { mode: "tolerant" });
    expect(written.ok && written.value.losses.map(({ path }) => path)).toEqual(["/more"]);
    const account = JSON.parse(JSON.stringify(document).replace("CBATRAD", "CBATRÄD"));
    const refused = toTrisaIdentity(account, "compact", { mode: "tolerant" });
    expect(refused.ok ? [] : refused.issues.map(({ code, path }) => [code, path])).toEqual([
      ["text_characters", "/beneficiary/accountNumber/0"],
    ]);
  });

  it("refuses a text with a name twice", () => {
    const parsed = parseTrisaIdentity('{"originator":{},"originator":{}}');
    expect(parsed.ok ? [] : parsed.issues.map(({ code, path }) => [code, path])).toEqual([
      ["unreadable", "/originator"],
    ]);
  });

  it("reads empty elements of protojson as absent, and numbers of codes", () => {
    const identity = {
      "@type": "type.googleapis.com/ivms101.IdentityPayload",
      originator: {
        originator_persons: [
          {
            natural_person: {
              name: {
                name_identifiers: [{ primary_identifier: "Wu", secondary_identifier: "", name_identifier_type: 4 }],
                local_name_identifiers: [],
              },
              customer_identification: "1",
            },
          },
        ],
        account_numbers: ["a"],
      },
    };
    const parsed = parseTrisaIdentity(identity);
    expect(parsed.ok && parsed.value.payload.originator).toEqual({
      originatorPerson: [
        {
          naturalPerson: {
            name: { nameIdentifier: [{ primaryIdentifier: "Wu", naturalPersonNameIdentifierType: "LEGL" }] },
            customerIdentification: "1",
          },
        },
      ],
      accountNumber: ["a"],
    });
  });

  it("another type is an issue, beside those of the document", () => {
    const parsed = parseTrisaIdentity({ "@type": "Qzxv77", originator: 5 });
    expect(parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "not_allowed /@type",
      "wrong_type /originator",
    ]);
    expect(JSON.stringify(parsed)).not.toContain("Qzxv77");
  });

  it("never throws, and no issue contains a value", () => {
    for (const { make } of hostiles) {
      expect(typeof parseTrisaIdentity(make()).ok).toBe("boolean");
      expect(typeof toTrisaIdentity(make(), "protojson").ok).toBe("boolean");
    }
    const canary = "Qzxv77";
    const starts = [identityOf(example2("2020"), "protojson"), identityOf(example2("2020"), "compact")];
    const values = fc.oneof(fc.constant(canary), anything(), fc.jsonValue());
    const property = fc.property(fc.constantFrom(...starts), fc.nat(), values, (start, pick, value) => {
      const places = nodesOf(start);
      const parsed = parseTrisaIdentity(replacedAt(start, places[pick % places.length]?.path ?? "", value));
      const told = JSON.stringify(parsed.ok ? parsed.value.notes : parsed.issues);
      expect(told).not.toContain(canary);
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});
