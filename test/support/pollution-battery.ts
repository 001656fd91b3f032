/**
 * Operations of the whole library, as an application calls them. Their answers must not depend on `Object.prototype`.
 * The program of pollution-child.ts evaluates this file as a bundle.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import * as furtherChains from "../../src/chains.js";
import { isChainModule } from "../../src/domain/chains/module.js";
import { readJsonText } from "../../src/domain/json-text.js";
import { accountSchema, bearerTokens, createHandler } from "../../src/http.js";
import {
  type Alert,
  type Compliance,
  ComplianceError,
  type ComplianceOptions,
  createCompliance,
  createThresholdEngine,
  crossCheckedPrices,
  crossCheckedRates,
  fixedPrices,
  fixedRates,
  inMoney,
  memoryStorage,
  parseAccount,
  parseAddress,
  parseTransaction,
  parseTransfer,
  parseVasp,
  tagOf,
  toDraft,
  unwrap,
} from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { jsonSchemas, openApi } from "../../src/openapi.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import * as providers from "../../src/providers.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { entry, wallets } from "./address-samples.js";
import { runDecisions } from "./pollution-decisions.js";
import { runJurisdictions } from "./pollution-jurisdictions.js";
import * as samples from "./samples.js";
import { untyped } from "./untyped.js";

const { individual, entity, fullVasp, shortVasp, now, ecbTable, thresholds } = samples;

/** What an operation returned or threw. */
export interface Outcome {
  readonly threw: boolean;
  readonly value: unknown;
}

/** What is made before `Object.prototype` is polluted, because it is the part of Node and not of this library. */
export interface Surroundings {
  /** Each takes a response made in advance. */
  readonly fetchOf: (name: string) => providers.Fetch;
  readonly folder: string;
  readonly database: Kysely<Record<string, Record<string, unknown>>>;
  end(): Promise<void>;
}

const name = { name_type: "LEGL", name_last: "Okafor" };
const namedEntity = { entity_name: { name_type: "LEGL", name_legal: "Okafor Trading Ltd" } };
const address = { address_type: "HOME", address_city: "Lagos", address_country_code: "NG" };
const least = { reference_id: "L-1", account_type: "individual", individual: { individual_name: name } };
const leastEntity = { reference_id: "L-2", account_type: "entity", entity: namedEntity };
const lei = { national_id_type: "LEIX", national_id: samples.lei };

/** Accounts, the least of their kind or with one fault. */
const accounts: Readonly<Record<string, unknown>> = {
  empty: {},
  null: null,
  list: [],
  full: individual,
  "full entity": entity,
  "by birth": { ...least, individual: { individual_name: name, date_of_birth: "1999-12-31", place_of_birth: "Kano" } },
  "by customer id": { ...least, customer_id: "C-1" },
  "by address": { ...least, address: { ...address, address_line: "1 Broad Street" } },
  "by national id": { ...leastEntity, national_id: lei },
  "without identification": least,
  "entity without identification": leastEntity,
  "half by birth": { ...least, individual: { individual_name: name, date_of_birth: "1999-12-31" } },
  "without individual": { reference_id: "L-1", account_type: "individual", customer_id: "C-1" },
  "without entity": { reference_id: "L-1", account_type: "entity", customer_id: "C-1" },
  "without type": { reference_id: "L-1", customer_id: "C-1", individual: { individual_name: name } },
  "without names": { reference_id: "L-1", account_type: "individual", customer_id: "C-1", individual: {} },
  "incomplete address": { ...least, address },
  "address without street": { ...least, address: { ...address, address_street_no: "1" } },
  "empty address and id": { ...least, address: {}, national_id: {} },
  "entity with an id of a register": { ...leastEntity, national_id: { national_id_type: "RAID", national_id: "1" } },
  "id of the wrong type": { ...leastEntity, national_id: { national_id_type: "CCPT", national_id: "1" } },
  "unknown property": { ...least, customer_id: "C-1", nickname: "N" },
  "name that is not safe": { ...least, customer_id: "C-1", "a b@c": "N" },
  "wrong types": { ...least, reference_id: 1, email: 1, customer_id: [], address: "x", national_id: [lei] },
  "texts at fault": {
    ...least,
    customer_id: " ",
    email: "none",
    individual: { individual_name: { ...name, name_last: "\0" } },
  },
};

