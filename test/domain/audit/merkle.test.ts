import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ConsistencyStatement,
  consistencyProof,
  type InclusionStatement,
  inclusionProof,
  merkleFrontier,
  merkleRoot,
  verifyConsistency,
  verifyInclusion,
} from "../../../src/domain/audit/merkle.js";
import { isFullRun, runs } from "../../support/runs.js";

// The definitions of RFC 9162, as they are written there. D is a list of byte strings, of any length.

const sha256 = (...parts: readonly Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const leafOf = (d: Uint8Array) => sha256(Buffer.of(0), d);
const nodeOf = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right);

/** The largest power of two smaller than n. */
const splitOf = (n: number): number => (n <= 2 ? 1 : 2 * splitOf(Math.ceil(n / 2)));

/** 2.1.1 */
function mth(d: readonly Uint8Array[]): Buffer {
  const [first] = d;
  if (first === undefined) return sha256();
  if (d.length === 1) return leafOf(first);
  const k = splitOf(d.length);
  return nodeOf(mth(d.slice(0, k)), mth(d.slice(k)));
}

/** 2.1.3.1 */
function path(m: number, d: readonly Uint8Array[]): readonly Buffer[] {
  if (d.length === 1) return [];
  const k = splitOf(d.length);
  return m < k ? [...path(m, d.slice(0, k)), mth(d.slice(k))] : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}

/** 2.1.4.1. The RFC leaves out an empty first tree. */
function proof(m: number, d: readonly Uint8Array[]): readonly Buffer[] {
  return m === 0 ? [] : subproof(m, d, true);
}

function subproof(m: number, d: readonly Uint8Array[], b: boolean): readonly Buffer[] {
  if (m === d.length) return b ? [] : [mth(d)];
  const k = splitOf(d.length);
  if (m <= k) return [...subproof(m, d.slice(0, k), b), mth(d.slice(k))];
  return [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}

/** Sides of the hashes in `path`. Statements with the same shape, hashes and roots compute the same roots. */
function inclusionShape(m: number, n: number): readonly string[] {
  if (n === 1) return [];
  const k = splitOf(n);
  return m < k ? [...inclusionShape(m, k), "right"] : [...inclusionShape(m - k, n - k), "left"];
}

/** What the hashes in `proof` are, in the same way. `whole` stands for the first root, which is not in the proof. */
function consistencyShape(m: number, n: number, b = true): readonly string[] {
  if (m === 0) return ["empty"];
  if (m === n) return [b ? "whole" : "part"];
  const k = splitOf(n);
  return m <= k ? [...consistencyShape(m, k, b), "right"] : [...consistencyShape(m - k, n - k, false), "left"];
}

/** Returns the root over a node and its siblings up to the root. */
function rootAbove(node: Buffer, above: readonly { readonly sibling: Buffer; readonly isLeft: boolean }[]): Buffer {
  return above.reduce((at, { sibling, isLeft }) => (isLeft ? nodeOf(sibling, at) : nodeOf(at, sibling)), node);
}

const hexOf = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString("hex"));
const bytesOf = (hashes: readonly string[]) => hashes.map((hash) => Buffer.from(hash, "hex"));
const refuse = (): never => {
  throw new Error("private");
};

/** The elements of the test vectors of Certificate Transparency. */
const vectors = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];

/** Its roots of the first 1 to 8 elements: github.com/transparency-dev/merkle, proof/verify_test.go. */
const vectorRoots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const EMPTY_ROOT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Different record hashes. */
const records = hexOf(Array.from({ length: 300 }, (_, index) => sha256(Buffer.from(`record ${index}`))));

/** A tree of at most this size is tried with all its proofs. */
const LARGEST = isFullRun ? 130 : 34;

/** Milliseconds for all proofs of all these trees, on a busy machine. Alone it takes 15 s with coverage. */
const SLOW = 240_000;

/** A tree of at most this size is tried with the sizes and places of all others. */
const LARGEST_MOVED = isFullRun ? 18 : 9;

const sizes = Array.from({ length: LARGEST + 1 }, (_, size) => size);

