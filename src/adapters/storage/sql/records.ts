/** Records as the columns hold them. */
import { corrupt } from "./failures.js";

/** The record whose JSON this is. */
export function recordOf<T extends object>(json: string): T {
  const record = parsed(json);
  if (typeof record !== "object" || record === null) throw corrupt("A record is not what was written");
  // What this storage wrote, of the type that it was given: nobody else has the tables to write to.
  return record as T;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
