/** `fromIvms101`: fields, losses and issues at elements of the payload. */
import { describe, expect, it } from "vitest";
import { createCompliance, memoryStorage } from "../../src/index.js";
import { fromIvms101 } from "../../src/ivms101.js";
import { company, example1, example2, legal, natural, originated, underPollution } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;

function readFrom(payload: unknown) {
  const read = fromIvms101(payload, { today });
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  return read.value;
}

function lossesOf(payload: unknown) {
  return readFrom(payload)
    .losses.map(({ path, code }) => `${code} ${path}`)
    .toSorted();
}

function issuesOf(payload: unknown) {
  const read = fromIvms101(payload, { today });
  return read.ok ? [] : read.issues.map(({ code, path, clause }) => `${code} ${path} ${clause}`);
}

const person = "/originator/originatorPerson/0/naturalPerson";
const firm = "/originator/originatorPerson/0/legalPerson";
const line = { addressType: "GEOG", addressLine: ["1 Kai"], townName: "Bern", country: "CH" };

describe.each(editions)("edition %s", (edition) => {
  it("reads example 1 of the standard; its LEI has wrong check digits", () => {
    const { parties, vasps, losses, notes } = readFrom(example1(edition));
    expect(parties).toEqual({
      originator_account: {
        account_type: "individual",
        individual: { individual_name: { name_type: "LEGL", name_first: "Xinli", name_last: "Wu" } },
        customer_id: "1002390",
      },
      beneficiary_account: {
        account_type: "entity",
        entity: { entity_name: { name_type: "LEGL", name_legal: "ABC Limited" } },
      },
      originator_address: "10023909",
      beneficiary_address: "00010190CBATRAD",
    });
    expect(vasps).toEqual({ originator_vasp: { name_legal: "VASP A" }, beneficiary_vasp: { name_legal: "VASP B" } });
    const path = "/originatingVASP/originatingVASP/legalPerson/nationalIdentification";
    expect(losses).toEqual([{ path, code: "not_allowed" }]);
    expect(notes.map(({ code }) => code)).toContain("lei_check_digits");
  });

  it("lists what example 2 has and an account has not", () => {
    const { parties } = readFrom(example2(edition));
    expect(parties.originator_account).toMatchObject({
      individual: {
        individual_localname: { name_first: "信利", name_last: "吴" },
        date_of_birth: "1990-02-25",
        place_of_birth: "Walnut",
        residence_country: "TZ",
      },
      address: {
        address_type: "GEOG",
        address_street_no: "24",
        address_building_name: "Weathering Views",
        address_region: "California",
      },
    });
    expect(lossesOf(example2(edition))).toEqual(
      [
        "further_person /originator/originatorPerson/1",
        `no_place ${person}/name/nameIdentifier/1`,
        "no_place /payloadMetadata",
        "no_place /transferPath",
        `not_allowed ${person}/nationalIdentification`,
      ].toSorted(),
    );
  });

  it("reads a payload with every element", () => {
    const { vasps, parties } = readFrom(complete(edition));
    expect(parties.originator_account?.address?.address_line).toBe("Line 1 Line 2");
    expect(vasps.originator_vasp).toEqual({
      name_legal: "ABC Limited",
      address_country_code: "AT",
      address_street_no: "1",
      address_street_name: "Main Street",
      address_city: "Wien",
      address_region: "W",
      address_postcode: "1010",
      national_id_type_code: "TXID",
      national_id: "12",
      national_id_registration_authority: "RA000585",
    });
    const vasp = "/originatingVASP/originatingVASP/legalPerson";
    expect(lossesOf(complete(edition))).toEqual(
      expect.arrayContaining([
        `joined ${person}/geographicAddress/0/addressLine`,
        `incomplete ${person}/geographicAddress/1`,
        `no_place ${person}/name/phoneticNameIdentifier`,
        `no_place ${vasp}/name/localNameIdentifier`,
        `no_place ${vasp}/geographicAddress/0/addressLine`,
        `no_place ${vasp}/customerIdentification`,
        `no_place ${vasp}/countryOfRegistration`,
      ]),
    );
  });
});

