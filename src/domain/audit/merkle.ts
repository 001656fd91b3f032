/**
 * The Merkle tree of RFC 9162, section 2.1, over hashes of records. Its root is one hash over all records in their order.
 * Proofs of about log2(n) hashes show that a record is in the tree, or that a tree only grew.
 *
 * A hash is 64 lower-case hex digits. An element `d` of the RFC is the 32 bytes of a record hash.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { ComplianceError, readSafely } from "../compliance-error.js";
import { isCount } from "./record.js";

/** A Merkle tree that only grows. It keeps the roots of its complete subtrees, at most log2(n) + 1 hashes. */
export interface MerkleFrontier {
  /** Number of added record hashes. */
  readonly size: number;
  /**
   * Adds a leaf after all others. The cost is one leaf hash, and on average one node hash.
   *
   * @param recordHash - 64 lower-case hex digits
   * @throws ComplianceError `invalid_input` for another value; the tree is then unchanged
   */
  add(recordHash: string): void;
  /** Returns the root of the tree as it is now, with at most log2(n) node hashes. The tree can grow further. */
  root(): string;
}

/** The statement that a record is in a tree, with its proof. */
export interface InclusionStatement {
  /** Hash of the record. */
  readonly hash: string;
  /** Place of the record in the tree, from 0. */
  readonly index: number;
  /** Number of records in the tree. */
  readonly size: number;
  /** What {@link inclusionProof} returned. */
  readonly proof: readonly string[];
  /** Root of the tree. */
  readonly root: string;
}

/** The statement that a tree begins with all records of an earlier one, with its proof. */
export interface ConsistencyStatement {
  /** Number of records in the earlier tree. */
  readonly first: number;
  /** Number of records in the later tree. */
  readonly second: number;
  /** Root of the earlier tree. */
  readonly firstRoot: string;
  /** Root of the later tree. */
  readonly secondRoot: string;
  /** What {@link consistencyProof} returned. */
  readonly proof: readonly string[];
}

/** SHA-256 of no bytes: the root of the empty tree (2.1.1). */
const EMPTY_ROOT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Different first bytes, so that a node never has the hash of a leaf (2.1.1). */
const LEAF = /* @__PURE__ */ Uint8Array.of(0);
const NODE = /* @__PURE__ */ Uint8Array.of(1);

const HASH = /^[0-9a-f]{64}$/;

/**
 * Returns an empty tree to which record hashes are added one by one (RFC 9162, 2.1.1).
 *
 * @example
 * const tree = merkleFrontier();
 * for (const hash of hashes) tree.add(hash);
 * tree.root(); // the same as merkleRoot(hashes)
 */
export function merkleFrontier(): MerkleFrontier {
  const subtrees: Uint8Array[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: (recordHash) => {
      append(subtrees, leafOf(recordHash), size, nodeOf);
      size += 1;
    },
    root: () => (size === 0 ? EMPTY_ROOT : bytesToHex(joined(subtrees))),
  };
}

/**
 * Returns the root of a tree: MTH of RFC 9162, 2.1.1.
 *
 * @param hashes - hashes of the records, in the order of the tree
 * @returns 64 lower-case hex digits; for no records, the SHA-256 of no bytes
 * @throws ComplianceError `invalid_input` if a value is not a hash
 *
 * @example
 * const root = merkleRoot(records.map((record) => record.hash));
 */
export function merkleRoot(hashes: readonly string[]): string {
  const leaves = leavesOf(hashes);
  return leaves.length === 0 ? EMPTY_ROOT : bytesToHex(rootOf(leaves, 0, leaves.length));
}

/**
 * Returns the proof that a record is in a tree: PATH of RFC 9162, 2.1.3.1.
 *
 * @param hashes - hashes of all records, in the order of the tree
 * @param index - place of the record, from 0
 * @returns the siblings on the path from the leaf to the root, the lowest first; empty for a tree of one record
 * @throws ComplianceError `invalid_input` if a value is not a hash, or the tree has no record at `index`
 *
 * @example
 * const proof = inclusionProof(hashes, 2);
 * verifyInclusion({ hash: hashes[2], index: 2, size: hashes.length, proof, root: merkleRoot(hashes) }); // true
 */
export function inclusionProof(hashes: readonly string[], index: number): readonly string[] {
  const leaves = leavesOf(hashes);
  if (!isCount(index) || index >= leaves.length) {
    throw invalid(
      "index must be the place of a record in the tree: a whole number from 0, below the number of hashes.",
    );
  }
  return proofOf(leaves, index, (start, end) => end - start === 1).path;
}

