/** Runs the storage benchmark: each storage with each number of accounts, in folders of its own that are removed again. */
import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcesses, inProcess } from "./storage-process.js";
import { referenceOf } from "./storage-records.js";
import type { Cell, Growth, Loading } from "./storage-results.js";
import type { Subject } from "./storage-subject.js";
import type { Bound } from "./storage-timing.js";

/** How much is measured. */
export interface Plan {
  readonly subjects: readonly Subject[];
  readonly sizesOf: (subject: Subject) => readonly number[];
  /** Sizes of the JSON files that are opened once by a process that does nothing else. */
  readonly loaded: readonly number[];
  readonly bound: Bound;
  /** Of the writes that are compared by turns. */
  readonly turns: Bound;
  /** How long a storage may take to be filled before it is left out. */
  readonly fillSeconds: number;
}

/** What came of it. */
export interface Outcome {
  readonly cells: readonly Cell[];
  readonly loadings: readonly Loading[];
  readonly growth?: Growth;
  readonly leftOut: readonly string[];
  /** What broke; nothing of it may be in the tables. */
  readonly broken: readonly string[];
}

/** From here on a heap may be larger than Node allows by itself on a machine like this. */
const MANY = 300_000;
const LARGE_HEAP_MEGABYTES = 10_000;

/** Does everything in the plan, one thing after the other. Told before each what it is, and which part of all is done. */
export async function run(plan: Plan, progress: (what: string, done: number) => void): Promise<Outcome> {
  const cells: Cell[] = [];
  const loadings: Loading[] = [];
  const leftOut: string[] = [];
  const broken: string[] = [];
  const steps = 1 + plan.subjects.reduce((sum, subject) => sum + sizesIn(plan, subject).length, 0);
  let begun = 0;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    progress(what, begun / steps);
    begun += 1;
    await work().catch((error: unknown) => broken.push(`${what}: ${String(error)}`));
  };
  for (const subject of plan.subjects) {
    const missing = await subject.missing?.();
    if (missing !== undefined) leftOut.push(`${subject.title}: ${missing}`);
    for (const records of missing === undefined ? sizesIn(plan, subject) : []) {
      const what = `${subject.title}, ${records.toLocaleString("en")} accounts`;
      await attempt(what, async () => {
        const { cell, loading, reason } = await runOne(subject, records, plan);
        if (cell !== undefined) cells.push(cell);
        if (loading !== undefined) loadings.push(loading);
        if (reason !== undefined) leftOut.push(`${what}: ${reason}`);
      });
    }
  }
  let growth: Growth | undefined;
  if (plan.subjects.some(isJsonFile)) {
    await attempt("writes by turns", async () => {
      growth = await inFolder((folder) => inProcess("grow", { folder, bound: plan.turns }));
    });
  }
  return { cells, loadings, ...(growth !== undefined && { growth }), leftOut, broken };
}

function sizesIn({ sizesOf, loaded }: Plan, subject: Subject): readonly number[] {
  const sizes = [...sizesOf(subject), ...(isJsonFile(subject) ? loaded : [])];
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function isJsonFile({ group }: Subject): boolean {
  return group === "json-file";
}

interface One {
  readonly cell?: Cell;
  readonly loading?: Loading;
  /** Why there is neither. */
  readonly reason?: string;
}

async function runOne(subject: Subject, records: number, plan: Plan): Promise<One> {
  const { name, title } = subject;
  const { bound } = plan;
  const heap = records > MANY ? LARGE_HEAP_MEGABYTES : undefined;
  return inFolder(async (folder) => {
    const place = { name, records, folder };
    if (subject.keeps === "in memory") {
      const measured = await inProcess("fillAndMeasure", { ...place, bound }, heap);
      return { cell: { name, title, records, ...measured } };
    }
    const filled = await inProcess("fill", { ...place, seconds: plan.fillSeconds }, heap);
    if (typeof filled === "string") return { reason: filled };
    const { perSecond, diskBytes } = filled;
    const isLoaded = isJsonFile(subject) && plan.loaded.includes(records);
    const loading = isLoaded ? await load(subject, records, folder, diskBytes, heap) : undefined;
    const isMeasured = plan.sizesOf(subject).includes(records);
    const measured = isMeasured ? await inProcess("measure", { ...place, bound }, heap) : undefined;
    return {
      ...(loading !== undefined && { loading }),
      ...(measured !== undefined && {
        cell: { name, title, records, perSecond, diskBytesPerRecord: diskBytes / records, ...measured },
      }),
    };
  }, subject);
}

async function load(
  { name, title }: Subject,
  records: number,
  folder: string,
  fileBytes: number,
  heap: number | undefined,
): Promise<Loading> {
  const ids = [0, Math.floor(records / 2), records - 1].map(referenceOf);
  const answer = await inProcess("load", { name, folder, ids }, heap);
  return { title, records, fileBytes, ...answer };
}

async function inFolder<R>(work: (folder: string) => Promise<R>, subject?: Subject): Promise<R> {
  const folder = join(tmpdir(), `vaspkit-bench-${randomBytes(6).toString("hex")}`);
  await mkdir(folder);
  const cleanUp = async (): Promise<void> => {
    await subject?.remove?.(folder);
    await rm(folder, { recursive: true, force: true });
  };
  // Who stops the run finds nothing of it on the disk or the server either.
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    endProcesses();
    stopping = cleanUp().finally(() => process.exit(130));
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(folder);
  } finally {
    // Ended processes are no reason to go on with the next one.
    await stopping;
    process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
    await cleanUp();
  }
}
