/** Names and addresses outside ASCII: what `toIvms101` writes, lists and refuses. */
import { allFakers, type Faker } from "@faker-js/faker";
import { describe, expect, it } from "vitest";
import { createCompliance, memoryStorage, type Transfer } from "../../src/index.js";
import { fromIvms101, type Ivms101Payload, parseIvms101, toIvms101 } from "../../src/ivms101.js";
import { isValidIvms101 } from "../support/ivms101-second-checker.js";
import { betweenVasps } from "../support/ivms101-transfers.js";
import { runs } from "../support/runs.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;

const address = {
  address_type: "HOME",
  address_street_name: "Hauptstraße",
  address_street_no: "5",
  address_city: "Zürich",
  address_region: "Łódź",
  address_country_code: "CH",
} as const;
const individual = {
  account_type: "individual",
  account_category: "customer",
  customer_id: "C1",
  address,
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Zoë", name_middle: "Ana", name_last: "Example-Müller" },
    date_of_birth: "1990-02-25",
    place_of_birth: "Thüringen",
    residence_country: "CH",
  },
} as const;
const entity = {
  account_type: "entity",
  account_category: "non-customer",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "Ölwerk GmbH", name_business: "OEL" },
    registration_country: "DE",
  },
} as const;
const vasp = {
  vasp_id: "V1",
  name_legal: "Börse GmbH",
  address_street_name: "Königsallee",
  address_street_no: "1",
  address_city: "Düsseldorf",
  address_country_code: "DE",
} as const;
const transfer: Transfer = {
  ...betweenVasps,
  originator_account: individual,
  beneficiary_account: entity,
  originator_vasp: vasp,
  beneficiary_vasp: { vasp_id: "V2", name_legal: "Two Exchange" },
};

type Name = Record<string, string>;

/** The transfer with another name of the originator, and with more of its record. */
function named(name: Name, local?: Name, more: Record<string, unknown> = {}): Transfer {
  const person = {
    individual_name: { name_type: "LEGL", ...name },
    ...(local && { individual_localname: { name_type: "LEGL", ...local } }),
  };
  // The records have the properties of a checked party.
  return { ...transfer, originator_account: { ...individual, individual: person, ...more } } as unknown as Transfer;
}

type Options = Omit<Parameters<typeof toIvms101>[1], "profile" | "edition">;

function written(given: Transfer, edition: "2020" | "2023", options: Options = {}) {
  const result = toIvms101(given, { ...options, edition, today });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  expect(isValidIvms101(edition, result.value.document, today)).toBe(true);
  const parsed = parseIvms101(result.value.document, { edition, today });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { losses } = result.value;
  return {
    payload: parsed.value.payload,
    transliterated: losses.filter(({ code }) => code === "transliterated").map(({ path }) => path),
  };
}

function issuesOf(given: Transfer, options: Options = {}) {
  const result = toIvms101(given, { ...options, edition: "2023", today });
  return result.ok ? [] : result.issues;
}

const placesOf = (given: Transfer, options?: Options) =>
  issuesOf(given, options).map(({ code, path }) => `${code} ${path}`);
const originatorOf = (payload: Ivms101Payload) => payload.originator?.originatorPerson[0]?.naturalPerson;
const lastName = "/originator_account/individual/individual_name/name_last";

