/** Reads the few kinds of CBOR (RFC 8949) that a Byron address of Cardano has. Only shortest forms are read. */

/** Reads one item after the other. Each method throws when the next item has another kind or form, or is cut off. */
export interface CborReader {
  /** Returns an unsigned integer. */
  readonly integer: () => number;
  /** Returns the content of a byte string. */
  readonly bytes: () => Uint8Array;
  /** Throws unless an array of that length begins here. */
  readonly array: (length: number) => void;
  /** Returns the number of pairs of the map that begins here. */
  readonly map: () => number;
  /** Throws unless this tag comes next. */
  readonly tag: (tag: number) => void;
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

  return {
    integer: () => head(0),
    bytes: () => {
      const length = head(2);
      expect(length <= input.length - at);
      at += length;
      return input.subarray(at - length, at);
    },
    array: (length) => expect(head(4) === length),
    map: () => head(5),
    tag: (tag) => expect(head(6) === tag),
    end: () => expect(at === input.length),
  };
}

function expect(isRight: boolean): void {
  if (!isRight) throw malformed();
}

function malformed(): RangeError {
  return new RangeError("The bytes are not the CBOR of an address.");
}
