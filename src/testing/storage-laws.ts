/** The laws of the port `Storage`, sentence by sentence, for any storage and any test runner. */
import type { ConformanceCheck } from "./law.js";
import { type CheckOptions, validatedCheckOptions } from "./law-options.js";
import { accountLaws } from "./storage/account-laws.js";
import { addressLaws } from "./storage/address-laws.js";
import { alertLaws } from "./storage/alert-laws.js";
import { closeLaws, durableLaws } from "./storage/close-laws.js";
import { copyLaws } from "./storage/copy-laws.js";
import { historyLaws } from "./storage/history-laws.js";
import { raceLaws } from "./storage/race-laws.js";
import { placesOf, type StorageSubject } from "./storage/subject.js";
import { vaspLaws } from "./storage/vasp-laws.js";

/** How the laws of a storage are made. */
export type StorageConformanceOptions = Pick<CheckOptions, "runs">;

/** So many cases find what there is to find, and a storage on a slow disk is done with them in seconds. */
const USUAL_RUNS = 50;

/**
 * The laws that `Storage` promises (§2.2, §2.7, §2.8, §4.5–4.9), with records that are made up. Nothing is opened before
 * a law runs, and each law closes what it opens. Some draw their cases at random, each on a new storage: `runs` says how
 * many (usually 50). When one is broken, its error shows the shortest history of calls that was found, and the seed and
 * path to run it again. A storage that keeps its records gives its places, and is held to what it must keep as well.
 *
 * @throws ComplianceError `invalid_input` or `configuration_invalid` at once, when the call and not the storage is at fault.
 * @example
 * for (const law of storageConformance(() => ownStorage())) it(law.name, () => law.run());
 *
 * // A storage that keeps its records: each place is new, and the storage on it is opened again and again.
 * const place = () => {
 *   const path = join(mkdtempSync(join(tmpdir(), "laws-")), "directory.json");
 *   return () => jsonFileStorage(path);
 * };
 * for (const law of storageConformance({ place }, { runs: 20 })) it(law.name, () => law.run());
 */
export function storageConformance(
  subject: StorageSubject,
  options: StorageConformanceOptions = {},
): readonly ConformanceCheck[] {
  const makePlace = placesOf(subject);
  const { runs = USUAL_RUNS } = validatedCheckOptions("storageConformance", options, ["runs"]);
  const making = { makePlace, runs };
  const isDurable = typeof subject !== "function";
  return [
    ...accountLaws(making),
    ...vaspLaws(making),
    ...alertLaws(making),
    ...addressLaws(making),
    ...copyLaws(making),
    ...closeLaws(making),
    ...(isDurable ? durableLaws(making) : []),
    ...historyLaws(making, isDurable),
    ...raceLaws(making),
  ];
}