describe("persons", () => {
  it("are entities with legal and trade name; a local trade name alone is a loss", () => {
    const name = (legalPersonName: string, type: string) => ({ legalPersonName, legalPersonNameIdentifierType: type });
    const named = {
      nameIdentifier: [name("S", "SHRT"), name("T", "TRAD"), name("L", "LEGL"), name("M", "LEGL")],
      localNameIdentifier: [name("Я", "TRAD")],
    };
    const payload = legal("2023", { name: named, customerIdentification: "7", countryOfRegistration: "DE" });
    expect(readFrom(payload).parties.originator_account).toEqual({
      account_type: "entity",
      entity: {
        entity_name: { name_type: "LEGL", name_legal: "L", name_business: "T" },
        registration_country: "DE",
      },
      customer_id: "7",
    });
    expect(lossesOf(payload)).toEqual([
      `no_place ${firm}/name/localNameIdentifier`,
      `no_place ${firm}/name/nameIdentifier/0`,
      `no_place ${firm}/name/nameIdentifier/3`,
    ]);
  });

  it("keep national ids of the kinds that our accounts have", () => {
    const id = { nationalIdentifier: "12", nationalIdentifierType: "CCPT", countryOfIssue: "AT" };
    const passport = natural("2023", { nationalIdentification: { ...id, registrationAuthority: "RA000553" } });
    expect(readFrom(passport).parties.originator_account?.national_id).toEqual({
      national_id_type: "CCPT",
      national_id: "12",
      issue_country: "AT",
    });
    expect(lossesOf(passport)).toEqual([`no_place ${person}/nationalIdentification/registrationAuthority`]);
    const blank = natural("2023", {
      nationalIdentification: { ...id, nationalIdentifier: " " },
      geographicAddress: [line],
    });
    expect(lossesOf(blank)).toEqual([`not_allowed ${person}/nationalIdentification`]);
    const lei = { nationalIdentifier: "529900T8BM49AURSDO55", nationalIdentifierType: "LEIX" };
    expect(readFrom(legal("2023", { nationalIdentification: lei })).losses).toEqual([]);
  });

  it("lose country XX, blank texts and a birth without a place", () => {
    const payload = natural("2023", {
      customerIdentification: " ",
      countryOfResidence: "XX",
      dateAndPlaceOfBirth: { dateOfBirth: "1990-02-25", placeOfBirth: " " },
      geographicAddress: [line],
    });
    expect(lossesOf(payload)).toEqual([
      `not_allowed ${person}/countryOfResidence`,
      `not_allowed ${person}/customerIdentification`,
      `not_allowed ${person}/dateAndPlaceOfBirth`,
    ]);
  });

  it("have their first account", () => {
    const payload = originated("2023", {
      legalPerson: { ...company, customerIdentification: "7" },
      accountNumber: [" ", "1", "2"],
    });
    expect(readFrom(payload).parties.originator_address).toBe("1");
    expect(lossesOf(payload)).toEqual([
      "no_place /originator/originatorPerson/0/accountNumber/0",
      "no_place /originator/originatorPerson/0/accountNumber/2",
    ]);
  });
});

describe("addresses", () => {
  const { townName: _, ...townless } = line;
  const home = { ...line, addressType: "HOME" };

  it("need a town and a known country", () => {
    const payload = natural("2023", { geographicAddress: [townless, { ...line, country: "XX" }, line, home] });
    expect(readFrom(payload).parties.originator_account?.address?.address_type).toBe("GEOG");
    expect(lossesOf(payload)).toEqual([
      `incomplete ${person}/geographicAddress/0`,
      `incomplete ${person}/geographicAddress/1`,
      `no_place ${person}/geographicAddress/3`,
    ]);
  });

  it("of type GEOG come first for an entity, because C4 needs one", () => {
    expect(readFrom(legal("2023", { geographicAddress: [home, line] })).parties.originator_account?.address).toEqual({
      address_type: "GEOG",
      address_line: "1 Kai",
      address_city: "Bern",
      address_country_code: "CH",
    });
    const individual = natural("2023", { geographicAddress: [home, line] });
    expect(readFrom(individual).parties.originator_account?.address?.address_type).toBe("HOME");
    const only = legal("2023", { geographicAddress: [home], customerIdentification: "7" });
    expect(readFrom(only).losses).toEqual([]);
  });

  it("lose a building without a street, and a blank line", () => {
    const payload = natural("2023", { geographicAddress: [{ ...line, buildingNumber: "1", buildingName: "Tower" }] });
    const at = `${person}/geographicAddress/0`;
    expect(lossesOf(payload)).toEqual([`incomplete ${at}/buildingName`, `incomplete ${at}/buildingNumber`]);
    const street = { ...line, streetName: "Kai", buildingNumber: "1", addressLine: [" "] };
    expect(lossesOf(natural("2023", { geographicAddress: [street] }))).toEqual([`no_place ${at}/addressLine`]);
  });

  it("of type GEOG come first for a VASP, because that needs no type", () => {
    const bureau = { ...line, addressType: "BIZZ", townName: "Wien" };
    const vasp = { legalPerson: { ...company, geographicAddress: [bureau, line] } };
    const payload = { beneficiaryVASP: { beneficiaryVASP: vasp } };
    expect(readFrom(payload).vasps.beneficiary_vasp?.address_city).toBe("Bern");
    expect(lossesOf(payload)).toContain("no_place /beneficiaryVASP/beneficiaryVASP/legalPerson/geographicAddress/0");
  });

  it("of a VASP have no type", () => {
    const bureau = { legalPerson: { ...company, geographicAddress: [{ ...line, addressType: "BIZZ" }] } };
    const payload = { originatingVASP: { originatingVASP: bureau } };
    expect(readFrom(payload).vasps.originator_vasp).toEqual({
      name_legal: "ABC Limited",
      address_city: "Bern",
      address_country_code: "CH",
    });
    const at = "/originatingVASP/originatingVASP/legalPerson/geographicAddress/0";
    expect(lossesOf(payload)).toEqual([`no_place ${at}/addressLine`, `no_place ${at}/addressType`]);
  });
});

