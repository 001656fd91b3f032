/** Operations on exchanges, as protocols call them. */
import { beforeEach, describe, expect, it } from "vitest";
import { type AuditRecord, auditTrail } from "../../src/audit.js";
import { type Compliance, type ComplianceOptions, createCompliance, memoryStorage } from "../../src/index.js";
import { us } from "../../src/jurisdictions.js";
import type { Exchange } from "../../src/storage.js";
import { CLEAN, DAY, OFFICER, POLICY } from "../support/decision-samples.js";
import { failureOf } from "../support/outcomes.js";

let now = 0;
const HOUR = 3_600_000;
const exchange = { required: true, answerWithinMs: DAY, windowMs: 30 * DAY, cannotReceive: "suspend" } as const;

beforeEach(() => {
  now = Date.parse("2026-12-01T12:00:00.000Z");
});

function compliance(options: Partial<ComplianceOptions> = {}): Compliance {
  return createCompliance({
    storage: memoryStorage(),
    jurisdictions: [us],
    riskProviders: { P: { screen: async () => [CLEAN] } },
    policy: { ...POLICY, exchange },
    clock: () => new Date(now),
    ...options,
  });
}

const transfer_id = "W-1";
const originator = { side: "originator", vasp_id: "V-2", account: "A-1" } as const;
const beneficiary = { side: "beneficiary", vasp_id: "V-2", account: "A-1" } as const;
const urls = { inquiry: "https://vasp.example/i" };
const inquiry = { kind: "inquiry", from: "own", message_id: "m-1", body: { amount: 1 }, urls } as const;
const received = (kind: "approval" | "rejection" | "inquiry", message_id = "r-1", digest = "d-1") =>
  ({ kind, from: "counterparty", message_id, digest }) as const;

async function asked(given: Compliance = compliance()): Promise<Compliance> {
  await given.exchanges.record({ transfer_id, subject: originator, event: inquiry });
  return given;
}

async function stored({ exchanges }: Compliance): Promise<Exchange> {
  const found = await exchanges.retrieve(transfer_id);
  if (found === undefined) throw new Error("No exchange is stored.");
  return found;
}

