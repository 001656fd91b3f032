/**
 * Wrong arguments of every operation: documents have issues, keys find nothing, options throw (decision 0402). The key of an
 * erasure that is no text throws, too.
 */
import { describe, expect, it } from "vitest";
import { auditTrail } from "../../src/audit.js";
import {
  type Compliance,
  type ComplianceStorage,
  createCompliance,
  memoryStorage,
  type OperationName,
  unwrap,
} from "../../src/index.js";
import { us } from "../../src/jurisdictions.js";
import { solanaMessages } from "../../src/ownership.js";
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
  /** Which of the common options it takes. Every operation that changes or decides something takes an actor. */
  readonly takes?: readonly ("signal" | "actor")[];
  /** Options without which it throws. */
  readonly needs?: object;
  /** Calls it with what is no source of documents. */
  readonly source?: Call;
}

const ethereum = wallets.ethereum.given;
const address = { chain: "ethereum", address: ethereum } as const;
const rule_codes = ["THRESHOLD_BY_COUNTRY"] as const;
const actor = { id: "u-17", role: "compliance officer", kind: "person" } as const;
const transaction = { transaction_id: "T-1", amount: 1, currency: "USD", country: "US" };

const operations: Readonly<Record<OperationName, Arguments>> = {
  "accounts.create": {
    document: ({ accounts }, given) => accounts.create(given as unknown),
    options: ({ accounts }, given) => accounts.create(individual, given),
    takes: ["actor"],
  },
  "accounts.put": {
    document: ({ accounts }, given) => accounts.put(given as unknown),
    options: ({ accounts }, given) => accounts.put(individual, given),
    takes: ["signal", "actor"],
  },
  "accounts.remove": {
    keys: [({ accounts }, given) => accounts.remove(given)],
    nothing: false,
    options: ({ accounts }, given) => accounts.remove("none", given),
    takes: ["actor"],
  },
  "accounts.erase": {
    options: ({ accounts }, given) => accounts.erase("none", given),
    takes: ["actor"],
  },
  "accounts.list": { document: ({ accounts }, given) => accounts.list(given as unknown) },
  "accounts.all": {
    iterated: ({ accounts }, given) =>
      accounts
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ accounts }, given) => accounts.all({}, given)[Symbol.asyncIterator]().next(),
    takes: ["signal"],
  },
  "accounts.retrieve": { keys: [({ accounts }, given) => accounts.retrieve(given)], nothing: undefined },
  "accounts.search": { document: ({ accounts }, given) => accounts.search(given as unknown) },
  "vasps.load": {
    source: ({ vasps }, given) => vasps.load(given as unknown),
    options: ({ vasps }, given) => vasps.load([], given),
    takes: ["signal", "actor"],
  },
  "vasps.sync": {
    source: ({ vasps }, given) => vasps.sync(given as unknown),
    options: ({ vasps }, given) => vasps.sync([], given),
    takes: ["signal", "actor"],
  },
  "vasps.remove": {
    keys: [({ vasps }, given) => vasps.remove(given)],
    nothing: false,
    options: ({ vasps }, given) => vasps.remove("none", given),
    takes: ["actor"],
  },
  "vasps.search": { document: ({ vasps }, given) => vasps.search(given as unknown) },
  "vasps.retrieve": { keys: [({ vasps }, given) => vasps.retrieve(given)], nothing: undefined },
  "vasps.standing": {
    keys: [({ vasps }, given) => vasps.standing(given)],
    nothing: { transfers: 0, incomplete: 0, rejected: 0, late: 0, unanswered: 0 },
  },
  "vasps.list": { document: ({ vasps }, given) => vasps.list(given as unknown) },
  "vasps.all": {
    iterated: ({ vasps }, given) =>
      vasps
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ vasps }, given) => vasps.all({}, given)[Symbol.asyncIterator]().next(),
    takes: ["signal"],
  },
  "addresses.create": {
    document: ({ addresses }, given) => addresses.create(given as unknown),
    options: ({ addresses }, given) => addresses.create(address, given),
    takes: ["signal", "actor"],
  },
  "addresses.assign": {
    document: ({ addresses }, given) => addresses.assign(given as unknown),
    options: ({ addresses }, given) => addresses.assign({ ...address, reference_id: "A-1" }, given),
    takes: ["actor"],
  },
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
    takes: ["signal"],
  },
  "addresses.remove": {
    keys: [
      ({ addresses }, given) => addresses.remove(given, ethereum),
      ({ addresses }, given) => addresses.remove("ethereum", given),
    ],
    nothing: false,
    options: ({ addresses }, given) => addresses.remove("ethereum", ethereum, given),
    takes: ["actor"],
  },
  "addresses.rescreen": {
    document: ({ addresses }, given) => addresses.rescreen(given as unknown),
    options: ({ addresses }, given) => addresses.rescreen({ provider_name: "OFAC" }, given),
    takes: ["signal", "actor"],
  },
  "rules.evaluate": {
    document: ({ rules }, given) => rules.evaluate(given as unknown),
    options: ({ rules }, given) => rules.evaluate({ transaction, rule_codes }, given),
    takes: ["signal", "actor"],
  },
  "rules.removeLinked": {
    keys: [({ rules }, given) => rules.removeLinked(given)],
    nothing: 0,
    options: ({ rules }, given) => rules.removeLinked("none", given),
    takes: ["actor"],
  },
  "transfers.check": {
    document: ({ transfers }, given) => transfers.check(given as unknown),
    options: ({ transfers }, given) => transfers.check({} as unknown, given),
    takes: ["signal"],
  },
  "transfers.decide": {
    document: ({ transfers }, given) => transfers.decide(given as unknown),
    options: ({ transfers }, given) => transfers.decide({} as unknown, given),
    takes: ["signal", "actor"],
  },
  "transfers.retrieve": { keys: [({ transfers }, given) => transfers.retrieve(given)], nothing: undefined },
  "transfers.list": { document: ({ transfers }, given) => transfers.list(given as unknown) },
  "transfers.all": {
    iterated: ({ transfers }, given) =>
      transfers
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ transfers }, given) => transfers.all({}, given)[Symbol.asyncIterator]().next(),
    takes: ["signal"],
  },
  "transfers.review": {
    document: ({ transfers }, given) => transfers.review("none", given as unknown, { actor }),
    options: ({ transfers }, given) => transfers.review("none", { decision: "reject", note: "seen" }, given),
    takes: ["actor"],
  },
  "transfers.confirm": {
    document: ({ transfers }, given) => transfers.confirm("none", given as unknown),
    options: ({ transfers }, given) => transfers.confirm("none", { outcome: "cancelled" }, given),
    takes: ["actor"],
  },
  "transfers.prune": {
    options: ({ transfers }, given) => transfers.prune(given),
    takes: ["actor"],
    needs: { before: "2026-11-22" },
  },
  "ownership.challenge": {
    document: ({ ownership }, given) => ownership.challenge(given as unknown),
    options: ({ ownership }, given) => ownership.challenge({} as unknown, given),
    takes: ["actor"],
  },
  "ownership.verify": {
    document: ({ ownership }, given) => ownership.verify(given as unknown),
    options: ({ ownership }, given) => ownership.verify({} as unknown, given),
    takes: ["signal", "actor"],
  },
  "ownership.observe": {
    document: ({ ownership }, given) => ownership.observe(given as unknown),
    options: ({ ownership }, given) => ownership.observe({} as unknown, given),
    takes: ["signal", "actor"],
  },
  "ownership.of": {
    keys: [
      ({ ownership }, given) => ownership.of(given, ethereum),
      ({ ownership }, given) => ownership.of("ethereum", given),
    ],
    nothing: [],
  },
  "ownership.prune": {
    options: ({ ownership }, given) => ownership.prune(given),
    takes: ["actor"],
    needs: { before: "2026-11-22" },
  },
  "exchanges.settings": {},
  "exchanges.retrieve": { keys: [({ exchanges }, given) => exchanges.retrieve(given)], nothing: undefined },
  "exchanges.record": {
    options: ({ exchanges }, given) => exchanges.record(given),
    takes: ["actor"],
    needs: { transfer_id: "none", event: { kind: "expiry", from: "own" } },
  },
  "exchanges.raise": {
    options: ({ exchanges }, given) => exchanges.raise(given),
    takes: ["actor"],
    needs: {
      transfer_id: "none",
      alarm: "other_host",
      subject: { side: "originator", vasp_id: "V-2", account: null },
    },
  },
  "exchanges.lease": { options: ({ exchanges }, given) => exchanges.lease(given), needs: { leaseMs: 1000 } },
  "exchanges.progress": {
    options: ({ exchanges }, given) => exchanges.progress(given),
    needs: { transfer_id: "none", lease: "none", outcome: "done" },
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
    takes: ["signal"],
  },
  "alerts.deliver": { options: ({ alerts }, given) => alerts.deliver(given), takes: ["signal", "actor"] },
  "alerts.review": {
    document: ({ alerts }, given) => alerts.review("none", given as unknown),
    options: ({ alerts }, given) => alerts.review("none", { outcome: "dismissed", by: "j.doe" }, given),
    takes: ["actor"],
  },
  "alerts.prune": {
    options: ({ alerts }, given) => alerts.prune(given),
    takes: ["actor"],
    needs: { before: "2026-11-22" },
  },
  "audit.list": { document: ({ audit }, given) => audit.list(given as unknown) },
  "audit.all": {
    iterated: ({ audit }, given) =>
      audit
        .all(given as unknown)
        [Symbol.asyncIterator]()
        .next(),
    options: ({ audit }, given) => audit.all({}, given)[Symbol.asyncIterator]().next(),
    takes: ["signal"],
  },
  "audit.lines": {
    options: ({ audit }, given) => audit.lines(given)[Symbol.asyncIterator]().next(),
    takes: ["signal"],
  },
  "audit.heads": {},
  "audit.hold": {
    document: ({ audit }, given) => audit.hold({ kind: "account", id: "none" }, given as unknown),
    options: ({ audit }, given) => audit.hold({ kind: "account", id: "none" }, { reason: "x" }, given),
    takes: ["actor"],
  },
  "audit.release": {
    keys: [({ audit }, given) => audit.release(given)],
    nothing: false,
    options: ({ audit }, given) => audit.release("none", given),
    takes: ["actor"],
  },
  "audit.holds": {
    options: ({ audit }, given) => audit.holds(given)[Symbol.asyncIterator]().next(),
    takes: ["signal"],
  },
  "audit.exportCase": {
    options: ({ audit }, given) => audit.exportCase("none", given),
    takes: ["signal", "actor"],
  },
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
const wrongForms = [5, "Jane Doe", [], new Map(), AbortSignal.abort(), hostile, { "Jane Doe": 1 }];
const wrongActors = [
  ...[
    null,
    "Jane Doe",
    5,
    [],
    {},
    hostile,
    { ...actor, kind: "Jane Doe" },
    { ...actor, id: "" },
    { ...actor, role: 5 },
  ],
  ...[
    { ...actor, "Jane Doe": 1 },
    { id: "Jane Doe", role: "officer" },
  ],
].map((each) => ({ actor: each }));

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
  const { accounts, vasps, addresses, alerts, linked, transfers, exchanges, ownership, ...rest } = storage;
  return {
    ...rest,
    accounts: strict(accounts),
    vasps: strict(vasps),
    addresses: strict(addresses),
    alerts: strict(alerts),
    linked: strict(linked),
    transfers: strict(transfers),
    exchanges: strict(exchanges),
    ownership: strict(ownership),
  };
}

