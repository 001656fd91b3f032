/** Every function of every entry point, and every operation, rejects hostile values with a ComplianceError or issues. */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditTrail } from "../../src/audit.js";
import { defaultChains } from "../../src/chains.js";
import { isChainModule } from "../../src/domain/chains/module.js";
import { isOwnershipMethod } from "../../src/domain/ownership/verify.js";
import { fixedRates, memoryStorage, parseVasp, unwrap } from "../../src/index.js";
import { eu, gi } from "../../src/jurisdictions.js";
import { solanaMessages } from "../../src/ownership.js";
import { optionRows } from "../support/adapter-options.js";
import { balanceSource, identity, loading, screener, screening } from "../support/address-samples.js";
import { OWN_VASP } from "../support/arbitraries/decision-request.js";
import { OFFICER, PROGRAM } from "../support/decision-samples.js";
import { type Callable, faultOf, hostileCalls } from "../support/hostile-calls.js";
import { streamed } from "../support/ofac/files.js";
import { sdnXml } from "../support/ofac/sdn-file.js";
import { provedWallet } from "../support/ownership/open-challenge.js";
import {
  ecbTable,
  entity,
  individual,
  now,
  passing,
  shortVasp,
  thresholds,
  vaspToVasp,
  withdrawal,
} from "../support/samples.js";
import { watchedCompliance } from "../support/watched-compliance.js";

const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const entryPoints = Object.keys(exports).filter((name) => name !== "./package.json");

/** Helpers for authors of storages, who pass records of vaspkit. They run for each record, without checks. */
const withoutChecks = `
  bestMatches foldText holds isIndexed isSameData nextVersion orderOf plainCursors searchTextsOf squeezeText
  stateColumns
  withAsyncDispose
`
  .trim()
  .split(/\s+/);

const provider = screener().part;
const source = balanceSource().part;
const rates = fixedRates(ecbTable);
const known = [{ chain: identity.chain, address: identity.address }];
const { signal } = new AbortController();
const solana = { chain: "solana", address: provedWallet.address };
const unknownChallenge = { challenge_id: "unknown", account_ref_id: individual.reference_id };
const ownVasp = { originator_vasp_id: OWN_VASP, beneficiary_vasp_id: OWN_VASP };

