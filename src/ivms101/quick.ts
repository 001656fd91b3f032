/**
 * The quick reader: reads a valid document without notes, in straight lines. It gives up at anything else, and the full
 * reader (read.ts) reads the document again and finds every issue and note. Where the quick reader gives an answer, the
 * full reader gives the same (test/ivms101/quick.test.ts).
 */
import { inheritsElements } from "./inherited.js";
import type { Ivms101Edition } from "./model.js";
import { readLegal, readNatural } from "./quick-person.js";
import { type Draft, plain, QuickRead, readCode, readList, readTexts } from "./quick-values.js";
import { codeLists } from "./schema.js";

/**
 * Reads a valid document without notes.
 *
 * @param wanted - the edition; undefined to detect it
 * @param today - current date; undefined for the date in UTC
 * @returns undefined if the full reader has to decide
 * @throws what a proxy or getter of the document throws
 */
export function readQuickly(
  given: unknown,
  wanted: Ivms101Edition | undefined,
  today: string | undefined,
): { readonly payload: object; readonly edition: Ivms101Edition } | undefined {
  if (inheritsElements()) return undefined;
  const read = new QuickRead(today);
  const payload = readPayload(given, read);
  const edition = wanted ?? (read.has2020Names ? "2020" : "2023");
  if (read.givesUp || (edition === "2020" ? read.has2023Names || read.isWide : read.has2020Names)) return undefined;
  // Metadata of 2023 need a version.
  if (edition === "2023" && payload.payloadMetadata !== undefined && !read.hasVersion) return undefined;
  return { payload, edition };
}

function readPayload(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "originator") copy.originator = readOriginator(value, read);
    else if (name === "beneficiary") copy.beneficiary = readBeneficiary(value, read);
    else if (name === "originatingVASP") copy.originatingVASP = readOriginatingVasp(value, read);
    else if (name === "beneficiaryVASP") copy.beneficiaryVASP = readBeneficiaryVasp(value, read);
    else if (name === "transferPath") copy.transferPath = readTransferPath(value, read);
    else if (name === "payloadMetadata") copy.payloadMetadata = readMetadata(value, read);
    else read.givesUp = true;
  }
  return copy;
}

function readOriginator(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "originatorPerson" || name === "originatorPersons") {
      if (name === "originatorPerson") read.has2023Names = true;
      else read.has2020Names = true;
      copy.originatorPerson = readList(value, readOriginatorPerson, read);
    } else if (name === "accountNumber") {
      read.has2020Names = true;
      copy.accountNumber = readTexts(value, 100, read);
    } else read.givesUp = true;
  }
  if (copy.originatorPerson === undefined) read.givesUp = true;
  return copy;
}

function readBeneficiary(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "beneficiaryPerson" || name === "beneficiaryPersons") {
      if (name === "beneficiaryPersons") read.has2020Names = true;
      if (copy.beneficiaryPerson !== undefined) read.givesUp = true;
      copy.beneficiaryPerson = readList(value, readPerson, read);
    } else if (name === "accountNumber") {
      read.has2020Names = true;
      copy.accountNumber = readTexts(value, 100, read);
    } else read.givesUp = true;
  }
  if (copy.beneficiaryPerson === undefined) read.givesUp = true;
  return copy;
}

function readOriginatingVasp(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    if (name === "originatingVASP") copy.originatingVASP = readPerson(from[name], read);
    else read.givesUp = true;
  }
  return copy;
}

function readBeneficiaryVasp(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    if (name === "beneficiaryVASP") copy.beneficiaryVASP = readPerson(from[name], read);
    else read.givesUp = true;
  }
  return copy;
}

function readTransferPath(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    if (name === "transferPath") {
      const hops = readList(from[name], readHop, read) as readonly Draft[];
      // C12 allows any order; this is the usual one.
      if (hops.some((hop, index) => hop.sequence !== index)) read.givesUp = true;
      copy.transferPath = hops;
    } else read.givesUp = true;
  }
  return copy;
}

function readHop(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "intermediaryVASP") copy.intermediaryVASP = readPerson(value, read);
    else if (name === "sequence") copy.sequence = value;
    else read.givesUp = true;
  }
  if (copy.intermediaryVASP === undefined || copy.sequence === undefined) read.givesUp = true;
  return copy;
}

function readMetadata(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "transliterationMethod") {
      copy.transliterationMethod = readList(value, readTransliteration, read);
    } else if (name === "payloadVersion" && (value === "101.2023" || value === "IVMS101.2023")) {
      read.has2023Names = true;
      read.hasVersion = true;
    } else read.givesUp = true;
  }
  return copy;
}

function readOriginatorPerson(given: unknown, read: QuickRead): Draft {
  const copy = readPerson(given, read);
  // As readPerson wrote them.
  const { naturalPerson, legalPerson } = copy as { naturalPerson?: Draft; legalPerson?: Draft };
  if (naturalPerson !== undefined && lacksIdentity(naturalPerson)) read.givesUp = true; // C1
  if (legalPerson !== undefined && lacksLegalIdentity(legalPerson)) read.givesUp = true; // C4
  return copy;
}

function lacksIdentity(person: Draft): boolean {
  return (
    person.geographicAddress === undefined &&
    person.customerIdentification === undefined &&
    person.nationalIdentification === undefined &&
    person.dateAndPlaceOfBirth === undefined
  );
}

function lacksLegalIdentity(person: Draft): boolean {
  if (person.customerIdentification !== undefined || person.nationalIdentification !== undefined) return false;
  const addresses = (person.geographicAddress ?? []) as readonly Draft[];
  return addresses.every((address) => address.addressType !== "GEOG");
}

function readTransliteration(given: unknown, read: QuickRead): string {
  return readCode(given, codeLists.TransliterationMethodCode, read);
}

function readPerson(given: unknown, read: QuickRead): Draft {
  const from = plain(given, read);
  const copy: Draft = {};
  for (const name in from) {
    const value = from[name];
    if (name === "naturalPerson") copy.naturalPerson = readNatural(value, read);
    else if (name === "legalPerson") copy.legalPerson = readLegal(value, read);
    else if (name === "accountNumber") {
      read.has2023Names = true;
      copy.accountNumber = readTexts(value, 512, read);
    } else read.givesUp = true;
  }
  if ((copy.naturalPerson === undefined) === (copy.legalPerson === undefined)) read.givesUp = true;
  return copy;
}
