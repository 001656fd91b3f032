/**
 * The fast path: most inputs are wholly valid, and for those it suffices to say so and to give the copy.
 *
 * It goes through the caller's object once. Each own enumerable member is read once, checked, and put into the copy; at the
 * end of an object its rules look at the copy. Whatever is not as it should be makes it give up: it says nothing of what is
 * wrong; `parseBy` then reads the input anew, by the thorough path, which decides. So it can be wrong in one way only, by
 * taking what the thorough path refuses or making another copy of it, and this is why it does not:
 * - types, codes and required members come from the same schema, and forms and rows from the same tables (place.ts);
 * - nothing of the caller's runs between the check of a value and its place in the copy, for both are the value once read;
 * - a member that the tree of places does not have, also an own `__proto__`, is never taken;
 * - sizes are bounded as in plain.ts, and depth by the tree.
 * test/properties/fast-path.test.ts holds both paths against each other.
 */
import { mayStandAt } from "./faults.js";
import type { Place, Places } from "./place.js";
import { MAX_VALUES } from "./plain.js";
import type { RuleContext } from "./rule.js";
import { isSoundText } from "./text-rules.js";

interface Reading {
  readonly context: RuleContext;
  readonly nullIsAbsent: boolean;
  /** How many values were read so far. */
  values: number;
}

/** The copy of an input that is wholly valid; undefined where the thorough path has to look. */
export function readWhole(
  { root, otherRules }: Places,
  input: unknown,
  context: RuleContext,
  nullIsAbsent: boolean,
): object | undefined {
  try {
    const document = readStructure(input, root, { context, nullIsAbsent, values: 1 });
    if (document === undefined) return undefined;
    const obeyed = otherRules.every((group) => group.issuesOf(document, new Set(), context).length === 0);
    return obeyed ? document : undefined;
  } catch {
    // What was thrown is the caller's and may carry personal data: it is dropped on purpose.
    return undefined;
  }
}

function readStructure(value: unknown, place: Place, reading: Reading): object | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return place.item && readItems(value, place.item, reading);
  // Any object can be asked for any name.
  return place.members && readMembers(value as Members, place, place.members, reading);
}

type Members = Readonly<Record<string, unknown>>;

function readMembers(
  given: Members,
  place: Place,
  members: Readonly<Record<string, Place>>,
  reading: Reading,
): object | undefined {
  // In a variable of the function: V8 has to know it for certain, and then asks nothing in the loop below.
  const hasOwn = Object.prototype.hasOwnProperty;
  const source = isOrdinary(given) ? given : { ...given };
  const copy: Record<string, unknown> = {};
  let required = 0;
  // Not Object.keys: V8 reads the members of a for-in by their place in the object.
  for (const name in source) {
    if (!hasOwn.call(source, name)) continue;
    reading.values += 1;
    const value = source[name];
    if (isAbsent(value, reading)) continue;
    const member = members[name];
    if (member === undefined) return undefined;
    const read = readValue(value, member, reading);
    if (read === undefined) return undefined;
    member.put(copy, read);
    if (member.isRequired) required += 1;
  }
  const isComplete = required === place.required.length && reading.values <= MAX_VALUES;
  return isComplete && areObeyed(place.rows, copy, reading.context) ? copy : undefined;
}

function isAbsent(value: unknown, { nullIsAbsent }: Reading): boolean {
  return value === undefined || (value === null && nullIsAbsent);
}

function areObeyed(rows: Place["rows"], copy: object, context: RuleContext): boolean {
  for (const row of rows) {
    // The copy is of the shape that the rows are about.
    if (row.broken(copy as never, context)) return false;
  }
  return true;
}

/** Not of a class, and no proxy that hides it: those may have members behind their own, a proxy even without end. */
function isOrdinary(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What of the value goes into the copy; undefined where it may not stand at the place. */
function readValue(value: unknown, place: Place, reading: Reading): unknown {
  if (typeof value === "string") return isRightText(value, place, reading.context) ? value : undefined;
  if (typeof value === "object" && value !== null) return readStructure(value, place, reading);
  return mayStandAt(place, value) ? value : undefined;
}

function isRightText(text: string, place: Place, context: RuleContext): boolean {
  const { isText, isSoundByForm, mayBeEmpty, codes, forms } = place;
  if (!isText) return codes?.has(text) ?? false;
  if (!isSoundByForm && !isSoundText(text) && !(text === "" && mayBeEmpty)) return false;
  for (const form of forms) {
    if (!form.isRight(text, context)) return false;
  }
  return true;
}

function readItems(items: readonly unknown[], place: Place, reading: Reading): unknown[] | undefined {
  const copied: unknown[] = [];
  // By their places, not by whatever the array says that its iterator is.
  for (let index = 0; index < items.length; index += 1) {
    reading.values += 1;
    if (reading.values > MAX_VALUES) return undefined;
    const read = readValue(items[index], place, reading);
    if (read === undefined) return undefined;
    copied[index] = read;
  }
  return copied;
}
