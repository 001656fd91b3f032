/** Loads that are too large for a line of a journal, so that the file itself is written. */
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import { vasp } from "./storage-records.js";

/** More records than a line of a journal takes. */
export function tooManyVasps(prefix = "v"): readonly Vasp[] {
  return Array.from({ length: 5000 }, (_, index) => vasp(`${prefix}${index}`));
}
