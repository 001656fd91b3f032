/** Values that no honest caller passes: what must neither throw out of a parse function nor keep it busy. */
import fc from "fast-check";

const thrower = (): never => {
  throw new Error("private");
};

/** An object that holds itself, directly or in a ring. */
function cycle(length: number): object {
  const first: Record<string, unknown> = {};
  let last = first;
  for (let step = 1; step < length; step += 1) {
    const next: Record<string, unknown> = {};
    last["address"] = next;
    last = next;
  }
  last["individual"] = first;
  return first;
}

/** A billion laughs: few objects, each held twice by the next, so that walking them takes 2^depth steps. */
function laughs(depth: number): object {
  let value: object = { name_last: "ha" };
  for (let level = 0; level < depth; level += 1) value = { individual: value, entity: value };
  return value;
}

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { individual_name: value };
  return value;
}

function nestedArrays(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function manyMembers(count: number, name: (index: number) => string): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), index]));
}

class Person {
  readonly name_last = "Doe";
  get reference_id(): never {
    return thrower();
  }
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Each with a name, since fast-check cannot print what throws. */
const makers: Readonly<Record<string, () => unknown>> = {
  "a cycle of one": () => cycle(1),
  "a cycle of ten": () => cycle(10),
  "a list that holds itself": () => {
    const list: unknown[] = [];
    list.push(list);
    return { supported_protocols: list, rule_codes: list };
  },
  "a billion laughs": () => laughs(30),
  "a hundred thousand levels": () => nested(100_000),
  "a hundred thousand lists": () => nestedArrays(100_000),
  "a sparse list of four billion": () => {
    const list: unknown[] = [];
    list.length = 2 ** 32 - 1;
    return { supported_protocols: list, rule_codes: list, individual: list };
  },
  "a list of ten thousand faults": () => {
    const list = Array.from({ length: 9_990 }, () => 5);
    return { supported_protocols: list, rule_codes: list };
  },
  "nearly ten thousand unknown members": () => manyMembers(9_990, (index) => `k${index}`),
  "nearly ten thousand unknown members that are not told": () => manyMembers(9_990, (index) => `k ${index}`),
  "a hundred thousand members": () => manyMembers(100_000, (index) => `k${index}`),
  "a very long name": () => ({ ["k".repeat(100_000)]: 1, ['"]["'.repeat(25_000)]: 1, ["\\".repeat(100_000)]: 1 }),
  "a very long text": () => ({ reference_id: " ".repeat(1_000_000), search_term: "\u0301".repeat(1_000_000) }),
  "many texts of printable characters but the last": () => {
    const list = Array.from({ length: 9_990 }, () => `${"a ".repeat(499)}é`);
    return { supported_protocols: list, rule_codes: list };
  },
  "an address of a hundred thousand characters": () => ({ chain: "bitcoin", address: "1".repeat(100_000) }),
  "many at signs": () => ({ reference_id: "A-1", account_type: "individual", email: "@".repeat(1_000) }),
  "a prototype from JSON": () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  "a nested prototype from JSON": () =>
    JSON.parse('{"individual":{"__proto__":{"polluted":true,"individual_name":{}}}}'),
  "a throwing getter": () => Object.defineProperty({}, "reference_id", { enumerable: true, get: thrower }),
  "a class instance": () => new Person(),
  "a function with members": () => Object.assign(() => "text", { reference_id: "A-1" }),
  "a proxy that throws at everything": () =>
    new Proxy(
      {},
      { get: thrower, ownKeys: thrower, has: thrower, getPrototypeOf: thrower, getOwnPropertyDescriptor: thrower },
    ),
  "a proxy with two thousand members that throw": () =>
    new Proxy(
      manyMembers(2_000, (index) => `k${index}`),
      { get: thrower },
    ),
  "a revoked proxy": revoked,
  "a proxy of a list of endless length": () => ({
    supported_protocols: new Proxy([], { get: (_, key) => (key === "length" ? Number.POSITIVE_INFINITY : "text") }),
    rule_codes: new Proxy([], {
      get: (_, key) => (key === "length" ? Number.POSITIVE_INFINITY : "THRESHOLD_BY_COUNTRY"),
    }),
  }),
  // biome-ignore lint/suspicious/noThenProperty: whoever awaits a record waits for ever.
  "a thenable that never answers": () => ({ then: () => undefined }),
  "boxed primitives": () => ({ reference_id: new String("A-1"), amount: new Number(1), individual: new Boolean(true) }),
  "a boxed text": () => new String("text"),
  "a date": () => new Date(Number.NaN),
  "a map": () => new Map([["reference_id", "A-1"]]),
  bytes: () => new Uint8Array(100_000),
  "a symbol": () => Symbol("text"),
  "a bigint": () => 10n ** 1_000n,
};

export interface Hostile {
  readonly name: string;
  readonly make: () => unknown;
}

/** Each of them made anew at every call of `make`. */
export const hostiles: readonly Hostile[] = Object.entries(makers).map(([name, make]) => ({ name, make }));

/** Anything that fast-check knows how to make, with the names of the fields among the keys. */
export function anything(): fc.Arbitrary<unknown> {
  const names = ["reference_id", "account_type", "individual", "entity", "address", "transaction", "rule_codes"];
  return fc.anything({
    key: fc.oneof(fc.string(), fc.constantFrom(...names, "__proto__", "constructor", "toString", "then", "length")),
    maxDepth: 4,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  });
}
