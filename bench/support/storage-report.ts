/** What is told of the storages: tables, ratios, and what was wrong. */
import type { Ratio, Table, Target } from "./question.js";
import {
  type Cell,
  type Growth,
  LARGE,
  type Loading,
  type Operation,
  operations,
  type Results,
  SMALL,
} from "./storage-results.js";

const TITLES: Readonly<Record<Operation, string>> = {
  insert: "Insert an account, one after the other",
  insertTogether: "Insert accounts, 100 callers at a time",
  find: "Find an account by its reference id",
  search: "Search by a full name",
  alert: "Record an alert",
  screening: "Save an address with its screening",
};

const BASELINE = "lowdb";
/** With fewer accounts, what a process needs anyway hides what they take in memory. */
const TOLD_FROM = 10_000;

/** Everything that was measured. */
export function tablesOf({ cells, loadings, growth, leftOut }: Results): readonly Table[] {
  const storages = cells.filter(({ timings }) => timings.insert !== undefined);
  return [
    settingsTable(cells),
    ...operations.map((operation) => operationTable(operation, cells)),
    spaceTable(storages),
    openingTable(storages),
    ...(loadings.length > 0 ? [loadingTable(loadings)] : []),
    ...(growth === undefined ? [] : [growthTable(growth)]),
    ...(leftOut.length > 0 ? [{ title: "Left out", columns: [""], rows: leftOut.map((line) => [line]) }] : []),
  ];
}

/** Answers that were not what they must be. */
export function faultsOf({ cells, loadings, growth }: Results): readonly string[] {
  return [
    ...cells.flatMap(({ title, records, wrong }) => wrong.map((line) => `${title}, ${count(records)}: ${line}`)),
    ...loadings.filter(({ isWrong }) => isWrong).map(({ title, records }) => `${title}, ${count(records)}: loading`),
    ...(growth !== undefined && growth.small.wrong + growth.large.wrong + growth.lowdb.wrong > 0 ? ["growth"] : []),
  ];
}

/** A write to a large JSON file beside one to a small file, and beside plain lowdb's; and what opening one takes. */
export function ratiosOf({ growth, loadings }: Results): Readonly<Record<string, Ratio>> {
  const opened = loadings.filter(({ records }) => records === OPENED);
  return {
    ...(growth !== undefined && {
      [GROWN]: { value: growth.large.p50 / growth.small.p50, better: "lower" },
      // lowdb waits for no disk, the JSON file for nothing else: what it is moves with the disk.
      [OF_LOWDB]: { value: growth.lowdb.p50 / growth.large.p50, better: "higher", hasNoBudget: true },
    }),
    ...(opened.length > 0 && {
      [OPENING_TIME]: part(opened.map((each) => each.seconds / MOST_SECONDS)),
      [OPENING_MEMORY]: part(opened.map(({ peakBytes }) => peakBytes / MOST_BYTES)),
    }),
  };
}

/** A time of its own, told as a part of what it may be; its budget is that bound. */
function part(parts: readonly number[]): Ratio {
  return { value: Math.max(...parts), better: "lower", hasNoBudget: true };
}

const OPENED = 200_000;
const MOST_SECONDS = 6;
const MOST_BYTES = 800e6;
const GROWN = `a write to ${count(LARGE)} accounts: times as long as to ${count(SMALL)}`;
const OF_LOWDB = `a write to ${count(LARGE)} accounts: times as fast as plain lowdb's`;
const OPENING_TIME = `opening ${count(OPENED)} accounts: part of ${MOST_SECONDS} s`;
const OPENING_MEMORY = `opening ${count(OPENED)} accounts: part of ${MOST_BYTES / 1e6} MB`;

export const storageTargets: readonly Target[] = [
  { ratio: GROWN, atMost: 1.5 },
  { ratio: OF_LOWDB, atLeast: 50 },
  { ratio: OPENING_TIME, atMost: 1, of: "full" },
  { ratio: OPENING_MEMORY, atMost: 1, of: "full" },
];

function growthTable(growth: Growth): Table {
  const rows = [
    [`JSON file, ${count(SMALL)} accounts`, growth.small],
    [`JSON file, ${count(LARGE)} accounts`, growth.large],
    [`plain lowdb, ${count(LARGE)} accounts`, growth.lowdb],
  ] as const;
  return {
    title: "Acknowledged writes, small and large JSON file by turns, then lowdb",
    columns: ["", "p50", "writes"],
    rows: rows.map(([name, { p50, samples }]) => [name, milliseconds(p50), samples]),
  };
}

