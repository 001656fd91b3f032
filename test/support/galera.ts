/** A Galera cluster of three MariaDB nodes on this machine, whose nodes a test can kill, pause and start again. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const script = fileURLToPath(new URL("galera.sh", import.meta.url));

export interface GaleraCluster {
  /** The URL of a node's server, without a database. */
  urlOf(node: number): string;
  signal(node: number, signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** Starts a node unless it runs. Resolves once it has the content of the others. */
  start(node: number): Promise<void>;
  destroy(): Promise<void>;
}

/** Why this machine cannot run a cluster, if so. */
export function galeraMissing(): string | undefined {
  if (!existsSync("/usr/lib/galera/libgalera_smm.so")) return "galera-4 is not installed: apt-get install galera-4";
  if (process.getuid?.() !== 0) return "its nodes are started as root";
  return undefined;
}

/** Starts a cluster; about half a minute. */
export async function galeraCluster(): Promise<GaleraCluster> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-galera-"));
  await chmod(folder, 0o755);
  const signal = async (node: number, name: NodeJS.Signals): Promise<void> => {
    process.kill(Number(await readFile(join(folder, `n${node}.pid`), "utf8")), name);
  };
  await run("bash", [script, folder]);
  return {
    urlOf: (node) => `mysql://root@127.0.0.1:${23_300 + node}`,
    signal,
    start: async (node) => {
      const isRunning = await signal(node, "SIGCONT").then(
        () => true,
        () => false,
      );
      if (!isRunning) await run("bash", [script, folder, String(node)]);
    },
    destroy: async () => {
      for (const node of [0, 1, 2]) await signal(node, "SIGKILL").catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
