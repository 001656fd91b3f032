/** Wrong arguments of every operation: documents have issues, keys find nothing, options throw (decision 0402). */
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  type ComplianceStorage,
  createCompliance,
  memoryStorage,
  type OperationName,
} from "../../src/index.js";
import { entry, wallets } from "../support/address-samples.js";
import { failureOf } from "../support/outcomes.js";
import { individual } from "../support/samples.js";

type Call = (compliance: Compliance, given: never) => unknown;

/** What an operation takes. An argument that is not named is valid. */
interface Arguments {
  /** Calls it with a document, such as a request body or a query. */
  readonly document?: Call;
  /** The same, of an operation without a place for a result. */
  readonly iterated?: Call;
  /** Calls it with one key of several, and what it returns if there is no such record. */
  readonly keys?: readonly Call[];
  readonly nothing?: unknown;
  /** Calls it with options. */
  readonly options?: Call;
  /** Calls it with what is no source of documents. */
  readonly source?: Call;
}

const ethereum = wallets.ethereum.given;
const address = { chain: "ethereum", address: ethereum } as const;
const rule_codes = ["THRESHOLD_BY_COUNTRY"] as const;
const transaction = { transaction_id: "T-1", amount: 1, currency: "USD", country: "US" };

const operations: Readonly<Record<OperationName, Arguments>> = {
  "accounts.create": { document: ({ accounts }, given) => accounts.create(given as unknown) },
  "accounts.put": {
    document: ({ accounts }, given) => accounts.put(given as unknown),
    options: ({ accounts }, given) => accounts.put(individual, given),
  },
  "accounts.remove": { keys: [({ accounts }, given) => accounts.remove(given)], nothing: false },
  "accounts.list": { document: ({ accounts }, given) => accounts.list(given as unknown) },
  "accounts.all": {
    iterated: ({ accounts }, given) =>
      accounts
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ accounts }, given) => accounts.all({}, given)[Symbol.asyncIterator]().next(),
  },
  "accounts.retrieve": { keys: [({ accounts }, given) => accounts.retrieve(given)], nothing: undefined },
  "accounts.search": { document: ({ accounts }, given) => accounts.search(given as unknown) },
  "vasps.load": {
    source: ({ vasps }, given) => vasps.load(given as unknown),
    options: ({ vasps }, given) => vasps.load([], given),
  },
  "vasps.sync": {
    source: ({ vasps }, given) => vasps.sync(given as unknown),
    options: ({ vasps }, given) => vasps.sync([], given),
  },
  "vasps.remove": { keys: [({ vasps }, given) => vasps.remove(given)], nothing: false },
  "vasps.search": { document: ({ vasps }, given) => vasps.search(given as unknown) },
  "vasps.retrieve": { keys: [({ vasps }, given) => vasps.retrieve(given)], nothing: undefined },
  "vasps.list": { document: ({ vasps }, given) => vasps.list(given as unknown) },
  "vasps.all": {
    iterated: ({ vasps }, given) =>
      vasps
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ vasps }, given) => vasps.all({}, given)[Symbol.asyncIterator]().next(),
  },
  "addresses.create": {
    document: ({ addresses }, given) => addresses.create(given as unknown),
    options: ({ addresses }, given) => addresses.create(address, given),
  },
  "addresses.assign": { document: ({ addresses }, given) => addresses.assign(given as unknown) },
  "addresses.retrieve": {
    keys: [
      ({ addresses }, given) => addresses.retrieve(given, ethereum),
      ({ addresses }, given) => addresses.retrieve("ethereum", given),
    ],
    nothing: undefined,
  },
  "addresses.ofAccount": { keys: [({ addresses }, given) => addresses.ofAccount(given)], nothing: [] },
  "addresses.accountOf": {
    keys: [
      ({ addresses }, given) => addresses.accountOf(given, ethereum),
      ({ addresses }, given) => addresses.accountOf("ethereum", given),
      // Undefined is no tag, and the address is linked without one.
      ({ addresses }, given) => addresses.accountOf("ethereum", ethereum, given === undefined ? ("" as never) : given),
    ],
    nothing: undefined,
  },
  "addresses.history": {
    keys: [
      ({ addresses }, given) => addresses.history(given, ethereum),
      ({ addresses }, given) => addresses.history("ethereum", given),
    ],
    nothing: undefined,
  },
  "addresses.list": { document: ({ addresses }, given) => addresses.list(given as unknown) },
  "addresses.all": {
    iterated: ({ addresses }, given) =>
      addresses
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ addresses }, given) => addresses.all({}, given)[Symbol.asyncIterator]().next(),
  },
  "addresses.remove": {
    keys: [
      ({ addresses }, given) => addresses.remove(given, ethereum),
      ({ addresses }, given) => addresses.remove("ethereum", given),
    ],
    nothing: false,
  },
  "addresses.rescreen": {
    document: ({ addresses }, given) => addresses.rescreen(given as unknown),
    options: ({ addresses }, given) => addresses.rescreen({ provider_name: "OFAC" }, given),
  },
  "rules.evaluate": {
    document: ({ rules }, given) => rules.evaluate(given as unknown),
    options: ({ rules }, given) => rules.evaluate({ transaction, rule_codes }, given),
  },
  "rules.removeLinked": { keys: [({ rules }, given) => rules.removeLinked(given)], nothing: 0 },
  "transfers.check": {
    document: ({ transfers }, given) => transfers.check(given as unknown),
    options: ({ transfers }, given) => transfers.check({} as unknown, given),
  },
  "alerts.retrieve": { keys: [({ alerts }, given) => alerts.retrieve(given)], nothing: undefined },
  "alerts.list": { document: ({ alerts }, given) => alerts.list(given as unknown) },
  "alerts.all": {
    iterated: ({ alerts }, given) =>
      alerts
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ alerts }, given) => alerts.all({}, given)[Symbol.asyncIterator]().next(),
  },
  "alerts.deliver": { options: ({ alerts }, given) => alerts.deliver(given) },
  "alerts.review": { document: ({ alerts }, given) => alerts.review("none", given as unknown) },
  "alerts.prune": { options: ({ alerts }, given) => alerts.prune(given) },
  compact: {},
  close: {},
};

