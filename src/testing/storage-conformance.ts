/** The conformance suite of the port `ComplianceStorage`. */
import { type CheckOptions, type ConformanceCheck, validCheckOptions } from "./check.js";
import { closeChecks } from "./storage/close-checks.js";
import { concurrencyChecks, historyChecks } from "./storage/history-checks.js";
import { rivalChecks } from "./storage/rival-checks.js";
import { textChecks } from "./storage/text-checks.js";
import { transferChecks } from "./storage/transfer-checks.js";
import { placesOf, type StorageSubject } from "./storage/trial.js";

/** Options for {@link storageConformance}: `runs` is the number of drawn cases of each check, 50 by default. */
export type StorageConformanceOptions = Pick<CheckOptions, "runs">;

/** Enough cases to find every fault of the tests, and few enough for a storage on a slow disk. */
const DEFAULT_RUNS = 50;

/**
 * Returns the checks for the promises of `ComplianceStorage` (§2.2, §2.7, §2.8, §4.5–4.9), with made-up records.
 *
 * No storage is opened before a check runs, and each check closes what it opens. Some checks draw their cases, each on a
 * new storage. Their errors show the shortest sequence of calls, with the seed and path to replay it. A storage that keeps
 * its records passes `{ place }`, and is also tested after closing and opening again.
 *
 * @param subject opens a new, empty storage, or `{ place }` of a durable one
 * @param options the number of drawn cases
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError `invalid_input` or `configuration_invalid` at once for a wrong argument.
 * @example
 * for (const check of storageConformance(() => ownStorage())) it(check.name, () => check.run());
 *
 * // A storage that keeps its records: each place is new, and storages are opened on it again and again.
 * const place = () => {
 *   const path = join(mkdtempSync(join(tmpdir(), "conformance-")), "directory.json");
 *   return () => jsonFileStorage(path);
 * };
 * for (const check of storageConformance({ place }, { runs: 20 })) it(check.name, () => check.run());
 */
export function storageConformance(
  subject: StorageSubject,
  options: StorageConformanceOptions = {},
): readonly ConformanceCheck[] {
  const createPlace = placesOf(subject);
  const { runs = DEFAULT_RUNS } = validCheckOptions("storageConformance", options, ["runs"]);
  const suite = { createPlace, runs };
  const isDurable = typeof subject !== "function";
  return [
    ...historyChecks(suite, isDurable),
    ...concurrencyChecks(suite),
    ...rivalChecks(suite),
    ...transferChecks(suite),
    ...textChecks(suite),
    ...closeChecks(suite),
  ];
}
