/** `npm run bench`: runs benchmarks, prints their findings, stores them, and compares them with the budget. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Benchmark, Findings } from "./benchmark.js";
import { drawn } from "./charts.js";
import { type Budget, type Complaint, complaintsOf, renewedBudget, stillLost } from "./compare.js";
import { inProcess } from "./process.js";
import { compactJson, report } from "./report.js";

/** 1: a ratio is lost or a target missed. 2: a result is wrong, a benchmark failed, or the arguments are invalid. */
type ExitCode = 0 | 1 | 2;

/** Where files are. Folders end with a slash. */
export interface Places {
  readonly benchmarks: URL;
  readonly budget: URL;
  readonly results: URL;
  readonly charts: URL;
  readonly print: (text: string) => void;
}

const usage = `npm run bench [-- name …] [--quick] [--check] [--budget] [--list] [--draw] [--help]
  name …    runs only these benchmarks
  --quick   smaller and shorter, for CI; results are not stored
  --check   exits with 1 if a ratio lost more than 25 % of its budget, has none, or misses its target
  --budget  writes the ratios of this run to the budget (quick and full runs have one each)
  --list    lists the benchmarks
  --draw    draws docs/charts from bench/results/latest.json without measuring`;

/** A check repeats a benchmark, because a busy machine may be the reason for a lost ratio. */
const MAX_TRIES = 3;
/** Part of a target that a run may miss. */
const ROOM = { quick: 0.15, full: 0 } as const;
const ENDING = ".bench.ts";

interface Result extends Pick<Findings, "tables" | "ratios" | "charts"> {
  readonly measured: string;
  readonly machine: string;
  readonly packages: string;
}
type Results = Readonly<Record<string, Result>>;

interface Options {
  readonly quick: boolean;
  readonly check: boolean;
  readonly budget: boolean;
}

export async function bench(args: readonly string[], places: Places): Promise<ExitCode> {
  const { print } = places;
  const parsed = optionsOf(args);
  if (typeof parsed === "string") {
    print(`${parsed}\n\n${usage}`);
    return 2;
  }
  const { values, positionals } = parsed;
  const files = await readdir(places.benchmarks);
  const all = files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
  const unknown = positionals.filter((name) => !all.includes(name));
  if (values.help) {
    print(usage);
  } else if (unknown.length > 0) {
    print(`Unknown benchmark: ${unknown.join(", ")}. Available: ${all.join(", ")}.`);
    return 2;
  } else if (values.list) {
    for (const name of all) print(`${name.padEnd(18)}${(await benchmarkOf(places, name)).measures}`);
  } else if (values.draw) {
    print(`Drawn: ${await drawCharts(places, await read<Results>(places.results, {}))}.`);
  } else {
    return runAll(positionals.length === 0 ? all : [...new Set(positionals)], all, values, places);
  }
  return 0;
}

function optionsOf(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const options = { quick: flag, check: flag, budget: flag, list: flag, draw: flag, help: flag };
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options });
    return parsed.values.check && parsed.values.budget ? "Use either --check or --budget." : parsed;
  } catch (error) {
    return String(error);
  }
}

type Names = readonly string[];

