import { escapeToken, tokensOf, valueAt } from "../../domain/input/json-pointer.js";

/** Inputs as documents: every place by its JSON Pointer, and copies that differ in one place. */

export type UnknownRecord = Readonly<Record<string, unknown>>;

/** A value in a document. `name` is its member's name; an element of an array has that of the array. */
export interface DocumentNode {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every place, the whole document first, each object before its members. */
export function nodesOf(document: unknown): readonly DocumentNode[] {
  return nodesBelow({ path: "", name: "", value: document });
}

function nodesBelow(place: DocumentNode): readonly DocumentNode[] {
  const { path, name, value } = place;
  if (Array.isArray(value)) {
    return [place, ...value.flatMap((item, index) => nodesBelow({ path: `${path}/${index}`, name, value: item }))];
  }
  if (!isRecord(value)) return [place];
  const members = Object.entries(value).map(([key, member]) => ({
    path: `${path}/${escapeToken(key)}`,
    name: key,
    value: member,
  }));
  return [place, ...members.flatMap(nodesBelow)];
}

/** A copy with another value at the place; the member is added where it is missing. */
export function replacedAt(document: unknown, path: string, value: unknown): unknown {
  return changedAt(document, tokensOf(path), () => value);
}

/** A copy without the member. Where there is no object to have it, nothing changes. */
export function removedAt(document: unknown, path: string): unknown {
  const tokens = tokensOf(path);
  const owner = tokens.slice(0, -1);
  if (!isRecord(valueAt(document, owner))) return document;
  return changedAt(document, owner, (parent) => {
    if (!isRecord(parent)) return parent;
    return Object.fromEntries(Object.entries(parent).filter(([key]) => key !== tokens.at(-1)));
  });
}

/** A copy with one more member, also of the name `__proto__`. */
export function addedAt(document: unknown, path: string, key: string, value: unknown): unknown {
  return changedAt(document, tokensOf(path), (parent) => withMember(isRecord(parent) ? parent : {}, key, value));
}

function changedAt(document: unknown, tokens: readonly string[], change: (value: unknown) => unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return change(document);
  if (Array.isArray(document)) {
    return document.map((item, index) => (String(index) === token ? changedAt(item, rest, change) : item));
  }
  const parent = isRecord(document) ? document : {};
  return withMember(parent, token, changedAt(parent[token], rest, change));
}

/** Not by assignment, which would set the prototype for `__proto__`. */
function withMember(parent: UnknownRecord, key: string, value: unknown): UnknownRecord {
  const copy = { ...parent };
  Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
  return copy;
}

/** The pointer of the object that a place belongs to. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
