/** What the quick reader (quick.ts) has read so far, and its values: texts, codes and lists. */
import { isDate } from "../domain/identifiers/date.js";
import { hasOnlyProperties } from "../domain/options.js";
import type {
  DateAndPlaceOfBirth,
  IntermediaryVasp,
  Ivms101Address,
  Ivms101Payload,
  LegalPerson,
  LegalPersonNameId,
  LocalNaturalPersonNameId,
  NationalIdentification,
  NaturalPerson,
  NaturalPersonName,
  NaturalPersonNameId2023,
  Person2023,
} from "./model.js";

type Component =
  | Ivms101Payload
  | NonNullable<Ivms101Payload["originator"]>
  | NonNullable<Ivms101Payload["beneficiary"]>
  | NonNullable<Ivms101Payload["payloadMetadata"]>
  | IntermediaryVasp
  | Person2023
  | NaturalPerson
  | NaturalPersonName
  | NaturalPersonNameId2023
  | LocalNaturalPersonNameId
  | LegalPerson
  | LegalPersonNameId
  | Ivms101Address
  | DateAndPlaceOfBirth
  | NationalIdentification;
type NamesOf<T> = T extends T ? keyof T : never;

/** A copy of a component while it is read. Only names of the model compile. */
export type Draft = { [name in NamesOf<Component>]?: unknown };
/** An object of the document. */
type Given = Readonly<Record<string, unknown>>;

/** Highest number of items of all lists. The full reader counts exactly. */
const MAX_ITEMS = 1_000;

/** What is known while a document is read. */
export class QuickRead {
  /** Whether the document needs the full reader. */
  givesUp = false;
  has2020Names = false;
  has2023Names = false;
  hasVersion = false;
  /** Whether a Latin text has characters that the 2020 edition does not allow. */
  isWide = false;
  items = 0;
  readonly today: string | undefined;

  constructor(today: string | undefined) {
    this.today = today;
  }
}

const NOTHING: Given = Object.freeze({});

/** Returns the value if it is a plain object. Its names are all its own: see {@link inheritsElements}. */
export function plain(given: unknown, read: QuickRead): Given {
  if (
    typeof given === "object" &&
    given !== null &&
    Object.getPrototypeOf(given) === Object.prototype &&
    hasOnlyProperties(given)
  ) {
    return given as Given; // every object has this type
  }
  read.givesUp = true;
  return NOTHING;
}

export function readList(given: unknown, readItem: (item: unknown, read: QuickRead) => unknown, read: QuickRead) {
  const copy: unknown[] = [];
  if (!Array.isArray(given) || given.length === 0) {
    read.givesUp = true;
    return copy;
  }
  const { length } = given;
  read.items += length;
  if (read.items > MAX_ITEMS) read.givesUp = true;
  else for (let index = 0; index < length; index += 1) copy.push(readItem(given[index], read));
  return copy;
}

export function readTexts(given: unknown, length: number, read: QuickRead): readonly string[] {
  return readList(given, (item) => readLatin(item, length, read), read) as string[]; // or it gave up
}

const SPACE = 32;
const TILDE = 126;
const APOSTROPHE = 39;

/** Reads a text of printable ASCII characters. */
export function readLatin(given: unknown, length: number, read: QuickRead): string {
  if (typeof given !== "string" || given.length === 0 || given.length > length) {
    read.givesUp = true;
    return "";
  }
  for (let index = 0; index < given.length; index += 1) {
    const unit = given.charCodeAt(index);
    const lower = unit | 32;
    // a–z, A–Z, then 0–9
    if ((lower >= 97 && lower <= 122) || (unit >= 48 && unit <= 57) || unit === SPACE || unit === APOSTROPHE) continue;
    if (unit < SPACE || unit > TILDE) read.givesUp = true;
    read.isWide = true;
  }
  return given;
}

/** Reads a text in any script without line breaks. Surrogate pairs are left to the full reader. */
export function readLocal(given: unknown, length: number, read: QuickRead): string {
  if (typeof given !== "string" || given.length === 0 || given.length > length) {
    read.givesUp = true;
    return "";
  }
  for (let index = 0; index < given.length; index += 1) {
    const unit = given.charCodeAt(index);
    if (unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029) read.givesUp = true;
    if (unit >= 0xd800 && unit <= 0xdfff) read.givesUp = true;
  }
  return given;
}

export function readCode(given: unknown, codes: readonly string[], read: QuickRead): string {
  if (typeof given === "string" && given !== "" && codes.includes(given)) return given;
  read.givesUp = true;
  return "";
}

/** Reads a text that must have a form or be in a list. */
export function readKnown(given: unknown, isKnown: (text: string) => boolean, read: QuickRead): string {
  if (typeof given === "string" && isKnown(given)) return given;
  read.givesUp = true;
  return "";
}

/** Reads a date before the current one (C2). */
export function readBirthDate(given: unknown, read: QuickRead): string {
  if (typeof given === "string" && isDate(given) && given < (read.today ?? currentDate())) return given;
  read.givesUp = true;
  return "";
}

const DAY = 86_400_000;
let lastDay = Number.NaN;
let lastDate = "";

/** Returns the date in UTC. Its text is built once a day. */
export function currentDate(): string {
  const now = Date.now();
  const day = Math.floor(now / DAY);
  if (day !== lastDay) {
    lastDay = day;
    lastDate = new Date(now).toISOString().slice(0, 10);
  }
  return lastDate;
}
