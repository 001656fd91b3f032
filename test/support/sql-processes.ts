/** Starts sql-child.ts in separate Node processes and sends them tasks. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** An operation on each item, several at a time. `by` names the process in the records. */
export interface Task {
  readonly do:
    | "insert account"
    | "insert alert"
    | "screen address"
    | "load VASPs"
    | "evaluate linked"
    | "decide transfer"
    | "prove wallet"
    | "record"
    | "migrate";
  readonly by: string;
  readonly items: readonly string[];
}

/** The result for the item of this index. */
export type Answer =
  | { readonly index: number; readonly outcome: unknown }
  | { readonly index: number; readonly failed: string };

export interface SqlProcess {
  /** Returns all results of the task, or those before the process was killed. */
  ask(task: Task): Promise<readonly Answer[]>;
  /** Resolves after this many results in all. */
  answered(count: number): Promise<void>;
  /** Kills the process (SIGKILL). Resolves once its output is read. */
  kill(): Promise<void>;
}

const here = fileURLToPath(new URL(".", import.meta.url));

/** Bundles the program into one file in `folder`, so that processes start fast. */
export async function bundledChild(folder: string): Promise<string> {
  const outfile = join(folder, "sql-child.cjs");
  const entryPoints = [join(here, "sql-child.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", packages: "external" });
  return outfile;
}

/** Starts the bundled program. Resolves once it accepts tasks. */
export async function startSqlProcess(program: string, kind: string, place: string): Promise<SqlProcess> {
  const env = { ...process.env, NODE_PATH: join(here, "../../node_modules") };
  const child = spawn(process.execPath, [program, kind, place], { env, stdio: ["pipe", "pipe", "inherit"] });
  // Whoever is killed does not read what it is told.
  child.stdin.on("error", () => undefined);
  const answers: Answer[] = [];
  const heard = new Set<(said: unknown) => void>();
  const lines = createInterface({ input: child.stdout });
  const ended = new Promise<void>((resolve) => lines.once("close", resolve));
  lines.on("line", (line) => {
    const said = JSON.parse(line);
    if (typeof said === "object") answers.push(said);
    for (const listener of heard) listener(said);
  });
  const until = (holds: (said: unknown) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const listener = (said: unknown): void => {
        if (!holds(said)) return;
        heard.delete(listener);
        resolve();
      };
      heard.add(listener);
      void ended.then(resolve);
    });
  await until((said) => said === "ready");
  return {
    ask: async (task) => {
      const before = answers.length;
      const done = until((said) => said === "done");
      child.stdin.write(`${JSON.stringify(task)}\n`);
      await done;
      return answers.slice(before);
    },
    answered: (count) => (answers.length >= count ? Promise.resolve() : until(() => answers.length >= count)),
    kill: () => killed(child, ended),
  };
}

async function killed(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}
