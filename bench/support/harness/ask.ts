/** Asks a question in a process of its own: no other's garbage, and nothing that V8 learnt of another's code. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Findings, Question, Run } from "../question.js";

/** What the process is told. */
export interface Asked {
  readonly file: string;
  readonly isQuick: boolean;
}

/** What it tells, one at a time. */
export type Told =
  | { readonly kind: "progress"; readonly what: string; readonly done: number }
  | { readonly kind: "findings"; readonly findings: Findings }
  | { readonly kind: "crash"; readonly text: string };

const PROGRAM = fileURLToPath(new URL("ask-child.ts", import.meta.url));

/** What was found; rejects when the question breaks. */
export function ask(asked: Asked, { nodeOptions = [] }: Question, progress: Run["progress"]): Promise<Findings> {
  const child = fork(PROGRAM, {
    // The arguments of this process: they are what makes Node read TypeScript.
    execArgv: [...process.execArgv, ...nodeOptions],
    // As JSON, what is not a finite number would become null.
    serialization: "advanced",
  });
  return new Promise((resolve, reject) => {
    child.on("message", (told: Told) => {
      if (told.kind === "progress") progress(told.what, told.done);
      else if (told.kind === "findings") resolve(told.findings);
      else reject(new Error(told.text));
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`its process ended (${signal ?? `exit code ${code}`})`)));
    child.send(asked);
  });
}