describe("exchanges.record", () => {
  it("begins an exchange with its first event", async () => {
    const { exchanges } = compliance();
    const { outcome, exchange: begun } = await exchanges.record({ transfer_id, subject: originator, event: inquiry });
    expect(outcome).toBe("recorded");
    expect(begun).toMatchObject({
      ...{ transfer_id, ...originator, state: "sent", revision: 1 },
      started_at: "2026-12-01T12:00:00.000+00:00",
      deadline: "2026-12-02T12:00:00.000+00:00",
      outgoing: { kind: "inquiry", message_id: "m-1", body: { amount: 1 }, attempts: 0 },
    });
    expect(await exchanges.retrieve(transfer_id)).toEqual(begun);
  });

  it("is unknown without an exchange and without what it is about", async () => {
    const { exchanges } = compliance();
    const event = received("approval");
    expect(await exchanges.record({ transfer_id, event })).toEqual({ outcome: "unknown", exchange: undefined });
    expect(await exchanges.retrieve(transfer_id)).toBeUndefined();
  });

  it.each([
    ["repeated", "the same message", received("rejection")],
    ["conflicting", "another message with its identifier", received("rejection", "r-1", "d-2")],
    ["impossible", "another message", received("approval", "r-2")],
  ])("is %s for %s after a rejection, and changes nothing", async (outcome, _, event) => {
    const given = await asked();
    await given.exchanges.record({ transfer_id, event: received("rejection") });
    const before = await stored(given);
    expect(await given.exchanges.record({ transfer_id, event })).toEqual({ outcome, exchange: before });
    expect(await stored(given)).toEqual(before);
  });

  it("is expired after the deadline, and keeps the late answer once", async () => {
    const given = await asked();
    now += DAY + 1;
    const { outcome } = await given.exchanges.record({ transfer_id, event: received("approval") });
    expect(outcome).toBe("expired");
    const before = await stored(given);
    expect(before.events.map(({ kind }) => kind)).toEqual(["inquiry", "expiry", "late_answer"]);
    expect(before).toMatchObject({ state: "expired", address: null });
    const again = await given.exchanges.record({ transfer_id, event: received("rejection", "r-2") });
    expect(again).toEqual({ outcome: "impossible", exchange: before });
  });

  it("is expired for what is impossible after the deadline", async () => {
    const given = await asked();
    now += DAY + 1;
    const event = { kind: "cancellation", from: "own", message_id: "m-2" } as const;
    expect(await given.exchanges.record({ transfer_id, event })).toMatchObject({
      outcome: "expired",
      exchange: { state: "expired" },
    });
  });

  it("is expired for an answer that the side cannot get, which then counts for nobody", async () => {
    const given = compliance();
    await given.exchanges.record({ transfer_id, subject: beneficiary, event: received("inquiry", "r-0") });
    now += DAY + 1;
    const { outcome } = await given.exchanges.record({ transfer_id, event: received("rejection") });
    expect(outcome).toBe("expired");
    expect((await stored(given)).events.map(({ kind }) => kind)).toEqual(["inquiry", "expiry"]);
  });

  it("keeps a message without a body to be sent, if it has a place", async () => {
    const given = compliance();
    const resolution = { ...received("inquiry", "r-0"), urls: { resolution: "https://vasp.example/r" } };
    await given.exchanges.record({ transfer_id, subject: beneficiary, event: resolution });
    await given.exchanges.record({ transfer_id, event: { kind: "rejection", from: "own", message_id: "m-1" } });
    expect((await stored(given)).outgoing).toEqual({ kind: "resolution", message_id: "m-1", body: null, attempts: 0 });
  });

  it("is recorded at the deadline itself", async () => {
    const given = await asked();
    now += DAY;
    expect(await given.exchanges.record({ transfer_id, event: received("rejection") })).toMatchObject({
      outcome: "recorded",
    });
  });

  it("knows a transaction by its hash", async () => {
    const given = compliance();
    const record = (event: Parameters<typeof given.exchanges.record>[0]["event"]) =>
      given.exchanges.record({ transfer_id, subject: beneficiary, event });
    await record(received("inquiry"));
    await record({ kind: "approval", from: "own", message_id: "m-1", address: "a" });
    const confirmation = (message_id: string, transaction_hash: string) =>
      ({ kind: "confirmation", from: "counterparty", message_id, digest: message_id, transaction_hash }) as const;
    expect(await record(confirmation("c-1", "ab"))).toMatchObject({
      outcome: "recorded",
      exchange: { state: "settled" },
    });
    expect(await record(confirmation("c-2", "ab"))).toMatchObject({ outcome: "repeated" });
    expect(await record(confirmation("c-3", "cd"))).toMatchObject({ outcome: "conflicting" });
  });

  it("repeats an approval of the same address, and raises an alarm for each other one", async () => {
    const given = await asked();
    const approval = (message_id: string, address: string) => ({
      ...received("approval", message_id, message_id),
      address,
    });
    await given.exchanges.record({ transfer_id, event: approval("r-1", "a") });
    expect(await given.exchanges.record({ transfer_id, event: approval("r-2", "a") })).toMatchObject({
      outcome: "repeated",
    });
    expect(await given.exchanges.record({ transfer_id, event: approval("r-3", "b") })).toMatchObject({
      outcome: "recorded",
      exchange: { state: "accepted", address: "a", alarm: "other_address" },
    });
    expect(await given.exchanges.record({ transfer_id, event: approval("r-4", "c") })).toMatchObject({
      outcome: "recorded",
      exchange: { address: "a", alarm: "other_address" },
    });
  });

  it("does not take an answer to an inquiry that was corrected meanwhile", async () => {
    const given = await asked();
    const event = { ...received("approval"), answers: "m-0" };
    expect(await given.exchanges.record({ transfer_id, event })).toMatchObject({ outcome: "impossible" });
    expect(await given.exchanges.record({ transfer_id, event: { ...event, answers: "m-1" } })).toMatchObject({
      outcome: "recorded",
    });
  });

  it("stores one of two events that come at once, and answers the other by what is stored then", async () => {
    const given = await asked();
    const record = () => given.exchanges.record({ transfer_id, event: received("rejection") });
    const outcomes = (await Promise.all([record(), record()])).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(["recorded", "repeated"]);
  });

  it("gives up when the exchange changes again and again", async () => {
    const storage = memoryStorage();
    const exchanges = { ...storage.exchanges, save: async () => "changed_meanwhile" as const };
    const given = compliance({ storage: { ...storage, exchanges } });
    await failureOf(
      given.exchanges.record({ transfer_id, subject: originator, event: inquiry }),
      "storage_unavailable",
    );
  });

  it.each<readonly [string, object]>([
    ["an unknown kind", { ...inquiry, kind: "toString" }],
    ["an unknown sender", { ...inquiry, from: "somebody" }],
    ["an unknown property", { ...inquiry, hash: "ab" }],
    ["a blank identifier", { ...inquiry, message_id: " " }],
    ["a hash of a megabyte", { ...inquiry, transaction_hash: "a".repeat(1_000_000) }],
    ["half of a surrogate pair", { ...inquiry, address: "\ud800" }],
    ["a message without its digest", { kind: "approval", from: "counterparty", message_id: "r-1" }],
    ["names that are no list", { ...inquiry, names: "Petrov" }],
    ["names that are no texts", { ...inquiry, names: [5] }],
    ["a reason without a text", { ...inquiry, reason: { code: 5 } }],
    ["a reason of half a code", { ...inquiry, reason: { code: 0.5, text: null } }],
    ["a reason that is a text", { ...inquiry, reason: "Petrov" }],
    ["an unknown place", { ...inquiry, urls: { other: "https://vasp.example" } }],
    ["a body of a bigint", { ...inquiry, body: 5n }],
    [
      "a body that throws",
      {
        ...inquiry,
        body: {
          toJSON: () => {
            throw new Error("Petrov");
          },
        },
      },
    ],
  ])("refuses an event with %s", async (_, event) => {
    const { exchanges } = compliance();
    const error = await failureOf(
      exchanges.record({ transfer_id, subject: originator, event: event as typeof inquiry }),
      "invalid_input",
    );
    expect(error.message).not.toContain("Petrov");
    expect(await exchanges.retrieve(transfer_id)).toBeUndefined();
  });

  it.each<readonly [string, object]>([
    ["an unknown side", { ...originator, side: "both" }],
    ["no VASP", { ...originator, vasp_id: "" }],
    ["an account that is no text", { ...originator, account: 5 }],
    ["an unknown property", { ...originator, host: "vasp.example" }],
  ])("refuses a subject with %s", async (_, subject) => {
    const { exchanges } = compliance();
    const given = subject as typeof originator;
    await failureOf(exchanges.record({ transfer_id, subject: given, event: inquiry }), "invalid_input");
  });

  it("stores a reason with a code, a text, or neither", async () => {
    for (const reason of [
      { code: 50, text: null },
      { code: null, text: "no" },
      { code: null, text: null },
    ]) {
      const given = await asked();
      await given.exchanges.record({ transfer_id, event: { ...received("rejection"), reason } });
      expect((await stored(given)).events.at(-1)?.reason).toEqual(reason);
    }
  });
});

