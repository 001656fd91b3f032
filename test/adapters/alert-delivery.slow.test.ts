/** Two instances on one PostgreSQL, with a sink that fails every other time, and instances that are killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createCompliance, unwrap } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { postgresDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const here = fileURLToPath(new URL(".", import.meta.url));
const TRANSACTIONS = Array.from({ length: 150 }, (_, index) => `T-${index}`);
const DEATHS = 6;

let folder = "";
let program = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-alerts-"));
  program = join(folder, "alert-child.cjs");
  const entryPoints = [join(here, "../support/alert-child.ts")];
  await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "cjs", packages: "external" });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Ends a process and waits for its end. */
async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await end;
}

/** Evaluates all transactions in one instance after another. Each but the last is killed after some answers. */
async function instance(url: string, file: string, dead: Set<number>): Promise<ReadonlySet<string>> {
  const answered = new Set<string>();
  const perLife = Math.ceil(TRANSACTIONS.length / (DEATHS + 1));
  while (answered.size < TRANSACTIONS.length) {
    const remaining = TRANSACTIONS.filter((each) => !answered.has(each));
    const child = spawn(process.execPath, [program, url, file, ...remaining], {
      env: { ...process.env, NODE_PATH: join(here, "../../node_modules") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const life = new Promise<void>((resolve, reject) => {
      let count = 0;
      child.once("exit", () => reject(new Error("An instance ended by itself.")));
      createInterface({ input: child.stdout }).on("line", (line) => {
        answered.add(line);
        count += 1;
        if (count >= perLife || answered.size === TRANSACTIONS.length) resolve();
      });
    });
    await life;
    const isLast = answered.size === TRANSACTIONS.length;
    if (child.pid !== undefined && !isLast) dead.add(child.pid);
    await ended(child, isLast ? "SIGTERM" : "SIGKILL");
  }
  return answered;
}

/** The processes that delivered each alert, in order. */
async function deliveriesIn(file: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const deliveries = new Map<string, number[]>();
  for (const line of (await readFile(file, "utf8")).split("\n").filter(Boolean)) {
    const [alert_id = "", pid] = line.split(" ");
    deliveries.set(alert_id, [...(deliveries.get(alert_id) ?? []), Number(pid)]);
  }
  return deliveries;
}

await describePostgres("alerts on PostgreSQL", (server) => {
  it("are answered, stored once and delivered at least once by instances that are killed; repeated after a death only", async () => {
    const database = await postgresDatabase(server);
    await migrate(database.kysely);
    const file = join(folder, "deliveries");
    await appendFile(file, "");
    const dead = new Set<number>();
    const [first, second] = await Promise.all([1, 2].map(() => instance(database.place, file, dead)));
    expect([first?.size, second?.size]).toEqual([TRANSACTIONS.length, TRANSACTIONS.length]);

    // A later instance, when the leases of the dead ones have expired.
    const { alerts } = createCompliance({
      storage: sqlStorage(database.kysely),
      clock: () => new Date(Date.now() + 120_000),
      onAlert: ({ alert_id }) => appendFile(file, `${alert_id} ${process.pid}\n`),
    });
    const pending = unwrap(await alerts.list({ delivered: false, size: 1000 })).items.length;
    expect(await alerts.deliver()).toEqual({ delivered: pending, failed: 0, failures: [] });
    const { items } = unwrap(await alerts.list({ delivered: true, size: 1000 }));
    expect(items.length).toBe(TRANSACTIONS.length);
    const deliveries = await deliveriesIn(file);
    expect(new Set(deliveries.keys())).toEqual(new Set(items.map(({ alert_id }) => alert_id)));
    const repeated = [...deliveries.values()].filter(({ length }) => length > 1);
    // Only a process that died between the delivery and its record causes another one.
    for (const pids of repeated) for (const pid of pids.slice(0, -1)) expect(dead).toContain(pid);
    process.stderr.write(
      `${2 * TRANSACTIONS.length} breaches answered, ${items.length} alerts stored, ${dead.size} instances killed, ` +
        `${pending} alerts delivered after the last death, ${repeated.length} delivered twice or more.\n`,
    );
    await database.destroy();
  });
});
