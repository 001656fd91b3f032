/** Copies packs that an option contains. */
import { configurationInvalid } from "../options.js";
import { defineJurisdiction } from "./define.js";
import type { Jurisdiction } from "./types.js";

/**
 * Copies the packs. They are checked at once, because a malformed tier could require too little.
 *
 * @param name - what contains the packs, for messages
 * @throws ComplianceError `configuration_invalid`, with the place of the first issue
 */
export function readPacks(name: string, given: readonly Jurisdiction[]): readonly Jurisdiction[] {
  if (!Array.isArray(given)) throw configurationInvalid(`${name} must be an array of packs, such as [eu, us].`);
  return Array.from(given, (pack: unknown, index) => {
    const defined = defineJurisdiction(pack);
    if (defined.ok) return defined.value;
    const [{ path, message } = { path: "", message: "" }] = defined.issues;
    throw configurationInvalid(`The pack ${name}[${index}] is invalid at "${path}": ${message}`);
  });
}