const { individualParty, entityParty, vaspToVasp } = samples;
const route = {
  originator_address: vaspToVasp.originator_address,
  beneficiary_address: vaspToVasp.beneficiary_address,
  originator_vasp_id: fullVasp.vasp_id,
  beneficiary_vasp_id: shortVasp.vasp_id,
};
const references = {
  originator_account_reference_id: individual.reference_id,
  beneficiary_account_reference_id: entity.reference_id,
};

const transfers: Readonly<Record<string, unknown>> = {
  empty: {},
  ...samples.transfers,
  "by references": { ...route, ...references },
  "on a chain": { ...route, ...references, chain: "bitcoin" },
  "without originator": { ...route, beneficiary_account: entityParty },
  "without parties": route,
  "unknown references": { ...route, originator_account_reference_id: "N", beneficiary_account_reference_id: "N" },
  "unknown VASPs": { ...vaspToVasp, originator_vasp_id: "N", beneficiary_vasp_id: "N" },
  ambiguous: { ...route, ...references, originator_account: individualParty },
  "both self-hosted": { ...samples.withdrawal, originator_address_is_self_hosted: true },
  "party without identification": { ...vaspToVasp, originator_account: { account_type: "individual" } },
};

const transactions: Readonly<Record<string, unknown>> = {
  empty: {},
  passing: samples.passing,
  breaching: samples.breaching,
  local: { ...samples.passing, currency: "SGD", amount: 1500 },
  "no threshold": { ...samples.passing, country: "DE" },
  "no rate": { ...samples.passing, currency: "NOK" },
  negative: { ...samples.passing, amount: -1 },
  "in an asset": { transaction_id: "T-9", amount: "0.5", asset: "BTC", country: "SG" },
  "in an asset without price": { transaction_id: "T-9", amount: "0.5", asset: "DOGE", country: "SG" },
  "in an asset and a currency": { ...samples.passing, asset: "BTC" },
};

const prices = { currency: "USD", time: now.toISOString(), source: "desk", prices: { BTC: "60000.5", ETH: "3000" } };

const vasps: Readonly<Record<string, unknown>> = {
  empty: {},
  full: fullVasp,
  least: shortVasp,
  nulls: { ...shortVasp, website: null, supported_protocols: null },
  lists: { ...shortVasp, supported_protocols: [] },
  "wrong types": { ...shortVasp, website: 1, supported_protocols: ["", 1] },
};

const bitcoin = { chain: "bitcoin", address: wallets.bitcoin.given } as const;
const ethereum = { chain: "ethereum", address: wallets.ethereum.given } as const;

const creations: Readonly<Record<string, unknown>> = {
  empty: {},
  least: bitcoin,
  full: {
    ...ethereum,
    is_self_hosted: true,
    scan_for_risk: true,
    provider_name: "RDCFI",
    account_ref_id: individual.reference_id,
  },
  "without provider": { ...bitcoin, scan_for_risk: true },
  "unknown provider and account": { ...bitcoin, scan_for_risk: true, provider_name: "N", account_ref_id: "N" },
  mistyped: { ...bitcoin, address: `${wallets.bitcoin.given}x` },
  "of another network": { ...bitcoin, address: wallets.tezos.given },
};

/** Runs an operation and keeps its outcome under a name. */
type Recorder = (name: string, run: () => unknown) => Promise<void>;

/** The parts of the battery. Some names break the driver of SQLite, or Node's files. */
export type Part = "memory" | "providers" | "file" | "sql";

const runners: Readonly<Record<Part, (record: Recorder, around: Surroundings) => Promise<void>>> = {
  memory: runMemory,
  providers: runProviders,
  file: runJsonFile,
  sql: runSql,
};

