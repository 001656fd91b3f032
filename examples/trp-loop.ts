import type { Trp } from "vaspkit/trp";

/** Delivers until the signal: one round after the other, with a pause. */
export async function deliverAlways(trp: Trp, signal: AbortSignal, log: (code: string) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const { failures } = await trp.deliver({ signal });
      for (const { error } of failures) log(error.code); // it is tried again
    } catch {
      log("The storage is down."); // the next round tries again
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