/** Throws at each read. */
const hostile: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error("Jane Doe");
    },
    ownKeys: () => {
      throw new Error("Jane Doe");
    },
  },
);

const others: readonly unknown[] = [null, 5, Number.NaN, true, 7n, Symbol("Jane"), () => "A-1", new Map(), hostile];
const wrongDocuments = [...others, "Jane Doe", [], { "Jane Doe": 1 }, new Date(0)];
const wrongKeys = [...others, undefined, {}, ["A-1"], "", " ", "\u200b", "A-1\u0000", "A\n", "\ud800", "none"];
const wrongSignals = ["Jane Doe", 5, new AbortController()].map((signal) => ({ signal }));
const wrongOptions = [5, "Jane Doe", [], new Map(), AbortSignal.abort(), hostile, { "Jane Doe": 1 }, ...wrongSignals];

const text = expect.any(String);
const issue = expect.objectContaining({ code: text, path: text, clause: text, message: text });

/** A storage that fails when it is asked for a key that no record can have. */
function strictStorage(): ComplianceStorage {
  const storage = memoryStorage();
  const strict = <T extends object>(repository: T): T =>
    new Proxy(repository, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: readonly unknown[]) => {
          const texts = args.filter((each): each is string => typeof each === "string");
          if (texts.some((text) => text.trim() === "" || /[\p{Cc}\p{Cs}]/u.test(text))) throw new Error("asked");
          return Reflect.apply(method, target, args);
        };
      },
    });
  const { accounts, vasps, addresses, alerts, linked, ...rest } = storage;
  return {
    ...rest,
    accounts: strict(accounts),
    vasps: strict(vasps),
    addresses: strict(addresses),
    alerts: strict(alerts),
    linked: strict(linked),
  };
}

/** With one account and its address. */
async function filled(): Promise<Compliance> {
  const compliance = createCompliance({
    storage: strictStorage(),
    thresholds: { US: "3000" },
    riskProviders: { OFAC: { screen: async () => [entry] } },
    onAlert: () => undefined,
  });
  await compliance.accounts.create(individual);
  await compliance.addresses.create({ ...address, account_ref_id: individual.reference_id });
  return compliance;
}

/** Returns the calls of one kind. Their arguments have any type, as those of callers without types. */
function callsOf(kind: "document" | "iterated" | "options" | "source") {
  return Object.entries(operations).flatMap(([operation, { [kind]: call }]) =>
    call === undefined ? [] : [{ operation, run: async (on: Compliance, given: unknown) => call(on, given as never) }],
  );
}

describe("a wrong document", () => {
  it.each(callsOf("document"))("has issues: $operation", async ({ run }) => {
    const compliance = await filled();
    for (const given of wrongDocuments) {
      const answer = await run(compliance, given);
      expect(answer).toMatchObject({ ok: false, issues: expect.arrayContaining([issue]) });
      expect(JSON.stringify(answer)).not.toMatch(/Jane|Doe/);
    }
  });

  it.each(callsOf("iterated"))("has issues, which the iteration throws: $operation", async ({ run }) => {
    const compliance = await filled();
    for (const given of wrongDocuments) {
      const { issues } = await failureOf(run(compliance, given), "invalid_input");
      expect(issues).toEqual(expect.arrayContaining([issue]));
      expect(JSON.stringify(issues)).not.toMatch(/Jane|Doe/);
    }
  });
});

describe("a key that no record has", () => {
  const calls = Object.entries(operations).flatMap(([operation, { keys = [], nothing }]) =>
    keys.map((call, index) => ({ operation, argument: index + 1, call, nothing })),
  );

  it.each(calls)("finds and removes nothing: $operation, key $argument", async ({ call, nothing }) => {
    const compliance = await filled();
    for (const given of wrongKeys) expect(await call(compliance, given as never)).toStrictEqual(nothing);
    expect(await compliance.addresses.ofAccount(individual.reference_id)).toHaveLength(1);
  });

  it("of an alert to review is the issue unknown_alert", async () => {
    const { alerts } = await filled();
    for (const given of wrongKeys) {
      const reviewed = await alerts.review(given as string, { outcome: "dismissed", by: "j.doe" });
      expect(reviewed).toMatchObject({ issues: [{ code: "unknown_alert", path: "" }] });
    }
  });
});

describe("wrong options", () => {
  it.each(callsOf("options"))("throw: $operation", async ({ operation, run }) => {
    const compliance = await filled();
    for (const given of wrongOptions) {
      const { message } = await failureOf(run(compliance, given), "invalid_input");
      expect(message).toContain(operation);
      expect(message).not.toMatch(/Jane|Doe/);
    }
  });
});

describe("what is no source of documents", () => {
  it.each(callsOf("source"))("throws: $operation", async ({ operation, run }) => {
    const compliance = await filled();
    for (const given of [null, undefined, 5, "Jane Doe", {}, hostile]) {
      const { message } = await failureOf(run(compliance, given), "invalid_input");
      expect(message).toContain(operation);
    }
  });
});
