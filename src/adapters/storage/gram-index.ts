/**
 * Which documents may contain a term: an index of every three code units that stand together in their texts. The last
 * one and two code units of a text count as well, filled up with what no text holds, so that terms shorter than three
 * are found as the beginnings of what the index holds.
 */
import { TEXT_BOUNDARY } from "../../domain/ranking.js";
import { createGramTable } from "./gram-table.js";
import { createPostings } from "./postings.js";

/** Documents by number. */
export interface GramIndex {
  /** Adds a document: several folded texts joined by `joinTexts`. Its number is above those before. */
  add(document: number, joined: string): void;
  /**
   * Documents in ascending order, all those that contain the term among them. Undefined when there would be more than
   * `most` to look through.
   */
  candidates(term: string, most: number): Uint32Array | undefined;
}

/** Fills up what a text is too short for. No text holds it. */
const END = TEXT_BOUNDARY.charCodeAt(0);
const NONE = new Uint32Array(0);

/** An empty index. */
export function createGramIndex(): GramIndex {
  const grams = createGramTable();
  const postings = createPostings();
  let documents = 0;
  return {
    add: (document, joined) => {
      documents = document + 1;
      let [first, second] = [unitAt(joined, 0), unitAt(joined, 1)];
      for (let position = 0; position < joined.length; position += 1) {
        const third = unitAt(joined, position + 2);
        if (first !== END) postings.append(grams.numberOf(first, second, second === END ? END : third), document);
        [first, second] = [second, third];
      }
    },
    candidates: (term, most) => {
      if (term.length < 3) return union(grams.beginningWith(term), most);
      return intersection(term, most);
    },
  };

  function intersection(term: string, most: number): Uint32Array | undefined {
    const lists = listsOf(term);
    if (lists === undefined) return NONE;
    lists.sort((a, b) => postings.count(a) - postings.count(b));
    const [rarest, ...others] = lists;
    if (rarest === undefined || postings.count(rarest) > most) return undefined;
    let common = postings.read(rarest);
    for (const list of others) {
      // Reading a list costs less per number than looking at a candidate's texts, but not nothing.
      if (postings.count(list) > common.length * READS_PER_LOOK) break;
      common = intersected(common, postings.read(list));
    }
    return common;
  }

  /** The lists of the three units at each place of the term, each once; undefined when the index lacks one of them. */
  function listsOf(term: string): number[] | undefined {
    const lists = new Set<number>();
    for (let position = 0; position + 2 < term.length; position += 1) {
      const list = grams.find(unitAt(term, position), unitAt(term, position + 1), unitAt(term, position + 2));
      if (list === undefined) return undefined;
      lists.add(list);
    }
    return [...lists];
  }

  function union(lists: readonly number[], most: number): Uint32Array | undefined {
    const total = lists.reduce((sum, list) => sum + postings.count(list), 0);
    if (total > most) return undefined;
    const bits = new Uint32Array((documents >>> 5) + 1);
    for (const list of lists) {
      for (const document of postings.read(list)) {
        bits[document >>> 5] = (bits[document >>> 5] as number) | (1 << (document & 31));
      }
    }
    return positionsOf(bits, total);
  }
}

/** About how many numbers of a list are read in the time that looking at one candidate's texts takes. */
const READS_PER_LOOK = 16;

/** The code unit there; {@link END} after the last one, as it stands between texts. */
function unitAt(joined: string, position: number): number {
  return position < joined.length ? joined.charCodeAt(position) : END;
}

/** The positions of the bits that are set, at most `most`. */
function positionsOf(bits: Uint32Array, most: number): Uint32Array {
  const positions = new Uint32Array(most);
  let count = 0;
  for (const [index, word] of bits.entries()) {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      positions[count] = index * 32 + 31 - Math.clz32(rest & -rest);
      count += 1;
    }
  }
  return positions.subarray(0, count);
}

/** What stands in both ascending lists. */
function intersected(a: Uint32Array, b: Uint32Array): Uint32Array {
  const common = new Uint32Array(Math.min(a.length, b.length));
  let [count, other] = [0, 0];
  for (const value of a) {
    while (other < b.length && (b[other] as number) < value) other += 1;
    if (b[other] !== value) continue;
    common[count] = value;
    count += 1;
  }
  return common.subarray(0, count);
}
