/**
 * An index of texts by grams: groups of three successive code units. It names the documents that may contain a term.
 *
 * The last one and two code units of a text also begin a gram, filled up with a character that no text contains. So the
 * index also finds terms of one or two code units, as the beginnings of grams.
 */
import { TEXT_BOUNDARY } from "../../domain/ranking.js";

/** Documents by number. */
export interface GramIndex {
  /** Adds a document: folded texts joined by `joinTexts`. Its number must be higher than those before. */
  add(document: number, joined: string): void;
  /**
   * Returns documents in ascending order, among them all that contain the term. Returns undefined if there would be more
   * than `most`.
   */
  candidates(term: string, most: number): Uint32Array | undefined;
}

/** Fills up grams at the end of a text. No text contains it. */
const END = TEXT_BOUNDARY.charCodeAt(0);
/** About how many numbers of a list are read in the time in which one candidate's texts are compared. */
const READS_PER_CANDIDATE = 16;

/** Returns an empty index. */
export function createGramIndex(): GramIndex {
  const grams = createGramTable();
  const postings = createPostings();
  let documents = 0;

  /** Intersects the lists of the term's grams, the shortest first. */
  const intersection = (term: string, most: number): Uint32Array | undefined => {
    const lists = new Set<number>();
    for (let position = 0; position + 2 < term.length; position += 1) {
      const list = grams.find(unitAt(term, position), unitAt(term, position + 1), unitAt(term, position + 2));
      if (list === undefined) return new Uint32Array(0);
      lists.add(list);
    }
    const [shortest, ...others] = [...lists].sort((a, b) => postings.count(a) - postings.count(b));
    if (shortest === undefined || postings.count(shortest) > most) return undefined;
    let common = postings.read(shortest);
    for (const list of others) {
      // A long list costs more than comparing the candidates that it would remove.
      if (postings.count(list) > common.length * READS_PER_CANDIDATE) break;
      common = intersected(common, postings.read(list));
    }
    return common;
  };

  const union = (lists: readonly number[], most: number): Uint32Array | undefined => {
    const total = lists.reduce((sum, list) => sum + postings.count(list), 0);
    if (total > most) return undefined;
    const isListed = new Uint8Array(documents);
    for (const list of lists) for (const document of postings.read(list)) isListed[document] = 1;
    const union = new Uint32Array(total);
    let count = 0;
    for (let document = isListed.indexOf(1); document !== -1; document = isListed.indexOf(1, document + 1)) {
      union[count] = document;
      count += 1;
    }
    return union.subarray(0, count);
  };

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
    candidates: (term, most) => (term.length < 3 ? union(grams.beginningWith(term), most) : intersection(term, most)),
  };
}

/** Returns the code unit at that position; {@link END} after the last one, as between texts. */
function unitAt(joined: string, position: number): number {
  return position < joined.length ? joined.charCodeAt(position) : END;
}

/** Returns the numbers that are in both ascending lists. */
function intersected(a: Uint32Array, b: Uint32Array): Uint32Array {
  const common = new Uint32Array(Math.min(a.length, b.length));
  let [count, other] = [0, 0];
  for (const value of a) {
    while (other < b.length && at(b, other) < value) other += 1;
    if (b[other] !== value) continue;
    common[count] = value;
    count += 1;
  }
  return common.subarray(0, count);
}

/** Numbers grams from 0 in the order in which they are first added. */
export interface GramTable {
  /** Returns the number of the gram, and adds it if it is new. */
  numberOf(first: number, second: number, third: number): number;
  /** Returns the number of the gram, or undefined if it was not added. */
  find(first: number, second: number, third: number): number | undefined;
  /** Returns the numbers of all grams that begin with one or two code units. */
  beginningWith(prefix: string): readonly number[];
}