/** Runs all operations of these parts, one after the other. */
export async function runBattery(parts: readonly Part[], around: Surroundings): Promise<ReadonlyMap<string, Outcome>> {
  return outcomesOf(async (record) => {
    for (const part of parts) await runners[part](record, around);
  });
}

/** Returns what each operation returned or threw, by its name. */
export async function outcomesOf(run: (record: Recorder) => Promise<void>): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await run(async (title, operation) => {
    try {
      outcomes.set(title, { threw: false, value: await operation() });
    } catch (error) {
      outcomes.set(title, { threw: true, value: error });
    }
  });
  return outcomes;
}

/** Everything that needs neither files nor a database. */
export async function runMemory(record: Recorder): Promise<void> {
  await runHttp(record);
  await runParsers(record);
  await runEngine(record);
  await runOptions(record);
  await runChains(record);
  await runJurisdictions(record);
  await runStorage("memory", memoryStorage(), record);
}

async function runParsers(record: Recorder): Promise<void> {
  for (const [title, input] of Object.entries(accounts))
    await record(`parseAccount ${title}`, () => parseAccount(input));
  for (const [title, input] of Object.entries(accounts))
    await record(`toDraft ${title}`, () => toDraft(input as never));
  for (const [title, input] of Object.entries(transfers))
    await record(`parseTransfer ${title}`, () => parseTransfer(input));
  for (const [title, input] of Object.entries(vasps)) await record(`parseVasp ${title}`, () => parseVasp(input));
  for (const [title, input] of Object.entries(transactions)) {
    await record(`parseTransaction ${title}`, () => parseTransaction(input));
  }
  for (const [chain, { given }] of Object.entries(wallets)) {
    await record(`parseAddress ${chain}`, () => parseAddress(chain as never, given));
    await record(`tagOf ${chain}`, () => tagOf(unwrap(parseAddress(chain as never, given))));
    await record(`parseAddress of another chain as ${chain}`, () => parseAddress(chain as never, wallets.near.given));
    await record(`parseAddress mistyped ${chain}`, () => parseAddress(chain as never, `${given.slice(0, -1)}!`));
  }
}

const tronText = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/** Further chains, and a chain of one's own with memos. */
async function runChains(record: Recorder): Promise<void> {
  const modules: readonly unknown[] = Object.values(furtherChains);
  for (const module of modules.filter(isChainModule)) {
    for (const [title, text] of Object.entries({ tron: tronText, ethereum: wallets.ethereum.given, empty: "" })) {
      await record(`parseAddress of ${module.name} with ${title}`, () => parseAddress(module, text));
    }
  }
  const house = { ...furtherChains.tron, name: "house", tag: { kind: "text", name: "memo", maxBytes: 4 } } as const;
  const chains = [...furtherChains.defaultChains, furtherChains.tron, house];
  const compliance = createCompliance({ storage: memoryStorage(), chains, clock: () => now });
  await record("account of a further chain", () => compliance.accounts.create(individual as never));
  const request = { chain: "house", address: tronText, account_ref_id: individual.reference_id } as const;
  for (const tag of [undefined, "1234", "12345"]) {
    await record(`create on a further chain with the tag ${tag}`, () =>
      compliance.addresses.create({ ...request, tag }),
    );
    await record(`account of the tag ${tag}`, () => compliance.addresses.accountOf("house", tronText, tag));
  }
  await record("list of a further chain", () => compliance.addresses.list({ chain: "house" }));
  await record("chains of no module", () => createCompliance({ storage: memoryStorage(), chains: [{}] } as never));
  const broken = { ...house, parse: () => ({}) } as never;
  await record("parseAddress of a faulty module", () => parseAddress(broken, tronText));
}

const bodies = [
  '{"transaction":{"amount":1080.00}}',
  '{"transaction":{"amount":3000.00000000000000001}}',
  '{"__proto__":{"amount":1},"constructor":1}',
  '{"a":1,"\\u0061":1}',
  "[".repeat(40),
  "{",
];