/**
 * Returns whether a proof shows that a record is in a tree (RFC 9162, 2.1.3.2). Never throws: a value of another form
 * is not a proof.
 *
 * The proof does not bind `size`: trees of several sizes have paths of the same shape. Take `size` and `root` from the same
 * published head.
 *
 * @param statement - record, tree and proof, from any source
 * @returns whether the proof holds
 * @example
 * if (!verifyInclusion({ hash, index, size: head.seq + 1, proof, root: head.root })) throw new Error("not in the trail");
 */
export function verifyInclusion(statement: InclusionStatement): boolean {
  return isShown(() => {
    const { hash, index, size, proof, root } = statement;
    if (!isCount(size) || !isCount(index) || index >= size) return false;
    const path = siblingsOf(proof, 0, index, size - 1);
    const found = path.reduce(
      (node, { isLeft, sibling }) => (isLeft ? nodeOf(sibling, node) : nodeOf(node, sibling)),
      leafOf(hash),
    );
    return bytesToHex(found) === root;
  });
}

/**
 * Returns the proof that a tree begins with all records of an earlier one: PROOF of RFC 9162, 2.1.4.1.
 *
 * @param hashes - hashes of all records of the later tree, in its order
 * @param first - number of records in the earlier tree
 * @returns hashes of subtrees, the lowest first; empty if `first` is 0 or the number of hashes, which the RFC leaves out
 * @throws ComplianceError `invalid_input` if a value is not a hash, or `first` is not a count up to the number of hashes
 *
 * @example
 * const proof = consistencyProof(hashes, 3);
 */
export function consistencyProof(hashes: readonly string[], first: number): readonly string[] {
  const leaves = leavesOf(hashes);
  if (!isCount(first) || first > leaves.length) {
    throw invalid("first must be the size of an earlier tree: a whole number from 0 to the number of hashes.");
  }
  if (first === 0) return [];
  const { start, path } = proofOf(leaves, first - 1, (_, end) => end === first);
  // A subtree from the first leaf on is the earlier tree itself: the verifier has its root.
  return start === 0 ? path : [bytesToHex(rootOf(leaves, start, first)), ...path];
}

/**
 * Returns whether a proof shows that a tree begins with all records of an earlier one (RFC 9162, 2.1.4.2). Never throws:
 * a value of another form is not a proof.
 *
 * With an empty proof, every tree begins with the empty tree, and with a tree of equal size and root. The proof does not
 * bind the sizes: take each with its root from the same published head.
 *
 * @param statement - both trees and the proof, from any source
 * @returns whether the proof holds
 * @example
 * const [first, second] = [earlier.seq + 1, later.seq + 1];
 * verifyConsistency({ first, second, firstRoot: earlier.root, secondRoot: later.root, proof });
 */
export function verifyConsistency(statement: ConsistencyStatement): boolean {
  return isShown(() => {
    const { first, second, firstRoot, secondRoot, proof } = statement;
    if (!isCount(first) || !isCount(second) || first > second) return false;
    if (!mayBeRoot(firstRoot, first) || !mayBeRoot(secondRoot, second)) return false;
    if (first === 0) return isEmpty(proof);
    if (first === second) return isEmpty(proof) && firstRoot === secondRoot;
    const { earlier, later } = shownRoots({ first, second, firstRoot, proof });
    return earlier === firstRoot && later === secondRoot;
  });
}