/** Returns an empty table: a hash table over typed arrays, because a `Map` allocates an object per key of 48 bits. */
export function createGramTable(): GramTable {
  // By number: the first code unit, and the second and third in one.
  let firsts = new Uint16Array(512);
  let rests = new Uint32Array(512);
  // By slot: the number plus one, or 0. Twice as many slots as numbers keep probes short.
  let slots = new Uint32Array(1024);
  let size = 0;

  const slotOf = (first: number, rest: number): number => {
    const mask = slots.length - 1;
    let slot = hash(first, rest) & mask;
    for (let held = at(slots, slot); held !== 0; held = at(slots, slot)) {
      if (rests[held - 1] === rest && firsts[held - 1] === first) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };

  const enlarge = (): void => {
    firsts = enlarged(firsts, new Uint16Array(size * 2));
    rests = enlarged(rests, new Uint32Array(size * 2));
    slots = new Uint32Array(size * 4);
    for (let number = 0; number < size; number += 1) slots[slotOf(at(firsts, number), at(rests, number))] = number + 1;
  };

  return {
    numberOf: (first, second, third) => {
      const rest = joined(second, third);
      const slot = slotOf(first, rest);
      const held = at(slots, slot);
      if (held !== 0) return held - 1;
      firsts[size] = first;
      rests[size] = rest;
      size += 1;
      slots[slot] = size;
      if (size === firsts.length) enlarge();
      return size - 1;
    },
    find: (first, second, third) => {
      const held = at(slots, slotOf(first, joined(second, third)));
      return held === 0 ? undefined : held - 1;
    },
    beginningWith: (prefix) => {
      const [first, second] = [prefix.charCodeAt(0), prefix.charCodeAt(1)];
      const numbers: number[] = [];
      for (let number = 0; number < size; number += 1) {
        if (firsts[number] !== first) continue;
        if (prefix.length === 1 || at(rests, number) >>> 16 === second) numbers.push(number);
      }
      return numbers;
    },
  };
}

function joined(second: number, third: number): number {
  return ((second << 16) | third) >>> 0;
}

function hash(first: number, rest: number): number {
  let mixed = Math.imul(rest ^ Math.imul(first, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** Many lists of ascending numbers, most of them short, in little memory. Lists are numbered from 0. */
export interface Postings {
  /**
   * Appends `value` to the list, unless it is the last value already. The list exists, or is the next one, which this call
   * creates. A value must not be lower than the last one.
   */
  append(list: number, value: number): void;
  /** Returns how many numbers the list has. */
  count(list: number): number;
  /** Returns the numbers of the list. */
  read(list: number): Uint32Array;
}

/** A list as differences of successive numbers, seven bits a byte, in a chain of chunks. */
interface PostingList {
  count: number;
  last: number;
  /** The address of the first chunk. */
  readonly head: number;
  /** The address of the next byte. */
  tail: number;
  /** The address at which the current chunk has its link to the next one. */
  chunkEnd: number;
  chunkBytes: number;
}

const SEGMENT_BITS = 16;
const SEGMENT = 1 << SEGMENT_BITS;
const LINK_BYTES = 4;
/** Each chunk of a list is twice as large as the one before, between these bounds. */
const [MIN_CHUNK, MAX_CHUNK] = [8, 1024];

/** Returns an empty set of lists. */
export function createPostings(): Postings {
  const lists: PostingList[] = [];
  const { allocate, segmentOf } = createMemory();

  const create = (): PostingList => {
    const head = allocate(MIN_CHUNK);
    const chunkEnd = head + MIN_CHUNK - LINK_BYTES;
    const list = { count: 0, last: 0, head, tail: head, chunkEnd, chunkBytes: MIN_CHUNK };
    lists.push(list);
    return list;
  };

  const write = (list: PostingList, byte: number): void => {
    if (list.tail === list.chunkEnd) {
      list.chunkBytes = Math.min(list.chunkBytes * 2, MAX_CHUNK);
      list.tail = allocate(list.chunkBytes);
      segmentOf(list.chunkEnd).setUint32(offsetOf(list.chunkEnd), list.tail);
      list.chunkEnd = list.tail + list.chunkBytes - LINK_BYTES;
    }
    segmentOf(list.tail).setUint8(offsetOf(list.tail), byte);
    list.tail += 1;
  };

  return {
    append: (number, value) => {
      const list = number === lists.length ? create() : (lists[number] as PostingList);
      let difference = value - list.last;
      if (list.count > 0 && difference === 0) return;
      for (; difference > 0x7f; difference >>>= 7) write(list, (difference & 0x7f) | 0x80);
      write(list, difference);
      list.count += 1;
      list.last = value;
    },
    count: (number) => (lists[number] as PostingList).count,
    read: (number) => {
      const { head, count } = lists[number] as PostingList;
      const values = new Uint32Array(count);
      let [segment, offset, chunkBytes] = [segmentOf(head), offsetOf(head), MIN_CHUNK];
      let end = offset + chunkBytes - LINK_BYTES;
      let value = 0;
      for (let index = 0; index < count; index += 1) {
        let byte = 0x80;
        for (let shift = 0; byte >= 0x80; shift += 7) {
          if (offset === end) {
            const address = segment.getUint32(end);
            chunkBytes = Math.min(chunkBytes * 2, MAX_CHUNK);
            [segment, offset] = [segmentOf(address), offsetOf(address)];
            end = offset + chunkBytes - LINK_BYTES;
          }
          byte = segment.getUint8(offset);
          offset += 1;
          value += (byte & 0x7f) << shift;
        }
        values[index] = value;
      }
      return values;
    },
  };
}

/** Returns memory for chunks, in segments: growing copies nothing and reserves at most one segment. */
function createMemory() {
  const segments: DataView[] = [];
  let next = 0;
  return {
    /** Returns the address of that many bytes. No chunk crosses the end of a segment. */
    allocate: (size: number): number => {
      if (offsetOf(next) + size > SEGMENT) next = segments.length * SEGMENT;
      if (next >>> SEGMENT_BITS === segments.length) segments.push(new DataView(new ArrayBuffer(SEGMENT)));
      next += size;
      return next - size;
    },
    segmentOf: (address: number): DataView => segments[address >>> SEGMENT_BITS] as DataView,
  };
}

function offsetOf(address: number): number {
  return address & (SEGMENT - 1);
}

function enlarged<A extends Uint16Array | Uint32Array>(values: A, larger: A): A {
  larger.set(values);
  return larger;
}

/** Returns an element that exists. */
function at(values: Uint16Array | Uint32Array, index: number): number {
  return values[index] as number;
}
