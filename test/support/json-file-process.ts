/** Starts programs that use a JSON file in processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

export const CHILD_PROGRAM = fileURLToPath(new URL("json-file-child.ts", import.meta.url));
export const CHILD_ARGUMENTS: readonly string[] = ["--import", "tsx", CHILD_PROGRAM];

export interface JsonFileProcess {
  readonly child: ChildProcess;
  /** The complete lines that it has printed. */
  readonly said: readonly string[];
  /** Resolves with the line of that number, counted from 1. Rejects if the process ends before. */
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

/** Starts json-file-child.ts. */
export function startChild(path: string, task: "hold" | "create", prefix = ""): JsonFileProcess {
  return startProcess(process.execPath, [...CHILD_ARGUMENTS, path, task, prefix]);
}

/** A program as one JavaScript file, which starts several times faster. */
export interface Bundled {
  /** The path of the file. */
  readonly program: string;
  remove(): Promise<void>;
}

/** Bundles a program of this folder. */
export async function bundled(name: `json-file-${string}child.ts`): Promise<Bundled> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-test-"));
  const program = join(folder, "program.mjs");
  const entryPoints = [fileURLToPath(new URL(name, import.meta.url))];
  await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return { program, remove: () => rm(folder, { recursive: true, force: true }) };
}
