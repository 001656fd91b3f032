/** Documents of IVMS101 with every element of an edition. They are valid and cause no note. */
import type { Ivms101Edition } from "../../src/ivms101.js";
import { named } from "./ivms101.js";

type Json = Readonly<Record<string, unknown>>;

const address: Json = {
  addressType: "GEOG",
  department: "Sales",
  subDepartment: "North",
  streetName: "Main Street",
  buildingNumber: "1",
  buildingName: "Tower",
  floor: "2",
  postBox: "3",
  room: "4",
  postcode: "1010",
  townName: "Wien",
  townLocationName: "Innere Stadt",
  districtName: "First",
  countrySubDivision: "W",
  addressLine: ["Line 1", "Line 2"],
  country: "AT",
};

const localName = { primaryIdentifier: "吴", secondaryIdentifier: "信利", nameIdentifierType: "LEGL" };

function naturalPerson(edition: Ivms101Edition): Json {
  return {
    name: {
      nameIdentifier: [{ ...named(edition, "Wu"), secondaryIdentifier: "Xinli" }, named(edition, "Bobby", "ALIA")],
      localNameIdentifier: [localName],
      phoneticNameIdentifier: [localName],
    },
    geographicAddress: [address, { addressType: "HOME", addressLine: ["1 Kai"], townName: "Wien", country: "XX" }],
    nationalIdentification: {
      nationalIdentifier: "446005",
      nationalIdentifierType: "RAID",
      countryOfIssue: "TZ",
      registrationAuthority: "RA000553",
    },
    customerIdentification: "1002390",
    dateAndPlaceOfBirth: { dateOfBirth: "1990-02-25", placeOfBirth: "Graz" },
    countryOfResidence: "TZ",
  };
}

function legalPerson(edition: Ivms101Edition): Json {
  const name = { legalPersonName: "ABC Limited", legalPersonNameIdentifierType: "LEGL" };
  const local = { legalPersonName: "有限公司", legalPersonNameIdentifierType: "TRAD" };
  return {
    name: { nameIdentifier: [name], localNameIdentifier: [local], phoneticNameIdentifier: [local] },
    geographicAddress: [address],
    [edition === "2020" ? "customerNumber" : "customerIdentification"]: "77",
    nationalIdentification: { nationalIdentifier: "529900T8BM49AURSDO55", nationalIdentifierType: "LEIX" },
    countryOfRegistration: "DE",
  };
}

/** Returns a document with every element of the edition. */
export function complete(edition: Ivms101Edition): Json {
  const is2020 = edition === "2020";
  const inPerson = is2020 ? {} : { accountNumber: ["1a"] };
  const beside = is2020 ? { accountNumber: ["1a", "1b"] } : {};
  const persons = [
    { naturalPerson: naturalPerson(edition), ...inPerson },
    { legalPerson: legalPerson(edition), ...inPerson },
  ];
  const registered = {
    ...legalPerson(edition),
    nationalIdentification: {
      nationalIdentifier: "12",
      nationalIdentifierType: "TXID",
      registrationAuthority: "RA000585",
    },
  };
  return {
    originator: { [is2020 ? "originatorPersons" : "originatorPerson"]: persons, ...beside },
    beneficiary: { [is2020 ? "beneficiaryPersons" : "beneficiaryPerson"]: persons, ...beside },
    originatingVASP: { originatingVASP: { legalPerson: registered } },
    beneficiaryVASP: { beneficiaryVASP: { legalPerson: legalPerson(edition) } },
    transferPath: {
      transferPath: [
        { intermediaryVASP: { legalPerson: registered }, sequence: 0 },
        { intermediaryVASP: { naturalPerson: naturalPerson(edition) }, sequence: 1 },
      ],
    },
    payloadMetadata: { transliterationMethod: ["hani", "othr"], ...(!is2020 && { payloadVersion: "101.2023" }) },
  };
}