describe("issues", () => {
  it("point to an originator whose identifying items an account cannot have", () => {
    const raid = { nationalIdentifier: "12", nationalIdentifierType: "RAID" };
    expect(issuesOf(natural("2023", { nationalIdentification: raid }))).toEqual([
      `identification_missing ${person} 2.2.1`,
    ]);
    expect(issuesOf(legal("2023", { customerIdentification: " " }))).toEqual([`identification_missing ${firm} 2.2.1`]);
    // A beneficiary may have a name only.
    expect(issuesOf({ beneficiary: { beneficiaryPerson: [{ legalPerson: company }] } })).toEqual([]);
  });

  it("point to blank legal names", () => {
    const blank = { nameIdentifier: [{ legalPersonName: " ", legalPersonNameIdentifierType: "LEGL" }] };
    const nameless = { nameIdentifier: [{ primaryIdentifier: " ", naturalPersonNameIdentifierType: "LEGL" }] };
    expect(
      issuesOf({
        originator: { originatorPerson: [{ legalPerson: { name: blank, customerIdentification: "7" } }] },
        beneficiary: { beneficiaryPerson: [{ naturalPerson: { name: nameless } }] },
        beneficiaryVASP: { beneficiaryVASP: { legalPerson: { name: blank } } },
      }),
    ).toEqual([
      `text_blank ${firm}/name/nameIdentifier 2.4`,
      "text_blank /beneficiary/beneficiaryPerson/0/naturalPerson/name/nameIdentifier 2.3",
      "text_blank /beneficiaryVASP/beneficiaryVASP/legalPerson/name/nameIdentifier 2.7",
    ]);
  });

  it("of the document come back", () => {
    expect(issuesOf({ originator: {} })).toEqual(["required /originator IVMS101.2023 Originator"]);
  });
});

it("lists unknown elements, and VASPs that are natural persons", () => {
  const name = { nameIdentifier: [{ primaryIdentifier: "Wu", naturalPersonNameIdentifierType: "LEGL" }] };
  const payload = { beneficiaryVASP: { beneficiaryVASP: { naturalPerson: { name } } }, extension: { a: 1 } };
  const { parties, vasps } = readFrom(payload);
  expect({ ...parties, ...vasps }).toEqual({});
  expect(lossesOf(payload)).toEqual(["no_place /beneficiaryVASP", "unknown_element /extension"]);
});

it("gives parties that transfers.check accepts", async () => {
  const compliance = createCompliance({ storage: memoryStorage() });
  await compliance.vasps.load([
    { vasp_id: "V1", name_legal: "VASP A" },
    { vasp_id: "V2", name_legal: "VASP B" },
  ]);
  const { parties } = readFrom(example1("2023"));
  const ids = { originator_vasp_id: "V1", beneficiary_vasp_id: "V2" };
  expect(await compliance.transfers.check({ ...parties, ...ids } as unknown)).toMatchObject({ ok: true });
  await compliance.close();
});

it.each([
  ["another option", { edition: "2020" }],
  ["another date", { today: "yesterday" }],
])("throws invalid_input for %s", (_, options) => {
  expect(() => fromIvms101({}, options as never)).toThrow(expect.objectContaining({ code: "invalid_input" }));
});

it("gives the same answer under a polluted prototype", () => {
  const answer = () => JSON.stringify([example1("2023"), complete("2020"), {}].map((each) => readFrom(each)));
  const expected = answer();
  for (const name of ["originator", "today", "addressLine", "legalPerson", "customer_id", "date_of_birth", "0"]) {
    expect(underPollution(name, { value: "Canary", writable: true }, answer), name).toBe(expected);
  }
});