/** `vaspkit/http` without the classes of the platform, which read `Object.prototype` themselves. */
async function runHttp(record: Recorder): Promise<void> {
  for (const [index, body] of bodies.entries())
    await record(`body ${index}`, () =>
      readJsonText(body, { maxValues: 100, exact: { at: "everywhere", read: String } }),
    );
  const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  await record("bearerTokens without a hash", () => bearerTokens({ test: "client" }));
  for (const header of ["Bearer test", "bearer other", ""]) {
    // The part of a request that is read.
    const headers = { get: () => header } as unknown as Headers;
    await record(`bearerTokens, ${header}`, () => bearerTokens({ [hash]: "client" })({ headers }));
  }
  for (const title of ["full", "texts at fault"])
    await record(`accountSchema ${title}`, () => accountSchema()["~standard"].validate(accounts[title]));
  const servers = [{ url: "https://compliance.internal" }];
  await record("openApi", () => JSON.stringify(openApi({ extensions: true, servers })));
  await record("openApi without the name of a licence", () => openApi({ license: {} as never }));
  await record("jsonSchemas", () => JSON.stringify(jsonSchemas().TransferDraft));
  await runHandler(record);
}

/** The first without the extensions. */
const requests = [
  "GET /directory/accounts",
  "GET /directory/vasps?page=1&size=1",
  "GET /directory/vasps?page=0&colour=red",
  "HEAD /directory/vasps",
  "GET /directory/vasps/none",
  "GET /directory/vasps/%FF?a=1",
  "GET /directory/accounts/search",
  "GET /directory/accounts/search?search_term=x",
  `GET /directory/account?reference_id=${individual.reference_id}`,
  "PUT /analytics/chains/mars/addresses/x/assign/none",
  "DELETE /engine/alerts?before=never",
  "POST /directory/accounts",
  "PATCH /directory/accounts",
  "OPTIONS /directory/accounts",
  "GET /none",
];

/** Runs with a class in place of `Response` that keeps its arguments, because that of Node reads `Object.prototype`. */
async function withoutResponse(run: () => Promise<unknown>): Promise<unknown> {
  const { Response } = globalThis;
  class Kept {
    readonly answer: readonly unknown[];
    constructor(body: unknown, { status, headers }: { readonly status: number; readonly headers: HeadersInit }) {
      const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
      this.answer = [body, status, entries.flat()];
    }
  }
  globalThis.Response = Kept as never;
  try {
    return await run();
  } finally {
    globalThis.Response = Response;
  }
}

async function runHandler(record: Recorder): Promise<void> {
  const compliance = complianceOn(memoryStorage());
  await record("handler: vasps.load", () => compliance.vasps.load([fullVasp, shortVasp]));
  await record("handler: accounts.create", () => compliance.accounts.create(individual));
  await record("createHandler without options", () => createHandler(compliance, {} as never));
  const headers = { get: (name: string) => (name === "authorization" ? "Bearer test" : null) };
  for (const [index, each] of requests.entries()) {
    await record(`handler, ${each}`, async () => {
      const [method, path] = each.split(" ");
      const handler = createHandler(compliance, { authenticate: () => "client", extensions: index > 0 });
      // The parts of a request that are read.
      return withoutResponse(() => handler({ method, url: `https://test/api/v2${path}`, headers } as never));
    });
  }
}

