/** Draws the charts of the docs from kept results. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type SearchFigures, termsChart } from "./chart-search.js";
import { bytesChart, searchChart, writesChart } from "./chart-storage.js";
import type { Results } from "./storage-results.js";

const FOLDER = new URL("../../docs/charts/", import.meta.url);

/** Writes docs/charts/*.svg: those of the results in the first file, and that of search.bench.ts in the second. */
export async function drawCharts(storagePath: string | undefined, searchPath: string | undefined): Promise<void> {
  if (storagePath === undefined && searchPath === undefined) {
    throw new Error("--charts needs results that were kept: --json FILE, --search FILE");
  }
  await mkdir(FOLDER, { recursive: true });
  // Both files are what the two programs themselves wrote.
  if (storagePath !== undefined) {
    const results = JSON.parse(await readFile(storagePath, "utf8")) as Results;
    await put("writes.svg", writesChart(results));
    await put("search.svg", searchChart(results));
    await put("bytes.svg", bytesChart(results));
  }
  if (searchPath !== undefined) {
    const figures = JSON.parse(await readFile(searchPath, "utf8")) as SearchFigures;
    await put("search-terms.svg", termsChart(figures));
  }
}

async function put(name: string, svg: string): Promise<void> {
  const file = new URL(name, FOLDER);
  await writeFile(file, svg);
  console.log(fileURLToPath(file));
}
