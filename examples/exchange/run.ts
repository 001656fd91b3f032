/**
 * Runs two processes of `backend.ts` on a PostgreSQL database of their own: `node --import tsx examples/exchange/run.ts`.
 * The queue of cases is down for a while, and a process is killed after its wallet has sent. The server is at
 * 127.0.0.1:5432, or at VASPKIT_TEST_POSTGRES.
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

// The other services of the exchange: a queue of cases, a wallet and a ledger. They count what they did for each id.
const accepted = new Map<string, number>();
const sent = new Map<string, { readonly transaction_hash: string; readonly executed_at: string }>();
const credited = new Set<string>();
let isQueueUp = false;
let refused = 0;
let onSent: (transfer_id: string) => void = () => undefined;

/** Returns the answer, or undefined while the service is down. */
function serve(service: string, { alert_id = "", transfer_id = "" }: Readonly<Record<string, string>>): unknown {
  if (service === "/credit") return credited.add(transfer_id) && {};
  if (service === "/sent") return sent.get(transfer_id) ?? "";
  if (service === "/send") {
    const sending = { transaction_hash: `hash of ${transfer_id}`, executed_at: new Date().toISOString() };
    if (!sent.has(transfer_id)) sent.set(transfer_id, sending);
    onSent(transfer_id);
    return sent.get(transfer_id);
  }
  if (isQueueUp) accepted.set(alert_id, (accepted.get(alert_id) ?? 0) + 1);
  else refused += 1;
  return isQueueUp ? "" : undefined;
}

