/** What is known while a document is read: the place, issues, notes and the evidence for an edition. */
import { escapeToken, isSafeToLog } from "../domain/input/json-pointer.js";
import type { Ivms101IssueCode } from "./issue.js";
import type { Ivms101Edition, Ivms101Note, Ivms101NoteCode } from "./model.js";

/** Highest number of values in a document. A payload has about a hundred. */
export const MAX_VALUES = 10_000;

/** An issue whose clause lacks the edition, which may be known only at the end. */
export interface FoundIssue {
  readonly code: Ivms101IssueCode;
  readonly path: string;
  /** Component, or number of the constraint. */
  readonly clause: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** When a fault counts: it depends on the edition of the document. */
export interface EditionCase {
  /** Edition in which this is a fault. */
  readonly edition: Ivms101Edition;
  /** The note that replaces the issue in tolerant mode; undefined if it stays one. */
  readonly note: Ivms101NoteCode | undefined;
  /** Whether the note replaces it also in strict mode. */
  readonly isWarning: boolean;
}

/** A fault of one edition. */
export interface EditionFault {
  readonly when: EditionCase;
  readonly found: Omit<FoundIssue, "path">;
  /** Where it is. Most faults are of the other edition, so only those that count get a pointer. */
  readonly tokens: readonly (string | number)[];
  /** Position among the issues. */
  readonly at: number;
}

/** Returns the pointer of tokens. A name that may be personal data ends it. */
export function pathOf(tokens: readonly (string | number)[]): string {
  let path = "";
  for (const token of tokens) {
    const text = String(token);
    if (typeof token === "string" && !isSafeToLog(text)) break;
    path += `/${escapeToken(text)}`;
  }
  return path;
}

export class DocumentState {
  readonly isTolerant: boolean;
  /** Current date, for C2. */
  readonly today: string;
  readonly issues: FoundIssue[] = [];
  readonly notes: Ivms101Note[] = [];
  readonly editionFaults: EditionFault[] = [];
  /** Names of one edition only, by the edition in which they are a fault. */
  readonly foreign: { [edition in Ivms101Edition]: number } = { "2020": 0, "2023": 0 };
  /** Edition that payloadVersion names. */
  version: Ivms101Edition | undefined;
  /** Whether the persons that are being read are originators (C1, C4). */
  isOriginator = false;
  private readonly places = new Map<object, Map<string, readonly (string | number)[]>>();
  private readonly tokens: (string | number)[] = [];
  private values = 0;

  constructor(isTolerant: boolean, today: string) {
    this.isTolerant = isTolerant;
    this.today = today;
  }

  enter(token: string | number): void {
    this.values += 1;
    if (this.isTooLarge()) throw new RangeError("The document has too many values.");
    this.tokens.push(token);
  }

  /** Whether reading stopped at the limit of values. */
  isTooLarge(): boolean {
    return this.values > MAX_VALUES;
  }

  leave(): void {
    this.tokens.pop();
  }

  /** Returns the pointer to what is being read. */
  path(...more: readonly (string | number)[]): string {
    return pathOf([...this.tokens, ...more]);
  }

  addIssue(code: Ivms101IssueCode, clause: string, message: string, params?: FoundIssue["params"]): void {
    this.addIssueAt(this.path(), code, clause, message, params);
  }

  addIssueAt(
    path: string,
    code: Ivms101IssueCode,
    clause: string,
    message: string,
    params?: FoundIssue["params"],
  ): void {
    this.issues.push(params === undefined ? { code, path, clause, message } : { code, path, clause, params, message });
  }

  addNote(code: Ivms101NoteCode, message: string): void {
    this.addNoteAt(this.path(), code, message);
  }

  addNoteAt(path: string, code: Ivms101NoteCode, message: string): void {
    this.notes.push({ code, path, message });
  }

  /** Stores where the document has an element of a component, if that is not at its name in the model. */
  setPlace(copy: object, name: string, tokens: readonly (string | number)[]): void {
    const places = this.places.get(copy) ?? new Map<string, readonly (string | number)[]>();
    this.places.set(copy, places.set(name, tokens));
  }

  /** Returns the tokens from a component to an element in the document. */
  placeIn(copy: unknown, name: string): readonly (string | number)[] {
    return this.places.get(Object(copy))?.get(name) ?? [name];
  }

  addEditionFault(when: EditionCase, found: EditionFault["found"]): void {
    this.editionFaults.push({ when, found, tokens: this.tokens.slice(), at: this.issues.length });
  }
}
