/** Calls of HoldRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { AuditHold, HoldSubject } from "../../domain/audit/hold.js";
import { removeAccount } from "./account-steps.js";
import { anyLastDay, anyToday } from "./held.js";
import { byCodeUnits } from "./model.js";
import { ACTOR, anyReference, STAMP, stamp, TRANSFER_IDS } from "./records.js";
import { eraseAny, pruneTransfers } from "./removal-steps.js";
import { type Model, type Step, type Steps, step } from "./step.js";
import { transferSteps } from "./transfer-steps.js";
import { listAll, type Walk, walkAmid } from "./walk.js";

const anySubject: fc.Arbitrary<HoldSubject> = fc.oneof(
  fc.record({ kind: fc.constant("account" as const), id: anyReference }),
  fc.record({ kind: fc.constant("transfer" as const), id: fc.constantFrom(...TRANSFER_IDS) }),
);

interface HoldParts {
  readonly subject: HoldSubject;
  readonly until: string | undefined;
  readonly created: string;
}

const anyParts = fc.record({ subject: anySubject, until: anyLastDay, created: stamp });

/** No two holds have the same id, also in other processes. */
function newHold(parts: HoldParts): AuditHold {
  return holdRecord(String(Math.random()), parts);
}

/** A hold on the account `r1`, unless other parts are given. */
export function holdRecord(hold_id: string, { until, ...parts }: Partial<HoldParts> = {}): AuditHold {
  const other = { subject: { kind: "account", id: "r1" } as const, created: STAMP, ...parts };
  return { ...other, hold_id, reason: "Court order é", actor: ACTOR, ...(until !== undefined && { until }) };
}

function addHold(parts: HoldParts): Step {
  return step("holds.add", [parts], {
    call: async ({ holds }) => {
      const hold = newHold(parts);
      return { hold, answer: await holds.add(hold) };
    },
    expected: (model, given) => {
      // The cast: that is what `call` returns.
      const { hold } = given as { readonly hold: AuditHold };
      const { kind, id } = hold.subject;
      if (!model[kind === "account" ? "accounts" : "transfers"].has(id)) return { hold, answer: "unknown_subject" };
      model.holds.set(hold.hold_id, hold);
      return { hold, answer: "held" };
    },
  });
}

/** Releases one of the stored holds, and finds it before and after. */
const releaseAny = fc.nat({ max: 5 }).map((place) =>
  step("holds.release", [`hold ${place}`], {
    call: async ({ holds }) => {
      const page = await holds.list({ size: 1_000 });
      const hold_id = page?.items[place]?.hold_id ?? "unknown";
      const before = await holds.find(hold_id);
      const answer = await holds.release(hold_id);
      return { hold_id, before, answer, after: await holds.find(hold_id) };
    },
    expected: ({ holds }, given) => {
      // The cast: that is what `call` returns.
      const { hold_id } = given as { readonly hold_id: string };
      const before = holds.get(hold_id);
      return { hold_id, before, answer: holds.delete(hold_id), after: undefined };
    },
  }),
);

const releaseUnknown = step("holds.release", ["an unknown hold"], {
  call: ({ holds }) => holds.release("unknown"),
  expected: () => false,
});

function holdWalk(size: number): Walk<AuditHold> {
  return {
    name: "holds.list",
    query: { size },
    page: ({ holds }, cursor) => holds.list({ size, ...(cursor !== undefined && { cursor }) }),
    idOf: ({ hold_id }) => hold_id,
    stored: ({ holds }) => holds,
  };
}

function expectedHolds({ holds }: Model): readonly AuditHold[] {
  return [...holds.values()].sort((a, b) => byCodeUnits(a.created, b.created) || byCodeUnits(a.hold_id, b.hold_id));
}

function listHolds(size: number): Step {
  return listAll(holdWalk, size, ({ created }) => created, expectedHolds);
}

const addAny = anyParts.map(addHold);

const removeAny = fc.tuple(anyReference, anyToday).map((given) => removeAccount(...given));

/** What a hold refuses, and what removes holds. */
const anyRemoval = fc.oneof(removeAny, pruneTransfers, eraseAny);

export const holdSteps: Steps = {
  first: transferSteps.first,
  writes: [addAny, fc.constant(releaseUnknown)],
  reads: transferSteps.reads,
  lists: [
    releaseAny,
    releaseAny,
    anyRemoval,
    anyRemoval,
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.array(fc.oneof(addAny, anyRemoval), { maxLength: 3 }))
      .map(([size, changes]) => walkAmid(holdWalk(size), changes)),
  ],
  finalReads: [listHolds(2), ...transferSteps.finalReads],
};

/** Concurrent holds and removals. Not `prune`, which removes in several steps. */
export const holdRaces: Steps = { ...holdSteps, writes: [addAny, removeAny, eraseAny] };
