/** Times the first import of a module in a process that has loaded nothing else; the files are in the system's cache. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Timings, timingsOf } from "./timing.js";

export type Format = "ESM" | "CJS";

/** From where `vaspkit` is this package itself, by its exports. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The name of the import of nothing: what it takes at least. */
export const FLOOR = "an empty module";

const run = promisify(execFile);

/** Modules by their specifiers; in every round each is imported once, by a process of its own. */
export async function timeImports(
  format: Format,
  specifiers: readonly string[],
  rounds: number,
  progress: (done: number) => void,
): Promise<Timings> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
  try {
    const floor = join(folder, format === "ESM" ? "empty.mjs" : "empty.cjs");
    await writeFile(floor, "");
    const contenders = [FLOOR, ...specifiers];
    const times = new Map<string, number[]>(contenders.map((name) => [name, []]));
    // The first round only brings the files into the cache.
    for (let round = -1; round < rounds; round += 1) {
      for (let place = 0; place < contenders.length; place += 1) {
        const name = contenders[(round + 1 + place) % contenders.length] ?? FLOOR;
        const time = await importOnce(format, name === FLOOR ? floor : name);
        if (round >= 0) times.get(name)?.push(time);
      }
      progress((round + 1) / rounds);
    }
    return timingsOf(times);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nanoseconds. */
async function importOnce(format: Format, specifier: string): Promise<number> {
  const args = format === "ESM" ? ["--input-type=module", "-e", esm(specifier)] : ["-e", cjs(specifier)];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: {} });
  const time = Number(stdout);
  if (stdout === "" || !(time > 0)) throw new Error(`the import of ${specifier} told no time`);
  return time;
}

function esm(specifier: string): string {
  const url = specifier.startsWith("/") ? pathToFileURL(specifier).href : specifier;
  return timed(`await import(${JSON.stringify(url)})`);
}

function cjs(specifier: string): string {
  return timed(`require(${JSON.stringify(specifier)})`);
}

function timed(statement: string): string {
  return `const start = process.hrtime.bigint(); ${statement}; const end = process.hrtime.bigint(); process.stdout.write(String(end - start));`;
}
