/** Copies of what crosses the port: what a caller holds never is what is stored. */

/** A deep copy of a JSON value. Absent and undefined properties become the same: absent. */
export function copyOf<T>(value: T): T {
  // What crosses the port is plain JSON data, so that parsing its text gives the same type again.
  return JSON.parse(JSON.stringify(value)) as T;
}

/** The same of what may not be there. */
export function copyIfAny<T>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : copyOf(value);
}
