import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AlertFailure, type ComplianceOptions, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { fakes } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { failureOf } from "../support/outcomes.js";
import { ecbRates20240628 as friday } from "../support/rates.js";
import { deliveries } from "../support/samples.js";

const { canonical: address } = wallets.bitcoin;
const screening = { chain: "bitcoin", address, scan_for_risk: true, provider_name: "FAKE" } as const;
const question = { chain: "bitcoin", address } as const;

const transfer = {
  transaction: { transaction_id: "T-1", amount: "5000.00", currency: "USD", country: "SG" },
  rule_codes: ["THRESHOLD_BY_COUNTRY"],
} as const;

/** A compliance object over fakes, and the fakes. */
function world(options: Partial<ComplianceOptions> = {}) {
  const risk = fakes.riskProvider({ entries: [{ ...question, risk_ratio: 70 }] });
  const balances = fakes.balanceSource({ balances: [{ ...question, balance: "0.5", balance_usd: "32000.00" }] });
  const rates = fakes.rateSource(friday);
  const clock = fakes.clock("2024-06-28T16:00:00Z");
  const onAlert = fakes.alertSink();
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: { SG: "1500" },
    riskProviders: { FAKE: risk },
    balances,
    rates,
    clock,
    onAlert,
    ...options,
  });
  return { compliance, risk, balances, rates, clock, onAlert };
}

type World = ReturnType<typeof world>;

/** The stored address, and the number of alerts. */
async function stored({ compliance }: World) {
  const alerts = unwrap(await compliance.alerts.list()).items.length;
  return { address: await compliance.addresses.retrieve("bitcoin", address), alerts };
}

const nothing = { address: undefined, alerts: 0 };

afterEach(() => {
  vi.useRealTimers();
});

describe("without a script", () => {
  it("a screening is stored, and a breach raises an alert", async () => {
    const all = world();
    const record = unwrap(await all.compliance.addresses.create(screening));
    expect(record.risk_data).toMatchObject([{ provider_name: "FAKE", risk_ratio: 70 }]);
    expect(record.financial_data).toEqual({ balance: 0.5, balance_usd: 32000 });
    expect(unwrap(await all.compliance.rules.evaluate(transfer)).results).toMatchObject([{ status: "breach" }]);
    await deliveries();
    expect(all.onAlert.alerts).toMatchObject([{ transaction_id: "T-1", raised_at: "2024-06-28T16:00:00.000+00:00" }]);
    expect(await stored(all)).toMatchObject({ address: record, alerts: 1 });
    expect(all.risk.requests).toEqual([question]);
    expect(all.balances.requests).toEqual([question]);
    expect(all.rates.requests).toEqual([all.clock()]);
  });
});