describe("exchanges.raise", () => {
  it("begins an exchange in which nothing was sent, with its alarm", async () => {
    const given = compliance();
    const raised = await given.exchanges.raise({ transfer_id, subject: originator, alarm: "other_host" });
    expect(raised).toMatchObject({
      outcome: "recorded",
      exchange: { state: "none", alarm: "other_host", revision: 1 },
    });
    const before = await stored(given);
    const again = await given.exchanges.raise({ transfer_id, subject: originator, alarm: "other_address" });
    expect(again).toEqual({ outcome: "repeated", exchange: before });
  });

  it("adds the alarm to an exchange", async () => {
    const given = await asked();
    await given.exchanges.raise({ transfer_id, subject: originator, alarm: "other_address" });
    expect(await stored(given)).toMatchObject({ state: "sent", alarm: "other_address", revision: 2 });
  });

  it("refuses an unknown alarm", async () => {
    const alarm = "fire" as "other_host";
    await failureOf(compliance().exchanges.raise({ transfer_id, subject: originator, alarm }), "invalid_input");
  });
});

describe("exchanges.lease", () => {
  it("gives a due exchange to one caller until progress, or until the lease is over", async () => {
    const given = await asked();
    const lease = () => given.exchanges.lease({ leaseMs: HOUR });
    const [one, two] = await Promise.all([lease(), lease()]);
    expect([one?.length, two?.length].sort()).toEqual([0, 1]);
    now += HOUR;
    expect(await lease()).toMatchObject([{ exchange: { transfer_id } }]);
    expect(await lease()).toEqual([]);
  });

  it("gives at most as many as the limit, the earliest first, and none that is due later", async () => {
    const { exchanges } = compliance();
    for (const id of ["W-1", "W-2", "W-3"]) {
      await exchanges.record({ transfer_id: id, subject: originator, event: inquiry });
      now += 1_000;
    }
    const due = new Date(now - 1_500);
    const leased = await exchanges.lease({ leaseMs: HOUR, limit: 1, due });
    expect(leased.map((each) => each.exchange.transfer_id)).toEqual(["W-1"]);
    const rest = await exchanges.lease({ leaseMs: HOUR, limit: 9, due });
    expect(rest.map((each) => each.exchange.transfer_id)).toEqual(["W-2"]);
    const later = await exchanges.lease({ leaseMs: HOUR });
    expect(later.map((each) => each.exchange.transfer_id)).toEqual(["W-3"]);
  });

  it.each([
    { leaseMs: 0 },
    { leaseMs: 2 ** 31 },
    { leaseMs: 0.5 },
    { leaseMs: 1, limit: 0 },
    { leaseMs: 1, limit: 1_001 },
    { leaseMs: 1, due: new Date(Number.NaN) },
    { leaseMs: 1, due: "2026-12-01" as unknown as Date },
  ])("refuses %j", async (options) => void (await failureOf(compliance().exchanges.lease(options), "invalid_input")));
});

