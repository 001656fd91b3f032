/** A PostgreSQL server in a temporary folder, which a test can stop and crash. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface PostgresCluster {
  readonly url: string;
  /** Resolves once it accepts connections. */
  start(): Promise<void>;
  /** `immediate` ends it like a kill, so that the next start recovers. `fast` closes all connections first. */
  stop(mode: "immediate" | "fast"): Promise<void>;
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
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-cluster-"));
  const data = join(folder, "data");
  // The server refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await chown(folder, Number(said("id", ["-u", "postgres"])), Number(said("id", ["-g", "postgres"])));
  const postgres = (program: string, ...given: string[]): Promise<unknown> => {
    const command = [join(programs, program), ...given];
    const [first = "", ...others] = asRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
    return run(first, others, { cwd: folder });
  };
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=on`;
  await postgres("initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
  const start = async (): Promise<void> => {
    await postgres("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start");
  };
  const stop = async (mode: string): Promise<void> => {
    await postgres("pg_ctl", "-D", data, "-w", "-m", mode, "stop");
  };
  await start();
  return {
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    start,
    stop,
    destroy: async () => {
      await stop("immediate").catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on a TCP port has such an address; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
