/** Verification of a trail: every change of its lines is found. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { merkleRoot } from "../../../src/domain/audit/merkle.js";
import { type AuditPlace, type AuditRecord, recordOfLine, sealed } from "../../../src/domain/audit/record.js";
import { replay } from "../../../src/domain/audit/replay.js";
import { type AuditFault, verifyAudit } from "../../../src/domain/audit/verify.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { runs } from "../../support/runs.js";

/** A record with all that a record must have. */
const WHOLE: AuditRecord = {
  ...{ v: 1, chain: "c", seq: 0, prev: null, at: "", event: "accounts.create" },
  actor: { id: "1", role: "\ufffd", kind: "program" },
  ...{ subjects: [], entries: [], content: {}, library: "0", configuration: "0" },
};

interface Trail {
  readonly lines: readonly string[];
  readonly heads: readonly AuditPlace[];
}

/** Builds a trail whose records belong to these chains, in turn. The first record of a chain names the heads before it. */
function trailOf(chains: readonly number[]): Trail {
  const newest = new Map<string, AuditPlace>();
  const lines = chains.map((number, index) => {
    const chain = `c${number}`;
    const before = newest.get(chain);
    const seq = before === undefined ? 0 : before.seq + 1;
    const record: AuditRecord = {
      v: 1,
      chain,
      seq,
      prev: before?.hash ?? null,
      ...(before === undefined && { heads: [...newest.values()] }),
      at: `2026-01-01T00:00:00.${String(index).padStart(3, "0")}+00:00`,
      event: "accounts.create",
      actor: { id: "aa", role: "é", kind: "program" },
      subjects: [],
      entries: [],
      content: { index },
      library: "0.0.0",
      configuration: "cc",
    };
    const { line, hash } = sealed(record);
    newest.set(chain, { chain, seq, hash });
    return line;
  });
  return { lines, heads: [...newest.values()] };
}

const anyChains = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 });
const anyTrail = anyChains.map(trailOf);

async function faultOf(lines: readonly string[], heads?: readonly AuditPlace[]): Promise<AuditFault | undefined> {
  const verified = await verifyAudit(lines, { heads });
  return verified.ok ? undefined : verified.fault;
}

/** A trail and the index of one of its lines. */
const anyPlace = anyTrail.chain((trail) =>
  fc.record({ trail: fc.constant(trail), at: fc.nat({ max: trail.lines.length - 1 }) }),
);

