/** The repository of holds, and what other repositories ask of them. */
import { type AuditHold, type HoldSubject, lastDayOf } from "../../../domain/audit/hold.js";
import { bare } from "../../../domain/own.js";
import { compareText } from "../../../domain/text.js";
import type { AuditRecording } from "../../../ports/audit.js";
import { accounts, heldOf, holds, subjectPart, transfers } from "../../../ports/collections.js";
import type { HoldRepository } from "../../../ports/holds.js";
import type { Change, Condition, KeyRead, RangeRead, Removal, Row } from "../../../ports/storage-engine.js";
import { keptCopyOf } from "../copy.js";
import { ifExpected, type Plan } from "./perform.js";
import { cursorPage, findRecord, type Session } from "./session.js";

/** Returns the repository. */
export function holdRepository(session: Session): HoldRepository {
  const { whileOpen } = session;
  return {
    add: (hold, recording) => whileOpen(() => add(session, keptCopyOf(hold), recording)),
    find: (hold_id) => whileOpen(() => findRecord(session, holds, holds.at(hold_id))),
    release: (hold_id, recording) => whileOpen(() => release(session, hold_id, recording)),
    list: (query) =>
      whileOpen(() => {
        const listing = {
          name: "holds",
          range: { collection: holds.name, index: "created" },
          timeOf: (row: Row) => holds.recordOf(row).created,
          itemsOf: holds.recordsOf,
        };
        return cursorPage(session, listing, bare(query));
      }),
  };
}

/** The condition of a record on which a hold is in force. */
export function inForce(today: string): Condition {
  return ["held", ">=", today];
}

/** Returns the later of some last days; "" without one. */
export function lastOf(days: readonly string[]): string {
  return [...days].sort(compareText).at(-1) ?? "";
}

/** Returns the removals of the holds on records that are removed: most have none. */
export function holdRemovals(rows: readonly (readonly [subject: HoldSubject, row: Row])[]): readonly Removal[] {
  const subjects = rows.filter(([, row]) => heldOf(row) !== "").map(([subject]) => subject);
  return subjects.map((subject) => ({ collection: holds.name, where: [ofSubject(subject)] }));
}

function ofSubject(subject: HoldSubject) {
  return ["subject", "=", subjectPart(subject)] as const;
}

function recordAt({ kind, id }: HoldSubject): KeyRead {
  return (kind === "account" ? accounts : transfers).at(id);
}

function setHeld({ subject }: AuditHold, row: Row, held: string): Change {
  return { ...recordAt(subject), expect: [["version", "=", row.version]], set: { held } };
}

/** A hold on a transfer also touches its accounts, so that a concurrent removal of one sees it. */
async function add(
  { read, run }: Session,
  hold: AuditHold,
  recording: AuditRecording | undefined,
): Promise<"held" | "unknown_subject"> {
  const { subject } = hold;
  const [found] = subject.kind === "account" ? [] : await read([recordAt(subject)]);
  const touched = (transfers.recordOf(found?.rows.at(0))?.accounts ?? []).map((id) => accounts.at(id));
  const plan: Plan<"held" | "unknown_subject"> = {
    reads: [recordAt(subject), ...touched],
    run: ([row, ...others]) => {
      if (row === undefined) return { result: "unknown_subject" };
      const touches = touched.flatMap((at, index): Change[] =>
        others[index] === undefined ? [] : [{ ...at, expect: "present", set: { touched: 1 } }],
      );
      const held = lastOf([heldOf(row), lastDayOf(hold)]);
      return { result: "held", changes: [...touches, setHeld(hold, row, held), holds.put(hold, undefined)] };
    },
  };
  return run(plan, recording);
}

/** Removes the hold, and computes the last day of the others. It begins again if one of them changed meanwhile. */
async function release(
  { read, run }: Session,
  hold_id: string,
  recording: AuditRecording | undefined,
): Promise<boolean> {
  for (;;) {
    const [stored] = await read([holds.at(hold_id)]);
    const hold = holds.recordOf(stored?.rows.at(0));
    if (hold === undefined) return false;
    const where = [ofSubject(hold.subject)];
    const all: RangeRead = { collection: holds.name, index: "subject", where };
    const [subject, found] = await read([recordAt(hold.subject), all]);
    const [row, rows] = [subject?.rows.at(0), found?.rows ?? []];
    const others = holds.recordsOf(rows).filter((each) => each.hold_id !== hold_id);
    const changes: readonly Change[] = [
      ...(row === undefined ? [] : [setHeld(hold, row, lastOf(others.map(lastDayOf)))]),
      { ...holds.at(hold_id), expect: "present", remove: true },
    ];
    if (await run(ifExpected(changes), recording)) return true;
  }
}