describe.each(["risk", "balances"] as const)("a fault of %s is an error, and nothing is stored:", (part) => {
  it.each([
    ["reject", "provider_unavailable"],
    ["malformed", "provider_unreadable"],
    [{ reject: "provider_rate_limited" }, "provider_rate_limited"],
    [{ reject: "provider_timeout" }, "provider_timeout"],
  ] as const)("%j is %s, and the next request is answered", async (fault, code) => {
    const all = world();
    all[part].script(fault);
    // Of a screening with a failed balance, the hit is stored: test/operations/incomplete-screening.test.ts.
    const request = part === "balances" ? question : screening;
    await failureOf(all.compliance.addresses.create(request), code);
    expect(await stored(all)).toEqual(nothing);
    expect((await all.compliance.addresses.create(screening)).ok).toBe(true);
  });

  it("hang ends with the caller's signal: aborted, and no listener remains", async () => {
    const all = world();
    all[part].script("hang");
    const leaving = new AbortController();
    const left = failureOf(all.compliance.addresses.create(screening, { signal: leaving.signal }), "aborted");
    setTimeout(() => leaving.abort("left"), 5);
    expect((await left).cause).toBe("left");
    expect(getEventListeners(leaving.signal, "abort")).toEqual([]);
    expect(await stored(all)).toEqual(nothing);
  });

  it("slow answers after so many milliseconds, and can be aborted", async () => {
    vi.useFakeTimers();
    const all = world();
    all[part].script({ slowMs: 1000 }, { slowMs: 1000 });
    let record: unknown;
    const created = all.compliance.addresses.create(screening).then((result) => {
      record = unwrap(result);
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(record).toBeUndefined();
    expect(await stored(all)).toEqual(nothing);
    await vi.advanceTimersByTimeAsync(1);
    await created;
    expect((await stored(all)).address).toEqual(record);
    const leaving = new AbortController();
    const left = failureOf(all.compliance.addresses.create(screening, { signal: leaving.signal }), "aborted");
    await vi.advanceTimersByTimeAsync(500);
    leaving.abort();
    await left;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a fault of the rates is an error, and no alert is recorded:", () => {
  it.each([
    ["reject", "provider_unavailable"],
    ["malformed", "provider_unreadable"],
    [{ reject: "rate_missing" }, "rate_missing"],
  ] as const)("%j is %s, and the next request is answered", async (fault, code) => {
    const all = world();
    all.rates.script("none", fault);
    const harmless = { ...transfer, transaction: { ...transfer.transaction, transaction_id: "T-0", amount: "1" } };
    expect((await all.compliance.rules.evaluate(harmless)).ok).toBe(true);
    await failureOf(all.compliance.rules.evaluate(transfer), code);
    expect(await stored(all)).toEqual(nothing);
    expect(all.onAlert.received).toEqual([]);
    expect(unwrap(await all.compliance.rules.evaluate(transfer)).results).toMatchObject([{ status: "breach" }]);
  });

  it("slow answers later, and hang never", async () => {
    vi.useFakeTimers();
    const all = world();
    all.rates.script({ slowMs: 50 }, "hang");
    const first = all.compliance.rules.evaluate(transfer);
    await vi.advanceTimersByTimeAsync(50);
    expect((await first).ok).toBe(true);
    let isSettled = false;
    all.compliance.rules.evaluate(transfer).finally(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(isSettled).toBe(false);
  });

  it("rates become outdated while the clock advances: rate_stale", async () => {
    const all = world();
    all.clock.advance(7 * 24 * 3_600_000);
    await failureOf(all.compliance.rules.evaluate(transfer), "rate_stale");
    expect(await stored(all)).toEqual(nothing);
    all.clock.set("2024-06-29T16:00:00Z");
    expect((await all.compliance.rules.evaluate(transfer)).ok).toBe(true);
  });
});

describe("a balance on an unsupported chain", () => {
  it("is stored as null", async () => {
    const all = world();
    all.balances.script({ reject: "chain_unsupported" });
    const record = unwrap(await all.compliance.addresses.create(screening));
    expect(record.financial_data).toEqual({ balance: null, balance_usd: null });
  });
});

describe("a fault of the alert sink", () => {
  it("reject is alert_delivery_failed with its cause. The alert is stored, and accepted the next time", async () => {
    const failures: AlertFailure[] = [];
    const all = world({ onAlertError: (failure) => void failures.push(failure) });
    all.onAlert.script("reject");
    expect(unwrap(await all.compliance.rules.evaluate(transfer)).results).toMatchObject([{ status: "breach" }]);
    await deliveries();
    const cause = { message: "The fake alert sink rejects the alert, as scripted." };
    expect(failures).toMatchObject([{ error: { code: "alert_delivery_failed", cause } }]);
    expect(all.onAlert.alerts).toEqual([]);
    expect(all.onAlert.received).toHaveLength(1);
    expect((await stored(all)).alerts).toBe(1);
    expect(await all.compliance.alerts.deliver()).toEqual({ delivered: 1, failed: 0, failures: [] });
    expect(all.onAlert.alerts).toEqual([all.onAlert.received[1]]);
  });

  it("slow and hang delay the delivery, but not the answer; hang ends with the time-out", async () => {
    vi.useFakeTimers();
    const failures: AlertFailure[] = [];
    const all = world({ onAlertError: (failure) => void failures.push(failure) });
    all.onAlert.script({ slowMs: 20 }, "hang");
    await all.compliance.rules.evaluate(transfer);
    await vi.advanceTimersByTimeAsync(19);
    expect((await stored(all)).alerts).toBe(1);
    expect(all.onAlert.alerts).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(all.onAlert.alerts).toHaveLength(1);
    await all.compliance.rules.evaluate({
      ...transfer,
      transaction: { ...transfer.transaction, transaction_id: "T-2" },
    });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(failures).toMatchObject([{ error: { code: "alert_delivery_failed" } }]);
    expect((await stored(all)).alerts).toBe(2);
    expect(all.onAlert.alerts).toHaveLength(1);
  });
});
