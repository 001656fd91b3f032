/** The charts of storage.bench.ts. */

import type { Chart } from "./chart.js";
import type { Cell, Results } from "./storage-results.js";
import type { Series } from "./svg-lines.js";

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
export function searchChart({ cells }: Results): Chart {
  // Once it is open, the encrypted file is searched as the other one is.
  const others = cells.filter(({ name }) => name !== "json-file-encrypted");
  const series = seriesOf(others, ({ timings }) => timings.search?.p50, milliseconds);
  return {
    kind: "lines",
    title: `How long does a search by a full name take? ${answer(series)}`,
    subtitle: "Medians; lower is better. The linear scan looks at every account's folded texts.",
    description: `Median milliseconds of a search by a full name, over the number of accounts stored. ${ends(series)}`,
    xTitle: "accounts stored",
    yTitle: "milliseconds",
    series,
  };
}

/** Acknowledged writes a second over the number of accounts. */
export function writesChart({ cells }: Results): Chart {
  // What ends with the process acknowledges nothing that lasts.
  const lasting = cells.filter(({ name }) => name !== "memory");
  const series = seriesOf(
    lasting,
    ({ timings }) => timings.insert?.perSecond,
    (value) => `${perSecond(value)}/s`,
  );
  return {
    kind: "lines",
    title: `How many writes a second last? ${answer(series)}`,
    subtitle:
      "One caller; higher is better. Each write waits for the one before it and, unless said, for the disk (fsync).",
    description: `Accounts inserted a second by one caller who waits for each, over the number of accounts stored. ${ends(series)}`,
    xTitle: "accounts stored before",
    yTitle: "accounts a second",
    series,
  };
}

function seriesOf(
  cells: readonly Cell[],
  value: (cell: Cell) => number | undefined,
  text: (value: number) => string,
): readonly Series[] {
  return namesOf(cells)
    .map(([name, title]): Series => {
      const own = cells.filter((cell) => cell.name === name).map((cell) => [cell.records, value(cell)] as const);
      const points = own.flatMap(([records, y]): [number, number][] => (y === undefined ? [] : [[records, y]]));
      return { name: title, ink: INKS[name] ?? 0, label: text(points.at(-1)?.[1] ?? 0), points };
    })
    .filter(({ points }) => points.length > 0);
}

/** Bytes on disk and in memory for each account. */
export function bytesChart({ cells: all }: Results): Chart {
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
  return {
    kind: "bars",
    title: "What does an account take, on disk and in memory?",
    subtitle: `With ${accounts} accounts. On disk with all indexes; in memory while the storage is open. Less is better.`,
    description: `Bytes for each of ${accounts} accounts: ${said}.`,
    xTitle: "bytes",
    bars,
  };
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

/** Of the storage that most begin with, at its largest size. */
function answer(series: readonly Series[]): string {
  const [own] = series.filter(({ ink }) => ink === INKS["json-file"]);
  if (own === undefined) return "";
  return `${own.name}: ${own.label} with ${(own.points.at(-1)?.[0] ?? 0).toLocaleString("en")} accounts`;
}

function ends(series: readonly Series[]): string {
  const said = series.map(({ name, label, points }) => {
    const [x] = points.at(-1) ?? [0];
    return `${name}: ${label} at ${x.toLocaleString("en")}`;
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
