/** Everything that is wrong with the shape and the texts of a document. */
import type { Issue, IssueCode } from "../issue.js";
import type { Place } from "./place.js";
import { escapeToken, isTellable } from "./pointer.js";
import { findBrokenTextRule } from "./text-rules.js";

/** What a walk has found. */
interface Found {
  readonly issues: Issue[];
  /** The places of the issues. An unknown property is not among them: no rule reads one. */
  readonly faulty: Set<string>;
  /** Where unknown properties were told of: several whose names may not be told would all read the same. */
  readonly strangers: Set<string>;
}

/** Whether the value is one that may stand at the place; of objects and arrays only whether one may. */
export function mayStandAt(place: Place, value: unknown): boolean {
  if (typeof value === "string" && place.isText) return true;
  if (place.codes?.has(value)) return true;
  return place.types.includes(value === null ? "null" : typeof value);
}

/** Every fault of shape and text. Absent members come in the order of the type; what else, in any order. */
export function faultsOf(document: unknown, root: Place): Pick<Found, "issues" | "faulty"> {
  const found: Found = { issues: [], faulty: new Set(), strangers: new Set() };
  visit(document, root, "", found);
  return found;
}

/** @param within the pointer of the object that the place is a member of; of an item, its own. */
function visit(value: unknown, place: Place, within: string, found: Found): void {
  if (value === undefined) blame("required", place, within, `is missing; it must be ${place.noun}.`, found);
  else if (place.members !== undefined && typeof value === "object" && value !== null) {
    // Any object can be asked for any name.
    visitMembers(value as Readonly<Record<string, unknown>>, place, place.members, within + place.token, found);
  } else if (place.item !== undefined && Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, place.item, `${within}${place.token}/${index}`, found);
  } else if (!mayStandAt(place, value)) {
    const isOtherCode = typeof value === "string" && place.codes !== undefined;
    blame(isOtherCode ? "not_allowed" : "wrong_type", place, within, `must be ${place.noun}.`, found);
  } else if (typeof value === "string" && place.isText) visitText(value, place, within, found);
}

function visitText(text: string, place: Place, within: string, found: Found): void {
  const broken = text === "" && place.mayBeEmpty ? undefined : findBrokenTextRule(text);
  if (broken !== undefined) blame(broken.code, place, within, broken.message, found);
}

function visitMembers(
  value: Readonly<Record<string, unknown>>,
  place: Place,
  members: Readonly<Record<string, Place>>,
  at: string,
  found: Found,
): void {
  let required = 0;
  for (const name of Object.keys(value)) {
    const member = members[name];
    if (member === undefined) blameStranger(name, place, at, found);
    else visit(value[name], member, at, found);
    if (member?.isRequired) required += 1;
  }
  if (required === place.required.length) return;
  const absent = place.required.filter(({ name }) => !Object.hasOwn(value, name));
  for (const member of absent) visit(undefined, member, at, found);
}

function blame(code: IssueCode, place: Place, within: string, wrong: string, { issues, faulty }: Found): void {
  const path = within + place.token;
  faulty.add(path);
  issues.push({ code, path, rule: place.clause, message: `${place.name} ${wrong}` });
}

/** An unknown property. Its name is told only where it cannot be personal; the names around it are ours. */
function blameStranger(name: string, { name: parent, clause }: Place, at: string, { issues, strangers }: Found): void {
  const path = isTellable(name) ? `${at}/${escapeToken(name)}` : at;
  if (strangers.has(path)) return;
  strangers.add(path);
  const message = `${parent} has a property that clause ${clause} does not know; check its spelling.`;
  issues.push({ code: "unknown_property", path, rule: clause, message });
}
