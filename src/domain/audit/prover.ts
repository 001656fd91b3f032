/** Proofs that records are in a chain, made while its lines are read. They are those of `inclusionProof`, with few hashes in memory. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { append, type InclusionStatement, leafOf, nodeOf } from "./merkle.js";
import { type AuditHead, recordOfLine } from "./record.js";

/** That a record is in the tree of its chain, and the head that has the root of this tree. */
export interface ShownRecord {
  readonly inclusion: InclusionStatement;
  readonly head: AuditHead;
}

/** Makes the proofs of one chain. */
export interface ChainProver {
  /**
   * Takes the next line of the chain, from the first one on.
   *
   * @returns Whether it follows the line before. Otherwise, the lines before it are the tree, and no further one counts.
   */
  add(line: string): boolean;
  /** Returns what was shown about the records. Ends the tree: call it once. */
  shown(): readonly ShownRecord[];
}

/** A record to prove, with the siblings on its path so far, the lowest first. */
interface Proving {
  readonly index: number;
  readonly hash: string;
  readonly proof: string[];
}

/** A complete subtree, or several that were joined at the end. */
interface Subtree {
  readonly root: Uint8Array;
  readonly proving: readonly Proving[];
}

/** Returns what proves the records at these places of a chain. */
export function chainProver(chain: string, places: ReadonlySet<number>): ChainProver {
  const subtrees: Subtree[] = [];
  let last: Omit<AuditHead, "root"> | undefined;
  return {
    add: (line) => {
      const found = recordOfLine(line);
      const index = last === undefined ? 0 : last.seq + 1;
      if (found?.record.chain !== chain || found.record.seq !== index) return false;
      const { hash, record } = found;
      if (record.prev !== (last?.hash ?? null)) return false;
      last = { chain, seq: index, hash, at: record.at };
      const leaf = { root: leafOf(hash), proving: places.has(index) ? [{ index, hash, proof: [] }] : [] };
      append(subtrees, leaf, index, joined);
      return true;
    },
    shown: () => {
      if (last === undefined) return [];
      const { root: bytes, proving } = subtrees.reduceRight((right, left) => joined(left, right));
      const [root, size] = [bytesToHex(bytes), last.seq + 1];
      const head = { ...last, root };
      return proving.map((each) => ({ inclusion: { ...each, size, root }, head }));
    },
  };
}

function joined(left: Subtree, right: Subtree): Subtree {
  for (const { proof } of left.proving) proof.push(bytesToHex(right.root));
  for (const { proof } of right.proving) proof.push(bytesToHex(left.root));
  return {
    root: nodeOf(left.root, right.root),
    proving: [...left.proving, ...right.proving],
  };
}
