/** What the laws of a storage are checked with. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { ComplianceStorage } from "../../ports/storage.js";

/** Opens a storage. */
export type OpenStorage = () => Promise<ComplianceStorage> | ComplianceStorage;

/** A storage that keeps its records beyond `close`. */
export interface DurableStorage {
  /**
   * Makes a new, empty place (a file, a database) and answers how to open a storage on it: for the first time, and again
   * after each `close`.
   */
  readonly place: () => Promise<OpenStorage> | OpenStorage;
}

/** The storage whose laws are to be checked: what makes a new, empty one each time, or, of a durable one, its places. */
export type StorageSubject = OpenStorage | DurableStorage;

/** Makes a new, empty place. */
export type MakePlace = () => Promise<Place>;

/** Where one storage after another can be opened; of a storage that is not durable only one. */
interface Place {
  readonly open: OpenStorage;
  readonly isDurable: boolean;
}

/** @throws ComplianceError `invalid_input` at once: the test is at fault, not the storage. */
export function placesOf(subject: StorageSubject): MakePlace {
  if (typeof subject === "function") return async () => ({ open: subject, isDurable: false });
  // For callers without types.
  if (typeof subject?.place !== "function") {
    throw new ComplianceError(
      "invalid_input",
      "What storageConformance was given is wrong, not the storage: it must be a function that makes a new, empty storage each " +
        "time, such as memoryStorage, or { place } with a function that answers how to open one, again and again.",
    );
  }
  return async () => ({ open: await subject.place(), isDurable: true });
}
