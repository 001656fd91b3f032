/** Documents of IVMS101: the two examples of the standard in both editions, and documents around one component. */
import type { Ivms101Edition } from "../../src/ivms101.js";

type Json = Readonly<Record<string, unknown>>;

const nameType = { "2020": "nameIdentifierType", "2023": "naturalPersonNameIdentifierType" } as const;

/** A name of a natural person. */
export function named(edition: Ivms101Edition, primary = "Wu", type = "LEGL"): Json {
  return { primaryIdentifier: primary, [nameType[edition]]: type };
}

/** A legal person with its legal name. */
export const company: Json = {
  name: { nameIdentifier: [{ legalPersonName: "ABC Limited", legalPersonNameIdentifierType: "LEGL" }] },
};

/** A document whose originator is one person. */
export function originated(edition: Ivms101Edition, person: Json, more: Json = {}): Json {
  const key = edition === "2020" ? "originatorPersons" : "originatorPerson";
  const payloadMetadata = edition === "2023" ? { payloadMetadata: { payloadVersion: "101.2023" } } : {};
  return { originator: { [key]: [person] }, ...payloadMetadata, ...more };
}

/** A document whose originator is a natural person with these properties. */
export function natural(edition: Ivms101Edition, properties: Json): Json {
  const name = { nameIdentifier: [named(edition)] };
  return originated(edition, { naturalPerson: { name, ...properties } });
}

/** A document whose originator is a legal person with these properties. */
export function legal(edition: Ivms101Edition, properties: Json): Json {
  return originated(edition, { legalPerson: { ...company, ...properties } });
}

/** Example 1 of chapter 8: a natural person, a legal person and their VASPs. The LEI has wrong check digits there. */
export function example1(edition: Ivms101Edition): Json {
  const [originators, beneficiaries] =
    edition === "2020" ? ["originatorPersons", "beneficiaryPersons"] : ["originatorPerson", "beneficiaryPerson"];
  const inPerson = (account: string): Json => (edition === "2023" ? { accountNumber: [account] } : {});
  const beside = (account: string): Json => (edition === "2020" ? { accountNumber: [account] } : {});
  const name = { nameIdentifier: [{ secondaryIdentifier: "Xinli", ...named(edition) }] };
  const lei = { nationalIdentifier: "3M5E1GQKGL17HI8CPN20", nationalIdentifierType: "LEIX" };
  const vasp = (legalPersonName: string, more: Json): Json => ({
    legalPerson: { name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: "LEGL" }] }, ...more },
  });
  return {
    originator: {
      [originators]: [{ naturalPerson: { name, customerIdentification: "1002390" }, ...inPerson("10023909") }],
      ...beside("10023909"),
    },
    beneficiary: {
      [beneficiaries]: [{ legalPerson: company, ...inPerson("00010190CBATRAD") }],
      ...beside("00010190CBATRAD"),
    },
    originatingVASP: { originatingVASP: vasp("VASP A", { nationalIdentification: lei }) },
    beneficiaryVASP: { beneficiaryVASP: vasp("VASP B", {}) },
    ...(edition === "2023" && { payloadMetadata: { payloadVersion: "101.2023" } }),
  };
}

/** Example 2 of chapter 8: two originators, RAID on a natural person, an intermediary and a transliteration. */
export function example2(edition: Ivms101Edition): Json {
  const [originators, beneficiaries] =
    edition === "2020" ? ["originatorPersons", "beneficiaryPersons"] : ["originatorPerson", "beneficiaryPerson"];
  const address = {
    addressType: "GEOG",
    streetName: "Potential Street",
    buildingNumber: "24",
    buildingName: "Weathering Views",
    postcode: "91765",
    townName: "Walnut",
    countrySubDivision: "California",
    country: "US",
  };
  const identified = (primary: string, place: string): Json => ({
    naturalPerson: {
      name: {
        nameIdentifier: [named(edition, primary), named(edition, "Bobby", "ALIA")],
        localNameIdentifier: [{ primaryIdentifier: "吴", secondaryIdentifier: "信利", nameIdentifierType: "LEGL" }],
      },
      geographicAddress: [address],
      nationalIdentification: {
        nationalIdentifier: "446005",
        nationalIdentifierType: "RAID",
        registrationAuthority: "RA000553",
      },
      dateAndPlaceOfBirth: { dateOfBirth: "1990-02-25", placeOfBirth: place },
      countryOfResidence: "TZ",
    },
  });
  return {
    originator: { [originators]: [identified("Barnes", "Walnut"), identified("Potter", "Graz")] },
    beneficiary: { [beneficiaries]: [{ naturalPerson: { name: { nameIdentifier: [named(edition, "Smith")] } } }] },
    originatingVASP: { originatingVASP: { legalPerson: company } },
    transferPath: { transferPath: [{ intermediaryVASP: { legalPerson: company }, sequence: 0 }] },
    payloadMetadata: {
      transliterationMethod: ["hani"],
      ...(edition === "2023" && { payloadVersion: "101.2023" }),
    },
  };
}

/** Returns the answer while all objects inherit a property. */
export function underPollution<T>(name: string, descriptor: PropertyDescriptor, answer: () => T): T {
  const before = Object.getOwnPropertyDescriptor(Object.prototype, name);
  if (before !== undefined) throw new Error(`Object.prototype already has ${name}.`);
  Object.defineProperty(Object.prototype, name, { ...descriptor, configurable: true });
  try {
    return answer();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}
