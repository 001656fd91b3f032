/**
 * Reads the kinds of CBOR (RFC 8949) that Byron addresses and signed messages of Cardano have. Only shortest forms and
 * definite lengths are read.
 */

import { concatBytes } from "@noble/hashes/utils.js";

/** An item of any kind but tags, floats and undefined. */
export type CborItem = number | string | boolean | null | Uint8Array | readonly CborItem[] | CborMap;

/** A map whose keys are integers and texts. */
export type CborMap = ReadonlyMap<unknown, CborItem>;

/** Reads one item after the other. Each method throws when the next item has another kind or form, or is cut off. */
export interface CborReader {
  /** Returns an unsigned integer. */
  readonly integer: () => number;
  /** Returns the content of a byte string. */
  readonly bytes: () => Uint8Array;
  /** Returns a text. */
  readonly text: () => string;
  /** Throws unless an array of that length begins here. */
  readonly array: (length: number) => void;
  /** Returns the number of pairs of the map that begins here. */
  readonly map: () => number;
  /** Throws unless this tag comes next. */
  readonly tag: (tag: number) => void;
  /** Returns the major type of the next item. */
  readonly major: () => number;
  /** Returns the number in the head of an item of that major type. */
  readonly head: (major: number) => number;
  /** Throws unless nothing is left. */
  readonly end: () => void;
}

interface LongForm {
  /** In bytes. */
  readonly size: number;
  /** A smaller number has a shorter form. */
  readonly min: number;
  readonly read: (view: DataView, at: number) => number;
}

/** A number up to 23 is in the low five bits of the first byte. Numbers of eight bytes are in no address. */
const longForms: ReadonlyMap<number, LongForm> = /* @__PURE__ */ new Map([
  [24, { size: 1, min: 24, read: (view: DataView, at: number) => view.getUint8(at) }],
  [25, { size: 2, min: 2 ** 8, read: (view: DataView, at: number) => view.getUint16(at) }],
  [26, { size: 4, min: 2 ** 16, read: (view: DataView, at: number) => view.getUint32(at) }],
]);

export function cborReader(input: Uint8Array): CborReader {
  const view = new DataView(input.buffer, input.byteOffset, input.length);
  let at = 0;

  function head(major: number): number {
    const first = view.getUint8(at);
    expect(first >> 5 === major);
    at += 1;
    const short = first & 31;
    if (short < 24) return short;
    const form = longForms.get(short);
    if (form === undefined) throw malformed();
    const number = form.read(view, at);
    expect(number >= form.min);
    at += form.size;
    return number;
  }

  function content(major: number): Uint8Array {
    const length = head(major);
    expect(length <= input.length - at);
    at += length;
    return input.subarray(at - length, at);
  }

  return {
    integer: () => head(0),
    bytes: () => content(2),
    text: () => toText(content(3)),
    array: (length) => expect(head(4) === length),
    map: () => head(5),
    tag: (tag) => expect(head(6) === tag),
    major: () => view.getUint8(at) >> 5,
    head,
    end: () => expect(at === input.length),
  };
}

/** A byte order mark is a part of the text. */
function toText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Deeper items are in no message. */
const MAX_DEPTH = 8;

/** Reads an item of any kind. Throws also for a map that repeats a key. */
export function readCborItem(cbor: CborReader, depth = 0): CborItem {
  expect(depth <= MAX_DEPTH);
  switch (cbor.major()) {
    case 0:
      return cbor.integer();
    case 1:
      return -1 - cbor.head(1);
    case 2:
      return cbor.bytes();
    case 3:
      return cbor.text();
    case 4:
      return readItems(cbor, depth);
    case 5:
      return readPairs(cbor, depth);
    default:
      return simpleOf(cbor.head(7));
  }
}

function readItems(cbor: CborReader, depth: number): readonly CborItem[] {
  const read: CborItem[] = [];
  for (let left = cbor.head(4); left > 0; left -= 1) read.push(readCborItem(cbor, depth + 1));
  return read;
}

function readPairs(cbor: CborReader, depth: number): CborMap {
  const read = new Map<unknown, CborItem>();
  for (let left = cbor.map(); left > 0; left -= 1) {
    const key = readCborItem(cbor, depth + 1);
    expect((typeof key === "number" || typeof key === "string") && !read.has(key));
    read.set(key, readCborItem(cbor, depth + 1));
  }
  return read;
}

const simples: ReadonlyMap<number, boolean | null> = /* @__PURE__ */ new Map([
  [20, false],
  [21, true],
  [22, null],
]);

/** The number of a float is above those of simple values. */
function simpleOf(number: number): boolean | null {
  const value = simples.get(number);
  if (value === undefined) throw malformed();
  return value;
}

/** Encodes a byte string in its shortest form. */
export function toCborBytes(bytes: Uint8Array): Uint8Array {
  return concatBytes(headOf(bytes.length), bytes);
}

function headOf(length: number): Uint8Array {
  if (length < 24) return Uint8Array.of(0x40 + length);
  if (length < 2 ** 8) return Uint8Array.of(0x58, length);
  if (length < 2 ** 16) return Uint8Array.of(0x59, length >> 8, length & 0xff);
  throw new RangeError("The byte string is too long.");
}

function expect(isRight: boolean): void {
  if (!isRight) throw malformed();
}

function malformed(): RangeError {
  return new RangeError("The bytes are not CBOR of the expected kind.");
}
