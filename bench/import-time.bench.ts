/** Measures the first import of each entry point in a fresh process. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Benchmark, Ratio, Run } from "./kit/benchmark.js";
import { type Timings, timesAsLong, timingsOf, timingTable } from "./kit/timing.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FORMATS = ["ESM", "CJS"] as const;
type Format = (typeof FORMATS)[number];

/** The baseline: a module that Node has loaded already. */
const FLOOR = "node:process";
const PEERS = ["zod", "ajv", "decimal.js", "json-rules-engine", "kysely", "fast-check"];
/** A similar peer for each entry point, and how many times as long the import may take. */
const TARGETS: Readonly<Record<string, readonly [peer: string, atMost: number]>> = {
  vaspkit: ["zod", 0.65],
  "vaspkit/json-file": ["zod", 1],
  "vaspkit/providers": ["zod", 2.5],
  "vaspkit/sql": ["kysely", 2.5],
  "vaspkit/storage": ["zod", 1],
  "vaspkit/testing": ["fast-check", 12],
};
const ROUNDS = { full: 40, quick: 9, tiny: 1 } as const;

/** Returns nanoseconds. */
export function importOnce(format: Format, specifier: string): number {
  const statement = format === "ESM" ? `await import("${specifier}")` : `require("${specifier}")`;
  const code = `const start = process.hrtime.bigint(); ${statement};
    process.stdout.write(String(process.hrtime.bigint() - start));`;
  const args = format === "ESM" ? ["--input-type=module", "-e", code] : ["-e", code];
  return Number(execFileSync(process.execPath, args, { cwd: ROOT, env: {}, stdio: ["ignore", "pipe", "pipe"] }));
}

function timed(format: Format, { scale, progress }: Run): Timings {
  const modules = [FLOOR, ...Object.keys(TARGETS), ...PEERS];
  const times = new Map<string, number[]>(modules.map((name) => [name, []]));
  // The first round only fills the file cache of the system.
  for (let round = -1; round < ROUNDS[scale]; round += 1) {
    progress(`${format}, round ${round + 1}`);
    for (const name of modules) {
      const time = importOnce(format, name);
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  return timingsOf(times);
}

/** No budget, because the ratio of two process starts varies by a third. */
function ratiosOf(format: Format, timings: Timings): readonly (readonly [string, Ratio])[] {
  return Object.entries(TARGETS).map(([entry, [peer, atMost]]) => [
    `${format} ${entry}: times as long as ${peer}`,
    { ...timesAsLong(timings, entry, peer), atMost, hasNoBudget: true },
  ]);
}

export const benchmark: Benchmark = {
  measures: "The time of the first import in a fresh process, as ESM and as CommonJS.",
  packages: PEERS,
  measure: (run) => {
    const all = FORMATS.map((format) => [format, timed(format, run)] as const);
    return {
      tables: all.map(([format, timings]) =>
        timingTable(`${format}: first import in a fresh process`, "one import", timings, "zod"),
      ),
      ratios: Object.fromEntries(all.flatMap(([format, timings]) => ratiosOf(format, timings))),
      wrong: [],
    };
  },
};
