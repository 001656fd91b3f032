/** Several rules in one request: each is decided on its own, whatever happens to the others. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createHandler } from "../../src/http.js";
import {
  type Compliance,
  ComplianceError,
  type ComplianceEvent,
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  fixedRates,
  memoryStorage,
  type RuleCode,
  unwrap,
} from "../../src/index.js";
import { requestTo } from "../support/http.js";
import { failureOf } from "../support/outcomes.js";

const ALONE = "THRESHOLD_BY_COUNTRY";
const LINKED = "LINKED_TRANSACTIONS_BY_COUNTRY";
const now = new Date("2026-11-20T12:00:00.000Z");
const breaching = { transaction_id: "T-2", amount: "1000", currency: "EUR", country: "DE", link_key: "Jane Doe" };
const alert_id = `${ALONE}:DE:EUR:1000:T-2`;

const orders: readonly (readonly RuleCode[])[] = [
  [ALONE, LINKED],
  [LINKED, ALONE],
];

function complianceOn(storage: ComplianceStorage, more: Partial<ComplianceOptions> = {}): Compliance {
  const rates = fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { SGD: "1.5" } });
  return createCompliance({ storage, thresholds: { DE: "1000" }, rates, clock: () => now, ...more });
}

/** A storage with a transaction in USD, of which the rates of later evaluations have none. */
async function storageWithUsd(): Promise<ComplianceStorage> {
  const storage = memoryStorage();
  const rates = fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { USD: "1.1" } });
  const transaction = { ...breaching, transaction_id: "T-1", amount: "1", currency: "USD" };
  unwrap(await complianceOn(storage, { rates }).rules.evaluate({ transaction, rule_codes: [LINKED] }));
  return storage;
}

async function storedAlerts({ alerts }: Compliance): Promise<readonly string[]> {
  return unwrap(await alerts.list({ size: 100 })).items.map((alert) => alert.alert_id);
}

async function failureWith(
  compliance: Compliance,
  rule_codes: readonly RuleCode[],
  code: ComplianceError["code"] = "rate_missing",
): Promise<ComplianceError> {
  return failureOf(compliance.rules.evaluate({ transaction: breaching, rule_codes }), code);
}

