/** Holds: what they refuse and for how long, and their records in the audit trail. */
import { describe, expect, it } from "vitest";
import { type AuditHold, type AuditHoldRequest, auditTrail, verifyAudit } from "../../src/audit.js";
import { memoryStorage, unwrap } from "../../src/index.js";
import { DAY, type Deciding, decided, deciding, OFFICER, WITHDRAWAL } from "../support/decision-samples.js";
import { failureOf, faultsOf } from "../support/outcomes.js";

const KEY = new Uint8Array(32).fill(5);
const ACCOUNT = { kind: "account", id: "A-1" } as const;
const TRANSFER = { kind: "transfer", id: WITHDRAWAL.transfer_id } as const;
const REASON = "Court order 12/2026 about Jane Doe";

/** A confirmed transfer of A-1, with a retention of a day. */
async function filled(): Promise<Deciding> {
  const compliance = await deciding({ audit: auditTrail({ key: KEY }) }, { retentionMs: DAY });
  await decided(compliance, WITHDRAWAL);
  unwrap(await compliance.transfers.confirm(WITHDRAWAL.transfer_id, { outcome: "executed" }));
  compliance.wait(2 * DAY);
  return compliance;
}

async function holdOf(
  { audit }: Deciding,
  subject: AuditHold["subject"],
  request: Partial<AuditHoldRequest> = {},
): Promise<AuditHold> {
  return unwrap(await audit.hold(subject, { reason: REASON, ...request }, { actor: OFFICER }));
}

async function holdsOf({ audit }: Deciding): Promise<readonly AuditHold[]> {
  const all: AuditHold[] = [];
  for await (const hold of audit.holds()) all.push(hold);
  return all;
}