async function runEngine(record: Recorder): Promise<void> {
  const rates = ecbTable;
  for (const [title, transaction] of Object.entries(transactions)) {
    await record(`engine ${title}`, () => createThresholdEngine({ thresholds, rates }).evaluate(transaction as never));
    await record(`engine without rates ${title}`, () =>
      createThresholdEngine({ thresholds }).evaluate(transaction as never),
    );
  }
  for (const asset of ["BTC", "DOGE"]) {
    const { transaction_id, amount, country } = samples.passing;
    const transaction = { transaction_id, amount, asset, country };
    await record(`engine with prices, ${asset}`, () =>
      createThresholdEngine({ thresholds, rates, prices }).evaluate(transaction),
    );
    await record(`inMoney ${asset}`, () => inMoney({ amount, asset }, fixedPrices(prices), { clock: () => now }));
    await record(`inMoney ${asset} of a table`, () => inMoney({ amount, asset }, prices, { clock: () => now }));
  }
  await record("crossCheckedPrices", () => {
    const other = { ...prices, source: "other", prices: { BTC: "60001", SOL: "150" } };
    const sources = [fixedPrices(prices), fixedPrices(other)];
    return crossCheckedPrices(sources, { maxDeviation: "0.01" }).current(now, { asset: "BTC" });
  });
  await record("crossCheckedRates", () => {
    const other = { ...rates, source: "other", rates: { USD: "1.07", SYP: "12000" } };
    return crossCheckedRates([fixedRates(rates), fixedRates(other)], { maxDeviation: 0.01 }).current(now);
  });
  await record("engine without thresholds", () => createThresholdEngine({} as never));
  for (const part of ["base", "date", "source", "rates"]) {
    const { [part]: _, ...rest } = { ...ecbTable } as Record<string, unknown>;
    await record(`fixedRates without ${part}`, () => fixedRates(rest as never));
  }
  await record("fixedRates", () => fixedRates(ecbTable).current(now));
}

async function runOptions(record: Recorder): Promise<void> {
  const made = (options: unknown) => createCompliance(options as never) !== undefined;
  await record("createCompliance", () => made({ storage: memoryStorage() }));
  await record("createCompliance without storage", () => made({}));
  await record("createCompliance without options", () => made(undefined));
  await record("createCompliance with an unknown option", () => made({ storage: memoryStorage(), storag: 1 }));
  await record("createCompliance with a wrong option", () => made({ storage: memoryStorage(), clock: 1 }));
  await record("createCompliance with a wrong table", () =>
    made({ storage: memoryStorage(), thresholds: { US: "x" } }),
  );
  const bare = createCompliance({ storage: memoryStorage(), clock: () => now });
  await record("rules.evaluate without options", () => bare.rules.evaluate(evaluation(samples.passing)));
  await record("addresses.create without options", () => bare.addresses.create(bitcoin));
  await record("addresses.create without providers", () =>
    bare.addresses.create({ ...bitcoin, scan_for_risk: true, provider_name: "N" }),
  );
  await record("alerts.deliver without options", () => bare.alerts.deliver());
  await record("alerts.deliver with an unknown option", () => bare.alerts.deliver({ signl: 1 } as never));
}

function evaluation(transaction: unknown): never {
  return { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] } as never;
}

function complianceOn(storage: ComplianceStorage, options: Partial<ComplianceOptions> = {}): Compliance {
  return createCompliance({
    storage,
    thresholds,
    rates: fixedRates(ecbTable),
    clock: () => now,
    riskProviders: { RDCFI: { screen: async () => [entry] } },
    balances: { balance: async () => ({ balance: "1.5", balance_usd: null }) },
    ...options,
  });
}

