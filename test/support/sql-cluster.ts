/** A PostgreSQL server in a temporary folder, which a test can stop and crash. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { asked } from "./sql-connections.js";

const run = promisify(execFile);

export interface PostgresCluster {
  readonly url: string;
  readonly port: number;
  /** Resolves once it accepts connections. */
  start(): Promise<void>;
  /** `immediate` ends it like a kill, so that the next start recovers. `fast` closes all connections first. */
  stop(mode: "immediate" | "fast"): Promise<void>;
  destroy(): Promise<void>;
}

/** Two servers: every commit of the first waits until the second has it on disk. */
export interface PostgresPair {
  readonly primary: PostgresCluster;
  readonly standby: PostgresCluster;
  /** Kills the primary and all its processes (SIGKILL), and promotes the standby. */
  failOver(): Promise<void>;
  destroy(): Promise<void>;
}

/** Returns the folder of PostgreSQL's programs: from `pg_config`, or the newest below /usr/lib/postgresql. */
export function postgresPrograms(): string | undefined {
  const candidates = [said("pg_config", ["--bindir"])];
  const packaged = "/usr/lib/postgresql";
  if (existsSync(packaged)) {
    const versions = readdirSync(packaged).sort((a, b) => Number(b) - Number(a));
    candidates.push(...versions.map((version) => join(packaged, version, "bin")));
  }
  return candidates.find((folder) => folder !== "" && existsSync(join(folder, "initdb")));
}

function said(program: string, given: readonly string[]): string {
  try {
    return execFileSync(program, given, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** Creates and starts a server. */
export async function postgresCluster(programs: string): Promise<PostgresCluster> {
  const place = await clusterPlace(programs);
  await place.postgres("initdb", "-D", place.data, ...initOptions);
  await place.cluster.start();
  return place.cluster;
}

const initOptions = ["-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];

/** Creates and starts a primary and its synchronous standby. */
export async function postgresPair(programs: string): Promise<PostgresPair> {
  const first = await clusterPlace(programs, "-c synchronous_standby_names=*");
  const second = await clusterPlace(programs);
  await first.postgres("initdb", "-D", first.data, ...initOptions);
  await first.cluster.start();
  const source = ["-h", "127.0.0.1", "-p", String(first.cluster.port), "-U", "tester"];
  await second.postgres("pg_basebackup", ...source, "-D", second.data, "-R", "--checkpoint=fast", "--no-sync");
  await second.cluster.start();
  await untilSynchronous(first.cluster.url);
  return {
    primary: first.cluster,
    standby: second.cluster,
    failOver: async () => {
      const [pid = ""] = (await readFile(join(first.data, "postmaster.pid"), "utf8")).split("\n");
      const children = said("ps", ["-o", "pid=", "--ppid", pid]).split(/\s+/).filter(Boolean);
      // The server first, so that it starts no other process.
      for (const each of [pid, ...children]) killIfRunning(Number(each));
      await second.postgres("pg_ctl", "-D", second.data, "-w", "promote");
    },
    destroy: async () => {
      await second.cluster.destroy();
      await first.cluster.destroy();
    },
  };
}

async function untilSynchronous(url: string): Promise<void> {
  const sql = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await asked(url, sql)).length === 0) await sleep(50);
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with its server.
  }
}

/** The user that runs servers, because they refuse to run as root. Empty for another user than root. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: Number(said("id", ["-u", "postgres"])), gid: Number(said("id", ["-g", "postgres"])) };
}

interface ClusterPlace {
  readonly data: string;
  readonly cluster: PostgresCluster;
  /** Runs a program of PostgreSQL. */
  readonly postgres: (program: string, ...given: readonly string[]) => Promise<unknown>;
}

/** Creates a folder for a server, which has no data yet. */
async function clusterPlace(programs: string, more = ""): Promise<ClusterPlace> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-cluster-"));
  const data = join(folder, "data");
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const postgres = (program: string, ...given: readonly string[]): Promise<unknown> =>
    run(join(programs, program), given, { cwd: folder, ...user });
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=on ${more}`;
  const stop = async (mode: string): Promise<void> => {
    await postgres("pg_ctl", "-D", data, "-w", "-m", mode, "stop");
  };
  const cluster = {
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    port,
    start: async (): Promise<void> => {
      await postgres("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start");
    },
    stop,
    destroy: async (): Promise<void> => {
      await stop("immediate").catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return { data, cluster, postgres };
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on a TCP port has such an address; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