describe.each(editions)("a European transfer in the edition %s", (edition) => {
  it("is written in Latin letters, with the own spelling in the local name", () => {
    const { payload } = written(transfer, edition);
    const person = originatorOf(payload);
    const type = { nameIdentifierType: "LEGL" };
    expect(person?.name.nameIdentifier).toMatchObject([
      { primaryIdentifier: "Example-Mueller", secondaryIdentifier: "Zoe Ana" },
    ]);
    expect(person?.name.localNameIdentifier).toEqual([
      { primaryIdentifier: "Example-Müller", secondaryIdentifier: "Zoë Ana", ...type },
    ]);
    expect(person?.dateAndPlaceOfBirth?.placeOfBirth).toBe("Thueringen");
    expect(person?.geographicAddress).toMatchObject([
      { streetName: "Hauptstrasse", townName: "Zuerich", countrySubDivision: "Lodz" },
    ]);
    expect(payload.beneficiary?.beneficiaryPerson[0]?.legalPerson?.name).toEqual({
      nameIdentifier: [
        { legalPersonName: "Oelwerk GmbH", legalPersonNameIdentifierType: "LEGL" },
        { legalPersonName: "OEL", legalPersonNameIdentifierType: "TRAD" },
      ],
      localNameIdentifier: [{ legalPersonName: "Ölwerk GmbH", legalPersonNameIdentifierType: "LEGL" }],
    });
    const own = payload.originatingVASP?.originatingVASP?.legalPerson;
    expect(own?.name.nameIdentifier).toMatchObject([{ legalPersonName: "Boerse GmbH" }]);
    expect(own?.name.localNameIdentifier).toMatchObject([{ legalPersonName: "Börse GmbH" }]);
    expect(own?.geographicAddress).toMatchObject([{ streetName: "Koenigsallee", townName: "Duesseldorf" }]);
  });

  it("lists every transliterated field as a loss", () => {
    expect(written(transfer, edition).transliterated.toSorted()).toEqual([
      "/beneficiary_account/entity/entity_name/name_legal",
      "/originator_account/address/address_city",
      "/originator_account/address/address_region",
      "/originator_account/address/address_street_name",
      "/originator_account/individual/individual_name/name_first",
      lastName,
      "/originator_account/individual/place_of_birth",
      "/originator_vasp/address_city",
      "/originator_vasp/address_street_name",
      "/originator_vasp/name_legal",
    ]);
  });

  it("leaves ASCII as it is, without a local name", () => {
    const { payload, transliterated } = written(
      named({ name_last: "Smith-Jones" }, undefined, { address: undefined }),
      edition,
    );
    expect(originatorOf(payload)?.name).not.toHaveProperty("localNameIdentifier");
    expect(transliterated.filter((path) => path.startsWith("/originator_account"))).toEqual([]);
  });

  it("keeps a local name of the caller, and adds another spelling", () => {
    const local = (given: Transfer) => originatorOf(written(given, edition).payload)?.name.localNameIdentifier;
    expect(local(named({ name_last: "Müller" }, { name_last: "吴" }))).toMatchObject([
      { primaryIdentifier: "吴" },
      { primaryIdentifier: "Müller" },
    ]);
    const same = { name_last: "Müller", name_first: "Zoë" };
    expect(local(named(same, same))).toMatchObject([{ primaryIdentifier: "Müller", secondaryIdentifier: "Zoë" }]);
    expect(local(named({ name_last: "Wu" }, { name_last: "吴" }))).toMatchObject([{ primaryIdentifier: "吴" }]);
  });

  it("keeps local names of an entity, by kind", () => {
    const names = { name_legal: "Ölwerk", name_business: "Öl", name_type: "LEGL" };
    const given = {
      ...transfer,
      beneficiary_account: {
        ...entity,
        entity: { entity_name: names, entity_localname: { ...names, name_business: "油" } },
      },
    } as Transfer;
    expect(
      written(given, edition).payload.beneficiary?.beneficiaryPerson[0]?.legalPerson?.name.localNameIdentifier,
    ).toEqual([
      { legalPersonName: "Ölwerk", legalPersonNameIdentifierType: "LEGL" },
      { legalPersonName: "油", legalPersonNameIdentifierType: "TRAD" },
      { legalPersonName: "Öl", legalPersonNameIdentifierType: "TRAD" },
    ]);
  });

  it("is read again, with the Latin names", () => {
    const result = toIvms101(transfer, { edition, today });
    const read = fromIvms101(result.ok && result.value.document, { today });
    const account = read.ok ? read.value.parties.originator_account : undefined;
    expect(account).toMatchObject({
      individual: {
        individual_name: { name_last: "Example-Mueller", name_first: "Zoe Ana" },
        individual_localname: { name_last: "Example-Müller", name_first: "Zoë Ana" },
      },
    });
  });

  it("splits the lines of an address after transliteration", () => {
    const line = "Große Straße ".repeat(12).trim();
    const { payload, transliterated } = written(
      named({ name_last: "Wu" }, undefined, { address: { ...address, address_line: line } }),
      edition,
    );
    const lines = originatorOf(payload)?.geographicAddress?.[0]?.addressLine ?? [];
    expect(lines.join(" ")).toBe(line.replaceAll("ß", "ss"));
    expect(transliterated).toContain("/originator_account/address/address_line");
  });
});