describe("a hold", () => {
  it.each([ACCOUNT, TRANSFER])(
    "on a $kind refuses erasure, removal and pruning until it is released",
    async (subject) => {
      const compliance = await filled();
      const { accounts, audit, transfers } = compliance;
      const hold = await holdOf(compliance, subject);
      expect(hold).toMatchObject({
        subject,
        reason: REASON,
        actor: OFFICER,
        hold_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(hold).not.toHaveProperty("until");
      for (const options of [{}, { keep: "transfers" } as const]) {
        const refused = await accounts.erase("A-1", options);
        expect(faultsOf(refused)).toEqual([["held", "", "2.2"]]);
      }
      const failure = await failureOf(accounts.remove("A-1"), "held");
      expect(failure.message).toContain("without a last day");
      expect(await transfers.prune({ before: "2100-01-01" })).toEqual({ removed: 0, held: 1 });
      expect(await accounts.retrieve("A-1")).toBeDefined();
      expect(await transfers.retrieve(TRANSFER.id)).toBeDefined();
      expect(await audit.release(hold.hold_id, { actor: OFFICER })).toBe(true);
      expect(await audit.release(hold.hold_id)).toBe(false);
      expect(await transfers.prune({ before: "2100-01-01" })).toEqual({ removed: 1, held: 0 });
      expect(await accounts.remove("A-1")).toBe(true);
    },
  );

  it("ends with its last day, and stays listed until its subject is gone", async () => {
    const compliance = await filled();
    const { accounts } = compliance;
    await holdOf(compliance, ACCOUNT, { until: "2026-12-04" });
    const refused = await accounts.erase("A-1");
    expect(refused).toMatchObject({ ok: false, issues: [{ code: "held", params: { until: "2026-12-04" } }] });
    compliance.wait(1.49 * DAY);
    const { message } = await failureOf(accounts.remove("A-1"), "held");
    expect(message).toContain("until the end of 2026-12-04");
    compliance.wait(0.01 * DAY);
    expect(await holdsOf(compliance)).toHaveLength(1);
    expect(unwrap(await accounts.erase("A-1"))).toMatchObject({ account: true, transfers: 1 });
    expect(await holdsOf(compliance)).toEqual([]);
  });

  it("never shortens another one, and its release leaves the others", async () => {
    const compliance = await filled();
    const { accounts, audit } = compliance;
    const long = await holdOf(compliance, ACCOUNT, { until: "2026-12-20" });
    const short = await holdOf(compliance, ACCOUNT, { until: "2026-12-03" });
    await holdOf(compliance, TRANSFER, { until: "2026-12-10" });
    const untilNow = async () => {
      const refused = await accounts.erase("A-1");
      return refused.ok ? undefined : refused.issues[0]?.params?.["until"];
    };
    expect(await untilNow()).toBe("2026-12-20");
    expect(await audit.release(short.hold_id)).toBe(true);
    expect(await untilNow()).toBe("2026-12-20");
    expect(await audit.release(long.hold_id)).toBe(true);
    expect(await untilNow()).toBe("2026-12-10");
  });

  it("of another account or transfer refuses nothing", async () => {
    const compliance = await filled();
    await holdOf(compliance, { kind: "account", id: "A-2" });
    expect(await compliance.transfers.prune({ before: "2100-01-01" })).toEqual({ removed: 1, held: 0 });
    expect(unwrap(await compliance.accounts.erase("A-1"))).toMatchObject({ account: true });
    expect(await holdsOf(compliance)).toHaveLength(1);
  });

  it("is one of many in a list, and unknown under a malformed id", async () => {
    const compliance = await filled();
    for (let count = 0; count < 101; count += 1) await holdOf(compliance, ACCOUNT);
    expect(await holdsOf(compliance)).toHaveLength(101);
    expect(await compliance.audit.release("")).toBe(false);
  });

  it("is refused for what is not stored, and for a malformed subject, with all issues", async () => {
    const { audit } = await filled();
    const request = { reason: REASON };
    expect(faultsOf(await audit.hold({ kind: "account", id: "none" }, request))).toEqual([
      ["unknown_account", "/subject/id", "8"],
    ]);
    expect(faultsOf(await audit.hold({ kind: "transfer", id: "none" }, request))).toEqual([
      ["unknown_transfer", "/subject/id", "8"],
    ]);
    expect(faultsOf(await audit.hold(ACCOUNT, { ...request, until: "2027-02-30" }))).toEqual([
      ["not_a_date", "/until", "8"],
    ]);
    const wrong = await audit.hold({ kind: "address", id: 5 } as never, { reason: " ", until: "2026-12-02" });
    expect(faultsOf(wrong)).toEqual([
      ["not_allowed", "/subject/kind", "8"],
      ["wrong_type", "/subject/id", "8"],
      ["text_blank", "/reason", "8"],
      ["out_of_range", "/until", "8"],
    ]);
  });

  it("needs the option audit", async () => {
    const { audit } = await deciding();
    await failureOf(audit.hold(ACCOUNT, { reason: REASON }), "not_configured");
    await failureOf(audit.release("x"), "not_configured");
    await failureOf(audit.holds()[Symbol.asyncIterator]().next(), "not_configured");
  });
});

describe("the records of holds", () => {
  it("name the subject and the hold as digests, and keep the reason for auditors with the key", async () => {
    const compliance = await filled();
    const { audit } = compliance;
    const hold = await holdOf(compliance, ACCOUNT, { until: "2026-12-10" });
    await audit.release(hold.hold_id, { actor: OFFICER });
    const { items } = unwrap(await audit.list({ subject: ACCOUNT }));
    const [released, set] = items;
    expect(set?.record).toMatchObject({
      event: "audit.hold",
      actor: { role: OFFICER.role, kind: "person" },
      content: { hold_id: hold.hold_id, until: "2026-12-10" },
    });
    expect(set?.note).toBe(REASON);
    expect(released?.record).toMatchObject({ event: "audit.release", content: { hold_id: hold.hold_id } });
    const lines: string[] = [];
    for await (const line of audit.lines()) lines.push(line);
    expect(lines.join()).not.toMatch(/Jane Doe|"A-1"/);
    expect(await verifyAudit(lines)).toMatchObject({ ok: true });
  });

  it("are not there for a refused removal", async () => {
    const compliance = await filled();
    await holdOf(compliance, ACCOUNT);
    await failureOf(compliance.accounts.remove("A-1"), "held");
    await compliance.accounts.erase("A-1");
    const { items } = unwrap(await compliance.audit.list());
    expect(items.map(({ record }) => record.event)).not.toContain("accounts.remove");
    expect(items.map(({ record }) => record.event)).not.toContain("accounts.erase");
  });
});

it("a hold of another process refuses too, without a trail", async () => {
  const storage = memoryStorage();
  const compliance = await deciding({ storage, audit: auditTrail({ key: KEY }) });
  await holdOf(compliance, ACCOUNT);
  const other = await deciding({ storage });
  await failureOf(other.accounts.remove("A-1"), "held");
});
