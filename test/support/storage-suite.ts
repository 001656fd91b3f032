/** The checks of a storage under vitest, for any storage. */
import { describe, it } from "vitest";
import { type StorageSubject, storageConformance } from "../../src/testing.js";

/** Every acknowledged write of a file waits for the disk, however slow it is. */
const PATIENCE_MS = 120_000;

/** Describes the checks for one kind of storage. `runs`: how many cases each check that draws them tries. */
export function storageSuite(name: string, subject: StorageSubject, { runs = 50 } = {}): void {
  describe(name, () => {
    for (const check of storageConformance(subject, { runs })) it(check.name, () => check.run(), PATIENCE_MS);
  });
}