/** Valid arguments by the name of the function, except `onProgress`, whose own error ends the call. Without them, hostile values alone are passed. */
const valid: Readonly<Record<string, () => readonly unknown[]>> = {
  createCompliance: () => [
    {
      storage: memoryStorage(),
      chains: defaultChains,
      thresholds,
      officialCurrencies: { PS: "ILS" },
      rates,
      maxRateAgeMs: 1,
      riskProviders: { OFAC: provider },
      balances: source,
      onAlert: () => undefined,
      clock: () => new Date(),
      observe: () => undefined,
      ownership: { domain: "exchange.example", methods: [solanaMessages], maxAgeMs: 1 },
    },
  ],
  cosmosChain: () => [{ name: "noble", prefix: "noble", symbol: "USDC", decimals: 6, coinType: 118 }],
  createTrp: () => [
    {
      compliance: watchedCompliance().compliance,
      fetch,
      authenticate: () => "client",
      peers: { "V-2": { hosts: ["trp.vasp.example"], authenticated: "client", profile: "trisa" } },
      baseUrl: "https://trp.exchange.example/trp",
      addressKey: new Uint8Array(32),
      depositAddress: () => identity.address,
      profile: "trisa",
      assets: [{ asset: "SOL", chain: "solana", decimals: 9, slip0044: 501 }],
      onInquiry: () => undefined,
      allowPrivateHosts: false,
      ...{ timeoutMs: 50, bodyTimeoutMs: 50 },
    },
  ],
  createThresholdEngine: () => [{ thresholds, rates: ecbTable, officialCurrencies: { PS: "ILS" } }],
  createHandler: () => [
    watchedCompliance().compliance,
    { authenticate: () => "client", basePath: "/api", maxBodyBytes: 1, onError: () => undefined, extensions: true },
  ],
  bearerTokens: () => [{ ["0".repeat(64)]: "client" }],
  standardSchema: () => [parseVasp],
  jsonSchemas: () => [{ countries: ["XK"] }],
  openApi: () => [
    {
      basePath: "/api",
      extensions: true,
      title: "Directory",
      version: "1.0.0",
      license: { name: "MIT" },
      servers: [{ url: "/" }],
      countries: ["XK"],
    },
  ],
  fixedRates: () => [ecbTable],
  parseAddress: () => [identity.chain, identity.address],
  tagOf: () => [{ chain: "ripple", canonical: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", format: "x-address", tag: "7" }],
  toDraft: () => [{ ...individual, created: "2024-01-01 00:00:00.000 +0000", address: { address_city: null } }],
  screenWith: () => [{ ...provider, provider_name: "A" }, { ...provider, provider_name: "B" }, { onFailure: "report" }],
  balancesByChain: () => [{ bitcoin: source, ethereum: source }],
  balancesInUsd: () => [source, rates, { maxRateAgeMs: 1 }],
  parseOfacList: () => [streamed(sdnXml([])), { maxBytes: 1_000, signal }],
  riskProviderConformance: () => [{ provider: () => provider, known, unsupported: [] }],
  balanceSourceConformance: () => [{ source: () => source, known: [{ ...known[0], balance: "1" }] }],
  rateSourceConformance: () => [{ source: () => rates, at: new Date(), currencies: ["USD"] }],
  storageConformance: () => [memoryStorage, { runs: 1 }],
  thresholdConformance: () => [{ thresholds, rates }, { runs: 1 }],
  wrapperConformance: () => [() => undefined, { thresholds, rates }, { runs: 1 }],
  toTrisaTransaction: () => [{ amount: "1.5", originator: "a", extra: { gas: "1" } }, "protojson"],
  toTrisaPending: () => [{ envelope_id: "a", message: "b", transaction: { amount: "1" } }, "compact"],
  toTrisaError: () => [{ code: 153, message: "a", retry: true }],
  toTrpVersion: () => [{ version: "1.2.0", vendor: "a" }],
  toTrpExtensions: () => [{ required: [], supported: ["discoverability"] }],
  toTrpIdentity: () => [{ name: "a", other: { did: "b" } }],
  readTravelReason: () => [{ code: 153, message: "a" }],
  writeTravelReason: () => [153, "a"],
  isRepairReason: () => [{ group: "repair" }],
  // Methods of what the functions return, and operations.
  travelAddressFor: () => ["A-1"],
  send: () => ["unknown", null],
  handler: () => [new Request("https://trp.exchange.example/trp/i/x", { method: "POST" })],
  deliver: () => [{ limit: 1, signal }],
  screen: () => [{ ...loading, signal }],
  balance: () => [{ ...loading, signal }],
  current: () => [new Date(), { signal }],
  defineJurisdiction: () => [gi],
  requirementsFor: () => [
    {
      originator_country: "DE",
      beneficiary_country: "GI",
      amount: "900",
      currency: "GBP",
      kind: "vasp_to_vasp",
      at: now,
    },
    [eu, gi],
    ecbTable,
    { maxRateAgeMs: 1e15 },
  ],
  verifySignature: () => [solanaMessages, { address: solana.address, text: "text", ...provedWallet.sign("text") }],
  evaluate: () => [passing],
  "accounts.create": () => [individual],
  "accounts.put": () => [individual, { signal, ifLastModified: "2024-01-01T00:00:00.000+00:00" }],
  "accounts.remove": () => ["A-1"],
  "accounts.erase": () => ["A-1", { keep: "transfers", actor: OFFICER }],
  "accounts.list": () => [{ size: 1, sort: "-created" }],
  "accounts.all": () => [{ sort: "-created" }, { signal }],
  "accounts.retrieve": () => ["A-1"],
  "accounts.search": () => [{ search_term: "zoe", limit: 1 }],
  "vasps.load": () => [[shortVasp], { signal, maxRejections: 1 }],
  "vasps.sync": () => [[shortVasp], { signal, maxRejections: 1, maxRemoved: 1 }],
  "vasps.remove": () => ["V-1"],
  "vasps.search": () => [{ search_term: "acme", limit: 1 }],
  "vasps.all": () => [{}, { signal }],
  "vasps.retrieve": () => ["V-1"],
  "vasps.list": () => [{ page: 1, size: 1, sort: "vasp_id" }],
  "addresses.create": () => [screening, { signal, balance: true }],
  "addresses.assign": () => [{ ...loading, reference_id: individual.reference_id }],
  "addresses.retrieve": () => [loading.chain, loading.address],
  "addresses.ofAccount": () => ["A-1"],
  "addresses.history": () => [loading.chain, loading.address],
  "addresses.remove": () => [loading.chain, loading.address],
  "addresses.accountOf": () => [loading.chain, loading.address, "7"],
  "addresses.list": () => [{ chain: loading.chain, size: 1 }],
  "addresses.all": () => [{ chain: loading.chain }, { signal }],
  "addresses.rescreen": () => [
    { provider_name: screening.provider_name, chain: "ethereum" },
    { olderThan: "2024-01-01", concurrency: 1, signal },
  ],
  "rules.evaluate": () => [{ transaction: passing, rule_codes: ["THRESHOLD_BY_COUNTRY"] }, { signal }],
  "rules.removeLinked": () => ["C-1 to C-9"],
  "transfers.check": () => [vaspToVasp],
  "transfers.decide": () => [
    { ...withdrawal, transfer_id: "W-1", amount: "10", currency: "EUR", ...ownVasp },
    {
      evidence: [{ duty: "verification", side: "originator", note: "seen", at: "2026-11-01" }],
      actor: PROGRAM,
      signal,
    },
  ],
  "transfers.retrieve": () => ["unknown"],
  "transfers.list": () => [{ size: 1, decision: "suspend", state: "open", from: "2024-01-01", to: now }],
  "transfers.all": () => [{ executed_without_permission: true }, { signal }],
  "transfers.review": () => ["unknown", { decision: "reject", note: "seen" }, { actor: OFFICER }],
  "transfers.confirm": () => ["unknown", { outcome: "executed", transaction_hash: "0xabc" }, { actor: PROGRAM }],
  "transfers.prune": () => [{ before: "2024-01-01", actor: PROGRAM }],
  "ownership.challenge": () => [{ ...solana, account_ref_id: individual.reference_id, method: "message" }],
  "ownership.verify": () => [
    { ...unknownChallenge, signature: "s", public_key: "k" },
    { actor: PROGRAM, signal },
  ],
  "ownership.observe": () => [
    {
      ...unknownChallenge,
      transaction: {
        ...{ hash: "0x01", chain: "solana", sender: solana.address, recipient: solana.address },
        ...{ amount: "1", at: "2026-11-01T08:00:00Z" },
      },
    },
    { actor: PROGRAM, signal },
  ],
  "ownership.of": () => [solana.chain, solana.address],
  "ownership.prune": () => [{ before: "2024-01-01", actor: PROGRAM }],
  "exchanges.settings": () => [undefined],
  "exchanges.retrieve": () => ["unknown"],
  "exchanges.record": () => [
    {
      ...{ transfer_id: "unknown", actor: PROGRAM, subject: { side: "originator", vasp_id: "V-2", account: null } },
      event: { kind: "inquiry", from: "own", message_id: "m-1", body: {} },
    },
  ],
  "exchanges.raise": () => [
    {
      ...{ transfer_id: "unknown", actor: PROGRAM, alarm: "other_host" },
      subject: { side: "originator", vasp_id: "V-2", account: null },
    },
  ],
  "exchanges.lease": () => [{ leaseMs: 1_000, limit: 1, due: new Date() }],
  "exchanges.progress": () => [{ transfer_id: "unknown", lease: "none", outcome: "done", message_id: "m-1" }],
  "vasps.standing": () => ["V-1"],
  "alerts.list": () => [{ size: 1, delivered: false }],
  "alerts.all": () => [{ delivered: false }, { signal }],
  "alerts.deliver": () => [{ signal }],
  "alerts.retrieve": () => ["unknown"],
  "alerts.review": () => ["unknown", { outcome: "dismissed", by: "j.doe" }],
  "alerts.prune": () => [{ before: "2024-01-01", includeUndelivered: true }],
  auditTrail: () => [{ key: new Uint8Array(32), onHead: () => undefined, headEvery: 1 }],
  verifyAudit: () => [[], { heads: [{ chain: "c", seq: 0, hash: HASH }] }],
  exportAudit: () => [memoryStorage(), { signal }],
  importAudit: () => [memoryStorage(), () => [], { heads: [], signal }],
  replay: () => [{ content: { evaluations: [], findings: {}, basis: {}, requirements: {} } }],
  recordOfLine: () => ["{}"],
  merkleRoot: () => [[HASH]],
  inclusionProof: () => [[HASH], 0],
  verifyInclusion: () => [{ hash: HASH, index: 0, size: 1, proof: [], root: HASH }],
  consistencyProof: () => [[HASH], 1],
  verifyConsistency: () => [{ first: 1, second: 1, firstRoot: HASH, secondRoot: HASH, proof: [] }],
  "audit.list": () => [{ size: 1, subject: { kind: "account", id: "A-1" } }],
  "audit.all": () => [{ from: "2024-01-01" }, { signal }],
  "audit.lines": () => [{ signal }],
  "audit.heads": () => [undefined],
  "audit.hold": () => [{ kind: "account", id: "A-1" }, { reason: "x" }, {}],
  "audit.release": () => ["none", {}],
  "audit.holds": () => [{ signal }],
  "audit.exportCase": () => ["unknown", { actor: OFFICER, signal }],
};

const HASH = "0".repeat(64);

function argumentsOf(name: string): readonly unknown[] {
  const made = valid[name]?.();
  const row = optionRows[name];
  if (made !== undefined || row === undefined) return made ?? [];
  // No request leaves the process, and no retry waits.
  return [{ ...row.least, ...("fetch" in row.wrong && { fetch, timeoutMs: 50 }) }];
}

const fetch = async () => new Response("{}");

// Where a hostile value leaves the option `fetch` out.
beforeAll(() => void vi.stubGlobal("fetch", fetch));
afterAll(() => void vi.unstubAllGlobals());

const methods = [
  ...(["screen", "balance", "current", "evaluate"] as const),
  ...(["travelAddressFor", "send", "handler", "deliver"] as const),
];

/** Returns what is wrong with each call, and with the methods of what it returned. */
async function faultsOf(name: string, call: Callable): Promise<readonly string[]> {
  const faults: string[] = [];
  const check = async (what: string, outcome: () => unknown): Promise<void> => {
    const fault = await faultOf(outcome);
    if (fault !== undefined) faults.push(`${name}, ${what}: ${fault}`);
  };
  for (const [what, outcome] of hostileCalls(call, argumentsOf(name))) {
    let created: unknown;
    await check(what, () => {
      created = outcome();
      return created;
    });
    for (const [method, use] of methodsOf(created))
      await check(`${what}, ${method}`, () => use(...argumentsOf(method)));
  }
  return faults;
}

/** Methods of an object that a factory returned, not of a hostile value. */
function methodsOf(created: unknown): readonly (readonly [string, Callable])[] {
  if (!Object.isFrozen(created)) return [];
  return methods.flatMap((name) => {
    const method: unknown = Reflect.get(Object(created), name);
    return typeof method === "function" ? [[name, method as Callable] as const] : [];
  });
}

describe.each(entryPoints)("%s", async (entryPoint) => {
  const module: object = await import(`../../src/${entryPoint.slice(2) || "index"}.ts`);
  const functions = Object.entries(module).flatMap(([name, member]) => functionsOf(name, member));

  it("exports something", () => expect(Object.keys(module)).not.toEqual([]));

  it.each(functions)("%s", async (name, call) => expect(await faultsOf(name, call)).toEqual([]));

  const created = functions.filter(([name]) => argumentsOf(name).length > 0);
  it.each(created)("methods of what %s returns", async (name, call) => {
    const made = await Promise.resolve(call(...argumentsOf(name))).catch(() => undefined);
    for (const [method, use] of methodsOf(made)) expect(await faultsOf(method, use)).toEqual([]);
  });
});

/** A function, or the functions of an object such as `fakes`. */
function functionsOf(name: string, member: unknown): readonly (readonly [name: string, call: Callable])[] {
  if (withoutChecks.includes(name) || ["ComplianceError", "EngineFault"].includes(name)) return [];
  if (typeof member === "function") return [[name, member as Callable]];
  if (typeof member !== "object" || member === null) return [];
  // Their functions take valid values only: parseAddress and verifySignature check them.
  if (isChainModule(member) || isOwnershipMethod(member)) return [];
  return Object.entries(member).flatMap(([key, value]) =>
    typeof value === "function" ? [[`${name}.${key}`, value as Callable] as const] : [],
  );
}

describe("operations", async () => {
  const { compliance } = watchedCompliance({ audit: auditTrail({ key: new Uint8Array(32) }) });
  unwrap(await compliance.accounts.create(individual));
  unwrap(await compliance.accounts.create(entity));
  await compliance.vasps.load([{ vasp_id: OWN_VASP, name_legal: "Own AG" }]);
  // Without arguments.
  const { close: _, compact: __, ...operations } = compliance;
  const all = Object.entries(operations).flatMap(([name, member]) => functionsOf(name, member));
  it.each(all)("%s", async (name, call) => expect(await faultsOf(name, call)).toEqual([]));

  it("have all of them valid arguments", () => {
    expect(all.filter(([name]) => argumentsOf(name).length === 0)).toEqual([]);
  });
});
