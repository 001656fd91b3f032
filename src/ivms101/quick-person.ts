/** Persons, names, addresses and identifiers of the quick reader (quick.ts). */
import { isCountry } from "../domain/identifiers/country.js";
import { isLei } from "../domain/identifiers/lei.js";
import { isRegistrationAuthority } from "../domain/identifiers/registration-authority.js";
import {
  type Draft,
  plain,
  type QuickRead,
  readBirthDate,
  readCode,
  readKnown,
  readLatin,
  readList,
  readLocal,
  readTexts,
} from "./quick-values.js";
import { codeLists } from "./schema.js";

export function readNatural(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "name") copy.name = readNaturalName(value, read);
    else if (name === "geographicAddress") copy.geographicAddress = readList(value, readAddress, read);
    else if (name === "nationalIdentification") copy.nationalIdentification = readIdentification(value, read);
    else if (name === "customerIdentification") copy.customerIdentification = readLatin(value, 50, read);
    else if (name === "dateAndPlaceOfBirth") copy.dateAndPlaceOfBirth = readBirth(value, read);
    else if (name === "countryOfResidence") copy.countryOfResidence = readKnown(value, isKnownCountry, read);
    else read.givesUp = true;
  }
  if (copy.name === undefined) read.givesUp = true;
  return copy;
}

export function readLegal(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    switch (name) {
      case "name":
        copy.name = readLegalName(value, read);
        break;
      case "geographicAddress":
        copy.geographicAddress = readList(value, readAddress, read);
        break;
      case "nationalIdentification":
        copy.nationalIdentification = readLegalIdentification(value, read);
        break;
      case "countryOfRegistration":
        copy.countryOfRegistration = readKnown(value, isKnownCountry, read);
        break;
      case "customerNumber":
      case "customerIdentification":
        if (name === "customerNumber") read.has2020Names = true;
        if (copy.customerIdentification !== undefined) read.givesUp = true;
        copy.customerIdentification = readLatin(value, 50, read);
        break;
      default:
        read.givesUp = true;
    }
  }
  if (copy.name === undefined) read.givesUp = true;
  return copy;
}

function readNaturalName(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  let isLegal = false;
  for (const name in from) {
    const value = from[name];
    if (name === "nameIdentifier") {
      const names = readList(value, readNaturalNameId, read) as readonly Draft[];
      isLegal = names.some((each) => each.naturalPersonNameIdentifierType === "LEGL");
      copy.nameIdentifier = names;
    } else if (name === "localNameIdentifier") copy.localNameIdentifier = readList(value, readLocalNameId, read);
    else if (name === "phoneticNameIdentifier") copy.phoneticNameIdentifier = readList(value, readLocalNameId, read);
    else read.givesUp = true;
  }
  if (!isLegal) read.givesUp = true; // C6
  return copy;
}

function readNaturalNameId(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "primaryIdentifier") copy.primaryIdentifier = readLatin(value, 100, read);
    else if (name === "secondaryIdentifier") copy.secondaryIdentifier = readLatin(value, 100, read);
    else if (name === "naturalPersonNameIdentifierType" || name === "nameIdentifierType") {
      if (name === "nameIdentifierType") read.has2020Names = true;
      else read.has2023Names = true;
      copy.naturalPersonNameIdentifierType = readCode(value, codeLists.NaturalPersonNameTypeCode, read);
    } else read.givesUp = true;
  }
  if (copy.primaryIdentifier === undefined || copy.naturalPersonNameIdentifierType === undefined) read.givesUp = true;
  return copy;
}

function readLocalNameId(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "primaryIdentifier") copy.primaryIdentifier = readLocal(value, 100, read);
    else if (name === "secondaryIdentifier") copy.secondaryIdentifier = readLocal(value, 100, read);
    else if (name === "nameIdentifierType") {
      copy.nameIdentifierType = readCode(value, codeLists.NaturalPersonNameTypeCode, read);
    } else read.givesUp = true;
  }
  if (copy.primaryIdentifier === undefined || copy.nameIdentifierType === undefined) read.givesUp = true;
  return copy;
}

function readLegalName(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  let isLegal = false;
  for (const name in from) {
    const value = from[name];
    if (name === "nameIdentifier") {
      const names = readList(value, readLegalNameId, read) as readonly Draft[];
      isLegal = names.some((each) => each.legalPersonNameIdentifierType === "LEGL");
      copy.nameIdentifier = names;
    } else if (name === "localNameIdentifier") copy.localNameIdentifier = readList(value, readLocalLegalNameId, read);
    else if (name === "phoneticNameIdentifier") {
      copy.phoneticNameIdentifier = readList(value, readLocalLegalNameId, read);
    } else read.givesUp = true;
  }
  if (!isLegal) read.givesUp = true; // C5
  return copy;
}