/** Whether all proofs of a tree are compared with the slow definition: small ones, and those around a power of two. */
const isCompared = (size: number) => size <= 34 || [62, 63, 64, 65, 66, 127, 128, 129, 130].includes(size);

const below = (count: number) => Array.from({ length: count }, (_, index) => index);

function inclusionOf(index: number, size: number): InclusionStatement {
  const hashes = records.slice(0, size);
  const hash = String(hashes[index]);
  return { hash, index, size, proof: inclusionProof(hashes, index), root: merkleRoot(hashes) };
}

function consistencyOf(first: number, second: number): ConsistencyStatement {
  const hashes = records.slice(0, second);
  const [firstRoot, secondRoot] = [merkleRoot(hashes.slice(0, first)), merkleRoot(hashes)];
  return { first, second, firstRoot, secondRoot, proof: consistencyProof(hashes, first) };
}

/** A larger number within these limits, after a smaller one of at least `least - 1`. */
const pair = (least: number, greatest: number) =>
  fc
    .integer({ min: least, max: greatest })
    .chain((larger) => fc.tuple(fc.integer({ min: least - 1, max: larger - 1 }), fc.constant(larger)));

const flipped = (hash: string, bit: number) => {
  const bytes = Buffer.from(hash, "hex");
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return bytes.toString("hex");
};

/** Returns proofs with one hash changed, dropped, added, repeated or exchanged with the next one. */
function wrongProofs(given: readonly string[], bit: number, added: string): readonly (readonly string[])[] {
  const places = [...given.keys()];
  return [
    ...places.map((place) => given.with(place, flipped(String(given[place]), bit))),
    ...places.map((place) => given.toSpliced(place, 1)),
    ...[...places, given.length].map((place) => given.toSpliced(place, 0, added)),
    ...places.map((place) => given.toSpliced(place, 0, String(given[place]))),
    ...places.slice(1).map((place) => given.toSpliced(place - 1, 2, String(given[place]), String(given[place - 1]))),
  ];
}

const bits = fc.integer({ min: 0, max: 255 });
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex"));

describe("the definitions in this test", () => {
  const d = bytesOf(vectors);

  it("compute the roots of Certificate Transparency", () => {
    expect(mth([]).toString("hex")).toBe(EMPTY_ROOT);
    expect(hexOf(vectorRoots.map((_, last) => mth(d.slice(0, last + 1))))).toEqual(vectorRoots);
  });

  it("compute its proofs", () => {
    const [b, c] = [vectorRoots[0], "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"];
    const e = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
    const h = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
    expect(hexOf(path(0, d))).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      c,
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]);
    expect(hexOf(path(5, d))).toEqual([e, h, vectorRoots[3]]);
    expect(hexOf(path(2, d.slice(0, 3)))).toEqual([vectorRoots[1]]);
    expect(hexOf(path(1, d.slice(0, 5)))).toEqual([b, c, e]);
    expect(hexOf(proof(2, d.slice(0, 5)))).toEqual([c, e]);
    expect(hexOf(proof(6, d))).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      h,
      vectorRoots[3],
    ]);
    expect(hexOf(proof(6, d.slice(0, 7)))).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
      vectorRoots[3],
    ]);
  });
});

