/** Runs the conformance suite of a storage. */
import { describe, it } from "vitest";
import { type StorageSubject, storageConformance } from "../../src/testing.js";

/** Every write of a file waits for the disk, which may be slow. */
const PATIENCE_MS = 120_000;

/** Describes the suite of one storage. `runs` is the number of drawn cases of each check. */
export function storageSuite(name: string, subject: StorageSubject, { runs = 50 } = {}): void {
  describe(name, () => {
    for (const check of storageConformance(subject, { runs })) it(check.name, () => check.run(), PATIENCE_MS);
  });
}
