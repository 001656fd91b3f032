/** Copies of what crosses the port: what a caller holds never is what is stored. */

/** Stands for the copy of a value that is more, or less, than plain data. */
const NOT_PLAIN = Symbol("not plain");

/**
 * A deep copy of a JSON value, to be kept: read from its text, which takes long, but makes objects a quarter smaller than
 * those that are put together member by member. Absent and undefined properties become the same: absent.
 */
export function keptCopyOf<T>(value: T): T {
  // What crosses the port is plain JSON data, so that parsing its text gives the same type again.
  return JSON.parse(JSON.stringify(value)) as T;
}

/** The same copy to be given out, at a sixth of the time. */
export function copyOf<T>(value: T): T {
  const copied = plainCopy(value);
  return copied === NOT_PLAIN ? keptCopyOf(value) : (copied as T);
}

/** The same of what may not be there. */
export function copyIfAny<T>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : copyOf(value);
}

function plainCopy(value: unknown): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      // There is no -0 in the text that JSON.stringify writes.
      return Number.isFinite(value) ? value + 0 : null;
    case "object":
      return value === null ? null : plainCopyOf(value);
    default:
      return NOT_PLAIN;
  }
}

function plainCopyOf(value: object): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return itemsOf(value as readonly unknown[]);
  return prototype === Object.prototype ? membersOf(value as Readonly<Record<string, unknown>>) : NOT_PLAIN;
}

function itemsOf(items: readonly unknown[]): unknown {
  const copied: unknown[] = [];
  for (const item of items) {
    const copy = plainCopy(item);
    if (copy === NOT_PLAIN) return NOT_PLAIN;
    copied.push(copy);
  }
  return copied;
}

function membersOf(source: Readonly<Record<string, unknown>>): unknown {
  const copied: Record<string, unknown> = {};
  for (const name of Object.keys(source)) {
    const value = source[name];
    if (value === undefined) continue;
    const copy = plainCopy(value);
    // An own "__proto__" must not be assigned: it would set the prototype.
    if (copy === NOT_PLAIN || name === "__proto__") return NOT_PLAIN;
    copied[name] = copy;
  }
  return copied;
}