async function runStorage(kind: string, storage: ComplianceStorage, record: Recorder): Promise<void> {
  const delivered: Alert[] = [];
  const compliance = complianceOn(storage, { onAlert: (alert) => void delivered.push(alert) });
  const on: Recorder = (title, run) => record(`${kind}: ${title}`, run);
  await on("vasps.load", () => compliance.vasps.load(untyped(Object.values(vasps)) as never));
  for (const [title, input] of Object.entries(accounts)) {
    await on(`accounts.create ${title}`, () => compliance.accounts.create(untyped(input)));
  }
  await on("accounts.create again", () => compliance.accounts.create(individual));
  await runReads(compliance, on);
  for (const [title, input] of Object.entries(transfers)) {
    await on(`transfers.check ${title}`, () => compliance.transfers.check(untyped(input)));
  }
  for (const [title, input] of Object.entries(creations)) {
    await on(`addresses.create ${title}`, () => compliance.addresses.create(untyped(input)));
  }
  await on("addresses.create without balance", () => compliance.addresses.create(ethereum, { balance: false }));
  await on("addresses.rescreen", () => compliance.addresses.rescreen({ provider_name: "RDCFI" }));
  await on("addresses.rescreen unknown", () => compliance.addresses.rescreen({ provider_name: "N" }));
  await on("addresses.assign", () => compliance.addresses.assign({ ...bitcoin, reference_id: entity.reference_id }));
  await on("addresses.assign empty", () => compliance.addresses.assign(untyped({})));
  await on("addresses.assign unknown", () => compliance.addresses.assign({ ...bitcoin, reference_id: "N" }));
  for (const [title, transaction] of Object.entries(transactions)) {
    await on(`rules.evaluate ${title}`, () => compliance.rules.evaluate(evaluation(transaction)));
  }
  for (const [title, transaction] of Object.entries(transactions)) {
    const linked = {
      transaction: { ...Object(transaction), link_key: "K" },
      rule_codes: ["LINKED_TRANSACTIONS_BY_COUNTRY"],
    };
    await on(`rules.evaluate linked ${title}`, () => compliance.rules.evaluate(untyped(linked)));
  }
  await on("rules.evaluate empty", () => compliance.rules.evaluate(untyped({})));
  await deliveriesOf(compliance);
  const silent = complianceOn(storage, { thresholds: { SG: "1" } });
  await on("rules.evaluate pending", () =>
    silent.rules.evaluate(evaluation({ ...samples.passing, transaction_id: "P" })),
  );
  await on("alerts.list pending", () => compliance.alerts.list({ delivered: false }));
  await on("alerts.deliver", () => compliance.alerts.deliver());
  await on("delivered", () => delivered.sort((a, b) => (a.alert_id < b.alert_id ? -1 : 1)));
  await runLists(compliance, on);
  await runDecisions(storage, on);
  await on("close", () => compliance.close());
  await on("closed", () => compliance.accounts.retrieve("A"));
}

