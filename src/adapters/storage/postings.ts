/**
 * Lists of ascending numbers, many and mostly short, in little memory. Each list holds the differences between its
 * numbers, seven bits to a byte, in chunks of one pool: the first chunk of a list is small, each further one is twice as
 * large up to a bound, so that a list of one number costs a few bytes and a long one wastes little.
 */

/** Lists by number, counted from 0. */
export interface Postings {
  /**
   * Puts `value` at the end of the list unless it stands there already. It is never less than the last one. The list
   * is one that is there, or the next one, which begins with it.
   */
  append(list: number, value: number): void;
  /** How many numbers the list holds. */
  count(list: number): number;
  /** The numbers of the list. */
  read(list: number): Uint32Array;
}

const SEGMENT_BITS = 16;
const SEGMENT = 1 << SEGMENT_BITS;
const SEGMENT_MASK = SEGMENT - 1;
/** At the end of a chunk stands the address of the next one. */
const LINK = 4;
const FIRST_CHUNK = 8;
/** From this level on chunks are equally large: 8 << 7 is 1 KB. */
const LAST_LEVEL = 7;

// What is kept of each list, side by side, for whoever touches one of these numbers soon touches the others.
/** How many numbers it holds. */
const COUNT = 0;
/** The last of them. */
const LAST = 1;
/** Where its first chunk begins. */
const HEAD = 2;
/** Where its next byte goes. */
const TAIL = 3;
/** Where the room for numbers ends in the chunk there. */
const ROOM_END = 4;
/** How large that chunk is: {@link FIRST_CHUNK} shifted by this. */
const LEVEL = 5;
/** A power of two, so that no list lies across two lines of the processor's cache. */
const STRIDE = 8;

/** An empty set of lists. */
export function createPostings(): Postings {
  const pool = createPool();
  let kept = new Uint32Array(1024 * STRIDE);
  let lists = 0;

  const create = (): void => {
    const base = lists * STRIDE;
    if (base === kept.length) {
      const larger = new Uint32Array(kept.length * 2);
      larger.set(kept);
      kept = larger;
    }
    const chunk = pool.allocate(FIRST_CHUNK);
    kept[base + HEAD] = chunk;
    kept[base + TAIL] = chunk;
    kept[base + ROOM_END] = chunk + FIRST_CHUNK - LINK;
    lists += 1;
  };

  const write = (base: number, byte: number): void => {
    if (kept[base + TAIL] === kept[base + ROOM_END]) {
      const level = Math.min(at(kept, base + LEVEL) + 1, LAST_LEVEL);
      const chunk = pool.allocate(FIRST_CHUNK << level);
      pool.link(at(kept, base + ROOM_END), chunk);
      kept[base + LEVEL] = level;
      kept[base + TAIL] = chunk;
      kept[base + ROOM_END] = chunk + (FIRST_CHUNK << level) - LINK;
    }
    const address = at(kept, base + TAIL);
    pool.put(address, byte);
    kept[base + TAIL] = address + 1;
  };

  return {
    append: (list, value) => {
      if (list === lists) create();
      const base = list * STRIDE;
      const count = at(kept, base + COUNT);
      let rest = value - at(kept, base + LAST);
      if (count > 0 && rest === 0) return;
      for (; rest > 0x7f; rest >>>= 7) write(base, (rest & 0x7f) | 0x80);
      write(base, rest);
      kept[base + COUNT] = count + 1;
      kept[base + LAST] = value;
    },
    count: (list) => at(kept, list * STRIDE + COUNT),
    read: (list) => pool.read(at(kept, list * STRIDE + HEAD), at(kept, list * STRIDE + COUNT)),
  };
}

interface Pool {
  /** The address of that many bytes. */
  allocate(size: number): number;
  put(address: number, byte: number): void;
  /** Writes at `address` where the next chunk is. */
  link(address: number, chunk: number): void;
  /** `count` numbers from the chunks that begin at `head`. */
  read(head: number, count: number): Uint32Array;
}

function createPool(): Pool {
  // Segments, so that growing neither copies what is there nor keeps as much again in reserve.
  const segments: Uint8Array[] = [];
  let next = 0;
  const segmentOf = (address: number): Uint8Array => segments[address >>> SEGMENT_BITS] as Uint8Array;
  return {
    allocate: (size) => {
      // No chunk crosses the end of a segment.
      if ((next & SEGMENT_MASK) + size > SEGMENT) next = segments.length * SEGMENT;
      if (next >>> SEGMENT_BITS === segments.length) segments.push(new Uint8Array(SEGMENT));
      next += size;
      return next - size;
    },
    put: (address, byte) => {
      segmentOf(address)[address & SEGMENT_MASK] = byte;
    },
    link: (address, chunk) => {
      const segment = segmentOf(address);
      for (let byte = 0; byte < LINK; byte += 1) segment[(address + byte) & SEGMENT_MASK] = chunk >>> (8 * byte);
    },
    read: (head, count) => {
      const values = new Uint32Array(count);
      let [segment, position] = [segmentOf(head), head & SEGMENT_MASK];
      let [level, end] = [0, position + FIRST_CHUNK - LINK];
      let value = 0;
      for (let index = 0; index < count; index += 1) {
        let byte = 0x80;
        for (let shift = 0; byte >= 0x80; shift += 7) {
          if (position === end) {
            const chunk = linkAt(segment, end);
            level = Math.min(level + 1, LAST_LEVEL);
            segment = segmentOf(chunk);
            position = chunk & SEGMENT_MASK;
            end = position + (FIRST_CHUNK << level) - LINK;
          }
          byte = at(segment, position);
          position += 1;
          value += (byte & 0x7f) << shift;
        }
        values[index] = value;
      }
      return values;
    },
  };
}

function linkAt(segment: Uint8Array, position: number): number {
  let chunk = 0;
  for (let byte = LINK - 1; byte >= 0; byte -= 1) chunk = chunk * 0x100 + at(segment, position + byte);
  return chunk;
}

/** An element that is there. */
function at(values: Uint32Array | Uint8Array, index: number): number {
  return values[index] as number;
}
