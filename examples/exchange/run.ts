/**
 * Runs two processes of `backend.ts` on a PostgreSQL database of their own, with a queue of cases that is down for a
 * while: `node --import tsx examples/exchange/run.ts`. The server is at 127.0.0.1:5432, or at VASPKIT_TEST_POSTGRES.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { userInfo } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const user = encodeURIComponent(process.env["PGUSER"] ?? userInfo().username);
const serverUrl = process.env["VASPKIT_TEST_POSTGRES"] || `postgres://${user}@127.0.0.1:5432/postgres`;

async function sql(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly pg.QueryResultRow[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

const database = `vaspkit_exchange_${randomBytes(6).toString("hex")}`;
await sql(serverUrl, `create database ${database} template template0 encoding 'UTF8'`);
const databaseUrl = new URL(serverUrl);
databaseUrl.pathname = `/${database}`;

// The queue of cases. It counts how often it has accepted each alert.
const accepted = new Map<string, number>();
let isQueueUp = false;
let refused = 0;
const queue = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { alert_id } = JSON.parse(text);
  if (isQueueUp) accepted.set(alert_id, (accepted.get(alert_id) ?? 0) + 1);
  else refused += 1;
  response.writeHead(isQueueUp ? 204 : 503).end();
});
queue.listen(0, "127.0.0.1");
await once(queue, "listening");
// The cast: a server on a TCP port has such an address.
const queueUrl = `http://127.0.0.1:${(queue.address() as AddressInfo).port}/`;

interface Backend {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(): Promise<Backend> {
  const program = fileURLToPath(new URL("backend.ts", import.meta.url));
  const env = { ...process.env, DATABASE_URL: databaseUrl.href, CASES_URL: queueUrl };
  const child = spawn(process.execPath, ["--import", "tsx", program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(createInterface({ input: child.stdout }), "line");
  return { child, url: `http://127.0.0.1:${port}/` };
}

async function ask(backend: Backend, operation: string, body: object): Promise<string> {
  const response = await fetch(backend.url + operation, { method: "POST", body: JSON.stringify(body) });
  return response.text();
}

/** Counts the rows of all tables that contain a text. */
async function rowsWith(text: string): Promise<number> {
  const tables = await sql(databaseUrl.href, "select tablename from pg_tables where schemaname = 'public'");
  let rows = 0;
  for (const { tablename } of tables) {
    const statement = `select count(*)::int as found from ${tablename} as each where each::text ilike $1`;
    const [row] = await sql(databaseUrl.href, statement, [`%${text}%`]);
    rows += row?.["found"] ?? 0;
  }
  return rows;
}

const [one, two] = await Promise.all([start(), start()]);
try {
  console.log("Onboarding");
  const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Beispiel" } };
  const customer = { reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual };
  console.log(" process 1:", await ask(one, "put-customer", customer));
  console.log(" process 2:", await ask(two, "put-customer", { ...customer, email: "zoe@example.com" }));
  console.log(" invalid:  ", await ask(two, "put-customer", { ...customer, account_type: "person" }));

  console.log("Addresses");
  const address = { chain: "bitcoin", account_ref_id: "A-1" };
  const own = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  console.log(" clean:    ", await ask(one, "add-address", { ...address, address: own }));
  const listed = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
  console.log(" listed:   ", await ask(two, "add-address", { chain: "bitcoin", address: listed }));

  console.log("Withdrawals, while the queue of cases is down");
  const from = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
  const small = { customer: "A-1", chain: "bitcoin", from, to: own, amount: "250.00", currency: "USD", country: "DE" };
  console.log(" small:    ", await ask(one, "withdraw", { ...small, id: "W-0" }));
  console.log(" listed:   ", await ask(two, "withdraw", { ...small, id: "W-1", to: listed }));
  const large = Array.from({ length: 20 }, (_, index) => ({ ...small, id: `L-${index}`, amount: "1126.90" }));
  const asked = large.map((withdrawal, index) => ask(index % 2 === 0 ? one : two, "withdraw", withdrawal));
  const answers = new Set(await Promise.all(asked));
  console.log(" 20 large: ", [...answers].join(" or "));
  while (refused < 40) await sleep(20);
  console.log(` accepted by the queue: ${accepted.size}`);

  console.log("The queue is up again");
  isQueueUp = true;
  while (accepted.size < 20) await sleep(20);
  await sleep(600); // long enough for two more rounds of delivery
  const times = [...accepted.values()];
  console.log(` ${times.length} alerts accepted, the most often accepted one ${Math.max(...times)} time(s)`);

  console.log("Erasure");
  console.log(` rows with the name before: ${await rowsWith("Beispiel")}`);
  console.log(" process 2:", await ask(two, "erase-customer", { reference_id: "A-1" }));
  console.log(" process 1:", await ask(one, "erase-customer", { reference_id: "A-1" }));
  console.log(` rows with the name after: ${await rowsWith("Beispiel")}`);
} finally {
  console.log("Shutdown");
  for (const { child } of [one, two]) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const [status] = await ended;
    console.log(` status ${status}`);
  }
  queue.close();
  await sql(serverUrl, `drop database ${database} with (force)`);
}