function readLegalNameId(given: unknown, read: QuickRead): Draft {
  return legalNameId(given, readLatin, read);
}

function readLocalLegalNameId(given: unknown, read: QuickRead): Draft {
  return legalNameId(given, readLocal, read);
}

function legalNameId(given: unknown, readText: typeof readLatin, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "legalPersonName") copy.legalPersonName = readText(value, 100, read);
    else if (name === "legalPersonNameIdentifierType") {
      copy.legalPersonNameIdentifierType = readCode(value, codeLists.LegalPersonNameTypeCode, read);
    } else read.givesUp = true;
  }
  if (copy.legalPersonName === undefined || copy.legalPersonNameIdentifierType === undefined) read.givesUp = true;
  return copy;
}

function readAddress(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    switch (name) {
      case "addressType":
        copy.addressType = readCode(value, codeLists.AddressTypeCode, read);
        break;
      case "streetName":
        copy.streetName = readLatin(value, 70, read);
        break;
      case "buildingNumber":
        copy.buildingNumber = readLatin(value, 16, read);
        break;
      case "buildingName":
        copy.buildingName = readLatin(value, 35, read);
        break;
      case "postcode":
      case "postCode":
        if (copy.postcode !== undefined) read.givesUp = true;
        copy.postcode = readLatin(value, 16, read);
        break;
      case "townName":
        copy.townName = readLatin(value, 35, read);
        break;
      case "countrySubDivision":
        copy.countrySubDivision = readLatin(value, 35, read);
        break;
      case "country":
        copy.country = readKnown(value, isKnownCountry, read);
        break;
      case "addressLine":
        copy.addressLine = readLines(value, read);
        break;
      default:
        readAddressDetail(name, value, copy, read);
    }
  }
  if (!isComplete(copy)) read.givesUp = true;
  return copy;
}

/** C8 and the required elements. Without a town, there is a note. */
function isComplete(address: Draft): boolean {
  const { addressType, country, townName, addressLine, streetName, buildingNumber, buildingName } = address;
  if (addressType === undefined || country === undefined || townName === undefined) return false;
  const isBuilding = buildingNumber !== undefined || buildingName !== undefined;
  return addressLine !== undefined || (streetName !== undefined && isBuilding);
}

function readLines(given: unknown, read: QuickRead): readonly string[] {
  const lines = readTexts(given, 70, read);
  if (lines.length > 7) read.givesUp = true;
  return lines;
}

function readAddressDetail(name: string, value: unknown, copy: Draft, read: QuickRead): void {
  if (name === "department") copy.department = readLatin(value, 50, read);
  else if (name === "subDepartment") copy.subDepartment = readLatin(value, 70, read);
  else if (name === "floor") copy.floor = readLatin(value, 70, read);
  else if (name === "postBox") copy.postBox = readLatin(value, 16, read);
  else if (name === "room") copy.room = readLatin(value, 70, read);
  else if (name === "townLocationName") copy.townLocationName = readLatin(value, 35, read);
  else if (name === "districtName") copy.districtName = readLatin(value, 35, read);
  else read.givesUp = true;
}

function readBirth(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "dateOfBirth") copy.dateOfBirth = readBirthDate(value, read);
    else if (name === "placeOfBirth") copy.placeOfBirth = readLatin(value, 70, read);
    else read.givesUp = true;
  }
  if (copy.dateOfBirth === undefined || copy.placeOfBirth === undefined) read.givesUp = true;
  return copy;
}

function readIdentification(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "nationalIdentifier") copy.nationalIdentifier = readLatin(value, 35, read);
    else if (name === "nationalIdentifierType") {
      copy.nationalIdentifierType = readCode(value, codeLists.NationalIdentifierTypeCode, read);
    } else if (name === "countryOfIssue") copy.countryOfIssue = readKnown(value, isKnownCountry, read);
    else if (name === "registrationAuthority") {
      copy.registrationAuthority = readKnown(value, isRegistrationAuthority, read);
    } else read.givesUp = true;
  }
  if (copy.nationalIdentifier === undefined || copy.nationalIdentifierType === undefined) read.givesUp = true;
  return copy;
}

/** C7, C9, C11 and the check digits of an LEI. */
function readLegalIdentification(given: unknown, read: QuickRead): Draft {
  const id = readIdentification(given, read);
  const type = id.nationalIdentifierType;
  const hasAuthority = id.registrationAuthority !== undefined;
  if (id.countryOfIssue !== undefined) read.givesUp = true;
  else if (type === "LEIX") {
    if (hasAuthority || !isLei(String(id.nationalIdentifier))) read.givesUp = true;
  } else if (!hasAuthority || (type !== "RAID" && type !== "MISC" && type !== "TXID")) read.givesUp = true;
  return id;
}

function isKnownCountry(code: string): boolean {
  return isCountry(code) || code === "XX";
}