describe("exchanges.progress", () => {
  async function leased(given: Compliance): Promise<string> {
    const [lease] = await given.exchanges.lease({ leaseMs: HOUR });
    if (lease === undefined) throw new Error("Nothing is due.");
    return lease.lease;
  }

  it("ends the message that was delivered", async () => {
    const given = await asked();
    const lease = await leased(given);
    await given.exchanges.progress({ transfer_id, lease, message_id: "m-1", outcome: "delivered" });
    expect(await stored(given)).toMatchObject({ state: "sent", outgoing: null, due: "2026-12-01T12:00:00.001+00:00" });
  });

  it.each(["delivered", "failed"] as const)("keeps another message, whatever was %s", async (outcome) => {
    const given = await asked();
    const lease = await leased(given);
    await given.exchanges.progress({ transfer_id, lease, message_id: "m-0", outcome });
    expect(await stored(given)).toMatchObject({ outgoing: { message_id: "m-1", attempts: 0 } });
  });

  it("waits half a minute after the first failure, then twice as long each time up to an hour, and gives up after 36", async () => {
    const answerWithinMs = 30 * DAY;
    const given = await asked(compliance({ policy: { ...POLICY, exchange: { ...exchange, answerWithinMs } } }));
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 36; attempt += 1) {
      await given.exchanges.progress({ transfer_id, lease: await leased(given), outcome: "failed" });
      const { due } = await stored(given);
      pauses.push((Date.parse(due ?? "") - now) / 1_000);
      now = Date.parse(due ?? "");
    }
    expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
    expect(new Set(pauses.slice(7, 35))).toEqual(new Set([3_600]));
    expect(pauses.at(-1)).toBe(0.001);
    expect(await stored(given)).toMatchObject({ state: "sent", outgoing: null });
  });

  it("pauses no longer than until the deadline", async () => {
    const answerWithinMs = 10_000;
    const given = await asked(compliance({ policy: { ...POLICY, exchange: { ...exchange, answerWithinMs } } }));
    await given.exchanges.progress({ transfer_id, lease: await leased(given), outcome: "failed" });
    expect(await stored(given)).toMatchObject({ due: "2026-12-01T12:00:10.000+00:00" });
  });

  it("counts no attempt without a message", async () => {
    const given = await asked();
    const lease = await leased(given);
    await given.exchanges.record({ transfer_id, event: received("rejection") });
    const before = await stored(given);
    await given.exchanges.progress({ transfer_id, lease, outcome: "failed" });
    expect((await stored(given)).outgoing).toBeNull();
    expect((await stored(given)).state).toBe(before.state);
  });

  it("looks again at an exchange that waits, and never at one that is done", async () => {
    const given = await asked();
    await given.exchanges.progress({ transfer_id, lease: await leased(given), outcome: "waiting" });
    expect(await given.exchanges.lease({ leaseMs: HOUR })).toEqual([]);
    now += 1;
    await given.exchanges.progress({ transfer_id, lease: await leased(given), outcome: "done" });
    now += 365 * DAY;
    expect(await given.exchanges.lease({ leaseMs: HOUR })).toEqual([]);
  });

  it("ignores an exchange that is not stored, and refuses an unknown outcome", async () => {
    const { exchanges } = compliance();
    await exchanges.progress({ transfer_id, lease: "none", outcome: "done" });
    const outcome = "toString" as "done";
    await failureOf(exchanges.progress({ transfer_id, lease: "none", outcome }), "invalid_input");
    await failureOf(exchanges.progress({ transfer_id: "", lease: "none", outcome: "done" }), "invalid_input");
  });
});

