/** What is wrong with the shape and the texts of an input, as issues, while it is read (read.ts). */
import type { Issue, IssueCode } from "../issue.js";
import type { Place } from "./place.js";
import { escapeToken, isTellable } from "./pointer.js";

export interface Faults {
  /** No fault so far, and every form and row that could be asked on the way was obeyed. */
  isObeyed: boolean;
  /** In the order of the input but for members that are missing: those come last in their object. */
  readonly issues: Issue[];
  /** The indices of the items that are being read, the outermost array's first. */
  readonly indexes: number[];
  /** Where unknown properties were told of whose names may not be told: all of one object would read the same. */
  strangers: Set<string> | undefined;
}

const ITEM = /\/0(?=\/|$)/g;

/** The pointer of a place: its path, with the indices of the items that are being read. */
export function pathAt({ path }: Place, { indexes }: Faults): string {
  if (indexes.length === 0) return path;
  let depth = 0;
  return path.replace(ITEM, () => `/${indexes[depth++]}`);
}

/** An issue at a place. */
export function blame(code: IssueCode, wrong: string, place: Place, faults: Faults): void {
  const message = `${place.name} ${wrong}`;
  faults.isObeyed = false;
  faults.issues.push({ code, path: pathAt(place, faults), rule: place.clause, message });
}

/** An unknown property. Its name is told only where it cannot be personal; the names around it are ours. */
export function blameStranger(name: string, parent: Place, faults: Faults): void {
  faults.isObeyed = false;
  const within = pathAt(parent, faults);
  const isTold = isTellable(name);
  if (!isTold) {
    faults.strangers ??= new Set();
    if (faults.strangers.has(within)) return;
    faults.strangers.add(within);
  }
  const path = isTold ? `${within}/${escapeToken(name)}` : within;
  const message = `${parent.name} has a property that clause ${parent.clause} does not know; check its spelling.`;
  faults.issues.push({ code: "unknown_property", path, rule: parent.clause, message });
}
