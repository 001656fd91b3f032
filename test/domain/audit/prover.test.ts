/** Proofs that are made while a chain is read, compared with those of the whole tree. */
import { describe, expect, it } from "vitest";
import { inclusionProof, merkleRoot, verifyInclusion } from "../../../src/domain/audit/merkle.js";
import { chainProver } from "../../../src/domain/audit/prover.js";
import { type AuditRecord, sealed } from "../../../src/domain/audit/record.js";

const chain = "0".repeat(32);

function linesOf(count: number): { readonly lines: readonly string[]; readonly hashes: readonly string[] } {
  const lines: string[] = [];
  const hashes: string[] = [];
  for (let seq = 0; seq < count; seq += 1) {
    const prev = hashes.at(-1) ?? null;
    const place = { v: 1, chain, seq, prev, at: `2026-12-01T12:00:00.${String(seq).padStart(3, "0")}+00:00` } as const;
    const actor = { id: "0", role: "program", kind: "program" } as const;
    const rest = { event: "e", actor, subjects: [], entries: [], content: {}, library: "0", configuration: "0" };
    const { line, hash } = sealed({ ...place, ...rest } satisfies AuditRecord);
    lines.push(line);
    hashes.push(hash);
  }
  return { lines, hashes };
}

describe("chainProver", () => {
  it("makes the proofs of the whole tree, at every place of trees of every size", () => {
    const { lines, hashes } = linesOf(35);
    for (let size = 1; size <= lines.length; size += 1) {
      const prover = chainProver(chain, new Set(hashes.keys()));
      expect(lines.slice(0, size).map((line) => prover.add(line))).not.toContain(false);
      const leaves = hashes.slice(0, size);
      const root = merkleRoot(leaves);
      const shown = prover.shown();
      expect(shown.map(({ inclusion }) => inclusion)).toEqual(
        leaves.map((hash, index) => ({ hash, index, size, root, proof: inclusionProof(leaves, index) })),
      );
      expect(shown.every(({ inclusion }) => verifyInclusion(inclusion))).toBe(true);
      expect(shown[0]?.head).toMatchObject({ chain, seq: size - 1, hash: hashes[size - 1], root });
    }
  });

  it("proves only the places that it was given", () => {
    const { lines } = linesOf(9);
    const prover = chainProver(chain, new Set([2, 8, 20]));
    for (const line of lines) prover.add(line);
    expect(prover.shown().map(({ inclusion }) => inclusion.index)).toEqual([2, 8]);
  });

  it.each([
    ["a changed line", (lines: readonly string[]) => lines.with(2, String(lines[2]).replace('"e"', '"f"'))],
    ["a removed line", (lines: readonly string[]) => lines.toSpliced(2, 1)],
    ["a line of another chain", (lines: readonly string[]) => lines.with(2, other("chain", "1".repeat(32)))],
    ["a line that names another one before it", (lines: readonly string[]) => lines.with(2, other("prev", "2"))],
  ])("ends before %s", (_, change) => {
    const lines = change(linesOf(5).lines);
    const prover = chainProver(chain, new Set([0, 1, 2, 3]));
    expect(lines.slice(0, 3).map((line) => prover.add(line))).toEqual([true, true, false]);
    expect(prover.shown().map(({ inclusion }) => [inclusion.index, inclusion.size])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it("proves nothing in a chain without its first line", () => {
    const prover = chainProver(chain, new Set([1]));
    expect(prover.add(String(linesOf(2).lines[1]))).toBe(false);
    expect(prover.shown()).toEqual([]);
  });
});

/** The third line with another value in one member, and the hash of that. */
function other(name: string, value: string): string {
  const { record } = JSON.parse(String(linesOf(3).lines[2]));
  return sealed({ ...record, [name]: value }).line;
}