describe("the audit trail", () => {
  it("has a record of each event and of each alarm, without texts of the counterparty", async () => {
    const given = await asked(compliance({ audit: auditTrail({ key: new Uint8Array(32) }) }));
    const reason = { code: 153, text: "Ivan Petrov has no address" };
    const names = [["individual ivan petrov"]];
    const rejection = { ...received("rejection"), reason, names };
    await given.exchanges.record({ transfer_id, event: rejection, actor: OFFICER });
    await given.exchanges.record({ transfer_id, event: rejection, actor: OFFICER });
    await given.exchanges.raise({ transfer_id, subject: originator, alarm: "other_host" });
    const records: AuditRecord[] = [];
    for await (const { record } of given.audit.all()) records.push(record);
    const contents = records.flatMap(({ event, content }) => (event === "exchanges.record" ? [content] : []));
    // The newest first.
    expect(contents).toMatchObject([
      { state: "rejected", alarm: "other_host", revision: 3 },
      { state: "rejected", alarm: null, revision: 2, last: { kind: "rejection", code: 153 } },
      { state: "sent", side: "originator", vasp_id: "V-2", revision: 1, last: { kind: "inquiry", code: null } },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/petrov/i);
  });
});

describe("without policy.exchange", () => {
  it.each(["settings", "record", "raise"] as const)("%s is not configured", async (name) => {
    for (const policy of [POLICY, undefined]) {
      const { exchanges } = compliance(policy === undefined ? { policy } : { policy });
      const calls = {
        settings: () => exchanges.settings(),
        record: () => exchanges.record({ transfer_id, subject: originator, event: inquiry }),
        raise: () => exchanges.raise({ transfer_id, subject: originator, alarm: "other_host" }),
      };
      await failureOf(calls[name](), "not_configured");
    }
  });

  it("vasps.standing is not configured either", async () => {
    await failureOf(compliance({ policy: POLICY }).vasps.standing("V-2"), "not_configured");
  });
});

describe("exchanges.settings", () => {
  it("has what the policy says, and the time of the clock", async () => {
    const settings = await compliance().exchanges.settings();
    expect(settings).toEqual({ ownVasp: "V-OWN", answerWithinMs: DAY, now: new Date(now) });
  });
});