it("passes from transfers.check to a document", async () => {
  const compliance = createCompliance({ storage: memoryStorage() });
  await compliance.vasps.load([vasp, { vasp_id: "V2", name_legal: "O\u2019Neil & Söhne" }]);
  const checked = await compliance.transfers.check({
    originator_account: individual,
    beneficiary_account: {
      account_type: "individual",
      account_category: "non-customer",
      individual: { individual_name: { name_type: "LEGL", name_last: "Щукина" } },
    },
    chain: "bitcoin",
    originator_address: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    beneficiary_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    originator_vasp_id: "V1",
    beneficiary_vasp_id: "V2",
  });
  await compliance.close();
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  for (const edition of editions) {
    const text = JSON.stringify(written(checked.value, edition).payload);
    expect(text).toContain("O'Neil & Soehne");
    expect(text).toContain("Shchukina");
  }
});

describe("a text without a Latin form", () => {
  it("is an issue at its field, which speaks of a local name where one exists", () => {
    const [issue] = issuesOf(named({ name_last: "吴" }));
    expect(issue).toEqual({
      code: "text_characters",
      path: lastName,
      clause: "IVMS101.2023",
      message:
        "IVMS101 allows only Latin letters here, and this text has others without a standard form. Write its Latin form, or return it from the option transliterate. The name in its own script belongs to individual_localname.",
    });
  });

  it("does not make the issue of a street, city, place of birth or VASP speak of a local name", () => {
    const given = {
      ...named({ name_last: "Wu" }, undefined, {
        address: { ...address, address_street_name: "大街", address_city: "北京" },
        individual: { ...individual.individual, place_of_birth: "北京" },
      }),
      originator_vasp: { ...vasp, name_legal: "交易所" },
    } as Transfer;
    const issues = issuesOf(given);
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      "/originator_account/address/address_city",
      "/originator_account/address/address_street_name",
      "/originator_account/individual/place_of_birth",
      "/originator_vasp/name_legal",
    ]);
    expect(JSON.stringify(issues)).not.toContain("local");
  });

  it("points to the first or the middle name, and to an entity's name", () => {
    const name = "/originator_account/individual/individual_name";
    expect(placesOf(named({ name_last: "Wu", name_first: "Xin", name_middle: "力" }))).toEqual([
      `text_characters ${name}/name_middle`,
    ]);
    const names = { name_type: "LEGL", name_legal: "有限公司" };
    const [issue] = issuesOf({
      ...transfer,
      beneficiary_account: { ...entity, entity: { entity_name: names } },
    } as Transfer);
    expect(issue).toMatchObject({
      path: "/beneficiary_account/entity/entity_name/name_legal",
      message: expect.stringContaining("entity_localname"),
    });
  });

  it("is malformed with half of a surrogate pair", () => {
    expect(placesOf(named({ name_last: "Wu", name_middle: "a\ud800" }))).toEqual([
      "text_malformed /originator_account/individual/individual_name/name_middle",
    ]);
  });

  it("that becomes too long is an issue at its field", () => {
    const given = named({ name_last: "Wu" }, undefined, { address: { ...address, address_city: "Ü".repeat(20) } });
    expect(issuesOf(given)).toMatchObject([
      {
        code: "text_too_long",
        path: "/originator_account/address/address_city",
        message:
          "townName must have at most 35 characters. Its Latin form is longer than the text: write a shorter one.",
      },
    ]);
  });
});

