/** Hostile inputs: they must neither make a parse function throw nor keep it busy. */
import fc from "fast-check";
import { codePoint } from "./arbitraries/code-point.js";
import { isFullRun } from "./runs.js";

/** Far above the limit of values in an input. */
const TOO_MANY = isFullRun ? 100_000 : 11_000;

/** Below the limit. The fast tests use fewer. */
const MANY = isFullRun ? 9_990 : 990;

const thrower = (): never => {
  throw new Error("private");
};

/** Returns an object that contains itself, directly or through others. */
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

/** Returns "a billion laughs": each object is in the next one twice, so that a walk takes 2^depth steps. */
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

/** By name, because fast-check cannot print objects that throw. */
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
  "a list of thousands of faults": () => {
    const list = Array.from({ length: MANY }, () => 5);
    return { supported_protocols: list, rule_codes: list };
  },
  "thousands of unknown properties": () => manyMembers(MANY, (index) => `k${index}`),
  "thousands of unknown properties that are not safe to log": () => manyMembers(MANY, (index) => `k ${index}`),
  "too many properties": () => manyMembers(TOO_MANY, (index) => `k${index}`),
  "a very long name": () => ({ ["k".repeat(100_000)]: 1, ['"]["'.repeat(25_000)]: 1, ["\\".repeat(100_000)]: 1 }),
  "a very long text": () => ({ reference_id: " ".repeat(1_000_000), search_term: "\u0301".repeat(1_000_000) }),
  "many texts of printable characters but the last": () => {
    const list = Array.from({ length: MANY }, () => `${"a ".repeat(499)}é`);
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
  // biome-ignore lint/suspicious/noThenProperty: awaiting such a record never ends.
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

/** Each call of `make` returns a new value. */
export const hostiles: readonly Hostile[] = Object.entries(makers).map(([name, make]) => ({ name, make }));

/** Draws anything, with names of properties among the keys. */
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
    stringUnit: codePoint,
  });
}