const desk = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const answer = serve(request.url ?? "", JSON.parse(text));
  response.writeHead(answer === undefined ? 503 : 200).end(answer ? JSON.stringify(answer) : "");
});
desk.listen(0, "127.0.0.1");
await once(desk, "listening");
// The cast: a server on a TCP port has such an address.
const deskUrl = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`;

interface Backend {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(): Promise<Backend> {
  const program = fileURLToPath(new URL("backend.ts", import.meta.url));
  const env = { ...process.env, DATABASE_URL: databaseUrl.href, DESK_URL: deskUrl };
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
  const individual_name = { name_type: "LEGL", name_first: "Zoë", name_last: "Beispiel" };
  const individual = { individual_name, date_of_birth: "1990-02-28", place_of_birth: "Berlin" };
  const customer = { reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual };
  console.log(" process 1:", await ask(one, "put-customer", customer));
  console.log(" process 2:", await ask(two, "put-customer", { ...customer, email: "zoe@example.com" }));
  console.log(" invalid:  ", await ask(two, "put-customer", { ...customer, account_type: "person" }));
  const other = { individual_name: { ...individual_name, name_first: "Anna", name_last: "Invented" } };
  await ask(one, "put-customer", { ...customer, reference_id: "A-2", customer_id: "C-8", individual: other });
  const [deposits, taken] = ["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"];
  console.log(
    " address:  ",
    await ask(two, "put-address", { chain: "bitcoin", address: deposits, account_ref_id: "A-1", vasp_id: "V-1" }),
  );
  await ask(one, "put-address", { chain: "bitcoin", address: taken, account_ref_id: "A-2" });

  console.log("Withdrawals, while the queue of cases is down");
  const wallet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const small = {
    chain: "bitcoin",
    asset: "BTC",
    amount: "0.004", // 240 EUR
    originator_account_reference_id: "A-1",
    originator_vasp_id: "V-1",
    originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    beneficiary_account_reference_id: "A-1",
    beneficiary_vasp_id: "V-1",
    beneficiary_address: wallet,
    beneficiary_address_is_self_hosted: true,
  };
  const at = new Date().toISOString();
  const measure = { duty: "mitigating_measure", side: "originator", note: "risk assessed as low", at };
  const check = { duty: "ownership_check", side: "originator", note: "message signed with the key", at };
  const evidence = [measure, check];
  console.log(" unchecked:", await ask(one, "withdraw", { ...small, transfer_id: "W-1" }));
  console.log(" evidence: ", await ask(two, "withdraw", { ...small, transfer_id: "W-1", evidence }));
  console.log(" again:    ", await ask(one, "withdraw", { ...small, transfer_id: "W-1" }));
  const listed = { ...small, transfer_id: "W-2", beneficiary_address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h", evidence };
  console.log(" listed:   ", await ask(two, "withdraw", listed));
  const large = Array.from({ length: 20 }, (_, index) => ({
    ...small,
    transfer_id: `L-${index}`,
    amount: "0.02",
    evidence,
  }));
  await Promise.all(large.flatMap((draft) => [ask(one, "withdraw", draft), ask(two, "withdraw", draft)]));
  const sentLarge = [...sent.keys()].filter((id) => id.startsWith("L-")).length;
  console.log(` 20 large ones, each asked of both processes at once: ${sentLarge} sent`);
  while (refused < 20) await sleep(20);
  console.log(` accepted by the queue: ${accepted.size}`);

  console.log("Review");
  const toOther = { ...small, transfer_id: "W-3", beneficiary_address: taken, evidence };
  console.log(" process 1:", await ask(one, "withdraw", toOther));
  console.log(" suspended:", await ask(two, "suspended", {}));
  const review = { transfer_id: "W-3", decision: "execute", note: "both customers were asked" };
  console.log(" officer:  ", await ask(two, "review", review));
  console.log(" process 1:", await ask(one, "withdraw", toOther));

  console.log("Deposits");
  const deposit = { chain: "bitcoin", asset: "BTC", amount: "0.004", to: deposits };
  const ours = { ...measure, side: "beneficiary" };
  const own = { ...deposit, id: "D-1", from: wallet, sender: "customer", evidence: [ours] };
  console.log(" own wallet:", await ask(one, "deposit", own));
  const party = { account_type: "individual", account_category: "non-customer", individual };
  const fromVasp = "3P14159f73E4gFr7JterCCQh9QjiTjiZrG";
  const received = { ...deposit, id: "D-2", from: fromVasp, sender: { vasp_id: "V-2", party } };
  console.log(" from V-2:  ", await ask(two, "deposit", received));
  await ask(one, "put-address", { chain: "bitcoin", address: fromVasp, vasp_id: "V-2" });
  console.log(" confirmed: ", await ask(two, "deposit", received));
  console.log(` credited: ${[...credited].join(", ")}`);

  console.log("The queue is up again");
  isQueueUp = true;
  while (accepted.size < 20) await sleep(20);
  await sleep(600); // long enough for two more rounds of delivery
  const times = [...accepted.values()];
  console.log(` ${times.length} alerts accepted, the most often accepted one ${Math.max(...times)} time(s)`);

  console.log("Process 1 is killed after its wallet has sent");
  const dead = once(one.child, "exit");
  onSent = () => one.child.kill("SIGKILL");
  const lost = await ask(one, "withdraw", { ...small, transfer_id: "W-4", evidence }).catch(() => "no answer");
  onSent = () => undefined;
  await dead;
  console.log(" process 1:", lost);
  console.log(" process 2:", await ask(two, "recover", {}));
  console.log(" again:    ", await ask(two, "withdraw", { ...small, transfer_id: "W-4", evidence }));

  console.log("Erasure");
  console.log(` rows with the name before: ${await rowsWith("Beispiel")}`);
  console.log(" process 2:", await ask(two, "erase-customer", { reference_id: "A-1" }));
  console.log(` rows with the name after: ${await rowsWith("Beispiel")}, those of transfers that must be kept`);
} finally {
  console.log("Shutdown");
  for (const { child } of [one, two]) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const [status] = await ended;
    console.log(` status ${status}`);
  }
  desk.close();
  await sql(serverUrl, `drop database ${database} with (force)`);
}