it("never transliterates an identifier", () => {
  const national_id = { national_id_type: "RAID", national_id: "ΗΕ 200585", registration_authority: "RA000161" };
  const given = {
    ...named({ name_last: "Wu" }, undefined, {
      customer_id: "Ö1",
      national_id: { ...national_id, national_id_type: "CCPT" },
    }),
    originator_address: "Ädresse",
    originator_vasp: {
      ...vasp,
      national_id: "НЕ1",
      national_id_type_code: "TXID",
      national_id_registration_authority: "RA000161",
    },
  } as Transfer;
  const issues = issuesOf(given, { transliterate: () => "X" });
  expect(issues.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual([
    "text_characters /originator_account/customer_id",
    "text_characters /originator_account/national_id/national_id",
    "text_characters /originator_address",
    "text_characters /originator_vasp/national_id",
  ]);
  for (const { message } of issues) {
    expect(message).toBe(
      "IVMS101 allows only printable ASCII here, and an identifier is not transliterated. Write it as its issuer does in Latin letters.",
    );
  }
});

it("keeps the message about line breaks for a local name", () => {
  expect(issuesOf(named({ name_last: "Wu" }, { name_last: "吴\u2028信" }))).toMatchObject([
    {
      code: "text_characters",
      path: "/originator_account/individual/individual_localname/name_last",
      message: "primaryIdentifier must have no line breaks.",
    },
  ]);
});

describe("the option transliterate", () => {
  it.each([
    ["吴", "Hani"],
    ["はな 吴", "Jpan"],
    ["한 吴", "Kore"],
    ["محمد", "Arab"],
    ["Άννα", "Grek"],
    ["Ꞵ", "Latn"],
    ["Һ", "Cyrl"],
    ["a吴", "Hani"],
    ["☃", "Zyyy"],
  ])("gets the text %s with the script %s", (text, script) => {
    const asked: string[][] = [];
    const transliterate = (...question: string[]) => {
      asked.push(question);
      return "Wu";
    };
    const { payload, transliterated } = written(named({ name_last: text }), "2023", { transliterate });
    expect(asked).toEqual([[text, script]]);
    expect(originatorOf(payload)?.name).toMatchObject({
      nameIdentifier: [{ primaryIdentifier: "Wu" }],
      localNameIdentifier: [{ primaryIdentifier: text }],
    });
    expect(transliterated).toContain(lastName);
  });

  it("is not called for texts that have a Latin form", () => {
    const transliterate = () => {
      throw new Error("called");
    };
    expect(written(transfer, "2023", { transliterate })).toEqual(written(transfer, "2023"));
  });

  it("may have no answer", () => {
    expect(placesOf(named({ name_last: "吴" }), { transliterate: () => undefined })).toEqual([
      `text_characters ${lastName}`,
    ]);
  });

  it.each<[string, unknown]>([
    [
      "an error",
      () => {
        throw new Error("Xq7Kanarienvogel");
      },
    ],
    ["a blank text", () => " "],
    ["another script", (text: string) => `Kanarienvogel${text}`],
    ["a line break", () => "Kanarienvogel\n"],
    ["a promise", () => Promise.resolve("Kanarienvogel")],
    // vitest fails for a rejection without a handler.
    ["a rejected promise", () => Promise.reject(new Error("Xq7Kanarienvogel"))],
    ["null", () => null],
    ["a number", () => 7],
  ])("with %s is the issue transliteration_failed, without a value", (_, transliterate) => {
    const issues = issuesOf(named({ name_last: "吴" }), { transliterate } as Options);
    expect(issues).toEqual([
      {
        code: "transliteration_failed",
        path: lastName,
        clause: "IVMS101.2023",
        message:
          "The option transliterate threw an error, or its result was no printable ASCII text, such as a promise. Correct it, or write the Latin form here.",
      },
    ]);
  });

  it("must be a function", () => {
    expect(() => issuesOf(transfer, { transliterate: "x" } as never)).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("is checked for its length", () => {
    const transliterate = () => "W".repeat(101);
    expect(placesOf(named({ name_last: "吴" }), { transliterate })).toEqual([`text_too_long ${lastName}`]);
  });
});

/** Locales that write only letters of ICAO's tables. */
const locales =
  "cs_CZ cy da de de_AT de_CH es fi fr fr_CH hr hu it lv nb_NO nl pl pt_PT ro sk sl_SI sr_RS_latin sv tr vi mk ru uk";

function drawn({ person, location, company }: Faker): Transfer {
  const name = { name_first: person.firstName(), name_last: person.lastName() };
  const place = location.city().slice(0, 15);
  const street = {
    ...address,
    address_street_name: location.street().slice(0, 35),
    address_city: place,
    address_region: place,
  };
  return {
    ...named(name, undefined, { address: street, individual: { individual_name: { name_type: "LEGL", ...name } } }),
    originator_vasp: { ...vasp, name_legal: company.name().slice(0, 50), address_city: place },
  } as Transfer;
}

it.each(locales.split(" ") as (keyof typeof allFakers)[])("sends every customer drawn in the locale %s", (locale) => {
  const faker = allFakers[locale];
  faker.seed(27);
  for (let count = runs(50); count > 0; count -= 1) {
    const given = drawn(faker);
    for (const edition of editions) written(given, edition);
  }
});
