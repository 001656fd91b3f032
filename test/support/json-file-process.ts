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
  /** Resolves with the line of that number, from 1; rejects when the process ends before it. */
  line(number: number): Promise<string>;
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
  const line = (number: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = said[number - 1];
        if (found !== undefined) resolve(found);
      };
      lines.on("line", look);
      lines.once("close", () => reject(new Error(`The process ended after ${said.length} lines of ${number}.`)));
      look();
    });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const read = new Promise((resolve) => lines.once("close", resolve));
  return { child, said, line, ended: Promise.all([exited, read]) };
}

/** A node that opens `path` and does `task`. */
export function startChild(path: string, task: "hold" | "create", prefix = ""): JsonFileProcess {
  return startProcess(process.execPath, [...CHILD_ARGUMENTS, path, task, prefix]);
}
