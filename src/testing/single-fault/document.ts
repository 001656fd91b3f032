import { escapeToken, tokensOf, valueAt } from "../../domain/input/json-pointer.js";

/** Inputs as documents: every node by its JSON Pointer, and copies that differ in one node. */

export type UnknownRecord = Readonly<Record<string, unknown>>;

/** A value in a document. `name` is the name of its property; an element of an array has that of the array. */
export interface DocumentNode {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns every node, the whole document first, each object before its properties. */
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

/** Returns a copy with another value at the path. A missing property is added. */
export function replacedAt(document: unknown, path: string, value: unknown): unknown {
  return changedAt(document, tokensOf(path), () => value);
}

/** Returns a copy without the property. Without an object at its parent, nothing changes. */
export function removedAt(document: unknown, path: string): unknown {
  const tokens = tokensOf(path);
  const owner = tokens.slice(0, -1);
  if (!isRecord(valueAt(document, owner))) return document;
  return changedAt(document, owner, (parent) => {
    if (!isRecord(parent)) return parent;
    return Object.fromEntries(Object.entries(parent).filter(([key]) => key !== tokens.at(-1)));
  });
}

/** Returns a copy with another property, which may be named `__proto__`. */
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

/** Defines the property, because an assignment to `__proto__` would set the prototype. */
function withMember(parent: UnknownRecord, key: string, value: unknown): UnknownRecord {
  const copy = { ...parent };
  Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
  return copy;
}

/** Returns the pointer of the parent. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
