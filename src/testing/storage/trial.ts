/** One case of a law: a new storage, what is done with it, what is seen, and its end. */
import type { ComplianceStorage } from "../../ports/storage.js";
import { Finding } from "../property-law.js";
import { Seen } from "./same.js";
import type { MakePlace } from "./subject.js";
import { failureText, type Notes, notes, watched } from "./watched.js";

/** A new, empty storage, every call of which is noted. */
export interface Trial {
  /** The storage that is open now. */
  readonly storage: ComplianceStorage;
  /** The same without notes, for looking at what is left when all is done. */
  readonly unwatched: ComplianceStorage;
  /** Closes the storage and opens another on its place. Only of a durable one. */
  readonly reopen?: () => Promise<void>;
}

/**
 * Runs `body` on a new storage, and closes what is open then.
 *
 * @throws Finding when `body` throws, be it what it saw or what the storage threw, or when the storage does not close.
 */
export async function onTrial(makePlace: MakePlace, body: (trial: Trial) => Promise<void>): Promise<void> {
  const made = notes();
  try {
    const place = await makePlace();
    let storage = await place.open();
    const reopen = async (): Promise<void> => {
      await watched(storage, made).close();
      storage = await place.open();
    };
    const trial: Trial = {
      get storage() {
        return watched(storage, made);
      },
      get unwatched() {
        return storage;
      },
      ...(place.isDurable && { reopen }),
    };
    await withEnd(
      () => body(trial),
      () => storage.close(),
    );
  } catch (error) {
    throw findingOf(error, made);
  }
}

/** An end that fails must not hide what went wrong before it. */
async function withEnd(body: () => Promise<void>, end: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
  await end();
}

function findingOf(error: unknown, { lines }: Notes): Finding {
  if (error instanceof Seen) return new Finding(error.message, lines(), undefined);
  return new Finding(`the storage failed with ${failureText(error)}`, lines(), error);
}
