/** A trail in a file, and in the storage that imports it. */
import { describe, expect, it } from "vitest";
import {
  type AuditImport,
  type AuditProgress,
  auditTrail,
  exportAudit,
  importAudit,
  recordOfLine,
  verifyAudit,
} from "../../src/audit.js";
import { entryLine, type RecordEntry } from "../../src/domain/audit/record.js";
import { type ComplianceStorage, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { individual } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const key = new Uint8Array(32).fill(3);
const NOW = new Date("2026-11-01T08:00:00.000Z");

/** With one time for all records, so that only chains and places order them. */
function complianceOn(storage: ComplianceStorage) {
  return createCompliance({ storage, thresholds: { US: "3000" }, audit: auditTrail({ key }), clock: () => NOW });
}

/** Returns a storage whose trail has several chains. */
async function trailOf(accounts: number): Promise<ComplianceStorage> {
  const storage = memoryStorage();
  const { accounts: directory } = complianceOn(storage);
  const ids = Array.from({ length: accounts }, (_, index) => `A-${index}`);
  const create = async (reference_id: string) => unwrap(await directory.create({ ...individual, reference_id }));
  await Promise.all(ids.slice(0, accounts / 2).map(create));
  for (const id of ids.slice(accounts / 2)) await create(id);
  return storage;
}

async function linesOf(storage: Pick<ComplianceStorage, "audit">): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of exportAudit(storage)) lines.push(line);
  return lines;
}

async function subjectsOf(storage: ComplianceStorage, id: string): Promise<number> {
  const subject = { kind: "account", id } as const;
  return unwrap(await complianceOn(storage).audit.list({ subject })).items.length;
}

function isEntry(line: string): boolean {
  return line.startsWith('{"entry"');
}

function entryOf(line: string | undefined): RecordEntry {
  return JSON.parse(String(line)).entry;
}

describe("exportAudit and importAudit", () => {
  it("move a trail with what finds its records, and with notes", async () => {
    const storage = memoryStorage();
    const { rules, alerts, accounts } = complianceOn(storage);
    unwrap(await accounts.create(individual));
    const transaction = { transaction_id: "T-1", amount: "3000", currency: "USD", country: "US" };
    const [result] = unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] })).results;
    unwrap(await alerts.review(String(result?.alert_id), { outcome: "dismissed", by: "J", note: "Seen" }));
    const target = memoryStorage();
    const imported = await importAudit(target, () => exportAudit(storage));
    expect(imported).toEqual({ ...(await verifyAudit(await linesOf(storage))), added: 3 });
    expect(imported).toMatchObject({ ok: true, records: 3, entries: 3 });
    expect(await linesOf(target)).toEqual(await linesOf(storage));
    const { items } = unwrap(await complianceOn(target).audit.list({ subject: { kind: "transfer", id: "T-1" } }));
    expect(items.map(({ record, note }) => [record.event, note])).toEqual([
      ["alerts.review", "Seen"],
      ["rules.evaluate", undefined],
    ]);
    // The next process goes on from the imported heads.
    unwrap(await complianceOn(target).accounts.create({ ...individual, reference_id: "next" }));
    const heads = imported.ok ? imported.heads : [];
    expect(await verifyAudit(await linesOf(target), { heads })).toMatchObject({ ok: true, records: 4 });
  });

  it("move many chains of one moment, each record followed by its entries, in several commits", async () => {
    const storage = await trailOf(600);
    const steps: AuditProgress[] = [];
    const onProgress = (progress: AuditProgress): void => void steps.push(progress);
    const lines: string[] = [];
    for await (const line of exportAudit(storage, { onProgress })) lines.push(line);
    expect(lines.map(isEntry)).toEqual(lines.map((_, index) => index % 2 === 1));
    const records = lines.filter((line) => !isEntry(line));
    const live = new Set<string>();
    for await (const line of complianceOn(storage).audit.lines()) live.add(line);
    expect(new Set(records)).toEqual(live);
    let commits = 0;
    const target = memoryStorage();
    const audit: ComplianceStorage["audit"] = {
      ...target.audit,
      import: (given) => {
        commits += 1;
        return target.audit.import(given);
      },
    };
    const imported = await importAudit({ audit }, () => lines, { onProgress });
    expect(imported).toMatchObject({ ok: true, records: 600, entries: 600, added: 600 });
    expect(commits).toBe(3);
    expect(await linesOf(target)).toEqual(lines);
    const each = ["export", "verify", "store"].map((step) => ({ step, lines: 1_000 }));
    expect(steps).toEqual(each);
  });

  it("import the same file again, or the rest after a failure, and leave what is stored", async () => {
    const lines = await linesOf(await trailOf(300));
    const target = memoryStorage();
    let commits = 0;
    const audit: ComplianceStorage["audit"] = {
      ...target.audit,
      import: (given) => {
        commits += 1;
        return commits === 2 ? Promise.reject(new Error("power")) : target.audit.import(given);
      },
    };
    await expect(importAudit({ audit }, () => lines)).rejects.toThrow("power");
    const rest = await importAudit(target, () => lines);
    expect(rest.ok && rest.added).toBe(50);
    expect(await importAudit(target, () => lines)).toEqual({ ...rest, added: 0 });
    expect(await linesOf(target)).toEqual(lines);
  });

  it("do not bring an erased customer back into a storage that has the record, but into a new one", async () => {
    const storage = await trailOf(2);
    const lines = await linesOf(storage);
    await complianceOn(storage).accounts.erase("A-1");
    const erased = await linesOf(storage);
    // The entry is missing, and the erasure has a record without one.
    expect(erased).toHaveLength(lines.length);
    expect(await verifyAudit(erased)).toMatchObject({ ok: true, records: 3, entries: 1 });
    expect(await importAudit(storage, () => lines)).toMatchObject({ ok: true, added: 0 });
    expect(await linesOf(storage)).toEqual(erased);
    expect(await subjectsOf(storage, "A-1")).toBe(0);
    const fresh = memoryStorage();
    await importAudit(fresh, () => lines);
    expect(await subjectsOf(fresh, "A-1")).toBe(1);
  });
});