describe("RFC 9162 2.1.1 the root", () => {
  it("is that of the definition, in one call or while the tree grows", () => {
    const tree = merkleFrontier();
    for (const size of sizes) {
      const hashes = records.slice(0, size);
      expect(tree.size).toBe(size);
      expect(tree.root()).toBe(mth(bytesOf(hashes)).toString("hex"));
      expect(merkleRoot(hashes)).toBe(tree.root());
      tree.add(String(records[size]));
    }
    expect(merkleFrontier().root()).toBe(EMPTY_ROOT);
  });

  it("is that of the definition for any hashes", () => {
    const property = fc.property(fc.array(hash, { maxLength: 300 }), (hashes) => {
      const tree = merkleFrontier();
      for (const each of hashes) tree.add(each);
      expect(tree.root()).toBe(mth(bytesOf(hashes)).toString("hex"));
      expect(merkleRoot(hashes)).toBe(tree.root());
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("is not changed by what is no hash", () => {
    const tree = merkleFrontier();
    tree.add(String(records[0]));
    for (const wrong of notHashes()) {
      expect(() => tree.add(wrong as string)).toThrowError(expect.objectContaining({ code: "invalid_input" }));
      expect(() => merkleRoot([wrong as string])).toThrowError(expect.objectContaining({ code: "invalid_input" }));
    }
    expect(tree.size).toBe(1);
    expect(tree.root()).toBe(merkleRoot(records.slice(0, 1)));
    const holes: string[] = [];
    holes.length = 1;
    expect(() => merkleRoot(holes)).toThrowError(expect.objectContaining({ code: "invalid_input" }));
  });
});

describe("RFC 9162 2.1.5 the example of seven records", () => {
  const hashes = records.slice(0, 7);
  const subtree = (start: number, end: number) => merkleRoot(hashes.slice(start, end));
  const [a, b, c, d, e, f, j] = hashes.map((_, index) => subtree(index, index + 1));
  const [g, h, i, k, l] = [subtree(0, 2), subtree(2, 4), subtree(4, 6), subtree(0, 4), subtree(4, 7)];

  it("has these inclusion proofs", () => {
    expect(inclusionProof(hashes, 0)).toEqual([b, h, l]);
    expect(inclusionProof(hashes, 3)).toEqual([c, g, l]);
    expect(inclusionProof(hashes, 4)).toEqual([f, j, k]);
    expect(inclusionProof(hashes, 6)).toEqual([i, k]);
    expect(inclusionProof(hashes, 1)).toEqual([a, h, l]);
    expect(inclusionProof(hashes, 5)).toEqual([e, j, k]);
  });

  it("has these consistency proofs", () => {
    expect(consistencyProof(hashes, 3)).toEqual([c, d, g, l]);
    expect(consistencyProof(hashes, 4)).toEqual([l]);
    expect(consistencyProof(hashes, 6)).toEqual([i, j, k]);
  });
});

describe("RFC 9162 2.1.3 an inclusion proof", () => {
  it("is that of the definition, and verifies", { timeout: SLOW }, () => {
    for (const size of sizes) {
      const hashes = records.slice(0, size);
      const [d, root] = [bytesOf(hashes), merkleRoot(hashes)];
      for (const [index, each] of hashes.entries()) {
        const found = inclusionProof(hashes, index);
        if (isCompared(size)) expect(found).toEqual(hexOf(path(index, d)));
        expect(verifyInclusion({ hash: each, index, size, proof: found, root })).toBe(true);
      }
    }
  });

  it("is refused after any change of one hash, and with more or fewer hashes", () => {
    const property = fc.property(pair(1, 300), bits, hash, ([index, size], bit, added) => {
      const right = inclusionOf(index, size);
      expect(right.proof).toEqual(hexOf(path(index, bytesOf(records.slice(0, size)))));
      expect(verifyInclusion(right)).toBe(true);
      expect(verifyInclusion({ ...right, hash: flipped(right.hash, bit) })).toBe(false);
      expect(verifyInclusion({ ...right, root: flipped(right.root, bit) })).toBe(false);
      expect(verifyInclusion({ ...right, hash: added })).toBe(false);
      for (const wrong of wrongProofs(right.proof, bit, added)) {
        expect(verifyInclusion({ ...right, proof: wrong })).toBe(false);
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  const shapeOf = ({ index, size }: { readonly index: number; readonly size: number }) =>
    String(inclusionShape(index, size));

  it("is refused for another index or size, unless the path has the same shape", () => {
    const places = below(LARGEST_MOVED + 3).flatMap((size) => below(size + 2).map((index) => ({ index, size })));
    const shaped = places.map((place) => ({ place, shape: place.index < place.size ? shapeOf(place) : undefined }));
    for (const { place, shape } of shaped) {
      if (shape === undefined || place.size > LARGEST_MOVED) continue;
      const right = inclusionOf(place.index, place.size);
      const accepted = places.filter((other) => verifyInclusion({ ...right, ...other }));
      expect(accepted).toEqual(shaped.filter((other) => other.shape === shape).map((other) => other.place));
      // In one tree, each place has a path of its own.
      expect(accepted.filter(({ size }) => size === place.size)).toEqual([place]);
    }
  });

  it("verifies in trees beyond 32 bits", () => {
    const property = fc.property(pair(1, Number.MAX_SAFE_INTEGER), hash, ([index, size], record) => {
      const above = inclusionShape(index, size).map((side, level) => ({
        sibling: sha256(Buffer.of(level)),
        isLeft: side === "left",
      }));
      const proofOfAny = hexOf(above.map(({ sibling }) => sibling));
      const root = rootAbove(leafOf(Buffer.from(record, "hex")), above);
      const right = { hash: record, index, size, proof: proofOfAny, root: root.toString("hex") };
      expect(verifyInclusion(right)).toBe(true);
      expect(verifyInclusion({ ...right, index: index === 0 ? size - 1 : index - 1 })).toBe(size === 1);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("is not made for a record that the tree lacks", () => {
    const hashes = records.slice(0, 5);
    for (const index of [5, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "0", null, undefined]) {
      expect(() => inclusionProof(hashes, index as number)).toThrowError(
        expect.objectContaining({ code: "invalid_input" }),
      );
    }
    expect(() => inclusionProof([], 0)).toThrowError(expect.objectContaining({ code: "invalid_input" }));
    expect(() => inclusionProof(hashes.with(3, "no hash"), 3)).toThrowError(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });
});

describe("RFC 9162 2.1.4 a consistency proof", () => {
  it("is that of the definition, and verifies", { timeout: SLOW }, () => {
    const roots = sizes.map((size) => merkleRoot(records.slice(0, size)));
    for (const second of sizes) {
      const hashes = records.slice(0, second);
      const d = bytesOf(hashes);
      for (const first of below(second + 1)) {
        const found = consistencyProof(hashes, first);
        if (isCompared(second)) expect(found).toEqual(hexOf(proof(first, d)));
        const [firstRoot, secondRoot] = [String(roots[first]), String(roots[second])];
        expect(verifyConsistency({ first, second, firstRoot, secondRoot, proof: found })).toBe(true);
      }
    }
  });

  it("is refused after any change of one hash, and with more or fewer hashes", () => {
    const property = fc.property(pair(2, 300), bits, hash, ([first, second], bit, added) => {
      const right = consistencyOf(first, second);
      expect(right.proof).toEqual(hexOf(proof(first, bytesOf(records.slice(0, second)))));
      expect(verifyConsistency(right)).toBe(true);
      expect(verifyConsistency({ ...right, firstRoot: flipped(right.firstRoot, bit) })).toBe(false);
      expect(verifyConsistency({ ...right, secondRoot: flipped(right.secondRoot, bit) })).toBe(false);
      const { firstRoot, secondRoot } = right;
      expect(verifyConsistency({ ...right, firstRoot: secondRoot, secondRoot: firstRoot })).toBe(false);
      for (const wrong of wrongProofs(right.proof, bit, added)) {
        expect(verifyConsistency({ ...right, proof: wrong })).toBe(false);
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("is refused after a record of the first tree is changed, dropped or moved", () => {
    const property = fc.property(pair(3, 100), fc.nat(), hash, ([first, second], any, changed) => {
      const right = consistencyOf(first, second);
      const place = any % first;
      const hashes = records.slice(0, second);
      for (const other of [
        hashes.with(place, changed),
        [...hashes.toSpliced(place, 1), changed],
        hashes.toSpliced(place, 2, String(hashes[place + 1]), String(hashes[place])),
      ]) {
        const secondRoot = merkleRoot(other);
        expect(verifyConsistency({ ...right, secondRoot, proof: consistencyProof(other, first) })).toBe(false);
        expect(verifyConsistency({ ...right, secondRoot })).toBe(false);
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  const shapeOf = ({ first, second }: { readonly first: number; readonly second: number }) =>
    // Only the empty tree has its root.
    second === 0 ? "both empty" : String(consistencyShape(first, second));

  it("is refused for other sizes, unless the proof has the same shape", () => {
    const pairs = below(LARGEST_MOVED + 3).flatMap((second) => below(second + 2).map((first) => ({ first, second })));
    const shaped = pairs.map((each) => ({ each, shape: each.first <= each.second ? shapeOf(each) : undefined }));
    for (const { each, shape } of shaped) {
      if (shape === undefined || each.second > LARGEST_MOVED) continue;
      const right = consistencyOf(each.first, each.second);
      const accepted = pairs.filter((other) => verifyConsistency({ ...right, ...other }));
      expect(accepted).toEqual(shaped.filter((other) => other.shape === shape).map((other) => other.each));
    }
  });

  it("is empty from the empty tree, and from a tree to itself", () => {
    const [one, two] = [merkleRoot(records.slice(0, 1)), merkleRoot(records.slice(0, 2))];
    const start = { first: 0, second: 2, firstRoot: EMPTY_ROOT, secondRoot: two, proof: [] };
    expect(verifyConsistency(start)).toBe(true);
    expect(verifyConsistency({ ...start, proof: [two] })).toBe(false);
    expect(verifyConsistency({ ...start, firstRoot: one })).toBe(false);
    expect(verifyConsistency({ ...start, secondRoot: EMPTY_ROOT })).toBe(false);
    const same = { first: 2, second: 2, firstRoot: two, secondRoot: two, proof: [] };
    expect(verifyConsistency(same)).toBe(true);
    expect(verifyConsistency({ ...same, proof: [two] })).toBe(false);
    expect(verifyConsistency({ ...same, firstRoot: one })).toBe(false);
    expect(verifyConsistency({ ...same, first: 1 })).toBe(false);
    // The path from the last of three leaves, which is not a proof for equal sizes.
    const three = merkleRoot(records.slice(0, 3));
    const long = [merkleRoot(records.slice(2, 3)), two];
    expect(verifyConsistency({ first: 3, second: 3, firstRoot: three, secondRoot: three, proof: long })).toBe(false);
  });

  it("verifies between trees beyond 32 bits", () => {
    const property = fc.property(pair(2, Number.MAX_SAFE_INTEGER), ([first, second]) => {
      const [start, ...sides] = consistencyShape(first, second);
      const siblings = sides.map((_, level) => sha256(Buffer.of(level)));
      const lowest = sha256(Buffer.of(255));
      const above = siblings.map((sibling, level) => ({ sibling, isLeft: sides[level] === "left" }));
      const earlier = above.reduce((node, { sibling, isLeft }) => (isLeft ? nodeOf(sibling, node) : node), lowest);
      const [firstRoot, secondRoot] = [earlier, rootAbove(lowest, above)].map((root) => root.toString("hex"));
      const given = hexOf(start === "whole" ? siblings : [lowest, ...siblings]);
      const right = { first, second, firstRoot: String(firstRoot), secondRoot: String(secondRoot), proof: given };
      expect(verifyConsistency(right)).toBe(true);
      expect(verifyConsistency({ ...right, first: second })).toBe(false);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("is not made from a tree that is larger", () => {
    const hashes = records.slice(0, 5);
    for (const first of [6, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "1", null, undefined]) {
      expect(() => consistencyProof(hashes, first as number)).toThrowError(
        expect.objectContaining({ code: "invalid_input" }),
      );
    }
    for (const first of [0, 2, 5]) {
      expect(() => consistencyProof(hashes.with(3, "no hash"), first)).toThrowError(
        expect.objectContaining({ code: "invalid_input" }),
      );
    }
  });
});

/** Values without the form of a hash. */
function notHashes(): readonly unknown[] {
  const text = String(records[0]);
  return [
    ...["", "0", text.slice(1), `${text}0`, `${text}00`, text.toUpperCase(), `${text}\n`, ` ${text}`, `0x${text}`],
    ...[text.replace(/.$/, "g"), `${text.slice(0, 63)}\u0661`, "0".repeat(1_000_000), [text]],
    ...[Object(text), { toString: () => text }, undefined, null, true, Number.NaN, 0, 1n, Symbol("hash"), refuse],
    ...[new Proxy({}, { get: refuse }), Buffer.alloc(32)],
  ];
}

/** Values without the form of an index or a size. */
const notCounts: readonly unknown[] = [
  ...[-1, -(2 ** 32), 0.5, 2.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53, 1e300],
  ...["1", "", 2n, null, undefined, true, [2], {}, Symbol("size"), Object(2), { valueOf: () => 2 }, refuse],
];

function* endless(): Generator<string> {
  while (true) yield String(records[0]);
}

/** Values that are no proof of a few hashes. */
function notProofs(): readonly unknown[] {
  const sparse: string[] = [];
  sparse.length = 2 ** 32 - 1;
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const text = String(records[0]);
  return [
    ...[undefined, null, "", text, 3, {}, { length: 0 }, { length: 2, 0: text, 1: text }, new Set([text]), refuse],
    ...[sparse, Array(1), Array(2), Array(3), Array(1_000_000).fill(text), [[]], proxy, new Uint8Array(64)],
    ...notHashes().flatMap((wrong) => [[wrong], [wrong, text], [text, wrong], [text, text, wrong]]),
    new Proxy([text, text], { get: refuse }),
    Object.assign([text, text], { [Symbol.iterator]: endless }),
  ];
}

describe("a statement of another form", () => {
  const hostile: Readonly<Record<string, () => readonly unknown[]>> = {
    hash: notHashes,
    root: notHashes,
    firstRoot: notHashes,
    secondRoot: notHashes,
    index: () => notCounts,
    size: () => notCounts,
    first: () => notCounts,
    second: () => notCounts,
    proof: notProofs,
  };

  it.each([
    ["inclusion in one", verifyInclusion, inclusionOf(0, 1)],
    ["inclusion in three", verifyInclusion, inclusionOf(2, 3)],
    ["inclusion in five", verifyInclusion, inclusionOf(1, 5)],
    ["consistency of nothing", verifyConsistency, consistencyOf(0, 0)],
    ["consistency from nothing", verifyConsistency, consistencyOf(0, 2)],
    ["consistency with itself", verifyConsistency, consistencyOf(3, 3)],
    ["consistency from a power of two", verifyConsistency, consistencyOf(2, 3)],
    ["consistency from another size", verifyConsistency, consistencyOf(3, 4)],
  ])("is false: %s", (_, verify, right) => {
    const check = verify as (statement: unknown) => boolean;
    expect(check(right)).toBe(true);
    for (const name of Object.keys(right)) {
      for (const wrong of hostile[name]?.() ?? []) expect(check({ ...right, [name]: wrong })).toBe(false);
      expect(check(Object.defineProperty({ ...right }, name, { get: refuse }))).toBe(false);
      expect(check(Object.fromEntries(Object.entries(right).filter(([each]) => each !== name)))).toBe(false);
    }
  });

  it("is false for any value", () => {
    const any = fc.oneof(fc.anything(), fc.integer(), hash, fc.array(hash), fc.constant([]));
    const names = ["hash", "index", "size", "proof", "root", "first", "second", "firstRoot", "secondRoot"];
    const record = fc.record(Object.fromEntries(names.map((name) => [name, any])), { requiredKeys: [] });
    const property = fc.property(fc.oneof(any, record), (statement) => {
      expect(verifyInclusion(statement as never)).toBe(false);
      expect(verifyConsistency(statement as never)).toBe(false);
    });
    fc.assert(property, { numRuns: runs(2_000) });
  });

  it("is false for what is no object, or throws when it is read", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const wrong of [undefined, null, 0, "", [], refuse, proxy, new Proxy({}, { get: refuse })]) {
      expect(verifyInclusion(wrong as never)).toBe(false);
      expect(verifyConsistency(wrong as never)).toBe(false);
    }
  });
});
