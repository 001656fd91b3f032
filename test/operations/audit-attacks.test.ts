/** What someone who can write to the storage, or calls operations in an unlucky order, cannot do to a trail. */
import { describe, expect, it } from "vitest";
import { type AuditRecord, auditTrail, exportAudit, importAudit, recordOfLine, verifyAudit } from "../../src/audit.js";
import { type RecordEntry, sealed } from "../../src/domain/audit/record.js";
import { type ComplianceStorage, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { audited, passed, reviewed } from "../support/audit-cases.js";
import { BOTH, decided, INTERNAL, OFFICER, OUTGOING } from "../support/decision-samples.js";
import { failureOf } from "../support/outcomes.js";
import { individual } from "../support/samples.js";

async function linesOf(storage: ComplianceStorage): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of exportAudit(storage)) lines.push(line);
  return lines;
}

/** Returns a storage with these lines. */
async function holding(lines: readonly string[]): Promise<ComplianceStorage> {
  const storage = memoryStorage();
  const rows = lines.map((line) => {
    const record = recordOfLine(line)?.record;
    return record === undefined ? (JSON.parse(line).entry as RecordEntry) : { ...record, line };
  });
  for (const row of rows) {
    const { chain, seq, at } = row;
    const stored = "line" in row ? { chain, seq, at, line: row.line } : row;
    await storage.audit.append({ isStored: () => false, begin: () => ({ rows: [stored], end: () => undefined }) });
  }
  return storage;
}

describe("a trail", () => {
  it("does not find the records of one transfer under another one, in a list or a case", async () => {
    const storage = memoryStorage();
    const compliance = await audited({ storage });
    await reviewed(compliance);
    await reviewed(compliance, { ...OUTGOING, transfer_id: "O-2", amount: "2000" });
    const lines = await linesOf(storage);
    const entries = lines
      .filter((line) => line.startsWith('{"entry"'))
      .map((line) => JSON.parse(line).entry as RecordEntry);
    const subjectsOf = async (transfer_id: string): Promise<readonly string[]> => {
      const { items } = unwrap(await compliance.audit.list({ subject: { kind: "transfer", id: transfer_id } }));
      return entries.filter(({ seq }) => seq === items[0]?.record.seq).map(({ subject }) => subject);
    };
    const both = [await subjectsOf("O-1"), await subjectsOf("O-2")] as const;
    // They have the account in common.
    const first = String(both[0].find((subject) => !both[1].includes(subject)));
    const second = String(both[1].find((subject) => !both[0].includes(subject)));
    const swapped = lines.map((line) =>
      line.startsWith('{"entry"') ? line.replace(first, "-").replace(second, first).replace("-", second) : line,
    );
    expect(swapped).not.toEqual(lines);
    expect(await verifyAudit(swapped)).toMatchObject({ ok: false, fault: { reason: "changed" } });
    const attacked = await audited({ storage: { ...storage, audit: (await holding(swapped)).audit } });
    const subject = { kind: "transfer", id: "O-1" } as const;
    await failureOf(attacked.audit.list({ subject }), "storage_corrupt");
    await failureOf(attacked.audit.exportCase("O-1", { actor: OFFICER }), "storage_corrupt");
  });

  it("goes on with another chain if an import continued its own", async () => {
    const storage = memoryStorage();
    const trail = () => auditTrail({ key: new Uint8Array(32).fill(5) });
    const { accounts, audit } = createCompliance({ storage, audit: trail() });
    unwrap(await accounts.create({ ...individual, reference_id: "A-1" }));
    const lines = await linesOf(storage);
    const last = recordOfLine(String(lines[0]));
    const record = { ...(last?.record as AuditRecord), seq: 1, prev: String(last?.hash), entries: [], subjects: [] };
    expect(await importAudit(storage, () => [...lines, sealed(record).line])).toMatchObject({ ok: true, added: 1 });
    const hold = { reason: "An order", until: "2030-01-01" };
    const { hold_id } = unwrap(await audit.hold({ kind: "account", id: "A-1" }, hold));
    expect(await audit.release(hold_id)).toBe(true);
    // At once, and of one account: they share a commit.
    const put = { ...individual, reference_id: "A-1" };
    for (const each of await Promise.all([accounts.put(put), accounts.put(put)])) unwrap(each);
    unwrap(await accounts.create({ ...individual, reference_id: "A-2" }));
    expect(await accounts.create({ ...individual, reference_id: "A-2" })).toMatchObject({
      issues: [{ code: "reference_id_taken" }],
    });
    expect(unwrap(await accounts.erase("A-1"))).toMatchObject({ account: true });
    expect(await accounts.remove("A-2")).toBe(true);
    expect(await verifyAudit(audit.lines())).toMatchObject({ ok: true });
  });

  it("goes on with other chains for commits that are made together", async () => {
    const storage = memoryStorage();
    const { accounts, audit } = createCompliance({ storage, audit: auditTrail({ key: new Uint8Array(32).fill(5) }) });
    const ids = ["A-1", "A-2", "A-3"];
    await Promise.all(ids.map((reference_id) => accounts.create({ ...individual, reference_id })));
    const lines = await linesOf(storage);
    const next = lines
      .map((line) => recordOfLine(line))
      .filter((found) => found !== undefined)
      .map(({ record, hash }) => sealed({ ...record, seq: 1, prev: hash, entries: [], subjects: [] }).line);
    expect(await importAudit(storage, () => [...lines, ...next])).toMatchObject({ ok: true, added: 3 });
    const puts = ids.map((email) =>
      accounts.put({ ...individual, reference_id: "A-1", email: `${email}@example.org` }),
    );
    for (const each of await Promise.all(puts)) unwrap(each);
    expect(await verifyAudit(audit.lines())).toMatchObject({ ok: true, records: 9 });
  });

  it("has a record before the first removal, also if the process ends before the counts", async () => {
    const storage = memoryStorage();
    const failing: ComplianceStorage = {
      ...storage,
      transfers: {
        ...storage.transfers,
        prune: async (...given) => {
          await storage.transfers.prune(...given);
          throw new Error("killed");
        },
      },
    };
    const compliance = await audited({ storage: failing }, { retentionMs: 1_000 });
    const transfer_id = await passed(compliance);
    compliance.wait(10_000);
    const before = new Date("9999-01-01");
    await expect(compliance.transfers.prune({ before, actor: OFFICER })).rejects.toThrow();
    expect(await compliance.transfers.retrieve(transfer_id)).toBeUndefined();
    const [newest] = unwrap(await compliance.audit.list({ size: 1 })).items;
    expect(newest?.record).toMatchObject({ event: "transfers.prune", content: { begun: true } });
  });
});

