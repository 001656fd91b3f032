/** What is wrong with the shape and the texts of an input, as issues, while it is read (read.ts). */
import type { Issue, IssueCode } from "../issue.js";
import type { SchemaNode } from "./place.js";
import { escapeToken, isSafeToLog } from "./pointer.js";

export interface IssueCollector {
  /** No fault so far, and every form and row that could be asked on the way was obeyed. */
  isValid: boolean;
  /** In the order of the input but for members that are missing: those come last in their object. */
  readonly issues: Issue[];
  /** The indices of the items that are being read, the outermost array's first. */
  readonly indexes: number[];
  /** Where unknown properties were told of whose names may not be told: all of one object would read the same. */
  redactedParents: Set<string> | undefined;
}

const ITEM = /\/0(?=\/|$)/g;

/** The pointer of a place: its path, with the indices of the items that are being read. */
export function pathAt({ path }: SchemaNode, { indexes }: IssueCollector): string {
  if (indexes.length === 0) return path;
  let depth = 0;
  return path.replace(ITEM, () => `/${indexes[depth++]}`);
}

/** An issue at a place. */
export function addIssue(code: IssueCode, wrong: string, place: SchemaNode, faults: IssueCollector): void {
  const message = `${place.name} ${wrong}`;
  faults.isValid = false;
  faults.issues.push({ code, path: pathAt(place, faults), clause: place.clause, message });
}

/** An unknown property. Its name is told only where it cannot be personal; the names around it are ours. */
export function addUnknownPropertyIssue(name: string, parent: SchemaNode, faults: IssueCollector): void {
  faults.isValid = false;
  const within = pathAt(parent, faults);
  const isTold = isSafeToLog(name);
  if (!isTold) {
    faults.redactedParents ??= new Set();
    if (faults.redactedParents.has(within)) return;
    faults.redactedParents.add(within);
  }
  const path = isTold ? `${within}/${escapeToken(name)}` : within;
  const message = `${parent.name} has a property that clause ${parent.clause} does not know; check its spelling.`;
  faults.issues.push({ code: "unknown_property", path, clause: parent.clause, message });
}
