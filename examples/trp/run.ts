/**
 * Runs two VASPs that exchange transfers by TRP over mutual TLS: `node --import tsx examples/trp/run.ts`. Each is a process of
 * `vasp.ts` on a PostgreSQL database of its own. One is killed while it receives an inquiry. The server is at 127.0.0.1:5432, or
 * at VASPKIT_TEST_POSTGRES. The command `openssl` makes the certificates.
 */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import type { Settings } from "./vasp.js";

const user = encodeURIComponent(process.env["PGUSER"] ?? userInfo().username);
const serverUrl = process.env["VASPKIT_TEST_POSTGRES"] || `postgres://${user}@127.0.0.1:5432/postgres`;

async function sql(statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const folder = mkdtempSync(join(tmpdir(), "vaspkit-trp-"));

async function openssl(...given: string[]): Promise<void> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  try {
    await promisify(execFile)("openssl", ["req", "-x509", ...key, "-days", "2", ...given], { cwd: folder });
  } catch (cause) {
    throw new Error("The command openssl, version 3 or later, must make certificates. Install it.", { cause });
  }
}

/** Makes the certificate of a VASP, and returns its fingerprint. */
async function certify(name: string): Promise<string> {
  const authority = ["-CA", "authority.pem", "-CAkey", "authority.key"];
  const extensions = ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"];
  await openssl(...authority, "-subj", `/CN=${name}`, ...extensions, "-keyout", `${name}.key`, "-out", `${name}.pem`);
  return new X509Certificate(readFileSync(join(folder, `${name}.pem`))).fingerprint256;
}

type Place = Pick<Settings, "vasp_id" | "jurisdiction" | "port"> & { readonly fingerprint: string };

/** A VASP with its process. */
class Vasp implements Place {
  readonly vasp_id: string;
  readonly jurisdiction: Settings["jurisdiction"];
  readonly port: number;
  readonly fingerprint: string;
  readonly database = `vaspkit_trp_${randomBytes(6).toString("hex")}`;
  readonly addressKey = randomBytes(32).toString("base64");
  /** Called when the wallet is asked for an address of a customer. */
  onWallet: () => boolean = () => true;
  child: ChildProcess | undefined;
  #calls = 0;
  readonly #waiting = new Map<unknown, (answer: unknown) => void>();

  constructor({ vasp_id, jurisdiction, port, fingerprint }: Place) {
    this.vasp_id = vasp_id;
    this.jurisdiction = jurisdiction;
    this.port = port;
    this.fingerprint = fingerprint;
  }

  async start(peer: Vasp, answerWithinMs: number): Promise<void> {
    const databaseUrl = new URL(serverUrl);
    databaseUrl.pathname = `/${this.database}`;
    const { vasp_id, jurisdiction, port, addressKey } = this;
    const settings: Settings = {
      ...{ databaseUrl: databaseUrl.href, vasp_id, jurisdiction, port, addressKey, answerWithinMs },
      certificate: join(folder, vasp_id),
      authority: join(folder, "authority.pem"),
      peer: { vasp_id: peer.vasp_id, host: `127.0.0.1:${peer.port}`, fingerprint: peer.fingerprint },
    };
    const program = fileURLToPath(new URL("vasp.ts", import.meta.url));
    const env = { ...process.env, SETTINGS: JSON.stringify(settings) };
    const child = fork(program, { env, execArgv: ["--import", "tsx"] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error(`The process of ${vasp_id} has ended.`)));
      child.on("message", (message: Readonly<Record<string, unknown>>) => {
        if (message["ready"] === true) return resolve();
        if (message["wallet"] !== undefined) return this.onWallet() && child.send({ address: ADDRESS });
        this.#waiting.get(message["call"])?.(message["answer"]);
        return this.#waiting.delete(message["call"]);
      });
    });
  }

  /** Calls an operation of vasp.ts. */
  ask<T = unknown>(operation: string, body: object): Promise<T> {
    this.#calls += 1;
    const call = this.#calls;
    this.child?.send({ call, operation, body });
    // The cast: the caller knows the answer of the operation.
    return new Promise((resolve) => this.#waiting.set(call, resolve as (answer: unknown) => void));
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}

/** The address of the beneficiary's customer, of an invented wallet. */
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const HOUR = 3_600_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // The cast: a server on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function placeOf(vasp_id: string, jurisdiction: Settings["jurisdiction"]): Promise<Place> {
  return { vasp_id, jurisdiction, port: await freePort(), fingerprint: await certify(vasp_id) };
}

