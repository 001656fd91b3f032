/** The results of the storage benchmark as Markdown tables, and the targets that they miss. */
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

/** Everything, ready to be put into the docs. */
export function report(results: Results): string {
  const { machine, versions, cells, loadings, growth, leftOut, isQuick } = results;
  const head = [
    `${machine}${isQuick ? "; quick run" : ""}`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
    syncLine(cells),
  ];
  const storages = cells.filter(({ timings }) => timings.insert !== undefined);
  const tables = operations.map((operation) => operationTable(operation, cells));
  return [
    head.join("\n"),
    settingsList(cells),
    ...tables,
    spaceTable(storages),
    openingTable(storages),
    ...(loadings.length > 0 ? [loadingTable(loadings)] : []),
    ...(growth === undefined ? [] : [growthLines(growth)]),
    ...leftOut.map((line) => `Left out: ${line}.`),
    ...faultsOf(results).map((line) => `WRONG: ${line}.`),
  ].join("\n\n");
}

/** Answers that were not what they must be. */
export function faultsOf({ cells, loadings, growth }: Results): readonly string[] {
  return [
    ...cells.flatMap(({ title, records, wrong }) => wrong.map((line) => `${title}, ${count(records)}: ${line}`)),
    ...loadings.filter(({ isWrong }) => isWrong).map(({ title, records }) => `${title}, ${count(records)}: loading`),
    ...(growth !== undefined && growth.small.wrong + growth.large.wrong + growth.lowdb.wrong > 0 ? ["growth"] : []),
  ];
}

/** The targets that were missed. */
export function missesOf({ growth, loadings }: Results): readonly string[] {
  const slow = loadings
    .filter(({ records, seconds, peakBytes }) => records === 200_000 && (seconds > 6 || peakBytes > 800e6))
    .map((loading) => `${loading.title}: opening 200,000 accounts takes ${seconds(loading)}, more than 6 s or 800 MB`);
  if (growth === undefined) return ["writes to the JSON file were not compared", ...slow];
  const { grown, ofLowdb } = ratios(growth);
  return [
    ...(grown > 1.5
      ? [`a write at ${count(LARGE)} accounts takes ${times(grown)} that at ${count(SMALL)}, more than 1.5`]
      : []),
    ...(ofLowdb < 50 ? [`a write is ${times(ofLowdb)} as fast as plain lowdb's, less than 50`] : []),
    ...slow,
  ];
}

function ratios({ small, large, lowdb }: Growth): { readonly grown: number; readonly ofLowdb: number } {
  return { grown: large.p50 / small.p50, ofLowdb: lowdb.p50 / large.p50 };
}

function growthLines(growth: Growth): string {
  const { grown, ofLowdb } = ratios(growth);
  return [
    "**Acknowledged writes to the JSON file, small and large directory by turns**\n",
    `- p50 at ${count(SMALL)} accounts ${milliseconds(growth.small.p50)}, at ${count(LARGE)} ${milliseconds(growth.large.p50)}: ${times(grown)} (target: at most 1.5)`,
    `- plain lowdb at ${count(LARGE)}: ${milliseconds(growth.lowdb.p50)} (${growth.lowdb.samples} writes), so the JSON file is ${times(ofLowdb)} as fast (target: at least 50)`,
  ].join("\n");
}

function operationTable(operation: Operation, cells: readonly Cell[]): string {
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
  return `**${TITLES[operation]}**: a second (p50 / p99)\n\n${markdown(["storage", ...sizes.map(count), last], filled)}`;
}

function cellText(cell: Cell | undefined, operation: Operation): string {
  const timing = cell?.timings[operation];
  if (cell === undefined || timing === undefined) return "";
  const few = timing.samples < 30 ? `, ${timing.samples} samples` : "";
  const mark = cell.wrong.length > 0 ? " WRONG" : "";
  return `${count(timing.perSecond)} (${milliseconds(timing.p50)} / ${milliseconds(timing.p99)}${few})${mark}`;
}

function spaceTable(cells: readonly Cell[]): string {
  return bySize(
    "**Bytes per account**: on disk; in memory",
    cells,
    ({ records, diskBytesPerRecord, memoryBytesPerRecord }) => {
      const disk = diskBytesPerRecord === undefined ? "–" : count(diskBytesPerRecord);
      return `${disk}; ${memoryBytesPerRecord === undefined || records < TOLD_FROM ? "–" : count(memoryBytesPerRecord)}`;
    },
  );
}

function openingTable(cells: readonly Cell[]): string {
  return bySize(
    "**Filling**: accounts a second; **opening** and the **first search** after it: seconds",
    cells,
    (cell) => {
      return `${count(cell.perSecond)}; ${cell.openSeconds.toFixed(2)} s; ${cell.firstSearchSeconds.toFixed(2)} s`;
    },
  );
}

function bySize(title: string, cells: readonly Cell[], text: (cell: Cell) => string): string {
  const sizes = sizesOf(cells);
  const rows = namesOf(cells).map(([name, storage]) => [
    storage,
    ...sizes.map((records) => {
      const cell = cells.find((one) => one.name === name && one.records === records);
      return cell === undefined ? "" : text(cell);
    }),
  ]);
  return `${title}\n\n${markdown(["storage", ...sizes.map(count)], rows)}`;
}

function loadingTable(loadings: readonly Loading[]): string {
  const rows = loadings.map((loading) => [
    loading.title,
    count(loading.records),
    megabytes(loading.fileBytes),
    seconds(loading),
    megabytes(loading.peakBytes),
    megabytes(loading.bareBytes),
  ]);
  const head = ["storage", "accounts", "file", "time to open", "peak memory of the process", "before opening"];
  return `**Opening a JSON file, in a process of its own**\n\n${markdown(head, rows)}`;
}

function syncLine(cells: readonly Cell[]): string {
  const medians = cells.map(({ sync }) => sync.p50).sort((a, b) => a - b);
  const at = (part: number): string => milliseconds(medians[Math.floor((medians.length - 1) * part)] ?? Number.NaN);
  return `reference: a bare append of 4 KB and fsync takes ${at(0.5)} (median of the medians beside each row; ${at(0)} to ${at(1)})`;
}

function settingsList(cells: readonly Cell[]): string {
  const lines = new Map(cells.map(({ title, settings }) => [title, `- ${title}: ${settings}`]));
  return [...lines.values()].join("\n");
}

function sizesOf(cells: readonly Cell[]): readonly number[] {
  return [...new Set(cells.map(({ records }) => records))].sort((a, b) => a - b);
}

function namesOf(cells: readonly Cell[]): readonly (readonly [string, string])[] {
  return [...new Map(cells.map(({ name, title }) => [name, title]))];
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, column) => Math.max(3, text.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
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
