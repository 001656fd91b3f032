/** Whether the cost of an acknowledged write grows with the directory, and how many times lowdb's speed it has. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { firstOf } from "./storage-operations.js";
import { fill } from "./storage-phases.js";
import { accountAt, referenceOf } from "./storage-records.js";
import { type Growth, LARGE, SMALL } from "./storage-results.js";
import type { Directory } from "./storage-subject.js";
import { subjectOf } from "./storage-subjects.js";
import { type Bound, now, summary, type Task, type Timing, timed } from "./storage-timing.js";

/** Writes to a small and to a large JSON file by turns, so that both see the same disk; then to lowdb of the large size. */
export async function grow(folder: string, bound: Bound): Promise<Growth> {
  const small = await filled("json-file", SMALL, join(folder, "small"));
  const large = await filled("json-file", LARGE, join(folder, "large"));
  const inSmall = timesOf(small);
  const inLarge = timesOf(large);
  await timed((index) => {
    const first = inSmall.task(index);
    const second = inLarge.task(index);
    return async () => (await first()) && (await second());
  }, bound);
  await small.close();
  await large.close();
  const lowdb = await filled("lowdb", LARGE, join(folder, "lowdb"));
  const inLowdb = timesOf(lowdb);
  await timed(inLowdb.task, bound);
  await lowdb.close();
  return { small: inSmall.timing(), large: inLarge.timing(), lowdb: inLowdb.timing() };
}

function timesOf(directory: Directory): { readonly task: Task; readonly timing: () => Timing } {
  const times: number[] = [];
  let wrong = 0;
  return {
    task: (index) => {
      const account = accountAt(firstOf("insert") + index);
      return async () => {
        const before = now();
        const isRight = await directory.insert(account);
        times.push(now() - before);
        if (!isRight) wrong += 1;
        return isRight;
      };
    },
    timing: () => ({ ...summary(times), perSecond: 1000 / (summary(times).p50 || 1), wrong }),
  };
}

async function filled(name: string, records: number, folder: string): Promise<Directory> {
  const subject = subjectOf(name);
  await mkdir(folder);
  const outcome = await fill(subject, records, folder, 600);
  if (typeof outcome === "string") throw new Error(outcome);
  const { directory } = await subject.open(folder, "measuring");
  await directory.find(referenceOf(0));
  return directory;
}
