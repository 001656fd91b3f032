/** The charts of storage.bench.ts. */
import type { Cell, Results } from "./storage-results.js";
import { barChart } from "./svg-bars.js";
import { lineChart, type Series } from "./svg-lines.js";

/** The same storage has the same colour in every chart. The encrypted file and the scan share one and never meet. */
const INKS: Readonly<Record<string, number>> = {
  "json-file": 0,
  "json-file-encrypted": 1,
  scan: 1,
  sqlite: 2,
  pglite: 3,
  postgresql: 4,
  lowdb: 5,
  memory: 6,
};

/** The median time of a search over the number of accounts: with an index, and without one. */
export function searchChart({ cells, machine }: Results): string {
  // Once it is open, the encrypted file is searched as the other one is.
  const others = cells.filter(({ name }) => name !== "json-file-encrypted");
  const series = seriesOf(others, ({ timings }) => timings.search?.p50);
  return lineChart({
    title: "Time of a search by a full name, median",
    subtitle: "Lower is better. The linear scan looks at every account's folded texts.",
    description: `Median milliseconds of a search by a full name, over the number of accounts stored. ${ends(series, milliseconds)} ${machine}`,
    xTitle: "accounts stored",
    yTitle: "milliseconds",
    tick: (value) => value.toLocaleString("en", { maximumSignificantDigits: 1 }),
    label: milliseconds,
    series,
  });
}

/** Acknowledged writes a second over the number of accounts. */
export function writesChart({ cells, machine }: Results): string {
  // What ends with the process acknowledges nothing that lasts.
  const lasting = cells.filter(({ name }) => name !== "memory");
  const series = seriesOf(lasting, ({ timings }) => timings.insert?.perSecond);
  return lineChart({
    title: "Acknowledged writes a second, one caller",
    subtitle: "Higher is better. Each write waits for the one before it and, unless said, for the disk (fsync).",
    description: `Accounts inserted a second by one caller who waits for each, over the number of accounts stored. ${ends(series, perSecond)} ${machine}`,
    xTitle: "accounts stored before",
    yTitle: "accounts a second",
    tick: perSecond,
    label: (value) => `${perSecond(value)}/s`,
    series,
  });
}

function seriesOf(cells: readonly Cell[], value: (cell: Cell) => number | undefined): readonly Series[] {
  return namesOf(cells)
    .map(([name, title]): Series => {
      const own = cells.filter((cell) => cell.name === name).map((cell) => [cell.records, value(cell)] as const);
      const points = own.flatMap(([records, y]): [number, number][] => (y === undefined ? [] : [[records, y]]));
      return { name: title, ink: INKS[name] ?? 0, points };
    })
    .filter(({ points }) => points.length > 0);
}

/** Bytes on disk and in memory for each account. */
export function bytesChart({ cells: all, machine }: Results): string {
  const cells = all.filter(({ timings }) => timings.insert !== undefined);
  const size = largestShared(cells);
  const bars = cells
    .filter(({ records }) => records === size)
    .flatMap(({ title, diskBytesPerRecord: disk, memoryBytesPerRecord: memory }) => [
      ...(disk === undefined ? [] : [bar(title, disk, "on disk", 0)]),
      ...(memory === undefined ? [] : [bar(disk === undefined ? title : "", memory, "in memory", 1)]),
    ]);
  const accounts = size.toLocaleString("en");
  const said = bars.map(({ name, label }) => `${name} ${label}`.trim()).join(", ");
  return barChart({
    title: "Bytes for each account",
    subtitle: `With ${accounts} accounts. On disk with all indexes; in memory while the storage is open. Less is better.`,
    description: `Bytes for each of ${accounts} accounts: ${said}. ${machine}`,
    xTitle: "bytes",
    bars,
  });
}

function bar(name: string, bytes: number, where: string, kind: number) {
  return { name, value: bytes, label: `${perSecond(bytes)} ${where}`, kind };
}

/** The largest number of accounts that every storage was measured with. */
function largestShared(cells: readonly Cell[]): number {
  const sizes = namesOf(cells).map(([name]) =>
    Math.max(...cells.filter((cell) => cell.name === name).map(({ records }) => records)),
  );
  return Math.min(...sizes);
}

function namesOf(cells: readonly Cell[]): readonly (readonly [string, string])[] {
  return [...new Map(cells.map(({ name, title }) => [name, title]))];
}

function ends(series: readonly Series[], text: (value: number) => string): string {
  const said = series.map(({ name, points }) => {
    const [x, y] = points.at(-1) ?? [0, 0];
    return `${name}: ${text(y)} at ${x.toLocaleString("en")}`;
  });
  return `${said.join("; ")}.`;
}

function perSecond(value: number): string {
  return value < 10
    ? String(Number(value.toPrecision(2)))
    : Math.round(Number(value.toPrecision(3))).toLocaleString("en");
}

function milliseconds(value: number): string {
  return `${Number(value.toPrecision(2)).toLocaleString("en", { maximumSignificantDigits: 2 })} ms`;
}
