/** Leases: rows that one caller takes. */
import {
  EngineFault,
  type RangeRead,
  type Row,
  type StorageEngine,
  type Taking,
} from "../../../ports/storage-engine.js";
import { beginAttempts, finalFailure, mayRetry } from "./attempts.js";

/**
 * Takes rows. A repeated attempt first looks for those that a lost one took.
 *
 * @param own - finds the rows that the token took
 */
export async function takeOnce(
  engine: StorageEngine,
  token: string,
  taking: Taking,
  own: RangeRead,
): Promise<readonly Row[]> {
  const next = beginAttempts();
  for (let isLost = false; ; ) {
    try {
      const [found] = isLost ? await engine.read([own]) : [];
      const known = found?.rows ?? [];
      return known.length > 0 ? known : await engine.take(token, taking);
    } catch (thrown) {
      isLost ||= thrown instanceof EngineFault && thrown.facts.isUnknown;
      if (!(await mayRetry(thrown, next))) throw finalFailure(thrown, false);
    }
  }
}
