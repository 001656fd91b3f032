/** PgBouncer in transaction mode, in front of a PostgreSQL server. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, serverUser } from "./sql-cluster.js";
import { asked } from "./sql-connections.js";

export interface Pooler {
  /** Returns the URL of a database of the server, through the pooler. */
  urlOf(database: string): string;
  /** Sends new transactions to another server. */
  pointTo(port: number): Promise<void>;
  destroy(): Promise<void>;
}

/** Connections of the pooler to each database: fewer than its clients have, so that they share them. */
const POOL_SIZE = 4;

/** Returns the path of pgbouncer, if it is installed. */
export function pgbouncerProgram(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));
}

/** Starts a pooler in front of the server on that port. Resolves once it accepts connections. */
export async function pgbouncer(program: string, serverPort: number): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-pgbouncer-"));
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  await writeFile(users, '"tester" ""\n');
  await writeFile(settings, settingsOf(port, serverPort, users));
  const child = spawn(program, ["--quiet", settings], { cwd: folder, stdio: "ignore", ...user });
  const urlOf = (database: string): string => `postgres://tester@127.0.0.1:${port}/${database}`;
  await untilAnswering(urlOf("pgbouncer"), child);
  return {
    urlOf,
    pointTo: async (newPort) => {
      await writeFile(settings, settingsOf(port, newPort, users));
      await asked(urlOf("pgbouncer"), "reload");
    },
    destroy: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.kill("SIGKILL")) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf(port: number, serverPort: number, users: string): string {
  return `[databases]
* = host=127.0.0.1 port=${serverPort}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 200
auth_type = trust
auth_file = ${users}
admin_users = tester
server_login_retry = 0.2
server_fast_close = 1
`;
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with status ${child.exitCode}.`);
    const answer = await asked(url, "show version").catch(() => undefined);
    if (answer !== undefined) return;
    await sleep(20);
  }
}
