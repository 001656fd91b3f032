import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  type ComplianceOptions,
  createCompliance,
  fixedRates,
  memoryStorage,
  unwrap,
} from "../../src/index.js";
import { failureOf, faultsOf, thrownBy } from "../support/outcomes.js";
import {
  byCountry,
  ecbTable,
  entity,
  individual,
  now,
  passing,
  sampleCompliance,
  shortVasp,
} from "../support/samples.js";
import { untyped } from "../support/untyped.js";

async function statusOf({ rules }: Compliance, change: object = {}): Promise<string | undefined> {
  const evaluated = await rules.evaluate({ transaction: { ...passing, ...change }, rule_codes: byCountry });
  return unwrap(evaluated).results[0]?.status;
}

/** Accepts options of callers without types. */
function created(options: unknown): Compliance {
  return createCompliance(options as ComplianceOptions);
}

describe("createCompliance", () => {
  it("has the operations that docs/operations.md lists", () => {
    const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const listed = Array.from(page.matchAll(/^\| (?:[\d.]+|–) +\| `([\w.]+)\(/gm), ([, name]) => name);
    const operations = Object.entries(sampleCompliance()).flatMap(([name, member]) =>
      typeof member === "function" ? [name] : Object.keys(member).map((operation) => `${name}.${operation}`),
    );
    expect(listed.toSorted()).toEqual(operations.toSorted());
  });

  it("returns a frozen object of functions", () => {
    const compliance = sampleCompliance();
    const { compact, close, ...rooms } = compliance;
    expect(Object.keys(rooms)).toEqual([
      "accounts",
      "vasps",
      "addresses",
      "rules",
      "transfers",
      "exchanges",
      "ownership",
      "alerts",
      "audit",
    ]);
    expect(Object.isFrozen(compliance)).toBe(true);
    for (const operation of [compact, close]) expect(operation).toBeTypeOf("function");
    for (const room of Object.values(rooms)) {
      expect(Object.isFrozen(room)).toBe(true);
      for (const operation of Object.values(room)) expect(operation).toBeTypeOf("function");
    }
  });

  it("finds nothing for an id that is no text, and no storage sees it", async () => {
    const inner = memoryStorage();
    const seen: unknown[] = [];
    const spied = <T extends object>(repository: T): T =>
      new Proxy(repository, {
        get: (target, name) => (id: unknown) => {
          seen.push(id);
          return (Reflect.get(target, name) as (given: unknown) => unknown)(id);
        },
      });
    const { accounts, vasps, addresses, alerts } = inner;
    const storage = {
      ...inner,
      accounts: spied(accounts),
      vasps: spied(vasps),
      addresses: spied(addresses),
      alerts: spied(alerts),
    };
    const compliance = sampleCompliance({ storage });
    const calls: readonly (readonly [(id: never) => Promise<unknown>, unknown])[] = [
      [compliance.accounts.retrieve, undefined],
      [compliance.accounts.remove, false],
      [compliance.vasps.retrieve, undefined],
      [compliance.vasps.remove, false],
      [compliance.addresses.ofAccount, []],
      [compliance.alerts.retrieve, undefined],
    ];
    // Bytes of "A": a database that takes bytes would find the record with this id.
    const odd = [
      [65],
      Buffer.from("A"),
      Object("A"),
      new Uint8Array([65]),
      null,
      undefined,
      5,
      Number.NaN,
      {},
      Symbol("A"),
    ];
    for (const [call, expected] of calls) {
      for (const id of odd) expect(await call(id as never)).toEqual(expected);
    }
    expect(seen).toEqual([]);
  });

  it("returns functions that do not need this", async () => {
    const { create, retrieve, search } = sampleCompliance().accounts;
    unwrap(await create(individual));
    expect(await retrieve(individual.reference_id)).toBeDefined();
    expect(unwrap(await search({ search_term: "zoe" }))).toHaveLength(1);
  });

  it("needs a storage and nothing else for the directories", async () => {
    const { accounts, vasps } = createCompliance({ storage: memoryStorage() });
    unwrap(await accounts.create(entity));
    expect(await vasps.load([])).toStrictEqual({ loaded: 0, replaced: 0, rejected: 0, rejections: [] });
  });

  it("shares records through the same storage only", async () => {
    const storage = memoryStorage();
    const [one, two, other] = [sampleCompliance({ storage }), sampleCompliance({ storage }), sampleCompliance()];
    unwrap(await one.accounts.create(individual));
    expect(await two.accounts.retrieve(individual.reference_id)).toBeDefined();
    expect(await other.accounts.retrieve(individual.reference_id)).toBeUndefined();
  });

  it("takes an instance of a class: methods, getters and what it inherits", async () => {
    const raised: string[] = [];
    class Defaults {
      get thresholds(): Readonly<Record<string, string>> {
        return { SG: "1" };
      }
    }
    class Options extends Defaults {
      readonly storage = memoryStorage();
      readonly rates = fixedRates(ecbTable);
      clock(): Date {
        return now;
      }
      onAlert({ transaction_id }: { readonly transaction_id: string }): void {
        raised.push(transaction_id);
      }
    }
    const compliance = created(new Options());
    expect(await statusOf(compliance, { country: "SG" })).toBe("breach");
    await compliance.close();
    expect(raised).toEqual([passing.transaction_id]);
  });

  describe("rejects invalid options at once: configuration_invalid", () => {
    const storage = memoryStorage();
    const screen = async (): Promise<readonly []> => [];

    it.each([
      ["no options", undefined],
      ["no storage", {}],
      ["an object without repositories", { storage: {} }],
      ["a path as storage", { storage: "data/directory.json" }],
      ["null as storage", { storage: null }],
      ["a storage without addresses", { storage: { ...storage, addresses: undefined } }],
      ["a storage without transfers", { storage: { ...storage, transfers: undefined } }],
      ["a provider as riskProviders", { storage, riskProviders: { screen } }],
      ["a list as riskProviders", { storage, riskProviders: [{ screen }] }],
      ["a function as riskProviders", { storage, riskProviders: screen }],
      ["null as riskProviders", { storage, riskProviders: null }],
      ["null as a risk provider", { storage, riskProviders: { OFAC: null } }],
      ["a function as a risk provider", { storage, riskProviders: { OFAC: screen } }],
      ["a risk provider without a name", { storage, riskProviders: { "": { screen } } }],
      ["a risk provider with a blank name", { storage, riskProviders: { " ": { screen } } }],
      ["a risk provider with a name over 1,000 units", { storage, riskProviders: { ["a".repeat(1001)]: { screen } } }],
      ["a function as balances", { storage, balances: async () => ({ balance: "0", balance_usd: null }) }],
      ["null as balances", { storage, balances: null }],
      ["maxRateAgeMs 0", { storage, maxRateAgeMs: 0 }],
      ["maxRateAgeMs below 0", { storage, maxRateAgeMs: -1 }],
      ["maxRateAgeMs NaN", { storage, maxRateAgeMs: Number.NaN }],
      ["maxRateAgeMs as text", { storage, maxRateAgeMs: "7d" }],
      ["a rate table as the source of rates", { storage, rates: ecbTable }],
      ["a price table as the source of prices", { storage, prices: { base: "USD", prices: { BTC: "1" } } }],
      ["maxPriceAgeMs 0", { storage, maxPriceAgeMs: 0 }],
      ["sinkTimeoutMs 0", { storage, sinkTimeoutMs: 0 }],
      ["a list as onAlert", { storage, onAlert: [] }],
      ["a time as the clock", { storage, clock: now }],
      ["a threshold without digits", { storage, thresholds: { US: "three thousand" } }],
      ["a threshold below 0", { storage, thresholds: { US: -1 } }],
      ["a threshold of an unknown country", { storage, thresholds: { UK: "1000" } }],
      ["thresholds as text", { storage, thresholds: "3000" }],
      ["an official currency of an unknown country", { storage, officialCurrencies: { UK: "GBP" } }],
      ["an unknown official currency", { storage, officialCurrencies: { XK: "BTC" } }],
    ])("%s", (_, options) => {
      thrownBy(() => created(options), "configuration_invalid");
    });
  });

  it.each([
    ["accounts", "put", "AccountRepository"],
    ["addresses", "save", "AddressRepository"],
    ["vasps", "sync", "VaspRepository"],
    ["alerts", "lease", "AlertRepository"],
    ["linked", "add", "LinkedTransactionRepository"],
  ] as const)("tells the author of a storage without %s.%s what to implement", (repository, method, expected) => {
    const storage = memoryStorage();
    const without = { ...storage, [repository]: { ...storage[repository], [method]: undefined } };
    const failure = thrownBy(() => created({ storage: without }), "configuration_invalid");
    expect(failure.message).toContain(expected);
  });

  it("rejects options that throw when they are read: configuration_invalid", () => {
    const throwing = {
      get storage(): never {
        throw new Error("Zoe");
      },
    };
    expect(thrownBy(() => created(throwing), "configuration_invalid").message).not.toContain("Zoe");
  });

  it("rejects a misspelt option by name: configuration_invalid", () => {
    const storage = memoryStorage();
    for (const name of ["onAlerts", "maxRateAge", "treshold", "riskProvider"]) {
      const failure = thrownBy(() => created({ storage, [name]: () => undefined }), "configuration_invalid");
      expect(failure.message).toContain(name);
      expect(failure.message).toContain("sinkTimeoutMs, clock");
    }
  });

  it("accepts null for a table that is left out", async () => {
    const compliance = created({
      storage: memoryStorage(),
      thresholds: null,
      officialCurrencies: null,
      rates: fixedRates(ecbTable),
      clock: () => now,
    });
    await failureOf(statusOf(compliance), "threshold_missing");
  });

  it("copies its tables: later changes have no effect", async () => {
    const thresholds: Record<string, string> = { SG: "1500", XK: "100" };
    const officialCurrencies: Record<string, string> = { XK: "EUR" };
    const compliance = sampleCompliance({ thresholds, officialCurrencies });
    thresholds["SG"] = "1";
    delete thresholds["XK"];
    officialCurrencies["XK"] = "USD";
    expect(await statusOf(compliance)).toBe("pass");
    expect(await statusOf(compliance, { country: "XK", amount: "100" })).toBe("breach");
  });

  it("accepts a user-assigned country of officialCurrencies in every operation", async () => {
    const account = { ...entity, entity: { ...entity.entity, registration_country: "XK" } };
    const transaction = { ...passing, country: "XK", amount: "99.99" };
    const unknown = sampleCompliance();
    expect(faultsOf(await unknown.accounts.create(account))).toEqual([
      ["not_a_country", "/entity/registration_country", "2.4"],
    ]);
    expect(faultsOf(await unknown.rules.evaluate({ transaction, rule_codes: byCountry }))).toEqual([
      ["not_a_country", "/transaction/country", "4.9"],
    ]);
    const vasp = { ...shortVasp, address_country_code: "XK" };
    expect(await unknown.vasps.load([vasp])).toMatchObject({ loaded: 0, rejected: 1 });
    const known = sampleCompliance({ officialCurrencies: { XK: "EUR" }, thresholds: { XK: "100" } });
    expect(await known.vasps.load([vasp])).toMatchObject({ loaded: 1, rejected: 0 });
    expect(faultsOf(await known.accounts.create(account))).toEqual([]);
    expect(await statusOf(known, transaction)).toBe("pass");
    expect(await statusOf(known, { ...transaction, amount: "100" })).toBe("breach");
  });

  it("rejects a clock that returns a number: configuration_invalid", async () => {
    const { accounts } = created({ storage: memoryStorage(), clock: Date.now });
    await failureOf(accounts.create(entity), "configuration_invalid");
  });

  describe("a clock with an invalid time: configuration_invalid, and nothing is stored", () => {
    it.each(["not a time", "+010000-01-01T00:00:00Z", "0000-12-31T23:59:59.999Z", "-000001-01-01T00:00:00Z"])(
      "%s",
      async (time) => {
        const storage = memoryStorage();
        const { accounts, transfers } = createCompliance({ storage, clock: () => new Date(time) });
        await failureOf(accounts.create(entity), "configuration_invalid");
        await failureOf(transfers.check(untyped({})), "configuration_invalid");
        expect(await storage.accounts.find(entity.reference_id)).toBeUndefined();
      },
    );

    it.each([
      ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000+00:00", "0001-01-01 00:00:00.000 +0000"],
      ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999+00:00", "9999-12-31 23:59:59.999 +0000"],
    ])("but %s is valid", async (time, created_at, retrieved) => {
      const { accounts } = createCompliance({ storage: memoryStorage(), clock: () => new Date(time) });
      expect(unwrap(await accounts.create(entity)).created).toBe(created_at);
      expect(await accounts.retrieve(entity.reference_id)).toMatchObject({ created: retrieved });
    });
  });
});