await openssl("-subj", "/CN=Invented authority", "-keyout", "authority.key", "-out", "authority.pem");
const one = new Vasp(await placeOf("V-1", "US"));
const two = new Vasp(await placeOf("V-2", "EU"));

/** What is read of a stored exchange. */
interface Exchange {
  readonly state: string;
  readonly events: readonly { readonly kind: string; readonly reason: { readonly text: string | null } | null }[];
}

/** Waits until the exchange of a transfer is in a state. */
async function until(vasp: Vasp, transfer_id: string, state: string): Promise<Exchange> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const exchange = await vasp.ask<Exchange | null>("exchange", { transfer_id });
    if (exchange?.state === state) return exchange;
    await sleep(50);
  }
  throw new Error(`${transfer_id} of ${vasp.vasp_id} did not become ${state}.`);
}

/** Returns the id of the transfer that the beneficiary's VASP made of an inquiry. */
async function incoming(amount: string): Promise<string> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const transfer_id = await two.ask<string | null>("incoming", { amount });
    if (transfer_id !== null) return transfer_id;
    await sleep(50);
  }
  throw new Error("V-2 has no such transfer.");
}

const outgoing = {
  chain: "bitcoin",
  asset: "BTC",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  originator_address_is_self_hosted: false,
  beneficiary_vasp_id: "V-2",
  beneficiary_address: ADDRESS,
  beneficiary_address_is_self_hosted: false,
};

/** A person as the other VASP's customer. */
function named(name_first: string, name_last: string) {
  const individual_name = { name_type: "LEGL", name_first, name_last };
  return { account_type: "individual", account_category: "non-customer", individual: { individual_name } };
}

type Draft = Readonly<Record<string, unknown>> & { readonly transfer_id: string };

/** Decides a transfer and sends its inquiry. */
async function inquire(draft: Draft): Promise<string> {
  const decided = await one.ask<string>("decide", { ...outgoing, ...draft });
  const to = await two.ask<string>("travel-address", { account: "B-1" });
  const sent = await one.ask<string>("send", { transfer_id: draft.transfer_id, to });
  return `${decided}; inquiry: ${sent}`;
}

/** An acknowledgement may come after the approval, and then says nothing. */
function kinds({ events }: Exchange): string {
  return events.flatMap(({ kind }) => (kind === "acknowledgement" ? [] : kind)).join(", ");
}

/** Prints the events of both sides, once both are in these states. */
async function print(transfer_id: string, amount: string, state: string, other = state): Promise<void> {
  console.log(`     V-1 ${state}: ${kinds(await until(one, transfer_id, state))}`);
  console.log(`     V-2 ${other}: ${kinds(await until(two, await incoming(amount), other))}`);
}

async function execute(transfer_id: string): Promise<void> {
  const transaction_hash = transfer_id.replace("W-", "").padStart(64, "0"); // of an invented wallet
  await one.ask("confirm", { transfer_id, outcome: "executed", transaction_hash });
}

