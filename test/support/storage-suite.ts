/** The laws of a storage under vitest, for any storage. */
import { describe, it } from "vitest";
import { type StorageSubject, storageConformance } from "../../src/testing.js";

/** Every acknowledged write of a file waits for the disk, however slow it is. */
const PATIENCE_MS = 120_000;

/** Describes the laws for one kind of storage. `runs`: how many cases each law that draws them tries. */
export function storageSuite(name: string, subject: StorageSubject, { runs = 50 } = {}): void {
  describe(name, () => {
    for (const law of storageConformance(subject, { runs })) it(law.name, () => law.run(), PATIENCE_MS);
  });
}