describe("verifyAudit", () => {
  it("accepts a trail, with its heads, in any order of its chains", async () => {
    await fc.assert(
      fc.asyncProperty(anyTrail, async ({ lines, heads }) => {
        const verified = await verifyAudit(lines, { heads });
        expect(verified).toEqual({
          ok: true,
          records: lines.length,
          entries: 0,
          unpublished: 0,
          heads: expect.arrayContaining([...heads]),
        });
        // By chains, as files of several exports have it.
        const sorted = lines.toSorted((a, b) => chainOf(a).localeCompare(chainOf(b)));
        expect(await verifyAudit(sorted, { heads })).toMatchObject({ ok: true });
      }),
      { numRuns: runs(50) },
    );
  });

  it("accepts a whole record", async () => {
    expect(await faultOf([sealedText(JSON.stringify(WHOLE))])).toBeUndefined();
  });

  it("accepts an empty trail, and async lines", async () => {
    expect(await verifyAudit([])).toEqual({ ok: true, records: 0, entries: 0, unpublished: 0, heads: [] });
    const { lines } = trailOf([0, 0]);
    async function* read() {
      yield* lines;
    }
    expect(await verifyAudit(read())).toMatchObject({ ok: true, records: 2 });
  });

  it("finds every changed byte of a small trail, also without heads", async () => {
    const { lines } = trailOf([0, 1, 0]);
    for (const [index, line] of lines.entries()) {
      for (const changed of changesOf(line)) {
        const fault = await faultOf(lines.toSpliced(index, 1, changed));
        expect([fault?.reason, fault?.line]).toEqual(["changed", index + 1]);
      }
    }
  });

  it("finds a removed line, at the record that follows it or by the heads", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace, async ({ trail: { lines, heads }, at }) => {
        const fault = await faultOf(lines.toSpliced(at, 1), heads);
        const { chain, seq } = placeOf(lines[at]);
        expect(fault).toMatchObject({ reason: "missing", chain });
        expect(fault?.seq).toBeGreaterThanOrEqual(seq);
      }),
      { numRuns: runs(50) },
    );
  });

  it("finds a repeated line", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace, fc.nat({ max: 12 }), async ({ trail: { lines, heads }, at }, shift) => {
        const to = Math.min(lines.length, at + shift);
        const fault = await faultOf(lines.toSpliced(to, 0, String(lines[at])), heads);
        expect(fault).toMatchObject({ chain: chainOf(String(lines[at])) });
      }),
      { numRuns: runs(50) },
    );
  });

  it("finds two lines of a chain in the wrong order", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace, async ({ trail: { lines }, at }) => {
        const next = lines.findIndex((line, index) => index > at && chainOf(line) === chainOf(String(lines[at])));
        fc.pre(next !== -1);
        const swapped = lines.with(at, String(lines[next])).with(next, String(lines[at]));
        expect(await faultOf(swapped)).toMatchObject({ reason: "missing" });
      }),
      { numRuns: runs(50) },
    );
  });

  it("finds a line that was replaced by a record of the same place with a right hash", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace, async ({ trail: { lines, heads }, at }) => {
        const record = recordOfLine(String(lines[at]))?.record as AuditRecord;
        const { line } = sealed({ ...record, content: { other: true } });
        const fault = await faultOf(lines.with(at, line), heads);
        expect(["unlinked", "rewritten"]).toContain(fault?.reason);
      }),
      { numRuns: runs(50) },
    );
  });

  it("finds a rewritten and a shortened end by published heads", async () => {
    const { lines, heads } = trailOf([0, 0, 0, 0]);
    const [first, second] = lines.map((line) => recordOfLine(line)?.record as AuditRecord);
    const third = sealed({ ...(second as AuditRecord), content: { other: 1 } });
    const rewritten = [String(lines[0]), third.line];
    expect(await faultOf(rewritten)).toBeUndefined();
    expect(first?.seq).toBe(0);
    expect(await faultOf(rewritten, heads)).toMatchObject({ reason: "missing", seq: 3, line: null });
    const secondHead = recordOfLine(String(lines[1]));
    const head = { chain: "c0", seq: 1, hash: String(secondHead?.hash) };
    expect(await faultOf(rewritten, [head])).toEqual({ reason: "rewritten", line: null, chain: "c0", seq: 1 });
    expect(await faultOf(lines.slice(0, 2))).toBeUndefined();
    expect(await faultOf(lines.slice(0, 2), heads)).toMatchObject({ reason: "missing", seq: 3 });
  });

  it("counts the records that no published head covers", async () => {
    const { lines, heads } = trailOf([0, 0, 1, 0]);
    const countOf = async (published: readonly AuditPlace[]) => {
      const verified = await verifyAudit(lines, { heads: published });
      return verified.ok ? verified.unpublished : undefined;
    };
    const { hash = "" } = recordOfLine(String(lines[1])) ?? {};
    expect(await countOf([])).toBe(4);
    expect(await countOf(heads)).toBe(0);
    expect(await countOf([...heads, { chain: "c0", seq: 1, hash }])).toBe(0);
    expect(await countOf([{ chain: "c0", seq: 1, hash }])).toBe(2);
  });

  it("finds a removed chain by the head that a later chain names", async () => {
    const { lines } = trailOf([0, 0, 1]);
    expect(await faultOf(lines.slice(2))).toMatchObject({ reason: "missing", chain: "c0", seq: 1, line: null });
    expect(await faultOf([String(lines[0]), String(lines[2])])).toMatchObject({ reason: "missing", seq: 1 });
  });

  it("refuses wrong arguments, and passes on the failure of a source", async () => {
    const broken = (failure: Error) => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }),
    });
    await expect(verifyAudit([], { heads: 1 } as never)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(verifyAudit([], { heads: [{ chain: "c" }] } as never)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(verifyAudit([], { other: 1 } as never)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(verifyAudit(1 as never)).rejects.toMatchObject({ code: "load_interrupted" });
    await expect(verifyAudit(broken(new Error("disk")))).rejects.toMatchObject({ code: "load_interrupted" });
    const closed = new ComplianceError("storage_closed", "Closed.");
    await expect(verifyAudit(broken(closed))).rejects.toBe(closed);
    expect(await verifyAudit([1 as never])).toMatchObject({ ok: false, fault: { reason: "changed" } });
    expect(() => merkleRoot(null as never)).toThrow(ComplianceError);
    expect(() => replay(null as never)).toThrow(ComplianceError);
    expect(replay({ content: { findings: null } }).differing).toEqual(["decision"]);
  });

  it.each([
    "",
    "null",
    "{}",
    "{",
    '{"hash":"","record":{}}',
    sealedText("null"),
    sealedText("[]"),
    sealedText("{}"),
    ...[
      { v: 2 },
      { chain: 1 },
      { chain: "" },
      { seq: -1 },
      { seq: 0.5 },
      { prev: 1 },
      { at: 1 },
      { content: null },
    ].map((other) => sealedText(JSON.stringify({ ...WHOLE, ...other }))),
    ...["at", "event", "actor", "subjects", "entries", "content", "library", "configuration"].map((name) =>
      sealedText(JSON.stringify({ ...WHOLE, [name]: undefined })),
    ),
    sealedText(JSON.stringify({ ...WHOLE, note: 1 })),
    sealedText(JSON.stringify({ ...WHOLE, subjects: [1] })),
    sealedText(JSON.stringify({ ...WHOLE, entries: [1] })),
    sealedText(JSON.stringify({ ...WHOLE, actor: { id: "1", role: "program" } })),
    sealedText(JSON.stringify(WHOLE)).replace("\ufffd", "\ud800"),
    ...[1, [1], [{ chain: 1, seq: 0, hash: "" }], [{ chain: "c", seq: 0, hash: 1 }]].map((heads) =>
      sealedText(JSON.stringify({ ...WHOLE, heads })),
    ),
    sealedText("{"),
  ])("refuses the line %s", async (line) => {
    expect(await faultOf([line])).toEqual({ reason: "changed", line: 1, chain: null, seq: null });
  });
});

/** Returns the line of a text with its right hash. */
function sealedText(text: string): string {
  return `{"hash":"${createHash("sha256").update(text).digest("hex")}","record":${text}}`;
}

/** Returns the line without each character, and with another one in its place. */
function changesOf(line: string): readonly string[] {
  return [...line].flatMap((character, place) =>
    ["", " ", character === "0" ? "1" : "0"]
      .filter((other) => other !== character)
      .map((other) => line.slice(0, place) + other + line.slice(place + 1)),
  );
}

function placeOf(line: string | undefined): Pick<AuditRecord, "chain" | "seq"> {
  return recordOfLine(String(line))?.record as AuditRecord;
}

function chainOf(line: string): string {
  return placeOf(line).chain;
}