async function runAll(names: Names, all: Names, options: Options, places: Places): Promise<ExitCode> {
  const { print } = places;
  const budget = await read<Budget>(places.budget, { quick: {}, full: {} });
  const kind = options.quick ? "quick" : "full";
  const stray = options.check ? Object.keys(budget[kind]).filter((name) => !all.includes(name)) : [];
  const codes: ExitCode[] = stray.map(() => 1);
  const lost: string[] = [];
  const found = new Map<string, Result>();
  print(`${machine()}${options.quick ? "; quick run" : ""}`);
  for (const name of names) {
    const {
      code,
      result,
      complaints = [],
    } = await tryRepeatedly(name, budget[kind][name] ?? {}, options, places).catch((error): Outcome => {
      print(`\nFAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
      return { code: 2 };
    });
    codes.push(code);
    lost.push(...complaints.map(({ ratio, text }) => `\n${name}: ${ratio}: ${text}`));
    if (result !== undefined) found.set(name, result);
  }
  for (const name of stray) print(`\nFAILED: a budget exists for ${name}, but no such benchmark.`);
  if (options.budget) {
    const ratios = new Map([...found].map(([name, result]) => [name, result.ratios]));
    const renewed = { ...budget, [kind]: renewedBudget(budget[kind], ratios, all) };
    await writeFile(places.budget, `${JSON.stringify(renewed, undefined, 2)}\n`);
    print(`\nWritten: the ${kind} budget.`);
  }
  const worst = Math.max(0, ...codes) as ExitCode;
  if (options.check) print(`\n${worst === 0 ? "All ratios kept." : `The check failed: see above.${lost.join("")}`}`);
  else if (!options.quick) await store(found, all, places);
  return worst;
}

interface Outcome {
  readonly code: ExitCode;
  readonly result?: Result;
  readonly complaints?: readonly Complaint[];
}

type Ratios = Readonly<Record<string, number>>;

async function tryRepeatedly(name: string, budget: Ratios, options: Options, places: Places): Promise<Outcome> {
  const { measures, packages } = await benchmarkOf(places, name);
  const versions = (await Promise.all(packages.map(versionOf))).join(", ");
  const scale = options.quick ? "quick" : "full";
  let complaints: readonly Complaint[] | undefined;
  for (let tries = options.check ? MAX_TRIES : 1; ; tries -= 1) {
    const findings = await inProcess<Findings>(fileOf(places, name), "benchmark", scale);
    const now = options.check ? complaintsOf(findings.ratios, budget, ROOM[scale]) : [];
    complaints = stillLost(now, complaints ?? now);
    places.print(`\n${name}: ${measures}\n${versions}\n\n${report(findings, budget, complaints)}`);
    const { wrong, ...result } = findings;
    if (wrong.length > 0) return { code: 2 };
    if (complaints.length === 0 || tries === 1) {
      const measured = new Date().toISOString().slice(0, 10);
      const code = complaints.length === 0 ? 0 : 1;
      return { code, complaints, result: { measured, machine: machine(), packages: versions, ...result } };
    }
    places.print("\nThe machine may have been busy: running it again.");
  }
}

function fileOf({ benchmarks }: Places, name: string): string {
  return new URL(`${name}${ENDING}`, benchmarks).href;
}

async function benchmarkOf(places: Places, name: string): Promise<Benchmark> {
  return ((await import(fileOf(places, name))) as { readonly benchmark: Benchmark }).benchmark;
}

async function store(found: ReadonlyMap<string, Result>, all: readonly string[], places: Places): Promise<void> {
  const merged = { ...(await read<Results>(places.results, {})), ...Object.fromEntries(found) };
  const known = Object.entries(merged).filter(([name]) => all.includes(name));
  const results: Results = Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
  await mkdir(new URL(".", places.results), { recursive: true });
  await writeFile(places.results, `${compactJson(results)}\n`);
  places.print(`\nStored in ${fileURLToPath(places.results)}. Drawn: ${await drawCharts(places, results)}.`);
}

async function drawCharts({ charts: folder }: Places, results: Results): Promise<string> {
  await mkdir(folder, { recursive: true });
  const charts = Object.values(results).flatMap(({ charts = {} }) => Object.entries(charts));
  for (const [name, chart] of charts) await writeFile(new URL(`${name}.svg`, folder), await drawn(chart));
  return charts.map(([name]) => name).join(", ") || "nothing";
}

async function read<T>(file: URL, otherwise: T): Promise<T> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? otherwise : { ...otherwise, ...(JSON.parse(text) as T) };
}

function machine(): string {
  const { version, versions, platform, arch } = process;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `Node ${version}, V8 ${versions.v8}, ${platform} ${arch}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${memory}`;
}

async function versionOf(name: string): Promise<string> {
  const text = await readFile(new URL(`../../node_modules/${name}/package.json`, import.meta.url), "utf8");
  return `${name} ${(JSON.parse(text) as { readonly version: string }).version}`;
}
