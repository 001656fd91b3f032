/** The operations that are timed, and the look afterwards whether everything acknowledged is there. */
import { seededRandom } from "./random.js";
import { accountAt, alertAt, referenceOf, screeningAt, termOf } from "./storage-records.js";
import { CALLERS, type Operation } from "./storage-results.js";
import type { Directory } from "./storage-subject.js";
import { type Bound, type Task, type Timing, timed, timedTogether } from "./storage-timing.js";

/** Records that an operation adds begin here, so that no two operations add the same. */
const FIRST_NEW = 10_000_000;
const NEW_EACH = 1_000_000;
const CHECKED = 100;
/** First those that change nothing, so that they find as many accounts as were filled in. */
const ORDER: readonly Operation[] = ["find", "search", "insert", "insertTogether", "alert", "screening"];

/** Times each operation, or one. */
export async function timeOperations(
  directory: Directory,
  records: number,
  bound: Bound,
  only: Operation | undefined,
): Promise<Partial<Record<Operation, Timing>>> {
  const random = seededRandom(records);
  const some = Array.from({ length: 1000 }, () => Math.floor(random() * records));
  const ids = some.map(referenceOf);
  const terms = some.map(termOf);
  const taskOf = (operation: Operation): Task => {
    const first = firstOf(operation);
    switch (operation) {
      case "insert":
      case "insertTogether":
        return (index) => {
          const account = accountAt(first + index);
          return () => directory.insert(account);
        };
      case "find":
        return (index) => async () => {
          const id = ids[index % ids.length] ?? "";
          return (await directory.find(id))?.reference_id === id;
        };
      case "search":
        return (index) => async () => {
          const at = index % terms.length;
          return (await directory.search(terms[at] ?? "")).includes(ids[at] ?? "");
        };
      case "alert":
        return (index) => {
          const alert = alertAt(first + index);
          return () => directory.insertAlert(alert);
        };
      case "screening":
        return (index) => {
          const update = screeningAt(first + index);
          return async () => (await directory.screen(update)) === 1;
        };
    }
  };
  const timings: Partial<Record<Operation, Timing>> = {};
  for (const operation of only === undefined ? ORDER : [only]) {
    timings[operation] =
      operation === "insertTogether"
        ? await timedTogether(taskOf(operation), { ...bound, samples: bound.samples * 10 }, CALLERS)
        : await timed(taskOf(operation), bound);
  }
  return timings;
}

/** The number of the first record that the operation adds. */
export function firstOf(operation: Operation): number {
  return FIRST_NEW + NEW_EACH * ORDER.indexOf(operation);
}

/** What is not as it was acknowledged: a sample of every kind, evenly spread, the last ones among them. */
export async function missingRecords(
  directory: Directory,
  records: number,
  timings: Partial<Record<Operation, Timing>>,
): Promise<readonly string[]> {
  const isStored = async (index: number): Promise<boolean> =>
    JSON.stringify(inOrder(await directory.find(referenceOf(index)))) === JSON.stringify(inOrder(accountAt(index)));
  const kinds: readonly (readonly [string, number, number, (index: number) => Promise<boolean>])[] = [
    ["accounts filled in", 0, records, isStored],
    ["inserted accounts", firstOf("insert"), timings.insert?.samples ?? 0, isStored],
    ["accounts inserted together", firstOf("insertTogether"), timings.insertTogether?.samples ?? 0, isStored],
    ["alerts", firstOf("alert"), timings.alert?.samples ?? 0, (index) => directory.hasAlert(alertAt(index).alert_id)],
    [
      "screenings",
      firstOf("screening"),
      timings.screening?.samples ?? 0,
      async (index) => (await directory.screenings(screeningAt(index))) === 1,
    ],
    [
      "accounts that were never stored",
      FIRST_NEW * 9,
      3,
      async (index) => (await directory.find(referenceOf(index))) === undefined,
    ],
  ];
  const wrong: string[] = [];
  for (const [kind, first, count, isRight] of kinds) {
    const step = Math.max(1, Math.floor(count / CHECKED));
    let misses = 0;
    let looks = 0;
    for (let index = count - 1; index >= 0; index -= step) {
      looks += 1;
      if (!(await isRight(first + index))) misses += 1;
    }
    if (misses > 0) wrong.push(`${kind}: ${misses} of ${looks} looked at`);
  }
  return wrong;
}

/** The value with its properties in one order: a database may give them in its own. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, inOrder(part)]));
}
