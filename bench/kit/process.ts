/** Calls a function in a process of its own, without garbage or compiled code of other measurements. */
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Benchmark, Scale } from "./benchmark.js";

interface Task {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
}

type Message = { readonly result: unknown } | { readonly error: string };

/** Returns the result of the function, or of the benchmark, that the module `file` exports as `name`. */
export function inProcess<R>(file: string, name: string, input: unknown): Promise<R> {
  const child = fork(fileURLToPath(import.meta.url), {
    execArgv: [...process.execArgv, "--max-old-space-size=10000"],
    // JSON would turn NaN into null.
    serialization: "advanced",
  });
  return new Promise((resolve, reject) => {
    child.once("message", (message: Message) => {
      if ("error" in message) reject(new Error(message.error));
      else resolve(message.result as R);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`its process ended (${signal ?? `exit code ${code}`})`)));
    child.send({ file, name, input } satisfies Task);
  });
}

/** Returns the bytes that are in use after two garbage collections. The first one may release more garbage. */
export function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Waits until a search without a match takes less than 0.2 ms, because indexes are built in the background. */
export async function untilIndexed(search: (term: string) => Promise<unknown>): Promise<void> {
  for (let latest = 1, searches = 0; latest > 0.2 && searches < 500; searches += 1) {
    await sleep(200);
    const start = performance.now();
    await search("\u{10ffff}\u{10ffff}");
    latest = performance.now() - start;
  }
}

/** Shows a line on a terminal that the next line replaces. */
function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what.slice(0, process.stderr.columns - 1)}`);
}

async function run({ file, name, input }: Task): Promise<Message> {
  try {
    const exported = (await import(file)) as Record<string, Benchmark | ((input: unknown) => unknown)>;
    const called = exported[name];
    if (typeof called === "function") return { result: await called(input) };
    return { result: await called?.measure({ scale: input as Scale, progress }) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    progress("");
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("disconnect", () => process.exit(1));
  process.once("message", async (task: Task) => process.send?.(await run(task), () => process.exit(0)));
}