/** Alerts are delivered apart from the decision: waits until none is pending, up to two seconds. */
async function deliveriesOf({ alerts }: Compliance): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const pending = await alerts.list({ delivered: false });
    if (!pending.ok || pending.value.items.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function runReads({ accounts: directory, vasps: register }: Compliance, on: Recorder): Promise<void> {
  for (const id of ["L-1", "L-2", individual.reference_id, entity.reference_id, "N"]) {
    await on(`accounts.retrieve ${id}`, () => directory.retrieve(id));
  }
  for (const search_term of ["okafor", "tremblay", "nord", "example", "x"]) {
    await on(`accounts.search ${search_term}`, () => directory.search({ search_term }));
    await on(`accounts.search ${search_term} narrowed`, () =>
      directory.search({ search_term, account_type: "individual", account_category: "recipient", limit: 1 }),
    );
    await on(`vasps.search ${search_term}`, () => register.search({ search_term }));
  }
  await on("accounts.search empty", () => directory.search(untyped({})));
  await on("vasps.search empty", () => register.search(untyped({})));
  await on("vasps.search", () => register.search({ search_term: "aurora" }));
  await on("vasps.retrieve", () => register.retrieve(shortVasp.vasp_id));
  await on("vasps.retrieve full", () => register.retrieve(fullVasp.vasp_id));
  await on("vasps.retrieve unknown", () => register.retrieve("N"));
}

async function runLists({ vasps: register, alerts, addresses }: Compliance, on: Recorder): Promise<void> {
  await on("vasps.list", () => register.list());
  await on("vasps.list by website", () => register.list({ sort: "-website", page: 1, size: 2 }));
  await on("vasps.list past the end", () => register.list({ page: 9 }));
  await on("vasps.list with a fault", () => register.list(untyped({ page: 0, size: "1", srt: 1 })));
  await on("alerts.list", () => alerts.list());
  await on("alerts.list delivered", () => alerts.list({ delivered: true, size: 1 }));
  for (const id of [individual.reference_id, entity.reference_id, "N"]) {
    await on(`addresses.ofAccount ${id}`, () => addresses.ofAccount(id));
  }
  for (const { chain, address: text } of [bitcoin, ethereum, { chain: "tezos", address: "N" } as const]) {
    await on(`addresses.retrieve ${chain}`, () => addresses.retrieve(chain, text));
    await on(`addresses.history ${chain}`, () => addresses.history(chain, text));
  }
}

async function runJsonFile(record: Recorder, { folder }: Surroundings): Promise<void> {
  const path = join(folder, "directory.json");
  await runStorage("file", jsonFileStorage(path), record);
  const again = complianceOn(jsonFileStorage(path));
  const on: Recorder = (title, run) => record(`file again: ${title}`, run);
  await runReads(again, on);
  await runLists(again, on);
  await on("close", () => again.close());
  const reader = complianceOn(jsonFileStorage(path, { readOnly: true }));
  await record("file read-only: accounts.retrieve", () => reader.accounts.retrieve(individual.reference_id));
  await record("file read-only: accounts.create", () => reader.accounts.create(individual));
  await reader.close();
  const encryption = { key: new Uint8Array(32).fill(7) };
  const encrypted = complianceOn(jsonFileStorage(join(folder, "encrypted.json"), { encryption }));
  await record("encrypted file: accounts.create", () => encrypted.accounts.create(individual));
  await record("encrypted file: close", () => encrypted.close());
  const opened = complianceOn(jsonFileStorage(join(folder, "encrypted.json"), { encryption }));
  await record("encrypted file: accounts.retrieve", () => opened.accounts.retrieve(individual.reference_id));
  await opened.close();
  await record("encryption without a key", () => jsonFileStorage(path, { encryption: {} as never }) !== undefined);
  const plain = complianceOn(jsonFileStorage(join(folder, "encrypted.json")));
  await record("encrypted file without a key", () => plain.accounts.retrieve("A"));
  await plain.close().catch(() => undefined);
}

async function runSql(record: Recorder, { database }: Surroundings): Promise<void> {
  const unprepared = complianceOn(sqlStorage(database));
  await record("SQL: not migrated", () => unprepared.accounts.retrieve("A"));
  await record("SQL: migrate", () => migrate(database));
  await runStorage("SQL", sqlStorage(database), record);
  const encryption = { key: new Uint8Array(32).fill(7) };
  const encrypted = complianceOn(sqlStorage(database, { encryption }));
  await record("SQL: encrypted on plain records", () => encrypted.accounts.retrieve(individual.reference_id));
}

const url = "https://service.example";
const key = "key";
const secret = "894f142d667e8cdaca6822ac173937af";
const checksummed = wallets.ethereum.canonical;
const stats = (sum: number) => `{"funded_txo_sum":${sum},"spent_txo_sum":1}`;
const ecbDay = `<gesmes:Envelope xmlns:gesmes="x"><Cube><Cube time="2024-06-28"><Cube currency="USD" rate="1.07"/></Cube></Cube></gesmes:Envelope>`;

/** The bodies with which a service responds, one after the other. */
export const responses: Readonly<Record<string, readonly string[]>> = {
  empty: ["{}"],
  elliptic: [
    `{"process_status":"complete","error":null,"asset_tier":"full","risk_score":6.4417,"subject":{"asset":"holistic","blockchain":"holistic","type":"address","hash":"${checksummed}"}}`,
  ],
  coinfirm: [
    `{"report_info_section":{"address":"${wallets.bitcoin.canonical}","address_type":"BTC"},"cscore_section":{"cscore":71}}`,
  ],
  chainalysisSanctions: ['{"identifications":[{"category":"sanctions","name":"Org","description":null,"url":null}]}'],
  chainalysisScreening: [
    `{"address":"${checksummed}","risk":"Severe","riskReason":null,"cluster":null,"addressIdentifications":[],"triggers":[],"status":"COMPLETE"}`,
  ],
  trm: [`[{"address":"${checksummed}","chain":"ethereum","addressRiskIndicators":[],"entities":[]}]`],
  goPlus: ['{"code":1,"message":"OK","result":{"cybercrime":"0","money_laundering":"1","sanctioned":"0"}}'],
  tzkt: ['{"balance":1}'],
  esplora: [`{"address":"${wallets.bitcoin.canonical}","chain_stats":${stats(9)},"mempool_stats":${stats(2)}}`],
  ecbRates: [ecbDay],
  coinbasePrices: ['{"data":{"currency":"BTC","rates":{"USD":"60000","EUR":"55000"}}}'],
  coinbaseRates: ['{"data":{"currency":"USD","rates":{"EUR":"0.9","JPY":"150","G":"1","BAD":"-1"}}}'],
};

async function runProviders(record: Recorder, { fetchOf }: Surroundings): Promise<void> {
  const clock = () => now;
  const screened = { chain: "ethereum", address: checksummed } as const;
  const onBitcoin = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;
  for (const kind of ["own", "empty"]) {
    const at = (title: string) => ({ url, fetch: fetchOf(kind === "own" ? title : "empty") });
    const make = {
      elliptic: () => providers.elliptic({ key, secret, clock, ...at("elliptic") }).screen(screened),
      coinfirm: () => providers.coinfirm({ token: key, ...at("coinfirm") }).screen(onBitcoin),
      chainalysisSanctions: () =>
        providers.chainalysisSanctions({ key, ...at("chainalysisSanctions") }).screen(screened),
      chainalysisScreening: () =>
        providers.chainalysisScreening({ key, ...at("chainalysisScreening") }).screen(screened),
      trm: () => providers.trm({ key, ...at("trm") }).screen(screened),
      goPlus: () => providers.goPlus(at("goPlus")).screen(screened),
      tzkt: () => providers.tzkt(at("tzkt")).balance({ chain: "tezos", address: wallets.tezos.canonical }),
      esplora: () => providers.esplora({ chain: "bitcoin", ...at("esplora") }).balance(onBitcoin),
      ecbRates: () => providers.ecbRates({ clock, ...at("ecbRates") }).current(now),
      coinbasePrices: () => providers.coinbasePrices({ clock, ...at("coinbasePrices") }).current(now, { asset: "BTC" }),
      coinbaseRates: () => providers.coinbaseRates({ clock, ...at("coinbaseRates") }).current(now),
    };
    for (const [title, run] of Object.entries(make)) await record(`${title}, ${kind} response`, run);
  }
  const list = () =>
    providers.ofacList({ entries: [{ code: "XBT", address: wallets.bitcoin.canonical }], asOf: "2024-06-28", clock });
  await record("ofacList listed", () => list().screen(onBitcoin));
  await record("ofacList not listed", () => list().screen(screened));
  await record("screenWith", () => providers.screenWith(list(), list(), { onFailure: "report" }).screen(onBitcoin));
  const usd = providers.balancesInUsd(
    { balance: async () => ({ balance: "2", balance_usd: null }) },
    {
      current: async () => ({ base: "BTC", date: "2024-06-28", source: "desk", rates: { USD: "60000" } }),
    },
    { clock },
  );
  await record("balancesInUsd", () => usd.balance(onBitcoin));
  for (const [title, make] of Object.entries(providers)) {
    if (["parseOfacList", "screenWith", "balancesInUsd", "balancesByChain"].includes(title)) continue;
    // Without options, and with a wrong one.
    await record(`${title}()`, () => typeof (make as (options?: unknown) => unknown)());
    await record(`${title}({ ur })`, () => typeof (make as (options?: unknown) => unknown)({ ur: url }));
  }
}

/** Makes everything that the battery needs of Node. */
export function surroundings(): Surroundings {
  const folder = mkdtempSync(join(tmpdir(), "vaspkit-pollution-"));
  const database = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: new Database(":memory:") }),
  });
  const made = new Map(
    Object.entries(responses).map(([title, bodies]) => [
      title,
      Array.from({ length: title === "empty" ? 60 : 3 }, (_, index) => new Response(bodies[index % bodies.length])),
    ]),
  );
  return {
    folder,
    database,
    fetchOf: (title) => async () => {
      const response = made.get(title)?.shift();
      if (response === undefined) throw new ComplianceError("provider_unreachable", "There is no response left.");
      return response;
    },
    end: async () => {
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
