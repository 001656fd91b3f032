/** `parseIvms101`: from an unknown document to the model, or every issue. */

import { ComplianceError } from "../domain/compliance-error.js";
import { isDate } from "../domain/identifiers/date.js";
import type { Issue } from "../domain/issue.js";
import { checkedOptions } from "../domain/options.js";
import type { Result } from "../domain/result.js";
import type { Ivms101IssueCode } from "./issue.js";
import type { Ivms101Edition, Ivms101Note, Ivms101Payload, ParsedIvms101, ParseIvms101Options } from "./model.js";
import { readComponent } from "./read.js";
import { DocumentState, type EditionCase, type FoundIssue, MAX_VALUES, pathOf } from "./state.js";

/**
 * Parses and checks an IVMS101 document of either edition: structure, multiplicity, lengths, character sets, code lists and
 * the constraints C1 to C12. Never throws because of the document.
 *
 * @param input - the document, as `JSON.parse` returns it
 * @param options - edition, mode and current date
 * @returns the payload, its edition and notes, or every issue. Issues and notes contain no value of the document.
 * @throws ComplianceError `invalid_input` for invalid options
 * @example
 * const parsed = parseIvms101(body.IVMS101, { mode: "tolerant" });
 * if (!parsed.ok) return reply(400, parsed.issues);
 * store(parsed.value.payload);
 */
export function parseIvms101(input: unknown, options?: ParseIvms101Options): Result<ParsedIvms101, Ivms101IssueCode> {
  const { edition: wanted, mode, today } = options === undefined ? DEFAULTS : checked(options);
  const state = new DocumentState(mode === "tolerant", today ?? new Date().toISOString().slice(0, 10));
  let copy: ReturnType<typeof readComponent>;
  try {
    copy = readComponent("Payload", input, state);
  } catch {
    // The error is dropped on purpose: it may contain personal data.
    return { ok: false, issues: [state.isTooLarge() ? TOO_LARGE : unreadable(state)] };
  }
  if (copy !== null && hasOnlyUnknown(copy, state)) return { ok: false, issues: [foreignDocument(wanted)] };
  const edition = editionOf(wanted, state);
  const { issues, notes } = resolved(edition, state);
  if (issues.length > 0 || copy === null)
    return { ok: false, issues: issues.map((each) => withEdition(each, edition)) };
  // Without issues, the copy has the form of the tables.
  return { ok: true, value: { payload: withoutVersion(copy as Ivms101Payload), edition, notes } };
}

const TOO_LARGE: Issue<Ivms101IssueCode> = {
  code: "too_many_values",
  path: "",
  clause: "IVMS101.2023",
  params: { max: MAX_VALUES },
  message: "The document has over 10,000 values. A payload has about a hundred: pass it alone.",
};

function unreadable(state: DocumentState): Issue<Ivms101IssueCode> {
  const message = "The document is unreadable here: a getter or proxy threw. Pass plain data.";
  return { code: "unreadable", path: state.path(), clause: "IVMS101.2023", message };
}

/** Whether the tolerant mode has ignored everything, so that the document is probably none of IVMS101. */
function hasOnlyUnknown(copy: object, { notes, issues }: DocumentState): boolean {
  const isIgnored = notes.length > 0 && notes.every(({ code }) => code === "unknown_element");
  return isIgnored && issues.length === 0 && Object.keys(copy).length === 0;
}

function foreignDocument(wanted: ParseIvms101Options["edition"]): Issue<Ivms101IssueCode> {
  const message =
    "The document has no element of IVMS101. Pass the payload: the member IVMS101 of a message, or value.payload of a parsed document.";
  return {
    code: "unknown_property",
    path: "",
    clause: `IVMS101.${wanted === "2020" ? wanted : "2023"} Payload`,
    message,
  };
}

/** Inherits nothing. */
const DEFAULTS: ParseIvms101Options = { edition: undefined, mode: undefined, today: undefined };

const NAMES = { edition: "checked", mode: "checked", today: "checked" } as const;

function checked(given: ParseIvms101Options): ParseIvms101Options {
  const options = checkedOptions("parseIvms101", given, NAMES, invalid);
  const { edition = "detect", mode = "strict", today } = options;
  if (!["2020", "2023", "detect"].includes(edition)) throw invalid("The option edition must be 2020, 2023 or detect.");
  if (mode !== "strict" && mode !== "tolerant") throw invalid("The option mode must be strict or tolerant.");
  if (today !== undefined && !isDate(today)) throw invalid("The option today must be a date as YYYY-MM-DD.");
  return options;
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/** payloadVersion decides, then the names. A document that fits both editions is one of 2023. */
function editionOf(wanted: ParseIvms101Options["edition"], { version, foreign }: DocumentState): Ivms101Edition {
  if (wanted === "2020" || wanted === "2023") return wanted;
  if (version !== undefined) return version;
  // Names that are foreign in 2023 are those of 2020. A hybrid is one of 2023 with old names.
  return foreign["2023"] > 0 && foreign["2020"] === 0 ? "2020" : "2023";
}

function resolved(edition: Ivms101Edition, state: DocumentState): { issues: FoundIssue[]; notes: Ivms101Note[] } {
  const issues = [...state.issues];
  const notes = [...state.notes];
  const faults = state.editionFaults.filter(({ when }) => when.edition === edition);
  // From the last one, so that the positions of the others stay right.
  for (const fault of faults.toReversed()) {
    if (noteOf(fault.when, state) === undefined)
      issues.splice(fault.at, 0, { ...fault.found, path: pathOf(fault.tokens) });
  }
  for (const fault of faults) {
    const code = noteOf(fault.when, state);
    const { message } = fault.found;
    if (code !== undefined) notes.push({ code, path: pathOf(fault.tokens), message });
  }
  return { issues, notes };
}

function noteOf({ note, isWarning }: EditionCase, { isTolerant }: DocumentState): EditionCase["note"] {
  return isWarning || isTolerant ? note : undefined;
}

function withEdition(found: FoundIssue, edition: Ivms101Edition): Issue<Ivms101IssueCode> {
  return { ...found, clause: `IVMS101.${edition} ${found.clause}` };
}

/** The edition is beside the payload, so its version is not in it. */
function withoutVersion(payload: Ivms101Payload): Ivms101Payload {
  const metadata = Object.hasOwn(payload, "payloadMetadata") ? payload.payloadMetadata : undefined;
  if (metadata !== undefined) Reflect.deleteProperty(metadata, "payloadVersion");
  return payload;
}