try {
  await Promise.all([one, two].map(({ database }) => sql(`create database ${database}`)));
  await Promise.all([one.start(two, HOUR), two.start(one, HOUR)]);
  const list = [
    { vasp_id: "V-1", name_legal: "An Invented Exchange", address_country_code: "US" },
    { vasp_id: "V-2", name_legal: "Another Exchange", address_country_code: "DE" },
    { vasp_id: "V-3", name_legal: "A Broker Without Messages", address_country_code: "US" },
  ];
  await two.ask("put-vasps", { list });
  // V-1 does not know that V-2 has moved to the EU, whose pack requires more.
  const outdated = list.map((vasp) => ({ ...vasp, address_country_code: "US" }));
  await one.ask("put-vasps", { list: outdated });
  const address = {
    address_type: "HOME",
    address_line: "1 Main Street",
    address_city: "Springfield",
    address_country_code: "US",
  };
  const zoeOnly = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example" } };
  const zoe = {
    ...{ reference_id: "A-1", account_type: "individual", customer_id: "C-1", address },
    individual: { ...zoeOnly, date_of_birth: "1990-02-28", place_of_birth: "Boston" },
  };
  await one.ask("put-customer", zoe);
  const ivan = { individual_name: { name_type: "LEGL", name_first: "Иван", name_last: "Петров" } };
  await two.ask("put-customer", {
    reference_id: "B-1",
    customer_id: "C-9",
    account_type: "individual",
    individual: ivan,
  });
  const beneficiary_account = named("Ivan", "Petrov");

  const approved = { transfer_id: "W-1", amount: "0.11", beneficiary_account };
  console.log("W-1 approved, executed, settled:", await inquire(approved));
  await until(one, "W-1", "accepted");
  console.log("     V-1 decides:", await one.ask("decide", { ...outgoing, ...approved }));
  await execute("W-1");
  await print("W-1", "0.11", "settled");

  const listed = { originator_address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" };
  const rejected = { transfer_id: "W-2", amount: "0.12", beneficiary_account, ...listed };
  console.log("W-2 from a sanctioned address:", await inquire(rejected));
  await print("W-2", "0.12", "rejected");
  console.log("     V-1 decides:", await one.ask("decide", { ...outgoing, ...rejected }));

  await one.ask("put-customer", { ...zoe, individual: zoeOnly });
  const repaired = { transfer_id: "W-3", amount: "0.13", beneficiary_account };
  console.log("W-3 without the date of birth, which V-1 need not know:", await inquire(repaired));
  const repair = await until(one, "W-3", "repair");
  console.log(`     V-2 asks: ${repair.events.at(-1)?.reason?.text}`);
  await one.ask("put-customer", zoe);
  console.log("     corrected:", await inquire(repaired));
  await print("W-3", "0.13", "accepted");

  const cancelled = { transfer_id: "W-4", amount: "0.14", beneficiary_account };
  console.log("W-4 cancelled after the approval:", await inquire(cancelled));
  await until(one, "W-4", "accepted");
  await one.ask("confirm", { transfer_id: "W-4", outcome: "cancelled" });
  await print("W-4", "0.14", "cancelled");

  const reviewed = { transfer_id: "W-5", amount: "0.15", beneficiary_account: named("John", "Petrov") };
  console.log("W-5 with another first name:", await inquire(reviewed));
  const received = await incoming("0.15");
  const review = { transfer_id: received, decision: "execute", note: "the customer was asked" };
  console.log("     an officer of V-2:", await two.ask("review", review));
  await until(one, "W-5", "accepted");
  await execute("W-5");
  await print("W-5", "0.15", "settled");

  const unable = { ...outgoing, transfer_id: "W-6", amount: "0.16", beneficiary_account, beneficiary_vasp_id: "V-3" };
  console.log("W-6 to a VASP that cannot receive:", await one.ask("decide", unable));
  console.log("     recorded:", await one.ask("send", { transfer_id: "W-6", to: null }));
  console.log("     V-1 decides:", await one.ask("decide", unable));

  const interrupted = { transfer_id: "W-7", amount: "0.17", beneficiary_account };
  const asked = new Promise<void>((resolve) => {
    two.onWallet = () => {
      resolve();
      return false;
    };
  });
  console.log("W-7 and V-2 is killed while it receives the inquiry:", await inquire(interrupted));
  await asked;
  await two.end("SIGKILL");
  console.log("     V-2 starts again; V-1 sends the inquiry again, with the same identifier");
  two.onWallet = () => true;
  await two.start(one, HOUR);
  await until(one, "W-7", "accepted");
  await execute("W-7");
  await print("W-7", "0.17", "settled");

  console.log("Both start again, with a deadline of 5 seconds");
  await Promise.all([one.end("SIGTERM"), two.end("SIGTERM")]);
  await Promise.all([one.start(two, 5_000), two.start(one, 5_000)]);
  const unanswered = { transfer_id: "W-8", amount: "0.18", beneficiary_account: named("John", "Petrov") };
  console.log("W-8 and V-2 does not decide:", await inquire(unanswered));
  await print("W-8", "0.18", "expired");
  console.log("     V-1 decides:", await one.ask("decide", { ...outgoing, ...unanswered }));
  console.log("V-1 about V-2:", JSON.stringify(await one.ask("standing", { of: "V-2" })));
  console.log("V-2 about V-1:", JSON.stringify(await two.ask("standing", { of: "V-1" })));
} finally {
  await Promise.all([one.end("SIGTERM"), two.end("SIGTERM")]);
  await Promise.all([one, two].map(({ database }) => sql(`drop database if exists ${database} with (force)`)));
  rmSync(folder, { recursive: true, force: true });
}
