/** What full runs found, kept as JSON, and the charts that are drawn of it. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { drawn } from "../chart.js";
import type { Findings } from "../question.js";

/** What was found on one question. */
export interface Result extends Pick<Findings, "tables" | "ratios" | "charts"> {
  readonly asks: string;
  /** The day, as YYYY-MM-DD. */
  readonly measured: string;
  readonly machine: string;
  readonly packages: string;
}

/** By the name of the question. */
export type Results = Readonly<Record<string, Result>>;

/** What is in the file; no file: nothing. */
export async function readResults(file: URL): Promise<Results> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  // Only keepResults writes it.
  return text === undefined ? {} : (JSON.parse(text) as Results);
}

/** Puts the results in the place of older ones on the same questions; those on questions that are no more go. */
export async function keepResults(file: URL, fresh: Results, names: readonly string[]): Promise<Results> {
  const all = { ...(await readResults(file)), ...fresh };
  const known = Object.entries(all).filter(([name]) => names.includes(name));
  const results = Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
  await mkdir(new URL(".", file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`);
  return results;
}

/** Draws all charts into the folder, and says which. */
export async function drawCharts(folder: URL, results: Results): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const charts = Object.values(results).flatMap(({ charts = {} }) => Object.entries(charts));
  for (const [name, chart] of charts) await writeFile(new URL(`${name}.svg`, folder), drawn(chart));
  return charts.map(([name]) => name);
}
