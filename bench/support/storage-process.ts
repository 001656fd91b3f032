/** Does a task in a process of its own, so that no storage is measured on the heap that another one left behind. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Filled, Growth, Loading, Measured } from "./storage-results.js";
import type { Bound } from "./storage-timing.js";

interface Place {
  readonly name: string;
  readonly records: number;
  readonly folder: string;
}

/** What may be asked of a process. */
export interface Tasks {
  readonly fill: Place & { readonly seconds: number };
  readonly measure: Place & { readonly bound: Bound };
  readonly fillAndMeasure: Place & { readonly bound: Bound };
  readonly grow: { readonly folder: string; readonly bound: Bound };
  readonly load: { readonly name: string; readonly folder: string; readonly ids: readonly string[] };
}

/** What it answers. */
export interface Answers {
  /** A text says why it is not full. */
  readonly fill: Filled | string;
  readonly measure: Measured;
  readonly fillAndMeasure: Measured & { readonly perSecond: number };
  readonly grow: Growth;
  readonly load: Pick<Loading, "seconds" | "peakBytes" | "bareBytes" | "isWrong">;
}

const running = new Set<ChildProcess>();

/** Ends whatever is being done, so that nothing is written any more. */
export function endProcesses(): void {
  for (const child of running) child.kill("SIGKILL");
}

const PROGRAM = fileURLToPath(new URL("storage-child.ts", import.meta.url));

/** The answer to the task. `heapMegabytes` where Node's own bound is too low; it is a bound only, and costs nothing by itself. */
export function inProcess<Kind extends keyof Tasks>(
  kind: Kind,
  task: Tasks[Kind],
  heapMegabytes?: number,
): Promise<Answers[Kind]> {
  const bounds = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  // The arguments of this process: they are what makes Node read TypeScript.
  const child = fork(PROGRAM, { execArgv: [...process.execArgv, ...bounds] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return new Promise((resolve, reject) => {
    child.once("message", ({ answer }: { answer: Answers[Kind] }) => resolve(answer));
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`${kind}: the process ended (${code ?? signal})`)));
    child.send({ kind, task });
  });
}
