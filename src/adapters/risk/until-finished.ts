/** Answers that are not there at once: asked for again until they are, as long as there is time. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { type Deadline, pause } from "../transport/deadline.js";

/** Doubled each time: in the usual 20 seconds a service is asked six times at most, so that no rate limit is near. */
const firstPauseMs: DurationMs = 500;

/**
 * What `attempt` gives once that is not undefined.
 *
 * @throws ComplianceError `provider_pending` when there is no time for another attempt; what `attempt` throws, and what
 *   the deadline ends with.
 */
export async function untilFinished<T>(
  attempt: () => Promise<T | undefined>,
  deadline: Deadline,
  host: string,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const finished = await attempt();
    if (finished !== undefined) return finished;
    if (pauseMs >= deadline.remainingMs()) throw pending(host);
    await pause(pauseMs, deadline);
  }
}

function pending(host: string): ComplianceError {
  const message = `${host} has not finished its answer in the time there was; try again, or allow it more time.`;
  return new ComplianceError("provider_pending", message);
}
