/** The trail of one process: its options, its chains, and what a failing storage leaves. */
import { describe, expect, it } from "vitest";
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import { type AuditHead, auditTrail, verifyAudit, verifyInclusion } from "../../../src/audit.js";
import { inclusionProof } from "../../../src/domain/audit/merkle.js";
import { ComplianceError, createCompliance, memoryStorage, unwrap } from "../../../src/index.js";
import { EngineFault, type StorageEngine } from "../../../src/ports/storage-engine.js";
import { individual as sample } from "../../support/samples.js";
import { untyped } from "../../support/untyped.js";

function individual(reference_id: string) {
  return { ...sample, reference_id };
}

const key = new Uint8Array(32).fill(3);

describe("auditTrail", () => {
  it.each([
    [{}, /key/],
    [{ key: "secret" }, /key/],
    [{ key: new Uint8Array(31) }, /32 bytes/],
    [{ key, headEvery: 0 }, /headEvery/],
    [{ key, headEvery: 1.5 }, /headEvery/],
    [{ key, onHead: 1 }, /onHead/],
    [{ key, other: 1 }, /other/],
  ])("refuses the options %j", (options, message) => {
    const call = (): unknown => auditTrail(untyped(options) as never);
    expect(call).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(call).toThrow(message);
  });

  it("is needed by the operations of the group, which say so", async () => {
    const { audit } = createCompliance({ storage: memoryStorage() });
    await expect(audit.list()).rejects.toMatchObject({ code: "not_configured" });
    await expect(audit.all()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "not_configured" });
    await expect(audit.lines()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "not_configured" });
    await expect(audit.heads()).rejects.toMatchObject({ code: "not_configured" });
    expect(() => createCompliance({ storage: memoryStorage(), audit: untyped({}) as never })).toThrow("auditTrail");
    createCompliance({ storage: memoryStorage(), audit: untyped(null) as never });
    const without = untyped({ ...memoryStorage(), audit: undefined }) as never;
    expect(() => createCompliance({ storage: without })).toThrow("AuditRepository");
  });

  it("publishes heads as often as asked, and all of them at the end", async () => {
    const heads: AuditHead[] = [];
    const onHead = (head: AuditHead): void => {
      heads.push(head);
      throw new Error("ignored");
    };
    const compliance = createCompliance({ storage: memoryStorage(), audit: auditTrail({ key, onHead, headEvery: 2 }) });
    for (const id of ["1", "2", "3"]) unwrap(await compliance.accounts.create(individual(id)));
    expect(heads.map(({ seq }) => seq)).toEqual([1]);
    const lines: string[] = [];
    for await (const line of compliance.audit.lines()) lines.push(line);
    const verified = await verifyAudit(lines, { heads });
    await compliance.close();
    expect(heads.map(({ seq }) => seq)).toEqual([1, 2]);
    const [, last] = heads;
    expect(verified).toMatchObject({ ok: true, heads: [{ chain: last?.chain, seq: 2, hash: last?.hash }] });
    // One record is shown without the others.
    const hashes = lines.map((line) => line.slice(9, 73));
    const proof = inclusionProof(hashes, 1);
    expect(verifyInclusion({ hash: String(hashes[1]), index: 1, size: 3, proof, root: String(last?.root) })).toBe(true);
  });

  it("names the heads of earlier processes in the first record", async () => {
    const storage = memoryStorage();
    for (const id of ["1", "2"]) {
      const { accounts } = createCompliance({ storage, audit: auditTrail({ key }) });
      unwrap(await accounts.create(individual(id)));
    }
    const { audit } = createCompliance({ storage, audit: auditTrail({ key }) });
    // Both can be of one millisecond, so their order says nothing.
    const { items } = unwrap(await audit.list());
    const heads = items.map(({ record, hash }) => ({ chain: record.chain, seq: 0, hash }));
    const named = items.flatMap(({ record }) => record.heads ?? []);
    expect(named).toHaveLength(1);
    expect(heads).toContainEqual(named[0]);
    expect(items.find(({ record }) => record.chain === named[0]?.chain)?.record.heads ?? []).toEqual([]);
    expect(await audit.heads()).toEqual([]);
  });

  it("names a hundred heads at most, so that a burst of calls has no long records", async () => {
    const { accounts, audit } = createCompliance({ storage: memoryStorage(), audit: auditTrail({ key }) });
    const ids = Array.from({ length: 120 }, (_, index) => `${index}`);
    for (const of of ["a", "b"]) {
      await Promise.all(ids.map(async (id) => unwrap(await accounts.create(individual(of + id)))));
    }
    await Promise.all([...ids, "last"].map(async (id) => unwrap(await accounts.create(individual(`c${id}`)))));
    // More than one page of lines.
    for (let index = 0; index < 700; index += 1) unwrap(await accounts.create(individual(`d${index}`)));
    const { items } = unwrap(await audit.list({ size: 1_000 }));
    const named = items.map(({ record }) => record.heads?.length ?? 0);
    expect(Math.max(...named)).toBe(100);
    expect(await verifyAudit(audit.lines(), { heads: await audit.heads() })).toMatchObject({
      ok: true,
      records: 1_061,
    });
  });

  it("begins a new chain after a commit whose outcome is unknown, and leaves no gap", async () => {
    const engine = memoryEngine();
    let failing = 0;
    const broken: StorageEngine = {
      ...engine,
      commit: async (...given) => {
        if (failing === 0) return engine.commit(...given);
        failing -= 1;
        const failure = new ComplianceError("storage_unavailable", "The disk is away.");
        throw new EngineFault(failure, { isTransient: false, isUnknown: true });
      },
    };
    const { accounts, audit } = createCompliance({ storage: storageOf(broken), audit: auditTrail({ key }) });
    unwrap(await accounts.create(individual("1")));
    failing = 1;
    await expect(accounts.create(individual("2"))).rejects.toMatchObject({ code: "storage_outcome_unknown" });
    unwrap(await accounts.create(individual("3")));
    const verified = await verifyAudit(audit.lines());
    expect(verified).toMatchObject({ ok: true, records: 2 });
    expect(verified.ok && verified.heads).toHaveLength(2);
    expect(await audit.heads()).toHaveLength(1);
  });

  it("keeps its chain after a change that was refused", async () => {
    const { accounts, audit } = createCompliance({ storage: memoryStorage(), audit: auditTrail({ key }) });
    unwrap(await accounts.create(individual("1")));
    expect((await accounts.create(individual("1"))).ok).toBe(false);
    unwrap(await accounts.create(individual("2")));
    expect(await verifyAudit(audit.lines())).toMatchObject({ ok: true, records: 2, heads: [{ seq: 1 }] });
  });

  it("reads the heads again after a failure", async () => {
    const engine = memoryEngine();
    let isBroken = true;
    const broken: StorageEngine = {
      ...engine,
      read: async (reads) => {
        if (!isBroken) return engine.read(reads);
        throw new ComplianceError("storage_unavailable", "The disk is away.");
      },
    };
    const { accounts } = createCompliance({ storage: storageOf(broken), audit: auditTrail({ key }) });
    await expect(accounts.create(individual("1"))).rejects.toMatchObject({ code: "storage_unavailable" });
    isBroken = false;
    unwrap(await accounts.create(individual("1")));
  });

  it("reports a record that was changed in the storage", async () => {
    const storage = memoryStorage();
    const { audit } = createCompliance({ storage, audit: auditTrail({ key }) });
    const row = { chain: "c", seq: 0, at: "2026-01-01T00:00:00.000+00:00", line: "changed" };
    await storage.audit.append({ isStored: () => false, begin: () => ({ rows: [row], end: () => undefined }) });
    await expect(audit.list()).rejects.toMatchObject({ code: "storage_corrupt" });
    expect(await audit.list({ cursor: "none" })).toMatchObject({ ok: false, issues: [{ code: "cursor_invalid" }] });
    expect(await audit.list({ size: 0 })).toMatchObject({ ok: false });
    // The next process does not name it as a head.
    const next = createCompliance({ storage, audit: auditTrail({ key }) });
    unwrap(await next.accounts.create(individual("1")));
    expect(await verifyAudit(next.audit.lines())).toMatchObject({ ok: false, fault: { reason: "changed", line: 1 } });
  });
});