describe("a removal", () => {
  it("of transfers by their age removes what finds their records, and their notes", async () => {
    const compliance = await audited({}, { retentionMs: 1_000 });
    const transfer_id = await passed(compliance);
    const subject = { kind: "transfer", id: transfer_id } as const;
    const account = { kind: "account", id: "A-1" } as const;
    const countOf = async (of: typeof subject | typeof account) =>
      unwrap(await compliance.audit.list({ subject: of })).items.length;
    const ofAccount = await countOf(account);
    expect(await countOf(subject)).toBe(2);
    compliance.wait(10_000);
    expect(await compliance.transfers.prune({ before: new Date("9999-01-01") })).toEqual({ removed: 1, held: 0 });
    expect(await countOf(subject)).toBe(0);
    expect(await countOf(account)).toBe(ofAccount);
    expect(await verifyAudit(compliance.audit.lines())).toMatchObject({ ok: true });
  });

  it.each([undefined, "transfers"] as const)(
    "of an account is refused while the other account of a transfer is held, keep: %s",
    async (keep) => {
      const compliance = await audited({}, { retentionMs: 1_000 });
      await decided(compliance, INTERNAL, { evidence: BOTH });
      unwrap(await compliance.transfers.confirm(INTERNAL.transfer_id, { outcome: "cancelled" }));
      const hold = { reason: "An order", until: "2030-01-01" };
      const { hold_id } = unwrap(await compliance.audit.hold({ kind: "account", id: "A-1" }, hold));
      compliance.wait(10_000);
      expect(await compliance.accounts.erase("A-2", { keep })).toMatchObject({
        issues: [{ code: "held", params: { until: "2030-01-01" } }],
      });
      expect(await compliance.transfers.retrieve(INTERNAL.transfer_id)).toBeDefined();
      await compliance.audit.release(hold_id);
      expect(unwrap(await compliance.accounts.erase("A-2", { keep }))).toMatchObject({ account: true });
    },
  );
});
