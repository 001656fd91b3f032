/** Copies packs that an option contains. */
import { isDeepFrozen } from "../frozen.js";
import { configurationInvalid } from "../options.js";
import { defineJurisdiction } from "./define.js";
import type { Jurisdiction } from "./types.js";

/** Frozen packs that were checked before, so that each is checked once. */
const checked = new WeakSet<Jurisdiction>();

/**
 * Returns checked packs, each once: copies, except of frozen ones. A malformed tier could require too little.
 *
 * @param owner - what receives the packs, for messages
 * @throws ComplianceError `configuration_invalid`, with the place of the first issue
 */
export function readPacks(owner: string, given: readonly Jurisdiction[]): readonly Jurisdiction[] {
  if (!Array.isArray(given)) throw configurationInvalid(`The packs of ${owner} must be an array, such as [eu, us].`);
  return [...new Set(given)].map((pack) => {
    if (checked.has(pack)) return pack;
    const defined = defineJurisdiction(pack);
    if (defined.ok) {
      const kept = isDeepFrozen(pack) ? pack : defined.value;
      checked.add(kept);
      return kept;
    }
    const [{ path, message } = { path: "", message: "" }] = defined.issues;
    throw configurationInvalid(`Pack ${given.indexOf(pack) + 1} of ${owner} is invalid at "${path}": ${message}`);
  });
}