/** Returns the roots that a proof leads to. `first` is above 0 and below `second`. */
function shownRoots({ first, second, firstRoot, proof }: Omit<ConsistencyStatement, "secondRoot">): {
  readonly earlier: string;
  readonly later: string;
} {
  let [node, last] = [first - 1, second - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // Node 0 is then the whole earlier tree, so the proof does not repeat its root.
  const isWhole = node === 0;
  let earlier = bytesOf(isWhole ? firstRoot : proof[0]);
  let later = earlier;
  for (const { isLeft, sibling } of siblingsOf(proof, isWhole ? 0 : 1, node, last)) {
    if (isLeft) earlier = nodeOf(sibling, earlier);
    later = isLeft ? nodeOf(sibling, later) : nodeOf(later, sibling);
  }
  return { earlier: bytesToHex(earlier), later: bytesToHex(later) };
}

/** Adds a leaf to complete subtrees of `size` leaves, the largest first. Each 1 at the end of `size` in binary joins two. */
export function append<T>(subtrees: T[], leaf: T, size: number, join: (left: T, right: T) => T): void {
  let node = leaf;
  // The cast: there is one subtree for each 1 in `size`.
  for (let rest = size; isOdd(rest); rest = half(rest)) node = join(subtrees.pop() as T, node);
  subtrees.push(node);
}

/** Returns the root over complete subtrees, at least one. */
function joined(subtrees: readonly Uint8Array[]): Uint8Array {
  return subtrees.reduceRight((right, left) => nodeOf(left, right));
}

/** Returns the root of the leaves from `start` to before `end`, at least one. */
function rootOf(leaves: readonly Uint8Array[], start: number, end: number): Uint8Array {
  const subtrees: Uint8Array[] = [];
  for (const [size, leaf] of leaves.slice(start, end).entries()) append(subtrees, leaf, size, nodeOf);
  return joined(subtrees);
}

/**
 * Descends from the root towards the leaf at `index`, to the first subtree with `isTarget`. Each leaf is hashed into at
 * most one sibling, so the cost is linear.
 *
 * @returns the first leaf of that subtree, and the siblings on the path from it to the root, the lowest first
 */
function proofOf(
  leaves: readonly Uint8Array[],
  index: number,
  isTarget: (start: number, end: number) => boolean,
): { readonly start: number; readonly path: readonly string[] } {
  let [start, end] = [0, leaves.length];
  const path: string[] = [];
  while (!isTarget(start, end)) {
    const middle = start + splitOf(end - start);
    const isLeft = index < middle;
    path.push(bytesToHex(isLeft ? rootOf(leaves, middle, end) : rootOf(leaves, start, middle)));
    if (isLeft) end = middle;
    else start = middle;
  }
  return { start, path: path.reverse() };
}

/** Returns the number of leaves in the left subtree: the largest power of two below `size`, which is 2 or more (2.1.1). */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** A hash of a proof, and whether it is to the left of the path. */
interface Sibling {
  readonly isLeft: boolean;
  readonly sibling: Uint8Array;
}

/**
 * Returns the hashes of a proof from `skipped` on, each with its side: the loop of 2.1.3.2 and 2.1.4.2.
 *
 * @param node - where the path begins, counted from 0 in its level
 * @param last - the last node of that level
 * @throws ComplianceError `invalid_input` unless the proof has exactly the hashes of this path
 */
function siblingsOf(proof: unknown, skipped: number, node: number, last: number): readonly Sibling[] {
  const sides: boolean[] = [];
  for (let [at, end] = [node, last]; end > 0; [at, end] = [half(at), half(end)]) {
    // The last node of a level of odd length has no sibling: it moves up.
    if (isOdd(at) || at < end) sides.push(isOdd(at));
  }
  // Before any hash is read, because the proof may be huge.
  const isComplete = Array.isArray(proof) && proof.length === skipped + sides.length;
  if (!isComplete) throw invalid("proof must have exactly the hashes of its path.");
  return sides.map((isLeft, place) => ({ isLeft, sibling: bytesOf(proof[skipped + place]) }));
}

/** Returns the result of a check; false if a value has another form, or throws when it is read. */
function isShown(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function isEmpty(proof: unknown): boolean {
  return Array.isArray(proof) && proof.length === 0;
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value);
}

/** The empty tree has one root, and no other tree has it. */
function mayBeRoot(value: unknown, size: number): boolean {
  return isHash(value) && (size === 0) === (value === EMPTY_ROOT);
}

function isOdd(count: number): boolean {
  return count % 2 === 1;
}

/** Not a shift, which is limited to 32 bits. */
function half(count: number): number {
  return Math.floor(count / 2);
}

function leavesOf(hashes: readonly string[]): readonly Uint8Array[] {
  return readSafely(
    () => Array.from(hashes, (hash) => leafOf(hash)),
    () => invalid("hashes must be an array of hashes: 64 lower-case hex digits each, as records have them."),
  );
}

/** Returns the hash of a leaf. @throws ComplianceError `invalid_input` */
export function leafOf(recordHash: unknown): Uint8Array {
  return sha256(concatBytes(LEAF, bytesOf(recordHash)));
}

/** Returns the hash of a node. */
export function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right));
}

function bytesOf(hash: unknown): Uint8Array {
  if (!isHash(hash)) throw invalid("A hash of the tree must be 64 lower-case hex digits, as a record has it.");
  return hexToBytes(hash);
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}