describe.each(orders)("a request with %s and %s", (...rule_codes) => {
  it("stores a breach although the other rule fails, and the error carries it", async () => {
    const taken: string[] = [];
    const compliance = complianceOn(await storageWithUsd(), {
      onAlert: async (alert) => {
        taken.push(alert.alert_id);
      },
    });
    const error = await failureWith(compliance, rule_codes);
    expect(error.evaluation).toMatchObject({
      transaction_id: "T-2",
      evaluated_at: "2026-11-20T12:00:00.000",
      results: [{ rule_code: ALONE, status: "breach", alert_id, decision: { comparison: "equal" } }],
      undecided: [{ rule_code: LINKED, code: "rate_missing" }],
    });
    const alone = await failureWith(compliance, [LINKED]);
    expect(error.message).toBe(`${LINKED} was not decided. ${alone.message}`);
    expect(error.cause).toMatchObject({ code: "rate_missing", message: alone.message });
    expect(error.evaluation?.undecided[0]?.message).toBe(alone.message);
    expect(await storedAlerts(compliance)).toEqual([alert_id]);
    await compliance.close();
    expect(taken).toEqual([alert_id]);
  });

  it("counts the breach in the events", async () => {
    const events: ComplianceEvent[] = [];
    const observe = (event: ComplianceEvent) => events.push(event);
    await failureWith(complianceOn(await storageWithUsd(), { observe }), rule_codes);
    const kept = events.filter(({ kind }) => kind === "operation" || kind === "storage");
    expect(kept).toEqual([
      expect.objectContaining({ kind: "storage", repository: "alerts", method: "insert", outcome: "ok" }),
      expect.objectContaining({ kind: "storage", repository: "linked", method: "add", outcome: "ok" }),
      {
        kind: "operation",
        name: "rules.evaluate",
        durationMs: expect.any(Number),
        outcome: "error",
        code: "rate_missing",
        counts: { results: 1, breaches: 1 },
      },
    ]);
  });

  it("answers over HTTP with the results of the others, and the status of the failure", async () => {
    const compliance = complianceOn(await storageWithUsd());
    const handler = createHandler(compliance, { authenticate: () => "client" });
    const body = JSON.stringify({ transaction: breaching, rule_codes });
    const response = await handler(requestTo("POST", "/engine/evaluate", { body }));
    const problem = await response.json();
    expect(response.status).toBe(502);
    expect(problem).toMatchObject({
      status: 502,
      code: "rate_missing",
      evaluation: {
        transaction_id: "T-2",
        results: [{ rule_code: ALONE, status: "breach", alert_id }],
        undecided: [{ rule_code: LINKED, code: "rate_missing" }],
      },
    });
    expect(JSON.stringify(problem)).not.toContain("Jane");
  });

  it("fails by the first rule of the specification if both fail", async () => {
    const compliance = complianceOn(memoryStorage(), { thresholds: { SG: "1500" } });
    const error = await failureWith(compliance, rule_codes, "threshold_missing");
    expect(error.message).toMatch(new RegExp(`^${ALONE} and ${LINKED} were not decided\\. `));
    expect(error.evaluation?.results).toEqual([]);
    expect(error.evaluation?.undecided.map((each) => each.rule_code)).toEqual([ALONE, LINKED]);
    expect(error.cause).toMatchObject({ errors: [{ code: "threshold_missing" }, { code: "threshold_missing" }] });
  });

  it("passes on the pause of a service", async () => {
    const compliance = complianceOn(memoryStorage(), {
      thresholds: {
        current: async () => {
          throw new ComplianceError("provider_rate_limited", "Wait.", { retryAfterMs: 1500 });
        },
      },
    });
    expect((await failureWith(compliance, rule_codes, "provider_rate_limited")).retryAfterMs).toBe(1500);
  });

  it("stores the breach before an error that is not typed is passed on", async () => {
    const storage = memoryStorage();
    const thrown = new Error("The disk is full.");
    const linked = { ...storage.linked, within: () => Promise.reject(thrown) };
    const compliance = complianceOn({ ...storage, linked });
    await expect(compliance.rules.evaluate({ transaction: breaching, rule_codes })).rejects.toBe(thrown);
    expect(await storedAlerts(compliance)).toEqual([alert_id]);
  });

  it("decides no further rule after an abort, and carries the results until then", async () => {
    const storage = memoryStorage();
    const controller = new AbortController();
    const alerts: ComplianceStorage["alerts"] = {
      ...storage.alerts,
      insert: async (alert) => {
        const outcome = await storage.alerts.insert(alert);
        setImmediate(() => controller.abort());
        return outcome;
      },
    };
    const linked = { ...storage.linked, within: () => new Promise<never>(() => undefined) };
    const compliance = complianceOn({ ...storage, alerts, linked });
    const { signal } = controller;
    const evaluating = compliance.rules.evaluate({ transaction: breaching, rule_codes }, { signal });
    const error = await failureOf(evaluating, "aborted");
    expect(error.evaluation?.results).toMatchObject([{ rule_code: ALONE, status: "breach", alert_id }]);
  });

  it("has no result whose alert was not stored", async () => {
    const storage = memoryStorage();
    const full = new ComplianceError("storage_unavailable", "The disk is full.");
    const alerts: ComplianceStorage["alerts"] = {
      ...storage.alerts,
      insert: (alert) => (alert.rule_code === ALONE ? Promise.reject(full) : storage.alerts.insert(alert)),
    };
    const error = await failureWith(complianceOn({ ...storage, alerts }), rule_codes, "storage_unavailable");
    expect(error.cause).toBe(full);
    expect(error.evaluation).toMatchObject({
      results: [{ rule_code: LINKED, status: "breach" }],
      undecided: [{ rule_code: ALONE, code: "storage_unavailable" }],
    });
  });
});

describe("the error of one rule", () => {
  it("is that of the rule, unchanged", async () => {
    const thrown = new ComplianceError("provider_unavailable", "The treasury desk has no rates.");
    const rates = { current: () => Promise.reject(thrown) };
    const transaction = { ...breaching, currency: "USD" };
    const evaluating = complianceOn(memoryStorage(), { rates }).rules.evaluate({ transaction, rule_codes: [ALONE] });
    await expect(evaluating).rejects.toBe(thrown);
  });
});

describe("the evaluation of an error", () => {
  it("is in no log that prints the error", async () => {
    const error = await failureWith(complianceOn(await storageWithUsd()), [ALONE, LINKED]);
    for (const text of [inspect(error, { depth: 9 }), JSON.stringify(error), String(error)]) {
      expect(text).not.toContain("T-2");
    }
  });

  it("is not read from a prototype", async () => {
    const compliance = complianceOn(memoryStorage(), { thresholds: { SG: "1" } });
    const error = await failureWith(compliance, [ALONE], "threshold_missing");
    expect(Object.hasOwn(error, "evaluation")).toBe(false);
  });
});
