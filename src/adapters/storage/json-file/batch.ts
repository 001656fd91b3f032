/** Changes that wait for the disk, taken together: planned one upon the other, durable by one sync. */
import { stagingOver } from "../staging.js";
import type { Change } from "../table-storage.js";
import type { Lookup, Rows } from "../tables.js";
import type { Write } from "./commit.js";
import { payloadOf } from "./rows.js";

/** A change, and who waits for it. */
export interface Waiting {
  readonly plan: (rows: Lookup) => Change<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Batch {
  readonly writes: readonly Write[];
  /** Instead of those: one change that is too large for a line of a journal. */
  readonly large: Partial<Rows> | undefined;
  /** Acknowledges all. */
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A larger change becomes a new snapshot. Records, and UTF-16 units of their JSON. */
const MOST_OF_A_LINE = { records: 4096, units: 8 * 1024 * 1024 };

/** Takes from the front of `waiting` what can be written at once. What needs no writing is answered now. */
export function takeBatch(waiting: Waiting[], acknowledged: Lookup): Batch {
  const staging = stagingOver(acknowledged);
  const writes: Write[] = [];
  const taken: { readonly answer: unknown; readonly waiting: Waiting }[] = [];
  let large: Partial<Rows> | undefined;
  let room = MOST_OF_A_LINE.units;

  /** Whether the rows go into this batch; otherwise they are planned again in the next one. */
  const stage = (rows: Partial<Rows>): boolean => {
    const payload = payloadOf(rows, MOST_OF_A_LINE);
    room -= payload?.length ?? MOST_OF_A_LINE.units;
    if (room < 0 && taken.length > 0) return false;
    if (payload === undefined) {
      large = rows;
      return true;
    }
    writes.push({ rows, payload });
    staging.put(rows);
    return true;
  };
  for (let [next] = waiting; next !== undefined && large === undefined; [next] = waiting) {
    const change = planned(next, staging.lookup);
    if (change?.rows !== undefined && !stage(change.rows)) break;
    waiting.shift();
    if (change === undefined) continue;
    // What was planned upon rows that are not durable yet shares their fate.
    if (large === undefined && staging.isEmpty()) next.resolve(change.answer);
    else taken.push({ answer: change.answer, waiting: next });
  }
  return {
    writes,
    large,
    resolve: () => {
      for (const { answer, waiting: one } of taken) one.resolve(answer);
    },
    reject: (reason) => {
      for (const { waiting: one } of taken) one.reject(reason);
    },
  };
}

/** undefined: the plan itself failed, which only its own caller hears of. */
function planned({ plan, reject }: Waiting, lookup: Lookup): Change<unknown> | undefined {
  try {
    return plan(lookup);
  } catch (error) {
    reject(error);
    return undefined;
  }
}
