/** What happens in the processes of the storage benchmark: filling a directory, and measuring it in another one. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { missingRecords, timeOperations } from "./storage-operations.js";
import { accountAt, referenceOf, termOf } from "./storage-records.js";
import type { Filled, Measured } from "./storage-results.js";
import type { Directory, OpenSubject, Subject } from "./storage-subject.js";
import { type Bound, now, timedSync } from "./storage-timing.js";

/** Nothing matches it, and an index that is complete says so at once. */
const NOT_THERE = "\u{10ffff}\u{10ffff}";
const INDEXED_MILLISECONDS = 0.2;
const MOST_SEARCHES = 1_000;

/** Puts accounts 0 to `records` - 1 in, by as many callers as serve it best. A text as the answer says why it is not full. */
export async function fill(
  subject: Subject,
  records: number,
  folder: string,
  seconds: number,
): Promise<Filled | string> {
  const { directory, settle, bytes } = await subject.open(folder, "filling");
  const start = now();
  const filled = await fillOpen(directory, subject, records, start + seconds * 1000);
  if (filled < records) return `only ${filled} accounts were in after ${seconds} s`;
  await settle?.();
  const elapsed = now() - start;
  const told = await bytes?.();
  await directory.close();
  return { perSecond: (records * 1000) / elapsed, diskBytes: told ?? (await fileBytes(folder)) };
}

/** What the files in the folder take. */
async function fileBytes(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function fillOpen(directory: Directory, { fillers }: Subject, records: number, end: number): Promise<number> {
  let next = 0;
  const filler = async (): Promise<void> => {
    while (next < records && now() < end) {
      const index = next;
      next += 1;
      if (!(await directory.insert(accountAt(index)))) throw new Error("a fresh id is said to be taken");
    }
  };
  await Promise.all(Array.from({ length: fillers }, filler));
  return next;
}

/** Times every operation on the full directory in `folder`. */
export async function measure(subject: Subject, records: number, folder: string, bound: Bound): Promise<Measured> {
  const before = await memoryWithoutRecords(subject, folder);
  const start = now();
  const open = await subject.open(folder, "measuring");
  const isOpen = (await open.directory.find(referenceOf(0)))?.reference_id === referenceOf(0);
  const openSeconds = (now() - start) / 1000;
  const firstSearchSeconds = await searchUntilIndexed(subject, open.directory);
  const memoryBytesPerRecord = (memoryInUse() - before) / records;
  return measureOpen(subject, records, folder, bound, open, {
    openSeconds,
    firstSearchSeconds,
    ...(subject.keeps !== "on disk" && { memoryBytesPerRecord }),
    wrong: isOpen ? [] : ["what was stored is not there"],
  });
}

/** The same of one that lives in memory only: filled here. Answers how many a second it was filled with, too. */
export async function fillAndMeasure(
  subject: Subject,
  records: number,
  folder: string,
  bound: Bound,
): Promise<Measured & { readonly perSecond: number }> {
  const before = await memoryWithoutRecords(subject, folder);
  const open = await subject.open(folder, "measuring");
  const start = now();
  await fillOpen(open.directory, subject, records, Number.POSITIVE_INFINITY);
  const perSecond = (records * 1000) / (now() - start);
  const firstSearchSeconds = await searchUntilIndexed(subject, open.directory);
  const memoryBytesPerRecord = (memoryInUse() - before) / records;
  const found = { openSeconds: 0, firstSearchSeconds, memoryBytesPerRecord, wrong: [] };
  return { ...(await measureOpen(subject, records, folder, bound, open, found)), perSecond };
}

/**
 * What is timed later is the search of a process that has been up for a while. How long the very first one took, in
 * seconds, is the answer.
 */
async function searchUntilIndexed({ indexesWhileSearching }: Subject, directory: Directory): Promise<number> {
  const start = now();
  await directory.search(termOf(0));
  const first = now() - start;
  let latest = indexesWhileSearching ? first : 0;
  for (let searches = 0; latest > INDEXED_MILLISECONDS && searches < MOST_SEARCHES; searches += 1) {
    const before = now();
    await directory.search(NOT_THERE);
    latest = now() - before;
  }
  return first / 1000;
}

/** What the process needs with everything loaded that records need, but none of them. */
async function memoryWithoutRecords(subject: Subject, folder: string): Promise<number> {
  if (subject.keeps === "on disk") return 0;
  const other = await mkdtemp(join(folder, "empty-"));
  const { directory } = await subject.open(other, "measuring");
  await directory.insert(accountAt(0));
  await directory.close();
  await rm(other, { recursive: true });
  return memoryInUse();
}

async function measureOpen(
  subject: Subject,
  records: number,
  folder: string,
  bound: Bound,
  { directory, settings }: OpenSubject,
  found: Pick<Measured, "openSeconds" | "firstSearchSeconds" | "memoryBytesPerRecord" | "wrong">,
): Promise<Measured> {
  const sync = await timedSync(folder, { milliseconds: bound.milliseconds / 4, samples: 500 });
  const timings = await timeOperations(directory, records, bound, subject.only);
  const wrong = Object.entries(timings)
    .filter(([, timing]) => timing.wrong > 0)
    .map(([operation, timing]) => `${operation}: ${timing.wrong} of ${timing.samples} answers`);
  const after = { ...found, settings, timings, sync };
  if (subject.keeps === "in memory") {
    const missing = await missingRecords(directory, records, timings);
    await directory.close();
    return { ...after, wrong: [...found.wrong, ...wrong, ...missing] };
  }
  // Closed and opened again, so that only what has reached the disk counts.
  await directory.close();
  const again = await subject.open(folder, "measuring");
  const missing = await missingRecords(again.directory, records, timings);
  await again.directory.close();
  return { ...after, wrong: [...found.wrong, ...wrong, ...missing] };
}

/** Heap and buffers in use, once what is not needed is collected. */
function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
