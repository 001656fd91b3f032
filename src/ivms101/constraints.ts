/**
 * The constraints C1 and C4 to C9, C11 and C12 of IVMS101: one row each. C2, C3 and C10 concern single texts (texts.ts).
 * A value that is already reported is null, and no row reports it again.
 */
import { isLei } from "../domain/identifiers/lei.js";
import type { ComponentName } from "./schema.js";
import type { DocumentState } from "./state.js";

/** A component that was read: absent elements are undefined, faulty ones null. */
export type Copy = Readonly<Record<string, unknown>>;

interface Row {
  readonly constraint: number;
  readonly isViolated: (copy: Copy) => boolean;
  readonly message: string;
  /** Element that the issue points to. */
  readonly at?: string;
}

/** Returns an element that is the object's own: other code may have added properties to `Object.prototype`. */
function get(copy: unknown, name: string): unknown {
  return typeof copy === "object" && copy !== null && Object.hasOwn(copy, name) ? Reflect.get(copy, name) : undefined;
}

const lacks = (copy: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => get(copy, name) === undefined);

function items(copy: unknown, name: string): readonly unknown[] {
  const list = get(copy, name);
  return Array.isArray(list) ? list : [];
}

/** Returns whether all types are known, and none is LEGL. */
function lacksLegal(copy: Copy, type: string): boolean {
  const types = items(copy, "nameIdentifier").map((name) => get(name, type));
  return types.length > 0 && types.every((each) => typeof each === "string" && each !== "LEGL");
}

const id = (person: Copy): unknown => get(person, "nationalIdentification");
const idType = (person: Copy): unknown => get(id(person), "nationalIdentifierType");
const LEGAL_TYPES: readonly unknown[] = ["RAID", "MISC", "LEIX", "TXID"];
const LEI = /^[0-9A-Z]{18}[0-9]{2}$/;

const rows: Readonly<Partial<Record<ComponentName | "OriginatorNatural" | "OriginatorLegal", readonly Row[]>>> = {
  OriginatorNatural: [
    {
      constraint: 1,
      isViolated: (person) =>
        lacks(person, "customerIdentification", "nationalIdentification", "dateAndPlaceOfBirth", "geographicAddress"),
      message:
        "An originator who is a natural person needs an address, a customer identification, a national identification, or a date and place of birth.",
    },
  ],
  OriginatorLegal: [
    {
      constraint: 4,
      isViolated: (person) =>
        lacks(person, "customerIdentification", "nationalIdentification") &&
        get(person, "geographicAddress") !== null &&
        items(person, "geographicAddress").every((address) => {
          const type = get(address, "addressType");
          return typeof type === "string" && type !== "GEOG";
        }),
      message:
        "An originator that is a legal person needs an address of type GEOG, a customer identification or a national identification.",
    },
  ],
  LegalPersonName: [
    {
      constraint: 5,
      isViolated: (name) => lacksLegal(name, "legalPersonNameIdentifierType"),
      message: "A legal person needs a name of type LEGL in nameIdentifier.",
    },
  ],
  NaturalPersonName: [
    {
      constraint: 6,
      isViolated: (name) => lacksLegal(name, "naturalPersonNameIdentifierType"),
      message: "A natural person needs a name of type LEGL in nameIdentifier.",
    },
  ],
  Address: [
    {
      constraint: 8,
      isViolated: (address) =>
        lacks(address, "addressLine") &&
        (lacks(address, "streetName") || lacks(address, "buildingName", "buildingNumber")),
      message: "An address needs an addressLine, or a streetName together with a buildingName or a buildingNumber.",
    },
  ],
  LegalPerson: [
    {
      constraint: 7,
      at: "nationalIdentifierType",
      isViolated: (person) => typeof idType(person) === "string" && !LEGAL_TYPES.includes(idType(person)),
      message: "The national identifier of a legal person has the type RAID, MISC, LEIX or TXID.",
    },
    {
      constraint: 9,
      at: "countryOfIssue",
      isViolated: (person) => !lacks(id(person), "countryOfIssue"),
      message: "The national identification of a legal person has no countryOfIssue. Remove it.",
    },
    {
      constraint: 9,
      at: "registrationAuthority",
      isViolated: (person) =>
        LEGAL_TYPES.includes(idType(person)) && idType(person) !== "LEIX" && lacks(id(person), "registrationAuthority"),
      message:
        "The national identification of a legal person needs a registrationAuthority, except an LEI (RA888888 if its register is not listed).",
    },
    {
      constraint: 9,
      at: "registrationAuthority",
      isViolated: (person) => idType(person) === "LEIX" && !lacks(id(person), "registrationAuthority"),
      message: "The national identification of type LEIX has no registrationAuthority. Remove it.",
    },
    {
      constraint: 11,
      at: "nationalIdentifier",
      isViolated: (person) => {
        const lei = get(id(person), "nationalIdentifier");
        return idType(person) === "LEIX" && typeof lei === "string" && !LEI.test(lei);
      },
      message: "An LEI has 18 capital letters or digits, and two digits.",
    },
  ],
  TransferPath: [
    {
      constraint: 12,
      at: "transferPath",
      isViolated: (path) => {
        const sequences = items(path, "transferPath").map((hop) => get(hop, "sequence"));
        return (
          sequences.every((each) => typeof each === "number") &&
          sequences.sort((a, b) => Number(a) - Number(b)).some((each, index) => each !== index)
        );
      },
      message: "The sequences of a transfer path are 0, 1, 2 … without gap and without repeat.",
    },
  ],
};

/** Adds an issue for every constraint that the component, which was just read, violates. */
export function checkConstraints(name: keyof typeof rows, copy: Copy, state: DocumentState): void {
  const subject = name === "LegalPerson" ? id(copy) : copy;
  for (const { constraint, isViolated, message, at } of Object.hasOwn(rows, name) ? (rows[name] ?? []) : []) {
    if (!isViolated(copy)) continue;
    const isThere = at !== undefined && !lacks(subject, at);
    const inSubject = isThere ? state.placeIn(subject, at) : [];
    const path = state.path(...(subject === copy ? [] : state.placeIn(copy, "nationalIdentification")), ...inSubject);
    // The rows have the numbers of constraints.
    state.addIssueAt(path, `ivms101_c${constraint}` as "ivms101_c1", `C${constraint}`, message);
  }
  if (name === "LegalPerson" && idType(copy) === "LEIX") warnAboutLei(copy, state);
}

/** C11 is about the form only, so wrong check digits are a warning. */
function warnAboutLei(copy: Copy, state: DocumentState): void {
  const lei = get(id(copy), "nationalIdentifier");
  if (typeof lei !== "string" || !LEI.test(lei) || isLei(lei)) return;
  const place = [...state.placeIn(copy, "nationalIdentification"), ...state.placeIn(id(copy), "nationalIdentifier")];
  state.addNoteAt(
    state.path(...place),
    "lei_check_digits",
    "The check digits of the LEI are wrong (ISO 17442). Compare it with the register.",
  );
}
