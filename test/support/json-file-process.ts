/** Starts json-file-child.ts in a plain node of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const CHILD_PROGRAM = fileURLToPath(new URL("json-file-child.ts", import.meta.url));
export const CHILD_ARGUMENTS: readonly string[] = ["--import", "tsx", CHILD_PROGRAM];

export interface JsonFileProcess {
  readonly child: ChildProcess;
  /** Every whole line said so far. */
  readonly said: readonly string[];
  /** Resolves with the first line. */
  readonly first: Promise<string>;
  /** Resolves once the process has ended and all its lines are read. */
  readonly ended: Promise<unknown>;
}

export function startProcess(command: string, given: readonly string[]): JsonFileProcess {
  const child = spawn(command, given, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => said.push(line));
  const first = new Promise<string>((resolve) => lines.once("line", resolve));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const read = new Promise((resolve) => lines.once("close", resolve));
  return { child, said, first, ended: Promise.all([exited, read]) };
}

/** A node that opens `path` and does `task`. */
export function startChild(path: string, task: "hold" | "create", prefix = ""): JsonFileProcess {
  return startProcess(process.execPath, [...CHILD_ARGUMENTS, path, task, prefix]);
}
