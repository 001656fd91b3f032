/** Measures the storages with a thousand to a million accounts. A full run takes a quarter of an hour. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Benchmark, Findings, Ratio, Run, Scale, Table } from "./kit/benchmark.js";
import { digits, duration, quantile, seededRandom } from "./kit/numbers.js";
import { bytesInUse, inProcess, untilIndexed } from "./kit/process.js";
import { accountAt, referenceOf, termOf } from "./kit/records.js";
import { type Directory, fillWith, type Subject, subjects } from "./peers/storages.js";

interface Plan {
  readonly sizes: readonly number[];
  /** An operation is measured for so long, or so often. */
  readonly milliseconds: number;
  readonly samples: number;
  /** Storages that take longer to fill are left out. */
  readonly fillSeconds: number;
}

const plans: Readonly<Record<Scale, Plan>> = {
  full: { sizes: [1_000, 10_000, 100_000, 1_000_000], milliseconds: 2_000, samples: 3_000, fillSeconds: 900 },
  quick: { sizes: [1_000, 10_000], milliseconds: 150, samples: 300, fillSeconds: 20 },
  tiny: { sizes: [20], milliseconds: 5, samples: 3, fillSeconds: 20 },
};

const OPERATIONS = {
  insert: "Insert an account, one after another",
  insertTogether: "Insert accounts, 100 concurrent callers",
  find: "Find an account by its reference id",
  search: "Search by a full name",
} as const;
type Operation = keyof typeof OPERATIONS;
const CALLERS = 100;

/** Nanoseconds, except `perSecond`. */
interface Timing {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly samples: number;
  readonly wrong: number;
}

interface Task {
  readonly name: string;
  readonly size: number;
  readonly folder: string;
  readonly plan: Plan;
}

interface Cell extends Pick<Task, "name" | "size"> {
  readonly title: string;
  readonly settings: string;
  readonly filledPerSecond: number;
  readonly openSeconds: number;
  /** Resident memory of the process after opening, Node included. */
  readonly peakBytes: number;
  readonly memoryPerAccount?: number;
  readonly diskPerAccount?: number;
  readonly timings: Readonly<Record<Operation, Timing>>;
  readonly wrong: readonly string[];
}

/** Accounts that operations insert, by number. */
const FIRST_NEW = { insert: 10_000_000, insertTogether: 11_000_000 };
const now = (): number => Number(process.hrtime.bigint());

/** Prepares call n. A call returns whether its result is right. */
type Prepare = (index: number) => () => Promise<boolean>;