describe("importAudit", () => {
  async function refused(lines: readonly string[], options?: object): Promise<AuditImport> {
    const target = memoryStorage();
    const imported = await importAudit(target, () => lines, options);
    expect(await linesOf(target)).toEqual([]);
    return imported;
  }

  it("stores nothing of a trail with a fault", async () => {
    const lines = await linesOf(await trailOf(4));
    const heads = unwrapHeads(await verifyAudit(lines));
    expect(await refused(lines, { heads: [...heads, { chain: "c", seq: 0, hash: "0" }] })).toEqual({
      ok: false,
      fault: { reason: "missing", line: null, chain: "c", seq: 0 },
    });
    const changed = lines.with(4, String(lines[4]).replace("accounts.create", "accounts.put"));
    expect(await refused(changed)).toMatchObject({ ok: false, fault: { reason: "changed", line: 5 } });
  });

  it("names a line that is not that of an entry, and an entry that does not follow its record", async () => {
    const lines = await linesOf(await trailOf(2));
    const entry = entryOf(lines[1]);
    const { chain, seq } = entry;
    const faults = [
      [String(lines[1]).replace('"at"', ' "at"'), { reason: "changed", chain: null, seq: null }],
      [entryLine({ ...entry, seq: -1 }), { reason: "changed", chain: null, seq: null }],
      ['{"entry":null}', { reason: "changed", chain: null, seq: null }],
      ['{"entry":{}', { reason: "changed", chain: null, seq: null }],
      [entryLine({ ...entry, at: "2026" }), { reason: "changed", chain, seq }],
      [entryLine({ ...entry, seq: seq + 1 }), { reason: "missing", chain, seq: seq + 1 }],
      [entryLine({ ...entry, subject: "" }), { reason: "changed", chain: null, seq: null }],
      [entryLine({ ...entry, chain: "c" }), { reason: "missing", chain: "c", seq }],
    ] as const;
    for (const [line, fault] of faults) {
      expect(await refused(lines.with(1, line))).toEqual({ ok: false, fault: { ...fault, line: 2 } });
    }
    expect(await refused(lines.slice(1))).toEqual({ ok: false, fault: { reason: "missing", line: 1, chain, seq } });
    const twice = lines.toSpliced(2, 0, String(lines[1]));
    expect(await refused(twice)).toEqual({ ok: false, fault: { reason: "repeated", line: 3, chain, seq } });
    const more = JSON.stringify({ entry: { ...entry, other: 1 } });
    expect(await refused(lines.with(1, more))).toMatchObject({ fault: { reason: "changed", line: 2 } });
  });

  it("finds every changed byte of an entry, and entries that were swapped", async () => {
    const lines = await linesOf(await trailOf(2));
    const [first, second] = [1, 3].map((at) => entryOf(lines[at]));
    for (const place of String(lines[1]).split("").keys()) {
      const line = String(lines[1]);
      const other = line[place] === "0" ? "1" : "0";
      const verified = await verifyAudit(lines.with(1, line.slice(0, place) + other + line.slice(place + 1)));
      expect(verified).toMatchObject({ ok: false, fault: { line: 2 } });
    }
    const swapped = entryLine({ ...(first as RecordEntry), subject: String(second?.subject) });
    expect(await verifyAudit(lines.with(1, swapped))).toMatchObject({ ok: false, fault: { reason: "changed" } });
    // An erasure removes entries.
    expect(await verifyAudit(lines.toSpliced(1, 1))).toMatchObject({ ok: true, records: 2, entries: 1 });
  });

  it("names the first record that is stored with another content, in any of its commits", async () => {
    const lines = await linesOf(await trailOf(300));
    for (const at of [0, 598]) {
      const { record } = recordOfLine(String(lines[at])) ?? {};
      const { chain = "", seq = 0, at: time = "" } = record ?? {};
      const target = memoryStorage();
      await target.audit.import([[{ chain, seq, at: time, line: "another" }]]);
      const fault = { reason: "rewritten", line: at + 1, chain, seq };
      expect(await importAudit(target, () => lines)).toEqual({ ok: false, fault });
    }
  });

  it("stops at a fault of the second reading", async () => {
    const lines = await linesOf(await trailOf(300));
    const target = memoryStorage();
    let openings = 0;
    const open = () => {
      openings += 1;
      return openings === 1 ? lines : lines.toSpliced(-2, 1);
    };
    expect(await importAudit(target, open)).toMatchObject({ ok: false, fault: { reason: "missing", line: 599 } });
    // What was verified by then.
    expect((await linesOf(target)).length).toBe(500);
  });

  it("refuses wrong arguments, and ends after an abort or a failure of the source", async () => {
    const storage = await trailOf(2);
    const wrong = async (given: unknown, open: unknown = () => [], options?: unknown) =>
      importAudit(untyped(given) as never, untyped(open) as never, untyped(options) as never);
    await expect(wrong(null)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(wrong({ audit: { rows: 1 } })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(
      wrong({
        get audit() {
          throw new Error("hostile");
        },
      }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    await expect(wrong(storage, [])).rejects.toMatchObject({ code: "invalid_input" });
    await expect(wrong(storage, () => 1)).rejects.toMatchObject({ code: "load_interrupted" });
    await expect(
      wrong(storage, () => {
        throw new Error("disk");
      }),
    ).rejects.toMatchObject({ code: "load_interrupted" });
    await expect(wrong(storage, () => [], { heads: 1 })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(wrong(storage, () => [], { other: 1 })).rejects.toMatchObject({ code: "invalid_input" });
    const nothing = { ok: true, records: 0, entries: 0, unpublished: 0, heads: [], added: 0 };
    expect(await importAudit(storage, () => [])).toEqual(nothing);
    const { signal } = Object.assign(new AbortController(), {});
    expect(await importAudit(storage, () => exportAudit(storage), { signal })).toMatchObject({ ok: true, added: 0 });
    const aborted = AbortSignal.abort();
    await expect(importAudit(storage, () => exportAudit(storage), { signal: aborted })).rejects.toMatchObject({
      code: "aborted",
    });
    const read = exportAudit(storage, { signal: aborted })[Symbol.asyncIterator]();
    await expect(read.next()).rejects.toMatchObject({ code: "aborted" });
    const none = exportAudit(untyped({}) as never)[Symbol.asyncIterator]();
    await expect(none.next()).rejects.toMatchObject({ code: "invalid_input" });
  });
});

function unwrapHeads(verified: Awaited<ReturnType<typeof verifyAudit>>) {
  return verified.ok ? verified.heads : [];
}