/** With one account and its address. */
async function filled(): Promise<Compliance> {
  const compliance = createCompliance({
    audit: auditTrail({ key: new Uint8Array(32) }),
    storage: strictStorage(),
    thresholds: { US: "3000" },
    riskProviders: { OFAC: { screen: async () => [entry] } },
    onAlert: () => undefined,
    jurisdictions: [us],
    ownership: { domain: "exchange.example", methods: [solanaMessages], maxAgeMs: 1000 },
    policy: {
      ownVasp: "V-1",
      screenWith: ["OFAC"],
      rejectRisk: 90,
      suspendRisk: 50,
      suspendOnBreach: true,
      otherAccounts: "suspend",
      claimedVasp: "suspend",
      decisionMaxAgeMs: 900_000,
      retentionMs: 1000,
      exchange: { required: false, answerWithinMs: 1000, windowMs: 1000, cannotReceive: "suspend" },
    },
  });
  await compliance.accounts.create(individual);
  await compliance.addresses.create({ ...address, account_ref_id: individual.reference_id });
  return compliance;
}

/** Returns the calls of one kind. Their arguments have any type, as those of callers without types. */
function callsOf(kind: "document" | "iterated" | "source") {
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

  it.each(callsOf("iterated"))("has issues, which the iteration throws: $operation", async ({ operation, run }) => {
    const compliance = await filled();
    for (const given of wrongDocuments) {
      const { issues, message } = await failureOf(run(compliance, given), "invalid_input");
      expect(message).toMatch(`The query of ${operation} has issues: `);
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

  it("erases nothing if it is a text, and throws otherwise: zeros would look like an erasure", async () => {
    const { accounts, addresses } = await filled();
    for (const given of wrongKeys) {
      const erasing = accounts.erase(given as string);
      if (typeof given === "string") {
        expect(Object.values(unwrap(await erasing))).toEqual([false, 0, 0, 0, 0, 0, 0, 0]);
      } else {
        const { message } = await failureOf(erasing, "invalid_input");
        expect(message).toBe("accounts.erase needs the reference_id of the account as text.");
      }
    }
    expect(await addresses.ofAccount(individual.reference_id)).toHaveLength(1);
  });

  it("of a transfer to review, to confirm or to export is the issue unknown_transfer", async () => {
    const { audit, transfers } = await filled();
    for (const given of wrongKeys) {
      const reviewed = await transfers.review(given as string, { decision: "reject", note: "seen" }, { actor });
      const confirmed = await transfers.confirm(given as string, { outcome: "executed" });
      const exported = await audit.exportCase(given as string);
      for (const answer of [reviewed, confirmed, exported]) {
        expect(answer).toMatchObject({ issues: [{ code: "unknown_transfer", path: "" }] });
      }
    }
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
  const calls = Object.entries(operations).flatMap(([operation, { options, takes = [], needs }]) =>
    options === undefined
      ? []
      : [{ operation, takes, needs, run: async (on: Compliance, given: unknown) => options(on, given as never) }],
  );

  it.each(calls)("throw: $operation", async ({ operation, needs, run }) => {
    const compliance = await filled();
    const named = [...wrongSignals, ...wrongActors].map((given) => ({ ...needs, ...given }));
    for (const given of [...wrongForms, ...named]) {
      const { message } = await failureOf(run(compliance, given), "invalid_input");
      expect(message).toContain(operation);
      expect(message).not.toMatch(/Jane|Doe/);
    }
  });

  it.each(calls)("are a signal or an actor where none is taken: $operation", async ({ takes, needs, run }) => {
    for (const [name, given] of Object.entries({ signal: new AbortController().signal, actor })) {
      const outcome = run(await filled(), { ...needs, [name]: given });
      if (takes.some((each) => each === name)) await outcome;
      else await failureOf(outcome, "invalid_input");
    }
  });

  it("throw for the choice of an erasure", async () => {
    const { accounts } = await filled();
    for (const keep of ["Jane Doe", null]) {
      await failureOf(accounts.erase("none", { keep } as never), "invalid_input");
    }
  });

  it("throw for a review by a program", async () => {
    const { transfers } = await filled();
    const review = { decision: "execute", note: "seen" } as const;
    for (const given of [undefined, {}, { actor: { ...actor, kind: "program" as const } }]) {
      // A caller without types may omit the officer.
      const { message } = await failureOf(transfers.review("none", review, given as never), "invalid_input");
      expect(message).toContain("transfers.review");
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