/** Times single calls until the plan is fulfilled, but at least three. */
async function timed(prepare: Prepare, plan: Plan, callers = 1): Promise<Timing> {
  const times: number[] = [];
  let [begun, wrong] = [0, 0];
  const start = now();
  const caller = async (): Promise<void> => {
    while (begun < 3 || (begun < plan.samples * callers && now() - start < plan.milliseconds * 1e6)) {
      begun += 1;
      const call = prepare(begun - 1);
      const before = now();
      if (!(await call())) wrong += 1;
      times.push(now() - before);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const elapsed = callers === 1 ? times.reduce((sum, time) => sum + time, 0) : now() - start;
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { perSecond: (times.length * 1e9) / elapsed, p50, p99, samples: times.length, wrong };
}

function insertAll(directory: Directory, subject: Subject, size: number, seconds: number): Promise<number> {
  return fillWith(subject, size, seconds, async (index) => {
    if (!(await directory.insert(accountAt(index)))) throw new Error("A new id is taken.");
  });
}

/** Stores accounts 0 to size - 1. Returns a reason if it takes too long. */
export async function fill({
  name,
  size,
  folder,
  plan,
}: Task): Promise<{ readonly perSecond: number; readonly bytes: number } | string> {
  const subject = subjects[name] as Subject;
  const { directory, settle, bytes } = await subject.open(folder, true);
  const start = now();
  const stored = await insertAll(directory, subject, size, plan.fillSeconds);
  if (stored < size) return `only ${stored} accounts were stored after ${plan.fillSeconds} s`;
  await settle?.();
  const perSecond = (size * 1e9) / (now() - start);
  const onDisk = await bytes?.();
  await directory.close();
  const files = await Promise.all((await readdir(folder)).map((file) => stat(join(folder, file))));
  return { perSecond, bytes: onDisk ?? files.reduce((sum, file) => sum + file.size, 0) };
}

/** Measures a filled storage, or fills one that is lost when its process ends. */
export async function measureCell(task: Task): Promise<Omit<Cell, "diskPerAccount">> {
  const { name, size, folder, plan } = task;
  const subject = subjects[name] as Subject;
  const before = bytesInUse();
  const start = now();
  const { directory, settings } = await subject.open(folder, false);
  if (subject.keeps === "in memory") await insertAll(directory, subject, size, Number.POSITIVE_INFINITY);
  const isOpen = (await directory.find(referenceOf(0)))?.reference_id === referenceOf(0);
  const openSeconds = (now() - start) / 1e9;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  if (subject.indexesInBackground) await untilIndexed(directory.search);
  const memoryPerAccount = (bytesInUse() - before) / size;
  const timings = await timeOperations(directory, size, plan);
  const wrong = [
    ...(isOpen ? [] : ["a stored account is missing after opening"]),
    ...Object.entries(timings).flatMap(([operation, each]) =>
      each.wrong > 0 ? [`${operation}: ${each.wrong} results`] : [],
    ),
    ...(await missing(subject, directory, task, timings)),
  ];
  const memory = subject.keeps === "on disk" ? {} : { memoryPerAccount };
  const opened = { openSeconds, peakBytes, filledPerSecond: size / openSeconds, ...memory };
  return { name, title: subject.title, size, settings, ...opened, timings, wrong };
}

async function timeOperations(directory: Directory, size: number, plan: Plan): Promise<Cell["timings"]> {
  const random = seededRandom(size);
  const some = Array.from({ length: 1000 }, () => Math.floor(random() * size));
  const wanted = some.map((index) => [referenceOf(index), termOf(index)] as const);
  const at = (index: number) => wanted[index % wanted.length] ?? ["", ""];
  const insert = (index: number) => {
    const account = accountAt(index);
    return () => directory.insert(account);
  };
  // Reading first, while the size is exact.
  const find = await timed((index) => {
    const [id] = at(index);
    return async () => (await directory.find(id))?.reference_id === id;
  }, plan);
  const search = await timed((index) => {
    const [id, term] = at(index);
    return async () => (await directory.search(term)).includes(id);
  }, plan);
  const inserted = await timed((index) => insert(FIRST_NEW.insert + index), plan);
  const insertTogether = await timed((index) => insert(FIRST_NEW.insertTogether + index), plan, CALLERS);
  return { insert: inserted, insertTogether, find, search };
}

/** Compares a sample of acknowledged accounts with what is stored, after closing and opening again. */
async function missing(
  subject: Subject,
  directory: Directory,
  { size, folder }: Task,
  { insert, insertTogether }: Cell["timings"],
) {
  if (subject.keeps !== "in memory") await directory.close();
  const reopened = subject.keeps === "in memory" ? directory : (await subject.open(folder, false)).directory;
  const wrong: string[] = [];
  const ranges = { 0: size, [FIRST_NEW.insert]: insert.samples, [FIRST_NEW.insertTogether]: insertTogether.samples };
  for (const [key, count] of Object.entries(ranges)) {
    const first = Number(key);
    for (let index = first + count - 1; index >= first; index -= Math.ceil(count / 100)) {
      const found = await reopened.find(referenceOf(index));
      if (!isDeepStrictEqual(found, accountAt(index))) wrong.push(`account ${index} is missing or changed`);
    }
  }
  await reopened.close();
  return wrong;
}

async function measure({ scale, progress }: Run): Promise<Findings> {
  execFileSync(process.execPath, [new URL("../scripts/sqlite-driver.mjs", import.meta.url).pathname]);
  const plan = plans[scale];
  const cells: Cell[] = [];
  const leftOut: string[] = [];
  for (const [name, subject] of Object.entries(subjects)) {
    const reason = await subject.unavailable?.();
    if (reason !== undefined) leftOut.push(`${subject.title}: ${reason}`);
    for (const size of reason === undefined ? plan.sizes.filter((each) => each <= (subject.maxSize ?? each)) : []) {
      const what = `${subject.title}, ${digits(size)} accounts`;
      progress(what);
      const cell = await cellOf({ name, size, plan }, subject);
      if (typeof cell === "string") leftOut.push(`${what}: ${cell}`);
      else cells.push(cell);
    }
  }
  return {
    tables: tablesOf(cells, plan, leftOut),
    ratios: ratiosOf(cells, scale === "tiny"),
    wrong: cells.flatMap(({ title, size, wrong }) => wrong.map((line) => `${title}, ${digits(size)}: ${line}`)),
  };
}

/** Fills and measures a storage in two processes, so that neither memory nor caches of the first remain. */
async function cellOf(given: Omit<Task, "folder">, { keeps, remove }: Subject): Promise<Cell | string> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
  const task: Task = { ...given, folder };
  try {
    if (keeps === "in memory") return await inProcess<Cell>(import.meta.url, "measureCell", task);
    const filled = await inProcess<Awaited<ReturnType<typeof fill>>>(import.meta.url, "fill", task);
    if (typeof filled === "string") return filled;
    const cell = await inProcess<Cell>(import.meta.url, "measureCell", task);
    return { ...cell, filledPerSecond: filled.perSecond, diskPerAccount: filled.bytes / task.size };
  } finally {
    await remove?.(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares JSON files and lowdb. No budgets, because each process meets the disk in another state. */
function ratiosOf(cells: readonly Cell[], isTiny: boolean): Findings["ratios"] {
  const of = (name: string): readonly Cell[] => cells.filter((cell) => cell.name === name);
  const [lowdb, small] = [of("lowdb").at(-1) as Cell, of("json-file")[0] as Cell];
  const large = of("json-file").find(({ size }) => size === lowdb.size) as Cell;
  const write = ({ timings }: Cell): number => timings.insert.p50;
  const name = `a write to ${digits(large.size)} accounts: times as`;
  const growth: Ratio = { value: write(large) / write(small), better: "lower", hasNoBudget: true };
  const gain: Ratio = { value: write(lowdb) / write(large), better: "higher", hasNoBudget: true };
  return {
    [`${name} long as to ${digits(small.size)}`]: { ...growth, ...(!isTiny && { atMost: 2 }) },
    [`${name} fast as plain lowdb's`]: { ...gain, ...(!isTiny && { atLeast: 10 }) },
  };
}

function tablesOf(cells: readonly Cell[], { sizes }: Plan, leftOut: readonly string[]): readonly Table[] {
  const bySize = (title: string, text: (cell: Cell) => string): Table => ({
    title,
    columns: ["", ...sizes.map(digits)],
    rows: [...new Set(cells.map(({ title: name }) => name))].map((storage) => [
      storage,
      ...sizes.map((size) => {
        const cell = cells.find((each) => each.title === storage && each.size === size);
        return cell === undefined ? "" : text(cell);
      }),
    ]),
  });
  return [
    { title: "Settings", columns: ["", ""], rows: [...new Map(cells.map(({ title, settings }) => [title, settings]))] },
    ...Object.entries(OPERATIONS).map(([operation, title]) =>
      bySize(`${title}: per second (p50 / p99), by the number of accounts`, ({ timings, wrong }) => {
        const { perSecond, p50, p99, samples } = timings[operation as Operation];
        const few = samples < 30 ? `, ${samples} samples` : "";
        return `${digits(perSecond)} (${duration(p50)} / ${duration(p99)}${few})${wrong.length > 0 ? " WRONG" : ""}`;
      }),
    ),
    bySize("Bytes per account: on disk; in memory", ({ diskPerAccount, memoryPerAccount }) =>
      [diskPerAccount, memoryPerAccount].map((bytes) => (bytes ? digits(Math.round(bytes)) : "–")).join("; "),
    ),
    bySize("Filling: accounts per second; opening; memory of the process", (cell) =>
      [digits(cell.filledPerSecond), duration(cell.openSeconds * 1e9), `${digits(cell.peakBytes / 1e6)} MB`].join("; "),
    ),
    ...(leftOut.length > 0 ? [{ title: "Left out", columns: [""], rows: leftOut.map((line) => [line]) }] : []),
  ];
}

export const benchmark: Benchmark = {
  measures: "Writes, reads, searches, memory and disk space of each storage, by the number of accounts.",
  packages: ["better-sqlite3", "pg", "kysely", "lowdb"],
  measure,
};
