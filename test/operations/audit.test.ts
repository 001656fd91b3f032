/** The audit trail of a compliance in memory: which records there are, what they contain, and who finds them. */
import { describe, expect, it } from "vitest";
import { type AuditHead, auditTrail, recordOfLine, replay, verifyAudit } from "../../src/audit.js";
import { createCompliance, memoryStorage, unwrap } from "../../src/index.js";

const KEY = new Uint8Array(32).fill(7);
const CANARY = "Canary";

function compliance(more: object = {}) {
  const storage = memoryStorage();
  return createCompliance({
    storage,
    thresholds: { US: "3000", SG: "1500" },
    audit: auditTrail({ key: KEY }),
    ...more,
  });
}

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const account = {
  reference_id: `id ${CANARY}`,
  account_category: "customer",
  account_type: "entity",
  customer_id: `customer ${CANARY}`,
  entity: { entity_name: { name_type: "LEGL", name_legal: CANARY } },
} as const;

const transaction = { transaction_id: `t ${CANARY}`, amount: "3000", currency: "USD", country: "US" } as const;

describe("the audit trail", () => {
  it("has a record of each change and each evaluation, which verify and agree", async () => {
    const { accounts, rules, audit } = compliance();
    unwrap(await accounts.create(account));
    unwrap(await accounts.put(account));
    unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    unwrap(
      await rules.evaluate({ transaction: { ...transaction, amount: "1" }, rule_codes: ["THRESHOLD_BY_COUNTRY"] }),
    );
    expect(await accounts.remove(account.reference_id)).toBe(true);
    const lines = await linesOf(audit.lines());
    const records = lines.map((line) => recordOfLine(line)?.record);
    expect(records.map((record) => record?.event)).toEqual([
      "accounts.create",
      "accounts.put",
      "rules.evaluate",
      "rules.evaluate",
      "accounts.remove",
    ]);
    const verified = await verifyAudit(lines, { heads: await audit.heads() });
    expect(verified).toMatchObject({ ok: true, records: 5 });
    expect(records.map((record) => record && replay(record).parts)).toEqual([
      [],
      [],
      ["evaluations"],
      ["evaluations"],
      [],
    ]);
    expect(records.every((record) => record && replay(record).agrees)).toBe(true);
    expect(lines.join("\n")).not.toContain(CANARY);
  });

  it("finds the records of a subject until it is erased", async () => {
    const { accounts, audit } = compliance();
    unwrap(await accounts.create(account));
    unwrap(await accounts.create({ ...account, reference_id: "other" }));
    const subject = { kind: "account", id: account.reference_id } as const;
    const found = unwrap(await audit.list({ subject }));
    expect(found.items.map(({ record }) => record.event)).toEqual(["accounts.create"]);
    unwrap(await accounts.erase(account.reference_id));
    expect(unwrap(await audit.list({ subject })).items).toEqual([]);
    expect(unwrap(await audit.list()).items.map(({ record }) => record.event)).toEqual([
      "accounts.erase",
      "accounts.create",
      "accounts.create",
    ]);
    expect(await verifyAudit(audit.lines())).toMatchObject({ ok: true, records: 3 });
  });

  it("writes one chain for calls one after another, and several for concurrent ones", async () => {
    const heads: AuditHead[] = [];
    const { accounts, audit } = compliance({
      audit: auditTrail({ key: KEY, onHead: (head) => heads.push(head), headEvery: 1 }),
    });
    const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
    await Promise.all(ids.map(async (reference_id) => unwrap(await accounts.create({ ...account, reference_id }))));
    expect(await verifyAudit(audit.lines(), { heads })).toMatchObject({ ok: true, records: 20 });
    expect(heads).toHaveLength(20);
  });
});
