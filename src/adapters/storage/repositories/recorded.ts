/** Plans whose commit also appends a record to the audit trail. */
import { own } from "../../../domain/own.js";
import type { AuditRecording, OpenRecord } from "../../../ports/audit.js";
import { audit } from "../../../ports/collections.js";
import type { RunPlan } from "./group.js";
import { PlaceTakenError, type Plan } from "./perform.js";

interface Recorded<R> {
  readonly result: R;
  /** Whether the commit with the record happened. */
  readonly isStored: boolean;
}

/** Performs a plan. Its commit appends the record; if the plan changes nothing, the record is not stored. */
export async function recorded<R>(run: RunPlan, plan: Plan<R>, recording: AuditRecording): Promise<R> {
  for (;;) {
    const record = recording.begin();
    let outcome: "stored" | "absent" | "unknown" = "unknown";
    try {
      const { result, isStored } = await run(withRecord(plan, record));
      outcome = isStored ? "stored" : "absent";
      return result;
    } catch (thrown) {
      // Another process, or an import, continued the chain. It is not used again, and the next record is on another one.
      if (!(thrown instanceof PlaceTakenError)) throw thrown;
    } finally {
      record.end(outcome);
    }
  }
}

function withRecord<R>(plan: Plan<R>, { rows }: OpenRecord): Plan<Recorded<R>> {
  const added = rows.map((row) => audit.put(row, undefined));
  return {
    ...plan,
    places: rows.slice(0, 1).map((row) => ({ collection: audit.name, key: audit.keyOf(row) })),
    run: (found) => {
      const decision = plan.run(found);
      const { result } = decision;
      const [changes, removals] = [own(decision, "changes"), own(decision, "removals")];
      if (changes === undefined && removals === undefined) return { result: { result, isStored: false } };
      const counted = own(decision, "counted");
      return {
        result: { result, isStored: true },
        changes: [...(changes ?? []), ...added],
        removals: removals ?? [],
        ...(counted !== undefined && { counted: (committed) => ({ result: counted(committed), isStored: true }) }),
        // The cast: the property may be present and undefined.
        ...(Object.hasOwn(decision, "otherwise") && {
          otherwise: { result: decision.otherwise as R, isStored: false },
        }),
      };
    },
  };
}
