/**
 * Numbers for groups of three code units. A hash table over typed arrays with open addressing: a `Map` would need an
 * object for every key of 48 bits.
 */

/** Groups of three code units, numbered from 0 in the order of their first mention. */
export interface GramTable {
  /** The number of the group; a new one is given the next number. */
  numberOf(first: number, second: number, third: number): number;
  /** The number of the group if it has one. */
  find(first: number, second: number, third: number): number | undefined;
  /** The numbers of all groups that begin with the prefix of one or two code units. */
  beginningWith(prefix: string): readonly number[];
}

/** An empty table. */
export function createGramTable(): GramTable {
  // By number: the first unit, and the second and third in one.
  let firsts = new Uint16Array(512);
  let rests = new Uint32Array(512);
  // By place: the number plus one; 0 where there is none. Twice as many places as numbers, so that probes stay short.
  let places = new Uint32Array(1024);
  let size = 0;

  const placeOf = (first: number, rest: number): number => {
    const mask = places.length - 1;
    let place = hash(first, rest) & mask;
    for (let held = at(places, place); held !== 0; held = at(places, place)) {
      if (rests[held - 1] === rest && firsts[held - 1] === first) break;
      place = (place + 1) & mask;
    }
    return place;
  };

  const enlarge = (): void => {
    const [oldFirsts, oldRests] = [firsts, rests];
    firsts = new Uint16Array(size * 2);
    firsts.set(oldFirsts);
    rests = new Uint32Array(size * 2);
    rests.set(oldRests);
    places = new Uint32Array(size * 4);
    for (let number = 0; number < size; number += 1)
      places[placeOf(at(firsts, number), at(rests, number))] = number + 1;
  };

  return {
    numberOf: (first, second, third) => {
      const rest = joined(second, third);
      const place = placeOf(first, rest);
      const held = at(places, place);
      if (held !== 0) return held - 1;
      firsts[size] = first;
      rests[size] = rest;
      size += 1;
      places[place] = size;
      if (size === firsts.length) enlarge();
      return size - 1;
    },
    find: (first, second, third) => {
      const held = at(places, placeOf(first, joined(second, third)));
      return held === 0 ? undefined : held - 1;
    },
    beginningWith: (prefix) => {
      const [first, second] = [prefix.charCodeAt(0), prefix.charCodeAt(1)];
      const numbers: number[] = [];
      for (let number = 0; number < size; number += 1) {
        if (firsts[number] === first && (prefix.length === 1 || at(rests, number) >>> 16 === second))
          numbers.push(number);
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

/** An element that is there. */
function at(values: Uint16Array | Uint32Array, index: number): number {
  return values[index] as number;
}