function operationTable(operation: Operation, cells: readonly Cell[]): Table {
  const sizes = sizesOf(cells);
  const baseSize = cells.findLast(({ name, timings }) => name === BASELINE && timings[operation])?.records;
  const of = (name: string, records: number | undefined): Cell | undefined =>
    cells.find((cell) => cell.name === name && cell.records === records);
  const base = of(BASELINE, baseSize)?.timings[operation]?.perSecond;
  const rows = namesOf(cells).map(([name, title]) => {
    const own = of(name, baseSize)?.timings[operation]?.perSecond;
    const ratio = own === undefined || base === undefined ? "" : times(own / base);
    return [title, ...sizes.map((records) => cellText(of(name, records), operation)), ratio];
  });
  const last = baseSize === undefined ? "of lowdb's" : `of lowdb's at ${count(baseSize)}`;
  const filled = rows.filter(([, ...texts]) => texts.some((text) => text !== ""));
  return {
    title: `${TITLES[operation]}: a second (p50 / p99), by the number of accounts`,
    columns: ["", ...sizes.map(count), last],
    rows: filled,
  };
}

function cellText(cell: Cell | undefined, operation: Operation): string {
  const timing = cell?.timings[operation];
  if (cell === undefined || timing === undefined) return "";
  const few = timing.samples < 30 ? `, ${timing.samples} samples` : "";
  const mark = cell.wrong.length > 0 ? " WRONG" : "";
  return `${count(timing.perSecond)} (${milliseconds(timing.p50)} / ${milliseconds(timing.p99)}${few})${mark}`;
}

function spaceTable(cells: readonly Cell[]): Table {
  return bySize(
    "Bytes per account: on disk; in memory",
    cells,
    ({ records, diskBytesPerRecord, memoryBytesPerRecord }) => {
      const disk = diskBytesPerRecord === undefined ? "–" : count(diskBytesPerRecord);
      return `${disk}; ${memoryBytesPerRecord === undefined || records < TOLD_FROM ? "–" : count(memoryBytesPerRecord)}`;
    },
  );
}

function openingTable(cells: readonly Cell[]): Table {
  return bySize("Filling: accounts a second; opening, and the first search after it: seconds", cells, (cell) => {
    return `${count(cell.perSecond)}; ${cell.openSeconds.toFixed(2)} s; ${cell.firstSearchSeconds.toFixed(2)} s`;
  });
}

function bySize(title: string, cells: readonly Cell[], text: (cell: Cell) => string): Table {
  const sizes = sizesOf(cells);
  const rows = namesOf(cells).map(([name, storage]) => [
    storage,
    ...sizes.map((records) => {
      const cell = cells.find((one) => one.name === name && one.records === records);
      return cell === undefined ? "" : text(cell);
    }),
  ]);
  return { title, columns: ["", ...sizes.map(count)], rows };
}

function loadingTable(loadings: readonly Loading[]): Table {
  const rows = loadings.map((loading) => [
    loading.title,
    count(loading.records),
    megabytes(loading.fileBytes),
    seconds(loading),
    megabytes(loading.peakBytes),
    megabytes(loading.bareBytes),
  ]);
  return {
    title: "Opening a JSON file, in a process of its own",
    columns: ["", "accounts", "file", "time to open", "peak memory of the process", "before opening"],
    rows,
  };
}

function settingsTable(cells: readonly Cell[]): Table {
  const medians = cells.map(({ sync }) => sync.p50).sort((a, b) => a - b);
  const at = (place: number): string => milliseconds(medians[Math.floor((medians.length - 1) * place)] ?? Number.NaN);
  return {
    title: `A bare append of 4 KB and fsync takes ${at(0.5)} here (median of the medians beside each row; ${at(0)} to ${at(1)})`,
    columns: ["", "how it is set"],
    rows: [...new Map(cells.map(({ title, settings }) => [title, settings]))],
  };
}

function sizesOf(cells: readonly Cell[]): readonly number[] {
  return [...new Set(cells.map(({ records }) => records))].sort((a, b) => a - b);
}

function namesOf(cells: readonly Cell[]): readonly (readonly [string, string])[] {
  return [...new Map(cells.map(({ name, title }) => [name, title]))];
}

function count(value: number): string {
  if (value < 10) return value.toPrecision(2);
  return Math.round(Number(value.toPrecision(value < 100_000 ? 4 : 3))).toLocaleString("en");
}

/** Three digits at most: more would be noise. */
function milliseconds(value: number): string {
  if (value < 1) return `${Number((value * 1000).toPrecision(2))} µs`;
  return `${Number(value.toPrecision(value < 100 ? 2 : 3)).toLocaleString("en")} ms`;
}

function seconds({ seconds: value }: Loading): string {
  return `${value.toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
}

function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : count(ratio)} ×`;
}
